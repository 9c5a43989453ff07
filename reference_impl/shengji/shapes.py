"""Components and the canonical decomposition of a lead.

Law of this file: what is a single, pair, triple, tractor or titanic, and into which of them cards
that are led fall apart. A follow or a ruff is never canonicalised: it is asked whether some
partition fits, and the way to ask is `placements`.

A component is `width` copies of each of `length` neighbouring classes; `top` is the slot of the
highest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from shengji.cards import SUITS, Group
from shengji.rules import RuleSet

__all__ = ["Component", "by_size", "by_type", "decompose", "placements", "run_lengths", "starts"]


class Component(NamedTuple):
    """One unit of a lead."""

    #: copies of each face: 1, 2 or 3
    width: int
    #: number of neighbouring classes
    length: int
    #: slot of the highest class
    top: int
    #: one face a class, lowest first
    faces: tuple[str, ...]

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return self.width * self.length

    @property
    def type(self) -> str:
        """Return single, pair, triple, tractor or titanic."""
        if self.length == 1:
            return ("single", "pair", "triple")[self.width - 1]
        return "tractor" if self.width == 2 else "titanic"

    @property
    def cards(self) -> list[str]:
        """Return the cards, every face as often as it is held."""
        return [face for face in self.faces for _ in range(self.width)]


_TYPE_RANK = {"single": 0, "pair": 1, "triple": 2, "tractor": 3, "titanic": 4}


def by_type(component: Component) -> tuple[int, int, int]:
    """Return the key of the order by type: titanic > tractor, longer first > triple > pair > single."""
    return (_TYPE_RANK[component.type], component.length, component.top)


def by_size(component: Component) -> tuple[int, int, int, tuple[int, ...]]:
    """Return the key of the order by size: cards, then width, then top, then the earlier suit."""
    return (component.size, component.width, component.top, _suits(component))


def _suits(component: Component) -> tuple[int, ...]:
    """Return the suits from the top class down, the earlier suit (S H C D) as the greater number."""
    return tuple(-SUITS.index(f[0]) if f[0] in SUITS else 0 for f in reversed(component.faces))


def run_lengths(rules: RuleSet, width: int) -> range:
    """Return how many classes a run of that width may have (rules shapes.tractor, shapes.titanic)."""
    if width == 2:
        shortest = rules.shapes_tractor_min_length
        return range(shortest, 99) if isinstance(shortest, int) else range(2, 1)
    return range(2, {"none": 1, "exactly-two": 3, "two-or-more": 99}[rules.shapes_titanic])


def starts(mask: int, length: int) -> int:
    """Return the mask of the classes at which a run of so many classes within `mask` begins."""
    for _ in range(length - 1):
        mask &= mask >> 8
    return mask


def placements(
    group: Group, x: int, widths: tuple[int, ...], *, genuine: bool = False
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """
    Yield every way to take a run from a local multiset, highest first.

    `widths` says how many copies to take of each class, lowest class first; `genuine`: only from faces
    held exactly so often. Yields what is left and the slots of the faces taken, lowest class first.
    """
    holders = [group.exactly(x, w) if genuine else group.at_least(x, w) for w in widths]
    found = group.fold(holders[0])
    for i, holder in enumerate(holders[1:], 1):
        found &= group.fold(holder) >> 8 * i
    while found:
        start = (found.bit_length() - 1) // 8
        found ^= 1 << 8 * start
        choices = [
            [slot for slot in group.slots_of_class[start + i] if holder >> 8 * slot & 1]
            for i, holder in enumerate(holders)
        ]
        for slots in product(*choices):
            taken = sum(width << 8 * slot for width, slot in zip(widths, slots, strict=True))
            yield x - taken, slots


# --- canonical decomposition ---------------------------------------------------------------------

Parts = tuple[Component, ...]


def decompose(rules: RuleSet, group: Group, x: int) -> Parts:
    """
    Decompose cards of one group into the canonical list of components, largest first.

    Components are chosen one after the other, each as large as possible; among equal choices the
    wider, then the higher, then the earlier suit (rules shapes.decomposition, shapes.decomposition-tie).
    """
    widest = min(3, rules.cards_decks)
    states: list[tuple[int, Parts]] = [(x, ())]
    if group.at_least(x, 2):
        if rules.shapes_decomposition == "widest-first" and widest == 3:
            states = _runs(rules, group, states, (3,))
            states = [_triples(group, rest, parts) for rest, parts in states]
            states = _runs(rules, group, states, (2,))
        else:
            states = _runs(rules, group, states, tuple(range(2, widest + 1)))
    complete = [_ordered((*parts, *_sets(group, rest, widest))) for rest, parts in states]
    return complete[0] if len(complete) == 1 else max(complete, key=_preference)


def _ordered(parts: Parts) -> Parts:
    return tuple(sorted(parts, key=by_size, reverse=True))


def _preference(parts: Parts) -> tuple[tuple[object, ...], ...]:
    """Compare decompositions: sizes, then widths, then tops, then suits."""
    return tuple(zip(*map(by_size, parts), strict=True))


def _runs(
    rules: RuleSet, group: Group, states: list[tuple[int, Parts]], widths: tuple[int, ...]
) -> list[tuple[int, Parts]]:
    """Take tractors and titanics, the largest each time, until none is left; keep every way to do it."""
    while True:
        sizes = [_largest_run(rules, group, x, widths) for x, _ in states]
        size = max(sizes)
        if not size:
            return states
        best: dict[int, Parts] = {}
        for (x, parts), own in zip(states, sizes, strict=True):
            if own == size:
                for rest, more in _take_run(rules, group, x, parts, size, widths):
                    if rest not in best or _preference(more) > _preference(best[rest]):
                        best[rest] = more
        states = list(best.items())


def _largest_run(rules: RuleSet, group: Group, x: int, widths: tuple[int, ...]) -> int:
    """Return the number of cards of the largest run of these widths in `x`; 0 if there is none."""
    largest = 0
    for width in widths:
        lengths = run_lengths(rules, width)
        mask, length = group.classes_with(x, width), 0
        while mask and length < lengths.stop - 1:
            mask &= mask >> 8
            length += 1
        if length in lengths:
            largest = max(largest, width * length)
    return largest


def _take_run(
    rules: RuleSet, group: Group, x: int, parts: Parts, size: int, widths: tuple[int, ...]
) -> Iterator[tuple[int, Parts]]:
    """Yield every way to take one run of so many cards; runs of one shape are taken highest first."""
    for width in widths:
        length, remainder = divmod(size, width)
        if remainder or length not in run_lengths(rules, width):
            continue
        for rest, slots in placements(group, x, (width,) * length):
            top = group.class_of[slots[-1]]
            run = Component(width, length, top, tuple(group.face(slot) for slot in slots))
            if not parts or parts[-1][:2] != run[:2] or top <= parts[-1].top:
                yield rest, _ordered((*parts, run))


def _triples(group: Group, x: int, parts: Parts) -> tuple[int, Parts]:
    """Take every triple, whatever else could be made of it."""
    mask = group.at_least(x, 3)
    rest = x - 3 * mask
    return rest, _ordered((*parts, *_sets(group, 3 * mask, 3)))


def _sets(group: Group, x: int, widest: int) -> Iterator[Component]:
    """Yield what is left as sets of identical cards, of four cards three as a triple."""
    while x:
        slot = (x.bit_length() - 1) // 8
        copies = x >> 8 * slot
        x ^= copies << 8 * slot
        top, faces = group.class_of[slot], (group.face(slot),)
        while copies:
            width = min(copies, widest)
            copies -= width
            yield Component(width, 1, top, faces)


# --- the question --------------------------------------------------------------------------------


def classify(rules: RuleSet, group: Group, x: int) -> list[dict[str, object]]:
    """Return the canonical components as the protocol names them."""
    return [{"type": c.type, "cards": c.cards} for c in decompose(rules, group, x)]
