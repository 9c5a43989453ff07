"""What is to be said of a comparison of two reports.

Law of this file: the sentence, the exit code and the rows of a change are decided here; how they look is
decided in `comparison_output`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import orjson

from shengji_conformance.answers import answer
from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.closing import Exit
from shengji_conformance.comparing import LISTED, REGRESSIONS, Change, Comparison, Kind, Side
from shengji_conformance.explain import Row
from shengji_conformance.words import Said, safe, say

__all__ = ["View"]

#: kinds of questions that stand in one report alone
APART = (Kind.NEW, Kind.NEW_WRONG, Kind.REMOVED, Kind.REMOVED_WRONG)


@dataclass(frozen=True)
class View:
    """A comparison in one language, with so many cases of a kind."""

    before: CheckedReport
    after: CheckedReport
    compared: Comparison
    language: str
    show: int

    def end(self) -> tuple[Exit, Said]:
        """Return the exit code and the sentence that explains it."""
        changes, counts = self.compared, self.compared.counts
        if not sum(counts.values()) - sum(counts[kind] for kind in APART):
            return Exit.BAD, say("end-compare-apart")
        kinds = REGRESSIONS if changes.regressed else LISTED
        questions = sum(counts[kind] for kind in kinds)
        cases = {change.case for kind in kinds for change in changes.of(kind)}
        if changes.regressed:
            return Exit.BAD, say("end-compare-regressed", n=questions, cases=len(cases))
        if not questions:
            return Exit.GOOD, say("end-compare-same")
        return Exit.GOOD, say("end-compare-changed", n=questions, cases=len(cases))

    def facts(self) -> Iterator[Said]:
        """Yield what was compared."""
        for report in (self.before, self.after):
            yield say(
                "compare-facts",
                file=safe(report.path.name),
                name=report.name,
                corpus=safe(report.header["corpus"]),
                tier=report.header.get("tier", "?"),
                n=sum(report.header["counts"].values()),
                started=safe(report.header["started"]),
            )

    def remarks(self) -> Iterator[Said]:
        """Yield what a reader should know before believing the rest."""
        reports = (self.before, self.after)
        names = [(report.header["implementation"] or {}).get("name") for report in reports]
        if None not in names and names[0] != names[1]:
            before, after = (report.name for report in reports)
            yield say("compare-implementations", before=before, after=after)
        if len({bool(report.header.get("strict")) for report in reports}) > 1:
            yield say("compare-strict")
        corpora = {report.header["corpus"] for report in reports}
        if len(corpora) > 1 and self.compared.undigested:
            yield say("compare-no-digests")
        for report, other in (reports, reports[::-1]):
            alone = set(report.header["variants"]) - set(other.header["variants"])
            if alone:
                listed = safe(", ".join(sorted(alone)), 100)
                yield say("compare-only-in", file=safe(report.path.name), variants=listed)
        for report in reports:
            if report.header.get("stopped"):
                why = safe(str(report.header["stopped"]).partition("\n")[0])
                yield say("compare-stopped", file=safe(report.path.name), why=why)
        if self.compared.changed_right:
            yield say("compare-changed-right", n=len(self.compared.changed_right))

    def rows(self, change: Change) -> list[Row]:
        """Return what is to be said of a change."""
        before, after = change.before, change.after
        rows = [
            self._row("row-under", safe(", ".join(change.variants), 200)),
            self._row("compare-change", self.moved(change)),
        ]
        for side in (after, before):
            if side and side.expected:
                rows.append(self._row("compare-expected", self._told(side.expected, change)))
                break
        for key, side in (("compare-before", before), ("compare-now", after)):
            if side and (side.answer or side.reason):
                told = self._told(side.answer, change) if side.answer else safe(side.reason)
                rows.append(self._row(key, told, "bad"))
        if after and after.known:
            rows.append(self._row("row-ledger", safe(after.known)))
        return rows

    def moved(self, change: Change) -> str:
        """Return from which status to which a change is."""
        sides = {"before": _standing(change.before), "after": _standing(change.after)}
        return self.say("compare-moves", **sides)

    def _row(self, key: str, line: str, kind: str = "") -> Row:
        return Row(self.say(key), [line], kind)

    def _told(self, data: bytes, change: Change) -> str:
        try:
            found = orjson.loads(data)
        except orjson.JSONDecodeError:
            return safe(data.decode("utf-8", "replace"))
        return safe(answer(found, self.language, change.question))

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the reader's language."""
        return say(key, **values).in_(self.language)


def _standing(side: Side | None) -> Said:
    return say(f"status-{side.status}") if side else say("compare-absent")
