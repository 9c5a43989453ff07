"""
Option mutants: an engine that plays one option of a published variant differently.

Law of this file: what lies next to a variant says `tools.space`; a change is noticed where a case that is
asked under the variant gets another answer. `conformance/unobservable.yaml` lists those that none can notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from shengji_spec import data
from shengji_spec.errors import shown
from shengji_spec.model import load_spec
from shengji_spec.text import placeholders
from shengji_spec.values import Spec
from shengji_spec.yaml_loader import load

from tools.mutants.pool import Ask, Pool, rule_set
from tools.mutants.trial import Mutant
from tools.probes import Prober
from tools.space import Options, Space

__all__ = ["OptionMutant", "excuses", "option_mutants", "rules_of_option"]


@dataclass(frozen=True)
class OptionMutant(Mutant):
    """A variant, and the options it is really played by."""

    variant: str
    option: str
    value: Any
    changed: Options = field(hash=False)

    @contextmanager
    def planted(self, pool: Pool) -> Iterator[None]:
        """Play the variant by the changed options."""
        place = pool.variants[self.variant]
        own = pool.rules(place)
        pool.play(place, rule_set(self.changed))
        try:
            yield
        finally:
            pool.play(place, own)

    def may(self, pool: Pool, ask: Ask) -> bool:
        """Tell whether an ask is under the variant."""
        return ask.base and ask.rules == pool.variants[self.variant]

    def asks(self, pool: Pool) -> Iterator[Ask]:
        """Yield what is asked under the variant, first the cases whose `when` names the option."""
        asked = pool.asked_under(self.variant)
        yield from sorted(asked, key=lambda ask: self.option not in pool.cases[ask.case].when)


def option_mutants(spec: Spec | None = None) -> list[OptionMutant]:
    """Return each option of each published variant at each other valid value."""
    spec = spec or load_spec()
    space, published = Space(spec), _published(spec)
    return [
        OptionMutant(
            id=f"{variant}/{option}={shown(value)}",
            chapter=option.partition(".")[0],
            rules=rules_of_option(option),
            variant=variant,
            option=option,
            value=value,
            changed=changed,
        )
        for variant, options in published.items()
        for option, value, changed in space.neighbours(options)
    ]


def _published(spec: Spec) -> dict[str, Options]:
    return Prober(spec).published


@lru_cache(maxsize=512)
def rules_of_option(option: str) -> tuple[str, ...]:
    """Return the rules that an option completes or switches on."""
    return tuple(
        rule.id
        for rule in load_spec().rules.values()
        if option in placeholders(rule.en) or option in (rule.when or ())
    )


@cache
def excuses() -> dict[tuple[str, str, Any], str]:
    """Return why (variant, option, value) cannot be noticed, for those that cannot."""
    folder = data.corpus_dir()
    assert folder is not None
    rows = load(folder.parent / "unobservable.yaml").data["options"]
    return {
        (variant, row["option"], value): row["reason"]["en"]
        for row in rows
        for variant in row["variants"]
        for value in row["values"]
    }
