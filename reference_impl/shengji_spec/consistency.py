"""What schemas cannot say: documents against each other.

Law of this file: every id that a document names exists, every placeholder can be filled where its rule
exists, and every option is named by a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from shengji_spec.conditions import allowed
from shengji_spec.errors import Problem, nearest
from shengji_spec.model import Spec
from shengji_spec.text import placeholders

__all__ = ["condition_problems", "problems"]


def problems(spec: Spec, folder: Path) -> list[Problem]:
    """Return everything that is wrong between the documents of a specification."""
    found = [*_options(spec), *_rules(spec), *_unnamed(spec), *_variants(spec)]
    return [Problem(str(folder / file), f"{item}: {text}") for file, item, text in found]


Finding = tuple[str, str, str]


def _options(spec: Spec) -> Iterator[Finding]:
    for key, option in spec.options.items():
        file = f"options/{key.partition('.')[0]}.yaml"
        if option.find(option.base) is None:
            yield file, key, f"the base {option.base!r} is not among the values"
        for text in condition_problems(option.applies, spec):
            yield file, key, f"applies: {text}"
        for value in option.values:
            for code in value.sources:
                if not spec.knows_source(code):
                    yield file, key, f"unknown source {code!r}{nearest(code, _codes(spec))}"
            for text in condition_problems(value.requires, spec):
                yield file, key, f"requires: {text}"
        for repeated, n in Counter(repr(v.value) for v in option.values).items():
            if n > 1:
                yield file, key, f"the value {repeated} occurs twice"


def _rules(spec: Spec) -> Iterator[Finding]:
    for rule in spec.rules.values():
        file = f"rules/{rule.chapter}.yaml"
        if rule.id.partition(".")[0] != rule.chapter:
            yield file, rule.id, f"the id does not begin with its chapter {rule.chapter!r}"
        for code in rule.sources:
            if not spec.knows_source(code):
                yield file, rule.id, f"unknown source {code!r}{nearest(code, _codes(spec))}"
        for text in condition_problems(rule.when, spec):
            yield file, rule.id, f"when: {text}"
        if sorted(placeholders(rule.en)) != sorted(placeholders(rule.zh)):
            yield file, rule.id, "the two languages have different placeholders"
        for key in placeholders(rule.en):
            if key not in spec.options:
                yield file, rule.id, f"{{{key}}} names no option{nearest(key, spec.options)}"


def _unnamed(spec: Spec) -> Iterator[Finding]:
    named = {key for rule in spec.rules.values() for key in placeholders(rule.en)}
    named |= {key for rule in spec.rules.values() for key in rule.when or {}}
    for key in spec.options:
        if key not in named:
            yield f"options/{key.partition('.')[0]}.yaml", key, "no rule names this option"


def _variants(spec: Spec) -> Iterator[Finding]:
    for variant in spec.variants.values():
        file = f"variants/{variant.id}.yaml"
        for key, row in variant.document.data.get("options", {}).items():
            sources = row.get("from", ())
            for code in (sources,) if isinstance(sources, str) else sources:
                if not spec.knows_source(code):
                    yield file, key, f"unknown source {code!r}{nearest(code, _codes(spec))}"


def condition_problems(condition: Mapping[str, Any] | None, spec: Spec) -> Iterator[str]:
    """Yield what is wrong with a condition: unknown options and values."""
    for key in condition or {}:
        option = spec.options.get(key)
        if option is None:
            yield f"unknown option {key!r}{nearest(key, spec.options)}"
            continue
        assert condition is not None
        for value in allowed(condition, key):
            if option.find(value) is None:
                known = [v.value for v in option.values]
                yield f"{value!r} is no value of {key}{nearest(value, known)}"


def _codes(spec: Spec) -> list[str]:
    return [*spec.sources, *spec.statements]
