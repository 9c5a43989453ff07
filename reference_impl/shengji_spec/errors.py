"""What is wrong with a file, in the words of a good compiler.

Law of this file: a `Problem` names the file, the line and column, the key, what was found and the nearest
valid value; a `SpecError` carries all problems of a load, and its text is what a user reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

__all__ = ["Problem", "SpecError", "nearest"]

SHOWN = 20


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong."""

    file: str
    message: str
    line: int = 0
    column: int = 0
    #: keys and indexes from the top of the document
    path: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        """Return `file:line:column: key: message`."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        key = ".".join(str(step) if isinstance(step, int) else f"`{step}`" for step in self.path)
        return ": ".join(part for part in (place, key, self.message) if part)


class SpecError(ValueError):
    """A document cannot be used; `problems` says why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - SHOWN
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        super().__init__("\n".join([*lines, f"... and {more} more"] if more > 0 else lines))


def nearest(found: object, valid: Iterable[object]) -> str:
    """Return a hint at the nearest valid value, or at the valid values when there are few."""
    names = [str(value) for value in valid]
    close = get_close_matches(str(found), names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; valid: {_listed(names)}" if 0 < len(names) <= 12 else ""


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names)
