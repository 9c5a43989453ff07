"""The run: every question asked, every fault survived, and blame put where it belongs.

Law of this file: with several questions in flight a crash or a time-out accuses nobody. Those in flight
are asked again one by one in a fresh process; only one that fails alone is blamed. Every selected question
leaves with exactly one result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import orjson

from shengji_conformance.complaints import Complaints
from shengji_conformance.corpus import Corpus, Variant
from shengji_conformance.feed import Feed
from shengji_conformance.patience import Patience
from shengji_conformance.protocol import (
    Announced,
    Implementation,
    Message,
    Refused,
    announcement,
    greeting,
    question_body,
    read_announced,
    read_greeting,
)
from shengji_conformance.selection import Ask
from shengji_conformance.session import Fault, Session
from shengji_conformance.subject import CannotStart
from shengji_conformance.verdicts import Question, Result, Status, judge
from shengji_conformance.words import Said, say

__all__ = ["Outcome", "Runner", "Settings"]

#: after so many faults that no question is to blame for, questions are asked one by one
VAIN_FAULTS = 2
STARTS = 3


@dataclass(frozen=True)
class Settings:
    """How to ask."""

    command: tuple[str, ...]
    timeout: float = 10.0
    start_timeout: float = 30.0
    strict: bool = False


@dataclass
class Outcome:
    """How a run went, apart from its results."""

    implementation: Implementation | None = None
    complaints: Complaints = field(default_factory=Complaints)
    #: why it ended before its end
    stopped: Said | None = None
    interrupted: bool = False
    #: how many questions got an answer of any kind
    answers: int = 0


class _Stop(Exception):
    """The run cannot go on."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


class Runner:
    """One run of a plan against one implementation."""

    def __init__(
        self,
        corpus: Corpus,
        asks: Sequence[Ask],
        settings: Settings,
        record: Callable[[Sequence[Result]], None],
    ) -> None:
        self._corpus, self._asks, self._settings = corpus, asks, settings
        self._record = record
        self._session: Session | None = None
        self._patience = Patience()
        self._turn = 0
        self._vain = 0
        self._latest_fault: Said | None = None
        #: questions that were in flight when the process was lost, until their fate is decided
        self._limbo: list[Question] = []
        self._window = 0
        self._answered_kinds: set[str] = set()
        self._feed = Feed(iter(()), lambda _: True)
        self.outcome = Outcome()

    async def run(self) -> Outcome:
        """Ask everything; whatever happens, every question gets a result."""
        asks = iter(self._asks)
        try:
            for ask in asks:
                if ask.count:
                    await self._run_variant(ask)
            await self._close(None)
        except _Stop as stop:
            self.outcome.stopped = stop.said
            self._not_run(asks, say("not-run-stopped", why=stop.said))
        except asyncio.CancelledError:
            self.outcome.interrupted = True
            self._not_run(asks, say("interrupted"))
        finally:
            await self._kill()
        self._judge_faults()
        return self.outcome

    async def _run_variant(self, ask: Ask) -> None:
        """Ask the questions of one variant."""
        announced: Announced | None = None
        self._feed = feed = Feed(self._questions(ask), lambda q: self._wanted(q, announced))
        while True:
            try:
                session = await self._ready_session()
                announced = await self._announce(session, ask.variant, announced)
            except Refused as refused:
                status = Status.UNSUPPORTED if refused.unsupported else Status.ERROR
                return self._give_all(status, refused.said)
            except Fault as fault:
                if await self._announcement_failed(fault):
                    return None
                continue
            try:
                return await session.ask_all(feed, self._deliver, self._window)
            except Fault as fault:
                await self._survive(fault)

    def _questions(self, ask: Ask) -> Iterator[Question]:
        variant = orjson.dumps(ask.variant.id)
        for number, case in ask.numbered(self._corpus):
            question = Question(number, case, ask.variant.id, question_body(case, variant))
            question.turn = self._turn
            self._turn += 1
            yield question

    # Start.

    async def _ready_session(self) -> Session:
        """Return a session that has shaken hands."""
        attempts = 0
        while self._session is None:
            attempts += 1
            try:
                await self._start()
            except CannotStart as error:
                raise _Stop(error.said) from error
            except Refused as refused:
                await self._close(None)
                raise _Stop(refused.said) from refused
            except Fault as fault:
                said = await self._close(fault)
                if not self.outcome.implementation or attempts == STARTS:
                    raise _Stop(say("no-handshake", said=said)) from fault
        return self._session

    async def _start(self) -> None:
        settings = self._settings
        self._session = session = await Session.open(
            settings.command,
            self.outcome.complaints,
            settings.timeout,
            proven=self.outcome.answers > 0,
        )
        message = await session.call("initialize", greeting(), settings.start_timeout)
        implementation = read_greeting(message)
        self.outcome.implementation = implementation
        self._window = self._window or implementation.window

    async def _announce(
        self, session: Session, variant: Variant, before: Announced | None
    ) -> Announced:
        if session.variant == variant.id and before:
            return before
        params, patience = announcement(variant), self._settings.start_timeout
        announced = read_announced(await session.call("load_variant", params, patience))
        session.variant = variant.id
        return announced

    # Questions that are not asked.

    def _wanted(self, question: Question, announced: Announced | None) -> bool:
        """Tell whether to ask a question; one that is not asked gets its result here."""
        left_out = self._left_out(question, announced)
        given_up = None if left_out else self._patience.with_question(question.method)
        if left_out:
            self._record([Result(question, Status.UNSUPPORTED, left_out)])
        elif given_up:
            self._record([Result(question, Status.NOT_RUN, given_up)])
        return not (left_out or given_up)

    def _left_out(self, question: Question, announced: Announced | None) -> Said | None:
        """Return why a question is unsupported by the adapter's own word."""
        implementation = self.outcome.implementation
        known = implementation.questions if implementation else None
        if known is not None and question.method not in known:
            return say("leaves-out-question", question=question.method)
        if announced and announced.without:
            for option in announced.without.intersection(question.case.get("when") or ()):
                return say("leaves-out-option", option=option)
        return None

    def _give_all(self, status: Status, why: Said) -> None:
        """Give every question of the variant that has none yet the same result."""
        for question in self._feed.rest():
            self._record([Result(question, status, why)])

    def _not_run(self, asks: Iterator[Ask], why: Said) -> None:
        in_flight = self._session.in_flight() if self._session else self._limbo
        self._feed.ask_alone(in_flight)
        self._give_all(Status.NOT_RUN, why)
        for ask in asks:
            self._feed = Feed(self._questions(ask), lambda _: True)
            self._give_all(Status.NOT_RUN, why)

    # Answers.

    def _deliver(self, answered: list[tuple[Question, Message]]) -> None:
        strict = self._settings.strict
        self.outcome.answers += len(answered)
        results = [judge(question, message, strict=strict) for question, message in answered]
        self._answered_kinds.update(question.method for question, _ in answered)
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

    async def _announcement_failed(self, fault: Fault) -> bool:
        """Tell whether the announcement itself is to blame; then its questions are errors."""
        fresh = not self._current().variant
        said = await self._end_with(fault, announcing=True)
        if fresh or fault.silent:
            self._patience.blamed += 1
            self._give_all(Status.ERROR, say("fault-at-announcement", said=said))
        self._stop_if_hopeless(fault)
        return fresh or fault.silent

    async def _end_with(self, fault: Fault, *, announcing: bool = False) -> Said:
        """End the process after a fault; return all that is known about it."""
        answered = self._current().answered
        said = await self._close(fault)
        if answered:
            self._patience.answered()
        self._patience.answered_kinds(self._answered_kinds)
        self._answered_kinds.clear()
        self._patience.fault(silent=fault.silent, announcing=announcing)
        self._latest_fault = said or fault.said
        return self._latest_fault

    def _current(self) -> Session:
        if self._session is None:
            raise AssertionError("a fault without a process")
        return self._session

    def _stop_if_hopeless(self, fault: Fault) -> None:
        end = self._patience.at_an_end()
        if end:
            raise _Stop(say("gave-up", why=end, said=fault.said))

    def _blame(self, question: Question, why: Said, *, silent: bool) -> None:
        self._patience.blame(question.method, silent=silent)
        self._vain = 0
        self._record([Result(question, Status.ERROR, why)])

    def _accuse_nobody(self, suspects: list[Question]) -> None:
        self._feed.ask_alone(suspects)
        self._vain += 1
        if self._vain == VAIN_FAULTS and self._window > 1:
            self._window = 1
            self.outcome.complaints.remark("one-by-one")

    def _judge_faults(self) -> None:
        """Complain of faults that no question explains."""
        if self._patience.faults and not self._patience.blamed and not self.outcome.stopped:
            self.outcome.complaints.add(
                "died-for-no-question", n=self._patience.faults, said=self._latest_fault
            )

    # The end.

    async def _close(self, fault: Fault | None) -> Said | None:
        session, self._session = self._session, None
        return await session.close(fault) if session else None

    async def _kill(self) -> None:
        if self._session:
            with suppress(asyncio.CancelledError):
                await self._session.kill()
            self._session = None
