"""
The schema of variant files, made from the options.

Law of this file: what a variant can say is what the options list. `schemas/variant.schema.json` is this
schema written down, for editors; a test keeps it fresh.
"""

from __future__ import annotations

from typing import Any

from shengji_spec.values import Option, Spec

__all__ = ["variant_schema"]


def variant_schema(spec: Spec) -> dict[str, Any]:
    """Return the schema of a variant file under a specification."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Variant",
        "description": "One value for each option, and where each value comes from. "
        "Generated from spec/options by tools/make_variant_schema.py; do not edit.",
        "type": "object",
        "required": ["id", "title"],
        "additionalProperties": False,
        "properties": {
            "id": _common("id"),
            "title": _common("text"),
            "extends": _common("id"),
            "sources": _common("sources"),
            "note": _common("text"),
            "options": {
                "type": "object",
                "additionalProperties": False,
                "properties": {key: _option(option) for key, option in spec.options.items()},
            },
            "alternatives": {
                "description": "What the source says some tables play instead.",
                "type": "array",
                "items": _alternative(spec),
                "minItems": 1,
            },
            "tables": {
                "type": "object",
                "propertyNames": _common("id"),
                "additionalProperties": _common("table"),
            },
        },
    }


def _common(name: str) -> dict[str, str]:
    return {"$ref": f"common.schema.json#/$defs/{name}"}


_FROM = {"anyOf": [_common("source"), {"type": "array", "items": _common("source"), "minItems": 1}]}


def _alternative(spec: Spec) -> dict[str, Any]:
    """Return the schema of an alternative: its values are those that a variant can have."""
    value = "#/properties/options/properties/{}/properties/value"
    return {
        "type": "object",
        "required": ["id", "from", "title", "options"],
        "additionalProperties": False,
        "properties": {
            "id": _common("id"),
            "from": _FROM,
            "title": _common("text"),
            "options": {
                "type": "object",
                "additionalProperties": False,
                "minProperties": 1,
                "properties": {key: {"$ref": value.format(key)} for key in spec.options},
            },
        },
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "description": f"{option.question['en']} {option.question['zh']}",
        "type": "object",
        "required": ["value"],
        "additionalProperties": False,
        "properties": {
            "value": _value(option),
            "from": _FROM,
            "decided": _common("text"),
        },
        "oneOf": [{"required": ["from"]}, {"required": ["decided"]}],
    }


def _value(option: Option) -> dict[str, Any]:
    if option.table:  # a variant may bring its own table, whose id is then a value
        return _common("id")
    return {
        "enum": [value.value for value in option.values],
        "description": "\n".join(f"{v.value}: {v.phrase['en']}" for v in option.values),
    }
