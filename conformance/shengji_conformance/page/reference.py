"""The reference, asked over the pipe for what a page draws.

Law of this file: nothing that is asked here may end a report, or hold it up for long. One process is started
for a page, when the first question comes, and not again: whatever goes wrong with it, everything asked from
then on has no answer. What an answer says is not looked at here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NamedTuple, Self

from shengji_conformance.complaints import Complaints
from shengji_conformance.corpus import Variant
from shengji_conformance.feed import Feed
from shengji_conformance.protocol import (
    Message,
    Refused,
    announcement,
    body,
    greeting,
    read_announced,
    read_greeting,
)
from shengji_conformance.reference import REFERENCE
from shengji_conformance.session import Session
from shengji_conformance.verdicts import Question

__all__ = ["Asking", "Given", "Patience", "Reference", "Result"]

Given = Mapping[str, Any]
Result = Mapping[str, Any]


class Asking(NamedTuple):
    """A question of the protocol and its params, `variant` apart."""

    variant: Variant
    method: str
    params: Given


@dataclass(frozen=True)
class Patience:
    """Seconds to wait for an answer, for all answers to what is asked at once, and for those at the start."""

    answer: float = 10.0
    all_answers: float = 30.0
    start: float = 30.0


class Reference:
    """A process that is started when it is asked for the first time, and ended with the block."""

    def __init__(
        self, command: Sequence[str] = REFERENCE, patience: Patience | None = None
    ) -> None:
        self._command, self._patience = command, patience or Patience()
        self._runner: asyncio.Runner | None = None
        self._session: Session | None = None
        self._window = 1
        self._gone = False
        #: the variants it was told of, with whether it plays them
        self._told: dict[str, tuple[Variant, bool]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ask(self, asked: Sequence[Asking]) -> list[Result | None]:
        """Return the results of questions that are asked at once; None for each that has none."""
        if self._gone or not asked:
            return [None] * len(asked)
        try:
            self._runner = self._runner or asyncio.Runner()
            return self._runner.run(self._asked(asked))
        except Exception:  # noqa: BLE001  (a drawing does without; no process may end a report)
            self.close()
            return [None] * len(asked)

    def close(self) -> None:
        """End the process; nothing is asked after that."""
        self._gone = True
        runner, self._runner = self._runner, None
        session, self._session = self._session, None
        if runner is None:
            return
        with suppress(Exception), runner:
            if session:
                runner.run(session.kill())

    async def _asked(self, asked: Sequence[Asking]) -> list[Result | None]:
        session = self._session or await self._start()
        await self._announce(session, {one.variant.id: one.variant for one in asked})
        found: list[Result | None] = [None] * len(asked)

        def deliver(answered: Iterable[tuple[Question, Message]]) -> None:
            for question, message in answered:
                result = message.get("result")
                found[question.number] = result if isinstance(result, dict) else None

        questions = (
            Question(number, {}, variant.id, body(method, {"variant": variant.id, **params}))
            for number, (variant, method, params) in enumerate(asked)
            if self._told[variant.id][1]
        )
        async with asyncio.timeout(self._patience.all_answers):
            await session.ask_all(Feed(questions, lambda _: True), deliver, self._window)
        return found

    async def _start(self) -> Session:
        complaints, patience = Complaints(), self._patience
        session = await Session.open(self._command, complaints, patience.answer, proven=False)
        self._session = session
        self._window = read_greeting(
            await session.call("initialize", greeting(), patience.start)
        ).window
        return session

    async def _announce(self, session: Session, variants: Mapping[str, Variant]) -> None:
        """Announce variants, each once, and remember which of them are played."""
        new = [v for v in variants.values() if self._told.get(v.id, (None,))[0] is not v]
        calls = (
            session.call("load_variant", announcement(variant), self._patience.start)
            for variant in new
        )
        for variant, message in zip(new, await asyncio.gather(*calls), strict=True):
            try:
                read_announced(message)
                self._told[variant.id] = variant, True
            except Refused:
                self._told[variant.id] = variant, False
