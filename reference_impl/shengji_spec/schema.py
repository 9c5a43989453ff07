"""Documents against their JSON Schemas.

Law of this file: it finds schemas by the kind of document and turns what jsonschema finds into problems that
name line, key and the nearest valid value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from shengji_spec import data
from shengji_spec.errors import Problem, SpecError, nearest
from shengji_spec.yaml_loader import Document

__all__ = ["load_schema", "validate", "validator"]

COMMON = "common.schema.json"


@cache
def load_schema(name: str) -> dict[str, Any]:
    """Return a schema by its file name."""
    content: dict[str, Any] = json.loads((data.schema_dir() / name).read_text(encoding="utf-8"))
    return content


@cache
def validator(kind: str) -> Any:
    """Return the validator of a kind of document: `rules`, `options`, `variant`, `cases`, ..."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415  (loading it takes longer than a command)
    from referencing import Registry, Resource  # noqa: PLC0415

    common = Resource.from_contents(load_schema(COMMON))
    registry = Registry().with_resource(COMMON, common)
    return Draft202012Validator(load_schema(f"{kind}.schema.json"), registry=registry)


def validate(document: Document, kind: str) -> None:
    """Raise SpecError with everything in which a document differs from its schema."""
    found = validator(kind).iter_errors(document.data)
    problems = [problem for error in found for problem in _problems(document, error)]
    if problems:
        raise SpecError(sorted(problems, key=lambda problem: (problem.line, problem.column)))


def _problems(document: Document, error: Any) -> Iterator[Problem]:
    path = tuple(error.absolute_path)
    match error.validator:
        case "additionalProperties":
            known = error.schema.get("properties", {})
            for key in error.instance:
                if key not in known:
                    yield document.problem(f"unknown key{nearest(key, known)}", *path, key)
        case "required":
            missing = [key for key in error.validator_value if key not in error.instance]
            for key in missing[:1]:
                yield document.problem(f"{key!r} is missing", *path)
        case "enum":
            yield document.problem(
                f"{error.instance!r:.60} is not allowed{nearest(error.instance, error.validator_value)}",
                *path,
            )
        case "oneOf" | "anyOf" if error.context:
            best = max(error.context, key=lambda e: (len(e.absolute_path), e.validator != "type"))
            yield from _problems(document, best)
        case _:
            yield document.problem(_shortened(error.message), *path)


def _shortened(message: str) -> str:
    return message if len(message) <= 200 else f"{message[:120]} ... {message[-60:]}"
