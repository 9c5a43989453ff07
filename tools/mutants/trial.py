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

__all__ = ["KINDS", "Mutant", "Verdict", "in_order", "killers", "tried"]

KINDS = ("option", "bug", "code")
#: seconds of computing for one ask; the slowest answer of the engine takes a fiftieth of it
PATIENCE = 3.0


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

    @abstractmethod
    def asks(self, pool: Pool) -> Iterator[Ask]:
        """Yield all asks that may kill it, the likeliest first."""

    @property
    def digest(self) -> str:
        """Return what must be the same for an earlier killer to be tried first."""
        return ""


def tried(pool: Pool, mutant: Mutant, first: Iterable[Ask] = ()) -> Verdict:
    """Put asks to a mutant until one kills it, some of them first."""
    asked = 0
    with mutant.planted(pool), patience(PATIENCE) as start:
        for ask in dict.fromkeys(itertools.chain(first, mutant.asks(pool))):
            asked += 1
            start()
            case = pool.cases[ask.case].id
            try:
                if not pool.right(ask):
                    return Verdict(killed=True, case=case, base=ask.base, asked=asked)
            except (Stuck, MemoryError):
                return Verdict(killed=True, case=case, base=ask.base, stuck=True, asked=asked)
    return Verdict(killed=False, asked=asked)


def killers(pool: Pool, mutant: Mutant, cases: Sequence[int]) -> list[int]:
    """Return which of some cases kill a mutant as the runner asks them, all of them."""
    may = {ask for ask in mutant.asks(pool) if ask.base}
    found = []
    with mutant.planted(pool), patience(PATIENCE) as start:
        for case in cases:
            for ask in pool.by_case[case]:
                if ask in may:
                    start()
                    if _killed(pool, ask):
                        found.append(case)
                        break
    return found


def _killed(pool: Pool, ask: Ask) -> bool:
    try:
        return not pool.right(ask)
    except (Stuck, MemoryError):
        return True


def in_order(pool: Pool, chapters: Iterable[str]) -> Iterator[Ask]:
    """Yield all asks, those of some chapters first, and of each chapter the bases first."""
    named = [chapter for chapter in dict.fromkeys(chapters) if chapter in pool.by_chapter]
    rest = [chapter for chapter in pool.by_chapter if chapter not in named]
    for chapter in (*named, *sorted(rest, key="games".__eq__)):
        yield from pool.by_chapter[chapter]
