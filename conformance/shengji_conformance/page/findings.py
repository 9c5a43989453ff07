"""What a page keeps of a run: counts, and the failing cases with the answers that came.

Law of this file: what is kept is bounded, whatever fails and however long its answers are. Of what is left
out the number is kept, so that the page can say so.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from shengji_conformance.corpus import Case
from shengji_conformance.verdicts import FAILING, Result, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Answer", "Finding", "Findings", "Limits"]

#: the longest answer that is kept as it came, in bytes of JSON
LONGEST_ANSWER = 20_000


@dataclass(frozen=True)
class Limits:
    """How much of what fails is kept."""

    #: cases drawn in full, in all and of one rule
    drawn: int = 600
    of_a_rule: int = 25
    #: of them, those that a ledger expects to fail
    known: int = 150
    #: further cases that are named
    named: int = 5000
    #: different answers to one case, and variants under which one of them came
    answers: int = 4


@dataclass
class Answer:
    """An answer and the variants under which it came."""

    result: Result
    variants: list[str]


@dataclass
class Finding:
    """A failing case."""

    case: Case
    answers: list[Answer] = field(default_factory=list)
    #: variants under which it failed in yet other ways
    others: list[str] = field(default_factory=list)

    @property
    def known(self) -> bool:
        """Tell whether a ledger expects all of it."""
        return not self.others and all(one.result.excused for one in self.answers)

    @property
    def variants(self) -> list[str]:
        """Return all variants under which it failed."""
        return [name for one in self.answers for name in one.variants] + self.others


class Findings:
    """Takes results one by one."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        #: by variant, rule and status
        self.counts: Counter[tuple[str, str, Status]] = Counter()
        self.chapter_of: dict[str, str] = {}
        self.drawn: dict[str, Finding] = {}
        #: of the failing results, those that a ledger expects
        self.known: Counter[tuple[str, str]] = Counter()
        #: cases that are only named, with their status
        self.named: dict[str, Status] = {}
        self._of_rule: Counter[tuple[str, bool]] = Counter()
        self._known_cases = 0

    def __call__(self, result: Result) -> None:
        """Count a result, and keep it if it failed and there is room."""
        case, status = result.question.case, result.status
        rule = case["rule"]
        self.counts[result.question.variant, rule, status] += 1
        self.chapter_of.setdefault(rule, case["chapter"])
        if status in FAILING:
            if result.excused:
                self.known[result.question.variant, rule] += 1
            self._keep(result, case, rule)

    def _keep(self, result: Result, case: Case, rule: str) -> None:
        identity, limits = case["id"], self.limits
        finding = self.drawn.get(identity)
        if finding is None:
            if identity in self.named:
                return
            if not self._has_room(rule, known=result.excused):
                if len(self.named) < limits.named:
                    self.named[identity] = result.status
                return
            self._of_rule[rule, result.excused] += 1
            self._known_cases += result.excused
            finding = self.drawn[identity] = Finding(case)
        _add(finding, _short(result), limits.answers)

    def _has_room(self, rule: str, *, known: bool) -> bool:
        limits = self.limits
        if len(self.drawn) >= limits.drawn or (known and self._known_cases >= limits.known):
            return False
        return self._of_rule[rule, known] < limits.of_a_rule


def _add(finding: Finding, result: Result, most: int) -> None:
    """Add an answer to those of the same case; one that came before is not kept twice."""
    variant = result.question.variant
    for one in finding.answers:
        if _same(one.result, result):
            one.variants.append(variant)
            return
    if len(finding.answers) < most:
        finding.answers.append(Answer(result, [variant]))
    else:
        finding.others.append(variant)


def _same(one: Result, other: Result) -> bool:
    return (
        one.status is other.status
        and _spelt(one.got) == _spelt(other.got)
        and str(one.why) == str(other.why)
        and one.known == other.known
    )


def _spelt(got: Any) -> bytes:
    return orjson.dumps(got, option=orjson.OPT_SORT_KEYS)


def _short(result: Result) -> Result:
    """Return a result whose answer is not too long to keep."""
    if result.got is None:
        return result
    spelt = orjson.dumps(result.got)
    if len(spelt) <= LONGEST_ANSWER:
        return result
    cut = safe(spelt[:LONGEST_ANSWER].decode(errors="replace"), 200)
    why: Said = say("page-answer-too-long", n=len(spelt), text=cut)
    return replace(result, why=why, got=None)
