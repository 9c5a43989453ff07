"""
The pack on the table of somebody who makes up positions: groups, classes, and what is left of each face.

Law of this file: it knows which cards exist, which group each is in and roughly how they stand in it, and
decides no rule: whether two neighbours make a tractor is for those who are asked. It imports no
implementation, so that a fault in one of them moves no position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = [
    "JOKERS",
    "NO_TRUMP_LEVEL",
    "RANKS",
    "SUITS",
    "TRUMP",
    "Layout",
    "faces_of",
    "hand_size",
    "kitty_size",
    "layout",
    "levels_of",
]

SUITS = ("S", "H", "C", "D")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS = ("LJ", "BJ")
NO_TRUMP_LEVEL = "NT"
TRUMP = "T"
TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}
SPECIAL_TOP = {"none": (), "heart-five": ("H5",), "red-fives": ("D5", "H5")}

Options = Mapping[str, Any]
#: faces of equal strength
Class = tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """How the cards of a deal stand."""

    decks: int
    level: str
    trump: str | None
    #: by name, the classes from the lowest up; groups without cards are left out
    groups: Mapping[str, tuple[Class, ...]]
    group_of: Mapping[str, str]
    class_of: Mapping[str, int]

    @property
    def faces(self) -> list[str]:
        """Return every face of the pack."""
        return list(self.group_of)


def faces_of(options: Options) -> list[str]:
    """Return the faces of the pack."""
    away = ("H5", "D5") if options.get("cards.removed") == "red-fives" else ()
    suited = [suit + rank for suit in SUITS for rank in RANKS if suit + rank not in away]
    return suited if options.get("cards.jokers") == "none" else [*suited, *JOKERS]


def kitty_size(options: Options) -> int:
    """Return the number of cards in the kitty."""
    cards = len(faces_of(options)) * options["cards.decks"]
    sizes = range(4, 8) if options.get("deal.kitty") == "from-four" else range(5, 9)
    return next(size for size in sizes if (cards - size) % 4 == 0)


def hand_size(options: Options) -> int:
    """Return the number of cards each hand is dealt."""
    cards: int = len(faces_of(options)) * options["cards.decks"]
    return (cards - kitty_size(options)) // 4


def levels_of(options: Options) -> tuple[str, ...]:
    """Return the levels that exist, from the lowest up."""
    return (*RANKS, NO_TRUMP_LEVEL) if options.get("levels.no-trump-level") else RANKS


#: what the layout depends on
KEYS = (
    "cards.decks",
    "cards.jokers",
    "cards.removed",
    "cards.permanent-ranks",
    "cards.no-trump-level-cards",
    "cards.special-top",
    "cards.counsellors",
)


def layout(options: Options, level: str, trump: str | None) -> Layout:
    """Return how the cards of a deal stand."""
    return _layout(tuple(options.get(key, "none") for key in KEYS), level, trump)


@lru_cache(maxsize=4096)
def _layout(values: Sequence[Any], level: str, trump: str | None) -> Layout:
    options = dict(zip(KEYS, values, strict=True))
    pack = faces_of(options)
    placed: set[str] = set()
    trumps: list[Class] = []
    for wished in _trumps_downwards(options, level, trump):
        cards = tuple(face for face in wished if face in pack and face not in placed)
        placed.update(cards)
        if cards:
            trumps.insert(0, cards)
    groups = {TRUMP: tuple(trumps)}
    for suit in SUITS:
        faces = [suit + rank for rank in RANKS]
        groups[suit] = tuple((face,) for face in faces if face in pack and face not in placed)
    groups = {name: classes for name, classes in groups.items() if classes}
    group_of = {f: name for name, classes in groups.items() for cls in classes for f in cls}
    class_of = {f: i for classes in groups.values() for i, cls in enumerate(classes) for f in cls}
    return Layout(options["cards.decks"], level, trump, groups, group_of, class_of)


def _trumps_downwards(options: Options, level: str, trump: str | None) -> Iterator[Class]:
    """Yield the classes of the trump group from the top, whatever the pack holds of them."""
    yield from ((face,) for face in reversed(SPECIAL_TOP[options["cards.special-top"]]))
    yield from (("BJ",), ("LJ",))
    if trump is not None and options["cards.counsellors"] == "three":
        yield from ((trump + "3",), (TWIN[trump] + "3",))
    permanent = options["cards.permanent-ranks"]
    above = [] if permanent == "none" else str(permanent).split("-")
    ranks = [rank for rank in above if rank != level]
    if level != NO_TRUMP_LEVEL and not (
        trump is None and options["cards.no-trump-level-cards"] == "plain"
    ):
        ranks.append(level)
    for rank in reversed(ranks):
        if trump is not None:
            yield (trump + rank,)
        yield tuple(suit + rank for suit in SUITS if suit != trump)
    if trump is not None:
        yield from ((trump + rank,) for rank in reversed(RANKS))
