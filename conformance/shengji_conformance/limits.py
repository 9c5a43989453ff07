"""The limit of failures: where it is reached, the run is over.

Law of this file: failures are counted in the order of the plan, so that a run ends at the same question
whoever answers first. What a ledger knows is no failure.
"""

from __future__ import annotations

from collections.abc import Callable

from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, say

__all__ = ["Limit"]


class Limit:
    """Lets results through until so many of them have failed; those behind are not run."""

    def __init__(self, most: int) -> None:
        self._left = self._most = most
        self._reached: Said | None = None
        #: told once, when the limit is reached
        self.stop: Callable[[Said], None] = lambda _: None

    def cut(self, result: Result) -> None:
        """Take back a result that came behind the limit."""
        if self._reached and result.status is not Status.NOT_RUN:
            result.status = Status.NOT_RUN
            result.why = say("not-run-stopped", why=self._reached)
            result.got = result.differences = None

    def count(self, result: Result) -> None:
        """Count a failure that is none of those known."""
        if self._reached or not result.failing:
            return
        self._left -= 1
        if not self._left:
            self._reached = say("failures-enough", n=self._most)
            self.stop(self._reached)
