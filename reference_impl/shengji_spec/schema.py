"""
Documents against their JSON Schemas.

Law of this file: it finds schemas by the kind of document and turns what jsonschema finds into problems that
name line, key and the nearest valid value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from shengji_spec import data
from shengji_spec.errors import Problem, SpecError, shown
from shengji_spec.yaml_loader import Document

__all__ = ["check", "definition", "load_schema", "validate", "validator", "validator_of", "within"]

#: the schemas that others refer to
SHARED = ("common.schema.json", "protocol.schema.json", "record.schema.json")
NAMES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
#: other keywords, in words: what the message says about the instance and the keyword's value
WORDS = {
    "minProperties": "too few entries; at least {value}",
    "minItems": "too few items; at least {value}",
    "maxItems": "too many items; at most {value}",
    "minLength": "too short; at least {value} characters",
    "maxLength": "{length} characters; at most {value}",
    "uniqueItems": "an item occurs twice: {found}",
    "minimum": "{found} is too small; at least {value}",
    "maximum": "{found} is too large; at most {value}",
    "multipleOf": "{found} is not a multiple of {value}",
    "const": "found {found}; only {value} is allowed here",
    "pattern": "{found} is not of the form {value}",
    "not": "{found} is not allowed here",
}


@cache
def load_schema(name: str) -> dict[str, Any]:
    """Return a schema by its file name."""
    content: dict[str, Any] = json.loads((data.schema_dir() / name).read_text(encoding="utf-8"))
    return content


@cache
def validator(kind: str) -> Any:
    """Return the validator of a kind of document: `rules`, `options`, `cases`, `report`, ..."""
    return validator_of(load_schema(f"{kind}.schema.json"))


@cache
def definition(kind: str, name: str) -> Any:
    """Return the validator of one of the definitions in a schema: `protocol`, `judge_lead-params`."""
    return within(kind, {"$ref": f"#/$defs/{name}"})


def within(kind: str, schema: Mapping[str, Any]) -> Any:
    """Return the validator of a piece of a schema, which may refer to that schema's definitions."""
    return validator_of({"$defs": load_schema(f"{kind}.schema.json")["$defs"], **schema})


def validator_of(schema: Mapping[str, Any]) -> Any:
    """Return a validator that knows the shared pieces."""
    # loading jsonschema takes longer than most commands run
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    return Draft202012Validator(_inlined(schema, schema, "", ()), registry=_registry())


#: what stands beside a reference and says nothing of an instance
REMARKS = frozenset({"$ref", "description", "title", "$comment", "examples"})


def _inlined(node: Any, root: Mapping[str, Any], file: str, within: tuple[str, ...]) -> Any:
    """
    Return a schema with what it refers to in place: looking a reference up takes longer than checking by it.

    A reference stays where it leads back to itself, and where it is one of several choices, which messages
    tell apart by what stands there. `file` names the shared schema that `node` stands in; "" is `root`.
    """
    if isinstance(node, list):
        return [_inlined(item, root, file, within) for item in node]
    if not isinstance(node, dict):
        return node
    target = node.get("$ref")
    if isinstance(target, str):
        name, _, place = target.partition("#")
        name, piece = name or file, place.removeprefix("/$defs/")
        known = (load_schema(name) if name else root).get("$defs", {})
        if piece in known and name + place not in within and node.keys() <= REMARKS:
            return _inlined(known[piece], root, name, (*within, name + place))
        return {**node, "$ref": f"{name}#{place}"}
    return {
        key: [_referring(item, root, file, within) for item in value]
        if key in ("oneOf", "anyOf")
        else value
        if key in ("$defs", "enum", "const")
        else _inlined(value, root, file, within)
        for key, value in node.items()
    }


def _referring(choice: Any, root: Mapping[str, Any], file: str, within: tuple[str, ...]) -> Any:
    """Return a choice as it is inlined, unless it is a reference itself."""
    if "$ref" not in choice:
        return _inlined(choice, root, file, within)
    name, _, place = choice["$ref"].partition("#")
    return {**choice, "$ref": f"{name or file}#{place}"}


@cache
def _registry() -> Any:
    """Return the schemas that others refer to, by their file names."""
    from referencing import Registry, Resource  # noqa: PLC0415

    contents = ((name, Resource.from_contents(load_schema(name))) for name in SHARED)
    registry: Registry[Any] = Registry()
    return registry.with_resources(contents).crawl()


def validate(document: Document, kind: str) -> None:
    """Raise SpecError with everything in which a document differs from its schema."""
    problems = check(document, validator(kind), document.data)
    if problems:
        raise SpecError(problems)


def check(document: Document, by: Any, instance: Any, *prefix: str | int) -> list[Problem]:
    """Return everything in which a part of a document, at `prefix`, differs from a schema."""
    found = (p for error in by.iter_errors(instance) for p in _problems(document, error, prefix))
    return sorted(dict.fromkeys(found), key=lambda problem: (problem.line, problem.column))


def _problems(document: Document, error: Any, prefix: tuple[str | int, ...]) -> Iterator[Problem]:
    path = (*prefix, *error.absolute_path)
    found, value = error.instance, error.validator_value
    if "propertyNames" in error.absolute_schema_path:
        message = f"{shown(found)} is no name that can stand here"
        yield document.problem(message, *path, str(found), at_key=True, found=found)
        return
    match error.validator:
        case "additionalProperties":
            known = list(error.schema.get("properties", {}))
            for key in (key for key in found if key not in known):
                yield document.problem(
                    "unknown key", *path, key, at_key=True, found=key, valid=known
                )
        case "required" | "dependentRequired":
            for message, *place in _missing(error):
                yield document.problem(message, *path, *place, at_key=bool(place))
        case "enum":
            message = f"{shown(found)} is not allowed here"
            yield document.problem(message, *path, found=found, valid=value)
        case "type":
            kinds = [value] if isinstance(value, str) else value
            names = " or ".join(NAMES.get(kind, kind) for kind in kinds)
            yield document.problem(f"expected {names}, found {shown(found)}", *path, found=found)
        case "oneOf" | "anyOf":
            yield from _choice(document, error, prefix)
        case _:
            yield document.problem(_worded(error), *path, found=found)


def _missing(error: Any) -> Iterator[tuple[str, ...]]:
    """Yield what is missing in words: a key that must be there, or that another needs, and that other."""
    found, value = error.instance, error.validator_value
    if error.validator == "required":
        yield from ((f"`{key}` is missing",) for key in value if key not in found)
        return
    for key in (key for key in value if key in found):
        for other in (other for other in value[key] if other not in found):
            yield f"`{other}` is missing, and `{key}` needs it", key


def _worded(error: Any) -> str:
    template = WORDS.get(error.validator)
    if template is None:
        return shown(error.message, 200).strip('"')
    length = len(error.instance) if hasattr(error.instance, "__len__") else 0
    value = error.validator_value
    value = value if isinstance(value, (str, int)) and error.validator != "const" else shown(value)
    return template.format(found=shown(error.instance), length=length, value=value)


def _choice(document: Document, error: Any, prefix: tuple[str | int, ...]) -> Iterator[Problem]:
    """Say of several alternatives the one that was meant, as far as one can see."""
    path = (*prefix, *error.absolute_path)
    demands = [choice.get("required") for choice in error.validator_value]
    if all(demands):
        if isinstance(error.instance, dict):  # else its type is a problem of its own
            keys = " and ".join(f"`{keys[0]}`" for keys in demands)
            there = any(keys[0] in error.instance for keys in demands)
            message = f"only one of {keys} can be there" if there else f"one of {keys} is missing"
            yield document.problem(message, *path)
        return
    mistaken = {inner.schema_path[0] for inner in error.context if inner.validator == "type"}
    meant = [inner for inner in error.context if inner.schema_path[0] not in mistaken]
    deepest = max((len(inner.absolute_path) for inner in meant), default=0)
    inside = [inner for inner in meant if len(inner.absolute_path) == deepest]
    if not inside:
        kinds = [inner.validator_value for inner in error.context if inner.validator == "type"]
        names = " or ".join(NAMES.get(kind, str(kind)) for kind in dict.fromkeys(map(str, kinds)))
        message = f"expected {names}, found {shown(error.instance)}"
        yield document.problem(message, *path, found=error.instance)
        return
    yield from _problems(document, inside[0], prefix)
