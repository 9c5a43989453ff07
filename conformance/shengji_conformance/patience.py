"""Patience: how many faults a run puts up with.

Law of this file: an implementation that crashes on one kind of question is still asked the others, and
one that does nothing but crash is not asked for ever.
"""

from __future__ import annotations

from collections import Counter

from shengji_conformance.words import Said, say

__all__ = ["Patience"]

#: faults in a row, without an answer between; a silence takes long and counts double
IN_A_ROW_FOR_A_QUESTION = 6
IN_A_ROW = 12
IN_ALL = 100
SILENCE = 2
#: one at the announcement of a variant takes longer, and one that nothing preceded is hopeless sooner
LONG_SILENCE = 6
FIRST_SILENCE = 4


class Patience:
    """Counts faults; an answer makes up for those in a row."""

    def __init__(self, jobs: int = 1) -> None:
        #: copies that are asked at once fail at once, and each has to be given its chance
        self._jobs = jobs
        self._by_question: Counter[str] = Counter()
        self._in_a_row = 0
        self._ever_answered = False
        self.faults = 0
        self.blamed = 0

    def answered(self) -> None:
        """Note that the process answered something before its fault."""
        self._in_a_row = 0
        self._ever_answered = True

    def answered_kinds(self, questions: set[str]) -> None:
        """Note the questions of which a process answered at least one."""
        for question in questions:
            self._by_question.pop(question, None)

    def fault(self, *, silent: bool, announcing: bool = False) -> None:
        """Note a fault."""
        self.faults += 1
        if not silent:
            self._in_a_row += 1
        elif announcing:
            self._in_a_row += LONG_SILENCE
        else:
            self._in_a_row += SILENCE if self._ever_answered else FIRST_SILENCE

    def blame(self, question: str, *, silent: bool) -> None:
        """Note that a question was to blame for the last fault."""
        self.blamed += 1
        self._by_question[question] += SILENCE if silent else 1

    def with_question(self, question: str) -> Said | None:
        """Return why a question is not asked any more, if it is not."""
        if self._by_question[question] < IN_A_ROW_FOR_A_QUESTION:
            return None
        return say("question-given-up", question=question)

    def at_an_end(self) -> Said | None:
        """Return why the run stops here, if it does."""
        if self._in_a_row >= IN_A_ROW * self._jobs:
            return say("faults-in-a-row")
        if self.faults >= IN_ALL:
            return say("faults-in-all", n=self.faults)
        return None
