"""
The file of agreement, `conformance/agreement.yaml`, and disagreements as cases.

Law of this file: a row says what was asked, so that anybody can ask it again, and that nothing differed; the
total is the sum of the rows. Asking the same again replaces the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tools.positions import VERSION, Family

__all__ = ["FILE", "as_case", "decisions", "load", "merged", "record", "written"]

FILE = Path(__file__).parent.parent / "conformance" / "agreement.yaml"
HEAD = """\
# How often the engine and the oracle have given the same answer, and never a different one.
# Written by `python -m tools.agree --record`; a row can be asked again by its seed and numbers.
# `under`: a variant, or `random` for combinations of options. `drawing` is the version of tools.positions.
"""
#: keys that hold one list of cards, and lists of such lists
CARDS, HANDS = ("cards", "hand", "lead", "kitty"), ("others", "plays", "hands")
#: what names a row; the greater number of decisions replaces the smaller
NAMES = ("drawing", "seed", "question", "under", "scope")

Row = dict[str, Any]

# --- the file ------------------------------------------------------------------------------------


def decisions(totals: Mapping[Any, Any], seed: int) -> list[Row]:
    """Return the rows of drawn positions, by cell."""
    return [
        {
            "drawing": VERSION,
            "seed": seed,
            "question": cell.question,
            "under": cell.under,
            "decisions": tally.agreed,
            "disagreements": len(tally.differ),
        }
        for cell, tally in totals.items()
        if tally.agreed
    ]


def load(file: Path = FILE) -> dict[str, Any]:
    """Return what the file says."""
    if not file.exists():
        return {"total": 0, "drawn": [], "exhaustive": []}
    content: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return content


def merged(old: Iterable[Row], new: Iterable[Row]) -> list[Row]:
    """Return rows with those that ask the same merged, sorted."""
    rows: dict[tuple[str, ...], Row] = {}
    for row in (*old, *new):
        name = tuple(str(row.get(key, "")) for key in NAMES)
        before = rows.get(name)
        if before is None or row["decisions"] >= before["decisions"]:
            rows[name] = row
    return [rows[name] for name in sorted(rows)]


def written(content: Mapping[str, Any]) -> str:
    """Return the text of the file."""
    lines = [HEAD + f"total: {content['total']}"]
    for part in ("drawn", "exhaustive"):
        rows = content[part]
        lines.append(f"{part}:" if rows else f"{part}: []")
        lines += [f"  - {_flow(row)}" for row in rows]
    return "\n".join(lines) + "\n"


def record(rows: Iterable[Row], file: Path = FILE) -> None:
    """Keep rows in the file; a row that has a disagreement is never kept."""
    new = [row for row in rows if not row["disagreements"]]
    content = load(file)
    drawn = merged(content["drawn"], [row for row in new if "scope" not in row])
    whole = merged(content["exhaustive"], [row for row in new if "scope" in row])
    total = sum(row["decisions"] for row in (*drawn, *whole))
    file.write_text(written({"total": total, "drawn": drawn, "exhaustive": whole}), "utf-8")


# --- cases ---------------------------------------------------------------------------------------


def as_case(
    named: str,
    question: str,
    family: Family,
    given: Mapping[str, Any],
    when: Mapping[str, Any],
    answers: Sequence[Mapping[str, Any]],
) -> str:
    """Return a disagreement as a case in YAML: `expect` is the engine's answer."""
    engine, oracle = (_flow(_spelled(answer)) for answer in answers)
    return (
        f"  # {named}\n"
        f"  - id: {family.name}\n"
        f"    title: {_flow(family.title)}\n"
        f"    when: {_flow(when)}\n"
        f"    ask: {question}\n"
        f"    given: {_flow(_spelled(given))}\n"
        f"    expect: {engine}  # the engine\n"
        f"    # expect: {oracle}  # the oracle"
    )


def _spelled(content: Any) -> Any:
    """Spell lists of cards as people do."""
    if isinstance(content, list):
        return [_spelled(item) for item in content]
    if not isinstance(content, Mapping):
        return content
    spelled: dict[str, Any] = {}
    for key, value in content.items():
        if key in CARDS and value:
            spelled[key] = _as_text(value)
        elif key in HANDS and isinstance(value, list):
            spelled[key] = [_as_text(cards) for cards in value]
        else:
            spelled[key] = _spelled(value)
    return spelled


def _as_text(cards: Any) -> Any:
    """Return cards as one text, where they are cards."""
    as_list = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
    return " ".join(cards) if as_list else cards


def _flow(content: Any) -> str:
    """Return a value in YAML on one line."""
    text = yaml.safe_dump(
        content, default_flow_style=True, width=10**9, sort_keys=False, allow_unicode=True
    )
    return text.removesuffix("\n").removesuffix("\n...")
