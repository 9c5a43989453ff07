"""`shengji-conformance ledger`: the file of known failures."""

from __future__ import annotations

import click

from shengji_conformance.lazy import LazyGroup

__all__ = ["command"]

COMMANDS = {
    "check": "Hold a ledger against the corpus and the calendar.",
    "update": "Write into a ledger what a report shows.",
}


@click.group("ledger", cls=LazyGroup, lazy=COMMANDS, prefix="ledger")
def command() -> None:
    """
    Keep the file of known failures that `run --ledger` takes.

    \b
    known:
      - id: follow.pair/pair-owed-two-singles-played   # or a glob
        variant: two-deck                              # if not all: an id, a glob or a list
        status: fail                                   # or error, unsupported, flaky
        got: {legal: true}                             # how it fails, if that shall not change
        cause: bug                                     # or wontfix, other-variant, disputes-spec, unknown
        reason: Pairs are not looked for among trumps.
        link: https://example.org/my-engine/issues/12
        until: "2027-06-30"                            # the last day on which the entry holds
    """  # noqa: D301 (click reads the \b)
