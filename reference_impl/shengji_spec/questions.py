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
    "PROFILES",
    "card_lists",
    "expect_to_wire",
    "given_to_wire",
    "position_needs",
    "questions",
    "required_keys",
    "result_keys",
    "valid_keys",
]

#: keys of one list of cards, the actions of a record among them; keys of a list of such lists
CARDS = frozenset(
    (*("cards", "hand", "lead", "kitty", "pack"), *("declare", "counter", "bury", "play"))
)
HANDS = frozenset(("others", "plays", "hands"))
#: keys of objects, and of lists of objects, that hold such keys again
INNER = frozenset(("last_trick", "record", "redeal"))
ROWS = frozenset(("history", "events", "deals"))
#: cards that exist together in a position; an attempt (`cards`, an event) is none of them, nor is what
#: was shown (`history`) and is in a hand still
ZONES = ("hand", "others", "hands", "lead", "plays", "kitty", "pack")
#: questions in which `cards` is the position
SORTING = ("order_cards", "classify")
MOST_DECKS = 4
FACES = (*(suit + rank for suit in "SHCD" for rank in (*"23456789", "10", *"JQKA")), "LJ", "BJ")

#: groups of questions, of which an implementation may answer some and not others
PROFILES: Mapping[str, tuple[str, ...]] = {
    "play": (
        *("order_cards", "classify", "judge_lead", "judge_follow", "count_follows", "judge_trick"),
    ),
    "deal": (
        *("judge_redeal", "judge_declaration", "resolve_no_bid", "judge_counter", "judge_burial"),
    ),
    "match": ("score_deal", "advance", "settle"),
    "record": ("replay",),
}


# --- what the protocol says ---------------------------------------------------------------------------


def questions() -> list[str]:
    """Return the questions that cases can ask."""
    names: list[str] = load_schema("common.schema.json")["$defs"]["question"]["enum"]
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
    if key in INNER and isinstance(value, dict):
        return given_to_wire(value)
    if key in ROWS and isinstance(value, list):
        return [given_to_wire(row) if isinstance(row, dict) else row for row in value]
    return value


def card_lists(
    given: Mapping[str, Any], *path: str | int
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield everything that stands where a list of cards belongs, with its path."""
    for key, value in given.items():
        here = (*path, key)
        if key in CARDS:
            yield here, value
        elif key in HANDS and isinstance(value, list):
            yield from (((*here, place), hand) for place, hand in enumerate(value))
        elif key in INNER and isinstance(value, dict):
            yield from card_lists(value, *here)
        elif key in ROWS and isinstance(value, list):
            for place, row in enumerate(value):
                if isinstance(row, dict):
                    yield from card_lists(row, *here, place)


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


def position_needs(question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return as a condition what a position needs: every face in the pack, and often enough."""
    counts: Counter[str] = Counter()
    for position in _positions(question, given):
        counts |= Counter(position)
    faces = {*counts, *(card for _, cards in card_lists(given) for card in _texts(cards))}
    most = max(counts.values(), default=0)
    needs: dict[str, Any] = {}
    if most > 1:
        needs["cards.decks"] = list(range(most, MOST_DECKS + 1))
    if faces & {"LJ", "BJ"}:
        needs["cards.jokers"] = "two-per-deck"
    if faces & {"H5", "D5"}:
        needs["cards.removed"] = "none"
    return needs


def _positions(question: str, given: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the cards that exist together: in a position, or after each dealing of a record."""
    if question in SORTING:
        yield _texts(given.get("cards"))
        return
    yield [card for zone in ZONES for card in _texts(given.get(zone))]
    last = given.get("last_trick")
    if isinstance(last, dict):
        yield _texts([given.get("kitty"), last.get("plays")])
    record = given.get("record")
    if isinstance(record, dict):
        yield from _positions(question, record)
        events = record.get("events")
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict) and isinstance(event.get("redeal"), dict):
                yield from _positions(question, event["redeal"])


def _texts(value: Any) -> list[str]:
    """Return the texts in a list, and in lists within it."""
    items = value if isinstance(value, list) else []
    return [text for item in items for text in ([item] if isinstance(item, str) else _texts(item))]
