"""Which questions are asked: the cases that were selected, under the variants whose rules they fit.

Law of this file: a question is a case under a variant. Whether the two fit is a matter of `when` and
`needs` alone, and is decided here, before anything is asked.
"""

from __future__ import annotations

import difflib
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from pathlib import Path

import orjson
from shengji_spec.conditions import holds
from shengji_spec.errors import SpecError

from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.words import Said, say

__all__ = ["Ask", "Selector", "UsageError", "choose_variants", "find_case", "plan"]


class UsageError(Exception):
    """The command asks for something that does not exist; `said` names the nearest thing that does."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


class Selector:
    """Picks cases by texts: an id (also as a glob), a rule, a chapter or a question; several are a union."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._exact = {text for text in texts if not _is_glob(text)}
        self._globs = {text: re.compile(translate(text)).match for text in texts if _is_glob(text)}
        self._missing = set(texts)
        self._all = not texts

    def __call__(self, case: Case) -> bool:
        """Tell whether a case is selected."""
        if self._all:
            return True
        names = _names(case)
        hits = self._exact.intersection(names)
        hits.update(text for text, match in self._globs.items() if any(map(match, names)))
        if self._missing:
            self._missing -= hits
        return bool(hits)

    def check(self, corpus: Corpus) -> None:
        """Refuse a text that matched none of the cases seen so far."""
        for text in sorted(self._missing):
            known = {name for _, _, case in corpus.scan() for name in _names(case)}
            raise UsageError(_unknown("selects-nothing", text, known))


def _is_glob(text: str) -> bool:
    return any(mark in text for mark in "*?[")


def _names(case: Case) -> tuple[str, ...]:
    identity = case["id"]
    return (identity, identity.partition(":")[0], case["rule"], case["chapter"], case["question"])


def _unknown(key: str, text: str, known: Iterable[str]) -> Said:
    near = difflib.get_close_matches(text, sorted(known), n=1, cutoff=0.4)
    return say(f"{key}-but", text=text, near=near[0]) if near else say(key, text=text)


@dataclass
class Ask:
    """A variant and the places of the cases to ask under it, by chapter."""

    variant: Variant
    places: dict[str, array[int]] = field(default_factory=dict)
    count: int = 0

    def add(self, chapter: str, place: int) -> None:
        """Put a case on the list."""
        if chapter not in self.places:
            self.places[chapter] = array("Q")
        self.places[chapter].append(place)
        self.count += 1

    def cases(self, corpus: Corpus) -> Iterator[Case]:
        """Yield the cases to ask, in the order of the corpus."""
        for chapter, places in self.places.items():
            yield from corpus.read(chapter, places)


def choose_variants(corpus: Corpus, texts: Sequence[str]) -> list[Variant]:
    """Return the variants that texts name: published ids, home ids or variant files; all without any."""
    known = {variant.id: variant for variant in [*corpus.published(), *corpus.homes()]}
    if not texts:
        return list(known.values())
    chosen = [known[text] if text in known else _from_file(text, known) for text in texts]
    return list({variant.id: variant for variant in chosen}.values())


def _from_file(text: str, known: Iterable[str]) -> Variant:
    if not Path(text).is_file():
        raise UsageError(_unknown("no-variant", text, known))
    # Only a variant file needs the YAML machinery.
    from shengji_spec.variants import resolve  # noqa: PLC0415

    try:
        resolved = resolve(text)
    except SpecError as error:
        raise UsageError(say("bad-variant", text=text, why=str(error))) from error
    title = resolved.title or {"en": resolved.id, "zh": resolved.id}
    return Variant(resolved.id, title, resolved.options, resolved.tables, file=text)


def plan(corpus: Corpus, variants: Sequence[Variant], selector: Selector) -> list[Ask]:
    """Return what to ask under each variant; variants that no selected case fits are left out."""
    asks = [Ask(variant) for variant in variants]
    homes = {ask.variant.id: ask for ask in asks if ask.variant.home}
    fitting = _Fitting([ask for ask in asks if not ask.variant.home])
    for chapter, place, case in corpus.scan():
        if not selector(case):
            continue
        for ask in fitting(case):
            ask.add(chapter, place)
        home = homes.get(case.get("home", ""))
        if home is not None:
            home.add(chapter, place)
    selector.check(corpus)
    return [ask for ask in asks if ask.count]


class _Fitting:
    """Remembers which variants fit a condition: many cases share few conditions."""

    def __init__(self, asks: Sequence[Ask]) -> None:
        self._asks = asks
        self._known: dict[bytes, list[Ask]] = {}

    def __call__(self, case: Case) -> list[Ask]:
        when, needs = case.get("when") or {}, case.get("needs") or {}
        key = orjson.dumps((when, needs))
        found = self._known.get(key)
        if found is None:
            found = [
                ask
                for ask in self._asks
                if holds(when, ask.variant.options) and holds(needs, ask.variant.options)
            ]
            self._known[key] = found
        return found


def find_case(corpus: Corpus, identity: str) -> Case:
    """Return the case of an id."""
    known = []
    for _, _, case in corpus.scan():
        if case["id"] == identity:
            return case
        known.append(case["id"])
    raise UsageError(_unknown("no-case", identity, known))
