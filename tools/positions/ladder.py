"""
What a bid ladder lets players show, and auctions made of it.

Law of this file: it lists shows and their steps as the table has them; who may make them, and when, is for
those who are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from shengji_spec.model import load_spec

from tools.positions.pack import JOKERS, RANKS, SUITS, Options, faces_of

__all__ = ["Auction", "Shown", "both_shown", "shows"]


class Shown(NamedTuple):
    """Cards that may be shown, and the highest step they are on."""

    step: int
    cards: tuple[str, ...]

    @property
    def suit(self) -> str | None:
        """Return the suit shown."""
        return next((card[0] for card in self.cards if card not in JOKERS), None)


def shows(options: Options, level: str, window: str) -> tuple[Shown, ...]:
    """Return what may be shown at a level in a window (`declare` or `counter`), weakest first."""
    ladder = options["declare.ladder"]
    pack = (options["cards.decks"], options.get("cards.jokers"), options.get("cards.removed"))
    return _shows(ladder, pack, level, window)


@lru_cache(maxsize=2048)
def _shows(ladder: str, pack: tuple[Any, ...], level: str, window: str) -> tuple[Shown, ...]:
    decks, jokers, removed = pack
    faces = faces_of({"cards.jokers": jokers, "cards.removed": removed})
    table = load_spec().tables[ladder]
    found: dict[tuple[str, ...], int] = {}
    for number, step in enumerate(table["steps"]):
        if window in step.get("in", ("declare", "counter")):
            for cards in (cards for shown in step["shows"] for cards in _matching(shown, level)):
                if all(card in faces and cards.count(card) <= decks for card in cards):
                    found[cards] = number
    return tuple(sorted(Shown(step, cards) for cards, step in found.items()))


def _matching(pattern: Mapping[str, int], level: str) -> Iterator[tuple[str, ...]]:
    """Yield the selections that fit a pattern exactly."""
    named = ["LJ"] * pattern.get("LJ", 0) + ["BJ"] * pattern.get("BJ", 0)
    suited, any_rank = pattern.get("level", 0), pattern.get("suited", 0)
    ranks = RANKS if any_rank else (level,)
    bodies = product(SUITS, ranks) if suited or any_rank else [("", "")]
    for (suit, rank), jokers in product(
        bodies, combinations_with_replacement(JOKERS, pattern.get("joker", 0))
    ):
        own = ["BJ" if suit in ("H", "D") else "LJ"] * pattern.get("joker-of-colour", 0)
        body = [suit + rank] * (suited + any_rank)
        yield tuple(sorted([*body, *named, *jokers, *own]))


def both_shown(first: Iterable[str], second: Iterable[str]) -> list[str]:
    """Return the fewest cards that hold two selections, sorted."""
    one, other = Counter(first), Counter(second)
    return [card for card in sorted({*one, *other}) for _ in range(max(one[card], other[card]))]


class Auction:
    """Shows of four seats out of one pack: a seat shows the cards it has shown before again."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.shown: list[Counter[str]] = [Counter() for _ in range(4)]

    def can(self, seat: int, cards: Iterable[str]) -> bool:
        """Tell whether a seat can hold some cards beside all that has been shown."""
        after = self.shown[seat] | Counter(cards)
        others = [held for number, held in enumerate(self.shown) if number != seat]
        return all(
            count + sum(held[face] for held in others) <= self.decks
            for face, count in after.items()
        )

    def show(self, seat: int, cards: Iterable[str]) -> None:
        """Note what a seat shows."""
        self.shown[seat] |= Counter(cards)
