"""The first part of the page: what was run, how it went, where it fails.

Law of this file: it counts nothing anew; the figures are those of the run's tally and of the findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from shengji_conformance import __version__
from shengji_conformance.explain import Explainer, command_line
from shengji_conformance.page.figures import Figures
from shengji_conformance.page.findings import Findings
from shengji_conformance.page.markup import Html, element, foreign, join, said, text, tongues
from shengji_conformance.reports import Facts
from shengji_conformance.verdicts import Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Overview", "options"]

REASONS_SHOWN = 12
#: the width of the bar of results
WIDTH = 1000


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
        figures = Figures(self.facts.asks, self.findings, self.explainers)
        yield self._verdict()
        yield self._warnings()
        if self.findings.counts:
            yield _section("page-by-chapter", figures.matrix())
        failing = figures.rules()
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
    return element("section", element("h2", said(say(key)), id=key), inside)


def _lines(of: Said) -> Html:
    """Return a sentence that may run over several lines."""
    shown = [join(map(text, of.in_(one).splitlines()[:4]), " ⏎ ") for one in ("en", "zh")]
    return tongues(*shown)


def _described(item: tuple[str, object]) -> Html:
    """Return what an implementation says of itself; only an address of the web becomes a link."""
    key, found = item
    if key == "url" and isinstance(found, str) and found.startswith(("https://", "http://")):
        return element(
            "a", foreign(found, 200), href=safe(found, 500), rel="noopener noreferrer nofollow"
        )
    return foreign(found, 200)


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
