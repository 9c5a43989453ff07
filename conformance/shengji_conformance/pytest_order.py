"""What a session of pytest is asked to do: the options and the ini file, read once.

Law of this file: the command line goes before the ini file, and what is wrong with either is one sentence.
"""

from __future__ import annotations

import difflib
import heapq
import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from shengji_conformance.asking import Asker, Program
from shengji_conformance.common import Selection
from shengji_conformance.corpus import Variant
from shengji_conformance.course import Settings
from shengji_conformance.engine import Engine, find_engine
from shengji_conformance.flags import SELECTION, Flag
from shengji_conformance.narrow import Narrowing
from shengji_conformance.pytest_plugin import OWN
from shengji_conformance.selection import Ask, Places, UsageError, of_shard
from shengji_conformance.selector import unknown
from shengji_conformance.words import safe, say

__all__ = ["Cases", "Entry", "Order", "rule_sets", "today"]

DEFAULT_TIMEOUT = 10.0

#: a case: its id, the name of its file and the place of its line
Entry = tuple[str, str, int]


@dataclass(frozen=True)
class Cases:
    """A variant and the cases to ask under it."""

    variant: Variant
    entries: Sequence[Entry]


class Order:
    """The options of one session."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def _get(self, name: str) -> Any:
        """Return an option, or what the ini file says instead."""
        return self._config.getoption(f"shengji_{name}") or self._config.getini(f"shengji_{name}")

    def whom(self) -> tuple[str, str]:
        """Return who is asked: the kind and the text."""
        for kind in (self._config.getoption, self._config.getini):
            adapter, engine = kind("shengji_adapter"), kind("shengji_engine")
            if adapter and engine:
                names = [f"--shengji-{name}" for name in ("adapter", "engine")]
                raise UsageError(say("pytest-both", first=names[0], second=names[1]))
            if adapter or engine:
                return ("adapter", adapter) if adapter else ("engine", engine)
        return "", ""

    def asker(self) -> Asker:
        """Return whoever is asked."""
        kind, text = self.whom()
        if kind == "engine":
            return Engine(find_engine(text), strict=self._get("strict"))
        if not kind:
            raise UsageError(say("pytest-whom"))
        return Program(Settings(_words(text), self.timeout(), strict=self._get("strict")))

    def timeout(self) -> float:
        """Return how many seconds to wait for an answer."""
        text = self._get("timeout")
        try:
            seconds = float(text or DEFAULT_TIMEOUT)
        except ValueError:
            seconds = 0
        if not 0 < seconds < float("inf"):
            raise UsageError(say("pytest-no-number", text=safe(text)))
        return seconds

    def select(self) -> Selection:
        """Return what is selected."""
        given = {flag.key: self._value(flag) for flag in SELECTION}
        flags = {flag.key: given.pop(flag.key) for flag in SELECTION if flag.narrows}
        variants, texts, tier, corpus = (
            given[key] for key in ("variant", "select", "tier", "corpus")
        )
        return Selection.of(corpus, variants, texts, tier, Narrowing(**flags))

    def ledger(self) -> Path | None:
        """Return the ledger; who would see what is expected to fail has none."""
        (flag,) = (flag for flag in OWN if flag.name == "ledger")
        return None if self._config.option.runxfail else self._value(flag)

    def _value(self, flag: Flag) -> Any:
        """Return what is given for a flag; refuse what it cannot take."""
        name = flag.name.replace("-", "_")
        value = self._get(name)
        if flag.many:
            for text in value or ():
                _check_choice(flag, text)
            return value or ()
        if flag.path:
            return self._path(flag, name)
        value = value or flag.default
        if value:
            _check_choice(flag, value)
        return value

    def _path(self, flag: Flag, name: str) -> Path | None:
        """Return the path that is given; one of the ini file begins where that lies."""
        config = self._config
        given, said = config.getoption(f"shengji_{name}"), config.getini(f"shengji_{name}")
        text = given or said or os.environ.get(flag.envvar or "")
        if not text:
            return None
        base = config.rootpath if said and not given else config.invocation_params.dir
        path = Path(text) if base == Path.cwd() else base / text
        if not (path.is_dir() if flag.path == "folder" else path.is_file()):
            raise UsageError(say(f"pytest-no-{flag.path}", name=name, text=safe(text)))
        return path


def today() -> date:
    """Return the day against which a ledger is held."""
    text = os.environ.get("SHENGJI_TODAY")
    try:
        return date.fromisoformat(text) if text else datetime.now(UTC).date()
    except ValueError as error:
        raise UsageError(say("pytest-no-day", text=safe(text))) from error


def _check_choice(flag: Flag, text: str) -> None:
    if flag.choices and text not in flag.choices:
        listed = ", ".join(flag.choices)
        raise UsageError(unknown("no-choice", safe(text), flag.choices, name=flag.name, all=listed))


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a command as a shell would."""
    option = "--shengji-adapter"
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise UsageError(say("pytest-quotes", option=option, text=safe(text))) from error
    if not words:
        raise UsageError(say("pytest-nobody", option=option))
    words = [word.strip('"') if os.name == "nt" else word for word in words]
    if shutil.which(words[0]) is None and not Path(words[0]).exists():
        key = "no-such-command-quoted" if " " in words[0] else "no-such-command"
        raise UsageError(say(key, program=safe(words[0])))
    return tuple(words)


def rule_sets(selection: Selection, nodes: Sequence[tuple[str, ...]]) -> list[Cases]:
    """Return what to collect; `nodes` are the variants and cases that the arguments name, or nothing."""
    found = [Cases(variant, entries) for variant, entries in _entries(selection)]
    if not nodes or () in nodes:
        return found
    known = {one.variant.id: {entry[0]: entry for entry in one.entries} for one in found}
    for parts in nodes:
        _check(parts, known)
    named = [_named(one, nodes) for one in found]
    return [one for one in named if one.entries]


def _entries(selection: Selection) -> Iterator[tuple[Variant, list[Entry]]]:
    """Yield each variant with its cases; a case that several variants share is read once."""
    corpus = selection.corpus
    files = corpus.files(selection.tier)
    read: dict[tuple[int, str], list[Entry]] = {}

    def entries(ask: Ask, places: Places, file: str) -> list[Entry]:
        key = (id(places), file)
        if key not in read:
            mine = of_shard(ask.mine, file, zip(places[file], places[file], strict=True))
            cases = corpus.read_marked(file, mine)
            read[key] = [(case["id"], file, place) for place, case in cases]
        return read[key]

    for ask in selection.asks:
        merged: list[Entry] = []
        for file in files:
            lists = [entries(ask, places, file) for places in ask.shares if file in places]
            merged += heapq.merge(*lists, key=itemgetter(2))
        if merged:
            yield ask.variant, merged


def _check(parts: tuple[str, ...], known: dict[str, dict[str, Entry]]) -> None:
    """Refuse a node id that names nothing."""
    variant, *rest = parts
    cases = known.get(variant)
    if cases is not None and (not rest or (len(rest) == 1 and rest[0] in cases)):
        return
    text = "::".join(parts)
    if cases is None:
        near = difflib.get_close_matches(variant, known, n=1)
        fixed = "::".join((*near, *rest))
    else:
        near = difflib.get_close_matches(rest[0], cases, n=1)
        fixed = "::".join((variant, *near))
    key = "pytest-no-node-but" if near else "pytest-no-node"
    raise UsageError(say(key, text=safe(text), near=safe(fixed)))


def _named(one: Cases, nodes: Sequence[tuple[str, ...]]) -> Cases:
    """Return the part of a rule set that node ids name."""
    if (one.variant.id,) in nodes:
        return one
    cases = {parts[1] for parts in nodes if parts[0] == one.variant.id}
    return Cases(one.variant, [entry for entry in one.entries if entry[0] in cases])
