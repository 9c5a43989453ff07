"""Where a run fails: chapters by rule sets, and rules, the worst first.

Law of this file: what a ledger expects is no failure here; it has its own words in a cell.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shengji_conformance.corpus import Variant
from shengji_conformance.explain import Explainer
from shengji_conformance.page.findings import Findings
from shengji_conformance.page.markup import Html, both, element, foreign, join, said, text
from shengji_conformance.phrases import PHRASES
from shengji_conformance.selection import Ask
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Figures", "chapter_name"]

RULES_SHOWN = 12
#: the column of all rule sets that no published variant has
HOMES = "home-*"


def chapter_name(chapter: str) -> Said:
    """Return what a chapter is called."""
    key = f"chapter-{chapter}"
    return say(key) if key in PHRASES else say("as-told", text=safe(chapter, 40))


@dataclass(frozen=True)
class Figures:
    """The figures of a run, by chapter and by rule."""

    asks: Sequence[Ask]
    findings: Findings
    #: one for each language
    explainers: Sequence[Explainer]

    def matrix(self) -> Html:
        """Return the table of chapters by variants."""
        homes = {ask.variant.id for ask in self.asks if ask.variant.home}
        cells: dict[tuple[str, str], Counter[Status]] = defaultdict(Counter)
        known: Counter[tuple[str, str]] = Counter()
        findings = self.findings
        for (variant, rule), number in findings.known.items():
            known[findings.chapter_of[rule], HOMES if variant in homes else variant] += number
        for (variant, rule, status), number in findings.counts.items():
            column = HOMES if variant in homes else variant
            cells[findings.chapter_of[rule], column][status] += number
        chapters = list(dict.fromkeys(findings.chapter_of.values()))
        columns = list(dict.fromkeys(column for _, column in cells))
        columns.sort(key=lambda one: one == HOMES)
        titles = {ask.variant.id: ask.variant for ask in self.asks}
        heads = [_column_head(one, titles.get(one), len(homes)) for one in columns]
        head = element("tr", element("th", said(say("word-chapter")), scope="col"), *heads)
        rows = [
            element(
                "tr",
                element("th", said(chapter_name(chapter)), scope="row"),
                *(
                    _cell(cells[chapter, column], known[chapter, column], chapter, column)
                    for column in columns
                ),
            )
            for chapter in chapters
        ]
        table = element("table", element("thead", head), element("tbody", *rows), class_="matrix")
        # Whoever has no mouse scrolls it with the arrow keys.
        reach = {"tabindex": "0", "role": "region", "aria_labelledby": "page-by-chapter"}
        return element("div", table, class_="scroll", **reach)

    def rules(self) -> Html:
        """Return the table of rules that fail, the worst first, and the names of the others."""
        by_rule: dict[str, Counter[Status]] = defaultdict(Counter)
        for (_, rule, status), number in self.findings.counts.items():
            by_rule[rule][status] += number
        known: Counter[str] = Counter()
        for (_, rule), number in self.findings.known.items():
            known[rule] += number
        failing = {rule: _failing(counted) - known[rule] for rule, counted in by_rule.items()}
        bad = sorted((r for r in failing if failing[r]), key=lambda r: (-failing[r], r))
        rows = [self._rule_row(rule, failing[rule], _asked(by_rule[rule])) for rule in bad]
        good = sorted(rule for rule, n in failing.items() if not n and _asked(by_rule[rule]))
        parts = [_rules(rows[:RULES_SHOWN])] if rows else []
        if len(rows) > RULES_SHOWN:
            summary = element("summary", said(say("page-more-rules", n=len(rows) - RULES_SHOWN)))
            parts.append(element("details", summary, _rules(rows[RULES_SHOWN:])))
        if good:
            names = join((element("code", text(rule)) for rule in good), " ")
            summary = element("summary", said(say("page-good-rules", n=len(good))))
            parts.append(element("details", summary, element("p", names, class_="names")))
        return join(parts)

    def _rule_row(self, rule: str, failing: int, asked: int) -> Html:
        texts = [explainer.rule(rule) for explainer in self.explainers]
        link = element("a", foreign(rule), href="#cases", data_pick="rule", data_rule=rule)
        figure = said(say("page-n-of", failing=failing, n=asked))
        return element(
            "tr",
            element("th", link, scope="row"),
            element("td", both(*texts), class_="norm"),
            element("td", figure, class_="figure"),
        )


def _rules(rows: Sequence[Html]) -> Html:
    return element("table", element("tbody", *rows), class_="rules")


def _failing(counted: Mapping[Status, int]) -> int:
    return sum(counted.get(status, 0) for status in FAILING)


def _asked(counted: Mapping[Status, int]) -> int:
    return _failing(counted) + counted.get(Status.PASS, 0)


def _column_head(column: str, variant: Variant | None, homes: int) -> Html:
    if column == HOMES:
        return element("th", said(say("page-homes", n=homes)), scope="col")
    title = (
        both(*(safe(variant.title.get(one) or column, 60) for one in ("en", "zh")))
        if variant
        else Html("")
    )
    return element("th", element("code", foreign(column, 60)), title, scope="col")


def _cell(counted: Counter[Status], known: int, chapter: str, column: str) -> Html:
    failing, asked = _failing(counted) - known, _asked(counted)
    if failing:
        shown = (
            element("span", text("✗ "), aria_hidden="true"),
            said(say("page-n-of", failing=failing, n=asked)),
        )
        link = element(
            "a", *shown, href="#cases", data_pick="cell", data_chapter=chapter, data_variant=column
        )
        return element("td", link, class_="bad")
    if known:
        return element("td", said(say("page-known-of", known=known, n=asked)), class_="left")
    if asked:
        return element("td", said(say("page-all-right", n=asked)), class_="good")
    left = sum(counted.values())
    if left:
        return element("td", said(say("page-none-asked", n=left)), class_="left")
    return element("td", element("span", text("·"), aria_hidden="true"), class_="nothing")
