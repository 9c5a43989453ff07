"""A conversation with one process: requests pipelined, answers in any order, faults noticed.

Law of this file: it decides when something went wrong, never who is to blame. A question's clock starts
when it was written or when the latest answer came, whichever is later; so one timer serves all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from shengji_conformance.complaints import Complaints
from shengji_conformance.feed import Feed
from shengji_conformance.noise import Noise, name_line, name_stray
from shengji_conformance.protocol import Message, body, request
from shengji_conformance.subject import Subject
from shengji_conformance.verdicts import Question
from shengji_conformance.words import Said, safe, say

__all__ = ["Fault", "Session"]

#: after a line that was no answer, the answer itself may take this long
NOISE_GRACE_SECONDS = 2.0
#: so long may a process take to end once its stdin is closed
GRACE_SECONDS = 2.0
GRACE_AFTER_FAULT_SECONDS = 0.5
#: more lines than this without one answer among them are a flood
FLOOD_LINES = 10_000

Deliver = Callable[[list[tuple[Question, Message]]], None]


class Fault(Exception):
    """Something went wrong with the process; `silent` if it lived on and did not answer."""

    def __init__(self, said: Said, *, silent: bool = False) -> None:
        super().__init__(str(said))
        self.said = said
        self.silent = silent


class Session:
    """One process of the adapter, from its start to its end."""

    def __init__(self, complaints: Complaints, seconds: float, *, proven: bool) -> None:
        self._complaints = complaints
        self._timeout = seconds
        #: answers of this adapter have got through before, so that its silence has another cause
        self._proven = proven
        self._loop = asyncio.get_running_loop()
        self._next = 0
        self._pending: dict[int, Question] = {}
        self._calls: dict[int, asyncio.Future[Message]] = {}
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._gone: Fault | None = None
        self._latest = 0.0
        self._noise: tuple[float, Said] | None = None
        self._noise_lines = 0
        self._closing = False
        self._came_late = False
        self.answered = 0
        #: the variant that was announced last
        self.variant = ""

    @classmethod
    async def open(
        cls, command: Sequence[str], complaints: Complaints, seconds: float, *, proven: bool
    ) -> Session:
        """Start the process."""
        session = cls(complaints, seconds, proven=proven)
        session._subject = await Subject.start(command, session._hear_safely, session._lost)
        return session

    _subject: Subject

    # Calls: one message and its answer.

    async def call(self, method: str, params: Mapping[str, Any], patience: float) -> Message:
        """Ask something that everything else waits for."""
        if self._gone:
            raise self._gone
        answer: asyncio.Future[Message] = self._loop.create_future()
        self._calls[self._next] = answer
        self._subject.write(request(self._next, body(method, params)))
        self._next += 1
        try:
            return await asyncio.wait_for(answer, patience)
        except TimeoutError:
            silence = say("silent-call", method=method, seconds=f"{patience:g}")
            raise Fault(self._why_silent(silence), silent=True) from None

    # Questions: many in flight.

    async def ask_all(self, feed: Feed, deliver: Deliver, window: int) -> None:
        """Ask until the feed is dry and everything is answered."""
        if self._gone:
            raise self._gone
        self._feed, self._deliver, self._window = feed, deliver, window
        self._waiter = self._loop.create_future()
        self._latest = self._loop.time()
        self._top_up()
        self._watch()
        try:
            await self._waiter
        finally:
            self._waiter = None
            self._stop_watching()

    def in_flight(self) -> list[Question]:
        """Return the questions that were written and not answered."""
        return list(self._pending.values())

    def _top_up(self) -> None:
        """Write requests until the window is full; half a window at a time, which saves writes."""
        pending, window = self._pending, self._window
        if len(pending) > window // 2:
            return
        now, requests, take = self._loop.time(), [], self._feed.take
        while len(pending) < window and (question := take()) is not None:
            question.written = now
            pending[self._next] = question
            requests.append(request(self._next, question.body))
            self._next += 1
            if question.alone:
                break
        if requests:
            self._subject.write(b"".join(requests))
        elif not pending and self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    # Answers.

    def _hear_safely(self, lines: list[bytes]) -> None:
        """Hear lines; an exception of ours ends the run instead of vanishing in the event loop."""
        try:
            self._hear(lines)
        except Exception as error:  # noqa: BLE001
            self._fail(error)

    def _hear(self, lines: list[bytes]) -> None:
        answered: list[tuple[Question, Message]] = []
        pending = self._pending
        for line in lines:
            try:
                message = orjson.loads(line)
                number = message["id"]
                if number.__class__ is not int:  # True would do for 1
                    raise TypeError  # noqa: TRY301
                question = pending.pop(number)
            except (ValueError, TypeError, KeyError):
                self._hear_other(line)
                if self._noise_lines > FLOOD_LINES:
                    break
                continue
            answered.append((question, message))
        if not answered:
            return
        self._latest = self._loop.time()
        self._noise, self._noise_lines = None, 0
        self.answered += len(answered)
        if self._closing:
            self._came_late = True
            return
        going_on = self._waiter is not None and not self._waiter.done()
        self._subject.cut()
        if going_on:
            # Write first: the adapter works on the next questions while these answers are judged.
            self._top_up()
        self._deliver(answered)
        if going_on:
            self._feed.prepare(self._window)

    def _hear_other(self, line: bytes) -> None:
        """Take a line that answers no question in flight: a call's answer, or something to say."""
        if not line.strip():
            self._count_noise()
            return
        message = name_line(line)
        if isinstance(message, Noise):
            self._complain(message)
            return
        number = message.get("id")
        call = self._calls.pop(number, None) if isinstance(number, int) else None
        if call is None:
            self._complain(name_stray(message, self._next))
            return
        if not call.done():
            call.set_result(message)
        self._came_late |= self._closing

    def _complain(self, noise: Noise) -> None:
        """Complain; a line that may have been meant as the answer shortens the wait for it."""
        self._complaints.add(noise.key, **noise.values)
        flooded = self._count_noise()
        if noise.meant and self._noise is None and not flooded:
            self._noise = (self._loop.time(), say(noise.key, **noise.values))
            self._watch()

    def _count_noise(self) -> bool:
        """Count a line that answers nothing; tell if it is one too many."""
        self._noise_lines += 1
        flooded = self._noise_lines > FLOOD_LINES
        if flooded:
            self._subject.stop_listening()
            self._fail(Fault(say("floods", n=FLOOD_LINES), silent=True))
        return flooded

    # Faults.

    def _lost(self, said: Said) -> None:
        self._gone = Fault(said)
        self._fail(self._gone)

    def _fail(self, error: Exception) -> None:
        """Let whoever waits know."""
        if self._waiter and not self._waiter.done():
            self._waiter.set_exception(error)
        for call in self._calls.values():
            if not call.done():
                call.set_exception(error)
        self._calls.clear()

    def _watch(self) -> None:
        """Set the timer for the moment at which the wait for an answer is over."""
        self._stop_watching()
        if self._waiter and not self._waiter.done():
            self._timer = self._loop.call_at(self._deadline(), self._check_time)

    def _stop_watching(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _deadline(self) -> float:
        oldest = next(iter(self._pending.values()), None)
        start = max(self._latest, oldest.written if oldest else 0.0)
        deadline = start + self._timeout
        if self._noise:
            deadline = min(deadline, self._noise[0] + NOISE_GRACE_SECONDS)
        return deadline

    def _check_time(self) -> None:
        if self._loop.time() < self._deadline():
            self._watch()
        elif self._noise:
            self._fail(Fault(say("noise-instead", noise=self._noise[1]), silent=True))
        else:
            silence = say("silent", seconds=f"{self._timeout:g}")
            self._fail(Fault(self._why_silent(silence), silent=True))

    def _why_silent(self, said: Said) -> Said:
        rest = self._subject.unfinished
        if rest.strip():
            line = safe(rest.decode("utf-8", "replace"), 80)
            return say("unfinished-line", said=said, line=line)
        if self._noise:
            return say("and-noise", said=said, noise=self._noise[1])
        return said if self._proven or self.answered else say("did-you-flush", said=said)

    # The end.

    def recent_words(self) -> str:
        """Return the last lines on stderr before the latest answers, safe to print."""
        # With several questions in flight it may have been written while the answers before were read.
        return self._subject.recent_words(1 if self._window == 1 else 2)

    async def close(self, fault: Fault | None = None) -> Said | None:
        """End the process; after a fault, return what is known of it by then."""
        self._closing = True
        obeyed = await self._subject.stop(GRACE_AFTER_FAULT_SECONDS if fault else GRACE_SECONDS)
        if fault is None:
            if not obeyed:
                self._complaints.remark("lives-on", seconds=f"{GRACE_SECONDS:g}")
            return None
        said = say("flush", said=fault.said) if fault.silent and self._came_late else fault.said
        words = self._subject.last_words()
        return say("last-words", said=said, words=words) if words else said

    async def kill(self) -> None:
        """End the process now."""
        self._closing = True
        await self._subject.stop(0)

    def kill_now(self) -> None:
        """End the process now, without waiting for its end."""
        self._subject.kill()
