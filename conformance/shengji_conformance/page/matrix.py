"""Implementations side by side, as a page in the look of a run's.

Law of this file: a cell says in signs and figures what its colour says. The page needs no script at all: the
switch of languages is the style sheet's, and what folds is the browser's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from shengji_conformance.answers import answer
from shengji_conformance.explain import Explainer
from shengji_conformance.matrix import HOMES, Answer, Difference, Figures, Matrix, cases
from shengji_conformance.matrix_output import remarks, sentence, sign, signs
from shengji_conformance.page.document import asset, digest, languages
from shengji_conformance.page.figures import chapter_name
from shengji_conformance.page.markup import Html, both, element, foreign, join, said, text, tongues
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import LANGUAGES, Said, say
from shengji_conformance.words import both as words_in

__all__ = ["MatrixPage"]

#: rules whose cases are open when the page is opened
OPEN = 3
VARIANTS_NAMED = 6


@dataclass(frozen=True)
class MatrixPage:
    """A matrix, the differences that are listed, and the texts that the corpus has for them."""

    matrix: Matrix
    shown: Sequence[Difference]
    #: one for each language
    explainers: Sequence[Explainer]
    titles: Mapping[str, object]
    language: str

    def write(self) -> str:
        """Return the page."""
        style = asset("page.css")
        title = say("matrix-title", n=len(self.matrix.names))
        policy = (
            f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{digest(style)}'"
        )
        head = element(
            "head",
            Html('<meta charset="utf-8">'),
            Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
            Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            Html('<meta name="color-scheme" content="light dark">'),
            element("title", text(title.in_(self.language))),
            element("style", Html(style)),
        )
        top = element("header", element("h1", said(title)), languages(self.language))
        body = element("body", top, element("main", *self._parts()))
        return f'<!doctype html>\n<html lang="{self.language}">{head}{body}</html>\n'

    def _parts(self) -> Iterator[Html]:
        of = self.matrix
        kind = "bad" if of.differences else "good"
        yield element("p", said(sentence(of)), class_=f"sentence {kind}")
        for remark in remarks(of):
            yield element("p", said(remark), class_="warning")
        yield _section("matrix-implementations", self._totals())
        legend = element("p", said(say("matrix-legend")), class_="note")
        yield _section("matrix-by-chapter", legend, self._figures("word-chapter", of.by_chapter))
        yield _section("matrix-by-variant", self._figures("word-variant", of.by_variant))
        if self.shown:
            yield _section("matrix-differ", *self._rules())

    def _totals(self) -> Html:
        """Return the table of implementations by status."""
        statuses = [say(f"status-{status}") for status in Status]
        names = [
            say("matrix-implementation"),
            *statuses,
            say("matrix-absent"),
            say("matrix-corpus"),
        ]
        of, rows = self.matrix, []
        for name, report, figures in zip(of.names, of.reports, of.total, strict=True):
            cells = [_number(figures.counted[status], status) for status in Status]
            cells.append(_number(figures.absent, None))
            cells.append(element("td", foreign(report.header["corpus"], 20)))
            rows.append([element("th", foreign(name), scope="row"), *cells])
        return _table([said(name) for name in names], rows, "matrix-implementations")

    def _figures(self, key: str, groups: Mapping[str, Sequence[Figures]]) -> Html:
        """Return a table of groups of questions by implementation."""
        heads = [said(say(key)), *(element("code", foreign(name)) for name in self.matrix.names)]
        rows = [
            [element("th", self._group(key, name), scope="row"), *map(_cell, figures)]
            for name, figures in groups.items()
        ]
        return _table(heads, rows, key)

    def _group(self, key: str, name: str) -> Html:
        if name == HOMES:
            return said(say("matrix-homes", n=self.matrix.homes))
        return said(chapter_name(name)) if key == "word-chapter" else foreign(name)

    def _rules(self) -> Iterator[Html]:
        listed: dict[str, list[Difference]] = {}
        for difference in self.shown:
            listed.setdefault(difference.rule, []).append(difference)
        numbers = {rule: cases(found) for rule, found in self.matrix.by_rule().items()}
        for place, (rule, differences) in enumerate(listed.items()):
            norm = [explainer.rule(rule) for explainer in self.explainers]
            number = element("span", said(say("matrix-cases", n=numbers[rule])), class_="badge")
            heading = element("h3", element("code", foreign(rule)))
            names = [heading, element("div", both(*norm), class_="rule-text")]
            summary = element("summary", element("span", *names, class_="names"), number)
            left = numbers[rule] - cases(differences)
            more = (
                [element("p", said(say("matrix-not-listed", n=left)), class_="note")]
                if left
                else []
            )
            inside = element("div", self._cases(differences), *more, class_="inside")
            yield element("details", summary, inside, class_="case", open=place < OPEN)
        left = len(numbers) - len(listed)
        if left:
            yield element("p", said(say("matrix-rules-left", n=left)), class_="note")

    def _cases(self, differences: Sequence[Difference]) -> Html:
        """Return the table of a rule's cases by implementation."""
        heads = [said(say("matrix-case")), said(say("compare-expected"))]
        heads += [element("code", foreign(name)) for name in self.matrix.names]
        rows = []
        for one in differences:
            cells = [element("td", _told(one.expected, one.question), class_="told-answer")]
            cells += [_answered(given, one.question) for given in one.answers]
            rows.append([self._name(one), *cells])
        return _table(heads, rows, "matrix-differ", "answers-by")

    def _name(self, one: Difference) -> Html:
        title = self.titles.get(one.case)
        words = both(*(words_in(title, key) for key in LANGUAGES))
        under = one.variants[:VARIANTS_NAMED]
        more = len(one.variants) - len(under)
        names = [foreign(", ".join(under))]
        if more:
            names.append(said(say("matrix-variants-more", n=more)))
        identity = element("code", foreign(one.case), class_="id")
        parts = [words, identity, element("small", *names, class_="note")]
        return element("th", *(element("div", part) for part in parts if part), scope="row")


def _section(key: str, *inside: Html) -> Html:
    return element("section", element("h2", said(say(key))), *inside)


def _table(heads: Sequence[Html], rows: Sequence[Sequence[Html]], key: str, more: str = "") -> Html:
    head = element("tr", *(element("th", one, scope="col") for one in heads))
    body = [element("tr", *row) for row in rows]
    kinds = f"matrix {more}".rstrip()
    table = element("table", element("thead", head), element("tbody", *body), class_=kinds)
    label = " / ".join(say(key).in_(language) for language in LANGUAGES)
    return element("div", table, class_="scroll", tabindex="0", role="region", aria_label=label)


def _number(number: int, status: Status | None) -> Html:
    if not number:
        return element("td", text("·"), class_="nothing")
    kind = "bad" if status in FAILING else "good" if status is Status.PASS else "left"
    return element("td", text(f"{number:,}"), class_=kind)


def _cell(figures: Figures) -> Html:
    found = signs(figures)
    shown = join((element("span", text(one), class_=kind) for kind, one in found), "  ")
    kinds = [kind for kind, _ in found]
    kind = "bad" if "wrong" in kinds else "good" if kinds == ["right"] else "left"
    return element("td", shown, class_=kind)


def _told(of: object, question: str) -> Html:
    if of is None:
        return text("—")
    return tongues(*(foreign(answer(of, language, question)) for language in LANGUAGES))


def _answered(given: Answer, question: str) -> Html:
    shown = [element("b", text(sign(given.status))), text(" ")]
    if given.status in FAILING and given.got is not None:
        shown.append(_told(given.got, question))
    elif given.status in FAILING:
        shown.append(foreign(given.reason.partition("\n")[0]))
    else:
        shown.append(said(_standing(given.status)))
    kind = "bad" if given.status in FAILING else "good" if given.status is Status.PASS else "left"
    return element("td", *shown, class_=kind)


def _standing(status: Status | None) -> Said:
    return say(f"status-{status}") if status else say("matrix-absent")
