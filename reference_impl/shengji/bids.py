"""Bids: what a show of cards is worth, and how an auction stands.

Law of this file: a show is a bid where it fits a pattern of the ladder exactly; its class is the place
of that step. `declare` and `counter` decide who may bid, when, and what is stronger; here nothing is
refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from shengji.cards import BIG_JOKER, LITTLE_JOKER, NO_TRUMP_LEVEL
from shengji.deal import partner
from shengji.errors import MalformedInput
from shengji.rules import RuleSet
from shengji.tables import Pattern

__all__ = [
    "JOKERS",
    "Auction",
    "Bid",
    "Show",
    "auction",
    "bid_of",
    "raised_together",
    "stronger",
    "trump_at",
]

JOKERS = (LITTLE_JOKER, BIG_JOKER)
RED = ("H", "D")
#: suits by rank where a bid may be beaten by its like in a higher suit, lowest first
SUIT_RANK = "DCHS"
#: cards of a suit that a bid shows at least before a higher suit counts
RANKED_FROM = 2


class Show(NamedTuple):
    """Cards that a seat has shown; none for a pass."""

    seat: int
    cards: tuple[str, ...]


class Bid(NamedTuple):
    """A show and what it is worth."""

    #: the seat that declares by it: of a bid that the partner reinforces, the first of the two
    seat: int
    cards: tuple[str, ...]
    #: place of its step on the ladder, 0 the weakest
    step: int
    #: the suit shown; None for jokers alone
    trump: str | None
    #: so many suit cards of it are shown
    suited: int
    #: it adds cards to an earlier bid of the same suit and side
    reinforced: bool = False

    def adds_to(self, other: Bid) -> bool:
        """Tell whether it shows further cards of the suit of another bid of the same seat."""
        return (self.seat, self.trump) == (other.seat, other.trump) and self.suited > other.suited


class Auction(NamedTuple):
    """The bids so far, oldest first; the last one stands."""

    bids: tuple[Bid, ...] = ()

    @property
    def standing(self) -> Bid | None:
        """Return the bid that stands."""
        return self.bids[-1] if self.bids else None

    @property
    def changed(self) -> bool:
        """Tell whether cards of a suit have reinforced, countered or self-countered a bid."""
        return any(
            bid.trump and (bid.reinforced or (bid.seat, bid.trump) != (before.seat, before.trump))
            for before, bid in pairwise(self.bids)
        )

    def raises_countered(self, bid: Bid) -> bool:
        """Tell whether a bid adds to one of its seat that was countered: another seat replaced it."""
        return any(
            bid.adds_to(before) and after.seat != bid.seat for before, after in pairwise(self.bids)
        )


def bid_of(rules: RuleSet, seat: int, cards: Sequence[str], level: str, window: str) -> Bid | None:
    """
    Return the bid that cards make in a window (`declare` or `counter`), or None.

    Where cards fit several steps the strongest counts. Rules declare.ladder, declare.trump, counter.ladder.
    Raises MalformedInput where the rules have no ladder.
    """
    if rules.bid_ladder is None:
        msg = "these rules have no bid ladder"
        raise MalformedInput(msg)
    steps = rules.bid_ladder.steps
    for place in reversed(range(len(steps))):
        step = steps[place]
        if window in step.windows and any(_fits(p, cards, level) for p in step.shows):
            suited = [card for card in cards if card not in JOKERS]
            return Bid(seat, tuple(cards), place, suited[0][0] if suited else None, len(suited))
    return None


def _fits(pattern: Pattern, cards: Sequence[str], level: str) -> bool:
    """Tell whether cards are what a pattern names, with nothing over."""
    little, big = cards.count(LITTLE_JOKER), cards.count(BIG_JOKER)
    suited = [card for card in cards if card not in JOKERS]
    if len(suited) != pattern.level + pattern.suited or len(set(suited)) > 1:
        return False
    if pattern.level and suited[0][1:] != level:
        return False
    red = bool(suited) and suited[0][0] in RED
    little -= pattern.LJ + (0 if red else pattern.joker_of_colour)
    big -= pattern.BJ + (pattern.joker_of_colour if red else 0)
    return little >= 0 and big >= 0 and little + big == pattern.joker


def auction(
    rules: RuleSet,
    shows: Sequence[Show],
    declared: int,
    levels: Sequence[str],
    level: str | None = None,
) -> Auction:
    """
    Return how an auction stands after some shows, of which the first `declared` were made in the draw.

    `levels` has by seat the level whose cards it shows in the draw, `level` is that of counters. Raises
    MalformedInput for a show that is no bid; in the draw nobody passes.
    """
    bids: list[Bid] = []
    for number, show in enumerate(shows):
        if number < declared:
            bid = _in_draw(rules, Auction(tuple(bids)), show, levels[show.seat])
        elif show.cards:
            bid = bid_of(rules, *show, level or "", "counter")
        else:
            continue  # a pass
        if bid is None:
            msg = f"no bid of the ladder: {' '.join(show.cards)}"
            raise MalformedInput(msg)
        bids.append(bid)
    return Auction(tuple(bids))


def _in_draw(rules: RuleSet, so_far: Auction, show: Show, level: str) -> Bid | None:
    """Return the bid that a show in the draw makes, together with the partner's or by itself."""
    together = raised_together(rules, so_far, *show, level)
    bid = bid_of(rules, *show, level, "declare")
    return together or (bid and bid._replace(reinforced=_reinforces(rules, so_far, bid)))


def _reinforces(rules: RuleSet, so_far: Auction, bid: Bid) -> bool:
    """
    Tell whether a bid adds suit cards to an earlier one of the same seat.

    Over another's bid that is reinforcing only where the rules let a countered player reinforce.
    """
    if so_far.standing is not None and bid.adds_to(so_far.standing):
        return True
    return rules.declare_reinforce == "also-after-countered" and so_far.raises_countered(bid)


def raised_together(
    rules: RuleSet, so_far: Auction, seat: int, cards: Sequence[str], level: str
) -> Bid | None:
    """
    Return the bid that partners make together, when one shows further cards of the suit that stands.

    None where the standing bid is not the partner's, or the cards do not make a bid with it: then they are
    the player's own. Rule declare.partner-reinforce.
    """
    standing = so_far.standing
    if not rules.declare_partner_reinforce or standing is None or standing.trump is None:
        return None
    suits = {card[0] for card in cards if card not in JOKERS}
    if seat != partner(standing.seat) or suits != {standing.trump}:
        return None
    together = bid_of(rules, standing.seat, (*standing.cards, *cards), level, "declare")
    return together._replace(reinforced=True) if together else None


def trump_at(level: str, bid: Bid) -> str | None:
    """Return the trump suit that a bid makes at a level; None is no-trump (rule declare.trump)."""
    return None if level == NO_TRUMP_LEVEL else bid.trump


def stronger(rules: RuleSet, bid: Bid, standing: Bid) -> bool:
    """Tell whether a bid beats the one that stands (rules declare.stronger, declare.equal-class)."""
    if bid.step != standing.step:
        return bid.step > standing.step
    if rules.declare_equal_class == "cannot-override" or not (bid.trump and standing.trump):
        return False
    if min(bid.suited, standing.suited) < RANKED_FROM:
        return False
    return SUIT_RANK.index(bid.trump) > SUIT_RANK.index(standing.trump)
