"""
Tiers: which of the cases written by hand are *smoke*, and the generated ones, which are *full*.

Law of this file: generated cases are a stream. One is in memory at a time, so that a million of them need
no more than one. They come in the compiled form, without what their rule says already.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shengji_spec.cases import Case, Home, home
from shengji_spec.errors import Problem, SpecError, advice, shown
from shengji_spec.questions import position_needs
from shengji_spec.values import Spec
from shengji_spec.yaml_loader import Document, load

__all__ = ["TIERS", "Generated", "smoke_ids", "tiers_up_to"]

#: each includes those before it
TIERS = ("smoke", "core", "full")
#: what every generated case has
WANTED = ("id", "rule", "question", "given", "expect", "when", "title")


def tiers_up_to(tier: str) -> tuple[str, ...]:
    """Return a tier and those that it includes."""
    return TIERS[: TIERS.index(tier) + 1]


def smoke_ids(path: Path, known: Collection[str]) -> frozenset[str]:
    """Return the ids of the smoke tier; none where there is no such file. Raises SpecError."""
    if not path.is_file():
        return frozenset()
    document = load(path)
    if not isinstance(document.data, list):
        raise SpecError([document.problem("a list of case ids was expected")])
    problems = [
        document.problem("no such case", place, found=text, hint=advice(text, known))
        for place, text in enumerate(document.data)
        if not isinstance(text, str) or text not in known
    ]
    if problems:
        raise SpecError(problems)
    return frozenset(document.data)


@dataclass(frozen=True)
class _Place:
    """A line of the file of generated cases."""

    file: Path
    line: int

    def problem(self, message: str, found: object = None, hint: str = "") -> SpecError:
        """Return an error at this line."""
        told = f"{message}, found {shown(found)}" if found is not None else message
        return SpecError([Problem(str(self.file), told, line=self.line, column=1, hint=hint)])


class Generated:
    """The generated cases of a compressed file; none where there is no such file."""

    def __init__(self, path: Path, spec: Spec, taken: Collection[str]) -> None:
        self._path, self._spec, self._taken = path, spec, taken
        self._homes: dict[str, Home | None] = {}
        self._last: dict[str, str] = {}

    @property
    def homes(self) -> dict[str, Home]:
        """Return the homes of the cases read so far."""
        return {own.id: own for own in self._homes.values() if own}

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield compiled cases; raises SpecError at the first line that is none."""
        if not self._path.is_file():
            return
        number = 0
        try:
            with lzma.open(self._path, "rb") as lines:
                for number, line in enumerate(lines, 1):
                    yield self._row(line, _Place(self._path, number))
        except (lzma.LZMAError, EOFError) as error:
            raise _Place(self._path, number + 1).problem(f"the file is broken: {error}") from error

    def _row(self, line: bytes, place: _Place) -> dict[str, Any]:
        try:
            case = json.loads(line)
        except ValueError as error:
            raise place.problem(f"no JSON: {error}") from error
        missing = [key for key in WANTED if not isinstance(case, dict) or key not in case]
        if missing:
            raise place.problem(f"a case has {', '.join(WANTED)}; here is no {missing[0]}")
        rule = self._spec.rules.get(case["rule"])
        if rule is None:
            hint = advice(case["rule"], self._spec.rules)
            raise place.problem("no such rule", case["rule"], hint)
        self._check_id(case["id"], rule.chapter, place)
        needs = self._needs(case)
        row = {
            "id": case["id"],
            "chapter": rule.chapter,
            "rule": rule.id,
            "level": rule.level,
            "question": case["question"],
            "given": case["given"],
            "expect": case["expect"],
            "when": case["when"],
            "needs": needs,
            "from": case.get("from") or list(rule.sources),
            "title": case["title"],
            "tier": "full",
        }
        if case.get("why"):
            row["why"] = case["why"]
        own = self._home(row, place)
        if own:
            row["home"] = own.id
        return row

    def _check_id(self, identity: str, chapter: str, place: _Place) -> None:
        """Refuse an id that is no greater than the last of its chapter: so none comes twice."""
        last = self._last.get(chapter, "")
        if identity <= last:
            raise place.problem(
                f"the ids of a chapter have to rise, this is after {last}", identity
            )
        if identity in self._taken:
            raise place.problem("the id of a case written by hand", identity)
        self._last[chapter] = identity

    def _needs(self, case: Mapping[str, Any]) -> Mapping[str, Any]:
        if "malformed" in case["expect"]:
            return {}
        found = case.get("needs")
        return found if found is not None else position_needs(case["question"], case["given"])

    def _home(self, row: Mapping[str, Any], place: _Place) -> Home | None:
        """Return the home of a case; many cases share few conditions."""
        key = json.dumps([row["when"], row["needs"]], sort_keys=True)
        if key not in self._homes:
            try:
                self._homes[key] = home(_as_case(row), self._spec)
            except SpecError as error:
                raise place.problem(error.problems[0].message, row["when"]) from error
        return self._homes[key]


def _as_case(row: Mapping[str, Any]) -> Case:
    """Return as much of a case as its home depends on."""
    return Case(
        id=row["id"],
        rule=row["rule"],
        question=row["question"],
        given=row["given"],
        expect=row["expect"],
        when=row["when"],
        needs=row["needs"],
        sources=(),
        title=row["title"],
        read="",
        document=Document("", None),
        path=(),
    )
