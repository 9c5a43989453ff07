"""Groups of commands that start fast.

Law of this file: what a command needs is imported when that command is run, and not for a list of commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """Imports a command when it is needed; `lazy` has a sentence for each."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], prefix: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self._lazy, self._prefix = lazy, prefix

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in self._lazy:
            return None
        module = import_module(f"shengji_conformance.{self._prefix}_{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._lazy.items()))
