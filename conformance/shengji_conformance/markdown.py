"""The report for a CI's summary page: Markdown, such as GitHub and GitLab show.

Law of this file: the verdict stands first, and the whole stays under the size that such pages take, whatever
failed. Text goes through `markup`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shengji_conformance.again import Again
from shengji_conformance.closing import Exit, close
from shengji_conformance.corpus import Variant
from shengji_conformance.explain import Explainer, Row
from shengji_conformance.files import Spool
from shengji_conformance.markup import code, fence, html, inline, table
from shengji_conformance.reports import Facts
from shengji_conformance.tally import known_by_variant, rows_by_variant
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["MOST_BYTES", "MarkdownReport"]

#: GitHub takes 1 MiB for a step
MOST_BYTES = 900_000
MOST_CASES, MOST_OF_A_RULE = 100, 20
MOST_OF_A_CASE = 20_000
MARKS = {Status.FAIL: "❌", Status.ERROR: "💥"}


@dataclass(frozen=True)
class _Told:
    """A failing case in words; the variants under which it fails become known one by one."""

    summary: str
    rows: str
    again: str
    variants: list[str]


class MarkdownReport:
    """A summary of a run, with the failing cases folded."""

    def __init__(
        self, path: Path, explainer: Explainer, variants: Sequence[Variant], again: Again
    ) -> None:
        self.spool = Spool(path)
        self._explainer = explainer
        self._variants = {variant.id: variant for variant in variants}
        self._again = again
        self._told: dict[str, _Told] = {}
        self._of_rule: Counter[str] = Counter()

    def __call__(self, result: Result) -> None:
        """Add a result."""
        if not result.failing:
            return
        identity, rule = result.question.case["id"], result.question.case["rule"]
        if identity in self._told:
            self._told[identity].variants.append(result.question.variant)
        elif len(self._told) < MOST_CASES and self._of_rule[rule] < MOST_OF_A_RULE:
            self._of_rule[rule] += 1
            self._told[identity] = self._tell(result)

    def _tell(self, result: Result) -> _Told:
        case, explainer = result.question.case, self._explainer
        variant = self._variants[result.question.variant]
        rows = [
            *(explainer.conditions(case) if variant.home else ()),
            *explainer.asked(case),
            explainer.expected(case, variant.options),
            explainer.got(result, variant.options),
            *explainer.beside_the_ledger(result),
            *explainer.norm(case, variant.options),
        ]
        summary = f"{MARKS[result.status]} {code(case['id'])} {inline(explainer.title(case))}"
        again = self._again.line(variant, case["id"])
        return _Told(summary, self._rows(rows), again, [variant.id])

    def _rows(self, rows: Sequence[Row]) -> str:
        written, room = [], MOST_OF_A_CASE
        for row in rows:
            lines = []
            for line in map(html, row.lines or ["—"]):
                if len(line) > room:
                    lines.append(html(self._say("md-cut")))
                    break
                lines.append(line)
                room -= len(line)
            text = "<br>".join(lines)
            written.append(_row(row.label, f"<b>{text}</b>" if row.kind == "bad" else text))
        return "\n".join(written)

    def finish(self, facts: Facts) -> None:
        """Write the report."""
        head = "\n".join(self._head(facts))
        room = MOST_BYTES - len(head.encode())
        parts, shown = [head], 0
        for told in self._told.values():
            part = self._folded(told)
            room -= len(part.encode())
            if room < 0:
                break
            parts.append(part)
            shown += 1
        left = len(facts.tally.failing) - shown
        if left:
            parts.append(inline(self._say("md-more", n=left)) + "\n")
        self.spool.finish("\n".join(parts).encode(), b"")

    def _head(self, facts: Facts) -> Iterator[str]:
        """Yield what stands before the cases, each part with the end of its line."""
        exit_code, sentence = close(facts.tally, facts.outcome, facts.asks, facts.ledger)
        first, *more = sentence.in_(self._explainer.language).splitlines()
        yield f"### {self._mark(exit_code, facts)} {inline(first)}\n"
        if more:
            yield fence("\n".join(more))
        yield inline(self._facts(facts)) + "\n"
        homes = self._say("word-homes")
        tally = facts.tally
        known = known_by_variant(facts.asks, tally, homes)
        yield self._table("variant", rows_by_variant(facts.asks, tally, homes), known)
        yield self._table("chapter", list(tally.by_chapter.items()), tally.known.by_chapter)
        if not facts.outcome.stopped:
            told = facts.tally.told_reasons(self._explainer.language)
            yield from self._list("md-reasons", [said for _, said in told])
        yield from self._list("md-complaints", facts.outcome.complaints.sentences())
        if facts.ledger:
            said = tally.known.sentences(facts.ledger.file, self._explainer.language)
            sentences = [*facts.ledger.faults, *said, *facts.ledger.notes]
            yield from self._list("row-ledger", sentences)
        if facts.tally.failing:
            yield f"#### {self._say('md-failing')}\n"

    def _mark(self, exit_code: Exit, facts: Facts) -> str:
        if exit_code is not Exit.GOOD:
            return "❌"
        some = facts.tally.total[Status.UNSUPPORTED] or facts.tally.known.total()
        return "⚠️" if some else "✅"

    def _facts(self, facts: Facts) -> str:
        answering = facts.outcome.implementation
        name = f"{answering.name} {answering.version}".rstrip() if answering else ""
        return self._say(
            "md-facts",
            name=name or say("md-nobody"),
            corpus=facts.corpus.version,
            tier=facts.tier,
            seconds=f"{facts.seconds:.1f}",
        )

    def _table(
        self, name: str, rows: Sequence[tuple[str, Counter[Status]]], known: Mapping[str, int]
    ) -> str:
        head = [self._say(f"word-{name}"), *(self._say(f"status-{status}") for status in Status)]
        cells = [
            [inline(label), *(f"{counted[s]:,}" if counted[s] else "·" for s in Status)]
            for label, counted in rows
        ]
        if any(known.values()):
            head.append(self._say("word-of-these-known"))
            for row, (label, _) in zip(cells, rows, strict=True):
                row.append(f"{known[label]:,}" if known[label] else "·")
        return table(head, cells)

    def _list(self, key: str, sentences: Sequence[Said]) -> Iterator[str]:
        if sentences:
            texts = [said.in_(self._explainer.language) for said in sentences]
            yield f"#### {self._say(key)}\n"
            yield "".join(f"- {inline(text)}\n" for text in texts)

    def _folded(self, told: _Told) -> str:
        """Return a case that opens when it is clicked upon."""
        under = _row(self._say("row-under"), html(safe(", ".join(told.variants))))
        return (
            f"<details>\n<summary>{told.summary}</summary>\n\n"
            f"<table>\n{under}\n{told.rows}\n</table>\n\n{fence(told.again)}\n</details>\n"
        )

    def _say(self, key: str, **values: object) -> str:
        return say(key, **values).in_(self._explainer.language)


def _row(label: str, cell: str) -> str:
    return f"<tr><th>{html(label)}</th><td>{cell}</td></tr>"
