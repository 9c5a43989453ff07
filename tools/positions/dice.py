"""
Dice: every choice a drawing makes, from one generator.

Law of this file: it asks the generator for whole numbers below a bound and nothing else, so that a seed
gives the same positions on every platform and in every version of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Protocol, TypeVar

__all__ = ["Below", "Dice"]

T = TypeVar("T")


class Below(Protocol):
    """A generator of whole numbers, such as `shengji.shuffle.Pcg32`."""

    def below(self, bound: int, /) -> int:
        """Return a number from 0 to `bound` - 1."""


def _below(rng: Random, bound: int) -> int:
    """Return a number below a bound, by the one method whose numbers Python promises to keep."""
    return int(rng.random() * bound)


class Dice:
    """Choices made by a generator."""

    __slots__ = ("_below",)

    def __init__(self, rng: Random | Below) -> None:
        self._below: Callable[[int], int]
        if isinstance(rng, Random):
            self._below = partial(_below, rng)
        else:
            self._below = rng.below

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        return self._below(bound)

    def between(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, both included."""
        return low + self._below(high - low + 1)

    def one_in(self, number: int) -> bool:
        """Tell whether something happens that happens once in so many times."""
        return self._below(number) == 0

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self._below(len(items))]

    def weighted(self, items: Sequence[tuple[T, int]]) -> T:
        """Return one of the items, each as often as its weight says."""
        left = self._below(sum(weight for _, weight in items))
        for item, weight in items:
            left -= weight
            if left < 0:
                return item
        raise AssertionError("weights are positive")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self._below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """Return so many of the items, in random order; all where there are fewer."""
        return self.shuffled(items)[:number]
