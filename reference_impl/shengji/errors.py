"""What can go wrong, sorted by whose fault it is.

Law of this file: a forbidden move is a value (`Refusal`) and never an exception; a position that
cannot exist is `MalformedInput`; a rule set the engine cannot play is `Unsupported`. Anything else
is a bug of ours.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MalformedInput", "Refusal", "Unsupported"]


class Refusal(NamedTuple):
    """Why a move is illegal: the first rule it breaks, and what a reader needs to see it."""

    #: rule id, as in `spec/rules`
    rule: str
    #: what the rule counts: cards owed, cards that are missing, ... by name
    facts: tuple[tuple[str, object], ...] = ()


class MalformedInput(ValueError):
    """The parameters describe no position (protocol error -32602)."""


class Unsupported(ValueError):
    """The engine does not know an option, a value or a table (`supported: false`)."""
