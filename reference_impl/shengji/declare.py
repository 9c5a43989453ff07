"""Declaring: who may show what in the draw, and what a declaration fixes.

Law of this file: `refusal` alone says whether a declaration is allowed, `outcome` alone what it makes of
level, trump and dealer, `turned` alone what happens when nobody declares. The classes of bids are the
ladder's business.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from shengji.bids import (
    JOKERS,
    Auction,
    Bid,
    Show,
    bid_of,
    raised_together,
    stronger,
    trump_at,
)
from shengji.cards import NO_TRUMP_LEVEL, RANKS, SEATS
from shengji.deal import partner, same_side
from shengji.errors import MalformedInput, Refusal
from shengji.rules import RuleSet

__all__ = ["Outcome", "cards_turned", "levels_by_seat", "outcome", "refusal", "turned"]

#: place of the third card of the kitty
THIRD = 2


class Outcome(NamedTuple):
    """What bidding, or turning the kitty, comes to."""

    level: str
    #: None: no-trump
    trump: str | None
    #: None where chance decides
    dealer: int | None


def levels_by_seat(rules: RuleSet, dealer: int | None, levels: Sequence[str]) -> tuple[str, ...]:
    """
    Return the level whose cards each seat may show (rule declare.level).

    `dealer` is the one the deal began with, None in the first deal.
    """
    if dealer is None:
        return (levels[0], levels[1]) * 2
    own = levels[dealer % 2]
    theirs = levels[1 - dealer % 2] if rules.declare_who == "dealer-side-first" else own
    return tuple(own if same_side(seat, dealer) else theirs for seat in range(SEATS))


# --- may it be declared? -------------------------------------------------------------------------


def refusal(
    rules: RuleSet,
    so_far: Auction,
    dealer: int | None,
    declined: Collection[int],
    show: Show,
    level: str,
) -> Refusal | None:
    """
    Return why a show is no declaration, or None; its cards are in the hand, and `level` is theirs.

    Rules declare.ladder, declare.who, declare.declined, declare.reinforce, declare.self-counter,
    declare.overcall, declare.reinforce-effect, declare.first-change-stands, declare.stronger.
    """
    together = raised_together(rules, so_far, *show, level)
    bid = together or bid_of(rules, *show, level, "declare")
    if bid is None:
        return Refusal("declare.ladder")
    rule = _not_open(rules, dealer, declined, show.seat)
    standing = so_far.standing
    if rule is None and standing is not None:
        rule = _not_over(rules, so_far, standing, bid, together=together is not None)
    return Refusal(rule, (("standing", standing), ("bid", bid))) if rule else None


def _not_open(
    rules: RuleSet, dealer: int | None, declined: Collection[int], seat: int
) -> str | None:
    """Return the rule that keeps a seat from declaring at all, or None."""
    if rules.declare_who == "anyone" or dealer is None:
        return None
    if seat in declined:
        return "declare.declined"
    open_to_all = {dealer, partner(dealer)} <= set(declined)
    return None if open_to_all or same_side(seat, dealer) else "declare.who"


def _not_over(
    rules: RuleSet, so_far: Auction, standing: Bid, bid: Bid, *, together: bool
) -> str | None:
    """Return the rule that keeps a bid from replacing the one that stands, or None."""
    own = bid.seat == standing.seat
    reinforces = own and bid.trump is not None and bid.trump == standing.trump
    closed = rules.declare_first_change_stands and so_far.changed and bid.trump is not None
    locked = standing.reinforced and rules.declare_reinforce_effect == "locks"
    allowed = rules.declare_reinforce != "none" and bid.step > standing.step
    beats = stronger(rules, bid, standing) or _protects_back(rules, so_far, standing, bid)
    hindrances = (
        ("declare.partner-reinforce", together and not allowed),
        ("declare.reinforce", reinforces and not together and not allowed),
        ("declare.self-counter", own and not reinforces and not _self_counter(rules, bid)),
        ("declare.overcall", not own and not rules.declare_overcall),
        ("declare.reinforce-effect", not reinforces and locked),
        ("declare.first-change-stands", closed),
        ("declare.stronger", not reinforces and not beats),
    )
    return next((rule for rule, hinders in hindrances if hinders), None)


def _self_counter(rules: RuleSet, bid: Bid) -> bool:
    """Tell whether a player may counter the own standing bid so (rule declare.self-counter)."""
    allowed = rules.declare_self_counter
    return allowed == "any-stronger" or (allowed == "jokers-only" and bid.trump is None)


def _protects_back(rules: RuleSet, so_far: Auction, standing: Bid, bid: Bid) -> bool:
    """Tell whether a countered player goes back to the own suit (rule declare.reinforce-countered)."""
    if rules.declare_reinforce != "also-after-countered" or bid.step < standing.step:
        return False
    return so_far.raises_countered(bid)


# --- what it fixes -------------------------------------------------------------------------------


def outcome(rules: RuleSet, so_far: Auction, dealer: int | None, levels: Sequence[str]) -> Outcome:
    """
    Return level, trump and dealer as the standing bid has them.

    Rules declare.trump, declare.level, declare.first-dealer, declare.fall-back.
    """
    standing = so_far.standing
    assert standing is not None
    if dealer is None:
        seats = {
            "last-declarer": standing.seat,
            "first-declarer": so_far.bids[0].seat,
            "chance": None,
        }
        dealer, level = seats[rules.declare_first_dealer], levels[standing.seat % 2]
    else:
        falls_back = rules.declare_who == "dealer-side-first"
        if falls_back and not same_side(standing.seat, dealer):
            dealer = standing.seat
        level = levels[dealer % 2]
    return Outcome(level, trump_at(level, standing), dealer)


# --- nobody declares -----------------------------------------------------------------------------


def turned(
    rules: RuleSet,
    dealer: int | None,
    first_drawer: int,
    levels: Sequence[str],
    kitty: Sequence[str],
    hands: Sequence[Sequence[str]],
) -> Outcome | None:
    """
    Return what the kitty decides when nobody declared; None: the cards are dealt again.

    `kitty` is in the order of turning, `hands` by seat, `dealer` None in the first deal. Raises
    MalformedInput where levels differ in the first deal. Rules declare.no-bid, declare.joker-turned,
    declare.no-bid-dealer, declare.no-bid-level.
    """
    if dealer is None and levels[0] != levels[1]:
        msg = "it is the first deal, and the levels differ"
        raise MalformedInput(msg)
    if rules.declare_no_bid == "redeal":
        return None
    level = levels[0 if dealer is None else dealer % 2]
    card = _deciding_card(rules, level, kitty)
    if card is not None and rules.declare_no_bid_dealer == "matching-card":
        seats = [(first_drawer + i) % SEATS for i in range(SEATS)]
        dealer = next((seat for seat in seats if card in hands[seat]), dealer)
    elif dealer is None and rules.declare_no_bid_dealer == "first-drawer":
        dealer = first_drawer
    if dealer is not None:
        level = levels[dealer % 2]
    suit = None if card is None or card in JOKERS or level == NO_TRUMP_LEVEL else card[0]
    return Outcome(level, suit, dealer)


def _deciding_card(rules: RuleSet, level: str, kitty: Sequence[str]) -> str | None:
    """Return the card of the kitty that decides, or None (rules declare.no-bid, declare.joker-turned)."""
    if rules.declare_no_bid == "no-trump":
        return None
    cards = list(kitty[THIRD:] if rules.declare_no_bid == "turn-third" else kitty)
    if rules.declare_joker_turned == "next-card":
        cards = [card for card in cards if card not in JOKERS]
    if rules.declare_no_bid == "turn-level-else-highest":
        for card in cards:
            if card in JOKERS or card[1:] == level:
                return card
        return max(cards, key=lambda card: RANKS.index(card[1:]), default=None)
    return cards[0] if cards else None


def cards_turned(
    rules: RuleSet, dealer: int | None, levels: Sequence[str], kitty: Sequence[str]
) -> Sequence[str]:
    """Return the cards of the kitty that all see when nobody declares (rule declare.no-bid)."""
    if rules.declare_no_bid in ("no-trump", "redeal"):
        return ()
    cards = kitty[THIRD:] if rules.declare_no_bid == "turn-third" else kitty
    level = levels[0 if dealer is None else dealer % 2]
    decides = _deciding_card(rules, level, kitty)
    if decides is None:
        return cards
    by_rank = rules.declare_no_bid == "turn-level-else-highest" and not (
        decides in JOKERS or decides[1:] == level
    )
    return cards if by_rank else cards[: list(cards).index(decides) + 1]
