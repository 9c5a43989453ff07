"""Dealing: how many cards there are, whose side a seat is on, and who may ask for a new deal.

Law of this file: it counts seats and cards; the cards themselves come from outside, shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import SEATS, Order, faces
from shengji.rules import RuleSet
from shengji.trick import points

__all__ = ["hand_size", "kitty_size", "may_redeal", "pack_size", "partner", "same_side"]

#: a kitty is at least so small, and at most so large
SMALLEST, LARGEST = 4, 8


def same_side(one: int, other: int) -> bool:
    """Tell whether two seats are on one side (rule deal.sides)."""
    return (one - other) % 2 == 0


def partner(seat: int) -> int:
    """Return the seat opposite (rule deal.sides)."""
    return (seat + SEATS // 2) % SEATS


def pack_size(rules: RuleSet) -> int:
    """Return the number of cards of all decks together (rule cards.pack)."""
    return len(faces(rules)) * rules.cards_decks


def kitty_size(rules: RuleSet) -> int:
    """Return how many cards are left for the kitty (rule deal.hand-size)."""
    over = pack_size(rules) % SEATS
    return LARGEST if over == 0 and rules.deal_kitty == "up-to-eight" else SMALLEST + over


def hand_size(rules: RuleSet) -> int:
    """Return how many cards each hand is dealt (rule deal.hand-size)."""
    return (pack_size(rules) - kitty_size(rules)) // SEATS


def may_redeal(
    rules: RuleSet, order: Order, dealer: int | None, seat: int, hand: Sequence[str]
) -> bool:
    """
    Tell whether a player may have the cards dealt again.

    Rules deal.redeal, deal.redeal-full-hand. Trumps count as `order` has them.
    """
    right = rules.deal_redeal
    if right == "none" or len(hand) != hand_size(rules):
        return False
    held = points(hand)
    trumps = sum(order.group_of[card] is order.trump_group for card in hand)
    if right == "no-points-or-no-trumps":
        return held == 0 or trumps == 0
    if dealer is None or same_side(seat, dealer):
        return False
    if right == "attackers-under-15":
        return held < 15
    return held <= 15 or trumps <= 3
