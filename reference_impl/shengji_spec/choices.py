"""
Choices of options: what applies, what a value requires, and what follows from a change.

Law of this file: those three are worked out here and nowhere else. A whole choice holds exactly the options
that apply, in the order of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shengji_spec.conditions import allowed, among, both, holds
from shengji_spec.errors import shown
from shengji_spec.model import load_spec
from shengji_spec.values import Spec, of_kind

__all__ = [
    "Options",
    "Tables",
    "base_options",
    "change",
    "check",
    "implied",
    "laid_over",
    "named_tables",
    "ordered",
    "valid_values",
    "without_idle",
]

Options = dict[str, Any]
Tables = Mapping[str, Mapping[str, Any]]


def check(
    options: Mapping[str, Any], spec: Spec | None = None, tables: Tables | None = None
) -> list[tuple[str, str]]:
    """Return (key, what is wrong) for options that are not a whole and consistent choice."""
    spec = spec or load_spec()
    tables = spec.tables if tables is None else tables
    problems = [(key, "does not exist") for key in options if key not in spec.options]
    for key, option in spec.options.items():
        applies = option.applies_to(options)
        if key not in options:
            if applies:
                problems.append((key, f"applies here{_because(option.applies)} and has no value"))
            continue
        value = options[key]
        if not applies:
            problems.append((key, f"does not apply here; it needs {_words(option.applies)}"))
            continue
        found = option.find(value)
        if found is None and not (option.table and value in of_kind(tables, option.table)):
            problems.append((key, f"has no value {shown(value)}"))
        elif found and found.requires and not holds(found.requires, options):
            problems.append((key, f"with value {shown(value)} requires {_words(found.requires)}"))
    return problems


def _because(condition: Mapping[str, Any] | None) -> str:
    return f" ({_words(condition)})" if condition else ""


def _words(condition: Mapping[str, Any] | None) -> str:
    """Return a condition as a person would say it."""
    parts = []
    for key in condition or {}:
        assert condition is not None
        parts.append(f"{key} {' or '.join(shown(value) for value in allowed(condition, key))}")
    return " and ".join(parts)


def implied(condition: Mapping[str, Any], spec: Spec) -> dict[str, list[Any]]:
    """Return a condition with all that follows from it: an option named is one that applies."""
    known = both(condition, {})
    waiting = list(known)
    while waiting:
        option = spec.options.get(waiting.pop())
        applies = (option.applies if option else None) or {}
        waiting.extend(key for key in applies if key not in known)
        known = both(known, applies)
    return known


def valid_values(spec: Spec, key: str) -> list[Any]:
    """Return the values of an option, in the order of the specification."""
    return [value.value for value in spec.options[key].values]


def base_options(spec: Spec | None = None) -> Options:
    """Return the base value of every option that applies among the base values."""
    return laid_over({}, {}, spec)


def change(spec: Spec, options: Mapping[str, Any], key: str, value: object) -> Options:
    """
    Return options with one value changed and what follows from it.

    Keys that no longer apply are dropped, options that now apply get their base value, and what the new
    value requires is set.
    """
    return laid_over(options, {key: value}, spec)


def laid_over(
    options: Mapping[str, Any], changes: Mapping[str, Any], spec: Spec | None = None
) -> Options:
    """
    Return options with several values changed and what follows from them.

    What follows is worked out again and again until nothing changes. Changes that contradict each other,
    and a change of an option that does not apply, are left for `check` and the caller to find.
    """
    spec = spec or load_spec()
    wanted = dict(changes)
    result = {**options, **wanted}
    for _ in range(2 * len(spec.options)):
        before = dict(result)
        for key in [key for key in wanted if key in result]:
            _require(key, result, wanted, spec)
        for key, option in spec.options.items():
            if option.applies is not None and not holds(option.applies, result):
                result.pop(key, None)
            elif key not in result:
                result[key] = wanted.get(key, option.base)
        if result == before:
            break
    return ordered(result, spec)


def _require(key: str, options: Options, wanted: Options, spec: Spec) -> None:
    """Set what the value of a key requires; of a list the first value."""
    found = spec.options[key].find(options[key])
    requires = (found.requires if found else None) or {}
    for other in requires:
        choices = allowed(requires, other)
        if not among(options.get(other), choices):
            options[other] = wanted[other] = choices[0]


def ordered(options: Mapping[str, Any], spec: Spec) -> Options:
    """Return options in the order of the specification."""
    return {key: options[key] for key in spec.options if key in options}


def without_idle(options: Options, keys: Iterable[str], spec: Spec) -> Options:
    """Drop those of some keys whose options do not apply, until nothing changes."""
    options, keys = dict(options), list(keys)
    while True:
        idle = [k for k in keys if k in options and not spec.options[k].applies_to(options)]
        if not idle:
            return options
        for key in idle:
            del options[key]


def named_tables(
    options: Mapping[str, Any], spec: Spec, tables: Tables | None = None
) -> dict[str, Mapping[str, Any]]:
    """Return the tables that options name, as they go over the wire."""
    tables = spec.tables if tables is None else tables
    return {value: tables[value] for key, value in options.items() if spec.options[key].table}
