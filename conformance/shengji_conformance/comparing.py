"""Two reports of the same questions, held against each other.

Law of this file: every question that stands otherwise in one report than in the other is of exactly one kind,
and only an answer that was wrong and is right, to a case that stayed as it was, is a fix.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import orjson

from shengji_conformance.verdicts import Status

__all__ = ["LISTED", "REGRESSIONS", "Change", "Comparison", "Kind", "Side", "compare"]


#: a result as it stands in a report
Entry = Mapping[str, Any]


class Kind(StrEnum):
    """What became of a question between two reports; the most important first."""

    REGRESSION = "regression"
    LOST = "lost"
    CASE_CHANGED = "case-changed"
    NEWLY_WRONG = "newly-wrong"
    NEW_WRONG = "new-wrong"
    OTHERWISE_WRONG = "otherwise-wrong"
    UNANSWERED = "unanswered"
    REMOVED_WRONG = "removed-wrong"
    FIXED = "fixed"
    NEWLY_RIGHT = "newly-right"
    MOVED = "moved"
    #: from here on, counted alone
    NEW = "new"
    REMOVED = "removed"
    STILL_RIGHT = "still-right"
    STILL_WRONG = "still-wrong"
    STILL_UNANSWERED = "still-unanswered"


REGRESSIONS = (Kind.REGRESSION, Kind.LOST)
COUNTED = list(Kind)[list(Kind).index(Kind.NEW) :]
LISTED = [kind for kind in Kind if kind not in COUNTED]
STANDING = {
    Status.PASS: "right",
    Status.FAIL: "wrong",
    Status.ERROR: "wrong",
    Status.UNSUPPORTED: "open",
    Status.NOT_RUN: "open",
}
#: by how a question stands before and after; where it is not in a report, nothing
KINDS = {
    ("right", "right"): Kind.STILL_RIGHT,
    ("right", "wrong"): Kind.REGRESSION,
    ("right", "open"): Kind.LOST,
    ("right", ""): Kind.REMOVED,
    ("wrong", "right"): Kind.FIXED,
    ("wrong", "wrong"): Kind.OTHERWISE_WRONG,
    ("wrong", "open"): Kind.UNANSWERED,
    ("wrong", ""): Kind.REMOVED_WRONG,
    ("open", "right"): Kind.NEWLY_RIGHT,
    ("open", "wrong"): Kind.NEWLY_WRONG,
    ("open", "open"): Kind.MOVED,
    ("open", ""): Kind.REMOVED,
    ("", "right"): Kind.NEW,
    ("", "wrong"): Kind.NEW_WRONG,
    ("", "open"): Kind.NEW,
}
#: what a changed case explains
OF_THE_CASE = (Kind.REGRESSION, Kind.FIXED, Kind.OTHERWISE_WRONG)
#: longer answers are cut; a digest of the rest still tells them apart
LONGEST_ANSWER = 2000


@dataclass(frozen=True, slots=True)
class Side:
    """A question in one of the reports."""

    status: Status
    #: of the case; empty in a report that has none
    digest: str
    #: what was answered, as JSON
    answer: bytes = b""
    #: why there is no answer
    reason: str = ""
    expected: bytes = b""
    #: cause and reason that the ledger of the run had for it
    known: str = ""


@dataclass
class Change:
    """A case that stands otherwise, the first question of it, and the variants where it does so likewise."""

    kind: Kind
    case: str
    rule: str
    question: str
    before: Side | None
    after: Side | None
    variants: list[str]


@dataclass
class Comparison:
    """All changes by kind, with counts of questions."""

    counts: Counter[Kind] = field(default_factory=Counter)
    changes: dict[tuple[object, ...], Change] = field(default_factory=dict)
    #: cases of another position or another right answer
    changed_cases: set[str] = field(default_factory=set)
    #: those of them that are answered right, before and after
    changed_right: set[str] = field(default_factory=set)
    #: whether some question has no digest, so that nobody knows
    undigested: bool = False

    def of(self, kind: Kind) -> list[Change]:
        """Return the changes of a kind."""
        return [change for change in self.changes.values() if change.kind is kind]

    @property
    def regressed(self) -> bool:
        """Tell whether what was right is so no longer."""
        return any(self.counts[kind] for kind in REGRESSIONS)

    def add(self, entry: Entry, before: Side | None, after: Side | None) -> None:
        """Take in a question."""
        kind = _kind(before, after)
        self.counts[kind] += 1
        if before and after:
            self._add_case(entry["id"], kind, before, after)
        if kind in COUNTED:
            return
        key = (kind, entry["id"], before, after)
        if key in self.changes:
            self.changes[key].variants.append(entry["variant"])
        else:
            names = (entry["id"], entry["rule"], entry["question"])
            self.changes[key] = Change(kind, *names, before, after, [entry["variant"]])

    def _add_case(self, identity: str, kind: Kind, before: Side, after: Side) -> None:
        if _is_changed(before, after):
            self.changed_cases.add(identity)
            if kind is Kind.STILL_RIGHT:
                self.changed_right.add(identity)
        elif not before.digest or not after.digest:
            self.undigested = True


def compare(earlier: Iterable[Entry], later: Iterable[Entry]) -> Comparison:
    """Compare two reports; the earlier is held in memory, the later is read as it comes."""
    compared, known = Comparison(), _held(earlier)
    for entry in later:
        held = known.get(entry["variant"], {}).pop(entry["id"], None)
        compared.add(entry, held[0] if held else None, _side(entry))
    for variant, left in known.items():
        for identity, held in left.items():
            names = {"id": identity, "variant": variant, "rule": held[1], "question": held[2]}
            compared.add(names, held[0], None)
    return compared


#: a side, the rule and the question of its case
Held = tuple[Side, str, str]


def _held(entries: Iterable[Entry]) -> dict[str, dict[str, Held]]:
    """Return a report by variant and case; what many questions have in common is held once."""
    known: dict[str, dict[str, Held]] = {}
    same: dict[object, Held] = {}
    names: dict[str, str] = {}
    for entry in entries:
        side = _side(entry)
        held = (side, entry["rule"], entry["question"])
        held = same.setdefault(held, held)
        identity = names.setdefault(entry["id"], entry["id"])
        known.setdefault(entry["variant"], {})[identity] = held
    return known


def _side(entry: Entry) -> Side:
    status = Status(entry["status"])
    digest = str(entry.get("digest", ""))
    if status is Status.PASS:
        return Side(status, digest)
    expected = _short(entry["expected"]) if "expected" in entry else b""
    if "got" in entry:
        return Side(status, digest, _short(entry["got"]), "", expected, _known(entry))
    # The first line alone: an adapter's last words are never twice the same.
    reason = str(entry.get("reason", "")).partition("\n")[0]
    return Side(status, digest, b"", reason, expected, _known(entry))


def _known(entry: Entry) -> str:
    known = entry.get("known")
    if not isinstance(known, Mapping) or known.get("fault"):
        return ""
    return ": ".join(str(known[key]) for key in ("cause", "reason") if known.get(key))


def _short(answer: object) -> bytes:
    data = orjson.dumps(answer, option=orjson.OPT_SORT_KEYS)
    if len(data) <= LONGEST_ANSWER:
        return data
    return data[:LONGEST_ANSWER] + f"… {zlib.crc32(data):08x}".encode()


def _is_changed(before: Side, after: Side) -> bool:
    return bool(before.digest and after.digest and before.digest != after.digest)


def _kind(before: Side | None, after: Side | None) -> Kind:
    kind = KINDS[_standing(before), _standing(after)]
    if before and after:
        if kind is Kind.MOVED and before.status is after.status:
            return Kind.STILL_UNANSWERED
        if kind in OF_THE_CASE and _is_changed(before, after):
            return Kind.CASE_CHANGED
        if kind is Kind.OTHERWISE_WRONG and _same(before, after):
            return Kind.STILL_WRONG
    return kind


def _same(before: Side, after: Side) -> bool:
    one, other = ((side.status, side.answer, side.reason) for side in (before, after))
    return one == other


def _standing(side: Side | None) -> str:
    return STANDING[side.status] if side else ""
