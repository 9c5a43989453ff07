"""Variants: from what a file says to one value for every option that applies.

Law of this file: what applies, what a value requires and what changes with a change is worked out here and
nowhere else. Resolved options hold exactly the options that apply, in the order of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shengji_spec.conditions import allowed, holds, same
from shengji_spec.errors import Problem, SpecError, nearest
from shengji_spec.model import Option, Spec, VariantFile, load_spec, variant_file
from shengji_spec.schema import validate
from shengji_spec.yaml_loader import load

__all__ = ["Origin", "Resolved", "base_options", "change", "check", "laid_over", "resolve", "wire"]

Options = dict[str, Any]


@dataclass(frozen=True)
class Origin:
    """Where a value comes from: the variant that sets it, and its sources or the decision behind it."""

    variant: str
    sources: tuple[str, ...] = ()
    decided: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Resolved:
    """A variant with everything it inherits."""

    id: str
    title: Mapping[str, str]
    options: Options
    tables: dict[str, Mapping[str, Any]]
    origins: dict[str, Origin] = field(default_factory=dict)


def resolve(variant: str | Path, spec: Spec | None = None) -> Resolved:
    """Resolve a published id or a file; raises SpecError."""
    spec = spec or load_spec()
    found = spec.variants.get(str(variant))
    if found is None:
        found = _from_file(variant, spec)
    chain = _chain(found, spec)
    options: Options = {}
    origins: dict[str, Origin] = {}
    tables = dict(spec.tables)
    for file in reversed(chain):
        tables |= file.document.data.get("tables", {})
        for key, row in file.document.data.get("options", {}).items():
            options[key] = row["value"]
            origins[key] = _origin(file.id, row)
    problems = _unknown(chain, spec, tables)
    if problems:
        raise SpecError(problems)
    inherited = [key for key in options if key not in found.document.data.get("options", {})]
    options = _ordered(_without(options, inherited, spec), spec)
    problems = [
        found.document.problem(text, "options", key) for key, text in check(options, spec, tables)
    ]
    if problems:
        raise SpecError(problems)
    return Resolved(
        found.id,
        found.title,
        options,
        _named(options, spec, tables),
        {key: origins[key] for key in options},
    )


def _from_file(variant: str | Path, spec: Spec) -> VariantFile:
    path = Path(variant)
    if not path.is_file():
        message = f"no variant {str(variant)!r}, and no such file{nearest(variant, spec.variants)}"
        raise SpecError([Problem(str(variant), message)])
    document = load(path)
    validate(document, "variant")
    return variant_file(document)


def _chain(file: VariantFile, spec: Spec) -> list[VariantFile]:
    """Return a variant and those it extends, nearest first."""
    chain = [file]
    while (parent := chain[-1].extends) is not None:
        if parent not in spec.variants:
            message = f"extends {parent!r}, which is not a variant{nearest(parent, spec.variants)}"
            raise SpecError([chain[-1].document.problem(message, "extends")])
        if any(parent == link.id for link in chain):
            message = f"extends itself through {parent!r}"
            raise SpecError([chain[-1].document.problem(message, "extends")])
        chain.append(spec.variants[parent])
    return chain


def _origin(variant: str, row: Mapping[str, Any]) -> Origin:
    sources = row.get("from", ())
    return Origin(
        variant, (sources,) if isinstance(sources, str) else tuple(sources), row.get("decided")
    )


def _unknown(chain: Iterable[VariantFile], spec: Spec, tables: Mapping[str, Any]) -> list[Problem]:
    """Return a problem for every option and value that does not exist."""
    problems = []
    for file in chain:
        for key, row in file.document.data.get("options", {}).items():
            option = spec.options.get(key)
            if option is None:
                message = f"unknown option{nearest(key, spec.options)}"
                problems.append(file.document.problem(message, "options", key))
            elif not _is_value(option, row["value"], tables):
                names = tables if option.table else [v.value for v in option.values]
                message = f"{row['value']!r} is no value of {key}{nearest(row['value'], names)}"
                problems.append(file.document.problem(message, "options", key, "value"))
    return problems


def _is_value(option: Option, value: object, tables: Mapping[str, Any]) -> bool:
    return value in tables if option.table else option.find(value) is not None


def _named(options: Options, spec: Spec, tables: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {options[k]: tables[options[k]] for k in options if spec.options[k].table}


def _ordered(options: Options, spec: Spec) -> Options:
    return {key: options[key] for key in spec.options if key in options}


def _without(options: Options, keys: Iterable[str], spec: Spec) -> Options:
    """Drop those of some keys whose options do not apply, until nothing changes."""
    options = dict(options)
    keys = list(keys)
    while True:
        idle = [k for k in keys if k in options and not spec.options[k].applies_to(options)]
        if not idle:
            return options
        for key in idle:
            del options[key]


def check(
    options: Options, spec: Spec | None = None, tables: Mapping[str, Any] | None = None
) -> list[tuple[str, str]]:
    """Return (key, what is wrong) for options that are not a whole and consistent choice."""
    spec = spec or load_spec()
    tables = spec.tables if tables is None else tables
    problems = []
    for key, option in spec.options.items():
        applies = option.applies_to(options)
        if applies and key not in options:
            problems.append((key, "the option applies and has no value"))
        elif key in options and not applies:
            problems.append((key, f"the option does not apply: it needs {option.applies}"))
        elif key in options:
            found = option.find(options[key])
            if found and found.requires and not holds(found.requires, options):
                problems.append((key, f"{options[key]!r} requires {dict(found.requires)}"))
    return problems


def base_options(spec: Spec | None = None) -> Options:
    """Return the base value of every option that applies among the base values."""
    spec = spec or load_spec()
    return laid_over({}, {}, spec)


def laid_over(options: Options, changes: Mapping[str, Any], spec: Spec | None = None) -> Options:
    """
    Return options with changes laid over them, made whole again.

    Keys that no longer apply are dropped, options that now apply get their base value, and what the
    changed values require is set. Values that contradict each other are left for `check` to find.
    """
    spec = spec or load_spec()
    result = {**options, **changes}
    fixed = set(changes)
    for _ in range(len(spec.options)):
        before = dict(result)
        for key in list(fixed & set(result)):
            _require(key, result, fixed, spec)
        for key, option in spec.options.items():
            if option.applies_to(result):
                if key not in result:
                    result[key] = option.base
            else:
                result.pop(key, None)
        if result == before:
            break
    return _ordered(result, spec)


def _require(key: str, options: Options, fixed: set[str], spec: Spec) -> None:
    """Set what the value of a key requires; of a list the first value."""
    found = spec.options[key].find(options[key])
    for other in (found.requires or {}) if found else {}:
        assert found is not None
        assert found.requires is not None
        choices = allowed(found.requires, other)
        if not any(same(options.get(other), choice) for choice in choices):
            options[other] = choices[0]
            fixed.add(other)


def change(spec: Spec, options: Options, key: str, value: object) -> Options:
    """Return options with one value changed and what follows from it."""
    return laid_over(options, {key: value}, spec)


def wire(resolved: Resolved) -> dict[str, Any]:
    """Return the parameters of `load_variant`."""
    return {"variant": resolved.id, "options": resolved.options, "tables": resolved.tables}
