"""
What is wrong with a file, in the words of a good compiler.

Law of this file: a `Problem` names the file, line, column and key, what was found and the nearest valid
value; a `SpecError` carries all problems of a load, and its text is what a user reads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from unicodedata import east_asian_width

__all__ = ["Problem", "SpecError", "advice", "nearest", "shown"]

#: problems that the text of an error shows
CAP = 20
#: columns of a quoted line
WIDTH = 96
#: valid values that a hint lists when none is near
FEW = 12


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file."""

    file: str
    message: str
    #: counted from 1; 0 where the problem is the whole file
    line: int = 0
    column: int = 0
    #: keys and indexes from the top of the document
    path: tuple[str | int, ...] = ()
    #: the path in words
    where: str = ""
    found: object = field(default=None, compare=False)
    #: the valid value nearest to what was found
    nearest: object = field(default=None, compare=False)
    hint: str = ""
    #: the line of the file, as it stands there
    excerpt: str = ""

    def __str__(self) -> str:
        """Return `file:line:column: key: message`, the line, and the hint below the place."""
        place = f"{_short(self.file)}:{self.line}:{self.column}" if self.line else _short(self.file)
        head = ": ".join(part for part in (place, self.where, self.message) if part)
        if not self.excerpt.strip():
            return f"{head}; {self.hint}" if self.hint else head
        gutter = f"{self.line:>5} | "
        text, column = _cropped(self.excerpt, self.column - 1)
        caret = " " * (len(gutter) - 2) + "| " + " " * _width(text[:column]) + "^"
        return "\n".join([head, gutter + text, f"{caret} {self.hint}".rstrip()])


class SpecError(ValueError):
    """A document cannot be used; `problems` says why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - CAP
        texts = [str(problem) for problem in self.problems[:CAP]]
        super().__init__(
            "\n".join([*texts, f"... and {more} more problems"] if more > 0 else texts)
        )


def shown(value: object, longest: int = 80) -> str:
    """Return a value as JSON would write it, cut to a readable length."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= longest else f"{text[: longest - 4]} ..."


def nearest(found: object, valid: Iterable[object]) -> object:
    """Return the valid value nearest to what was found; None where none is near."""
    choices = list(valid)
    for choice in choices:  # the right word as the wrong kind: 2 for "2", "true" for true, X for x
        if shown(choice).strip('"').lower() == shown(found).strip('"').lower():
            return choice
    names = {shown(choice).strip('"'): choice for choice in choices}
    close = get_close_matches(str(found), list(names), n=1, cutoff=0.6)
    return names[close[0]] if close else None


def advice(found: object, valid: Iterable[object]) -> str:
    """Return a hint at the nearest valid value, or at all of them where there are few."""
    choices = list(valid)
    close = nearest(found, choices)
    if close is not None:
        quoted = isinstance(close, str) and not isinstance(found, str)
        return f"did you mean {shown(close)}{' (in quotes)' if quoted else ''}?"
    if 0 < len(choices) <= FEW:
        return f"valid: {', '.join(shown(choice) for choice in choices)}"
    return ""


def _short(file: str) -> str:
    """Return a path as seen from the working directory where that is shorter."""
    path = Path(file)
    try:
        return path.relative_to(Path.cwd()).as_posix() if path.is_absolute() else file
    except (ValueError, OSError):
        return os.fspath(path)


def _cropped(text: str, column: int) -> tuple[str, int]:
    """Return a line that fits the screen, and where the column is in it."""
    if _width(text) <= WIDTH:
        return text, column
    start = max(0, column - WIDTH // 3)
    head = "... " if start else ""
    return f"{head}{text[start : start + WIDTH - 8]} ...", column - start + len(head)


def _width(text: str) -> int:
    """Return the columns a text takes on a terminal: Chinese characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
