"""
Findings: what an examination comes to.

Law of this file: values and what they say of the whole; who finds what is told in `exam` and `verdict`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from shengji_conformance.corpus import Variant
from shengji_conformance.doctor.diagnosis import Diagnosis, Observed
from shengji_conformance.words import Said, say

__all__ = ["Exam", "Finding", "Mark"]


class Mark(StrEnum):
    """How a step went."""

    GOOD = "good"
    BAD = "bad"
    #: not as it should be, though a run puts up with it
    NOTE = "note"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Finding:
    """A step, how it went, and what to change."""

    mark: Mark
    said: Said
    advice: Said | None = None
    #: what else was seen
    more: Sequence[Said] = ()
    #: what it is about, if `said` says more than that
    what: Said | None = None
    #: it may be the consequence of a mistake that is named further down
    weak: bool = False


@dataclass
class Exam:
    """All findings, in the order in which they are told."""

    findings: list[Finding] = field(default_factory=list)
    variant: Variant | None = None
    observed: list[Observed] = field(default_factory=list)
    diagnosis: Diagnosis | None = None
    unsupported: list[str] = field(default_factory=list)

    def good(self, key: str, **values: object) -> None:
        """Note a step that went well."""
        self.findings.append(Finding(Mark.GOOD, say(key, **values)))

    def bad(
        self, said: Said, advice: str, *more: Said, note: bool = False, weak: bool = False
    ) -> None:
        """Note a step that went wrong, and the sentence of the catalogue that says what to change."""
        mark = Mark.NOTE if note else Mark.BAD
        self.findings.append(Finding(mark, said, say(advice), more, weak=weak))

    @property
    def first(self) -> Finding | None:
        """Return what is to be fixed first: a mistake rather than its consequence."""
        bad = [finding for finding in self.findings if finding.mark is Mark.BAD]
        return next((finding for finding in bad if not finding.weak), next(iter(bad), None))

    @property
    def healthy(self) -> bool:
        """Tell whether there is nothing to fix."""
        return all(finding.mark is not Mark.BAD for finding in self.findings)
