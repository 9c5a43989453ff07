"""The follow duty by its definition: shapes are really taken away, one after the other, in every way."""

from __future__ import annotations

from functools import cache
from random import Random

import positions
from hypothesis import given, settings
from hypothesis import strategies as st
from shengji import follow
from shengji.ladders import Rung, ladder
from shengji.shapes import decompose


def ways(group, counts, widths, genuine):
    """Yield what is left after taking widths[i] copies of one face of each neighbouring class."""
    slots = [slot for slot in group.slots_of_class if slot is not None]
    for start in slots:
        lefts = [counts]
        for i, width in enumerate(widths):
            lefts = [
                {**left, slot: left.get(slot, 0) - width}
                for left in lefts
                for slot in group.slots_of_class.get(start + i, ())
                if (left.get(slot, 0) == width if genuine else left.get(slot, 0) >= width)
            ]
        yield from lefts


def best_match(rules, group, parts, counts, genuine):
    """Return the best list of rungs over all disjoint assignments (0 best, then -1, ...)."""

    @cache
    def best(number, frozen):
        if number == len(parts) or parts[number].width == 1:
            return ()
        found = []
        for i, rung in enumerate(ladder(rules, parts[number])):
            found += [
                (-i, *best(number + 1, tuple(sorted(left.items()))))
                for left in taken(dict(frozen), rung)
            ]
        return max(found)

    def taken(left, rung):
        shapes = [*rung.runs, *[(3,)] * rung.triples, *[(2,)] * rung.pairs]
        if not shapes:
            yield left
            return
        rest = Rung(rung.runs[1:], rung.triples, rung.pairs)
        if not rung.runs:
            rest = (
                rung._replace(triples=rung.triples - 1)
                if rung.triples
                else rung._replace(pairs=rung.pairs - 1)
            )
        for widths in {shapes[0], shapes[0][::-1]}:
            for after in ways(group, left, widths, genuine):
                yield from taken(after, rest)

    return best(0, tuple(sorted(counts.items())))


def counts_of(group, x):
    return {
        slot: x >> 8 * slot & 0xFF for slot in range(len(group.face_at)) if x >> 8 * slot & 0xFF
    }


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 2**48))
def test_match_is_the_best_disjoint_assignment(seed):
    """Counting what is owed finds the same rungs as taking every shape away in every way."""
    rng = Random(seed)
    rules = positions.some_rules(rng)
    if not rules.follow_break_tractor:
        return
    level, trump = positions.some_level(rng), positions.some_trump(rng)
    pack = positions.some_deal(rng, rules)
    lead = positions.cards_of_one_group(rng, rules, level, trump, pack[: len(pack) // 2])
    order = positions.order_of(rules, level, trump)
    group = order.group_of[lead[0]]
    own = [c for c in pack[len(pack) // 2 :] if order.group_of[c] is group][:9]
    held = group.of(order.read(own))
    parts = decompose(rules, group, group.of(order.read(lead)))
    genuine = not rules.follow_break_triples and rules.cards_decks > 2
    counts = counts_of(group, held)
    if genuine:
        counts = {slot: min(n, 3) for slot, n in counts.items()}

    expected = best_match(rules, group, parts, counts, genuine)
    assert expected == follow.match(rules, group, parts, held, held)
