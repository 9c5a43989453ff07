"""
A run: mutants tried, results kept, the time it takes told.

Law of this file: it says which mutants are still to be tried and in which order cases are put to them.
Mutants of one place die of the same cases, so what killed the last ones there is tried first.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tools.mutants.faults import bug_mutants
from tools.mutants.forks import Lost, each
from tools.mutants.options import option_mutants
from tools.mutants.pool import Ask, Pool
from tools.mutants.results import Results
from tools.mutants.tokens import CodeMutant, code_mutants
from tools.mutants.trial import Mutant, Verdict, killers, tried

__all__ = ["Progress", "Run", "mutants_of"]

#: killers of a place that are tried first
RECENT = 12


def mutants_of(kind: str) -> list[Mutant]:
    """Return all mutants of a kind; ModuleNotFoundError where the tool for code mutants is missing."""
    makers: dict[str, Callable[[], Sequence[Mutant]]] = {
        "option": option_mutants,
        "bug": bug_mutants,
        "code": code_mutants,
    }
    return list(makers[kind]())


@dataclass
class Progress:
    """How far a run has come, on standard error."""

    what: str
    total: int
    done: int = 0
    survived: int = 0
    started: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)

    def step(self, *, survived: bool) -> None:
        """Count one more, and tell now and then how long the rest will take."""
        self.done += 1
        self.survived += survived
        now = time.monotonic()
        if now - self.told > 10 or self.done == self.total:  # seconds
            self.told = now
            rest = (now - self.started) / self.done * (self.total - self.done)
            text = f"{self.what}: {self.done}/{self.total}, {self.survived} survive, {clock(rest)} left"
            print(text, file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """Return a time as people say it."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@dataclass
class Run:
    """Mutants of one kind, put to the pool."""

    pool: Pool
    results: Results
    jobs: int = 1
    #: the time (monotonic) after which no further mutant is taken up
    end: float = float("inf")
    _recent: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def todo(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """Return the mutants that have no verdict under the present inputs."""
        return [mutant for mutant in mutants if self.results.now(mutant) is None]

    def run(self, mutants: Sequence[Mutant]) -> bool:
        """Try those that have no verdict yet; return whether all have one then."""
        todo = self.todo(mutants)
        progress = Progress(f"{self.results.kind} mutants", len(todo))
        for mutant, verdict in each(self._in_time(todo), self._tried, self.jobs):
            found = verdict
            if isinstance(found, Lost):
                found = Verdict(killed=True, stuck=True)
            self.results.add(mutant, found)
            self._remember(mutant, found)
            progress.step(survived=not found.killed)
        return not self.todo(mutants)

    def run_kills(self, mutants: Sequence[Mutant], cases: Sequence[str], of: str) -> bool:
        """Find out which of some cases kill each mutant; return whether that is known of all then."""
        places = [self.pool.by_id[case] for case in cases]
        todo = [mutant for mutant in mutants if self.results.kills(mutant, of) is None]
        progress = Progress(f"{self.results.kind} mutants, all their killers", len(todo))

        def asked(mutant: Mutant) -> list[int]:
            return killers(self.pool, mutant, places)

        for mutant, found in each(self._in_time(todo), asked, self.jobs):
            kills = [] if isinstance(found, Lost) else [self.pool.cases[n].id for n in found]
            self.results.add_kills(mutant, kills, of)
            progress.step(survived=not kills)
        return all(self.results.kills(mutant, of) is not None for mutant in mutants)

    def _in_time(self, mutants: Sequence[Mutant]) -> Iterator[Mutant]:
        for mutant in mutants:
            if time.monotonic() > self.end:
                return
            yield mutant

    def _tried(self, mutant: Mutant) -> Verdict:
        return tried(self.pool, mutant, self._first(mutant))

    def _first(self, mutant: Mutant) -> Iterator[Ask]:
        """Yield asks of cases that killed it before, or its like as the runner asks them."""
        hint = self.results.hint(mutant)
        for case in (hint, *reversed(self._recent[self._place(mutant)])):
            if case is not None and case in self.pool.by_id:
                for ask in self.pool.by_case[self.pool.by_id[case]]:
                    if (ask.base or case == hint) and mutant.may(self.pool, ask):
                        yield ask

    def _remember(self, mutant: Mutant, verdict: Verdict) -> None:
        recent = self._recent[self._place(mutant)]
        if verdict.case is not None:
            recent.pop(verdict.case, None)
            recent[verdict.case] = None
            if len(recent) > RECENT:
                del recent[next(iter(recent))]

    @staticmethod
    def _place(mutant: Mutant) -> str:
        """Return what mutants that die of the same cases have in common."""
        return mutant.id.rpartition("-")[0] if isinstance(mutant, CodeMutant) else mutant.chapter
