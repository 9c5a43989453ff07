"""The run: its workers, what ends it, and a result for every question.

Law of this file: every selected question leaves with exactly one result, whatever ends the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from shengji_conformance.blocks import Blocks
from shengji_conformance.corpus import Corpus
from shengji_conformance.course import Course, Outcome, Settings, Stop
from shengji_conformance.resume import Earlier
from shengji_conformance.selection import Ask
from shengji_conformance.tally import InOrder
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, say
from shengji_conformance.worker import STARTS, Worker

__all__ = ["STARTS", "Outcome", "Runner", "Settings"]


class Runner:
    """One run of a plan against one implementation."""

    def __init__(
        self,
        corpus: Corpus,
        asks: Sequence[Ask],
        settings: Settings,
        record: InOrder,
        earlier: Earlier | None = None,
    ) -> None:
        """What `earlier` has results of is not asked."""
        self._record, self._earlier = record, earlier
        self._course = Course(settings, self._take)
        self._blocks = Blocks(corpus, asks, settings.jobs, record.awaited, earlier)
        if earlier:
            earlier.begin(self._course, record)
        self._workers = [Worker(self._course, self._blocks) for _ in range(settings.jobs)]
        self._tasks: list[asyncio.Task[None]] = []
        self.outcome = self._course.outcome

    def _take(self, results: Sequence[Result]) -> None:
        self._record(results)
        self._blocks.moved()

    async def run(self) -> Outcome:
        """Ask everything; whatever happens, every question gets a result."""
        budget = self._course.settings.time_budget
        timer = budget and asyncio.get_running_loop().call_later(
            budget, self.stop, say("budget-spent", seconds=f"{budget:g}")
        )
        self._tasks = [asyncio.create_task(worker.run()) for worker in self._workers]
        try:
            await self._until_done()
        except asyncio.CancelledError:
            self.outcome.interrupted = True
        finally:
            if timer:
                timer.cancel()
            await self._end()
        self._leave_nothing_out()
        self._judge_faults()
        if self._earlier:
            self._earlier.end(self.outcome)
        return self.outcome

    def stop(self, said: Said) -> None:
        """End the run; what has not been answered is not asked any more."""
        self.outcome.stopped = self.outcome.stopped or said
        for task in self._tasks:
            task.cancel()

    async def _until_done(self) -> None:
        """Wait for the workers; what one cannot survive ends all."""
        await asyncio.wait(self._tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in self._tasks:
            error = task.exception() if task.done() and not task.cancelled() else None
            if isinstance(error, Stop):
                self.outcome.stopped = self.outcome.stopped or error.said
            elif error:
                raise error

    async def _end(self) -> None:
        """End all workers and their processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.kill() for worker in self._workers))

    def _leave_nothing_out(self) -> None:
        """Give the questions that were not asked to the end a result."""
        stopped = self.outcome.stopped
        why = say("not-run-stopped", why=stopped) if stopped else say("interrupted")
        for questions in (*(worker.rest() for worker in self._workers), self._blocks.rest()):
            for question in questions:
                self._record([Result(question, Status.NOT_RUN, why)])

    def _judge_faults(self) -> None:
        """Complain of faults that no question explains, and remark on copies that were not to be had."""
        course, patience = self._course, self._course.patience
        if patience.faults and not patience.blamed and not self.outcome.stopped:
            self.outcome.complaints.add(
                "died-for-no-question", n=patience.faults, said=course.latest_fault
            )
        if course.lost and not self.outcome.stopped:
            jobs = course.settings.jobs
            self.outcome.complaints.remark(
                "fewer-copies", n=jobs - len(course.lost), jobs=jobs, said=course.lost[-1]
            )
