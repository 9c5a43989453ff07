"""What the reference sees in a position: groups, shapes, what is owed.

Law of this file: it serves the drawing and nothing else. It gives no verdict, and where the reference has
nothing to say (another game, a broken position, no reference at all) it answers None and the drawing does
without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from shengji_conformance.cards import groups as plain_groups
from shengji_conformance.corpus import Variant
from shengji_conformance.page.asked import TRUMPS, Asked, Component, Given
from shengji_conformance.page.beating import beating
from shengji_conformance.page.inquiry import Inquiry
from shengji_conformance.page.moment import Moment, moment
from shengji_conformance.page.owed import Owed, owed

__all__ = ["GroupName", "View"]

T = TypeVar("T")
#: a suit's letter; None for trumps; "?" for what is no card
GroupName = str | None


class View:
    """The reference under one rule set; without one it sees nothing."""

    def __init__(self, variant: Variant | None, inquiry: Inquiry) -> None:
        self._asked = Asked(variant, inquiry)

    @property
    def clockwise(self) -> bool:
        """Tell whether the turn passes to the left."""
        return self._asked.option("deal.direction") == "clockwise"

    def groups(self, cards: Sequence[Any], given: Given) -> list[tuple[GroupName, list[Any]]]:
        """Return a hand in its groups, each from high to low."""
        cards = list(cards)
        found = None
        if "level" in given:
            found = _attempt(lambda: self._asked.groups(cards, given=given)[0])
        if found is None:
            return list(plain_groups(cards, given.get("level"), given.get("trump")))
        return [
            (None if name == TRUMPS else name, [card for equal in classes for card in equal])
            for name, classes in found.items()
        ]

    def components(self, cards: Sequence[Any], given: Given) -> list[Component] | None:
        """Return the shapes that cards fall into as a lead."""
        cards = list(cards)
        return _attempt(lambda: self._asked.components(cards, given=given)[0])

    def winner(self, plays: Sequence[Sequence[str]], given: Given) -> int | None:
        """Return which play takes a trick."""
        params = {"plays": plays, "level": given.get("level"), "trump": given.get("trump")}
        answer = _attempt(lambda: self._asked.one("judge_trick", params)) or {}
        winner = answer.get("winner")
        return winner if type(winner) is int else None

    def owed(self, given: Given) -> Owed | None:
        """Return what is owed to a lead, and what of the play asked about should have stayed in hand."""
        return _attempt(lambda: owed(self._asked, given))

    def beating(self, given: Given) -> list[Counter[str]] | None:
        """Return for each other hand its cards that beat a component of a throw, each with the lowest."""
        return _attempt(lambda: beating(self._asked, given))

    def not_buried(self, given: Given) -> Counter[str]:
        """Return the cards for which a burial is refused, where the rules limit what may be buried."""
        return _attempt(lambda: _not_buried(self._asked, given)) or Counter()

    def moment(self, record: Given, events: int) -> Moment | None:
        """Return a deal as it stands after so many events."""
        return _attempt(lambda: moment(self._asked, record, events))


def _attempt(work: Callable[[], T]) -> T | None:
    """Return what is found; None for whatever cannot be read: no case may end a report."""
    try:
        return work()
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration):
        return None


def _not_buried(asked: Asked, given: Given) -> Counter[str]:
    position = ("level", "trump", "dealer", "taker", "seat", "hand", "cards")
    answer = asked.one("judge_burial", {key: given[key] for key in position if key in given})
    limited = answer is not None and answer.get("rule") == "bury.limit"
    return Counter(card for card in given["cards"] if limited and _is_ace(card))


def _is_ace(card: str) -> bool:
    """Tell what the one limit there is names: `no-aces`."""
    return card[1:] == "A"
