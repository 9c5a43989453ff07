"""A table as it is to be drawn: who sits where, what lies before them, what they hold.

Law of this file: values only. What a mark means stands in `Mark`, once for all questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from shengji_conformance.page.view import View
from shengji_conformance.words import Said, say

__all__ = [
    "Fact",
    "Mark",
    "Pile",
    "Row",
    "Scene",
    "Seat",
    "Track",
    "hand_rows",
    "marked",
    "shapes",
    "split",
]


class Mark(StrEnum):
    """What a pile of cards is marked as; its words are `mark-…` in the catalogue."""

    PLAIN = ""
    #: every legal play holds these
    OWED = "owed"
    #: part of a play asked about that may not be in it
    WRONG = "wrong"
    #: played in the play asked about, and still shown in hand
    TRIED = "tried"
    #: what counts as the lead
    COUNTS = "counts"
    #: higher than a part of the lead
    BEATS = "beats"


@dataclass(frozen=True)
class Pile:
    """Cards that belong together, with a word under them."""

    cards: Sequence[Any]
    mark: Mark = Mark.PLAIN
    caption: Said | None = None


@dataclass(frozen=True)
class Row:
    """Piles side by side, with a label: a group of a hand, the kitty."""

    label: Said | None
    piles: Sequence[Pile]
    #: the suit whose shape stands before the label
    suit: str = ""
    #: a remark behind the piles
    note: Said | None = None
    #: the group that was led
    led: bool = False


@dataclass(frozen=True)
class Seat:
    """A player at the table."""

    name: Said
    badges: Sequence[Said] = ()
    play: Sequence[Pile] = ()
    hand: Sequence[Row] = ()
    notes: Sequence[Said] = ()
    #: what the rules, and what an answer, say of this seat
    right: Sequence[Said] = ()
    wrong: Sequence[Said] = ()
    #: who is asked about
    asked: bool = False
    #: nothing is known of this seat
    empty: bool = False


@dataclass(frozen=True)
class Track:
    """The levels of a side, with a word at those that matter: where it stands, and where it goes."""

    label: Said
    ranks: Sequence[str]
    #: a rank, a class of `page.css`, a word
    words: Sequence[tuple[str, str, Said]]


#: a label, and what stands behind it, in English and Chinese
Fact = tuple[tuple[str, Sequence[str]], tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Scene:
    """A table; the first seat is drawn at the bottom, the others in playing order."""

    seats: Sequence[Seat] = ()
    #: in the middle of the table
    middle: Sequence[Row] = ()
    #: levels, below the table
    tracks: Sequence[Track] = ()
    #: below the table
    below: Sequence[Row] = ()
    clockwise: bool = False
    #: what of the position is in the drawing and need not be told again
    drawn: frozenset[str] = field(default_factory=frozenset)


def split(cards: Iterable[Any], left: Mapping[Mark, Counter[Any]]) -> list[Pile]:
    """Return cards in piles, neighbours with the same mark together; marks are used up card by card."""
    piles: list[Pile] = []
    for card in cards:
        key = card if isinstance(card, str) else repr(card)
        mark = next((m for m, counted in left.items() if counted[key] > 0), Mark.PLAIN)
        if mark:
            left[mark][key] -= 1
        if piles and piles[-1].mark is mark:
            piles[-1] = Pile([*piles[-1].cards, card], mark)
        else:
            piles.append(Pile([card], mark))
    return piles


def marked(piles: Iterable[Pile]) -> list[Pile]:
    """Return piles with the word of their mark under them, where they have no other."""
    return [
        Pile(
            pile.cards, pile.mark, pile.caption or (say(f"mark-{pile.mark}") if pile.mark else None)
        )
        for pile in piles
    ]


def shapes(cards: Sequence[Any], view: View, given: Mapping[str, Any]) -> list[Pile]:
    """Return cards as the shapes they are led as; as they came where they are none."""
    found = view.components(cards, given)
    if found is None:
        return [Pile(cards)] if cards else []
    return [Pile(held, caption=say(f"type-{kind}")) for kind, held in found]


def hand_rows(
    cards: Any,
    view: View,
    given: Mapping[str, Any],
    marks: Mapping[Mark, Counter[Any]] | None = None,
) -> Iterator[Row]:
    """Yield a hand in its groups, as the rules order them."""
    if not isinstance(cards, list):
        return
    left = {mark: Counter(counted) for mark, counted in (marks or {}).items()}
    for group, held in view.groups(cards, given):
        label = say("trumps" if "level" in given else "jokers") if group is None else None
        yield Row(label, marked(split(held, left)), group or "")
