"""
A talk with one process: raw bytes to it, lines from it, and what it does when its stdin is closed.

Law of this file: nothing here waits without an end, and no process outlives its talk. What lines mean is said
elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from shengji_conformance.subject import Subject
from shengji_conformance.words import Said

__all__ = ["Talk"]

#: how long a process that has been told to end may take
GRACE_SECONDS = 2.0
#: lines that are kept; a flood of more is cut off
MOST_LINES = 5_000


class Talk:
    """One process of the adapter."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._count = 0
        self.gone: Said | None = None
        self.flooded = False

    _subject: Subject

    @classmethod
    async def open(cls, command: Sequence[str]) -> Talk:
        """Start the process; CannotStart if there is none."""
        talk = cls()
        talk._subject = await Subject.start(command, talk._hear, talk._lost)
        return talk

    def _hear(self, lines: list[bytes]) -> None:
        for line in lines:
            if self._count >= MOST_LINES:
                self.flooded = True
                break
            if line.strip():
                self._count += 1
                self._lines.put_nowait(line)

    def _lost(self, said: Said) -> None:
        self.gone = said
        self._lines.put_nowait(None)

    @property
    def alive(self) -> bool:
        """Tell whether anything may still come."""
        return self.gone is None and not self.flooded

    @property
    def unfinished(self) -> bytes:
        """Return what has come since the last line end."""
        return self._subject.unfinished

    def last_words(self) -> str:
        """Return the last lines on stderr, safe to print."""
        return self._subject.last_words()

    def send(self, data: bytes) -> None:
        """Write bytes."""
        self._subject.write(data)

    async def line(self, seconds: float) -> bytes | None:
        """Return the next line, or nothing if none comes in time or none will come."""
        if self._lines.empty() and self.alive:
            with suppress(TimeoutError):
                return await asyncio.wait_for(self._lines.get(), max(seconds, 0.001))
        # What came in the very moment in which the time was over has come.
        return None if self._lines.empty() else self._lines.get_nowait()

    def waiting(self) -> list[bytes]:
        """Return the lines that have come by now."""
        lines = []
        while not self._lines.empty():
            line = self._lines.get_nowait()
            lines += [] if line is None else [line]
        return lines

    async def close(self, grace: float = GRACE_SECONDS) -> bool:
        """Close stdin and wait for the end; tell whether it came without force. Lines may still be there."""
        ended = self.gone is not None
        return await self._subject.stop(0 if self.flooded else grace) or ended
