"""Those who are asked: one program each, one question at a time, started again when it fails.

Law of this file: whatever a program does is an answer, if only that there was none. A program that cannot be
asked at all is `Gone`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shengji_conformance.complaints import Complaints
from shengji_conformance.corpus import Variant
from shengji_conformance.protocol import (
    Implementation,
    Message,
    Refused,
    announcement,
    greeting,
    read_announced,
    read_greeting,
)
from shengji_conformance.session import Fault, Session
from shengji_conformance.subject import CannotStart
from shengji_conformance.words import Said

__all__ = ["Gone", "Party", "Patience"]


class Gone(Exception):
    """A program cannot be asked; `said` says why."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


@dataclass(frozen=True)
class Patience:
    """Seconds to wait for an answer, and for those at the start."""

    answer: float = 10.0
    start: float = 30.0


class Party:
    """A program and the rule set it is asked under."""

    def __init__(self, command: Sequence[str], variant: Variant, patience: Patience) -> None:
        self.command, self.variant, self._patience = command, variant, patience
        self.implementation: Implementation | None = None
        self._session: Session | None = None
        self._answers = 0

    async def ask(
        self, question: str, given: Mapping[str, Any], patience: float = 0
    ) -> Message | Fault:
        """Return the answer to a question, or how the program failed at it; raises Gone."""
        session = self._session or await self._start()
        params = {"variant": self.variant.id, **given}
        try:
            message = await session.call(question, params, patience or self._patience.answer)
        except Fault as fault:
            self._session = None
            said = await session.close(fault)
            return Fault(said or fault.said, silent=fault.silent)
        self._answers += 1
        return message

    async def _start(self) -> Session:
        complaints = Complaints()
        proven, patience = self._answers > 0, self._patience
        try:
            session = await Session.open(self.command, complaints, patience.answer, proven=proven)
        except CannotStart as error:
            raise Gone(error.said) from error
        self._session = session
        try:
            message = await session.call("initialize", greeting(), patience.start)
            self.implementation = read_greeting(message)
            params = announcement(self.variant)
            read_announced(await session.call("load_variant", params, patience.start))
        except Refused as refused:
            await self.close()
            raise Gone(refused.said) from refused
        except Fault as fault:
            self._session = None
            raise Gone(await session.close(fault) or fault.said) from fault
        return session

    async def close(self) -> None:
        """End the process."""
        session, self._session = self._session, None
        if session:
            await session.kill()
