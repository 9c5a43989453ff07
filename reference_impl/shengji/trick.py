"""The trick: who wins it, what a ruff must hold, and how two ruffs compare.

Law of this file: plays are taken as legal. The leader's play wins until a play beats the one that
is winning; equal never beats. Within the led group only the same component beats, and nothing
beats a throw; from outside only a ruff does. A ruff is asked whether some partition fits, never
canonicalised, unless an option says "by its own shape".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import gt

from shengji.cards import Group, Order
from shengji.rules import RuleSet
from shengji.shapes import Component, by_size, by_type, decompose, placements, starts

__all__ = ["covers", "is_ruff", "points", "winner"]

POINTS = {"5": 5, "10": 10, "K": 10}


def points(cards: Sequence[str]) -> int:
    """Return the points in some cards (rule score.point-cards)."""
    return sum(POINTS.get(card[1:], 0) for card in cards)


def winner(rules: RuleSet, order: Order, plays: Sequence[int]) -> int:
    """
    Return the index of the winning play; the leader's is the first.

    Rules trick.highest, trick.first-of-equals, trick.throw-in-suit, trick.ruff, trick.ruff-compare.
    """
    lead = plays[0]
    group = order.group(lead)
    assert group is not None
    parts = decompose(rules, group, group.of(lead))
    best, ruffed = 0, False
    for i, play in enumerate(plays[1:], 1):
        if play & ~group.mask == 0:
            if not ruffed and _beats_in_group(group, parts, play, plays[best]):
                best = i
        elif is_ruff(rules, order, group, parts, play) and (
            not ruffed or _beats_ruff(rules, order, parts, play, plays[best])
        ):
            best, ruffed = i, True
    return best


def _beats_in_group(group: Group, parts: Sequence[Component], play: int, winning: int) -> bool:
    """Tell whether a play of the led group beats the winning one (trick.highest, trick.same-shape)."""
    if len(parts) > 1:
        return False
    width, length = parts[0][:2]
    found = starts(group.classes_with(group.of(play), width), length)
    return found > starts(group.classes_with(group.of(winning), width), length)


# --- ruffs ---------------------------------------------------------------------------------------


def is_ruff(
    rules: RuleSet, order: Order, group: Group, parts: Sequence[Component], play: int
) -> bool:
    """
    Tell whether a play ruffs the lead: all trumps on a side suit, with the structure it takes.

    Rules trick.ruff, trick.trump-lead, trick.ruff-structure.
    """
    trumps = order.trump_group
    if group is trumps or play & ~trumps.mask:
        return False
    local = trumps.of(play)
    if parts[0].width == 1:
        return rules.trick_ruff_structure != "exact" or not trumps.at_least(local, 2)
    if rules.trick_ruff_structure == "covers":
        return covers(trumps, local, parts)
    own = decompose(rules, trumps, local)
    if rules.trick_ruff_structure == "exact":
        return Counter(p[:2] for p in own) == Counter(p[:2] for p in parts)
    held, owed = Counter(p.type for p in own), Counter(p.type for p in parts)
    return all(held[kind] >= owed[kind] for kind in owed if kind != "single")


def covers(trumps: Group, local: int, parts: Sequence[Component]) -> bool:
    """Tell whether some partition of the cards has every component of the lead."""
    slots = [part[:2] for part in parts if part.width > 1]
    return next(_assignments(trumps, local, slots), None) is not None


def _assignments(
    trumps: Group, x: int, slots: Sequence[tuple[int, int]], ceiling: int = 999
) -> Iterator[tuple[tuple[int, ...], int]]:
    """
    Yield the tops that the slots can take, highest first, and the cards that remain.

    Equal slots take falling tops, so that no assignment comes twice.
    """
    if not slots:
        yield (), x
        return
    (width, length), rest = slots[0], slots[1:]
    for left, taken in placements(trumps, x, (width,) * length):
        top = trumps.class_of[taken[-1]]
        if top <= ceiling:
            again = top if rest and rest[0] == slots[0] else 999
            for tops, remaining in _assignments(trumps, left, rest, again):
                yield (top, *tops), remaining


def _beats_ruff(
    rules: RuleSet, order: Order, parts: Sequence[Component], play: int, winning: int
) -> bool:
    """Tell whether a ruff beats the ruff that is winning (rule trick.ruff-compare)."""
    trumps = order.trump_group
    mine, theirs = trumps.of(play), trumps.of(winning)
    match rules.trick_ruff_compare:
        case "highest-card":
            return _tops(trumps, mine)[0] > _tops(trumps, theirs)[0]
        case "own-best-type":
            mine_best, their_best = (
                max(map(by_type, decompose(rules, trumps, x))) for x in (mine, theirs)
            )
            return mine_best > their_best
        case "largest-then-next":
            slots = sorted(parts, key=by_size, reverse=True)
            compared = sum(p.width > 1 for p in parts) or None
            a, b = (next(_vectors(rules, trumps, x, slots)) for x in (mine, theirs))
            return a[:compared] > b[:compared]
    slots = sorted(parts, key=by_type, reverse=True)
    if rules.trick_ruff_compare == "all-components":
        standard = next(_vectors(rules, trumps, theirs, slots))
        return any(
            all(map(gt, vector, standard)) for vector in _vectors(rules, trumps, mine, slots)
        )
    best = next(_vectors(rules, trumps, mine, slots))
    return best[0] > next(_vectors(rules, trumps, theirs, slots))[0]


def _vectors(
    rules: RuleSet, trumps: Group, x: int, slots: Sequence[Component]
) -> Iterator[tuple[int, ...]]:
    """
    Yield what a ruff puts on the components of the lead, as tops in their order, the best first.

    Where it must cover, every covering partition counts; otherwise its own canonical components do.
    """
    if rules.trick_ruff_structure != "covers":
        yield _own_vector(rules, trumps, x, slots)
        return
    sets = [slot[:2] for slot in slots if slot.width > 1]
    for tops, rest in _assignments(trumps, x, sets):
        yield tops + _tops(trumps, rest)


def _own_vector(
    rules: RuleSet, trumps: Group, x: int, slots: Sequence[Component]
) -> tuple[int, ...]:
    """Return the tops of a ruff's own components of the types led, then of its other cards."""
    own = sorted(decompose(rules, trumps, x), key=lambda part: part.top, reverse=True)
    tops = []
    for slot in slots:
        if slot.width > 1:
            part = next(p for p in own if _answers(rules, p, slot))
            own.remove(part)
            tops.append(part.top)
    rest = sorted((top for p in own for top in _card_tops(trumps, p)), reverse=True)
    singles = len(slots) - len(tops)
    return (*tops, *rest[:singles], *([-1] * (singles - len(rest))))


def _answers(rules: RuleSet, part: Component, slot: Component) -> bool:
    """Tell whether a component stands for one of the lead: its shape, or only its type."""
    if rules.trick_ruff_structure == "exact":
        return part[:2] == slot[:2]
    return part.type == slot.type


def _card_tops(trumps: Group, part: Component) -> Iterator[int]:
    return (trumps.class_of[trumps.slot_of[card]] for card in part.cards)


def _tops(trumps: Group, x: int) -> tuple[int, ...]:
    """Return the class of every card, highest first."""
    tops = (trumps.class_of[trumps.slot_of[card]] for card in trumps.tokens(x))
    return tuple(sorted(tops, reverse=True))
