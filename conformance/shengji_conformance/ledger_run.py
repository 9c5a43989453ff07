"""A run held against its ledger: results are marked, and entries that do not fit are told of at the end.

Law of this file: every fault is a sentence of one entry, however many questions show it, and what is kept of
an entry does not grow with them. A mark depends on its question alone. An entry is judged where a question
of it was asked; one that no question met is judged by the corpus, and only where the whole of it was to be
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from shengji_conformance.known import FLAKY, LedgerFacts
from shengji_conformance.ledger import UNKNOWN, Entry, Ledger
from shengji_conformance.ledger_pins import difference
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, say

__all__ = ["Reckoning", "at", "expired", "notes_on"]

#: says what is wrong with entries that no question met
Unmet = Callable[[Sequence[Entry]], Iterable[tuple[Entry, Said]]]

#: cases of an entry that are counted, and those that are listed
COUNTED, LISTED = 1000, 4


@dataclass
class _Record:
    """What a run has shown of an entry."""

    cases: set[str] = field(default_factory=set)
    #: how many questions went as the entry says
    right: int = 0
    passing: set[str] = field(default_factory=set)
    #: the first variants under which it passed
    passing_under: list[str] = field(default_factory=list)
    differing: int = 0
    #: the first way in which it failed otherwise: case, variant and how
    other: tuple[str, str, Said] | None = None
    #: an entry before it that covers the same, and a case of both
    first: tuple[Entry, str] | None = None


class Reckoning:
    """Takes the results of a run before anybody else, and marks those that the ledger speaks of."""

    def __init__(self, ledger: Ledger, today: date, unmet: Unmet | None = None) -> None:
        self._ledger, self._today, self._unmet = ledger, today, unmet
        self._about = ledger.of_case
        self._records: dict[int, _Record] = {}

    def __call__(self, result: Result) -> None:
        """Mark a result, if the ledger speaks of it."""
        identity = result.question.case["id"]
        if not self._about(identity):
            return
        found = self._ledger(identity, result.question.variant)
        if not found or result.status is Status.NOT_RUN:
            return
        entry = found[0]
        for other in found[1:]:
            record = self._record(other, identity)
            record.first = record.first or (entry, identity)
        self._judge(entry, result, self._record(entry, identity))

    def _record(self, entry: Entry, identity: str) -> _Record:
        record = self._records.setdefault(entry.number, _Record())
        if len(record.cases) <= COUNTED:
            record.cases.add(identity)
        return record

    def _judge(self, entry: Entry, result: Result, record: _Record) -> None:
        fault = self._fault(entry, result)
        result.known = replace(entry.known, fault=fault) if fault else entry.known
        identity, variant = result.question.case["id"], result.question.variant
        if fault is None:
            record.right += 1
        elif fault.key == "ledger-passes":
            if len(record.passing) <= COUNTED:
                record.passing.add(identity)
            if len(record.passing_under) <= LISTED:
                record.passing_under.append(variant)
        elif fault.key != "ledger-over":
            record.differing += 1
            record.other = record.other or (identity, variant, fault)

    def _fault(self, entry: Entry, result: Result) -> Said | None:
        """Return how a result differs from its entry, if it does."""
        if result.status is Status.PASS:
            if entry.status == FLAKY:
                return None
            return say("ledger-passes", expected=say(f"status-{entry.status}"))
        if entry.expired(self._today):
            return say("ledger-over", until=str(entry.until))
        return difference(entry, result.status, result.got, str(result.why or ""))

    def facts(self) -> LedgerFacts:
        """Return what there is to say."""
        entries, file = self._ledger.entries, self._ledger.file
        unmet = [entry for entry in entries if entry.number not in self._records]
        found = [*self._unmet(unmet)] if self._unmet and unmet else []
        for entry in entries:
            if record := self._records.get(entry.number):
                found += [(entry, said) for said in self._sentences(entry, record)]
        found.sort(key=lambda pair: pair[0].number)
        faults = [at(file, entry, said) for entry, said in found]
        met = {number: len(record.cases) for number, record in self._records.items()}
        return LedgerFacts(file, len(entries), faults, [*notes_on(self._ledger, met)])

    def _sentences(self, entry: Entry, record: _Record) -> Iterator[Said]:
        """Yield what is wrong with an entry."""
        if record.first:
            yield say("ledger-duplicate", case=record.first[1], first=record.first[0].line)
        if record.passing:
            yield _mended(entry, record)
        elif record.cases and entry.expired(self._today):
            yield expired(entry)
        if record.other:
            identity, variant, how = record.other
            said = say("ledger-differs", case=identity, variant=variant, how=how)
            more = record.differing - 1
            yield say("ledger-differs-more", said=said, n=more) if more else said


def _mended(entry: Entry, record: _Record) -> Said:
    """Return the sentence about an entry some of whose questions pass."""
    everywhere = not (record.right or record.differing)
    if entry.is_glob and len(record.cases) > 1:
        if everywhere and record.passing == record.cases:
            return say("ledger-mended-all", case=entry.id, n=len(record.cases))
        return say(
            "ledger-mended-some", case=entry.id, n=len(record.cases), passing=_passing(record)
        )
    identity = next(iter(record.passing))
    if everywhere:
        return say("ledger-mended", case=identity)
    return say("ledger-mended-under", case=identity, passing=_listed(record.passing_under))


def _passing(record: _Record) -> Said:
    listed = _listed(sorted(record.passing))
    if len(record.passing) == 1:
        return say("ledger-passing-one", listed=listed)
    return say("ledger-passing", n=len(record.passing), listed=listed)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")


def at(file: str, entry: Entry, said: Said) -> Said:
    """Return a sentence about an entry, with its place."""
    return say("ledger-at", place=f"{file}:{entry.line}", said=said)


def expired(entry: Entry) -> Said:
    """Return the sentence about an entry whose last day is over."""
    cause = say(f"cause-{entry.cause}")
    return say("ledger-expired", case=entry.id, until=str(entry.until), cause=cause)


def notes_on(ledger: Ledger, covered: Mapping[int, int]) -> Iterator[Said]:
    """Yield what an author would want to know: globs that excuse many cases, and what is unexplained."""
    for entry in ledger.entries:
        number = covered.get(entry.number, 0)
        if entry.is_glob and number > COUNTED:
            yield at(ledger.file, entry, say("ledger-covers-many", case=entry.id, n=COUNTED))
        elif entry.is_glob and number > 1:
            yield at(ledger.file, entry, say("ledger-covers", case=entry.id, n=number))
    lines = [str(entry.line) for entry in ledger.entries if entry.cause == UNKNOWN]
    if lines:
        listed = _listed(lines)
        where = (
            say("ledger-line", n=listed) if len(lines) == 1 else say("ledger-lines", listed=listed)
        )
        said = say("ledger-unexplained", n=len(lines), lines=where)
        yield say("ledger-at", place=ledger.file, said=said)
