"""
Chapter shapes: single, pair, triple, tractor, titanic, and how a lead falls apart.

A shape is (width, length): so many copies on each of so many adjacent places. A component is a
shape with its faces; its top is the place of its highest card.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from shengji_oracle.cards import Arrangement, Card, Counts, Group, token
from shengji_oracle.errors import ForbiddenError, MalformedError
from shengji_oracle.ruleset import RuleSet

WIDEST = 3  # shapes.triple: a fourth copy counts apart

Shape = tuple[int, int]


@dataclass(frozen=True)
class Component:
    """Width, length, top, and the face on each of its places from the lowest up."""

    width: int
    length: int
    top: int
    faces: tuple[Card, ...]

    @property
    def shape(self) -> Shape:
        """Return width and length."""
        return (self.width, self.length)

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return self.width * self.length

    @property
    def type(self) -> str:
        """Return the name of the type."""
        return type_of(self.shape)

    @property
    def cards(self) -> list[Card]:
        """Return the cards."""
        return [face for face in self.faces for _ in range(self.width)]


# Types from low to high, as rules on types rank them.
TYPES = ("single", "pair", "triple", "tractor", "titanic")


def type_of(shape: Shape) -> str:
    """Return the type of a shape."""
    width, length = shape
    if length > 1:
        return "tractor" if width == 2 else "titanic"
    return TYPES[width - 1]


def least_tractor(rules: RuleSet) -> int | None:
    """Return how many adjacent pairs make a tractor; None: never (shapes.tractor-length)."""
    least = rules["shapes.tractor-min-length"]
    return None if least == "none" else int(least)


def is_shape(rules: RuleSet, width: int, length: int) -> bool:
    """Tell whether width and length make a component (shapes.single to shapes.titanic)."""
    if length == 1:
        return 1 <= width <= WIDEST
    if width == 2:
        least = least_tractor(rules)
        return least is not None and length >= least
    titanic = rules["shapes.titanic"]
    return width == 3 and titanic != "none" and (length == 2 or titanic == "two-or-more")


def stretches(group: Group, length: int) -> Iterator[range]:
    """Yield all stretches of so many adjacent places (shapes.tractor, shapes.no-wrap)."""
    for start in range(len(group.places) - length + 1):
        stretch = range(start, start + length)
        if all(group.joined[place] for place in stretch[:-1]):
            yield stretch


def runs(
    group: Group, counts: Counts, shape: Shape, usable: Iterable[int] | None = None
) -> Iterator[tuple[int, ...]]:
    """
    Yield the faces, by number, of every component of a shape that counts hold.

    One face at each place, so equal cards never stand side by side (shapes.equal-order).
    """
    width, length = shape
    allowed = range(len(counts)) if usable is None else set(usable)
    held = [[n for n in faces if counts[n] >= width and n in allowed] for faces in group.at]
    for stretch in stretches(group, length):
        yield from product(*(held[place] for place in stretch))


def without(counts: Counts, faces: Iterable[int], width: int) -> Counts:
    """Return counts after so many copies of each of the faces have been taken away."""
    left = list(counts)
    for face in faces:
        left[face] -= width
    return tuple(left)


def components(rules: RuleSet, group: Group, counts: Counts) -> list[Component]:
    """Return every component that counts hold, of every shape there is."""
    return [
        Component(width, length, group.place_of[run[-1]], tuple(group.faces[n] for n in run))
        for width in range(1, WIDEST + 1)
        for length in range(1, sum(counts) // width + 1)
        if is_shape(rules, width, length)
        for run in runs(group, counts, (width, length))
    ]


@lru_cache(maxsize=65536)
def decompose(rules: RuleSet, group: Group, counts: Counts) -> tuple[Component, ...]:
    """
    Return the components into which a lead falls (shapes.decomposition, shapes.decomposition-tie).

    The largest comes first: by cards, then width, then top.
    """
    return max(_splits(rules, group, counts), key=_size_width_top)


def by_size(component: Component) -> tuple[int, int, int]:
    """Return cards, width, top: the order in which components are the larger."""
    return (component.size, component.width, component.top)


def _size_width_top(split: tuple[Component, ...]) -> tuple[list[int], list[int], list[int]]:
    """Return what shapes.decomposition-tie compares: larger, then wider, then higher."""
    return (
        [component.size for component in split],
        [component.width for component in split],
        [component.top for component in split],
    )


def _splits(rules: RuleSet, group: Group, counts: Counts) -> list[tuple[Component, ...]]:
    """
    Return all splits in which each component taken is the best of what is left.

    What differs only in faces of equal strength is kept once: any choice is right.
    """
    whole: list[tuple[Component, ...]] = []
    open_splits: dict[object, tuple[tuple[Component, ...], Counts]] = {0: ((), counts)}
    while open_splits:
        further: dict[object, tuple[tuple[Component, ...], Counts]] = {}
        for taken, left in open_splits.values():
            if not any(left):
                whole.append(tuple(sorted(taken, key=by_size, reverse=True)))
            for more in _next_taken(_best(rules, group, left), group, left):
                split = taken + more
                rest = _taken_from(group, left, more)
                further[tuple(sorted(map(by_size, split))), rest] = (split, rest)
        open_splits = further
    return whole


def _best(rules: RuleSet, group: Group, counts: Counts) -> list[Component]:
    """Return the components that may be taken first (shapes.decomposition)."""
    held = components(rules, group, counts)
    widest = rules["shapes.decomposition"] == "widest-first"
    keys = [(one.width if widest else 0, one.size) for one in held]
    return [one for one, key in zip(held, keys, strict=True) if key == max(keys)]


def _next_taken(
    best: list[Component], group: Group, counts: Counts
) -> Iterator[tuple[Component, ...]]:
    """
    Yield what is taken next: any one of the best, or all of them where none is in another's way.

    Taking one of them then leaves the others as they are, so in every split all are taken.
    """
    together = counts_of(group, best)
    if all(n <= held for n, held in zip(together, counts, strict=True)):
        if best:
            yield tuple(best)
        return
    for one in best:
        yield (one,)


def counts_of(group: Group, taken: Iterable[Component]) -> Counts:
    """Return the counts of the cards of components."""
    return group.counts(card for one in taken for card in one.cards)


def _taken_from(group: Group, counts: Counts, taken: Iterable[Component]) -> Counts:
    """Return what is left after components have been taken."""
    gone = counts_of(group, taken)
    return tuple(held - n for held, n in zip(counts, gone, strict=True))


def classify(rules: RuleSet, arrangement: Arrangement, cards: list[Card]) -> dict[str, object]:
    """Return the canonical decomposition of cards of one group."""
    if not cards:
        raise MalformedError("cards: at least one")
    group = arrangement.group_of(cards)
    if group is None:
        raise ForbiddenError("shapes.one-group")
    split = decompose(rules, group, group.counts(cards))
    return {
        "legal": True,
        "components": [
            {"type": one.type, "cards": [token(card) for card in one.cards]} for one in split
        ],
    }
