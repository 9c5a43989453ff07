"""The command `shengji`: serve the protocol, judge one position and explain it, show variants.

Law of this package: it reads files and prints; it decides no rule. `adapter` starts without loading
anything the protocol does not need.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

__all__ = ["main"]


def find_variant(variant: str) -> tuple[Mapping[str, object], Mapping[str, object]]:
    """Return options and tables of a published variant; raises KeyError if there is none."""
    from shengji_spec.model import load_spec  # noqa: PLC0415
    from shengji_spec.variants import resolve  # noqa: PLC0415

    if variant not in load_spec().variants:
        raise KeyError(variant)
    resolved = resolve(variant)
    return resolved.options, resolved.tables


def main() -> int:
    """Run the command line; return the exit code."""
    if sys.argv[1:] == ["adapter"]:
        from shengji.adapter import main as serve  # noqa: PLC0415

        return serve(find_variant)
    from shengji.cli.commands import cli  # noqa: PLC0415

    cli(prog_name="shengji")
    return 0
