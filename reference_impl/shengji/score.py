"""Points: what the kitty is worth and what the attackers have at the end of a deal.

Law of this file: a factor is a function of one component, one function a value of
`score.multiplier`; which cards it looks at, and what it does with several components, are two
further options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shengji.cards import BIG_JOKER, LITTLE_JOKER, Order
from shengji.rules import RuleSet
from shengji.shapes import Component, decompose
from shengji.trick import points, winner

__all__ = ["Score", "multiplier", "score"]


class Score(NamedTuple):
    """The result of counting a deal."""

    last_trick_side: str
    #: 0 when the dealer side won the last trick
    multiplier: int
    kitty_points: int
    total: int


def _doubling(part: Component) -> int:
    if part.width > 2:
        return 2 * part.size
    return 1 << (part.width if part.length == 1 else part.length + 1)


def _flat_2_4_8(part: Component) -> int:
    return 8 if part.length > 1 else min(2 * part.width, 4)


def _jokers_only(part: Component) -> int:
    jokers = part.length == 1 and part.faces[0] in (LITTLE_JOKER, BIG_JOKER)
    return {1: 2, 2: 4}.get(part.width, 1) if jokers else 1


#: the values of score.multiplier
FACTORS: Mapping[str, Callable[[Component], int]] = {
    "doubling": _doubling,
    "twice-cards": lambda part: 2 * part.size,
    "two-pow-cards": lambda part: 1 << part.size,
    "flat-2-4-8": _flat_2_4_8,
    "flat-2-4": lambda part: 2 if part.size == 1 else 4,
    "double": lambda _: 2,
    "jokers-only": _jokers_only,
    "one-two-four": lambda part: 1 << part.width + part.length - 2,
    "tractor-cards": lambda part: part.size if part.length > 1 else 1,
}


def multiplier(rules: RuleSet, order: Order, cards: int) -> int:
    """
    Return the factor that cards of one group dig the kitty with.

    Rules score.multiplier, score.multiplier-throw, score.multiplier-cap.
    """
    group = order.group(cards)
    assert group is not None
    parts = decompose(rules, group, group.of(cards))
    if len(parts) > 1 and rules.score_multiplier_throw == "total-cards":
        return 2 * sum(part.size for part in parts)
    factor = FACTORS[rules.score_multiplier](parts[0])
    cap = rules.score_multiplier_cap
    return min(factor, cap) if isinstance(cap, int) else factor


def score(
    rules: RuleSet,
    order: Order,
    dealer: int,
    taken: int,
    kitty: Sequence[str],
    leader: int,
    plays: Sequence[int],
) -> Score:
    """
    Count a deal: `taken` is what the attackers have from tricks and penalties, `plays` the last trick.

    Rules score.last-trick-dealer, score.kitty, score.multiplier-basis, score.total.
    """
    index = winner(rules, order, plays)
    if (leader + index - dealer) % 2 == 0:
        return Score("dealer", 0, 0, taken)
    basis = plays[index] if rules.score_multiplier_basis == "winning-play" else plays[0]
    factor = multiplier(rules, order, basis)
    dug = points(kitty) * factor
    return Score("attackers", factor, dug, taken + dug)
