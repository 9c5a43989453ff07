"""Which questions are asked: the cases that were selected, under the variants whose rules they fit.

Law of this file: a question is a case under a variant. Whether the two fit is a matter of `when` and
`needs` alone, and is decided here, before anything is asked.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TypeVar

import orjson
from shengji_spec.conditions import Condition, holds
from shengji_spec.errors import SpecError

from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.flags import DEFAULT_TIER
from shengji_conformance.narrow import Narrow
from shengji_conformance.selector import Selector, UsageError, unknown
from shengji_conformance.shard import Shard
from shengji_conformance.words import say

__all__ = [
    "Ask",
    "Places",
    "Selector",
    "Shard",
    "UsageError",
    "choose_variants",
    "digest",
    "find_case",
    "of_shard",
    "plan",
]

T = TypeVar("T")
#: where cases lie, by the name of their file
Places = dict[str, "array[int]"]


@dataclass
class Ask:
    """A variant and the places of the cases to ask under it."""

    variant: Variant
    #: cases that are asked under the same variants are on one list, which those variants share
    shares: list[Places] = field(default_factory=list)
    #: the cases of the shard, of whatever variant; None where the whole plan is asked
    mine: Places | None = None
    #: questions to ask, and those of all shards together
    count: int = 0
    whole: int = 0
    #: the number of the first question in the plan
    first: int = 0

    def cases(self, corpus: Corpus, tier: str = "full") -> Iterator[Case]:
        """Yield the cases to ask, in the order of the corpus."""
        return (case for _, case in self.numbered(corpus, tier))

    def numbered(self, corpus: Corpus, tier: str = "full") -> Iterator[tuple[int, Case]]:
        """Yield the cases to ask, each with its number in the plan of all shards."""
        number = self.first
        for file in corpus.files(tier):
            lists = [places[file] for places in self.shares if file in places]
            if not lists:
                continue
            places = zip(heapq.merge(*lists), count(number), strict=False)
            number += sum(map(len, lists))
            yield from corpus.read_marked(file, of_shard(self.mine, file, places))


def of_shard(
    mine: Places | None, file: str, places: Iterable[tuple[int, T]]
) -> Iterable[tuple[int, T]]:
    """Return the places of a file, each with what belongs to it, that are in a shard."""
    return places if mine is None else _among(places, mine.get(file, ()))


def _among(places: Iterable[tuple[int, T]], wanted: Iterable[int]) -> Iterator[tuple[int, T]]:
    """Yield the places that are among others; both ascend."""
    others = iter(wanted)
    other = next(others, None)
    for place, mark in places:
        while other is not None and other < place:
            other = next(others, None)
        if other is None:
            return
        if other == place:
            yield place, mark


def choose_variants(corpus: Corpus, texts: Sequence[str]) -> list[Variant]:
    """
    Return the variants that texts name: published ids, home ids, variant files; all without any.

    An id or a file may have alternatives behind it: `two-deck-general+hook-back`.
    """
    known = {variant.id: variant for variant in [*corpus.published(), *corpus.homes()]}
    if not texts:
        return list(known.values())
    chosen = [known[text] if text in known else _from_file(text, known) for text in texts]
    return list({variant.id: variant for variant in chosen}.values())


def _from_file(text: str, known: Collection[str]) -> Variant:
    head, plus, _ = text.partition("+")
    if not Path(text).is_file() and not (plus and (head in known or Path(head).is_file())):
        raise UsageError(unknown("no-variant", text, known))
    # Only a variant file, or an alternative, needs the YAML machinery.
    from shengji_spec.variants import resolve  # noqa: PLC0415

    try:
        resolved = resolve(text)
    except SpecError as error:
        raise UsageError(say("bad-variant", text=text, why=str(error))) from error
    title = resolved.title or {"en": resolved.id, "zh": resolved.id}
    return Variant(resolved.id, title, resolved.options, resolved.tables, file=text)


def plan(
    corpus: Corpus,
    variants: Sequence[Variant],
    selector: Selector,
    tier: str = DEFAULT_TIER,
    shard: Shard | None = None,
    narrow: Narrow | None = None,
) -> list[Ask]:
    """Return what to ask under each variant; variants that no selected case fits are left out."""
    asks = [Ask(variant) for variant in variants]
    sharing = _Sharing(asks, shard, narrow.pairs if narrow else None)
    for file, place, case in corpus.scan(tier):
        if selector(case) and (narrow is None or narrow(case)):
            sharing.add(file, place, case)
    selector.check(corpus, tier)
    if narrow:
        narrow.check()
    asks = [ask for ask in asks if ask.whole]
    number = 0
    for ask in asks:
        ask.first = number
        number += ask.whole
    return asks


def digest(corpus: Corpus, asks: Sequence[Ask]) -> str:
    """Return a digest of a plan, whichever its shard: of the corpus, the rule sets and what is asked."""
    found = sha256(orjson.dumps(corpus.manifest, option=orjson.OPT_SORT_KEYS))
    for ask in asks:
        variant = ask.variant
        rules = [variant.id, variant.options, variant.tables]
        found.update(orjson.dumps(rules, option=orjson.OPT_SORT_KEYS))
        for file in corpus.files("full"):
            for places in ask.shares:
                if file in places:
                    found.update(orjson.dumps([file, len(places[file])]) + places[file].tobytes())
    return found.hexdigest()[:16]


class _Sharing:
    """Puts cases on lists; the many cases of few conditions are asked under few sets of variants."""

    def __init__(
        self, asks: Sequence[Ask], shard: Shard | None, pairs: Mapping[str, Collection[str]] | None
    ) -> None:
        self._shard, self._pairs = shard, pairs
        self._mine: Places = {}
        for ask in asks:
            ask.mine = self._mine if shard else None
        self._homes = {ask.variant.id: ask for ask in asks if ask.variant.home}
        self._others = [ask for ask in asks if not ask.variant.home]
        self._by_condition: dict[bytes, tuple[list[Ask], Places] | None] = {}
        self._lists: dict[tuple[int, ...], Places] = {}

    def add(self, file: str, place: int, case: Case) -> None:
        """Put a case on the list of the variants it is asked under, if there are any."""
        when, needs, home = case.get("when") or {}, case.get("needs") or {}, case.get("home", "")
        key = orjson.dumps((when, needs, home))
        if key in self._by_condition:
            shared = self._by_condition[key]
        else:
            asks = [ask for ask in self._others if _fits(when, needs, ask.variant)]
            asks += [self._homes[home]] if home in self._homes else []
            shared = self._by_condition[key] = (asks, self._list_of(asks)) if asks else None
        if shared is None:
            return
        asks, places = shared
        if self._pairs is not None:
            wanted = self._pairs[case["id"]]
            asks = [ask for ask in asks if ask.variant.id in wanted]
            if not asks:
                return
            places = self._list_of(asks)
        _append(places, file, place)
        mine = self._shard is None or self._shard.holds(case["id"])
        if mine and self._shard:
            _append(self._mine, file, place)
        for ask in asks:
            ask.whole += 1
            ask.count += mine

    def _list_of(self, asks: Sequence[Ask]) -> Places:
        key = tuple(map(id, asks))
        if key not in self._lists:
            places: Places = {}
            self._lists[key] = places
            for ask in asks:
                ask.shares.append(places)
        return self._lists[key]


def _append(places: Places, file: str, place: int) -> None:
    if file not in places:
        places[file] = array("Q")
    places[file].append(place)


def _fits(when: Condition, needs: Condition, variant: Variant) -> bool:
    return holds(when, variant.options) and holds(needs, variant.options)


def find_case(corpus: Corpus, identity: str) -> Case:
    """Return the case of an id."""
    case = corpus.find(identity)
    if case is None:
        known = [case["id"] for _, _, case in corpus.scan()]
        raise UsageError(unknown("no-case", identity, known))
    return case
