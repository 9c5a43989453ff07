"""Probes: the option sets under which a case is asked to see whether its `when` tells the truth.

Law of this file: `when` is checked, not trusted. The probes of a case are each published variant that
satisfies `when`, each of these with one other option at each other valid value, and valid combinations
under `when` seeded by the case id; a case with a home has the home among the variants. A `when` is *sound* if
all probes that satisfy it give the expected answer, *tight* if for every option it names some value left out
changes the answer, *full* if no value left out always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from shengji.errors import MalformedInput
from shengji.questions import ask
from shengji.rules import RuleSet
from shengji_spec.cases import Case, asked_under, home
from shengji_spec.compare import matches
from shengji_spec.conditions import Condition, allowed, holds, same
from shengji_spec.model import Spec, load_spec
from shengji_spec.variants import change, check, laid_over, resolve

__all__ = ["Report", "answer", "differences", "examine", "probes"]

COMBINATIONS = 100
#: how likely an option that is not fixed is drawn anew
CHANGED = 0.4
Options = dict[str, Any]
Frozen = tuple[tuple[str, Any], ...]


@dataclass
class Report:
    """What the probes of a case show."""

    case: str
    asked: int = 0
    #: options under which the case gives another answer, and the differences
    unsound: list[tuple[Options, list[str]]] = field(default_factory=list)
    #: options named without need
    loose: list[str] = field(default_factory=list)
    #: (option, value) left out that always gives the same answer
    missing: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        """Tell whether `when` is sound, tight and full."""
        return not (self.unsound or self.loose or self.missing)


@cache
def _rules(options: Frozen) -> RuleSet:
    spec = load_spec()
    values = dict(options)
    table = values.get("levels.table")
    return RuleSet.from_options(values, {table: spec.tables[table]} if table else {})


def freeze(options: Mapping[str, Any]) -> Frozen:
    """Return options as a key."""
    return tuple(options.items())


def answer(options: Mapping[str, Any], question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reference engine's answer, `{"malformed": True}` where there is no position."""
    try:
        return ask(_rules(freeze(options)), question, given)
    except MalformedInput:
        return {"malformed": True}


def differences(case: Case, options: Mapping[str, Any]) -> list[str]:
    """Return how the engine's answer under some options differs from the expected one."""
    got = answer(options, case.question, case.given)
    if case.malformed or "malformed" in got:
        return [] if case.malformed == ("malformed" in got) else [f"got {got}"]
    return matches(case.expect, got, case.question, strict=True)


@cache
def _neighbours(options: Frozen) -> tuple[tuple[str, Any, Frozen], ...]:
    """Return (option, value, options) for each other valid value of each option that applies."""
    spec, values = load_spec(), dict(options)
    found = []
    for key, value in values.items():
        for choice in spec.options[key].values:
            if not same(choice.value, value):
                changed = change(spec, values, key, choice.value)
                if not check(changed, spec):
                    found.append((key, choice.value, freeze(changed)))
    return tuple(found)


def homes_of(case: Case, spec: Spec) -> list[Options]:
    """Return the published variants that ask a case, or its home."""
    published = [o for v in spec.variants if asked_under(case, o := _variant(v))]
    if published:
        return published
    own = home(case, spec)
    assert own is not None
    return [dict(own.options)]


@cache
def _resolved(variant: str) -> Frozen:
    return freeze(resolve(variant).options)


def _variant(variant: str) -> Options:
    return dict(_resolved(variant))


def _combinations(
    case: Case, spec: Spec, when: Condition, number: int = COMBINATIONS
) -> Iterator[Options]:
    """Yield valid combinations under a condition and what the position needs, seeded by the case id."""
    rng = Random(f"{case.id} {sorted(when)}")
    fixed: dict[str, list[Any]] = {}
    for condition in (case.needs, when):
        for key in condition:
            values = allowed(condition, key)
            fixed[key] = [v for v in fixed.get(key, values) if any(same(v, w) for w in values)]
    if not all(fixed.values()):
        return
    found = 0
    for _ in range(8 * number):
        if found == number:
            return
        changes: Options = {}
        for key, option in spec.options.items():
            if key in fixed:
                changes[key] = rng.choice(fixed[key])
            elif rng.random() < CHANGED:
                changes[key] = rng.choice(option.values).value
        options = laid_over({}, changes, spec)
        if holds(when, options) and holds(case.needs, options) and not check(options, spec):
            found += 1
            yield options


def probes(case: Case, spec: Spec) -> Iterator[Options]:
    """Yield every probe of a case that satisfies its `when`."""
    seen: set[Frozen] = set()
    for base in homes_of(case, spec):
        for options in (freeze(base), *(o for _, _, o in _neighbours(freeze(base)))):
            values = dict(options)
            if options not in seen and asked_under(case, values):
                seen.add(options)
                yield values
    yield from _combinations(case, spec, case.when)


def examine(case: Case, spec: Spec | None = None) -> Report:
    """Ask a case at all its probes and report what is wrong with its `when`."""
    spec = spec or load_spec()
    report = Report(case.id)
    for options in probes(case, spec):
        report.asked += 1
        found = differences(case, options)
        if found:
            report.unsound.append((options, found))
    for key in case.when:
        _examine_key(case, key, spec, report)
    return report


def _examine_key(case: Case, key: str, spec: Spec, report: Report) -> None:
    """Find out whether an option is named rightly: left-out values change the answer, or it is in need."""
    named = allowed(case.when, key)
    others = [v.value for v in spec.options[key].values if not any(same(v.value, n) for n in named)]
    changes_answer = False
    for value in others:
        results = [bool(differences(case, o)) for o in _with_value(case, key, value, spec)]
        changes_answer = changes_answer or any(results)
        if results and not any(results):
            report.missing.append((key, value))
    # an option may also be named because the answer needs that it applies at all
    if not changes_answer and not _absence_matters(case, key, spec):
        report.loose.append(key)


def _with_value(case: Case, key: str, value: Any, spec: Spec) -> Iterator[Options]:
    """Yield probes with one option at a value that `when` leaves out, and the rest of `when` kept."""
    rest = {k: v for k, v in case.when.items() if k != key}
    for base in homes_of(case, spec):
        changed = change(spec, base, key, value)
        if not check(changed, spec) and holds(rest, changed) and holds(case.needs, changed):
            yield changed
    yield from _combinations(case, spec, {**rest, key: value}, COMBINATIONS // 2)


def _absence_matters(case: Case, key: str, spec: Spec) -> bool:
    """Tell whether the answer changes where the option does not apply."""
    rest = {k: v for k, v in case.when.items() if k != key}
    option = spec.options[key]
    for base in homes_of(case, spec):
        for _, _, options in _neighbours(freeze(base)):
            values = dict(options)
            absent = not option.applies_to(values) and holds(rest, values)
            if absent and holds(case.needs, values) and differences(case, values):
                return True
    return False
