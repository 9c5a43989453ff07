"""
Forks: mutants tried one by one, each in a process of its own.

Law of this file: a mutant may loop, grow or crash, and leaves nothing behind: it lives in a child that shares
the parent's memory until it writes. It knows nothing of mutants but that a function is called on something
and returns something that can be pickled. It needs `os.fork`, so no Windows.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import selectors
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Generic, TypeVar

__all__ = ["LOST", "Stuck", "each", "patience"]

T = TypeVar("T")
R = TypeVar("R")
#: what a child may use at most: seconds of computing, bytes of memory
COMPUTING, MEMORY = 240, 6 << 30


class Stuck(BaseException):
    """Time is up; no engine catches it."""


class Lost:
    """What comes of a child that ended without an answer."""


LOST = Lost()


@contextmanager
def patience(seconds: float) -> Iterator[Callable[[], None]]:
    """Give a function that sets the clock to so many seconds of computing; Stuck is raised at their end."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Stuck

    def start() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    before = signal.signal(signal.SIGVTALRM, ring)
    try:
        yield start
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass
class _Child(Generic[T]):
    item: T
    pid: int
    pipe: int
    read: bytes = b""


def each(items: Iterable[T], do: Callable[[T], R], jobs: int) -> Iterator[tuple[T, R | Lost]]:
    """
    Yield each item with what `do` returns of it in a child, as they finish, so many at a time.

    LOST where the child died of it. Items are taken up late, so they may depend on earlier results.
    """
    gc.collect()
    gc.freeze()  # children that count references to fewer pages copy fewer
    queue = iter(items)
    watch = selectors.DefaultSelector()
    children: dict[int, _Child[T]] = {}
    try:
        while True:
            while len(children) < jobs:
                try:
                    item = next(queue)
                except StopIteration:
                    break
                child = _start(item, do)
                children[child.pipe] = child
                watch.register(child.pipe, selectors.EVENT_READ)
            if not children:
                return
            for key, _ in watch.select():
                child = children[key.fd]
                child.read += (chunk := os.read(child.pipe, 1 << 16))
                if not chunk:
                    watch.unregister(child.pipe)
                    del children[child.pipe]
                    yield child.item, _ended(child)
    finally:
        for child in children.values():
            os.kill(child.pid, signal.SIGKILL)
            os.close(child.pipe)
            os.waitpid(child.pid, 0)
        watch.close()
        gc.unfreeze()


def _start(item: T, do: Callable[[T], R]) -> _Child[T]:
    reading, writing = os.pipe()
    with warnings.catch_warnings():  # that the parent may have threads: the child uses none
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        os.close(writing)
        return _Child(item, pid, reading)
    status = 1
    try:  # the child: it never returns
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (COMPUTING, COMPUTING + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        answer = pickle.dumps(do(item))
        while answer:
            answer = answer[os.write(writing, answer) :]
        status = 0
    finally:
        os._exit(status)


def _ended(child: _Child[T]) -> Any:
    os.close(child.pipe)
    os.waitpid(child.pid, 0)
    try:
        return pickle.loads(child.read)  # noqa: S301  (our own child's)
    except (EOFError, pickle.UnpicklingError):
        return LOST
