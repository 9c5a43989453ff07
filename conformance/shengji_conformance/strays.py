"""Processes that an adapter leaves behind, found by a mark in their environment where a platform shows it.

Law of this file: nobody is ended who does not carry the mark of the adapter that is being ended. On Linux
that finds children in sessions and groups of their own; elsewhere the adapter's process group has to do.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

__all__ = ["MARK", "end_strays", "marked"]

MARK = "SHENGJI_CONFORMANCE_ADAPTER"
PROC = Path("/proc")
#: one that is being ended may start another; so often is it looked for
ROUNDS = 10


def marked() -> tuple[str, Mapping[str, str]]:
    """Return a new mark, and an environment that carries it."""
    mark = secrets.token_hex(16)
    return mark, {**os.environ, MARK: mark}


def end_strays(mark: str) -> None:
    """End every process that carries a mark."""
    if sys.platform != "linux":
        return
    wanted = f"{MARK}={mark}".encode()
    for _ in range(ROUNDS):
        if not sum(_end(pid, wanted) for pid in _mine()):
            return


def _mine() -> Iterator[int]:
    with suppress(OSError), os.scandir(PROC) as entries:
        for entry in entries:
            with suppress(OSError):
                if entry.name.isdecimal() and entry.stat().st_uid == os.getuid():
                    yield int(entry.name)


def _end(pid: int, wanted: bytes) -> bool:
    """End a process if it carries the mark; tell if it does."""
    with suppress(OSError):
        # Who holds the process cannot hit another one that has got its number since.
        held = os.pidfd_open(pid)
        try:
            found = wanted in (PROC / str(pid) / "environ").read_bytes().split(b"\0")
            if found:
                signal.pidfd_send_signal(held, signal.SIGKILL)
        finally:
            os.close(held)
        return found
    return False
