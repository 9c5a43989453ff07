"""
Trials: a mutant, the cases put to it, and what comes of it.

Law of this file: a mutant is killed by the first ask that it answers wrongly, or never answers; the order of
asks decides how soon that is, never whether.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple

from tools.mutants.forks import Stuck, patience
from tools.mutants.pool import Ask, Pool

__all__ = ["KINDS", "BrokenEngine", "Mutant", "Verdict", "in_order", "killers", "tried"]

KINDS = ("option", "bug", "code")
#: seconds of computing for one ask; the slowest answer of the engine takes a fiftieth of it
PATIENCE = 3.0
#: asks at which a mutant may loop before it is let be
MOST_STUCK = 5


class BrokenEngine(Exception):
    """The engine with the fault does not start at all."""


class Verdict(NamedTuple):
    """What came of a mutant."""

    killed: bool
    #: the case that kills it
    case: str | None = None
    #: the runner asks that case so; else it takes another value that its `when` allows
    base: bool = False
    #: it gave no answer: it looped, or its process died
    stuck: bool = False
    #: how many asks it took
    asked: int = 0


@dataclass(frozen=True)
class Mutant(ABC):
    """An engine with one fault."""

    id: str
    chapter: str
    rules: tuple[str, ...]

    @abstractmethod
    def planted(self, pool: Pool) -> AbstractContextManager[None]:
        """Return a context in which the engine has the fault."""

    def may(self, pool: Pool, ask: Ask) -> bool:
        """Tell whether an ask is put to it at all."""
        del pool, ask
        return True

    @abstractmethod
    def asks(self, pool: Pool) -> Iterator[Ask]:
        """Yield all asks that may kill it, the likeliest first."""

    @property
    def digest(self) -> str:
        """Return what must be the same for an earlier killer to be tried first."""
        return ""


def tried(pool: Pool, mutant: Mutant, first: Iterable[Ask] = ()) -> Verdict:
    """Put asks to a mutant until one kills it, some of them first."""
    asked: set[Ask] = set()
    try:
        with mutant.planted(pool), patience(PATIENCE) as start:
            for ask in itertools.chain(first, mutant.asks(pool)):
                if ask in asked:
                    continue
                asked.add(ask)
                start()
                if not pool.right(ask):
                    case = pool.cases[ask.case].id
                    return Verdict(killed=True, case=case, base=ask.base, asked=len(asked))
    except (Stuck, MemoryError):
        case = pool.cases[ask.case].id
        return Verdict(killed=True, case=case, base=ask.base, stuck=True, asked=len(asked))
    except BrokenEngine:
        return Verdict(killed=True, base=True, stuck=True)
    return Verdict(killed=False, asked=len(asked))


def killers(pool: Pool, mutant: Mutant, cases: Sequence[int]) -> list[int]:
    """Return which of some cases kill a mutant as the runner asks them; of one that loops the first few."""
    asks = [[a for a in pool.by_case[case] if a.base and mutant.may(pool, a)] for case in cases]
    found, stuck = [], 0
    try:
        with mutant.planted(pool), patience(PATIENCE) as start:
            for case, own in zip(cases, asks, strict=True):
                start()
                try:
                    wrong = any(not pool.right(a) for a in own if not a.again or len(own) == 1)
                except (Stuck, MemoryError):
                    wrong, stuck = True, stuck + 1
                if wrong:
                    found.append(case)
                if stuck == MOST_STUCK:
                    break
    except BrokenEngine:
        return list(cases)
    return found


def in_order(pool: Pool, chapters: Sequence[str]) -> Iterator[Ask]:
    """
    Yield all asks, first those that the runner asks, of these those of some chapters first.

    Of the further asks only those of these chapters: they are many.
    """
    rest = sorted(pool.by_chapter, key="games".__eq__)
    for base in (True, False):
        for chapter in dict.fromkeys((*chapters, *rest)):
            yield from (ask for ask in pool.by_chapter.get(chapter, ()) if ask.base is base)
    for chapter in chapters:
        yield from pool.beyond_by_chapter.get(chapter, ())
