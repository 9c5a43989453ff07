"""A request to end this process that nobody else answers: whoever was started ends first.

Law of this file: a handler that somebody else has set is left alone, and ours is gone when nobody is started.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

__all__ = ["Guard"]

SIGNALS = ("SIGTERM", "SIGHUP")


class Guard:
    """Calls `kill` before a signal ends the process, as it would have without us."""

    def __init__(self, kill: Callable[[], None]) -> None:
        self._kill = kill
        self._watched: list[int] = []

    def set(self) -> None:
        """Begin to watch; only the main thread can."""
        if self._watched or threading.current_thread() is not threading.main_thread():
            return
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, self._end)
                self._watched.append(number)

    def release(self) -> None:
        """Watch no longer."""
        for number in self._watched:
            if signal.getsignal(number) == self._end:
                signal.signal(number, signal.SIG_DFL)
        self._watched.clear()

    def _end(self, number: int, _: FrameType | None) -> None:
        self._kill()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
