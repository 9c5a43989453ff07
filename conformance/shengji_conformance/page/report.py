"""The page as one of a run's reports.

Law of this file: while a run goes on it only collects; everything is drawn at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from shengji_conformance.again import Again
from shengji_conformance.closing import Exit, close
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.explain import Explainer
from shengji_conformance.files import Spool
from shengji_conformance.page.case import Teller
from shengji_conformance.page.document import write
from shengji_conformance.page.findings import Findings, Limits
from shengji_conformance.page.inquiry import Inquiry
from shengji_conformance.page.overview import Overview
from shengji_conformance.page.reference import Reference
from shengji_conformance.page.view import View
from shengji_conformance.reports import Facts
from shengji_conformance.verdicts import Result
from shengji_conformance.words import LANGUAGES, Said

__all__ = ["HtmlReport", "Setting"]


@dataclass(frozen=True)
class Setting:
    """What a page has to know of a run before it begins."""

    corpus: Corpus
    variants: Sequence[Variant]
    #: the language that the page is opened in
    language: str
    again: Again = field(default_factory=Again)
    strict: bool = False
    #: what a reader has to know before all else
    warnings: Sequence[Said] = ()


class HtmlReport:
    """One file with an overview and a part for every failing case."""

    def __init__(self, path: Path, setting: Setting, limits: Limits | None = None) -> None:
        self.spool = Spool(path)
        self._setting = setting
        self._findings = Findings(limits)

    def __call__(self, result: Result) -> None:
        """Add a result."""
        self._findings(result)

    @property
    def cases(self) -> dict[str, Case]:
        """Return the cases that are drawn."""
        return {name: finding.case for name, finding in self._findings.drawn.items()}

    def complete(self, cases: Mapping[str, Case]) -> None:
        """Give some of the cases that are drawn what they came without."""
        for name, case in cases.items():
            self._findings.drawn[name].case = case

    def finish(self, facts: Facts) -> None:
        """Write the report."""
        setting = self._setting
        variants = {variant.id: variant for variant in setting.variants}
        explainers = [Explainer(setting.corpus, language) for language in LANGUAGES]
        code, sentence = close(facts.tally, facts.outcome, facts.asks, facts.ledger)
        overview = Overview(
            facts, self._findings, sentence, code is Exit.GOOD, explainers, setting.warnings
        )
        with Reference() as reference:
            inquiry = Inquiry(reference)
            view = cache(lambda name: View(variants.get(name), inquiry))
            teller = Teller(
                explainers,
                variants,
                view,
                inquiry.look_ahead,
                setting.again,
                setting.language,
                setting.strict,
            )
            before, after = write(overview, teller, self.spool.write)
        self.spool.finish(before, after)
