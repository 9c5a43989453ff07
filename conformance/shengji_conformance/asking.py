"""One question at a time, for those who want the answer before they ask the next.

Law of this file: every question that is put in leaves with a result, whatever became of whom it was put to.
What a fault means, and when an implementation is given up, the worker decides as in any run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Protocol

from shengji_conformance.blocks import Block
from shengji_conformance.complaints import Complaints
from shengji_conformance.corpus import Case, Variant
from shengji_conformance.course import Course, Settings, Stop
from shengji_conformance.guard import Guard
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import Said, say
from shengji_conformance.worker import Worker

__all__ = ["Asker", "Program"]


class Asker(Protocol):
    """Somebody who can be asked."""

    complaints: Complaints

    def ask(self, variant: Variant, case: Case) -> Result:
        """Return what became of a case under a variant."""

    def close(self) -> None:
        """Let go of whoever was asked."""


class _Desk:
    """Where a worker finds one block after another, each when the one before is done."""

    def __init__(self) -> None:
        self._block: Block | None = None
        self._laid = asyncio.Event()
        self._done = asyncio.Event()

    def lay(self, block: Block | None) -> asyncio.Event:
        """Lay down a block, or the word that there is none; return what tells that it is done."""
        self._block = block
        self._done.clear()
        self._laid.set()
        return self._done

    def take(self, variant: Variant | None = None) -> Block | None:  # noqa: ARG002
        """Return nothing: a block has no other behind it."""
        return None

    async def wait(self) -> Block | None:
        """Return the next block when it is laid down."""
        self._done.set()
        await self._laid.wait()
        self._laid.clear()
        return self._block

    def give_back(self, variant: Variant, questions: Iterable[Question]) -> None:  # noqa: ARG002
        """Refuse: a worker that is alone stops where it gets no process, and gives nothing back."""
        raise AssertionError("one worker gave questions back to nobody")


class Program:
    """A program; it is started when it is first asked, and again when it fails."""

    def __init__(self, settings: Settings) -> None:
        # A loop of our own: that of the tests beside us is left alone.
        self._loop = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._guard = Guard(self._kill_now)
        self._results: list[Result] = []
        self._course = Course(settings, self._take, window=1)
        self._desk = _Desk()
        self._worker: Worker | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped: Said | None = None
        self.complaints = self._course.outcome.complaints

    def _take(self, results: Sequence[Result]) -> None:
        self._results += results

    def ask(self, variant: Variant, case: Case) -> Result:
        """Return what became of a case under a variant."""
        block = Block(variant, [(0, 0, case)])
        if self._stopped:
            (question,) = block.questions()
            return Result(question, Status.NOT_RUN, say("not-run-stopped", why=self._stopped))
        self._guard.set()
        patience = self._course.patience
        faults, blamed = patience.faults, patience.blamed
        try:
            result = self._loop.run(self._ask(block))
        except BaseException:
            # Interrupted: the answer may still come, and would be taken for that of another question.
            self._loop.run(self._kill())
            raise
        if patience.faults > faults and patience.blamed == blamed and not self._stopped:
            said = self._course.latest_fault
            self.complaints.add("died-for-no-question", n=patience.faults - faults, said=said)
        return result

    async def _ask(self, block: Block) -> Result:
        if self._worker is None or self._task is None:
            self._desk = _Desk()
            self._worker = Worker(self._course, self._desk)
            self._task = asyncio.create_task(self._worker.run())
            # It comes to the desk before anything is laid there.
            await asyncio.sleep(0)
        self._results.clear()
        done = asyncio.create_task(self._desk.lay(block).wait())
        await asyncio.wait({done, self._task}, return_when=asyncio.FIRST_COMPLETED)
        done.cancel()
        if self._task.done():
            self._stopped = await self._why_stopped(self._task)
        if self._results:
            return self._results[0]
        (question,) = block.questions()
        return Result(question, Status.ERROR, self._stopped)

    async def _why_stopped(self, task: asyncio.Task[None]) -> Said | None:
        """Return why the worker asks nothing any more."""
        try:
            await task
        except Stop as stop:
            return stop.said
        finally:
            await self._kill()
        return None

    # The end.

    def close(self) -> None:
        """End the process, and the loop that served it."""
        self._loop.run(self._close())
        self._loop.close()
        self._guard.release()

    async def _close(self) -> None:
        try:
            if self._task and not self._task.done():
                self._desk.lay(None)
                await self._task
        finally:
            await self._kill()

    async def _kill(self) -> None:
        worker, self._worker = self._worker, None
        task, self._task = self._task, None
        if task and not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if worker:
            await worker.kill()

    def _kill_now(self) -> None:
        if self._worker:
            self._worker.kill_now()
