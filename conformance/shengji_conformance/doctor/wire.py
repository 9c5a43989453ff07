"""
Messages against their schema, on both sides.

Law of this file: `schemas/protocol.schema.json` decides; here only the side is named and the sentence found.
Importing this takes time: jsonschema is heavy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from shengji_spec.schema import definition

from shengji_conformance.words import Said, safe, say

__all__ = ["answer_flaws", "request_flaws"]

KINDS = {
    "object": "wire-object",
    "array": "wire-list",
    "string": "wire-text",
    "integer": "wire-number",
    "number": "wire-number",
    "boolean": "wire-boolean",
    "null": "wire-null",
}


def request_flaws(method: str, params: Mapping[str, Any]) -> list[Said]:
    """Return where a question of ours differs from the schema: the runner's fault."""
    return list(_flaws(definition("protocol", f"{method}-params"), params))


def answer_flaws(method: str, message: Mapping[str, Any]) -> list[Said]:
    """Return where an answer differs from the schema: the adapter's fault; its id is looked at elsewhere."""
    found = list(_flaws(definition("protocol", "response"), {**message, "id": 1}))
    if "result" in message and not found:
        found += _flaws(definition("protocol", f"{method}-result"), message["result"])
    return found


def _flaws(validator: Any, instance: Any) -> Iterator[Said]:
    try:
        errors = list(validator.iter_errors(instance))
    except RecursionError:
        yield say("wire-too-deep")
        return
    for error in errors:
        yield from _said(error)


def _said(error: Any) -> Iterator[Said]:
    """Say what one difference is; of alternatives, that of the one which was meant."""
    if error.validator in ("oneOf", "anyOf") and error.context:
        branch = _meant(error)
        for inner in branch:
            yield from _said(inner)
        return
    place = say("wire-place", place=safe(error.json_path, 60))
    found = safe(_text(error.instance), 60)
    if error.validator == "required":
        for key in error.validator_value:
            if key not in error.instance:
                yield say("wire-missing", place=place, name=key)
        return
    if error.validator == "type":
        wanted = error.validator_value
        first = wanted if isinstance(wanted, str) else wanted[0]
        yield say("wire-type", place=place, found=found, kind=say(KINDS.get(first, "wire-object")))
        return
    yield say("wire-value", place=place, found=found)


def _meant(error: Any) -> list[Any]:
    """Return the differences from the alternative that fits best: no wrong constant, then the fewest."""
    branches: dict[Any, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)

    def distance(errors: list[Any]) -> tuple[int, int]:
        return sum(one.validator in ("const", "enum") for one in errors), len(errors)

    return min(branches.values(), key=distance)


def _text(value: Any) -> str:
    try:
        return orjson.dumps(value).decode()
    except (orjson.JSONEncodeError, RecursionError):
        return "…"
