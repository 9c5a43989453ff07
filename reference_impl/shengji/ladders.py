"""
Ladders: what a follow owes to one component of the lead, best first.

Law of this file: `ladder` makes the rungs of a component from its shape and the options, and is the only
function that knows the options of the structure duties. The rulebook's sentences are its rows.

A rung is (runs, triples, pairs): runs are placed on neighbouring classes, the triples and pairs beside them
may be any, so they are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from shengji.rules import RuleSet
from shengji.shapes import Component, run_lengths

__all__ = ["Rung", "ladder"]

#: a triple beside a pair, either of them on top
NEXT_TO_EACH_OTHER = (3, 2)


class Rung(NamedTuple):
    """Shapes that a selection must contain, disjointly."""

    #: at most one run, as the copies of every class from the lowest up
    runs: tuple[tuple[int, ...], ...] = ()
    triples: int = 0
    pairs: int = 0


@cache
def _ladder(
    width: int, length: int, tractor: str, shortest: int, longest: int, titanic: str, tallest: int
) -> tuple[Rung, ...]:
    if length == 1:
        pair_or_nothing = (Rung(pairs=1), Rung())
        return ((), (Rung(),), pair_or_nothing, (Rung(triples=1), *pair_or_nothing))[width]
    if width == 2:
        return tuple(_tractor_ladder(length, tractor, shortest))
    lengths = range(min(length, longest), shortest - 1, -1)
    if titanic == "tractor-first":
        return tuple(_tractor_first(length, lengths, tallest))
    return tuple(_tuples_first(length, lengths, tallest, longest))


def ladder(rules: RuleSet, part: Component) -> tuple[Rung, ...]:
    """
    Return the rungs of a component of the lead, best first; the last asks for nothing.

    Rules follow.pair, follow.tractor, follow.tractor-pairs, follow.triple, follow.titanic.
    """
    tractors, titanics = run_lengths(rules, 2), run_lengths(rules, 3)
    return _ladder(
        part.width,
        part.length,
        rules.follow_tractor,
        tractors.start,
        tractors.stop - 1,
        rules.follow_titanic_order,
        titanics.stop - 1,
    )


def _tractor_ladder(length: int, tractor: str, shortest: int) -> Iterator[Rung]:
    """Yield the rungs of a tractor (options follow.tractor)."""
    runs: Sequence[int]
    match tractor:
        case "longest-available":
            runs = range(length, shortest - 1, -1)
        case "exact-length":
            runs = (length,)
        case "any-tractor":
            runs = (shortest,)
        case _:
            runs = ()
    for run in runs:
        for pairs in range(length - run, -1, -1):
            yield Rung(((2,) * run,), 0, pairs)
    yield from _pairs(length)


def _pairs(most: int, triples: int = 0) -> Iterator[Rung]:
    for pairs in range(most, -1, -1):
        yield Rung(triples=triples, pairs=pairs)


def _titanics(length: int, tallest: int) -> Iterator[Rung]:
    """Yield the titanics, longest first, their other steps filled by triples, then by pairs."""
    for run in range(min(length, tallest), 1, -1):
        for triples in range(length - run, -1, -1):
            for pairs in range(length - run - triples, -1, -1):
                yield Rung(((3,) * run,), triples, pairs)


def _tractor_first(length: int, tractors: range, tallest: int) -> Iterator[Rung]:
    """Yield the rungs of a titanic in the order of S4.29, extended to longer ones."""
    yield from _titanics(length, tallest)
    yield Rung(triples=length)
    for run in tractors:
        for pairs in range(length - run, -1, -1):
            yield Rung(((2,) * run,), 0, pairs)
    for triples in range(length - 1, -1, -1):
        yield from _pairs(length - triples, triples)


def _tuples_first(length: int, tractors: range, tallest: int, longest: int) -> Iterator[Rung]:
    """Yield the rungs of a titanic with triples before tractors."""
    yield from _titanics(length, tallest)
    yield Rung(triples=length)
    for triples in range(length - 1, 0, -1):
        for pairs in range(length - triples, 0, -1):
            yield Rung((NEXT_TO_EACH_OTHER,), triples - 1, pairs - 1)
            yield Rung(triples=triples, pairs=pairs)
        yield Rung(triples=triples)
    for pairs in range(3 * length // 2, -1, -1):
        for run in range(min(pairs, longest), tractors.stop, -1):
            yield Rung(((2,) * run,), 0, pairs - run)
        yield Rung(pairs=pairs)
