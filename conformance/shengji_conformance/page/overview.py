"""The first part of the page: what was run, how it went, where it fails.

Law of this file: it counts nothing anew; the figures are those of the run's tally and of the findings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from shengji_conformance import __version__
from shengji_conformance.corpus import Variant
from shengji_conformance.explain import Explainer, command_line
from shengji_conformance.page.findings import Findings
from shengji_conformance.page.markup import Html, both, element, foreign, join, said, text, tongues
from shengji_conformance.phrases import PHRASES
from shengji_conformance.reports import Facts
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Overview", "chapter_name"]

REASONS_SHOWN = RULES_SHOWN = 12
#: the column of all rule sets that no published variant has
HOMES = "home-*"
#: the width of the bar of results
WIDTH = 1000


def chapter_name(chapter: str) -> Said:
    """Return what a chapter is called."""
    key = f"chapter-{chapter}"
    return say(key) if key in PHRASES else say("as-told", text=safe(chapter, 40))


@dataclass(frozen=True)
class Overview:
    """The overview of a run."""

    facts: Facts
    findings: Findings
    sentence: Said
    good: bool
    #: one for each language
    explainers: Sequence[Explainer]
    warnings: Sequence[Said] = ()

    def parts(self) -> Iterator[Html]:
        """Yield the sections of the overview."""
        yield self._verdict()
        yield self._warnings()
        if self.findings.counts:
            yield _section("page-by-chapter", self._matrix())
        failing = self._failing_rules()
        if failing:
            yield _section("page-by-rule", failing)
        reasons = self._reasons()
        if reasons:
            yield _section("page-not-counted", reasons)
        yield _section("page-about", self._about())

    # How it went.

    def _verdict(self) -> Html:
        total = self.facts.tally.total
        tiles = [
            element(
                "div",
                element("b", text(f"{total[status]:,}")),
                element("span", said(say(f"status-{status}"))),
                class_=f"tile {status}" + ("" if total[status] else " none"),
            )
            for status in Status
        ]
        known = self.facts.tally.known.total()
        if known:
            figure = element("b", text(f"{known:,}"))
            name = element("span", said(say("word-of-these-known")))
            tiles.insert(3, element("div", figure, name, class_="tile known"))
        kind = "good" if self.good else "bad"
        sentence = element("p", said(self.sentence), class_=f"sentence {kind}")
        return element("section", sentence, element("div", *tiles, class_="tiles"), _bar(total))

    def _warnings(self) -> Html:
        facts = self.facts
        lines = [said(complaint) for complaint in facts.outcome.complaints.sentences()]
        lines += map(said, self.warnings)
        ledger = facts.ledger
        lines += map(said, [*ledger.faults, *ledger.notes] if ledger else ())
        stopped = facts.outcome.stopped
        if stopped:
            lines.insert(0, _lines(stopped))
        return join(element("p", line, class_="warning") for line in lines)

    # Where it fails.

    def _column(self, variant: str) -> str:
        return HOMES if variant in self._homes() else variant

    def _homes(self) -> set[str]:
        return {ask.variant.id for ask in self.facts.asks if ask.variant.home}

    def _matrix(self) -> Html:
        """Return the table of chapters by variants."""
        homes = self._homes()
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
        titles = {ask.variant.id: ask.variant for ask in self.facts.asks}
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
        return element(
            "div", table, class_="scroll", tabindex="0", role="region", aria_label="matrix"
        )

    def _failing_rules(self) -> Html:
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

    # What else there is to say.

    def _reasons(self) -> Html:
        listed = self.facts.tally.reasons.most_common()
        items = []
        for (status, key), number in listed[:REASONS_SHOWN]:
            why = self.facts.tally.said[key]
            one = say("reason", status=say(f"status-{status}"), n=number, why=why)
            items.append(element("li", _lines(one)))
        if len(listed) > REASONS_SHOWN:
            items.append(element("li", said(say("more-reasons", n=len(listed) - REASONS_SHOWN))))
        return element("ul", *items) if items else Html("")

    def _about(self) -> Html:
        facts, outcome = self.facts, self.facts.outcome
        described: Mapping[str, object] = (
            outcome.implementation.described if outcome.implementation else {}
        )
        rows = [
            ("page-implementation", join(map(_described, described.items()), " · ")),
            ("page-command", element("code", foreign(command_line(facts.command), 2000))),
            ("page-corpus", text(safe(f"{facts.corpus.version} · {facts.tier}", 60))),
            ("page-suite", text(f"shengji-conformance {__version__}")),
            ("page-when", text(facts.started.isoformat(" ", "seconds"))),
            ("page-took", said(say("page-seconds", n=f"{facts.seconds:.1f}"))),
        ]
        terms = (
            element("div", element("dt", said(say(key))), element("dd", shown))
            for key, shown in rows
        )
        return element("dl", *terms, class_="facts")


def _section(key: str, inside: Html) -> Html:
    return element("section", element("h2", said(say(key))), inside)


def _lines(of: Said) -> Html:
    """Return a sentence that may run over several lines."""
    shown = [join(map(text, of.in_(one).splitlines()[:4]), " ⏎ ") for one in ("en", "zh")]
    return tongues(*shown)


def _rules(rows: Sequence[Html]) -> Html:
    return element("table", element("tbody", *rows), class_="rules")


def _described(item: tuple[str, object]) -> Html:
    """Return what an implementation says of itself; only an address of the web becomes a link."""
    key, found = item
    if key == "url" and isinstance(found, str) and found.startswith(("https://", "http://")):
        return element(
            "a", foreign(found, 200), href=safe(found, 500), rel="noopener noreferrer nofollow"
        )
    return foreign(found, 200)


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


def _bar(total: Counter[Status]) -> Html:
    """Return the results as one bar; the tiles above it have the figures."""
    number = total.total()
    shown: list[Html] = []
    at = 0.0
    for status in Status:
        width = WIDTH * total[status] / number if number else 0
        if width:
            width = max(width, 4)
            shape = f'<rect class="{status}" x="{at:.1f}" y="0" width="{width:.1f}" height="10"/>'
            shown.append(Html(shape))
            at += width
    box = f"0 0 {max(at, 1):.1f} 10"
    return element(
        "svg", *shown, viewBox=box, preserveAspectRatio="none", class_="bar", aria_hidden="true"
    )


def options(pairs: Iterable[tuple[str, Said]], language: str) -> Html:
    """Return the options of a select, named in the page's first language and renamed by its script."""
    return join(
        element(
            "option",
            text(name.in_(language)),
            value=value,
            data_en=name.in_("en"),
            data_zh=name.in_("zh"),
        )
        for value, name in pairs
    )
