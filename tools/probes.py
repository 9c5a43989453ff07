"""
Probes: the option sets under which a case is asked to see whether its `when` tells the truth.

Law of this file: `when` is checked, not trusted. The probes of a case are each published variant that
satisfies `when`, each of these with one other option at each other valid value, and 100 valid combinations
under `when` seeded by the case id; a case with a home has the home among the variants. A `when` is *sound* if
all probes that satisfy it give the expected answer, *tight* if for every option it names some value left out
changes the answer, *full* if no value left out always gives the same answer. A whole game names every option
of its rule set, so that rule set is its only probe, and it can only be sound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from shengji_spec.cases import Case, asked_under, home
from shengji_spec.compare import matches
from shengji_spec.conditions import Condition, allowed, both, holds
from shengji_spec.model import load_spec
from shengji_spec.values import Spec
from shengji_spec.variants import resolve

from tools.space import Options, Space
from tools.traced import Memory, engine

__all__ = ["Prober", "Report", "compared", "differences", "engine", "examine"]

COMBINATIONS = 100
#: (options, question, given) to the result; `{"malformed": True}` where there is no position
Engine = Callable[[Mapping[str, Any], str, Mapping[str, Any]], dict[str, Any]]


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


# --- the engine --------------------------------------------------------------------------------------


def differences(case: Case, options: Mapping[str, Any], ask: Engine = engine) -> list[str]:
    """Return how the answer under some options differs from the expected one."""
    return compared(case, ask(options, case.question, case.given))


def compared(case: Case, got: dict[str, Any]) -> list[str]:
    """Return how an answer differs from the expected one."""
    if "error" in got:
        return [f"the engine fails: {got['error']}"]
    if case.malformed or "malformed" in got:
        return [] if case.malformed == ("malformed" in got) else [f"the engine answers {got}"]
    return matches(case.expect, got, case.question, strict=True)


def examine(case: Case, spec: Spec | None = None) -> Report:
    """Ask the engine a case at all its probes and report what is wrong with its `when`."""
    return _prober(spec or load_spec()).examine(case)


@cache
def _prober(spec: Spec) -> Prober:
    return Prober(spec)


# --- examining ---------------------------------------------------------------------------------------


class Prober:
    """Asks cases at their probes."""

    def __init__(self, spec: Spec, ask: Engine = engine) -> None:
        self.spec = spec
        self.space = Space(spec)
        self.ask = ask
        self.published = {variant: resolve(variant, spec).options for variant in spec.variants}
        self._memory: tuple[Case, Memory] | None = None
        #: how answers of the memory, which keeps them, differ from the expected one
        self._compared: dict[int, list[str]] = {}

    def bases(self, case: Case) -> list[Options]:
        """Return the published variants that ask a case, or else its home."""
        own = home(case, self.spec)
        if own is not None:
            return [dict(own.options)]
        return [options for options in self.published.values() if asked_under(case, options)]

    def wrong(self, case: Case, options: Mapping[str, Any]) -> list[str]:
        """Return how the answer under some options differs from the expected one."""
        if self.ask is not engine:
            return differences(case, options, self.ask)
        answer = self.memory(case).ask(options)
        if id(answer) not in self._compared:
            self._compared[id(answer)] = compared(case, answer)
        return self._compared[id(answer)]

    def memory(self, case: Case) -> Memory:
        """Return the engine's answers to a case so far."""
        if self._memory is None or self._memory[0] is not case:
            self._memory = (case, Memory(case.question, case.given))
            self._compared.clear()
        return self._memory[1]

    def probes(self, case: Case) -> Iterator[Options]:
        """Yield every probe that satisfies the case's `when` and what its position needs."""
        for base in self.bases(case):
            yield base
            if case.is_game:
                return
            for _, _, options in self.space.neighbours(base):
                if asked_under(case, options):
                    yield options
        yield from self.combinations(case, case.when)

    def combinations(
        self, case: Case, when: Condition, number: int = COMBINATIONS
    ) -> Iterator[Options]:
        """Yield valid combinations under a condition and what the position needs."""
        rng = Random(f"{case.id} {sorted(when)}")
        yield from self.space.combinations(rng, both(when, case.needs), number)

    def examine(self, case: Case) -> Report:
        """Ask a case at all its probes."""
        report = Report(case.id)
        for options in self.probes(case):
            report.asked += 1
            found = self.wrong(case, options)
            if found:
                report.unsound.append((options, found))
        for key in () if case.is_game else case.when:
            self._examine_key(case, key, report)
        return report

    def _examine_key(self, case: Case, key: str, report: Report) -> None:
        """Find out whether the values left out of an option change the answer, each somewhere."""
        matters = False
        for value in self.space.others(key, allowed(case.when, key)):
            answers = [bool(self.wrong(case, o)) for o in self._left_out(case, key, value)]
            if not any(answers):
                left_out = {**_without(case.when, key), key: value}
                more = self.combinations(case, left_out)
                answers += [bool(self.wrong(case, options)) for options in more]
            if answers and not any(answers):
                report.missing.append((key, value))
            matters = matters or any(answers)
        # an option may also be named because the answer needs that it applies at all
        if not matters and not self._absence_matters(case, key):
            report.loose.append(key)

    def _left_out(self, case: Case, key: str, value: Any) -> Iterator[Options]:
        """Yield the bases with one option at a value that `when` leaves out, and the rest of it kept."""
        rest = _without(case.when, key)
        for base in self.bases(case):
            options = self.space.moved(base, key, value)
            if options is not None and holds(rest, options) and holds(case.needs, options):
                yield options

    def _absence_matters(self, case: Case, key: str) -> bool:
        """Tell whether the answer changes where the option does not apply."""
        rest = _without(case.when, key)
        return any(
            self.wrong(case, options)
            for base in self.bases(case)
            for _, _, options in self.space.neighbours(base)
            if key not in options and holds(rest, options) and holds(case.needs, options)
        )

    # --- explaining ----------------------------------------------------------------------------------

    def culprits(self, case: Case, options: Mapping[str, Any]) -> Options:
        """Return the fewest changes of a base that give the wrong answer that some options give."""
        base = self.nearest_base(case, options)
        changes = {k: v for k, v in options.items() if k not in base or base[k] != v}
        for key in list(changes):
            fewer = _without(changes, key)
            laid = self.space.laid(base, fewer)
            if laid is not None and holds(case.needs, laid) and self.wrong(case, laid):
                changes = fewer
        return changes

    def nearest_base(self, case: Case, options: Mapping[str, Any]) -> Options:
        """Return the base that shares the most values with some options."""
        return max(self.bases(case), key=lambda base: len(base.items() & options.items()))


def _without(condition: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in condition.items() if k != key}
