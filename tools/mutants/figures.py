"""
Figures: how many mutants of each chapter and rule die, from the verdicts.

Law of this file: it counts. A mutant counts once for its chapter, and once for each rule that it is about.
What cannot be killed - an exception of `unobservable.yaml`, a fault that no case can notice, a mutant that is
equivalent - is counted apart and in no total; what nobody has looked at is a survivor like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shengji_spec.values import CHAPTERS

from tools.mutants.faults import BugMutant
from tools.mutants.options import OptionMutant, excuses
from tools.mutants.survivors import Survivor
from tools.mutants.trial import Mutant, Verdict

__all__ = ["Count", "Figures", "excused", "figures"]


@dataclass
class Count:
    """Mutants of one kind, of one chapter or rule."""

    total: int = 0
    killed: int = 0
    #: cannot be killed
    apart: int = 0
    #: killed only under values of options that no published variant or home of the case has
    beyond: int = 0

    def add(self, verdict: Verdict, *, apart: bool) -> None:
        """Count a mutant."""
        if apart:
            self.apart += 1
            return
        self.total += 1
        self.killed += verdict.killed
        self.beyond += verdict.killed and not verdict.base

    def as_row(self) -> dict[str, int]:
        """Return it as the data file has it."""
        row = {"killed": self.killed, "total": self.total}
        return row | {k: v for k, v in (("apart", self.apart), ("beyond", self.beyond)) if v}


@dataclass
class Figures:
    """All counts of one kind."""

    all: Count = field(default_factory=Count)
    chapters: dict[str, Count] = field(default_factory=dict)
    rules: dict[str, Count] = field(default_factory=dict)
    #: mutants that are neither killed nor excused
    survivors: list[str] = field(default_factory=list)

    def as_rows(self) -> dict[str, Any]:
        """Return them as the data file has them."""
        return {
            "all": self.all.as_row(),
            "chapters": {name: count.as_row() for name, count in self.chapters.items()},
            "rules": {name: count.as_row() for name, count in sorted(self.rules.items())},
            "survivors": sorted(self.survivors),
        }


def excused(mutant: Mutant, survivors: Mapping[str, Survivor]) -> bool:
    """Tell whether a mutant is known to be one that nothing can kill."""
    if isinstance(mutant, OptionMutant):
        return (mutant.variant, mutant.option, mutant.value) in excuses()
    if isinstance(mutant, BugMutant):
        return bool(mutant.bug.unobservable)
    known = survivors.get(mutant.id)
    return known is not None and known.verdict == "equivalent"


def figures(found: Iterable[tuple[Mutant, Verdict]], survivors: Mapping[str, Survivor]) -> Figures:
    """Count mutants of one kind; an excuse for a mutant that is killed excuses nothing."""
    result = Figures(chapters={name: Count() for name in (*CHAPTERS, "questions")})
    for mutant, verdict in found:
        apart = not verdict.killed and excused(mutant, survivors)
        counts = [result.all, result.chapters.setdefault(mutant.chapter, Count())]
        counts += [result.rules.setdefault(rule, Count()) for rule in mutant.rules]
        for count in counts:
            count.add(verdict, apart=apart)
        if not verdict.killed and not apart:
            result.survivors.append(mutant.id)
    result.chapters = {k: v for k, v in result.chapters.items() if v.total or v.apart}
    return result
