"""The command `shengji-conformance`.

Law of this file: it starts fast. What a command needs is imported when that command is run.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from shengji_conformance import __version__

__all__ = ["main"]

COMMANDS = {
    "list": "List the cases that a selection holds.",
    "run": "Ask an implementation and say what is wrong with its answers.",
    "shrink": "Make a failing case as small as it still fails.",
    "show": "Show one case: the position, the answer, the rule and its source.",
}


class _Lazy(click.Group):
    """Imports a command when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"shengji_conformance.command_{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="shengji-conformance")
def _command() -> None:
    """Check an implementation of Shengji (升级, 拖拉机) against the rules it claims to play."""


def main() -> None:
    """Run the command."""
    if sys.argv[1:] == ["--version"]:
        print(f"shengji-conformance, version {__version__}")
        return
    _command(prog_name="shengji-conformance")
