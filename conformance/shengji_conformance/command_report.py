"""`shengji-conformance report`: what can be done with the reports of `run --json`.

Law of this file: names and sentences of its commands, each of which is in a module `report_NAME`.
"""

from __future__ import annotations

import click

from shengji_conformance.lazy import LazyGroup

__all__ = ["command"]

COMMANDS = {
    "badge": "Draw a badge that says what a report comes to.",
    "compare": "Say what changed between two reports; regressions first.",
    "html": "Draw the failing cases of a report on a page.",
    "matrix": "Set implementations side by side, and say where they differ.",
    "merge": "Put the reports of all shards together as the report of the whole run.",
}


@click.group("report", cls=LazyGroup, lazy=COMMANDS, prefix="report")
def command() -> None:
    """Compare reports, put them together, and draw what they say."""
