"""Bug mutants: the engine with one fault of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tools.mutants.bugs import BUGS, Bug
from tools.mutants.pool import Ask, Pool
from tools.mutants.seam import planted
from tools.mutants.trial import Mutant, in_order

__all__ = ["BugMutant", "bug_mutants"]

#: chapters whose cases show faults of others: whole deals show the course of a deal
BESIDE = {
    "deal": ("games", "trick"),
    "trick": ("games",),
    "lead": ("games",),
    "declare": ("games",),
}


@dataclass(frozen=True)
class BugMutant(Mutant):
    """The engine with a fault of the catalogue."""

    bug: Bug

    @contextmanager
    def planted(self, pool: Pool) -> Iterator[None]:
        """Plant the fault; nothing that was worked out without it is left."""
        with planted({self.bug.place: self.bug.make}):
            pool.forget(tables=True)
            yield
        pool.forget(tables=True)

    def asks(self, pool: Pool) -> Iterator[Ask]:
        """Yield the asks of the rules that it breaks, of their chapters, and all others."""
        own = [ask for ask in pool.asks if ask.base and pool.cases[ask.case].rule in self.rules]
        yield from own
        if self.bug.reads:
            yield from pool.moved(own, self.bug.reads)
        chapters = [rule.partition(".")[0] for rule in self.rules]
        yield from in_order(pool, [*chapters, *BESIDE.get(self.chapter, ())])


def bug_mutants() -> list[BugMutant]:
    """Return a mutant for each fault of the catalogue."""
    return [
        BugMutant(id=bug.id, chapter=bug.rules[0].partition(".")[0], rules=bug.rules, bug=bug)
        for bug in BUGS
    ]
