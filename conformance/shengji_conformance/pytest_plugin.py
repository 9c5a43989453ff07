"""The pytest plugin: its options, and whether it has anything to do.

Law of this file: it is loaded into every pytest where this package is installed. It imports nothing that
pytest has not imported before, and where neither an option nor an argument of it is given, it does nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

__all__ = ["pytest_addoption", "pytest_configure"]

PACKAGE = "shengji_conformance"
TIERS = ("smoke", "core", "full")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; each has an equivalent in the ini file."""
    group = parser.getgroup(
        "shengji",
        'conformance to the rules of Shengji (--shengji-adapter "COMMAND" --pyargs shengji_conformance)',
    )
    texts = {
        "adapter": ("COMMAND", "Ask the adapter that this command starts."),
        "engine": ("MODULE:OBJECT", "Ask a callable in this process: (method, params) -> result."),
        "timeout": ("S", "Seconds to wait for an answer of an adapter.  [default: 10]"),
        "corpus": ("FOLDER", "A compiled corpus, instead of the one that comes with the suite."),
    }
    for name, (metavar, text) in texts.items():
        group.addoption(f"--shengji-{name}", metavar=metavar, help=text)
        parser.addini(f"shengji_{name}", text)
    tier = "smoke: the few cases that find most. core (default): with all by hand. full: with the generated."
    group.addoption("--shengji-tier", choices=TIERS, help=tier)
    parser.addini("shengji_tier", tier)
    lists = {
        "variant": ("ID-or-FILE", "A variant: published, home-... or a file. May be repeated."),
        "select": ("TEXT", "A case id (or glob), rule, chapter or question. May be repeated."),
    }
    for name, (metavar, text) in lists.items():
        group.addoption(
            f"--shengji-{name}", action="append", default=[], metavar=metavar, help=text
        )
        parser.addini(f"shengji_{name}", text, type="linelist")
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
