"""A report as a file: its header, and its results one by one.

Law of this file: our own layout, a result a line, is read as a stream; any other layout of the same JSON is
read as well, but at once. What is no report is told so, in a sentence that names the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import orjson

from shengji_conformance.selector import UsageError
from shengji_conformance.words import say

__all__ = ["HEAD", "RESULTS", "ReportFile", "end_of"]

#: how a report begins, and what stands between its header and the line of its first result
HEAD, RESULTS = b'{"header":', b',"results":['
STDERR = b',"stderr":'
REQUIRED = ("id", "variant", "status")


def end_of(errors: Sequence[Mapping[str, Any]]) -> bytes:
    """Return what stands behind the last result: the lines on stderr, if there were any."""
    return b"\n]" + (STDERR + orjson.dumps(errors) if errors else b"") + b"}\n"


class ReportFile:
    """A report of `run --json`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: all results, where they do not stand a line each
        self._read: list[Any] | None = None
        try:
            with path.open("rb") as file:
                first = file.readline()
                ours = first.startswith(HEAD) and first.endswith(RESULTS + b"\n")
                if ours:
                    head = orjson.loads(first[len(HEAD) : -len(RESULTS) - 1])
                else:
                    whole = orjson.loads(first + file.read())
        except OSError as error:
            raise self._bad("report-unreadable", why=error.strerror or error) from error
        except ValueError as error:
            raise self._bad("report-no-json") from error
        if not ours:
            if not isinstance(whole, dict) or not isinstance(whole.get("results"), list):
                raise self._bad("report-none")
            head, self._read = whole.get("header"), whole["results"]
            self._errors = whole.get("stderr")
        if not isinstance(head, dict):
            raise self._bad("report-none")
        self.header: dict[str, Any] = head

    def results(self) -> Iterator[dict[str, Any]]:
        """Yield the results."""
        for result, _ in self.lines():
            yield result

    def errors(self) -> list[dict[str, Any]]:
        """Return the lines on stderr at failing questions."""
        if self._read is not None:
            listed = self._errors
        else:
            with self.path.open("rb") as file:
                last = next((line for line in file if line.startswith(b"]" + STDERR)), b"")
            try:
                listed = orjson.loads(last[1 + len(STDERR) : -2]) if last else []
            except ValueError as error:
                raise self._bad("report-cut-off") from error
        found = listed if isinstance(listed, list) else []
        return [entry for entry in found if isinstance(entry, dict) and _is_error(entry)]

    def lines(self) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Yield the results, each with its JSON."""
        if self._read is not None:
            for place, result in enumerate(self._read):
                yield self._checked(result, place), orjson.dumps(result)
            return
        with self.path.open("rb") as file:
            file.readline()
            yield from self._stream(file)

    def _stream(self, file: IO[bytes]) -> Iterator[tuple[dict[str, Any], bytes]]:
        for place, line in enumerate(file):
            if line.startswith(b"]"):
                return
            text = line.rstrip(b",\n")
            try:
                result = orjson.loads(text)
            except ValueError as error:
                raise self._bad("report-broken", line=f"{place + 2}") from error
            yield self._checked(result, place), text
        raise self._bad("report-cut-off")

    def _checked(self, result: Any, place: int) -> dict[str, Any]:
        if not isinstance(result, dict):
            raise self._bad("report-none")
        for key in REQUIRED:
            if not isinstance(result.get(key), str):
                raise self._bad("report-lacks", n=f"{place + 1}", key=key)
        return result

    def _bad(self, said: str, /, **values: object) -> UsageError:
        return UsageError(say(said, file=str(self.path), **values))


def _is_error(entry: Mapping[str, Any]) -> bool:
    return isinstance(entry.get("number"), int) and isinstance(entry.get("stderr"), str)
