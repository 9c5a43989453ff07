"""
The questions of the protocol as documents know them: which parameters hold cards, and where cards lie.

Law of this file: it turns the spelling of people (`H6 H6`) into that of the wire and back into counts. It
decides no rule of the game; what a question's parameters look like is `schemas/protocol.schema.json`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from shengji_spec.schema import load_schema

__all__ = [
    "FACES",
    "cards_in",
    "counted",
    "expect_to_wire",
    "given_to_wire",
    "position_needs",
    "questions",
    "required_keys",
    "result_keys",
    "valid_keys",
]

#: parameters that are one list of cards, and those that are a list of such lists
CARDS = ("cards", "hand", "lead", "kitty")
HANDS = ("others", "plays")
#: cards that exist together in a position; an attempt (`cards`) is none of them
ZONES = ("hand", "others", "hands", "lead", "plays", "kitty")
#: questions in which `cards` is the position
SORTING = ("order_cards", "classify")
MOST_DECKS = 4
FACES = (*(suit + rank for suit in "SHCD" for rank in (*"23456789", "10", *"JQKA")), "LJ", "BJ")


# --- what the protocol says ---------------------------------------------------------------------------


def questions() -> list[str]:
    """Return the questions that cases can ask."""
    cases = load_schema("cases.schema.json")["$defs"]["case"]
    names: list[str] = cases["properties"]["ask"]["enum"]
    return names


def _params(question: str) -> dict[str, Any]:
    params: dict[str, Any] = load_schema("protocol.schema.json")["$defs"][f"{question}-params"]
    return params


def valid_keys(question: str) -> list[str]:
    """Return the parameters of a question; `variant` is the runner's business."""
    return [key for key in _params(question)["properties"] if key != "variant"]


def required_keys(question: str) -> list[str]:
    """Return the parameters that a question always has."""
    return [key for key in _params(question)["required"] if key != "variant"]


def result_keys(question: str) -> dict[str, list[dict[str, Any]]]:
    """Return the schemas of each key of a result: one for each kind of answer that has the key."""
    definitions = load_schema("protocol.schema.json")["$defs"]
    result = definitions[f"{question}-result"]
    keys: dict[str, list[dict[str, Any]]] = {}
    for kind in result.get("oneOf", [result]):
        shape = definitions[kind["$ref"].rpartition("/")[2]] if "$ref" in kind else kind
        for key, schema in shape["properties"].items():
            keys.setdefault(key, []).append(schema)
    return keys


# --- from people's spelling to the wire's -------------------------------------------------------------


def given_to_wire(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters as they go over the wire; what is spelled as the wire has it stays."""
    return {key: _param(key, value) for key, value in given.items()}


def _param(key: str, value: Any) -> Any:
    if key in CARDS:
        return _split(value)
    if key in HANDS and isinstance(value, list):
        return [_split(hand) for hand in value]
    if key == "last_trick" and isinstance(value, dict):
        return given_to_wire(value)
    return value


def _split(value: Any) -> Any:
    return value.split() if isinstance(value, str) else value


def expect_to_wire(expect: Mapping[str, Any]) -> dict[str, Any]:
    """Return an expected result as the wire has it."""
    if "one-of" in expect:
        return {"one-of": [expect_to_wire(choice) for choice in expect["one-of"]]}
    return {key: _result(key, value) for key, value in expect.items()}


def _result(key: str, value: Any) -> Any:
    if isinstance(value, dict) and "one-of" in value:
        return {"one-of": [_result(key, choice) for choice in value["one-of"]]}
    if key == "played":
        return _split(value)
    if key == "components" and isinstance(value, list):
        return [_component(part) for part in value]
    if key == "groups" and isinstance(value, dict):
        return {group: _classes(rows) for group, rows in value.items()}
    return value


def _component(part: Any) -> Any:
    if isinstance(part, dict) and "cards" in part:
        return {**part, "cards": _split(part["cards"])}
    return part


def _classes(rows: Any) -> Any:
    return [_split(row) for row in rows] if isinstance(rows, list) else rows


# --- the cards of a position --------------------------------------------------------------------------


def counted(question: str, given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the cards that exist together in a position, each as often as it lies there."""
    if question in SORTING:
        yield from cards_in(given.get("cards"))
        return
    for zone in ZONES:
        yield from cards_in(given.get(zone))
    last = given.get("last_trick")
    if isinstance(last, dict):
        yield from cards_in(last.get("plays"))


def cards_in(value: Any) -> Iterator[str]:
    """Yield the texts in a list, and in lists within it."""
    for item in value if isinstance(value, list) else ():
        if isinstance(item, str):
            yield item
        else:
            yield from cards_in(item)


def position_needs(question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return as a condition what a position needs: every face in the pack, and often enough."""
    counts = Counter(counted(question, given))
    faces = {*counts, *cards_in(given.get("cards"))}
    most = max(counts.values(), default=0)
    needs: dict[str, Any] = {}
    if most > 1:
        needs["cards.decks"] = list(range(most, MOST_DECKS + 1))
    if faces & {"LJ", "BJ"}:
        needs["cards.jokers"] = "two-per-deck"
    if faces & {"H5", "D5"}:
        needs["cards.removed"] = "none"
    return needs
