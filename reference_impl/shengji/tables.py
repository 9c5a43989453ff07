"""Level tables: how many levels a total is worth, and to whom.

Law of this file: a table has only lower edges (`from`), so gaps and overlaps cannot occur; `then`
repeats the last band upwards without end, `below` repeats steps below zero. It is the only
authority for what `spec/scoring` holds: step, take-over line, bonus, cap and drop are columns, not
options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shengji.errors import Unsupported

__all__ = ["Band", "LevelTable"]


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
