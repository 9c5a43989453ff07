"""Generate `schemas/variant.schema.json` from the options: `python -m tools.make_variant_schema [--check]`.

Law of this file: the schema of a variant is never edited by hand; an editor that knows it offers every option
and every value with its meaning.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from shengji_spec import data
from shengji_spec.model import Option, Spec, load_spec

TARGET = "variant.schema.json"


def schema(spec: Spec) -> dict[str, Any]:
    """Return the schema of a variant file under a specification."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Variant",
        "description": "One value for each option, and where each value comes from. "
        "Generated from spec/options; do not edit.",
        "type": "object",
        "required": ["id", "title"],
        "additionalProperties": False,
        "properties": {
            "id": {"$ref": "common.schema.json#/$defs/id"},
            "title": {"$ref": "common.schema.json#/$defs/text"},
            "extends": {"$ref": "common.schema.json#/$defs/id"},
            "sources": {"$ref": "common.schema.json#/$defs/sources"},
            "note": {"$ref": "common.schema.json#/$defs/text"},
            "options": {
                "type": "object",
                "additionalProperties": False,
                "properties": {key: _option(option) for key, option in spec.options.items()},
            },
            "tables": {
                "type": "object",
                "propertyNames": {"$ref": "common.schema.json#/$defs/id"},
                "additionalProperties": {"$ref": "common.schema.json#/$defs/table"},
            },
        },
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "description": option.question["en"],
        "type": "object",
        "required": ["value"],
        "additionalProperties": False,
        "properties": {
            "value": {"type": "string"} if option.table else _values(option),
            "from": {
                "anyOf": [
                    {"$ref": "common.schema.json#/$defs/source"},
                    {
                        "type": "array",
                        "items": {"$ref": "common.schema.json#/$defs/source"},
                        "minItems": 1,
                    },
                ]
            },
            "decided": {"$ref": "common.schema.json#/$defs/text"},
        },
        "oneOf": [{"required": ["from"]}, {"required": ["decided"]}],
    }


def _values(option: Option) -> dict[str, Any]:
    return {"enum": [value.value for value in option.values]}


def main(arguments: list[str]) -> int:
    """Write the schema, or with --check tell whether it is fresh."""
    text = json.dumps(schema(load_spec(check_variants=False)), ensure_ascii=False, indent=2) + "\n"
    target = data.schema_dir() / TARGET
    if "--check" in arguments:
        fresh = target.is_file() and target.read_text(encoding="utf-8") == text
        print(
            f"{target.name} is {'fresh' if fresh else 'stale: python -m tools.make_variant_schema'}"
        )
        return 0 if fresh else 1
    target.write_text(text, encoding="utf-8")
    print(f"wrote {target.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
