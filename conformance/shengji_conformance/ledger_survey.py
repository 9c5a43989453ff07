"""A ledger held against the corpus: what its entries cover, and which of them can cover nothing.

Law of this file: only cases and variants count here, never an answer. Cases of every tier are cases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from pathlib import Path

from shengji_conformance.common import Selection
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.ledger import Entry, Ledger, is_glob, read
from shengji_conformance.ledger_run import COUNTED, Reckoning, expired
from shengji_conformance.selection import Selector, plan
from shengji_conformance.words import Said, say

__all__ = ["Coverage", "Survey", "faults", "follower", "held"]


@dataclass
class Coverage:
    """What an entry covers, and where an earlier one covers the same."""

    cases: set[str] = field(default_factory=set)
    questions: int = 0
    first: tuple[Entry, str] | None = None


class Survey:
    """The questions that a ledger speaks of, and those about some more cases."""

    def __init__(
        self,
        corpus: Corpus,
        variants: Sequence[Variant],
        ledger: Ledger,
        more: Iterable[str] = (),
    ) -> None:
        self.corpus = corpus
        self.variants = [variant.id for variant in variants]
        self.by_entry: dict[int, Coverage] = {e.number: Coverage() for e in ledger.entries}
        #: the variants that ask a case which an entry names, or which is one of the others
        self.asked_under: dict[str, list[str]] = defaultdict(list)
        #: cases that entries are about, whether or not they are asked
        self.cases: set[int] = set()
        self._ledger = ledger
        self._named = {e.id for e in ledger.entries if not e.is_glob}.union(more)
        for ask in plan(corpus, variants, _Selector(self), "full"):
            for case in ask.cases(corpus):
                self._add(case["id"], ask.variant.id)

    def selects(self, case: Case) -> bool:
        """Tell whether the ledger is about a case."""
        identity = case["id"]
        entries = self._ledger.of_case(identity)
        self.cases.update(entry.number for entry in entries)
        return bool(entries) or identity in self._named

    def _add(self, identity: str, variant: str) -> None:
        if identity in self._named:
            self.asked_under[identity].append(variant)
        entries = self._ledger(identity, variant)
        for number, entry in enumerate(entries):
            coverage = self.by_entry[entry.number]
            if number:
                coverage.first = coverage.first or (entries[0], identity)
            coverage.questions += 1
            if len(coverage.cases) <= COUNTED:
                coverage.cases.add(identity)


class _Selector(Selector):
    """Selects what a survey is about; that it may be nothing is no mistake of the user."""

    def __init__(self, survey: Survey) -> None:
        super().__init__(())
        self._survey = survey

    def __call__(self, case: Case) -> bool:
        """Tell whether a case is selected."""
        return self._survey.selects(case)


def follower(path: Path, selection: Selection, today: date) -> Reckoning:
    """Return what holds a run against the ledger in a file; raises SpecError."""
    return held(read(path), selection, today)


def held(ledger: Ledger, selection: Selection, today: date) -> Reckoning:
    """Return what holds a run against a ledger."""
    shard = selection.shard
    # Of several shards the first speaks for all.
    if not selection.whole or (shard and shard.number > 1):
        return Reckoning(ledger, today)

    def unmet(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Said]]:
        return faults(Survey(selection.corpus, selection.variants, ledger), entries, today)

    return Reckoning(ledger, today, unmet)


def faults(survey: Survey, entries: Sequence[Entry], today: date) -> Iterator[tuple[Entry, Said]]:
    """Yield what is wrong with entries, each with its sentences."""
    stale = any(entry.number not in survey.cases for entry in entries)
    # The names of generated cases are too many, and none is remembered by anybody.
    names = [case["id"] for _, _, case in survey.corpus.scan()] if stale else []
    for entry in entries:
        for said in _faults(survey, entry, names, today):
            yield entry, said


def _faults(survey: Survey, entry: Entry, names: Sequence[str], today: date) -> Iterator[Said]:
    coverage = survey.by_entry[entry.number]
    unknown = [name for name in entry.variants if not _is_variant(name, survey.variants)]
    if entry.number not in survey.cases:
        version = survey.corpus.version
        yield _unknown("ledger-stale", entry.id, names, case=entry.id, corpus=version)
    elif unknown:
        for name in unknown:
            yield _unknown("ledger-no-variant", name, survey.variants, variant=name)
    elif not coverage.questions:
        under = ", ".join(entry.variants)
        yield say("ledger-unused", case=entry.id, variant=under or "—")
    elif coverage.first:
        yield say("ledger-duplicate", case=coverage.first[1], first=coverage.first[0].line)
    if entry.expired(today):
        yield expired(entry)


def _is_variant(name: str, variants: Sequence[str]) -> bool:
    return is_glob(name) or name in variants


def _unknown(key: str, found: str, known: Sequence[str], **values: object) -> Said:
    near = get_close_matches(found, known, n=1, cutoff=0.6)
    return say(f"{key}-but", **values, near=near[0]) if near else say(key, **values)
