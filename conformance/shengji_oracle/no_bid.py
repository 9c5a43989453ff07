"""Chapter declare, its end: what is trump and who deals when nobody has bid."""

from dataclasses import dataclass

from shengji_oracle.cards import NO_TRUMP_LEVEL, RANKS, Card
from shengji_oracle.deal import SEATS
from shengji_oracle.errors import MalformedError
from shengji_oracle.ruleset import RuleSet


@dataclass(frozen=True, eq=False)
class Undeclared:
    """A draw in which nobody has bid; the kitty in the order of turning."""

    rules: RuleSet
    first_deal: bool
    dealer: int | None
    first_drawer: int
    levels: list[str]
    kitty: list[Card]
    hands: list[list[Card]]


def resolve_no_bid(draw: Undeclared) -> dict[str, object]:
    """Return level, trump suit and dealer (declare.no-bid, -dealer, -level)."""
    if draw.first_deal != (draw.dealer is None):
        raise MalformedError("dealer: nobody throughout the first deal, somebody in later ones")
    if draw.rules["declare.no-bid"] == "redeal":
        return {"redeal": True}
    card = _deciding_card(draw, _level_of(draw, draw.dealer))
    dealer = _dealer(draw, card)
    level = _level_of(draw, dealer)
    suit = card.suit if card is not None and level != NO_TRUMP_LEVEL else ""
    return {"level": level, "trump": suit or None, "dealer": dealer}


def _level_of(draw: Undeclared, dealer: int | None) -> str:
    """Return the level of a dealer's side, or the one both have (declare.no-bid-level)."""
    if dealer is not None:
        return draw.levels[dealer % 2]
    if draw.levels[0] != draw.levels[1]:
        raise MalformedError("levels: without a dealer both sides have one level")
    return draw.levels[0]


def _deciding_card(draw: Undeclared, level: str) -> Card | None:
    """Return the turned card that decides; None: no card does, and there is no trump suit."""
    how = draw.rules["declare.no-bid"]
    if how == "no-trump":
        return None
    if how == "turn-level-else-highest":
        return _level_else_highest(_that_count(draw, draw.kitty), level)
    turned = draw.kitty[2 if how == "turn-third" else 0 :]
    if not turned:
        raise MalformedError("kitty: the card to be turned is not there")
    return next(iter(_that_count(draw, turned)), None)


def _that_count(draw: Undeclared, turned: list[Card]) -> list[Card]:
    """Return the turned cards without jokers that are passed over (declare.joker-turned)."""
    passed_over = draw.rules["declare.joker-turned"] == "next-card"
    return [card for card in turned if card.suit or not passed_over]


def _level_else_highest(turned: list[Card], level: str) -> Card | None:
    """Return the first level card or joker, else the first card of the highest rank."""
    for card in turned:
        if not card.suit or card.rank == level:
            return card
    return max(turned, key=lambda card: RANKS.index(card.rank), default=None)


def _dealer(draw: Undeclared, card: Card | None) -> int | None:
    """Return the dealer (declare.no-bid-dealer)."""
    how = draw.rules["declare.no-bid-dealer"]
    if how == "matching-card" and card is not None:
        for step in range(SEATS):
            seat = (draw.first_drawer + step) % SEATS
            if card in draw.hands[seat]:
                return seat
    if how == "first-drawer" and draw.first_deal:
        return draw.first_drawer
    return draw.dealer
