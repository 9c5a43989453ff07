"""
Survivors: the list of code mutants that no case kills, each with what is to be said of it.

Law of this file: an entry is of one mutant, whose id holds a digest of the changed function, so that an entry
of a function that has changed since is gone. `equivalent`: no question can tell it from the engine;
`missing`: a case should; `open`: nobody has looked yet. The tool writes the list, people the reasons.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from shengji_spec.yaml_loader import load

__all__ = ["VERDICTS", "Survivor", "read", "write"]

VERDICTS = ("equivalent", "missing", "open")
TARGET = Path(__file__).with_name("survivors.yaml")
HEAD = """\
# Code mutants that no case kills. `python -m tools.mutants --kind code` adds new ones as `open` and removes
# those that are killed or gone; the reasons are written by hand. equivalent: no question can tell it from the
# engine; missing: a case should.
"""


class Survivor(NamedTuple):
    """A mutant that nothing kills."""

    mutant: str
    change: str
    verdict: str = "open"
    because: str = ""


def read(path: Path = TARGET) -> dict[str, Survivor]:
    """Return the entries by mutant; nothing where there is no file."""
    if not path.is_file():
        return {}
    rows: list[Mapping[str, Any]] = load(path).data or []
    return {row["mutant"]: Survivor(**row) for row in rows}


def write(survivors: Iterable[Survivor], path: Path = TARGET) -> None:
    """Write the entries, by mutant."""
    lines = [HEAD]
    rows = sorted(survivors)
    lines += ["[]\n"] if not rows else []
    for row in rows:
        lines.append(f"- mutant: {_text(row.mutant)}\n  change: {_text(row.change)}\n")
        lines.append(f"  verdict: {row.verdict}\n  because: {_text(row.because)}\n")
    path.write_text("".join(lines), "utf-8")


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
