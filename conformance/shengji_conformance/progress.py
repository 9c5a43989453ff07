"""Progress: a bar on a terminal, a line now and then elsewhere.

Law of this file: it is told of every result and spends next to nothing on it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from shengji_conformance.selection import Ask
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import say

__all__ = ["Bar", "Lines", "Watch"]

ORDER = {status: number for number, status in enumerate(Status)}
SECONDS_BETWEEN_UPDATES = 0.1
SECONDS_BETWEEN_LINES = 10.0


class Watch(Protocol):
    """Something that follows a run."""

    def __call__(self, result: Result) -> None:
        """Take a result."""

    def after(self) -> None:
        """Take note that a batch of results is through."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(self, *_: object) -> None:
        """End."""


class Bar:
    """A progress bar."""

    def __init__(self, console: Console, total: int, language: str) -> None:
        self._language = language
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[wrong]}", style="red"),
            TimeRemainingColumn(compact=True),
            console=console,
            transient=True,
            refresh_per_second=5,
        )
        self._task = self._progress.add_task("", total=total, wrong="")
        self._done = self._wrong = 0
        self._variant = ""
        self._next = 0.0

    def __call__(self, result: Result) -> None:
        """Count a result."""
        self._done += 1
        self._variant = result.question.variant
        if result.failing:
            self._wrong += 1

    def after(self) -> None:
        """Move the bar, if it is time."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + SECONDS_BETWEEN_UPDATES
            wrong = say("bar-wrong", n=self._wrong).in_(self._language) if self._wrong else ""
            self._progress.update(
                self._task, completed=self._done, description=self._variant, wrong=wrong
            )

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


class Lines:
    """A line for every variant that is done, and one every ten seconds."""

    def __init__(self, console: Console, asks: Sequence[Ask], language: str) -> None:
        self._console, self._language = console, language
        self._names = {a.variant.id: "" if a.variant.home else a.variant.id for a in asks}
        self._total = sum(ask.count for ask in asks)
        self._group: str | None = None
        self._done = 0
        self._counted: Counter[Status] = Counter()
        self._known = 0
        self._next = time.monotonic() + SECONDS_BETWEEN_LINES

    def __call__(self, result: Result) -> None:
        """Count a result."""
        group = self._names[result.question.variant]
        if group != self._group:
            self._end_group()
            self._group = group
        self._done += 1
        self._counted[result.status] += 1
        self._known += result.excused

    def _end_group(self) -> None:
        if self._group is not None:
            name = self._group or say("other-readings")
            counts = [
                say("count", n=n, status=say(f"status-{status}")).in_(self._language)
                for status, n in sorted(self._counted.items(), key=lambda item: ORDER[item[0]])
            ]
            if self._known:
                counts.append(say("known-in-a-line", n=self._known).in_(self._language))
            self._print("line-done", name=name, counts=", ".join(counts))
        self._counted.clear()
        self._known = 0

    def after(self) -> None:
        """Print a sign of life, if it is time."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + SECONDS_BETWEEN_LINES
            self._print("line-going-on", n=self._done, total=self._total)

    def _print(self, key: str, **values: object) -> None:
        self._console.print(say(key, **values).in_(self._language))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_group()
