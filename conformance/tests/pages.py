"""Pages for the tests: cases of the real corpus, answered as a test likes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shengji_conformance.again import Again
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.page.findings import Limits
from shengji_conformance.page.report import HtmlReport, Setting
from shengji_conformance.protocol import Implementation
from shengji_conformance.reports import Facts
from shengji_conformance.runner import Outcome
from shengji_conformance.selection import Ask
from shengji_conformance.tally import Tally
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import Said, say
from shengji_spec.conditions import holds

WRONG = say("wrong-answer")


def variant_of(corpus: Corpus, case: Case) -> Variant:
    """Return the first rule set that a case is asked under."""
    asked = [
        variant
        for variant in corpus.published()
        if holds(case["when"], variant.options) and holds(case["needs"], variant.options)
    ]
    return asked[0] if asked else {v.id: v for v in corpus.homes()}[case["home"]]


def result(case: Case, variant: str, got: Any = None, why: Said = WRONG) -> Result:
    """Return a failing result."""
    status = Status.FAIL if why is WRONG else Status.ERROR
    return Result(Question(0, case, variant, b""), status, why, got)


def write(
    path: Path,
    corpus: Corpus,
    results: Iterable[Result],
    *,
    language: str = "en",
    limits: Limits | None = None,
    name: str = "tractor-rs",
    variants: Sequence[Variant] | None = None,
) -> str:
    """Write a page of some results and return it."""
    known = list(variants or [*corpus.published(), *corpus.homes()])
    again = Again(after=["--", "node", "my adapter.js"])
    report = HtmlReport(path, Setting(corpus, known, language, again), limits)
    tally = Tally()
    with report.spool:
        for one in results:
            tally(one)
            report(one)
        described = {"name": name, "version": "1.0"}
        outcome = Outcome(Implementation(name, "1.0", described, None, 64), answers=1)
        asks = [Ask(variant) for variant in known if variant.id in tally.by_variant]
        started = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
        report.finish(Facts(["node"], corpus, "core", started, asks, tally, outcome, 1.5))
    return path.read_text("utf-8")
