"""
Records: checked as files, and each deal with everything filled in.

Law of this file: a later deal of a match follows from the results that stand in the record; what does not
stand there is not worked out, and no rule of the game is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from shengji_spec import schema
from shengji_spec.case_checks import check_cards
from shengji_spec.consistency import check_sources
from shengji_spec.errors import Problem, SpecError, shown
from shengji_spec.questions import given_to_wire
from shengji_spec.values import Spec
from shengji_spec.variants import resolve
from shengji_spec.yaml_loader import Document

__all__ = ["GAMES", "check_game", "check_record", "whole_deals"]

#: the folder of the corpus that holds whole games
GAMES = "games"
#: the keys of a deal over the wire; those that follow from the deal before come first
FOLLOWING = ("deal", "dealer", "levels", "cleared")
KEYS = (*FOLLOWING, "first-drawer", "hands", "kitty", "pack", "events")

Row = Mapping[str, Any]


# --- filled in ---------------------------------------------------------------------------------------


def whole_deals(record: Row) -> list[dict[str, Any]]:
    """
    Return the deals of a record as they go over the wire, without their results.

    What a later deal leaves away follows from the `advance` of the deal before; where that is not there, the
    key stays away.
    """
    deals: list[dict[str, Any]] = []
    results: Row = {}
    for row in given_to_wire({"deals": _rows(record)})["deals"]:
        deal = {**_following(deals[-1] if deals else {}, results), **row}
        deal.setdefault("cleared", [[], []])
        if "dealer" in deal:
            deal.setdefault("first-drawer", 0 if deal["dealer"] is None else deal["dealer"])
        deals.append({key: deal[key] for key in KEYS if key in deal})
        results = row.get("advance", {})
    return deals


def _rows(record: Row) -> Sequence[Row]:
    """Return the deals of a record as they stand in it."""
    rows: Sequence[Row] = record.get("deals", [record])
    return rows


def _following(deal: Row, results: Row) -> dict[str, Any]:
    """Return what the next deal begins with."""
    if "deal" not in deal or not results:
        return {}
    return {"deal": deal["deal"] + 1, **{key: results[key] for key in FOLLOWING[1:]}}


# --- checked -----------------------------------------------------------------------------------------


def check_record(doc: Document) -> list[Problem]:
    """Return everything in which a file is no record."""
    return _misspelt(doc) or schema.check(doc, schema.validator("record"), doc.data)


def check_game(doc: Document, spec: Spec) -> Iterator[Problem]:
    """Yield everything that is wrong with a game of the corpus."""
    problems = _misspelt(doc) or schema.check(doc, schema.definition("record", "game"), doc.data)
    if problems:
        yield from problems
        return
    name, stem = doc.data["id"], Path(doc.file).stem
    if name != stem:
        yield doc.problem(f"the game {shown(name)} belongs into a file {name}.yaml", "id")
    yield from check_sources(doc, spec, doc.data["from"], "from")
    yield from _variant(doc, spec)
    if "deal.end" not in spec.rules:
        yield doc.problem('a game belongs to the rule "deal.end", which does not exist')
    for place, row in enumerate(_rows(doc.data)):
        path = ("deals", place) if "deals" in doc.data else ()
        yield from _illegal(doc, path, row, spec)
    yield from _sequence(doc)


def _misspelt(doc: Document) -> list[Problem]:
    """Return the tokens of a record that are no cards; its schema would say less of them."""
    return list(check_cards(doc, doc.data)) if isinstance(doc.data, dict) else []


def _variant(doc: Document, spec: Spec) -> Iterator[Problem]:
    """Yield a problem where no published variant, with its alternatives, has the name."""
    name = doc.data["variant"]
    head = name.partition("+")[0]
    if head not in spec.variants:
        message = f"there is no variant {shown(head)}"
        yield doc.problem(message, "variant", found=head, valid=spec.variants)
        return
    try:
        resolve(name, spec)
    except SpecError as error:
        first = error.problems[0]
        yield doc.problem(first.message, "variant", found=name, hint=first.hint)


def _illegal(doc: Document, path: tuple[str | int, ...], row: Row, spec: Spec) -> Iterator[Problem]:
    """Yield a problem where the illegal event, or the rule it breaks, does not exist."""
    if "illegal" not in row:
        return
    event, rule = row["illegal"]["event"], row["illegal"]["rule"]
    if event >= len(row["events"]):
        message = f"there is no event {event}; the last is {len(row['events']) - 1}"
        yield doc.problem(message, *path, "illegal", "event", hint="events are counted from 0")
    if rule not in spec.rules:
        message = f"there is no rule {shown(rule)}"
        yield doc.problem(message, *path, "illegal", "rule", found=rule, valid=spec.rules)


def _sequence(doc: Document) -> Iterator[Problem]:
    """Yield a problem for every deal that does not follow from the one before it."""
    rows, deals = _rows(doc.data), whole_deals(doc.data)
    for place in range(1, len(rows)):
        path, results = ("deals", place), rows[place - 1].get("advance", {})
        if results.get("match_over"):
            yield doc.problem("the match is over with the deal before", *path)
            continue
        following = _following(deals[place - 1], results)
        for key in FOLLOWING:
            if key not in deals[place]:
                hint = "nothing follows from a deal without `advance`"
                yield doc.problem(f"`{key}` is missing", *path, hint=hint)
            elif key in following and deals[place][key] != following[key]:
                message = f"the deal before leads to {shown(following[key])}"
                yield doc.problem(message, *path, key)
