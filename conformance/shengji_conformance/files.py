"""Files written whole or not at all.

Law of this file: a reader of a report never sees half of one. What a run produces piece by piece is
spooled beside the target; the target appears in one step at the end. `-` is stdout.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

__all__ = ["STDOUT", "Spool", "write"]

STDOUT = Path("-")


class Spool:
    """A report in the making: its body is spooled, its head is known only at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: a pipe or a terminal is written to; putting a file in its place would take it away
        self._stream = path == STDOUT or (path.exists() and not path.is_file())
        self._body = self._temporary()

    def _temporary(self) -> tempfile._TemporaryFileWrapper[bytes]:
        folder = None if self._stream else self.path.parent
        try:
            return tempfile.NamedTemporaryFile(
                dir=folder, prefix=f".{self.path.name}.", suffix=".part", delete=False
            )
        except OSError as error:
            # Nobody asked for that file.
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def write(self, data: bytes) -> None:
        """Add to the body."""
        self._body.write(data)

    def reserve(self, size: int) -> int:
        """Leave room in the body for what is known later; return its place."""
        place = self._body.tell()
        self._body.write(b" " * size)
        return place

    def fill(self, place: int, data: bytes) -> None:
        """Write into room that was left."""
        self._body.seek(place)
        self._body.write(data)
        self._body.seek(0, os.SEEK_END)

    def finish(self, head: bytes, tail: bytes) -> None:
        """Put head, body and tail in place of the target."""
        self._body.seek(0)
        if self.path == STDOUT:
            self._copy(head, tail, sys.stdout.buffer)
            sys.stdout.flush()
            return
        if self._stream:
            with self.path.open("wb") as stream:
                self._copy(head, tail, stream)
            return
        with self._temporary() as whole:
            self._copy(head, tail, whole)
        _readable(whole.name)
        os.replace(whole.name, self.path)  # noqa: PTH105

    def _copy(self, head: bytes, tail: bytes, to: IO[bytes]) -> None:
        to.write(head)
        shutil.copyfileobj(self._body, to, 1 << 20)
        to.write(tail)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the spool."""
        self._body.close()
        with suppress(OSError):
            os.unlink(self._body.name)  # noqa: PTH108


def write(path: Path, text: str) -> None:
    """Write a text whole or not at all."""
    with Spool(path) as spool:
        spool.finish(text.encode("utf-8", "replace"), b"")


def _readable(name: str) -> None:
    """Give a temporary file the rights that an ordinary new file has."""
    mask = os.umask(0)
    os.umask(mask)
    with suppress(OSError):
        os.chmod(name, 0o666 & ~mask)  # noqa: PTH101
