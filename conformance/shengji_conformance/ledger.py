"""The ledger of known failures: a YAML file whose entries say which questions fail, how and why.

Law of this file: an entry is a frozen value, and is found for a question here. Entries that name a case lie
in a dictionary and globs are tried as one pattern, so that a question of which the ledger says nothing
costs next to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fnmatch import translate
from pathlib import Path
from typing import Any

from shengji_spec.errors import Problem, SpecError
from shengji_spec.schema import check, validator
from shengji_spec.yaml_loader import Document, load

from shengji_conformance.known import Known

__all__ = ["UNKNOWN", "Entry", "Ledger", "is_glob", "read", "understand"]

#: the cause that nobody has found out yet
UNKNOWN = "unknown"

Match = Callable[[str], object]


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry of a ledger."""

    #: its place in the list, and in the file
    number: int
    line: int
    id: str
    #: ids or globs; all variants without any
    variants: tuple[str, ...]
    status: str
    cause: str
    got: Mapping[str, Any] | None = None
    error: str = ""
    reason: str = ""
    link: str = ""
    until: date | None = None
    #: the mark on the results that are as the entry says
    known: Known = field(init=False)
    matches_id: Match = field(init=False, repr=False)
    matches_variant: Match = field(init=False, repr=False)

    def __post_init__(self) -> None:
        known = Known(self.line, self.status, self.cause, self.reason, self.link)
        object.__setattr__(self, "known", known)
        object.__setattr__(self, "matches_id", _matcher([self.id]))
        object.__setattr__(self, "matches_variant", _matcher(self.variants or ["*"]))

    @property
    def is_glob(self) -> bool:
        """Tell whether the entry may excuse many cases."""
        return is_glob(self.id)

    def expired(self, today: date) -> bool:
        """Tell whether the entry's last day is over."""
        return self.until is not None and self.until < today


class Ledger:
    """The entries of a file, found by question."""

    def __init__(self, file: str, entries: Sequence[Entry]) -> None:
        self.file, self.entries = file, entries
        self._exact: dict[str, list[Entry]] = {}
        for entry in entries:
            if not entry.is_glob:
                self._exact.setdefault(entry.id, []).append(entry)
        self._globs = [entry for entry in entries if entry.is_glob]
        self._any_glob = _matcher([entry.id for entry in self._globs]) if self._globs else None

    def __call__(self, identity: str, variant: str) -> list[Entry]:
        """Return the entries that cover a question, in the order of the file."""
        found = [entry for entry in self.of_case(identity) if entry.matches_variant(variant)]
        return found if len(found) < 2 else sorted(found, key=lambda entry: entry.number)

    def of_case(self, identity: str) -> Sequence[Entry]:
        """Return the entries that are about a case."""
        exact = self._exact.get(identity, ())
        if self._any_glob is None or not self._any_glob(identity):
            return exact
        return [*exact, *(entry for entry in self._globs if entry.matches_id(identity))]


def is_glob(text: str) -> bool:
    """Tell whether a text is a pattern."""
    return any(mark in text for mark in "*?[")


def _matcher(texts: Sequence[str]) -> Match:
    """Return what matches any of several ids or globs."""
    if texts == ["*"]:
        return lambda _: True
    if not any(map(is_glob, texts)):
        return frozenset(texts).__contains__
    return re.compile("|".join(f"(?:{translate(text)})" for text in texts)).match


def read(path: Path) -> Ledger:
    """Read a ledger; raises SpecError with all that is wrong with it."""
    return understand(load(path), str(path))


def understand(document: Document, file: str) -> Ledger:
    """Return the ledger that a document holds; raises SpecError with all that is wrong with it."""
    problems = check(document, validator("ledger"), document.data)
    listed = document.data.get("known") if isinstance(document.data, dict) else None
    entries = []
    for number, content in enumerate(listed if isinstance(listed, list) else ()):
        until = content.get("until") if isinstance(content, dict) else None
        if isinstance(until, str) and not any(_at(p, number, "until") for p in problems):
            problems += _bad_date(document, number, until)
        if not problems:
            entries.append(_entry(document, number, content))
    if problems:
        raise SpecError(sorted(problems, key=lambda problem: (problem.line, problem.column)))
    return Ledger(file, entries)


def _at(problem: Problem, number: int, key: str) -> bool:
    return problem.path == ("known", number, key)


def _bad_date(document: Document, number: int, text: str) -> list[Problem]:
    try:
        date.fromisoformat(text)
    except ValueError:
        return [document.problem(f"{text} is no day of any calendar", "known", number, "until")]
    return []


def _entry(document: Document, number: int, content: Mapping[str, Any]) -> Entry:
    variant = content.get("variant", ())
    until = content.get("until")
    return Entry(
        number,
        document.marks["known", number][0],
        content["id"],
        (variant,) if isinstance(variant, str) else tuple(variant),
        content["status"],
        content["cause"],
        content.get("got"),
        content.get("error", ""),
        content.get("reason", ""),
        content.get("link", ""),
        date.fromisoformat(until) if until else None,
    )
