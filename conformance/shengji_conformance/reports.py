"""The reports that other programs read: JSON by our schema, and JUnit XML.

Law of this file: one entry for every selected question, in the order of the plan, written as it comes;
the machine's text is English, whatever the reader speaks.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol
from xml.sax.saxutils import escape, quoteattr

import orjson

from shengji_conformance import __version__
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.explain import Explainer, Row
from shengji_conformance.files import Spool
from shengji_conformance.known import Known, LedgerFacts
from shengji_conformance.report_file import HEAD, RESULTS, end_of
from shengji_conformance.runner import Outcome
from shengji_conformance.selection import Ask, Shard
from shengji_conformance.tally import Tally
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, safe

__all__ = ["Facts", "JUnitReport", "JsonReport", "Report", "digest_of"]

#: room for a test suite's counts, beside its name
ROOM = 120
#: failing questions whose lines on stderr are kept; they are beside the results, which do not depend on
#: how many questions were in flight
ERRORS_KEPT = 1000
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Facts:
    """What a report says of the run as a whole."""

    command: Sequence[str]
    corpus: Corpus
    tier: str
    started: datetime
    asks: Sequence[Ask]
    tally: Tally
    outcome: Outcome
    seconds: float
    ledger: LedgerFacts | None = None
    strict: bool = False
    #: of the plan, of which `shard` is a part
    digest: str = ""
    shard: Shard | None = None


class Report(Protocol):
    """A report that takes results one by one."""

    spool: Spool

    def __call__(self, result: Result) -> None:
        """Add a result."""

    def finish(self, facts: Facts) -> None:
        """Write the report."""


class JsonReport:
    """The report format of this suite (`schemas/report.schema.json`)."""

    def __init__(self, path: Path) -> None:
        self.spool = Spool(path)
        self._first = True
        self._errors: list[dict[str, Any]] = []

    def __call__(self, result: Result) -> None:
        """Add a result."""
        self.spool.write((b"\n" if self._first else b",\n") + orjson.dumps(_entry(result)))
        self._first = False
        if result.stderr and len(self._errors) < ERRORS_KEPT:
            question = result.question
            entry = {"number": question.number, "id": question.case["id"]}
            self._errors.append(entry | {"variant": question.variant, "stderr": result.stderr})

    def finish(self, facts: Facts) -> None:
        """Write the report."""
        head = HEAD + orjson.dumps(_header(facts)) + RESULTS
        self.spool.finish(head, end_of(self._errors))


def _entry(result: Result) -> dict[str, Any]:
    question, case = result.question, result.question.case
    entry = {
        "number": question.number,
        "id": case["id"],
        "variant": question.variant,
        "question": case["question"],
        "status": result.status,
        "rule": case["rule"],
        "chapter": case["chapter"],
        "from": case.get("from") or [],
        "digest": digest_of(case),
    }
    if result.why:
        entry["reason"] = str(result.why)
    if result.status in (Status.FAIL, Status.ERROR):
        entry["expected"] = case["expect"]
        if result.got is not None:
            entry["got"] = result.got
    if result.known:
        entry["known"] = result.known.described()
    return entry


def digest_of(case: Case) -> str:
    """Return a digest of what is asked and of the right answer: it changes when a case is changed."""
    content = (case["question"], case["given"], case["expect"])
    return f"{zlib.crc32(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)):08x}"


def _header(facts: Facts) -> dict[str, Any]:
    outcome = facts.outcome
    header = {
        "implementation": _implementation(outcome),
        "suite": __version__,
        "corpus": facts.corpus.version,
        "tier": facts.tier,
        "strict": facts.strict,
        "plan": {"digest": facts.digest, "questions": sum(ask.whole for ask in facts.asks)},
        "protocol": facts.corpus.protocol,
        "command": list(facts.command),
        "started": facts.started.isoformat(timespec="seconds"),
        "seconds": round(facts.seconds, 3),
        "variants": [ask.variant.id for ask in facts.asks],
        "counts": _counts(facts.tally.total),
        "counts-by-variant": {
            ask.variant.id: _counts(facts.tally.by_variant[ask.variant.id]) for ask in facts.asks
        },
        **_ledger(facts),
        "complaints": [str(said) for said in outcome.complaints.sentences()],
        "complained": outcome.complaints.listed(),
    }
    if facts.shard:
        header["shard"] = str(facts.shard)
    if outcome.interrupted or outcome.stopped:
        header["stopped"] = "interrupted" if outcome.interrupted else str(outcome.stopped)
    return header


def _ledger(facts: Facts) -> dict[str, Any]:
    if facts.ledger is None:
        return {}
    return {"ledger": {**facts.ledger.described(), "known": facts.tally.known.total()}}


def _implementation(outcome: Outcome) -> dict[str, str] | None:
    return dict(outcome.implementation.described) if outcome.implementation else None


def _counts(counted: Counter[Status]) -> dict[str, int]:
    return {status.value: counted[status] for status in Status}


class JUnitReport:
    """JUnit XML: a test suite for every variant, and one for the protocol if there are complaints."""

    def __init__(self, path: Path, explainer: Explainer, variants: Sequence[Variant]) -> None:
        self.spool = Spool(path)
        self._explainer = explainer
        self._options = {variant.id: variant.options for variant in variants}
        self._suite = ""
        self._place = self._room = 0
        self._counted: Counter[Status] = Counter()
        self._all: Counter[Status] = Counter()

    def __call__(self, result: Result) -> None:
        """Add a result."""
        question, case = result.question, result.question.case
        if question.variant != self._suite:
            self._end_suite()
            self._begin_suite(question.variant)
        status, inside = result.status, ""
        if result.known:
            status, inside = _by_ledger(result, result.known)
        self._counted[status] += 1
        if status is not Status.PASS:
            inside = inside or self._inside(result)
            if result.stderr:
                inside += f"<system-err>{escape(_clean(result.stderr))}</system-err>"
        self._write_case(case["id"], f"{question.variant}.{case['rule']}", inside)

    def _begin_suite(self, name: str) -> None:
        self._suite, self._counted = name, Counter()
        self._room = len(_quoted(name).encode()) + ROOM
        self._place = self.spool.reserve(self._room)

    def _end_suite(self) -> None:
        if self._suite:
            head = f"  <testsuite name={_quoted(self._suite)} {_attributes(self._counted)}"
            self.spool.fill(self._place, head.encode().ljust(self._room - 2) + b">\n")
            self.spool.write(b"  </testsuite>\n")
            self._all += self._counted
            self._suite = ""

    def _write_case(self, name: str, group: str, inside: str) -> None:
        names = f"name={_quoted(name)} classname={_quoted(group)}"
        end = f">{inside}</testcase>" if inside else "/>"
        self.spool.write(f"    <testcase {names}{end}\n".encode())

    def _inside(self, result: Result) -> str:
        why = str(result.why or "")
        if result.status in (Status.UNSUPPORTED, Status.NOT_RUN):
            return f"<skipped message={_quoted(f'{result.status}: {why}')}/>"
        kind = "failure" if result.status is Status.FAIL else "error"
        case, explainer = result.question.case, self._explainer
        options = self._options[result.question.variant]
        rows = [
            *explainer.asked(case),
            explainer.expected(case, options),
            explainer.got(result, options),
            *explainer.beside_the_ledger(result),
            *explainer.norm(case, options),
        ]
        text = _clean(explainer.title(case) + "\n\n" + _plain(rows))
        return f"<{kind} message={_quoted(_message(result))}>{escape(text)}</{kind}>"

    def _add_suite(self, name: str, failures: Sequence[tuple[str, Said]]) -> None:
        """Write a suite of what failed beside the questions, if anything did."""
        if not failures:
            return
        self._begin_suite(name)
        for case, said in failures:
            self._counted[Status.FAIL] += 1
            self._write_case(case, name, f"<failure message={_quoted(str(said))}/>")
        self._end_suite()

    def finish(self, facts: Facts) -> None:
        """Write the report."""
        self._end_suite()
        grave = facts.outcome.complaints.grave
        self._add_suite("protocol", [(key, grave[key].said) for key in grave])
        faults = facts.ledger.faults if facts.ledger else ()
        self._add_suite("ledger", [(str(said.values["place"]), said) for said in faults])
        head = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<testsuites name="shengji-conformance" {_attributes(self._all)}'
            f' time="{facts.seconds:.3f}">\n'
        )
        self.spool.finish(head.encode(), b"</testsuites>\n")


def _by_ledger(result: Result, known: Known) -> tuple[Status, str]:
    """Return the status that a result has beside the ledger, and what is said of it, if that says all."""
    if result.excused:
        text = "; ".join(part for part in (known.cause, known.reason, known.link) if part)
        message = f"known {result.status}, line {known.line} of the ledger: {text}"
        return Status.NOT_RUN, f"<skipped message={_quoted(message)}/>"
    if result.belies:
        message = f"line {known.line} of the ledger: {known.fault}"
        return Status.FAIL, f"<failure message={_quoted(message)}/>"
    return result.status, ""


def _message(result: Result) -> str:
    if result.status is Status.FAIL and result.differences:
        return "; ".join(map(safe, result.differences))
    return str(result.why or "")


def _attributes(counted: Counter[Status]) -> str:
    skipped = counted[Status.UNSUPPORTED] + counted[Status.NOT_RUN]
    return (
        f'tests="{counted.total()}" failures="{counted[Status.FAIL]}"'
        f' errors="{counted[Status.ERROR]}" skipped="{skipped}"'
    )


def _plain(rows: Sequence[Row]) -> str:
    lines = []
    for row in rows:
        for number, line in enumerate(row.lines or [""]):
            lines.append(f"{'' if number else row.label:<10} {line}".rstrip())
    return "\n".join(lines)


def _clean(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)


def _quoted(text: str) -> str:
    return quoteattr(_clean(text).replace("\n", " "))
