"""
Write `schemas/variant.schema.json` from the options: `python -m tools.make_variant_schema [--check]`.

Law of this file: the schema of a variant is never edited by hand; an editor that knows it offers every option
and every value with its meaning.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from shengji_spec import data
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.variant_schema import variant_schema

TARGET = "variant.schema.json"


def fresh_text() -> str:
    """Return the file as the present options make it."""
    return json.dumps(variant_schema(load_spec()), ensure_ascii=False, indent=2) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the schema, or with --check tell whether it is fresh; return 1 when it is not."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_variant_schema")
    parser.add_argument("--check", action="store_true", help="only tell whether it is fresh")
    options = parser.parse_args(arguments)
    target = data.schema_dir() / TARGET
    try:
        content = fresh_text().encode()
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1
    fresh = target.is_file() and target.read_bytes() == content
    if options.check:
        advice = "fresh" if fresh else "stale; run python -m tools.make_variant_schema"
        print(f"{TARGET} is {advice}")
        return 0 if fresh else 1
    target.write_bytes(content)
    print(f"{TARGET} {'was fresh' if fresh else 'renewed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
