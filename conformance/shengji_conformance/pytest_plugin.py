"""The pytest plugin: its options, and whether it has anything to do.

Law of this file: it is loaded into every pytest where this package is installed. Beside the table of flags it
imports nothing that pytest has not imported before, and where neither an option nor an argument of it is
given, it does nothing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from shengji_conformance.flags import SELECTION, Flag

__all__ = ["OWN", "pytest_addoption", "pytest_configure", "respelt"]

PACKAGE = "shengji_conformance"

#: the options beside those that select
OWN = (
    Flag("adapter", "Ask the adapter that this command starts.", "COMMAND"),
    Flag("engine", "Ask a callable in this process: (method, params) -> result.", "MODULE:OBJECT"),
    Flag("timeout", "Seconds to wait for an answer of an adapter.  [default: 10]", "S"),
    Flag("ledger", "Known failures, which are expected to fail.", "FILE", path="file"),
)
#: where a sentence of the runner names a flag that selects
_NAMED = re.compile(rf"(?<![\w-])--(?={'|'.join(flag.name for flag in SELECTION)}\b)")


def respelt(text: str) -> str:
    """Return a sentence of the runner with its flags as they are called here."""
    return _NAMED.sub("--shengji-", text)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; each has an equivalent in the ini file."""
    group = parser.getgroup(
        "shengji",
        'conformance to the rules of Shengji (--shengji-adapter "COMMAND" --pyargs shengji_conformance)',
    )
    for flag in (*OWN, *SELECTION):
        text = respelt(flag.described())
        if flag.default:
            text += f"  [default: {flag.default}]"
        group.addoption(
            f"--shengji-{flag.name}",
            action="append" if flag.many else "store",
            metavar=flag.metavar or "|".join(flag.choices),
            help=text.replace("%", "%%"),
        )
        kind: Literal["linelist", "string"] = "linelist" if flag.many else "string"
        parser.addini(f"shengji_{flag.name}".replace("-", "_"), text, type=kind)
    strict = "Compare the rule that a refusal names."
    group.addoption("--shengji-strict", action="store_true", help=strict)
    parser.addini("shengji_strict", strict, type="bool", default=False)
    parser.addini(
        "shengji_collect",
        "Collect the cases where pytest is started without paths, after what `testpaths` names.",
        type="bool",
        default=False,
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find out whether any case is to be collected."""
    nodes = _take_arguments(config)
    by_itself = config.args_source is not config.ArgsSource.ARGS
    if by_itself and config.getini("shengji_collect"):
        nodes.append(())
    # An argument may be a path, which has no `startswith`.
    arguments = [str(argument) for argument in config.invocation_params.args]
    given = [text for text in arguments if text.startswith("--shengji-")]
    if not nodes and not given:
        return
    # Everything else is imported where it is needed.
    from shengji_conformance.pytest_session import Conformance  # noqa: PLC0415

    config.pluginmanager.register(Conformance(config, nodes, given), "shengji-conformance-session")


def _take_arguments(config: pytest.Config) -> list[tuple[str, ...]]:
    """Remove what names this suite from the arguments; return the parts of each after the first `::`."""
    nodes, others = [], []
    for argument in config.args:
        head, *parts = argument.split("::")
        if _is_ours(config, head):
            nodes.append(tuple(parts))
        else:
            others.append(argument)
    config.args[:] = others
    return nodes


def _is_ours(config: pytest.Config, head: str) -> bool:
    """Tell whether an argument means this package: by its name, its folder, or as node ids spell it."""
    if not head.rstrip("/\\").endswith(PACKAGE):
        return False
    path = config.invocation_params.dir / head
    if head == PACKAGE and (config.option.pyargs or not path.exists()):
        return True
    try:
        path = path.resolve()
        return path in (Path(__file__).resolve().parent, config.rootpath.resolve() / PACKAGE)
    except OSError:
        return False
