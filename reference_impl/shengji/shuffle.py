"""Shuffling that every language can repeat: PCG32 and Fisher-Yates.

Law of this file: the same seed gives the same cards on every platform; `schemas/record.schema.json`
describes both algorithms with a test vector. Nothing else in the engine is random.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from shengji.cards import faces
from shengji.rules import RuleSet

__all__ = ["Pcg32", "shuffled_pack"]

T = TypeVar("T")
MULTIPLIER = 6364136223846793005
#: the stream of numbers (`initseq` of the reference implementation)
STREAM = 54
MASK64, MASK32 = (1 << 64) - 1, (1 << 32) - 1


class Pcg32:
    """The generator PCG-XSH-RR 64/32 of M. E. O'Neill."""

    __slots__ = ("_increment", "_state")

    def __init__(self, seed: int) -> None:
        """Start from a seed of up to 64 bits."""
        self._increment = (STREAM << 1 | 1) & MASK64
        self._state = 0
        self.next()
        self._state = (self._state + seed) & MASK64
        self.next()

    def next(self) -> int:
        """Return the next 32 bits."""
        old = self._state
        self._state = (old * MULTIPLIER + self._increment) & MASK64
        shifted = ((old >> 18) ^ old) >> 27 & MASK32
        turn = old >> 59
        return (shifted >> turn | shifted << (-turn & 31)) & MASK32

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely."""
        threshold = (1 << 32) % bound
        while True:
            drawn = self.next()
            if drawn >= threshold:
                return drawn % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put items in random order, in place, from the last to the second."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """Return so many of the items, in random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]


def shuffled_pack(rules: RuleSet, random: Pcg32) -> tuple[str, ...]:
    """Return all cards of the decks in random order, the first card drawn first."""
    pack = [*faces(rules)] * rules.cards_decks
    random.shuffle(pack)
    return tuple(pack)
