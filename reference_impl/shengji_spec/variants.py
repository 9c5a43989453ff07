"""
Variants: from what a file says to one value for every option that applies.

Law of this file: what applies, what a value requires and what follows from a change is worked out here and
nowhere else. Resolved options hold exactly the options that apply, in the order of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from shengji_spec import consistency, schema
from shengji_spec.conditions import allowed, among, both, holds
from shengji_spec.errors import Problem, SpecError, advice, nearest, shown
from shengji_spec.model import load_spec, variant_file
from shengji_spec.values import Spec, VariantFile, of_kind
from shengji_spec.variant_schema import variant_schema
from shengji_spec.yaml_loader import load

__all__ = [
    "Origin",
    "Resolved",
    "base_options",
    "change",
    "check",
    "implied",
    "laid_over",
    "named_tables",
    "resolve",
    "valid_values",
    "wire",
]

Options = dict[str, Any]
Tables = Mapping[str, Mapping[str, Any]]


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


# --- from a file to options --------------------------------------------------------------------------


def resolve(variant: str | Path, spec: Spec | None = None) -> Resolved:
    """Resolve a published id, or a file by its path; raises SpecError."""
    spec = spec or load_spec()
    if isinstance(variant, str) and variant in spec.variants:
        found = _published(variant, spec)
        return replace(found, options=dict(found.options), tables=dict(found.tables))
    return _resolved(_from_file(Path(variant), spec), spec)


@lru_cache(maxsize=256)
def _published(variant: str, spec: Spec) -> Resolved:
    return _resolved(spec.variants[variant], spec)


def _resolved(file: VariantFile, spec: Spec) -> Resolved:
    chain = _chain(file, spec)
    tables = dict(spec.tables)
    for link in reversed(chain):
        tables |= link.tables
    rows = {key: (link, row) for link in reversed(chain) for key, row in link.rows.items()}
    problems = [p for link in chain for p in _unknown_tables(link, spec, tables)]
    if problems:
        raise SpecError(problems)

    options = {key: row["value"] for key, (_, row) in rows.items()}
    inherited = [key for key in options if key not in file.rows]
    options = _ordered(_without_idle(options, inherited, spec), spec)
    problems = [_placed(file, key, text, spec) for key, text in check(options, spec, tables)]
    if problems:
        raise SpecError(problems)
    origins = {key: _origin(*rows[key]) for key in options}
    return Resolved(file.id, file.title, options, named_tables(options, spec, tables), origins)


def _from_file(path: Path, spec: Spec) -> VariantFile:
    if not path.is_file():
        message = f"there is no variant {shown(str(path))}, and no such file"
        valid = list(spec.variants)
        hint, close = advice(str(path), valid), nearest(str(path), valid)
        raise SpecError([Problem(str(path), message, found=str(path), nearest=close, hint=hint)])
    document = load(path)
    problems = schema.check(document, _validator(spec), document.data)
    if not problems:
        problems = [*_taken(path, document.data["id"], spec)]
        problems += consistency.check_variant(document, spec)
    if problems:
        raise SpecError(problems)
    return variant_file(document)


@lru_cache(maxsize=8)
def _validator(spec: Spec) -> Any:
    return schema.validator_of(variant_schema(spec))


def _taken(path: Path, variant: str, spec: Spec) -> Iterator[Problem]:
    """Yield a problem where a user's file has the id of a published variant."""
    published = spec.variants.get(variant)
    if published and Path(published.document.file).resolve() != path.resolve():
        document = load(path)
        hint = "an id of its own keeps the two apart; `extends` takes over what the other says"
        yield document.problem(f"{shown(variant)} is a published variant", "id", hint=hint)


def _chain(file: VariantFile, spec: Spec) -> list[VariantFile]:
    """Return a variant and those it extends, nearest first."""
    chain = [file]
    while (parent := chain[-1].extends) is not None:
        here = chain[-1].document
        if parent not in spec.variants:
            message = f"there is no variant {shown(parent)}"
            problem = here.problem(message, "extends", found=parent, valid=spec.variants)
            raise SpecError([problem])
        if parent in [link.id for link in chain]:
            way = " > ".join([*(link.id for link in chain), parent])
            raise SpecError([here.problem(f"a variant cannot extend itself: {way}", "extends")])
        chain.append(spec.variants[parent])
    return chain


def _origin(file: VariantFile, row: Mapping[str, Any]) -> Origin:
    sources = row.get("from", ())
    sources = (sources,) if isinstance(sources, str) else tuple(sources)
    return Origin(file.id, sources, row.get("decided"))


def _unknown_tables(file: VariantFile, spec: Spec, tables: Tables) -> Iterator[Problem]:
    """Yield a problem for every table that is named and not there."""
    for key, row in file.rows.items():
        option = spec.options[key]
        valid = of_kind(tables, option.table)
        if option.table and row["value"] not in valid:
            steps = ("options", key, "value")
            yield consistency.no_value(file.document, option, row["value"], list(valid), *steps)


def _placed(file: VariantFile, key: str, text: str, spec: Spec) -> Problem:
    """Return the problem of an option at its line; a missing one is a problem of the whole list."""
    if key in file.rows:
        return file.document.problem(f"the option {text}", "options", key, at_key=True)
    hint = f"its base value is {shown(spec.options[key].base)}"
    where = "options" if "options" in file.document.data else "id"
    return file.document.problem(f"{key} {text}", where, at_key=True, hint=hint)


def _without_idle(options: Options, keys: Iterable[str], spec: Spec) -> Options:
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


def wire(resolved: Resolved) -> dict[str, Any]:
    """Return the parameters of `load_variant`."""
    return {"variant": resolved.id, "options": resolved.options, "tables": resolved.tables}


# --- what applies, what is required, what follows from a change --------------------------------------


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
    return _ordered(result, spec)


def _require(key: str, options: Options, wanted: Options, spec: Spec) -> None:
    """Set what the value of a key requires; of a list the first value."""
    found = spec.options[key].find(options[key])
    requires = (found.requires if found else None) or {}
    for other in requires:
        choices = allowed(requires, other)
        if not among(options.get(other), choices):
            options[other] = wanted[other] = choices[0]


def _ordered(options: Mapping[str, Any], spec: Spec) -> Options:
    return {key: options[key] for key in spec.options if key in options}
