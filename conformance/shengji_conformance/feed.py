"""The questions of a variant, in the order in which they are to be asked.

Law of this file: who is asked next is decided here. Suspects of a crash come first and one by one; then
the rest, prepared ahead so that a request can be written the moment there is room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from shengji_conformance.verdicts import Question

__all__ = ["Feed"]


class Feed:
    """A stream of questions that can be put back."""

    def __init__(self, source: Iterator[Question], wanted: Callable[[Question], bool]) -> None:
        self._source = source
        self._wanted = wanted
        self._alone: deque[Question] = deque()
        self._ready: deque[Question] = deque()

    def prepare(self, number: int) -> None:
        """Make the next questions ready to be written."""
        self._ready.extend(islice(self._source, max(0, number - len(self._ready))))

    def take(self) -> Question | None:
        """Return the next question that is still wanted."""
        while True:
            question = self._next()
            if question is None or self._wanted(question):
                return question

    def _next(self) -> Question | None:
        if self._alone:
            return self._alone.popleft()
        if self._ready:
            return self._ready.popleft()
        return next(self._source, None)

    def ask_alone(self, suspects: Iterable[Question]) -> None:
        """Put questions back, to be asked one by one before all others."""
        for question in reversed(list(suspects)):
            question.alone = True
            self._alone.appendleft(question)

    def rest(self) -> Iterator[Question]:
        """Yield whatever has not been asked."""
        while (question := self._next()) is not None:
            yield question
