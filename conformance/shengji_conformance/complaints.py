"""Complaints: breaches of the protocol that are nobody's wrong answer.

Law of this file: every kind of complaint is said once, with its count and its first occurrence, however
often it happens.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shengji_conformance.words import Said, say

__all__ = ["Complaint", "Complaints"]


@dataclass
class Complaint:
    """A kind of breach, how often it happened, and the first time in words."""

    said: Said
    count: int = 1


@dataclass
class Complaints:
    """All complaints of a run; `grave` ones keep it from being a success, remarks do not."""

    grave: dict[str, Complaint] = field(default_factory=dict)
    remarks: dict[str, Complaint] = field(default_factory=dict)

    def add(self, key: str, **values: object) -> None:
        """Note a breach of the protocol."""
        _count(self.grave, key, values)

    def remark(self, key: str, **values: object) -> None:
        """Note something that an author would want to know, and that is no breach."""
        _count(self.remarks, key, values)

    def listed(self) -> list[dict[str, Any]]:
        """Return all of them as a report's header has them."""
        kinds = ((True, self.grave), (False, self.remarks))
        return [
            {"kind": kind, "grave": grave, "count": one.count, "said": str(one.said)}
            for grave, complaints in kinds
            for kind, one in complaints.items()
        ]

    def take_up(self, listed: object) -> None:
        """Add those of a report's header."""
        for entry in listed if isinstance(listed, list) else ():
            kinds = self.grave if entry["grave"] else self.remarks
            if entry["kind"] in kinds:
                kinds[entry["kind"]].count += entry["count"]
            else:
                said = say("as-told", text=entry["said"])
                kinds[entry["kind"]] = Complaint(said, entry["count"])

    def sentences(self) -> list[Said]:
        """Return all of them, the grave first."""
        every = [*self.grave.values(), *self.remarks.values()]
        return [
            complaint.said
            if complaint.count == 1
            else say("times", said=complaint.said, n=complaint.count)
            for complaint in every
        ]


def _count(kinds: dict[str, Complaint], key: str, values: dict[str, object]) -> None:
    if key in kinds:
        kinds[key].count += 1
    else:
        kinds[key] = Complaint(say(key, **values))
