"""Leading: which cards may be led, whether a throw stands, and what is played when it does not.

Law of this file: `refusal` and `throw_refusal` alone say whether cards may be led; `verdict` alone says
what then lies on the table. A challenger's hand is looked at only within the led group, except where the
rules let a void hand ruff a throw down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.cards import Group, Order
from shengji.errors import Refusal
from shengji.rules import RuleSet
from shengji.shapes import Component, by_size, by_type, starts

__all__ = ["Verdict", "challengers", "refusal", "throw_refusal", "verdict"]


class Verdict(NamedTuple):
    """What a legal lead comes to."""

    stands: bool
    #: the cards that count as the lead
    played: list[str]
    #: points that a failed throw moves to the other side
    penalty: int


def refusal(order: Order, hand: int, cards: int) -> Refusal | None:
    """
    Return why cards are no lead at all, or None.

    Rules lead.not-empty, lead.cards-in-hand, lead.one-group.
    """
    if not cards:
        return Refusal("lead.not-empty")
    if not order.contains(hand, cards):
        return Refusal("lead.cards-in-hand")
    if order.group(cards) is None:
        return Refusal("lead.one-group")
    return None


def throw_refusal(
    rules: RuleSet, order: Order, group: Group, parts: Sequence[Component]
) -> Refusal | None:
    """Return why components may not be led at once, or None (lead.throw-groups, lead.throw-same-size)."""
    if len(parts) == 1:
        return None
    allowed = rules.lead_throw_groups
    if allowed == "none" or (allowed == "side-only" and group is order.trump_group):
        return Refusal("lead.throw-groups", (("components", parts),))
    if rules.lead_throw_same_size and len({part[:2] for part in parts}) > 1:
        return Refusal("lead.throw-same-size", (("components", parts),))
    return None


def challengers(rules: RuleSet, others: Sequence[int]) -> list[int]:
    """Return the hands that may beat a throw, in playing order (rule lead.challengers)."""
    if rules.lead_challengers == "opponents":
        return list(others[::2])
    return list(others)


def verdict(
    rules: RuleSet,
    order: Order,
    group: Group,
    parts: tuple[Component, ...],
    others: Sequence[int],
) -> Verdict | Refusal:
    """
    Return what a lead that is not refused comes to, given the other hands in playing order.

    Rules lead.throw-stands, lead.forced, lead.penalty. A failed throw is a Refusal where the rules say
    that it is taken back whole.
    """
    tried = [card for part in parts for card in part.cards]
    if len(parts) == 1:
        return Verdict(stands=True, played=tried, penalty=0)
    hands = challengers(rules, others)
    beaten = tuple(p for p in parts if any(_beats(rules, order, group, hand, p) for hand in hands))
    if not beaten:
        return Verdict(stands=True, played=tried, penalty=0)
    if rules.lead_forced == "refused":
        return Refusal("lead.forced", (("components", parts), ("beaten", beaten)))
    forced = _forced(rules, order, group, parts, beaten, hands)
    penalty = _penalty(rules, forced.size, len(tried) - forced.size)
    return Verdict(stands=False, played=forced.cards, penalty=penalty)


def _beats(rules: RuleSet, order: Order, group: Group, hand: int, part: Component) -> bool:
    """
    Tell whether a hand holds the same shape with a higher top in the group.

    Rules lead.equal-stands, lead.component-inside, lead.void-challenger.
    """
    local = group.of(hand)
    if local:
        found = starts(group.classes_with(local, part.width), part.length)
        return bool(found >> 8 * (part.top - part.length + 2))
    if not rules.lead_void_ruff_counts or group is order.trump_group:
        return False
    trumps = order.trump_group
    return bool(starts(trumps.classes_with(trumps.of(hand), part.width), part.length))


def _forced(
    rules: RuleSet,
    order: Order,
    group: Group,
    parts: Sequence[Component],
    beaten: Sequence[Component],
    hands: Sequence[int],
) -> Component:
    """Return the component that is played instead of a failed throw (rule lead.forced)."""
    match rules.lead_forced:
        case "lowest-of-throw":
            return min(parts, key=_lowest)
        case "smallest-beatable":
            return min(beaten, key=_smallest)
        case "failing-type-lowest":
            highest = max(beaten, key=by_type).type
            return min((p for p in beaten if p.type == highest), key=_lowest)
        case "first-found":
            for hand in hands:
                found = [p for p in beaten if _beats(rules, order, group, hand, p)]
                if found:
                    return min(found, key=_smallest)
    return min(beaten, key=_lowest)


def _lowest(part: Component) -> tuple[object, ...]:
    """Return the key of "lowest": by top, then fewer cards, then the later suit (lead.forced-tie)."""
    size, width, top, suits = by_size(part)
    return (top, size, width, suits)


def _smallest(part: Component) -> tuple[object, ...]:
    """Return the key of "smallest": fewest cards, then the lowest top, then narrower, then the later suit."""
    size, width, top, suits = by_size(part)
    return (size, top, width, suits)


def _penalty(rules: RuleSet, forced: int, withdrawn: int) -> int:
    """Return the points a failed throw moves to the other side (rule lead.penalty)."""
    match rules.lead_penalty:
        case "ten-per-attempt":
            return 10
        case "ten-per-forced-card":
            return 10 * forced
        case "ten-per-withdrawn-card":
            return 10 * withdrawn
    return 0
