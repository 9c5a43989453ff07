"""The command `shengji-conformance`.

Law of this file: it starts fast. What a command needs is imported when that command is run.
"""

from __future__ import annotations

import sys

import click

from shengji_conformance import __version__
from shengji_conformance.lazy import LazyGroup

__all__ = ["main"]

COMMANDS = {
    "doctor": "Examine an adapter step by step, and name its mistake.",
    "ledger": "Keep the file of known failures: update it from a report, check it.",
    "list": "List the cases that a selection holds.",
    "report": "Compare reports, put them together, and draw what they say.",
    "run": "Ask an implementation and say what is wrong with its answers.",
    "shrink": "Make a failing case as small as it still fails.",
    "show": "Show one case: the position, the answer, the rule and its source.",
}


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    prefix="command",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="shengji-conformance")
def _command() -> None:
    """Check an implementation of Shengji (升级, 拖拉机) against the rules it claims to play."""


def main() -> None:
    """Run the command."""
    if sys.argv[1:] == ["--version"]:
        print(f"shengji-conformance, version {__version__}")
        return
    _command(prog_name="shengji-conformance")
