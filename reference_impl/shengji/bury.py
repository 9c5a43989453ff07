"""Burying: who takes up the kitty, and what may be laid away.

Law of this file: `refusal` alone says whether a burial is allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shengji.deal import kitty_size, partner
from shengji.errors import Refusal
from shengji.rules import RuleSet

__all__ = ["refusal", "taker"]


def taker(rules: RuleSet, dealer: int) -> int:
    """Return the seat that takes up the kitty first (rule bury.taker)."""
    return partner(dealer) if rules.bury_taker == "partner" else dealer


def refusal(
    rules: RuleSet, taker: int | None, seat: int, hand: Sequence[str], cards: Sequence[str]
) -> Refusal | None:
    """
    Return why cards may not be buried, or None; `hand` holds the kitty that `taker`, if anybody, took up.

    Rules bury.taker, bury.count, bury.cards-in-hand, bury.limit.
    """
    if seat != taker:
        return Refusal("bury.taker", (("taker", taker),))
    owed = kitty_size(rules)
    if len(cards) != owed:
        return Refusal("bury.count", (("owed", owed), ("buried", len(cards))))
    missing = Counter(cards) - Counter(hand)
    if missing:
        return Refusal("bury.cards-in-hand", (("missing", tuple(missing.elements())),))
    aces = tuple(card for card in cards if card[1:] == "A")
    if rules.bury_limit == "no-aces" and aces:
        return Refusal("bury.limit", (("aces", aces),))
    return None
