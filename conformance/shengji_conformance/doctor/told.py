"""
What a person sees of an examination: steps with their marks, and the first thing to fix last.

Law of this file: marks that a terminal cannot show are replaced by plain letters; everything else is decided
in `exam`.
"""

# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from shengji_conformance.answers import answer
from shengji_conformance.doctor.diagnosis import Observed
from shengji_conformance.doctor.findings import Exam, Finding, Mark
from shengji_conformance.explain import command_line
from shengji_conformance.positions import position
from shengji_conformance.words import Said, say

__all__ = ["tell"]

SIGNS = {Mark.GOOD: "✓", Mark.BAD: "✗", Mark.NOTE: "!", Mark.SKIPPED: "–"}
PLAIN_SIGNS = {Mark.GOOD: "+", Mark.BAD: "x", Mark.NOTE: "!", Mark.SKIPPED: "-"}
STYLES = {Mark.GOOD: "green", Mark.BAD: "bold red", Mark.NOTE: "yellow", Mark.SKIPPED: "dim"}
#: what a terminal without Unicode is shown instead; of the same length, so that styles stay in place
PLAIN = str.maketrans("→“”—…♠♥♣♦", '>""-.SHCD')
MARGIN = "    "
SHOWN = 4


def tell(exam: Exam, command: Sequence[str], language: str, out: Console) -> None:
    """Print an examination."""
    teller = _Teller(exam, command, language, out)
    teller.tell()


class _Teller:
    """Prints to a console in one language."""

    def __init__(self, exam: Exam, command: Sequence[str], language: str, out: Console) -> None:
        self._exam, self._command, self._language, self._out = exam, command, language, out
        self._signs = SIGNS if _shows(out, "✓✗–→") else PLAIN_SIGNS

    def tell(self) -> None:
        """Print everything."""
        self._line(say("doctor-head", command=command_line(self._command)), "dim")
        for finding in self._exam.findings:
            self._finding(finding)
        self._out.print()
        first = self._exam.first
        if first is None:
            notes = any(finding.mark is Mark.NOTE for finding in self._exam.findings)
            key = "doctor-healthy-notes" if notes else "doctor-healthy"
            self._line(say(key, command=self._run()), "bold green")
        elif first.advice:
            what = (first.what or first.said).in_(self._language).splitlines()[0].rstrip(":：")
            said = say("doctor-first", what=what, advice=self._advice(first.advice))
            self._line(said, "bold red")

    def _finding(self, finding: Finding) -> None:
        first, *more = finding.said.in_(self._language).splitlines()
        sign = self._signs[finding.mark]
        style = STYLES[finding.mark]
        self._print(Text.assemble((f"{sign} ", style), first))
        for line in [*more, *self._more(finding)]:
            self._print(Text(f"    {line}", style="dim"))
        if finding.advice and finding.mark is not Mark.GOOD:
            self._print(Text(f"    → {self._advice(finding.advice).in_(self._language)}", "bold"))

    def _more(self, finding: Finding) -> Iterator[str]:
        for said in finding.more:
            yield from said.in_(self._language).splitlines()
        if finding.said.key == "step-unexplained" and self._exam.diagnosis:
            yield from self._unexplained(self._exam.diagnosis.unexplained)

    def _unexplained(self, left: Sequence[Observed]) -> Iterator[str]:
        for one in left[:SHOWN]:
            canary, language = one.canary, self._language
            rows = position(canary.question, canary.given, language)
            drawn = [f"{label} {' | '.join(lines)}" for label, lines in rows]
            head = [
                f"{key} {canary.given[key]}" for key in ("level", "trump") if canary.given.get(key)
            ]
            yield say("comma").in_(language).join([canary.question, *head, *drawn])
            expected = answer(canary.expect, language, canary.question)
            got = (
                say("got-nothing")
                if one.got is None
                else answer(one.got, language, canary.question)
            )
            yield "  " + say(
                "unexplained-one", question=canary.rule, expected=expected, got=got
            ).in_(language)
        if len(left) > SHOWN:
            yield say("unexplained-more", n=len(left) - SHOWN).in_(self._language)

    def _advice(self, advice: Said) -> Said:
        if advice.key != "fix-unexplained":
            return advice
        return say(advice.key, command=self._run(self._questions()))

    def _questions(self) -> list[str]:
        left = self._exam.diagnosis.unexplained if self._exam.diagnosis else ()
        return list(dict.fromkeys(one.canary.question for one in left))

    def _run(self, questions: Sequence[str] = ()) -> str:
        variant = ["--variant", self._named()] if self._exam.variant else []
        select = [word for question in questions for word in ("--select", question)]
        return command_line(["shengji-conformance", "run", *variant, *select, "--", *self._command])

    def _named(self) -> str:
        variant = self._exam.variant
        return (variant.file or variant.id) if variant else ""

    def _line(self, said: Said, style: str) -> None:
        self._print(Text(said.in_(self._language), style=style), whole=True)

    def _print(self, text: Text, *, whole: bool = False) -> None:
        """Print a line; one with a command that may be copied stays whole."""
        if self._signs is PLAIN_SIGNS:
            text.plain = text.plain.translate(PLAIN)
        if whole or not self._out.is_terminal:
            self._out.print(text, soft_wrap=True)
            return
        first, *more = text.wrap(self._out, max(self._out.width - len(MARGIN), len(MARGIN) * 4))
        self._out.print(first)
        for part in more:
            self._out.print(Text(MARGIN).append_text(part))


def _shows(out: Console, text: str) -> bool:
    """Tell whether a console can show a text."""
    try:
        text.encode(out.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
