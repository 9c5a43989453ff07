"""What a report changes in a ledger: new failures, entries that pass now, and those that fail otherwise.

Law of this file: nothing is decided about a question that the report does not have. What a person wrote -
cause, reason, link, day - is never changed; what is new has the cause `unknown`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
from shengji_spec.errors import SpecError
from shengji_spec.yaml_loader import load_text

from shengji_conformance.known import FLAKY
from shengji_conformance.ledger import UNKNOWN, Entry, Ledger
from shengji_conformance.ledger_draft import Draft, flow
from shengji_conformance.ledger_pins import difference, essence, pin
from shengji_conformance.ledger_run import at
from shengji_conformance.ledger_survey import Survey
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import Said, say

__all__ = ["Changes", "Evidence"]

#: an answer longer than this on one line is not pinned
LONGEST_PIN = 1000


class Way(NamedTuple):
    """How a question fails."""

    status: str
    #: the answer as JSON
    got: bytes = b""
    error: str = ""

    def values(self) -> dict[str, Any]:
        """Return what an entry says of it."""
        got = orjson.loads(self.got) if self.got else None
        return {"status": self.status, "got": got, "error": self.error or None}


#: variants by the way in which a case fails under them
Ways = dict[Way, list[str]]


@dataclass
class _Seen:
    """What a report says of the questions of an entry."""

    passing: list[tuple[str, str]] = field(default_factory=list)
    #: as the entry says
    right: list[tuple[str, str]] = field(default_factory=list)
    #: by case: ways other than the entry's
    other: dict[str, Ways] = field(default_factory=dict)
    number: int = 0


class Evidence:
    """A report sorted by the entries of a ledger."""

    def __init__(self, ledger: Ledger, results: Iterable[Mapping[str, Any]]) -> None:
        self.by_entry: dict[int, _Seen] = defaultdict(_Seen)
        #: by case: failures that no entry covers
        self.new: dict[str, Ways] = {}
        for result in results:
            if result["status"] == Status.NOT_RUN:
                continue
            found = ledger(result["id"], result["variant"])
            if found:
                self._add(found[0], result)
            elif result["status"] in FAILING:
                _note(self.new, result)

    def _add(self, entry: Entry, result: Mapping[str, Any]) -> None:
        seen = self.by_entry[entry.number]
        seen.number += 1
        question = result["id"], result["variant"]
        if result["status"] == Status.PASS:
            seen.passing.append(question)
        elif difference(entry, result["status"], result.get("got"), result.get("reason", "")):
            _note(seen.other, result)
        else:
            seen.right.append(question)

    def cases(self) -> set[str]:
        """Return the cases that entries of their own may be written for."""
        found = set(self.new)
        for seen in self.by_entry.values():
            if seen.passing or seen.other:
                found.update(seen.other, (identity for identity, _ in seen.right))
        return found


def _note(cases: dict[str, Ways], result: Mapping[str, Any]) -> None:
    cases.setdefault(result["id"], {}).setdefault(_way(result), []).append(result["variant"])


def _way(result: Mapping[str, Any]) -> Way:
    status = result["status"]
    if status == Status.FAIL:
        return Way(status, _writable(pin(result.get("expected"), result.get("got"))))
    return Way(status, error=essence(result.get("reason", "")) if status == Status.ERROR else "")


def _writable(got: Mapping[str, Any] | None) -> bytes:
    """Return an answer as JSON, if a ledger can say it."""
    text = f"got: {flow(got)}" if got else ""
    if not 0 < len(text) <= LONGEST_PIN:
        return b""
    try:
        same = load_text(text).data == {"got": got}
    except SpecError:
        return b""
    return orjson.dumps(got) if same else b""


class Changes:
    """Changes to a ledger; `draft` has them in the end, `told` what a person should look at."""

    def __init__(self, ledger: Ledger, draft: Draft, evidence: Evidence, survey: Survey) -> None:
        self.added = self.changed = self.removed = 0
        self.told: list[Said] = []
        self._ledger, self._draft, self._survey = ledger, draft, survey
        for entry in ledger.entries:
            seen = evidence.by_entry.get(entry.number, _Seen())
            wider = _also(entry, evidence.new)
            if entry.is_glob and entry.status != FLAKY and (seen.passing or seen.other):
                self._change_glob(entry, seen)
            elif entry.status != FLAKY and (seen.passing or seen.other or wider):
                self._change(entry, seen, wider)
        for identity, ways in evidence.new.items():
            for way, variants in ways.items():
                self._add(identity, way, variants, {"cause": UNKNOWN})

    @property
    def any(self) -> bool:
        """Tell whether there is a change."""
        return bool(self.added or self.changed or self.removed)

    def _tell(self, entry: Entry, key: str, **values: object) -> None:
        self.told.append(at(self._ledger.file, entry, say(key, case=entry.id, **values)))

    def _change(self, entry: Entry, seen: _Seen, wider: Sequence[str]) -> None:
        """Give an entry the variants that fail as it says, take it out, or pin it anew."""
        asked = self._survey.asked_under.get(entry.id, [])
        covered = [variant for variant in asked if entry.matches_variant(variant)]
        covered += [v for _, v in (*seen.passing, *seen.right) if v not in covered]
        ways = seen.other.get(entry.id, {})
        gone = {variant for _, variant in seen.passing}.union(*ways.values())
        kept = [variant for variant in covered if variant not in gone] + [*wider]
        left = iter(ways.items())
        if kept:
            everywhere = set(kept) == set(asked)
            self._draft.change(
                entry.number, {"variant": None if everywhere else _one_or_more(kept)}
            )
            self.changed += 1
        elif ways:
            way, variants = next(left)
            values = way.values()
            if seen.passing or len(ways) > 1:
                values["variant"] = _one_or_more(variants)
            self._draft.change(entry.number, values)
            self.changed += 1
        else:
            self._draft.remove(entry.number)
            self.removed += 1
        for way, variants in left:
            self._add(entry.id, way, variants, _written(entry), entry.number)
        if ways and entry.reason:
            self._tell(entry, "update-repinned")

    def _change_glob(self, entry: Entry, seen: _Seen) -> None:
        """Give each case that still fails an entry of its own, if the report has all that are covered."""
        number = self._survey.by_entry[entry.number].questions
        if seen.number < number:
            self._tell(entry, "update-glob", seen=seen.number, n=number)
            return
        cases = seen.other
        way = Way(entry.status, orjson.dumps(entry.got) if entry.got else b"", entry.error)
        for identity, variant in seen.right:
            cases.setdefault(identity, {}).setdefault(way, []).append(variant)
        self._draft.remove(entry.number, comments=not cases)
        self.removed += 1
        for identity, ways in cases.items():
            for found, variants in ways.items():
                self._add(identity, found, variants, _written(entry), entry.number)

    def _add(
        self,
        identity: str,
        way: Way,
        variants: Sequence[str],
        written: Mapping[str, Any],
        after: int | None = None,
    ) -> None:
        everywhere = set(variants) == set(self._survey.asked_under.get(identity, ()))
        where = {} if everywhere else {"variant": _one_or_more(variants)}
        self._draft.add({"id": identity, **where, **way.values(), **written}, after)
        self.added += 1


def _also(entry: Entry, new: Mapping[str, Ways]) -> list[str]:
    """Take out of the new failures those that an entry would cover if it named their variants."""
    ways = new.get(entry.id, {}) if entry.variants and entry.status != FLAKY else {}
    same = [
        way for way in ways if not difference(entry, way.status, way.values()["got"], way.error)
    ]
    return [variant for way in same for variant in ways.pop(way)]


def _one_or_more(names: Sequence[str]) -> Any:
    return names[0] if len(names) == 1 else [*names]


def _written(entry: Entry) -> dict[str, Any]:
    """Return what a person wrote in an entry."""
    until = str(entry.until) if entry.until else None
    words = {"reason": entry.reason or None, "link": entry.link or None}
    return {"cause": entry.cause, **words, "until": until}
