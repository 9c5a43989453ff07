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
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from shengji_spec.errors import SpecError

from shengji_conformance.asking import Asker, Program
from shengji_conformance.common import Selection
from shengji_conformance.corpus import DEFAULT_TIER, TIERS, CorpusError, Variant
from shengji_conformance.course import Settings
from shengji_conformance.engine import Engine, find_engine
from shengji_conformance.selection import Places, UsageError
from shengji_conformance.words import safe, say

__all__ = ["Cases", "Entry", "Order", "rule_sets"]

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
        tier = self._get("tier") or DEFAULT_TIER
        if tier not in TIERS:
            raise UsageError(say("pytest-no-tier", text=safe(tier), tiers=", ".join(TIERS)))
        try:
            return Selection.of(self._corpus(), self._get("variant"), self._get("select"), tier)
        except (CorpusError, SpecError) as error:
            raise pytest.UsageError(str(error)) from error

    def _corpus(self) -> Path | None:
        config = self._config
        given, said = config.getoption("shengji_corpus"), config.getini("shengji_corpus")
        text = given or said or os.environ.get("SHENGJI_CORPUS")
        if not text:
            return None
        base = config.rootpath if said and not given else config.invocation_params.dir
        folder: Path = base / text
        if not folder.is_dir():
            raise UsageError(say("pytest-no-folder", text=safe(text)))
        return folder


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

    def entries(places: Places, file: str) -> list[Entry]:
        key = (id(places), file)
        if key not in read:
            cases = corpus.read(file, places[file])
            pairs = zip(cases, places[file], strict=True)
            read[key] = [(case["id"], file, place) for case, place in pairs]
        return read[key]

    for ask in selection.asks:
        merged: list[Entry] = []
        for file in files:
            lists = [entries(places, file) for places in ask.shares if file in places]
            merged += heapq.merge(*lists, key=itemgetter(2))
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
