"""
Chapter follow, its ladders: how well cards answer one component of a lead.

An answer is a rung, the higher the better, and the cards that are left when what answers has been
set aside. For each shape led all answers are given from which the best has to be chosen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from shengji_oracle.cards import Counts, Group
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.shapes import Shape, is_shape, least_tractor, runs, type_of, without

Rung = tuple[int, ...]
Answer = tuple[Rung, Counts]
Sets = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Holder:
    """The hand that follows: which of its pairs count depends on the whole hand."""

    rules: RuleSet
    group: Group
    counts: Counts

    @cached_property
    def pairs(self) -> tuple[int, ...]:
        """Return the faces of which a pair may be owed or given (follow.protected-triple)."""
        if self.rules["follow.break-triples"]:
            return tuple(n for n, held in enumerate(self.counts) if held >= 2)
        return tuple(n for n, held in enumerate(self.counts) if held == 2)

    @cached_property
    def free_pairs(self) -> tuple[int, ...]:
        """Return the faces of which a pair is owed to a pair or triple (follow.protected-tractor)."""
        if self.rules["follow.break-tractor"]:
            return self.pairs
        return tuple(n for n in self.pairs if n not in self._in_tractors)

    @cached_property
    def _in_tractors(self) -> set[int]:
        """Return the faces whose pairs stand in a tractor of the hand."""
        least = least_tractor(self.rules)
        if least is None:
            return set()
        held = runs(self.group, self.counts, (2, least), self.pairs)
        return {face for run in held for face in run}


def answers(
    holder: Holder, shape: Shape, counts: Counts, *, owed_only: bool, only_one: bool
) -> Iterator[Answer]:
    """
    Yield the answers to one component, the best among them, in all ways to set cards aside.

    `owed_only` counts only what is owed, not what is given of one's free will. `only_one` is for
    who asks for the rung alone: of answers alike one is enough.
    """
    kind = type_of(shape)
    if kind in ("pair", "triple"):
        pairs = holder.free_pairs if owed_only else holder.pairs
        yield from _answers_to_set(shape[0], counts, pairs)
    elif kind == "tractor":
        yield from _answers_to_tractor(holder, shape[1], counts, only_one=only_one)
    else:
        yield from _answers_to_titanic(holder, shape[1], counts, only_one=only_one)


def _answers_to_set(width: int, counts: Counts, pairs: Iterable[int]) -> Iterator[Answer]:
    """Yield the answers to a pair (follow.pair) or a triple (follow.triple)."""
    if width == 3:
        for face in _holding(counts, range(len(counts)), 3):
            yield (2,), without(counts, [face], 3)
    for face in _holding(counts, pairs, 2):
        yield (1,), without(counts, [face], 2)
    yield (0,), counts


def _holding(counts: Counts, faces: Iterable[int], width: int) -> list[int]:
    """Return those of the faces of which there are so many copies."""
    return [face for face in faces if counts[face] >= width]


def _answers_to_tractor(
    holder: Holder, length: int, counts: Counts, *, only_one: bool
) -> Iterator[Answer]:
    """
    Yield the answers to a tractor: a run, then pairs (follow.tractor, follow.tractor-pairs).

    A rung is the length of the run that is owed, then the number of all pairs.
    """
    for owed in _owed_lengths(holder.rules, length):
        found = False
        for run in runs(holder.group, counts, (2, owed), holder.pairs):
            found = True
            left = without(counts, run, 2)
            for more, rest in _with_sets(left, holder.pairs, 2, length - owed, only_one=only_one):
                yield (owed, owed + len(more)), rest
        if found:
            return
    for pairs, rest in _with_sets(counts, holder.pairs, 2, length, only_one=only_one):
        yield (0, len(pairs)), rest


def _owed_lengths(rules: RuleSet, length: int) -> list[int]:
    """Return the lengths of run that a tractor of a length asks for, the best first."""
    least = least_tractor(rules) or length
    return {
        "longest-available": list(range(length, least - 1, -1)),
        "exact-length": [length],
        "any-tractor": [least],
        "none": [],
    }[str(rules["follow.tractor"])]


def _with_sets(
    counts: Counts, faces: Iterable[int], width: int, at_most: int, *, only_one: bool
) -> Iterator[tuple[Sets, Counts]]:
    """Yield the sets that can be taken, as many as there are up to a number, and what is left."""
    usable = tuple(faces)
    number = min(at_most, sum(counts[face] // width for face in usable))
    for sets in _choices(counts, usable, width, number):
        yield sets, without(counts, sets, width)
        if only_one:
            return


def _choices(counts: Counts, faces: Sets, width: int, number: int) -> Iterator[Sets]:
    """Yield all choices of so many sets: the face of each."""
    if number == 0:
        yield ()
        return
    if not faces:
        return
    first, *others = faces
    for taken in range(min(number, counts[first] // width), -1, -1):
        for rest in _choices(counts, tuple(others), width, number - taken):
            yield (first,) * taken + rest


def _answers_to_titanic(
    holder: Holder, length: int, counts: Counts, *, only_one: bool
) -> Iterator[Answer]:
    """Yield the answers to a titanic (follow.titanic); the first number of a rung is its row."""
    yield from _titanic_held(holder, length, counts, only_one=only_one)
    everything = range(len(counts))
    for triples, rest in _with_sets(counts, everything, 3, length, only_one=only_one):
        if len(triples) == length:
            yield (3,), rest
    if holder.rules["follow.titanic-order"] == "tractor-first":
        yield from _tractor_held(holder, length, counts, only_one=only_one)
        yield from _fewer_triples(holder, length, counts, only_one=only_one)
    else:
        yield from _triples_beside_pairs(holder, length, counts)
        yield from _most_pairs(holder, length, counts)


def _titanic_held(
    holder: Holder, length: int, counts: Counts, *, only_one: bool
) -> Iterator[Answer]:
    """Yield the longest titanic, its missing steps filled by triples, then by pairs."""
    for owed in range(length, 1, -1):
        if not is_shape(holder.rules, 3, owed):
            continue
        found = False
        for run in runs(holder.group, counts, (3, owed)):
            found = True
            for filled, rest in _filled(
                holder, length - owed, without(counts, run, 3), only_one=only_one
            ):
                yield (4, owed, *filled), rest
        if found:
            return


def _filled(
    holder: Holder, steps: int, counts: Counts, *, only_one: bool
) -> Iterator[tuple[tuple[int, int], Counts]]:
    """Yield steps filled by triples, then by pairs: how many of each, and what is left."""
    for triples, left in _with_sets(counts, range(len(counts)), 3, steps, only_one=False):
        missing = steps - len(triples)
        for pairs, rest in _with_sets(left, holder.pairs, 2, missing, only_one=only_one):
            yield (len(triples), len(pairs)), rest


def _tractor_held(
    holder: Holder, length: int, counts: Counts, *, only_one: bool
) -> Iterator[Answer]:
    """Yield the longest tractor of no more steps, its missing steps filled by pairs."""
    for owed in range(length, 1, -1):
        if not is_shape(holder.rules, 2, owed):
            continue
        found = False
        for run in runs(holder.group, counts, (2, owed), holder.pairs):
            found = True
            left = without(counts, run, 2)
            for pairs, rest in _with_sets(left, holder.pairs, 2, length - owed, only_one=only_one):
                yield (2, owed, len(pairs)), rest
        if found:
            return


def _fewer_triples(
    holder: Holder, length: int, counts: Counts, *, only_one: bool
) -> Iterator[Answer]:
    """Yield fewer triples than there are steps, down to none, and pairs for the others."""
    for (triples, pairs), rest in _filled(holder, length, counts, only_one=only_one):
        yield (1, triples, pairs), rest


def _triples_beside_pairs(holder: Holder, length: int, counts: Counts) -> Iterator[Answer]:
    """Yield fewer triples, down to one, and pairs; first those with a triple beside a pair."""
    for triples, left in _with_sets(counts, range(len(counts)), 3, length, only_one=False):
        if not triples:
            continue
        missing = length - len(triples)
        for pairs, rest in _with_sets(left, holder.pairs, 2, missing, only_one=False):
            beside = any(_beside(holder.group, one, two) for one in triples for two in pairs)
            yield (2, len(triples), len(pairs), int(beside)), rest


def _beside(group: Group, one: int, two: int) -> bool:
    """Tell whether two faces stand on adjacent places."""
    low, high = sorted((group.place_of[one], group.place_of[two]))
    return group.adjacent(low, high)


def _most_pairs(holder: Holder, length: int, counts: Counts) -> Iterator[Answer]:
    """Yield as many pairs as fit into the cards led, first those in the longest tractor."""
    for pairs, rest in _with_sets(counts, holder.pairs, 2, 3 * length // 2, only_one=False):
        yield (1, len(pairs), _longest_tractor(holder, pairs, counts)), rest


def _longest_tractor(holder: Holder, pairs: Sets, counts: Counts) -> int:
    """Return the length of the longest tractor among pairs; 0 without one."""
    chosen = tuple(2 if face in pairs else 0 for face in range(len(counts)))
    lengths = [
        length
        for length in range(2, len(pairs) + 1)
        if is_shape(holder.rules, 2, length) and any(runs(holder.group, chosen, (2, length)))
    ]
    return max(lengths, default=0)
