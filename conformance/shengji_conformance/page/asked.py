"""Answers of the reference under one rule set, and only those that make sense.

Law of this file: an answer that is not of the expected shape, or that has other cards than were asked about,
is no answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from shengji_conformance.cards import SYMBOLS
from shengji_conformance.corpus import Variant
from shengji_conformance.page.inquiry import Inquiry
from shengji_conformance.page.reference import Given, Result

__all__ = ["TRUMPS", "Asked", "Component", "Given", "Groups", "Result"]

#: by the name of a group, its classes of equal strength, highest first
Groups = dict[str, list[list[str]]]
#: a shape and its cards
Component = tuple[str, list[str]]

TRUMPS = "T"
KINDS = frozenset({"single", "pair", "triple", "tractor", "titanic"})


class Asked:
    """The reference under one rule set; without one it knows nothing."""

    def __init__(self, variant: Variant | None, inquiry: Inquiry) -> None:
        self._variant, self._inquiry = variant, inquiry

    def option(self, key: str) -> object:
        """Return the value of an option; None where it does not apply."""
        return self._variant.options.get(key) if self._variant else None

    def all(self, asked: Sequence[tuple[str, Given]]) -> list[Result | None]:
        """Return the results of questions; None for each that has none."""
        if self._variant is None:
            return [None] * len(asked)
        return self._inquiry.ask(self._variant, asked)

    def one(self, method: str, params: Given) -> Result | None:
        """Return the result of a question, if it has one."""
        return self.all([(method, params)])[0]

    def groups(self, *hands: Sequence[Any], given: Given) -> list[Groups | None]:
        """Return each of some hands in groups, in the order of a hand."""
        answers = self.all([("order_cards", _of_position(hand, given)) for hand in hands])
        return [_groups(answer, hand) for answer, hand in zip(answers, hands, strict=True)]

    def components(self, *leads: Sequence[Any], given: Given) -> list[list[Component] | None]:
        """Return the shapes that each of some leads falls into; None where it is none."""
        answers = self.all([("classify", _of_position(lead, given)) for lead in leads])
        return [_shapes(answer, lead) for answer, lead in zip(answers, leads, strict=True)]


def _of_position(cards: Sequence[Any], given: Given) -> Given:
    return {"cards": list(cards), "level": given.get("level"), "trump": given.get("trump")}


def _groups(answer: Result | None, hand: Sequence[Any]) -> Groups | None:
    groups = answer.get("groups") if answer else None
    if not isinstance(groups, dict) or not groups.keys() <= {TRUMPS, *SYMBOLS}:
        return None
    rows = [row for rows in groups.values() if isinstance(rows, list) for row in rows]
    return groups if _are(rows, hand) else None


def _shapes(answer: Result | None, lead: Sequence[Any]) -> list[Component] | None:
    parts = answer.get("components") if answer and answer.get("legal") is True else None
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return None
    found = [(part.get("type"), part.get("cards")) for part in parts]
    rows = [cards for kind, cards in found if kind in KINDS]
    return found if len(rows) == len(found) and _are(rows, lead) else None


def _are(rows: Sequence[object], cards: Sequence[Any]) -> bool:
    """Tell whether these are lists of cards, all together those that were asked about."""
    listed = [card for row in rows if isinstance(row, list) for card in row]
    texts = all(isinstance(card, str) for card in listed) and len(listed) == len(cards)
    return texts and Counter(listed) == Counter(cards) and all(isinstance(r, list) for r in rows)
