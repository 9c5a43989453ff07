"""Tables: level tables and bid ladders, as an option names them.

Law of this file: it reads what stands in `spec/scoring` and `spec/ladders`, and is the only authority
for what a row means. A level table has only lower edges (`from`), so gaps and overlaps cannot occur;
`then` repeats the last band upwards without end, `below` repeats steps below zero. A ladder lists
what may be shown, weak to strong; who may show it, and when, is the business of `declare` and `counter`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shengji.errors import Unsupported

__all__ = ["Band", "BidLadder", "LevelTable", "Pattern", "Step"]

#: when a step of a ladder may be used: in the draw, and after the last card
WINDOWS = ("declare", "counter")


class Band(NamedTuple):
    """One row: from this total on, this side gains so many levels."""

    start: int
    side: str
    gains: int
    #: levels the other side gains (negative: loses)
    other_side: int = 0


class LevelTable(NamedTuple):
    """The bands by rising total, and the steps above the last and below zero."""

    bands: tuple[Band, ...]
    #: (points, levels) added again and again above the last band; (0, 0): the last band is the cap
    then: tuple[int, int] = (0, 0)
    #: likewise for negative totals, for the dealer side; (0, n): n levels for any negative total;
    #: (0, 0): a negative total reads as 0
    below: tuple[int, int] = (0, 0)

    @classmethod
    def read(cls, content: Mapping[str, object]) -> LevelTable:
        """Read a table as it stands in YAML and on the wire; raises Unsupported for anything else."""
        try:
            rows = content["bands"]
            bands = tuple(_band(row) for row in rows)  # type: ignore[attr-defined]
            table = cls(bands, _steps(content, "then"), _steps(content, "below"))
        except (KeyError, TypeError, AttributeError) as error:
            msg = f"not a level table: {error}"
            raise Unsupported(msg) from None
        starts = [band.start for band in bands]
        if not bands or starts[0] != 0 or starts != sorted(set(starts)):
            msg = "not a level table: bands must begin at 0 and rise"
            raise Unsupported(msg)
        return table

    def band(self, total: int) -> Band:
        """
        Return the row for a total of points, steps above and below included (rule levels.table).

        The returned `start` is that of the row the steps are counted from.
        """
        if total < 0:
            first = self.bands[0]
            every, gains = self.below
            steps = -total // every if every else 1
            return first._replace(gains=first.gains + gains * steps)
        row = next(band for band in reversed(self.bands) if band.start <= total)
        every, gains = self.then
        if every and row is self.bands[-1]:
            return row._replace(gains=row.gains + gains * ((total - row.start) // every))
        return row


def _band(row: Mapping[str, object]) -> Band:
    band = Band(row["from"], row["side"], row["gains"], row.get("other-side", 0))  # type: ignore[arg-type]
    if band.side not in ("dealer", "attackers"):
        raise TypeError(f"side {band.side!r}")
    for number in (band.start, band.gains, band.other_side):
        if type(number) is not int:
            raise TypeError(f"{number!r} is not a whole number")
    return band


def _steps(content: Mapping[str, object], key: str) -> tuple[int, int]:
    steps = content.get(key)
    if steps is None:
        return (0, 0)
    once = 0 if key == "below" else None
    every, gains = steps.get("every", once), steps["gains"]  # type: ignore[attr-defined,index]
    if type(every) is not int or type(gains) is not int or every < 0:
        raise TypeError(f"{key}: {steps!r}")
    return (every, gains)


# --- bid ladders ---------------------------------------------------------------------------------


class Pattern(NamedTuple):
    """Cards that may be shown together: so many of each kind and nothing over."""

    #: identical level cards, or identical suit cards of any rank
    level: int = 0
    suited: int = 0
    #: little jokers, big jokers, jokers of any kind
    LJ: int = 0
    BJ: int = 0
    joker: int = 0
    #: big jokers beside a red suit, little jokers beside a black one
    joker_of_colour: int = 0


class Step(NamedTuple):
    """Shows of one class, and where they may be used: `declare`, `counter`."""

    shows: tuple[Pattern, ...]
    windows: tuple[str, ...] = WINDOWS


class BidLadder(NamedTuple):
    """The classes of a bid, weak to strong."""

    steps: tuple[Step, ...]

    @classmethod
    def read(cls, content: Mapping[str, object]) -> BidLadder:
        """Read a ladder as it stands in YAML and on the wire; raises Unsupported for anything else."""
        try:
            rows = content["steps"]
            ladder = cls(tuple(_step(row) for row in rows))  # type: ignore[attr-defined]
        except (KeyError, TypeError, AttributeError) as error:
            msg = f"not a bid ladder: {error}"
            raise Unsupported(msg) from None
        if not ladder.steps:
            msg = "not a bid ladder: it has no steps"
            raise Unsupported(msg)
        return ladder


def _step(row: Mapping[str, object]) -> Step:
    patterns = [_pattern(shows) for shows in row["shows"]]  # type: ignore[attr-defined]
    windows: tuple[str, ...] = tuple(row.get("in", WINDOWS))  # type: ignore[arg-type]
    if not patterns or not windows or not set(windows) <= set(WINDOWS):
        raise TypeError(f"step {row!r}")
    return Step(tuple(patterns), windows)


def _pattern(shows: Mapping[str, object]) -> Pattern:
    numbers: dict[str, int] = {}
    for key, number in shows.items():
        if type(number) is not int or number < 1:
            raise TypeError(f"{key}: {number!r}")
        numbers[key.replace("-", "_")] = number
    if not numbers or {"level", "suited"} <= numbers.keys():
        raise TypeError(f"pattern {shows!r}")
    return Pattern(**numbers)
