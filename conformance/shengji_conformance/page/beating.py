"""The cards that beat a part of a throw.

Law of this file: the shapes of the throw and the order of the cards are asked, and so is whether cards of
neighbouring strength are a run; here it is only looked for what is higher.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from shengji_conformance.page.asked import Asked, Component, Given

__all__ = ["beating"]

#: faces of equal strength, by strength, the highest first
Classes = Sequence[Sequence[str]]


def beating(asked: Asked, given: Given) -> list[Counter[str]] | None:
    """Return for each other hand its cards that beat a component of a throw, each with the lowest."""
    others = given["others"]
    (parts,) = asked.components(given["cards"], given=given)
    if parts is None:
        return None
    classes = _classes(asked, given) if len(parts) > 1 else None
    if classes is None:
        return [Counter() for _ in others]
    step = 2 if asked.option("lead.challengers") == "opponents" else 1
    found = []
    for number, hand in enumerate(others):
        beats = Counter[str]()
        held = Counter[str](hand)
        for part in parts if number % step == 0 else ():
            beats |= Counter(_over(asked, given, part, classes, held))
        found.append(beats)
    return found


def _classes(asked: Asked, given: Given) -> Classes | None:
    """Return the faces of the led group that anybody holds, by strength."""
    thrown = {*given["cards"]}
    held = thrown.union(*given["others"])
    (groups,) = asked.groups(sorted(held), given=given)
    return next((rows for rows in (groups or {}).values() if _holds(rows, thrown)), None)


def _holds(rows: Classes, cards: set[str]) -> bool:
    return any(not cards.isdisjoint(row) for row in rows)


def _over(
    asked: Asked, given: Given, part: Component, classes: Classes, held: Counter[str]
) -> Sequence[str]:
    """Return the highest cards of a component's shape, if they are higher than the component."""
    kind, cards = part
    places = [place for place, row in enumerate(classes) if not {*cards}.isdisjoint(row)]
    length, width = len(places), len(cards) // len(places)
    runs = [*_runs(classes[: places[0] + length - 1], length, width, held)]
    if kind in ("single", "pair", "triple"):
        return runs[0] if runs else ()
    shapes = asked.components(*runs, given=given)
    found = (run for run, shape in zip(runs, shapes, strict=True) if _is_one(shape, kind))
    return next(found, ())


def _is_one(shape: Sequence[Component] | None, kind: str) -> bool:
    return shape is not None and [one for one, _ in shape] == [kind]


def _runs(classes: Classes, length: int, width: int, held: Counter[str]) -> Iterator[list[str]]:
    """Yield from high to low the sets of so many cards that are held in so many neighbouring classes."""
    sets = [next((face for face in row if held[face] >= width), None) for row in classes]
    for start in range(len(sets) - length + 1):
        run = sets[start : start + length]
        if None not in run:
            yield [face for face in run if face for _ in range(width)]
