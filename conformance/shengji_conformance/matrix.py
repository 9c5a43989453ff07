"""Reports of several implementations side by side.

Law of this file: there are no percentages. A question is counted by what became of it in each report, and as
not asked where a report does not have it. Cases that are not the same in all reports are not compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import safe

__all__ = ["HOMES", "Answer", "Difference", "Figures", "Matrix", "cases", "matrix", "read_answers"]

#: the name under which rule sets made for single cases are counted together
HOMES = "home-*"
HOME_PREFIX = "home-"
#: statuses are packed, three bits a report; zero stands for a question that the report does not have
STATUSES = (None, *Status)
BITS, MASK = 3, 7
CODES = {status: code for code, status in enumerate(STATUSES)}


@dataclass(frozen=True)
class Figures:
    """What became of some questions in one report."""

    counted: Counter[Status]
    #: that are in another report and not in this one
    absent: int

    @property
    def right(self) -> int:
        """Return how many were answered right."""
        return self.counted[Status.PASS]

    @property
    def wrong(self) -> int:
        """Return how many were answered wrong or not at all."""
        return sum(self.counted[status] for status in FAILING)

    @property
    def open(self) -> int:
        """Return how many were unsupported, not run or not asked."""
        return self.counted[Status.UNSUPPORTED] + self.counted[Status.NOT_RUN] + self.absent


@dataclass(frozen=True)
class Answer:
    """What a report has for a case: the status, and what came where that is wrong."""

    status: Status | None
    got: Any = None
    reason: str = ""


@dataclass
class Difference:
    """A case that one implementation answers right and another wrong, and the variants where it is so."""

    case: str
    rule: str
    question: str
    statuses: Sequence[Status | None]
    variants: list[str]
    expected: Any = None
    #: one for each report; known once the reports were read again
    answers: list[Answer] = field(default_factory=list)


@dataclass
class Matrix:
    """The reports, what they have in common, and where they differ from each other."""

    reports: Sequence[CheckedReport]
    names: Sequence[str]
    by_chapter: Mapping[str, Sequence[Figures]]
    by_variant: Mapping[str, Sequence[Figures]]
    total: Sequence[Figures]
    differences: Sequence[Difference]
    #: cases that are not the same in all reports
    unlike: int
    homes: int

    def by_rule(self) -> dict[str, list[Difference]]:
        """Return the differences by rule, those of most cases first."""
        found: dict[str, list[Difference]] = defaultdict(list)
        for difference in self.differences:
            found[difference.rule].append(difference)
        return dict(sorted(found.items(), key=lambda item: (-cases(item[1]), item[0])))


def cases(of: Iterable[Difference]) -> int:
    """Return how many cases differ; the same case may do so in several ways."""
    return len({one.case for one in of})


def matrix(reports: Sequence[CheckedReport]) -> Matrix:
    """Set reports side by side; what is held of a question is a number."""
    gathered = _Gathered(len(reports))
    for column, report in enumerate(reports):
        for entry in report.results():
            gathered.add(column, entry)
    chapters, variants = gathered.counted()
    total = _sums(list(chapters.values()), len(reports))
    names = list(_names(reports))
    differences = list(gathered.differences())
    homes = sum(variant.startswith(HOME_PREFIX) for variant in gathered.standing)
    unlike = len(gathered.unlike)
    return Matrix(reports, names, chapters, variants, total, differences, unlike, homes)


def read_answers(of: Matrix, differences: Sequence[Difference]) -> None:
    """Read the reports again for what was answered to some cases, under the first variant of each."""
    if not differences:
        return
    wanted = {(one.variants[0], one.case): one for one in differences}
    for one in differences:
        one.answers = [Answer(None) for _ in of.reports]
    for column, report in enumerate(of.reports):
        for entry in report.results():
            found = wanted.get((entry["variant"], entry["id"]))
            if found:
                status, reason = Status(entry["status"]), str(entry.get("reason", ""))
                found.answers[column] = Answer(status, entry.get("got"), reason)
                found.expected = entry.get("expected", found.expected)


def _names(reports: Sequence[CheckedReport]) -> Iterator[str]:
    """Yield a name for each report; with that of the file where two are of the same implementation."""
    times = Counter(report.name for report in reports)
    files = Counter(report.path.name for report in reports)
    for report in reports:
        file = report.path.name if files[report.path.name] == 1 else str(report.path)
        yield report.name if times[report.name] == 1 else f"{report.name} ({safe(file, 60)})"


class _Gathered:
    """What is known of every question, in a number each."""

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self.standing: dict[str, dict[str, int]] = {}
        #: rule, chapter, question and digest of a case
        self._cases: dict[str, tuple[str, str, str, str]] = {}
        self.unlike: set[str] = set()

    def add(self, column: int, entry: Mapping[str, Any]) -> None:
        """Take a result of a report."""
        identity = entry["id"]
        digest = str(entry.get("digest", ""))
        case = (entry["rule"], entry["chapter"], entry["question"], digest)
        known = self._cases.setdefault(identity, case)
        if known[3] != digest:
            self.unlike.add(identity)
        questions = self.standing.setdefault(entry["variant"], {})
        packed, place = questions.get(identity, 0), BITS * column
        if not packed >> place & MASK:  # of a question that stands there twice, the first counts
            questions[identity] = packed | CODES[Status(entry["status"])] << place

    def _statuses(self, packed: int) -> tuple[Status | None, ...]:
        return tuple(STATUSES[packed >> (BITS * n) & MASK] for n in range(self._columns))

    def counted(self) -> tuple[dict[str, Sequence[Figures]], dict[str, Sequence[Figures]]]:
        """Return figures by chapter and by variant."""
        chapters: dict[str, Counter[int]] = defaultdict(Counter)
        variants: dict[str, Counter[int]] = defaultdict(Counter)
        for variant, questions in self.standing.items():
            name = HOMES if variant.startswith(HOME_PREFIX) else variant
            for identity, packed in questions.items():
                chapters[self._cases[identity][1]][packed] += 1
                variants[name][packed] += 1
        ordered = dict(sorted(variants.items(), key=lambda item: item[0] == HOMES))
        return self._figures(chapters), self._figures(ordered)

    def _figures(self, groups: Mapping[str, Counter[int]]) -> dict[str, Sequence[Figures]]:
        found: dict[str, Sequence[Figures]] = {}
        for name, packs in groups.items():
            counted: list[Counter[Status]] = [Counter() for _ in range(self._columns)]
            absent = [0] * self._columns
            for packed, number in packs.items():
                for column, status in enumerate(self._statuses(packed)):
                    if status is None:
                        absent[column] += number
                    else:
                        counted[column][status] += number
            found[name] = [Figures(*pair) for pair in zip(counted, absent, strict=True)]
        return found

    def differences(self) -> Iterator[Difference]:
        """Yield the cases that one implementation answers right and another wrong."""
        found: dict[tuple[str, int], Difference] = {}
        differing: dict[int, bool] = {}
        for variant, questions in self.standing.items():
            for identity, packed in questions.items():
                if packed not in differing:
                    differing[packed] = _differ(self._statuses(packed))
                if not differing[packed] or identity in self.unlike:
                    continue
                if (identity, packed) in found:
                    found[identity, packed].variants.append(variant)
                    continue
                rule, _, question, _ = self._cases[identity]
                statuses = self._statuses(packed)
                found[identity, packed] = Difference(identity, rule, question, statuses, [variant])
        yield from found.values()


def _differ(statuses: Sequence[Status | None]) -> bool:
    return Status.PASS in statuses and any(status in FAILING for status in statuses)


def _sums(rows: Sequence[Sequence[Figures]], columns: int) -> list[Figures]:
    summed = []
    for column in range(columns):
        figures = [row[column] for row in rows]
        counted: Counter[Status] = Counter()
        for one in figures:
            counted.update(one.counted)
        summed.append(Figures(counted, sum(one.absent for one in figures)))
    return summed
