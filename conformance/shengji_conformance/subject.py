"""The adapter's process: lines out of it, bytes into it, and how it ended.

Law of this file: it knows processes and pipes, and nothing of questions. All three pipes are served by the
event loop, so that reading never waits for writing; no fork and no signal is needed where there are none.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, cast

from shengji_conformance.strays import end_strays, marked
from shengji_conformance.words import Said, safe, say

__all__ = ["CannotStart", "Subject", "kill_all"]

#: those that have been started and not been ended to the last
_living: set[Subject] = set()

LONGEST_LINE = 16 * 1024 * 1024
#: how long the last words of a process that has ended may take to arrive
DRAIN_SECONDS = 0.3
STDERR_KEPT = 8192
STDERR_LINES = 8
#: how much of what waits on stderr is read at once, and how often
READ_SIZE, READS = 1 << 16, 16

STDIN, STDOUT, STDERR = 0, 1, 2


class CannotStart(Exception):
    """The command could not be started."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


class Subject(asyncio.SubprocessProtocol):
    """A running adapter; it calls `hear` with whole lines, and `gone` once when nothing more can come."""

    def __init__(self, hear: Callable[[list[bytes]], None], gone: Callable[[Said], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._hear, self._tell_gone = hear, gone
        self._rest = bytearray()
        self._errors = bytearray()
        #: what came on stderr since the last cut, and between that and the one before
        self._recent, self._cut_off, self._before = bytearray(), bytearray(), bytearray()
        self._open = {STDIN, STDOUT, STDERR}
        self._exited: asyncio.Future[int] = self._loop.create_future()
        self._is_gone = False

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        hear: Callable[[list[bytes]], None],
        gone: Callable[[Said], None],
    ) -> Subject:
        """Start a command in a process group of its own."""
        program = shutil.which(command[0]) or command[0]
        loop = asyncio.get_running_loop()
        mark, environment = marked()
        try:
            _, subject = await loop.subprocess_exec(
                lambda: cls(hear, gone), program, *command[1:], env=environment, **_own_group()
            )
        except (OSError, ValueError) as error:
            raise CannotStart(_cannot_start(command, error)) from error
        subject._mark = mark  # noqa: SLF001 (our own)
        _living.add(subject)
        return subject

    _mark = ""

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the pipes."""
        self._process = cast("asyncio.SubprocessTransport", transport)
        self._stdin = cast("asyncio.WriteTransport", self._process.get_pipe_transport(STDIN))
        errors = self._process.get_pipe_transport(STDERR)
        readable = errors is not None and os.name == "posix"
        self._stderr = errors.get_extra_info("pipe") if errors and readable else None

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Cut what arrives into lines; keep the end of what is written to stderr."""
        if fd == STDERR:
            _keep(self._errors, data)
            _keep(self._recent, data)
            return
        self._rest += data
        if b"\n" in data:
            lines = bytes(self._rest).split(b"\n")
            self._rest = bytearray(lines.pop())
            self._hear(lines)
        if len(self._rest) > LONGEST_LINE:
            self._rest.clear()
            self.stop_listening()
            self._end(say("line-too-long"))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """Note a closed pipe; a process that lives on without stdout or stdin is of no use."""
        self._open.discard(fd)
        if self._exited.done() and not {STDOUT, STDERR} & self._open:
            self._end(self._how_it_ended())
        elif fd in (STDIN, STDOUT):
            self._loop.call_later(DRAIN_SECONDS, self._lost_pipe, fd)

    def process_exited(self) -> None:
        """Wait for the last words, but not for children that keep the pipes open."""
        if not self._exited.done():
            self._exited.set_result(self._process.get_returncode() or 0)
        if not {STDOUT, STDERR} & self._open:
            self._end(self._how_it_ended())
        else:
            self._loop.call_later(DRAIN_SECONDS, lambda: self._end(self._how_it_ended()))

    def _lost_pipe(self, fd: int) -> None:
        if not self._exited.done():
            self._end(say("closed-stdout" if fd == STDOUT else "closed-stdin"))

    def _end(self, said: Said) -> None:
        if not self._is_gone:
            self._is_gone = True
            self._tell_gone(said)

    # What a session asks.

    def write(self, data: bytes) -> None:
        """Send bytes; whatever the process does not take yet waits in memory."""
        if STDIN in self._open and not self._stdin.is_closing():
            self._stdin.write(data)

    def stop_listening(self) -> None:
        """Read no more of stdout."""
        pipe = self._process.get_pipe_transport(STDOUT)
        if pipe and not pipe.is_closing():
            cast("asyncio.ReadTransport", pipe).pause_reading()

    @property
    def unfinished(self) -> bytes:
        """Return what has arrived since the last line end."""
        return bytes(self._rest)

    def last_words(self) -> str:
        """Return the last lines on stderr, safe to print."""
        return _tail(self._errors)

    def recent_words(self, cuts: int) -> str:
        """Return the last lines on stderr before the latest calls of `cut`, one or two, safe to print."""
        return _tail(self._before + self._cut_off if cuts > 1 else self._cut_off)

    def cut(self) -> None:
        """Tell what has been written to stderr by now from what will be."""
        self._read_errors()
        if self._recent or self._cut_off or self._before:
            self._before, self._cut_off = self._cut_off, self._recent
            self._recent = bytearray()

    def _read_errors(self) -> None:
        """Read what is waiting on stderr: it was written before the answer that has just been read."""
        file = self._stderr
        if file is None:
            return
        try:
            for _ in range(READS):
                data = os.read(file.fileno(), READ_SIZE)
                if not data:
                    return
                self.pipe_data_received(STDERR, data)
        except (OSError, ValueError):
            return  # nothing waits there, or it is closed

    def _how_it_ended(self) -> Said:
        code = self._exited.result()
        if code >= 0:
            return say("exited", code=f"{code}")
        with contextlib.suppress(ValueError):
            return say("killed", signal=signal.Signals(-code).name)
        return say("killed", signal=f"{-code}")

    async def stop(self, grace: float) -> bool:
        """End the process by closing its stdin, and by force after `grace` seconds; tell if it obeyed."""
        self._is_gone = True
        self._stdin.close()
        try:
            await asyncio.wait({self._exited}, timeout=grace)
            obeyed = self._exited.done()
        finally:
            self.kill()
        _living.discard(self)
        await asyncio.wait({self._exited}, timeout=DRAIN_SECONDS * 10)
        self._process.close()
        return obeyed

    def kill(self) -> None:
        """End the process and what it started, by force."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.get_pid(), signal.SIGKILL)
            else:
                self._process.kill()
        end_strays(self._mark)


def kill_all() -> None:
    """End all processes by force, where there is no time for more."""
    for subject in list(_living):
        subject.kill()
    _living.clear()


def _keep(kept: bytearray, data: bytes) -> None:
    kept += data[-STDERR_KEPT:]
    del kept[:-STDERR_KEPT]


def _tail(errors: bytearray) -> str:
    lines = errors.decode("utf-8", "replace").splitlines()
    return "\n".join(safe(line) for line in lines[-STDERR_LINES:] if line.strip())


def _own_group() -> dict[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _cannot_start(command: Sequence[str], error: Exception) -> Said:
    program = safe(command[0])
    if isinstance(error, FileNotFoundError):
        key = "no-such-command-quoted" if " " in command[0] else "no-such-command"
        return say(key, program=program)
    return say("cannot-start", program=program, why=safe(getattr(error, "strerror", None) or error))
