"""The part of the page that belongs to one failing case.

Law of this file: everything a reader needs stands in the part itself; it works without the script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import orjson

from shengji_conformance.again import Again
from shengji_conformance.corpus import Case, Variant
from shengji_conformance.explain import Explainer
from shengji_conformance.page.answers import SideBySide
from shengji_conformance.page.findings import Answer, Finding
from shengji_conformance.page.markup import Html, both, element, foreign, said, text
from shengji_conformance.page.pieces import (
    LONGEST_LINE,
    fact_list,
    in_the_ledger,
    term,
    to_copy,
    why_not,
)
from shengji_conformance.page.scene import Scene
from shengji_conformance.page.scenes import facts, scene
from shengji_conformance.page.table import table
from shengji_conformance.page.view import View
from shengji_conformance.phrases import PHRASES
from shengji_conformance.protocol import question_body, request
from shengji_conformance.verdicts import Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Teller"]

MARKS = {Status.FAIL: "✗", Status.ERROR: "!"}
#: the most variants that are named one by one
VARIANTS_NAMED = 12


@dataclass(frozen=True)
class Teller:
    """Tells failing cases: in both languages, with cards named in the one the page starts in."""

    #: one for each language
    explainers: Sequence[Explainer]
    variants: Mapping[str, Variant]
    view: Callable[[str], View]
    #: finds out what an attempt asks, before it is made
    look_ahead: Callable[[Callable[[], None]], None]
    again: Again
    language: str
    strict: bool

    def parts(self, findings: Sequence[Finding]) -> Iterator[Html]:
        """Yield the parts of some cases."""

        def attempt() -> None:
            for finding in findings:
                if finding.case.get("given"):
                    self._scene(finding)

        self.look_ahead(attempt)
        yield from map(self._part, findings)

    def _part(self, finding: Finding) -> Html:
        """Return the part of a case."""
        case = finding.case
        first = finding.answers[0]
        status = first.result.status
        return element(
            "details",
            self._summary(finding, status),
            element("div", *self._inside(finding), class_="inside"),
            id=f"case-{case['id']}",
            class_=f"case {status}",
            data_chapter=case["chapter"],
            data_rule=case["rule"],
            data_status=" ".join(sorted({str(one.result.status) for one in finding.answers})),
            data_question=case["question"],
            data_known="known" if finding.known else "new",
            data_variants=" ".join(finding.variants),
        )

    def _title(self, case: Case) -> Html:
        return both(*(explainer.title(case) for explainer in self.explainers))

    def _summary(self, finding: Finding, status: Status) -> Html:
        case = finding.case
        mark = element("span", text(MARKS[status]), class_="mark", aria_hidden="true")
        badge = element("span", said(say(f"status-{status}")), class_=f"badge {status}")
        name = element("code", foreign(case["id"]), class_="id")
        known = (
            element("span", said(say("page-is-known")), class_="badge")
            if finding.known
            else Html("")
        )
        under = element("span", said(_under(finding.variants)), class_="badge")
        title = element("h3", self._title(case))
        side = element("span", badge, known, under, class_="badges")
        return element("summary", mark, element("span", title, name, class_="names"), side)

    def _inside(self, finding: Finding) -> list[Html]:
        case, first = finding.case, finding.answers[0]
        identity = first.variants[0]
        variant = self.variants.get(identity)
        drawing, told = self._position(finding)
        parts = [element("p", self._question(case), class_="question"), drawing, told]
        parts += [
            self._answer(case, one, alone=len(finding.answers) == 1) for one in finding.answers
        ]
        if finding.others:
            parts.append(element("p", said(say("page-other-answers", n=len(finding.others)))))
        parts.append(self._norm(case, variant))
        parts.append(self._command(case, variant, identity))
        return parts

    def _question(self, case: Case) -> Html:
        asked = f"ask-{case['question']}"
        return said(say(asked)) if asked in PHRASES else foreign(case["question"])

    # The position.

    def _scene(self, finding: Finding) -> Scene:
        """Return the table of a case as it was first asked."""
        case = finding.case
        answers = [
            (say("page-by-the-rules"), case["expect"]),
            *((say("page-by-the-answer"), one.result.got) for one in finding.answers),
        ]
        return scene(case, self.view(finding.answers[0].variants[0]), answers)

    def _position(self, finding: Finding) -> tuple[Html, Html]:
        """Return the table, and in words what is not in it."""
        case = finding.case
        if not case.get("given"):
            return Html(""), element("p", said(say("page-no-such-case")), class_="warning")
        drawn = self._scene(finding)
        shown = table(drawn, case["given"], self.language)
        done = drawn.drawn | ({"level", "trump"} if shown else frozenset())
        return shown, fact_list(facts(case, frozenset(done)))

    # The answers.

    def _answer(self, case: Case, one: Answer, *, alone: bool) -> Html:
        result = one.result
        parts = [] if alone else [element("p", said(_named(one.variants)), class_="under")]
        why = result.why
        options = self._options(one.variants[0])
        drawn = SideBySide(self.language, self.strict, lambda rule: self._rule(rule, options))
        parts.append(drawn.table(case, result.got))
        if why and why.key != "wrong-answer":
            parts.append(why_not(why))
        if result.stderr:
            parts.append(why_not(say("heard", words=result.stderr), "under"))
        if result.known:
            parts.append(in_the_ledger(result.known))
        return element("section", *parts, class_="answer")

    # The rule.

    def _options(self, identity: str) -> Mapping[str, object]:
        variant = self.variants.get(identity)
        return variant.options if variant else {}

    def _rule(self, rule: str, options: Mapping[str, object]) -> Html:
        return both(*(explainer.rule(rule, options) for explainer in self.explainers))

    def _norm(self, case: Case, variant: Variant | None) -> Html:
        told = [
            explainer.norm(case, variant.options if variant else {})
            for explainer in self.explainers
        ]
        rows = []
        for number, (english, chinese) in enumerate(zip(*told, strict=True)):
            lines = [both(*pair) for pair in zip(english.lines, chinese.lines, strict=True)]
            label = both(english.label, chinese.label)
            rows.append(term(label, lines, "" if number else "norm"))
        if variant and variant.home:
            told = [explainer.conditions(case) for explainer in self.explainers]
            for english, chinese in zip(*told, strict=True):
                lines = [element("code", foreign(line)) for line in english.lines]
                rows.append(term(both(english.label, chinese.label), lines))
        if case.get("tier") != "full":
            shown = element("code", foreign(_file(case["id"])))
            rows.append(term(said(say("page-file")), [shown]))
        return element("dl", *rows, class_="facts")

    # The command.

    def _command(self, case: Case, variant: Variant | None, identity: str) -> Html:
        line = self.again.line(variant or Variant(identity, {}, {}, {}), case["id"])
        parts = [to_copy(say("row-again"), line)]
        if case.get("given"):
            sent = request(1, question_body(case, orjson.dumps(identity))).decode().rstrip()
            if len(sent) <= LONGEST_LINE:
                body = element(
                    "details", element("summary", said(say("page-request"))), to_copy(None, sent)
                )
                parts.append(body)
        return element("div", *parts, class_="repeat")


def _file(identity: str) -> str:
    """Return where the case is written: with its rule, or, as a whole deal, alone."""
    chapter, _, name = identity.partition("/")
    head, dot, rule = chapter.partition(".")
    return f"corpus/{head}/{rule if dot else name}.yaml"


def _under(variants: Sequence[str]) -> Said:
    """Return a variant's name, or how many there are."""
    if len(variants) == 1:
        return say("as-told", text=safe(variants[0], 60))
    return say("page-rule-sets", n=len(variants))


def _named(variants: Sequence[str]) -> Said:
    shown = ", ".join(safe(name, 60) for name in variants[:VARIANTS_NAMED])
    if len(variants) > VARIANTS_NAMED:
        return say("page-under-more", names=shown, n=len(variants) - VARIANTS_NAMED)
    return say("page-under", names=shown)
