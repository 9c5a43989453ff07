"""
Variants: from what a file says to one value for every option that applies.

Law of this file: it follows `extends` and lays alternatives over a variant; what follows from a change is the
business of `choices`, whose names it hands on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from shengji_spec import consistency, schema
from shengji_spec.choices import (
    Options,
    Tables,
    base_options,
    change,
    check,
    implied,
    laid_over,
    named_tables,
    ordered,
    valid_values,
    without_idle,
)
from shengji_spec.conditions import same
from shengji_spec.errors import Problem, SpecError, advice, nearest, shown
from shengji_spec.model import load_spec, variant_file
from shengji_spec.values import Alternative, Spec, VariantFile, as_codes, of_kind
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


@dataclass(frozen=True)
class Origin:
    """
    Where a value comes from: the variant that sets it, and its sources or the decision behind it.

    A value that an alternative sets, or that follows from it, comes from `variant+alternative`.
    """

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
    #: the alternatives that its file documents, by id
    alternatives: Mapping[str, Alternative] = field(default_factory=dict)


# --- from a file to options --------------------------------------------------------------------------


def resolve(variant: str | Path, spec: Spec | None = None) -> Resolved:
    """
    Resolve a published id, or a file by its path; raises SpecError.

    Behind either, `+alternative` lays an alternative of the variant over it, and so does each further one.
    """
    spec = spec or load_spec()
    head, names = _parted(variant, spec) if isinstance(variant, str) else (str(variant), ())
    if head in spec.variants:
        found = _published(head, names, spec)
        return replace(found, options=dict(found.options), tables=dict(found.tables))
    return _resolved(_from_file(Path(head), spec), names, spec)


def _parted(variant: str, spec: Spec) -> tuple[str, tuple[str, ...]]:
    """Part what names a variant from its alternatives; a path may have a plus of its own."""
    parts = variant.split("+")
    for size in range(len(parts), 0, -1):
        head = "+".join(parts[:size])
        if head in spec.variants or (head and _is_file(Path(head))):
            return head, tuple(parts[size:])
    return variant, ()


def _is_file(path: Path) -> bool:
    with suppress(OSError, ValueError):  # a name too long for a file, say
        return path.is_file()
    return False


@lru_cache(maxsize=256)
def _published(variant: str, names: tuple[str, ...], spec: Spec) -> Resolved:
    return _resolved(spec.variants[variant], names, spec)


def _resolved(file: VariantFile, names: Sequence[str], spec: Spec) -> Resolved:
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
    options = ordered(without_idle(options, inherited, spec), spec)
    problems = [_placed(file, key, text, spec) for key, text in check(options, spec, tables)]
    if not problems:
        problems = list(_check_alternatives(file, options, spec, tables))
    if problems:
        raise SpecError(problems)
    origins = {key: _origin(*rows[key]) for key in options}
    used = named_tables(options, spec, tables)
    plain = Resolved(file.id, file.title, options, used, origins, file.alternatives)
    return _with(plain, _chosen(file, names), spec, tables) if names else plain


def _from_file(path: Path, spec: Spec) -> VariantFile:
    if not _is_file(path):
        message = f"there is no variant {shown(str(path))}, and no such file"
        valid = list(spec.variants)
        name = str(path).partition("+")[0]
        hint, close = advice(name, valid), nearest(name, valid)
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
    return Origin(file.id, as_codes(row.get("from", ())), row.get("decided"))


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


# --- alternatives ------------------------------------------------------------------------------------


def _check_alternatives(
    file: VariantFile, options: Options, spec: Spec, tables: Tables
) -> Iterator[Problem]:
    """Yield what is wrong with alternatives: each by itself must make a whole choice, and another one."""
    for place, alternative in enumerate(file.alternatives.values()):
        path = ("alternatives", place)
        laid = laid_over(options, alternative.options, spec)
        wrong = check({**laid, **alternative.options}, spec, tables)
        for key, text in wrong:
            if key in alternative.options:
                found, known = alternative.options[key], of_kind(tables, spec.options[key].table)
                valid = () if found in known else known
                steps = (*path, "options", key)
                yield file.document.problem(f"the option {text}", *steps, found=found, valid=valid)
            else:
                yield file.document.problem(
                    f"laid over the variant, {key} {text}", *path, "options"
                )
        if not wrong and laid == options:
            yield file.document.problem("the alternative changes nothing", *path, "options")


def _chosen(file: VariantFile, names: Sequence[str]) -> list[Alternative]:
    """Return the alternatives of some names; raises SpecError for one that is none, or there twice."""
    for place, name in enumerate(names):
        if name not in file.alternatives:
            message = f"{shown(file.id)} has no alternative {shown(name)}"
        elif name in names[:place]:
            message = f"the alternative {shown(name)} is laid over twice"
        else:
            continue
        valid = [other for other in file.alternatives if other not in names]
        hint, close = advice(name, valid), nearest(name, valid)
        whole = "+".join((file.id, *names))
        raise SpecError([Problem(whole, message, found=name, nearest=close, hint=hint)])
    return [file.alternatives[name] for name in names]


def _with(plain: Resolved, chosen: Sequence[Alternative], spec: Spec, tables: Tables) -> Resolved:
    """Return a variant with alternatives laid over it, one after the other."""
    name = "+".join((plain.id, *(alternative.id for alternative in chosen)))
    options, origins = plain.options, dict(plain.origins)
    for alternative in chosen:
        before, options = options, laid_over(options, alternative.options, spec)
        origin = Origin(f"{plain.id}+{alternative.id}", alternative.sources)
        changed = {k for k, v in options.items() if k not in before or not same(v, before[k])}
        origins |= dict.fromkeys(changed | alternative.options.keys(), origin)
    wrong = [f"{key} {text}" for key, text in check(options, spec, tables)]
    wrong += [
        f"{alternative.id} asks for {key} {shown(value)}"
        for alternative in chosen
        for key, value in alternative.options.items()
        if not same(options.get(key), value)
    ]
    if wrong:
        message = f"the alternatives contradict each other: {'; '.join(wrong)}"
        raise SpecError([Problem(name, message)])
    titles = (plain.title, *(alternative.title for alternative in chosen))
    return replace(
        plain,
        id=name,
        title={lang: " + ".join(title[lang] for title in titles) for lang in ("en", "zh")},
        options=options,
        tables=named_tables(options, spec, tables),
        origins={key: origins[key] for key in options},
    )


def wire(resolved: Resolved) -> dict[str, Any]:
    """Return the parameters of `load_variant`."""
    return {"variant": resolved.id, "options": resolved.options, "tables": resolved.tables}
