"""Chapter bury: the kitty exchange."""

from shengji_oracle.cards import Card
from shengji_oracle.deal import kitty_size
from shengji_oracle.errors import ForbiddenError
from shengji_oracle.lead import in_hand
from shengji_oracle.ruleset import RuleSet


def judge_burial(
    rules: RuleSet, taker: int, seat: int, hand: list[Card], cards: list[Card]
) -> dict[str, object]:
    """Return whether a seat may bury these cards of its hand with the kitty."""
    if seat != taker:
        raise ForbiddenError("bury.taker")
    if len(cards) != kitty_size(rules):
        raise ForbiddenError("bury.count")
    if not in_hand(hand, cards):
        raise ForbiddenError("bury.cards-in-hand")
    if rules["bury.limit"] == "no-aces" and any(card.rank == "A" for card in cards):
        raise ForbiddenError("bury.limit")
    return {"legal": True}
