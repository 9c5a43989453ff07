"""
An interview: questions put one by one to a process, and everything that is odd about the answers.

Law of this file: it is as lenient as `run` is strict. Whatever can be taken for the answer to the one open
question is taken for it, and what was wrong with it is noted once; what follows is decided in `exam`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shengji_conformance.corpus import Variant
from shengji_conformance.doctor.ids import Ids
from shengji_conformance.doctor.lines import Heard, read_line, read_together
from shengji_conformance.doctor.talk import Talk
from shengji_conformance.doctor.wire import answer_flaws, request_flaws
from shengji_conformance.protocol import Message, announcement, body, greeting, request
from shengji_conformance.words import Said, safe, say

__all__ = ["Interview", "Oddities", "Reply"]

#: ids are told apart from anything that an adapter would count by itself
FIRST_ID, ID_STEP = 4021, 13
#: so long is waited for something better than an answer that seems to belong to an earlier question
STALE_SECONDS = 0.3
SLICE_SECONDS = 0.2
NUDGE_SECONDS = 1.0
#: an answer is not spread over more lines than this
MOST_SPREAD = 200


@dataclass(frozen=True)
class Reply:
    """What came of a question: a message, or why there is none."""

    message: Message | None = None
    fault: Said | None = None
    #: the process lives on and says nothing
    silent: bool = False

    @property
    def result(self) -> Any:
        """Return the result, if there is one."""
        return self.message.get("result") if self.message else None

    @property
    def code(self) -> int | None:
        """Return the code of the error, if there is one."""
        error = self.message.get("error") if self.message else None
        code = error.get("code") if isinstance(error, dict) else None
        return code if type(code) is int else None


class Oddities:
    """Sentences about the same thing, each kind kept once with its count."""

    def __init__(self) -> None:
        self._kinds: dict[object, tuple[Said, int]] = {}

    def add(self, said: Said, kind: object = None) -> None:
        """Note a sentence."""
        key = kind or said.key
        first, count = self._kinds.get(key, (said, 0))
        self._kinds[key] = (first, count + 1)

    def __iter__(self) -> Iterator[Said]:
        for said, count in self._kinds.values():
            yield say("times", said=said, n=count) if count > 1 else said

    @property
    def names(self) -> list[str]:
        """Return the keys of the sentences, the first first."""
        return [said.key for said, _ in self._kinds.values()]

    def __len__(self) -> int:
        return len(self._kinds)


class Interview:
    """A process that is asked one question at a time; after a fault it is started again."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command, self.timeout = command, timeout
        self._number = FIRST_ID
        self._answered: set[int] = set()
        self._any_id = False
        self._talk: Talk | None = None
        self.ids = Ids()
        self.odd = Oddities()
        self.flaws = Oddities()
        self.our_flaws = Oddities()
        #: answers came after stdin was closed
        self.came_late = False

    @property
    def talk(self) -> Talk:
        """Return the process."""
        if self._talk is None:
            raise AssertionError("nobody to talk to")
        return self._talk

    async def start(self) -> None:
        """Start the process, or start it again; CannotStart if there is none."""
        await self.stop(0)
        self._talk = await Talk.open(self._command)

    async def restart(self, variant: Variant | None) -> bool:
        """Start again after a fault; tell whether the process is ready for questions."""
        await self.start()
        ready = await self.greet()
        if variant and ready.message:
            ready = await self.ask("load_variant", announcement(variant))
        return ready.message is not None

    async def greet(self, number: int = 0) -> Reply:
        """Ask `initialize`; its id is 0, as in a run."""
        return await self._asked("initialize", greeting(), number)

    async def ask(self, method: str, params: Mapping[str, Any], *, sound: bool = True) -> Reply:
        """Ask a question and wait for its answer; one that is not `sound` is meant to be wrong."""
        if sound:
            self._check(method, params)
        return await self._asked(method, params, self.next_id())

    def _check(self, method: str, params: Mapping[str, Any]) -> None:
        """Look whether our own question fits the schema."""
        for flaw in request_flaws(method, params):
            self.our_flaws.add(say("wire-of", method=method, flaw=flaw), method)

    def next_id(self) -> int:
        """Return an id that was not used yet."""
        self._number += ID_STEP
        return self._number

    async def _asked(self, method: str, params: Mapping[str, Any], number: int) -> Reply:
        self._take_unasked()
        self.talk.send(request(number, body(method, params)))
        message = await self._answer(number, self.timeout)
        if message is None:
            return self._nothing()
        self._answered.add(number)
        self.ids.add(number, message)
        for flaw in answer_flaws(method, message):
            self.flaws.add(say("wire-of", method=method, flaw=flaw), (method, str(flaw)))
        return Reply(message)

    def _nothing(self) -> Reply:
        if self.talk.flooded:
            return Reply(fault=say("doctor-flood"))
        if self.talk.gone is None:
            return Reply(fault=say("silent", seconds=f"{self.timeout:g}"), silent=True)
        words = self.talk.last_words()
        said = self.talk.gone
        return Reply(fault=say("last-words", said=said, words=words) if words else said)

    async def _answer(self, number: int, seconds: float) -> Message | None:
        """Return what can be taken for the answer to the open question."""
        clock = asyncio.get_running_loop().time
        end, stale, bad = clock() + seconds, None, list[bytes]()
        while True:
            pause = STALE_SECONDS if stale else SLICE_SECONDS
            line = await self.talk.line(min(pause, end - clock()))
            if line is None:
                heard = self._unfinished()
                message = (heard and heard.message) or stale
                if message or clock() >= end or not self.talk.alive:
                    self._any_id |= message is stale and stale is not None
                    break
                continue
            heard = read_line(line)
            if heard.message is None:
                bad.append(line)
                heard = (read_together(bad) if 1 < len(bad) < MOST_SPREAD else None) or heard
                if heard.message:
                    bad.clear()
            if heard.odd and heard.message:
                self.odd.add(heard.odd)
            if heard.message and (self._any_id or not self._is_old(heard.message, number)):
                message = heard.message
                break
            stale = heard.message or stale
        if stale is not None and message is not stale:
            self._note_stray(stale)
        self._note_bad(bad)
        return message

    def _is_old(self, message: Message, number: int) -> bool:
        return message.get("id") != number and self._is_answered(message)

    def _is_answered(self, message: Message) -> bool:
        """Tell whether a message carries the id of a question that has its answer; it may carry anything."""
        found = message.get("id")
        return type(found) is int and found in self._answered

    def _unfinished(self) -> Heard | None:
        """Return the answer that stands in a line without an end."""
        rest = self.talk.unfinished
        heard = read_line(rest) if rest.strip() else None
        if heard and heard.message:
            self.odd.add(say("odd-no-line-feed"))
            return heard
        return None

    def _note_bad(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            odd = read_line(line).odd
            if odd:
                self.odd.add(odd)

    def _note_stray(self, message: Message) -> None:
        number = safe(str(message.get("id")), 40)
        self.odd.add(say("odd-twice" if self._is_answered(message) else "odd-stray", id=number))

    def _take_unasked(self) -> None:
        """Look at what came while nothing was asked."""
        for line in self.talk.waiting():
            heard = read_line(line)
            if heard.message is not None:
                self._note_stray(heard.message)
            elif heard.odd:
                self.odd.add(heard.odd)

    # Several at once.

    async def ask_together(self, asked: Sequence[tuple[str, Mapping[str, Any]]]) -> int:
        """Ask several questions in one write; return how many were answered by their ids."""
        self._take_unasked()
        numbers = [self.next_id() for _ in asked]
        lines = [request(n, body(*one)) for n, one in zip(numbers, asked, strict=True)]
        self.talk.send(b"".join(lines))
        return await self._count(set(numbers))

    async def ask_in_pieces(self, method: str, params: Mapping[str, Any]) -> bool:
        """Ask a question in two writes; tell whether it was answered."""
        self._take_unasked()
        number = self.next_id()
        line = request(number, body(method, params))
        self.talk.send(line[: len(line) // 2])
        await asyncio.sleep(SLICE_SECONDS / 4)
        self.talk.send(line[len(line) // 2 :])
        return await self._count({number}) == 1

    async def _count(self, numbers: set[int]) -> int:
        """Return how many of some questions are answered; an error without an id answers none."""
        clock = asyncio.get_running_loop().time
        end, missing = clock() + self.timeout, set(numbers)
        while missing and (line := await self.talk.line(end - clock())) is not None:
            message = read_line(line).message or {}
            if message.get("id") is None and "error" in message:
                break
            number = message.get("id")
            missing.discard(number if type(number) is int else -1)
        self._answered |= numbers - missing
        return len(numbers) - len(missing)

    # Silence, and the end.

    async def why_silent(self, method: str, params: Mapping[str, Any]) -> Said | None:
        """After a silence, find out by more input and by the end of input what was the matter."""
        again = self.next_id()
        self.talk.send(request(again, body(method, params)))
        early = [m for m in [await self._any(NUDGE_SECONDS), await self._any(SLICE_SECONDS)] if m]
        ids = [message.get("id") for message in early]
        if ids and again not in ids:
            return say("why-lags")
        if ids and len(ids) == 1 and not self._answered:
            return say("why-id-zero")
        if ids:
            return say("why-lags")
        rest = self.talk.unfinished
        late = await self.stop()
        if late:
            return say("why-no-flush")
        if rest.strip():
            return say("why-unfinished", line=safe(rest.decode("utf-8", "replace"), 80))
        return None

    async def _any(self, seconds: float) -> Message | None:
        line = await self.talk.line(seconds)
        return read_line(line).message if line is not None else None

    async def stop(self, grace: float | None = None) -> int:
        """End the process; return how many answers came only then."""
        if self._talk is None:
            return 0
        talk, self._talk = self._talk, None
        self.ended = await (talk.close() if grace is None else talk.close(grace))
        heard = [read_line(line) for line in talk.waiting()]
        return sum(one.message is not None and not self._is_answered(one.message) for one in heard)

    ended = True
