"""The questions of a run in blocks, which workers take one after another.

Law of this file: blocks are given out in the order of the plan, and none so far ahead of the oldest result
that is awaited that those behind it would fill the memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import orjson

from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.protocol import question_body
from shengji_conformance.selection import Ask
from shengji_conformance.verdicts import Question

__all__ = ["Block", "Blocks", "Supply"]

LARGEST = 64
#: blocks that each worker may expect; more of them make for a fairer end
BLOCKS_EACH = 8
#: questions by which a block may be ahead of the oldest result that is awaited
FARTHEST = 4096

#: a case, its number in the plan and its place in the run
_Place = tuple[int, int, Case]


@dataclass(frozen=True)
class Block:
    """Some questions of a variant, in a row."""

    variant: Variant
    places: Sequence[_Place]

    def questions(self) -> Iterator[Question]:
        """Yield the questions; a request is spelt when its turn comes near."""
        identity = orjson.dumps(self.variant.id)
        for number, turn, case in self.places:
            body = question_body(case, identity)
            yield Question(number, case, self.variant.id, body, turn=turn)


class Supply(Protocol):
    """Where a worker gets its blocks."""

    def take(self, variant: Variant | None = None) -> Block | None:
        """Return the next block, if one can be had (of a variant) without waiting."""

    async def wait(self) -> Block | None:
        """Return the next block as soon as it can be had; none when nobody has one any more."""

    def give_back(self, variant: Variant, questions: Iterable[Question]) -> None:
        """Take back, from a worker that leaves, the questions it was given that have no result."""


class Blocks:
    """All questions of a run that are still to be asked."""

    def __init__(
        self,
        corpus: Corpus,
        asks: Sequence[Ask],
        jobs: int,
        awaited: Callable[[], int],
        known: Callable[[int, int, Case, str], bool] | None = None,
    ) -> None:
        """`awaited` tells the oldest result that is; `known` takes a question that need not be asked."""
        self._corpus, self._asks = corpus, asks
        self._awaited, self._known = awaited, known
        total = sum(ask.count for ask in asks)
        self._size = max(1, min(LARGEST, total // (jobs * BLOCKS_EACH)))
        self._source = self._cut()
        self._next: Block | None = None
        self._returned: deque[Block] = deque()
        self._dry = False
        self._waiting: list[asyncio.Future[None]] = []
        #: workers that have not left, and those of them that have no block
        self._workers, self._idle = jobs, 0

    def _cut(self) -> Iterator[Block]:
        turn = 0
        for ask in self._asks:
            places = self._places(ask, turn)
            turn += ask.count
            while chunk := list(islice(places, self._size)):
                yield Block(ask.variant, chunk)

    def _places(self, ask: Ask, turn: int) -> Iterator[_Place]:
        if not ask.count:
            return
        variant, known = ask.variant.id, self._known
        for number, case in ask.numbered(self._corpus):
            if known is None or not known(number, turn, case, variant):
                yield number, turn, case
            turn += 1

    def _peek(self) -> Block | None:
        if self._returned:
            return self._returned[0]
        if self._next is None and not self._dry:
            self._next = next(self._source, None)
            self._dry = self._next is None
        return self._next

    def take(self, variant: Variant | None = None) -> Block | None:
        """Return the next block, if there is one (of a variant) and it is not too far ahead."""
        block = self._peek()
        if block is None or (variant is not None and block.variant is not variant):
            return None
        if not self._near(block):
            return None
        self._pop()
        return block

    def _pop(self) -> None:
        if self._returned:
            self._returned.popleft()
        else:
            self._next = None

    def give_back(self, variant: Variant, questions: Iterable[Question]) -> None:
        """Take back, from a worker that leaves, the questions it was given; they come before all others."""
        self._workers -= 1
        places = [(question.number, question.turn, question.case) for question in questions]
        if places:
            self._returned.append(Block(variant, places))
        self._wake()

    def _near(self, block: Block) -> bool:
        return block.places[0][1] - self._awaited() < FARTHEST

    async def wait(self) -> Block | None:
        """
        Return the next block as soon as it is not too far ahead.

        None is returned when no worker has one: until then a block may be given back.
        """
        self._idle += 1
        while self._idle < self._workers or self._peek() is not None:
            block = self.take()
            if block:
                self._idle -= 1
                return block
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        self._wake()
        return None

    def moved(self) -> None:
        """Take note that results have been passed on."""
        if self._waiting and (block := self._peek()) is not None and self._near(block):
            self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    def rest(self) -> Iterator[Question]:
        """Yield all questions that nobody took."""
        while (block := self._peek()) is not None:
            self._pop()
            yield from block.questions()
