"""Counts of a run, and the few results that are shown in full.

Law of this file: what is kept does not grow with the number of questions that passed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from shengji_conformance.known import FLAKY, Known
from shengji_conformance.selection import Ask
from shengji_conformance.verdicts import FAILING, Result, Status
from shengji_conformance.words import Said, say

__all__ = [
    "REASONS_SHOWN",
    "InOrder",
    "KnownCounts",
    "Problem",
    "Tally",
    "known_by_variant",
    "rows_by_variant",
]

REASONS_KEPT = 200
REASONS_SHOWN = 8


class InOrder:
    """Passes results on in the order of their questions, whatever the order of the answers."""

    def __init__(
        self, sinks: Sequence[Callable[[Result], None]], after: Callable[[], None]
    ) -> None:
        self._sinks, self._after = sinks, after
        self._waiting: dict[int, Result] = {}
        self._next = 0

    def awaited(self) -> int:
        """Return the turn of the oldest result that has not come."""
        return self._next

    def __call__(self, results: Sequence[Result]) -> None:
        """Take results, and pass on all whose turn it is."""
        for result in results:
            self._waiting[result.question.turn] = result
        waiting, sinks = self._waiting, self._sinks
        while (result_ := waiting.pop(self._next, None)) is not None:
            self._next += 1
            for sink in sinks:
                sink(result_)
        self._after()


@dataclass
class Problem:
    """A case that failed, the first result of it, and all variants under which it did so."""

    first: Result
    variants: list[str]


@dataclass
class KnownCounts:
    """What failed as the ledger says, and how its flaky questions went."""

    by_status: Counter[Status] = field(default_factory=Counter)
    by_variant: Counter[str] = field(default_factory=Counter)
    by_chapter: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    cases: set[str] = field(default_factory=set)
    flaky: Counter[Status] = field(default_factory=Counter)

    def __call__(self, result: Result, known: Known) -> None:
        """Count a result of which the ledger speaks."""
        if known.status == FLAKY:
            self.flaky[result.status] += 1
        if result.excused:
            case = result.question.case
            self.by_status[result.status] += 1
            self.by_variant[result.question.variant] += 1
            self.by_chapter[case["chapter"]] += 1
            self.causes[known.cause] += 1
            self.cases.add(case["id"])

    def total(self) -> int:
        """Return how many questions failed as the ledger says."""
        return self.by_status.total()

    def sentences(self, file: str, language: str) -> Iterator[Said]:
        """Yield what failed as the ledger says, by its causes, and how its flaky questions went."""
        if self.causes:
            listed = self.causes.most_common()
            parts = [say("ledger-cause", cause=say(f"cause-{c}"), n=n) for c, n in listed]
            causes = ", ".join(part.in_(language) for part in parts)
            cases = len(self.cases)
            yield say("ledger-known", file=file, n=self.total(), cases=cases, causes=causes)
        if self.flaky:
            passed = self.flaky[Status.PASS]
            failed = self.flaky.total() - passed
            yield say("ledger-flaky", file=file, passed=passed, failed=failed)


@dataclass
class Tally:
    """Counts by variant and chapter, reasons, and the first failing cases."""

    keep: int = 10
    by_variant: dict[str, Counter[Status]] = field(default_factory=lambda: defaultdict(Counter))
    by_chapter: dict[str, Counter[Status]] = field(default_factory=lambda: defaultdict(Counter))
    problems: dict[str, Problem] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)
    #: why questions were unsupported or not run
    reasons: Counter[tuple[Status, str]] = field(default_factory=Counter)
    said: dict[str, Said] = field(default_factory=dict)
    #: of the failing results, those that the ledger expects
    known: KnownCounts = field(default_factory=KnownCounts)

    def __call__(self, result: Result) -> None:
        """Count a result."""
        case, status = result.question.case, result.status
        self.by_variant[result.question.variant][status] += 1
        self.by_chapter[case["chapter"]][status] += 1
        if result.known:
            self.known(result, result.known)
        if status is Status.PASS:
            return
        if status in FAILING:
            if not result.excused:
                self._keep(result)
        elif result.why and len(self.reasons) < REASONS_KEPT:
            text = str(result.why)
            self.reasons[status, text] += 1
            self.said.setdefault(text, result.why)

    def _keep(self, result: Result) -> None:
        identity = result.question.case["id"]
        self.failing.add(identity)
        if identity in self.problems:
            self.problems[identity].variants.append(result.question.variant)
        elif len(self.problems) < self.keep:
            self.problems[identity] = Problem(result, [result.question.variant])

    @property
    def total(self) -> Counter[Status]:
        """Return the counts of all variants together."""
        return sum(self.by_variant.values(), Counter())

    def told_reasons(self, language: str) -> list[tuple[Status, Said]]:
        """Return the commonest reasons why questions were unsupported or not run, as sentences of a line."""
        told = []
        for (status, text), number in self.reasons.most_common(REASONS_SHOWN):
            why = self.said[text].in_(language).splitlines()[0]
            told.append((status, say("reason", status=say(f"status-{status}"), n=number, why=why)))
        return told


def rows_by_variant(
    asks: Sequence[Ask], tally: Tally, homes_name: str
) -> list[tuple[str, Counter[Status]]]:
    """Return a row for each variant; homes share one unless they are all there is."""
    homes = [ask for ask in asks if ask.variant.home]
    single = len(homes) == len(asks) <= REASONS_SHOWN or len(homes) == 1
    rows = [
        (ask.variant.id, tally.by_variant[ask.variant.id])
        for ask in asks
        if single or not ask.variant.home
    ]
    if homes and not single:
        counted = sum((tally.by_variant[ask.variant.id] for ask in homes), Counter[Status]())
        rows.append((homes_name.format(n=len(homes)), counted))
    return rows


def known_by_variant(asks: Sequence[Ask], tally: Tally, homes_name: str) -> Counter[str]:
    """Return by the labels of such rows how many questions failed as the ledger says."""
    known = tally.known.by_variant.copy()
    homes = [ask.variant.id for ask in asks if ask.variant.home]
    known[homes_name.format(n=len(homes))] = sum(known[name] for name in homes)
    return known
