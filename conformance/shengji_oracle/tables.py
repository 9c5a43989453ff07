"""The two kinds of tables that options name: bid ladders and level tables."""

from dataclasses import dataclass
from typing import Any

from shengji_oracle.errors import MalformedError

PATTERN_KEYS = ("level", "suited", "LJ", "BJ", "joker", "joker-of-colour")


@dataclass(frozen=True)
class Pattern:
    """What the cards of a bid are, nothing over: so many of each kind, 0 where not named."""

    level: int
    suited: int
    little: int
    big: int
    joker: int
    joker_of_colour: int


@dataclass(frozen=True)
class Step:
    """One step of a ladder: patterns of equal strength, and the phases in which it is open."""

    shows: tuple[Pattern, ...]
    phases: tuple[str, ...]


@dataclass(frozen=True)
class Band:
    """One row of a level table."""

    start: int
    side: str
    gains: int
    other_side: int


@dataclass(frozen=True)
class Steps:
    """What `then` or `below` adds: levels once (`every` is 0) or for each full step."""

    every: int
    gains: int


@dataclass(frozen=True)
class LevelTable:
    """The rows of a level table, and what goes on above the last and below the first."""

    bands: tuple[Band, ...]
    then: Steps | None
    below: Steps | None


def _object(value: Any) -> dict[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise MalformedError("a table holds objects")
    return value


def _list(value: Any) -> list[Any]:
    """Return a list that is not empty."""
    if not isinstance(value, list) or not value:
        raise MalformedError("a table holds lists that are not empty")
    return value


def _number(value: Any, least: int | None = None) -> int:
    """Return an integer."""
    if type(value) is not int or (least is not None and value < least):
        raise MalformedError("a table holds integers")
    return value


def _side(value: Any) -> str:
    """Return the side that a row names."""
    if value not in ("dealer", "attackers"):
        raise MalformedError("a row names a side")
    return str(value)


def read_ladder(table: Any) -> tuple[Step, ...]:
    """Return the steps of a bid ladder, from weak to strong."""
    return tuple(_read_step(_object(step)) for step in _list(_object(table).get("steps")))


def _read_step(step: dict[str, Any]) -> Step:
    """Return one step of a ladder; without `in` it is open in both phases."""
    phases = tuple(_list(step.get("in", ["declare", "counter"])))
    if not all(phase in ("declare", "counter") for phase in phases):
        raise MalformedError("a step is open in the draw or to counters")
    return Step(tuple(_read_pattern(_object(shown)) for shown in _list(step.get("shows"))), phases)


def _read_pattern(shown: dict[str, Any]) -> Pattern:
    """Return one pattern of a step."""
    if not shown or not set(shown) <= set(PATTERN_KEYS):
        raise MalformedError("a pattern names what it shows")
    numbers = [_number(shown[key], 1) if key in shown else 0 for key in PATTERN_KEYS]
    return Pattern(*numbers)


def read_level_table(table: Any) -> LevelTable:
    """Return a level table with its rows from the lowest total up."""
    rows = [_read_band(_object(row)) for row in _list(_object(table).get("bands"))]
    return LevelTable(
        tuple(sorted(rows, key=lambda row: row.start)),
        _read_steps(table, "then", once=False),
        _read_steps(table, "below", once=True),
    )


def _read_band(row: dict[str, Any]) -> Band:
    """Return one row of a level table."""
    return Band(
        _number(row.get("from"), 0),
        _side(row.get("side")),
        _number(row.get("gains"), 0),
        _number(row.get("other-side", 0)),
    )


def _read_steps(table: dict[str, Any], key: str, *, once: bool) -> Steps | None:
    """Return what goes on beyond the rows; without a step it comes once, where that may be."""
    if key not in table:
        return None
    steps = _object(table[key])
    every = 0 if once and "every" not in steps else _number(steps.get("every"), 5)
    return Steps(every, _number(steps.get("gains"), 1))
