"""What a session of pytest says of a question: the runner's words, as plain text.

Law of this file: it looks as in a run of the command, but for the line that asks the question again.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from shengji_conformance.corpus import Corpus, Variant
from shengji_conformance.explain import Explainer, command_line
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Teller"]

WIDTH = 100


class Teller:
    """Tells of results in one language."""

    def __init__(self, corpus: Corpus, language: str, repeated: Sequence[str]) -> None:
        self._explainer = Explainer(corpus, language)
        self.language = language
        #: the options to repeat when a question is asked again
        self._repeated = repeated

    def text(self, result: Result, variant: Variant, nodeid: str) -> str:
        """Return all there is to know of a question that went wrong."""
        # Only what goes wrong needs the terminal's machinery.
        from rich.console import Console  # noqa: PLC0415

        from shengji_conformance.terminal import MARKS, Screen  # noqa: PLC0415

        out = StringIO()
        console = Console(
            file=out, width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False
        )
        screen, explainer = Screen(console, self.language), self._explainer
        case = result.question.case
        rows = [explainer.row("under", [variant.id])]
        if result.belies:
            screen.heading(MARKS[Status.FAIL], case["id"], explainer.title(case), "red")
            if result.why:
                rows.append(explainer.got(result, variant.options))
            rows += explainer.beside_the_ledger(result)
        else:
            screen.problem_heading(result.status, case["id"], explainer.title(case))
            rows += [
                *(explainer.conditions(case) if variant.home else ()),
                *explainer.asked(case),
                explainer.expected(case, variant.options),
                explainer.got(result, variant.options),
                *explainer.beside_the_ledger(result),
                *explainer.norm(case, variant.options),
            ]
        screen.rows(rows)
        line = command_line(["pytest", *self._repeated, nodeid])
        screen.command(explainer.row("again", []).label, line)
        return out.getvalue().rstrip()

    def summary(self, result: Result) -> str:
        """Return one line: what is wrong."""
        if result.status is Status.FAIL and result.differences:
            return "; ".join(map(safe, result.differences))
        return self.one_line(result.why or say("wrong-answer"))

    def reason(self, result: Result) -> str:
        """Return one line: why a question was not asked, or not answered."""
        status = say(f"status-{result.status}")
        return self.one_line(say("pytest-skipped", status=status, why=result.why or ""))

    def one_line(self, said: Said) -> str:
        """Return the first line of a sentence."""
        return said.in_(self.language).partition("\n")[0]
