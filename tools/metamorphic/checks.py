"""
The checks: each case under the rule sets that ask it, changed in every way that applies.

Law of this file: an answer is held against what the case expects, never against another answer; faces of
equal strength count as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.shrink.faces import classes_of, exchanged
from shengji_spec.compare import matches
from shengji_spec.conditions import holds
from shengji_spec.questions import FACES

from tools.metamorphic.changes import CHANGES, JOKERS, Setting

__all__ = ["Ask", "Finding", "check", "engine", "rule_sets"]

#: (rule set, question, given) to the result; `{"malformed": True}` where there is no position
Ask = Callable[[Variant, str, Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Finding:
    """A change that changes an answer; or a case that is wrong as it is, and is not changed."""

    case: str
    variant: str
    change: str
    differences: list[str]
    question: str
    given: Mapping[str, Any]


def engine(variant: Variant, question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reference engine's answer."""
    from shengji.errors import MalformedInput  # noqa: PLC0415
    from shengji.questions import ask  # noqa: PLC0415

    try:
        return ask(_rule_set(variant.id)(variant), question, given)
    except MalformedInput:
        return {"malformed": True}


@cache
def _rule_set(identity: str) -> Callable[[Variant], Any]:
    """Return what makes the rule set of an id once."""
    from shengji.rules import RuleSet  # noqa: PLC0415

    made: list[Any] = []

    def rules(variant: Variant) -> Any:
        if not made:
            made.append(RuleSet.from_options(variant.options, variant.tables))
        return made[0]

    del identity
    return rules


def rule_sets(corpus: Corpus) -> Callable[[Case], Iterator[Variant]]:
    """Return what yields the rule sets that ask a case."""
    published = corpus.published()
    homes = {home.id: home for home in corpus.homes()}

    def asking(case: Case) -> Iterator[Variant]:
        for variant in published:
            if holds(case["when"], variant.options) and holds(case["needs"], variant.options):
                yield variant
        if "home" in case:
            yield homes[case["home"]]

    return asking


def check(
    cases: Iterable[tuple[Case, Variant]], applied: Counter[str], ask: Ask = engine
) -> Iterator[Finding]:
    """Yield what is found; count the changes that applied."""
    for case, variant in cases:
        groups = _Groups(variant, ask)
        wrong = groups.differences(case, case["given"], case["expect"])
        if wrong:
            yield _finding(case, variant, "as it is", wrong, case["given"])
            continue
        for name, change in CHANGES.items():
            rng = Random(f"{case['id']} {variant.id} {name}")
            changed = change(case, Setting(variant.options, groups.of(case["given"]), rng))
            if changed is None:
                continue
            applied[name] += 1
            given, expect = changed
            wrong = groups.differences(case, given, expect)
            if wrong:
                yield _finding(case, variant, name, wrong, given)


def _finding(
    case: Case, variant: Variant, change: str, wrong: list[str], given: Mapping[str, Any]
) -> Finding:
    return Finding(case["id"], variant.id, change, wrong, case["question"], given)


class _Groups:
    """What the engine says about single faces under a rule set."""

    def __init__(self, variant: Variant, ask: Ask) -> None:
        self._variant, self._ask = variant, ask

    def of(self, given: Mapping[str, Any]) -> dict[str, str]:
        """Return the group of each face of the pack; without a level all are of none."""
        result = self._order(given)
        groups = result.get("groups", {})
        found = {face: group for group, rows in groups.items() for row in rows for face in row}
        return found or dict.fromkeys(self._faces(), "")

    def _order(self, given: Mapping[str, Any]) -> dict[str, Any]:
        terms = {
            "level": given.get("level", _first(given.get("levels"))),
            "trump": given.get("trump"),
        }
        return self._ask(self._variant, "order_cards", {**terms, "cards": self._faces()})

    def _faces(self) -> list[str]:
        options = self._variant.options
        gone = {*(JOKERS if options["cards.jokers"] == "none" else ())}
        gone |= {"H5", "D5"} if options["cards.removed"] == "red-fives" else set()
        return [face for face in FACES if face not in gone]

    def differences(self, case: Case, given: Mapping[str, Any], expect: Any) -> list[str]:
        """Return how the answer to a position differs from the expected one."""
        try:
            got = self._ask(self._variant, case["question"], given)
        except Exception as error:  # noqa: BLE001  (what it was is reported)
            return [f"the engine fails: {type(error).__name__}: {error}"]
        if "malformed" in got or "malformed" in expect:
            return [] if "malformed" in got and "malformed" in expect else [f"the answer is {got}"]
        found = matches(expect, got, case["question"], strict=True)
        if not found:
            return []
        same = {face: row[0] for row in classes_of(self._order(given)) for face in row}
        return matches(exchanged(expect, same), exchanged(got, same), case["question"], strict=True)


def _first(levels: Any) -> Any:
    return levels[0] if isinstance(levels, list) and levels else None
