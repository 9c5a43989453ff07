"""
The space of options: what lies next to a choice, and random points of it.

Law of this file: every choice it gives is valid (`shengji_spec.variants.check` finds nothing), and it knows
no question and no case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from graphlib import TopologicalSorter
from random import Random
from typing import Any

from shengji_spec.conditions import Condition, among, holds, same
from shengji_spec.values import Option, Spec
from shengji_spec.variants import change, check, implied, laid_over

__all__ = ["Options", "Space"]

Options = dict[str, Any]
Frozen = tuple[tuple[str, Any], ...]
#: how likely an option that is not fixed is drawn; else it has its base value
DRAWN = 0.4
#: choices that are drawn once and shared
POOL = 400
#: draws that may fail before a condition is given up
PATIENCE = 8


class Space:
    """All valid choices of options under a specification."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._neighbours: dict[Frozen, list[tuple[str, Any, Options]]] = {}

    def neighbours(self, options: Mapping[str, Any]) -> list[tuple[str, Any, Options]]:
        """Return (option, value, options) for each option at each other valid value."""
        key = tuple(options.items())
        if key not in self._neighbours:
            self._neighbours[key] = list(self._changed(options))
        return self._neighbours[key]

    def _changed(self, options: Mapping[str, Any]) -> Iterator[tuple[str, Any, Options]]:
        for key, old in options.items():
            for choice in self.spec.options[key].values:
                if not same(choice.value, old):
                    changed = self.moved(options, key, choice.value)
                    if changed is not None:
                        yield key, choice.value, changed

    def moved(self, options: Mapping[str, Any], key: str, value: object) -> Options | None:
        """Return options with one value changed and what follows; None where that is not valid."""
        changed = change(self.spec, options, key, value)
        valid = not check(changed, self.spec) and same(changed.get(key), value)
        return changed if valid else None

    def laid(self, options: Mapping[str, Any], changes: Mapping[str, Any]) -> Options | None:
        """Return options with several values changed and what follows; None where that is not valid."""
        changed = laid_over(options, changes, self.spec)
        return None if check(changed, self.spec) else changed

    # --- random points -------------------------------------------------------------------------------

    @cached_property
    def _order(self) -> Sequence[Option]:
        """The options so that each comes after those that decide whether it applies."""
        options = self.spec.options
        sorter = TopologicalSorter({key: option.applies or () for key, option in options.items()})
        return [options[key] for key in sorter.static_order()]

    @cached_property
    def _values(self) -> dict[str, list[Any]]:
        return {key: [v.value for v in o.values] for key, o in self.spec.options.items()}

    @cached_property
    def _requires(self) -> list[tuple[str, Any, Condition]]:
        return [
            (option.key, value.value, value.requires)
            for option in self.spec.options.values()
            for value in option.values
            if value.requires
        ]

    @cached_property
    def _pool(self) -> list[Options]:
        """Random choices that all conditions share, so that their rule sets are built once."""
        return list(self.draw(Random(POOL), {}, POOL))

    def combinations(self, rng: Random, condition: Condition, number: int) -> Iterator[Options]:
        """Yield so many random choices under a condition: of the pool, from some place on, then new ones."""
        begin = rng.randrange(POOL)
        for options in (self._pool[begin:] + self._pool[:begin]) if number else ():
            if holds(condition, options):
                number -= 1
                yield options
                if not number:
                    return
        yield from self.draw(rng, condition, number)

    def draw(self, rng: Random, condition: Condition, number: int) -> Iterator[Options]:
        """Yield so many random choices under a condition; fewer where there are hardly any."""
        fixed = implied(condition, self.spec)
        if not all(fixed.values()):
            return
        found = 0
        for _ in range(PATIENCE * number):
            options = self._drawn(rng, fixed)
            if options is not None:
                found += 1
                yield options
            if found == number:
                return

    def _drawn(self, rng: Random, fixed: Mapping[str, list[Any]]) -> Options | None:
        options: Options = {}
        for option in self._order:
            key = option.key
            if option.applies is not None and not holds(option.applies, options):
                continue
            if key in fixed:
                options[key] = rng.choice(fixed[key])
            elif rng.random() < DRAWN:
                options[key] = rng.choice(self._values[key])
            else:
                options[key] = option.base
        if not all(key in options for key in fixed):
            return None
        for key, value, requires in self._requires:
            if key in options and same(options[key], value) and not holds(requires, options):
                return None
        return {key: options[key] for key in self.spec.options if key in options}

    def others(self, key: str, named: Sequence[Any]) -> list[Any]:
        """Return the values of an option that are not among those named."""
        return [value for value in self._values[key] if not among(value, named)]
