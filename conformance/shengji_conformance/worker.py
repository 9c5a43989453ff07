"""A worker: one process of the implementation after another, and blame put where it belongs.

Law of this file: with several questions in flight a crash or a time-out accuses nobody. Those in flight
are asked again one by one in a fresh process; only one that fails alone is blamed. Every question that a
worker takes leaves it with exactly one result, or is among its rest. A copy that cannot be had while others
live gives its rest back to them; the last one stops the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from shengji_conformance.blocks import Block, Supply
from shengji_conformance.corpus import Variant
from shengji_conformance.course import Course, Stop
from shengji_conformance.feed import Feed
from shengji_conformance.protocol import (
    Announced,
    Message,
    Refused,
    announcement,
    greeting,
    read_announced,
    read_greeting,
)
from shengji_conformance.session import Fault, Session
from shengji_conformance.subject import CannotStart
from shengji_conformance.verdicts import FAILING, Question, Result, Status, judge
from shengji_conformance.words import Said, say

__all__ = ["STARTS", "Worker"]

#: after so many faults that no question is to blame for, questions are asked one by one
VAIN_FAULTS = 2
STARTS = 3


class CopyLost(Exception):
    """A copy of the implementation does not start, while others are asked."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


class Worker:
    """Takes blocks and asks their questions."""

    def __init__(self, course: Course, blocks: Supply) -> None:
        self._course, self._blocks = course, blocks
        self._settings, self._outcome = course.settings, course.outcome
        self._record, self._patience = course.record, course.patience
        self._session: Session | None = None
        self._announced = Announced()
        #: questions that were in flight when the process was lost, until their fate is decided
        self._limbo: list[Question] = []
        self._feed = Feed(iter(()), lambda _: True)
        self._leaving = False

    async def run(self) -> None:
        """Ask until no block is left, or no process can be had while other workers have theirs."""
        while (block := await self._blocks.wait()) is not None:
            try:
                await self._run_variant(block)
            except CopyLost as lost:
                self._course.working -= 1
                self._course.lost.append(lost.said)
                self._leaving = True
                self._blocks.give_back(block.variant, self.rest())
                return
        await self._close(None)

    async def _run_variant(self, block: Block) -> None:
        """Ask the questions of a block, and of those of the same variant that follow it."""
        variant = block.variant
        self._feed = feed = Feed(self._questions(block), self._wanted)
        while True:
            if variant.id in self._course.given_up:
                return self._give_all(*self._course.given_up[variant.id])
            try:
                session = await self._ready_session()
                await self._announce(session, variant)
            except Refused as refused:
                status = Status.UNSUPPORTED if refused.unsupported else Status.ERROR
                self._course.given_up[variant.id] = (status, refused.said)
                continue
            except Fault as fault:
                await self._announcement_failed(fault, variant)
                continue
            try:
                return await session.ask_all(feed, self._deliver, self._course.window)
            except Fault as fault:
                await self._survive(fault)

    def _questions(self, block: Block) -> Iterator[Question]:
        following: Block | None = block
        while following is not None:
            yield from following.questions()
            following = None if self._leaving else self._blocks.take(block.variant)

    def rest(self) -> Iterator[Question]:
        """Yield the questions that were taken and have no result."""
        self._feed.ask_alone(self._limbo)
        self._limbo = []
        return self._feed.rest()

    # Start.

    async def _ready_session(self) -> Session:
        """
        Return a session that has shaken hands.

        Raises CopyLost where there is none to be had and other workers go on, else Stop.
        """
        attempts = {True: 0, False: 0}
        while self._session is None:
            try:
                await self._start()
            except CannotStart as error:
                raise self._without_a_process(error.said) from error
            except Refused as refused:
                await self._close(None)
                raise Stop(refused.said) from refused
            except Fault as fault:
                said = await self._close(fault)
                # While another holds what this one lacks, its attempts say nothing of later ones.
                alone = self._course.working == 1
                attempts[alone] += 1
                if not self._outcome.implementation or attempts[alone] == STARTS:
                    raise self._without_a_process(say("no-handshake", said=said)) from fault
        return self._session

    def _without_a_process(self, said: Said) -> Stop | CopyLost:
        return Stop(said) if self._course.working == 1 else CopyLost(said)

    async def _start(self) -> None:
        settings = self._settings
        self._session = session = await Session.open(
            settings.command,
            self._outcome.complaints,
            settings.timeout,
            proven=self._outcome.answers > 0,
        )
        message = await session.call("initialize", greeting(), settings.start_timeout)
        implementation = read_greeting(message)
        self._course.vouch(implementation)
        self._outcome.implementation = implementation
        self._course.window = self._course.window or implementation.window

    async def _announce(self, session: Session, variant: Variant) -> None:
        if session.variant == variant.id:
            return
        params, patience = announcement(variant), self._settings.start_timeout
        self._announced = read_announced(await session.call("load_variant", params, patience))
        session.variant = variant.id

    # Questions that are not asked.

    def _wanted(self, question: Question) -> bool:
        """Tell whether to ask a question; one that is not asked gets its result here."""
        left_out = self._left_out(question)
        given_up = None if left_out else self._patience.with_question(question.method)
        if left_out:
            self._record([Result(question, Status.UNSUPPORTED, left_out)])
        elif given_up:
            self._record([Result(question, Status.NOT_RUN, given_up)])
        return not (left_out or given_up)

    def _left_out(self, question: Question) -> Said | None:
        """Return why a question is unsupported by the adapter's own word."""
        implementation = self._outcome.implementation
        known = implementation.questions if implementation else None
        if known is not None and question.method not in known:
            return say("leaves-out-question", question=question.method)
        option = self._announced.leaves_out(question.case)
        return say("leaves-out-option", option=option) if option else None

    def _give_all(self, status: Status, why: Said) -> None:
        """Give every question of the variant that has none yet the same result."""
        for question in self._feed.rest():
            self._record([Result(question, status, why)])

    # Answers.

    def _deliver(self, answered: list[tuple[Question, Message]]) -> None:
        strict = self._settings.strict
        self._outcome.answers += len(answered)
        results = [judge(question, message, strict=strict) for question, message in answered]
        if self._session and any(result.status in FAILING for result in results):
            words = self._session.recent_words()
            for result in results:
                result.stderr = words if result.status in FAILING else ""
        self._course.answered_kinds.update(question.method for question, _ in answered)
        self._record(results)

    # Faults.

    async def _survive(self, fault: Fault) -> None:
        """Find out whom a fault accuses, and make ready for a fresh process."""
        session = self._current()
        suspects = self._limbo = session.in_flight()
        said = await self._end_with(fault)
        if len(suspects) != 1:
            self._accuse_nobody(suspects)
        elif session.answered and not fault.silent and not suspects[0].again:
            # It may have been dead before it was asked this one.
            suspects[0].again = True
            self._feed.ask_alone(suspects)
        else:
            self._blame(suspects[0], say("blamed", said=said), silent=fault.silent)
        self._limbo = []
        self._stop_if_hopeless(fault)

    async def _announcement_failed(self, fault: Fault, variant: Variant) -> None:
        """Give a variant up if its announcement itself is to blame."""
        fresh = not self._current().variant
        said = await self._end_with(fault, announcing=True)
        if fresh or fault.silent:
            self._patience.blamed += 1
            because = say("fault-at-announcement", said=said)
            self._course.given_up[variant.id] = (Status.ERROR, because)
            self._give_all(Status.ERROR, because)
        self._stop_if_hopeless(fault)

    async def _end_with(self, fault: Fault, *, announcing: bool = False) -> Said:
        """End the process after a fault; return all that is known about it."""
        answered = self._current().answered
        said = await self._close(fault)
        if answered:
            self._patience.answered()
        self._patience.answered_kinds(self._course.answered_kinds)
        self._course.answered_kinds.clear()
        self._patience.fault(silent=fault.silent, announcing=announcing)
        self._course.latest_fault = said or fault.said
        return self._course.latest_fault

    def _current(self) -> Session:
        if self._session is None:
            raise AssertionError("a fault without a process")
        return self._session

    def _stop_if_hopeless(self, fault: Fault) -> None:
        end = self._patience.at_an_end()
        if end:
            raise Stop(say("gave-up", why=end, said=fault.said))

    def _blame(self, question: Question, why: Said, *, silent: bool) -> None:
        self._patience.blame(question.method, silent=silent)
        self._course.vain = 0
        self._record([Result(question, Status.ERROR, why)])

    def _accuse_nobody(self, suspects: list[Question]) -> None:
        self._feed.ask_alone(suspects)
        self._course.vain += 1
        if self._course.vain == VAIN_FAULTS and self._course.window > 1:
            self._course.window = 1
            self._outcome.complaints.remark("one-by-one")

    # The end.

    async def _close(self, fault: Fault | None) -> Said | None:
        session, self._session = self._session, None
        return await session.close(fault) if session else None

    def kill_now(self) -> None:
        """End the process without waiting for its end."""
        if self._session:
            self._session.kill_now()

    async def kill(self) -> None:
        """End the process now."""
        session, self._session = self._session, None
        if session:
            self._limbo = session.in_flight()
            with suppress(asyncio.CancelledError):
                await session.kill()
