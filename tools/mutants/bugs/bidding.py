"""Faults in declaring, countering and what is played when nobody declares."""

# ruff: noqa: ANN001, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from collections import Counter

from shengji.bids import JOKERS, Bid
from shengji.cards import BIG_JOKER, LITTLE_JOKER
from shengji.deal import partner
from shengji.errors import Refusal

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
STRONGER, MAKES, NO_BID = "bids:stronger", "bids:bid_of", "declare:turned"
DECLARES, FITS = "declare:refusal", "bids:_fits"


@bug("BID-01a", "Any suit counts as higher than jokers", "declare.stronger", at=STRONGER)
def _(original):
    def stronger(rules, bid, standing):
        ranked = rules.declare_equal_class == "higher-suit" and bid.suited > 1
        over = ranked and standing.trump is None and bid.trump is not None
        return over or original(rules, bid, standing)

    return stronger


@bug("BID-02a", "As many level cards of another suit outbid", "declare.equal-class", at=STRONGER)
def _(original):
    return lambda rules, bid, standing: (
        original(rules, bid, standing)
        or (bid.step == standing.step and bid.trump != standing.trump)
    )


@bug("BID-02b", "A higher suit always outbids its like", "declare.equal-class", at=STRONGER)
def _(original):
    return under(original, declare_equal_class="higher-suit")


@bug("BID-02c", "A higher suit never outbids its like", "declare.equal-class", at=STRONGER)
def _(original):
    return under(original, declare_equal_class="cannot-override")


@bug(
    "BID-04a",
    "A player may outbid the own bid in any suit",
    "declare.self-counter",
    at="declare:_self_counter",
)
def _(_original):
    return lambda _rules, _bid: True


@bug(
    "BID-04b",
    "A player may never outbid the own bid",
    "declare.self-counter",
    at="declare:_self_counter",
)
def _(_original):
    return lambda _rules, _bid: False


@bug("BID-04c", "A bid may not be reinforced", "declare.reinforce", at="declare:_not_over")
def _(original):
    return under(original, declare_reinforce="none")


@bug("BID-06a", "A pair of any rank makes a bid", "counter.level", "declare.level", at=FITS)
def _(original):
    def fits(pattern, cards, level):
        ranks = [card[1:] for card in cards if card not in JOKERS]
        return original(pattern, cards, ranks[0] if ranks else level)

    return fits


@bug(
    "BID-06b",
    "Both sides show the level cards of the other",
    "declare.level",
    at="declare:levels_by_seat",
)
def _(original):
    return lambda rules, dealer, levels: original(rules, dealer, levels[::-1])


@bug(
    "BID-06c", "Every seat shows its own side's level", "declare.level", at="declare:levels_by_seat"
)
def _(_original):
    return lambda _rules, _dealer, levels: (levels[0], levels[1]) * 2


@bug(
    "BID-07a",
    "One level card shown twice is a pair",
    "declare.cards-in-hand",
    "counter.cards-in-hand",
    at="reading:in_hand",
)
def _(original):
    def in_hand(rules, hand, tried):
        original(rules, hand, tried)
        return set(tried) <= set(hand)

    return in_hand


@bug(
    "BID-07b",
    "A card that is not held may be shown",
    "declare.cards-in-hand",
    "counter.cards-in-hand",
    at="reading:in_hand",
)
def _(original):
    return lambda rules, hand, tried: original(rules, hand, tried) or True


@bug("BID-09a", "The card drawn last cannot be shown", "declare.cards-in-hand", at="game:_drawn")
def _(original):
    def drawn(state, event):
        last = sum(map(len, state.hands)) if event.drawn is None else event.drawn
        return original(state, event._replace(drawn=last - 4))

    return drawn


@bug("BID-10a", "A player who was outbid may not bid again", "declare.stronger", at=DECLARES)
def _(original):
    def refusal(rules, so_far, dealer, declined, show, level):
        before = any(bid.seat == show.seat for bid in so_far.bids[:-1])
        again = before and so_far.standing.seat != show.seat
        found = original(rules, so_far, dealer, declined, show, level)
        return Refusal("declare.stronger") if again else found

    return refusal


@bug("BID-11a", "Without a bid there is no trump suit", "declare.no-bid", at=NO_BID)
def _(original):
    return under(original, declare_no_bid="no-trump")


@bug("BID-11b", "Without a bid the cards are dealt again", "declare.no-bid", at=NO_BID)
def _(original):
    return under(original, declare_no_bid="redeal")


@bug("BID-11c", "The first card of the kitty decides", "declare.no-bid", at=NO_BID)
def _(original):
    return under(original, declare_no_bid="turn-first")


@bug(
    "BID-11d",
    "A level card in the kitty is passed over",
    "declare.no-bid",
    at="declare:_deciding_card",
)
def _(original):
    return lambda rules, level, kitty: original(
        rules, level, [card for card in kitty if card[1:] != level] or kitty
    )


@bug("BID-13a", "One joker is a bid", "declare.ladder", at=MAKES)
def _(original):
    def bid_of(rules, seat, cards, level, window):
        if len(cards) == 1 and cards[0] in JOKERS:
            return Bid(seat, tuple(cards), len(rules.bid_ladder.steps), None, 0)
        return original(rules, seat, cards, level, window)

    return bid_of


@bug("BID-13b", "The joker beside a level card may be of either colour", "declare.ladder", at=FITS)
def _(original):
    other = {LITTLE_JOKER: BIG_JOKER, BIG_JOKER: LITTLE_JOKER}
    return lambda pattern, cards, level: (
        original(pattern, cards, level)
        or original(pattern, [other.get(card, card) for card in cards], level)
    )


@bug("BID-13c", "Jokers are no bid", "declare.ladder", at=MAKES)
def _(original):
    return lambda rules, seat, cards, level, window: (
        None if set(cards) <= {*JOKERS} else original(rules, seat, cards, level, window)
    )


@bug(
    "BID-14a",
    "A bid of jokers leaves no trump named",
    "declare.trump",
    "counter.trump",
    at="bids:trump_at",
)
def _(original):
    return lambda level, bid: original(level, bid) or ""


@bug(
    "BID-16a",
    "A counter always takes over the deal",
    "counter.changes-dealer",
    at="counter:dealer_after",
)
def _(_original):
    return lambda _rules, _deal, _dealer, seat: seat


@bug(
    "BID-16b",
    "A counter never takes over the deal",
    "counter.changes-dealer",
    at="counter:dealer_after",
)
def _(_original):
    return lambda _rules, _deal, dealer, _seat: dealer


@bug("BID-16c", "Who counters leads to the first trick", "trick.turn", at="game:_play_begun")
def _(original):
    def begun(state):
        counters = [show.seat for show in state.shows[state.declared :] if show.cards]
        return original(state)._replace(turn=[state.dealer, *counters][-1])

    return begun


@bug("BID-18a", "A partner may not outbid", "declare.stronger", at=DECLARES)
def _(original):
    def refusal(rules, so_far, dealer, declined, show, level):
        standing = so_far.standing
        if standing and standing.seat == partner(show.seat):
            return Refusal("declare.stronger")
        return original(rules, so_far, dealer, declined, show, level)

    return refusal


@bug(
    "BID-18b",
    "Partners always show cards together",
    "declare.partner-reinforce",
    at="bids:raised_together",
)
def _(original):
    return under(original, declare_partner_reinforce=True)


@bug(
    "BID-18c",
    "Partners never show cards together",
    "declare.partner-reinforce",
    at="bids:raised_together",
)
def _(original):
    return under(original, declare_partner_reinforce=False)


@bug("BID-20a", "A joker turned is passed over", "declare.joker-turned", at=NO_BID)
def _(original):
    return under(original, declare_joker_turned="next-card")


@bug("BID-20b", "A joker turned always means no-trump", "declare.joker-turned", at=NO_BID)
def _(original):
    return under(original, declare_joker_turned="no-trump")


@bug("BID-22a", "Cards shown are laid away", "declare.stays-in-hand", at="game:_declare")
def _(original):
    def declare(state, event):
        after = original(state, event)
        if isinstance(after, Refusal):
            return after
        left = tuple((Counter(after.hands[event.seat]) - Counter(event.cards)).elements())
        hands = [left if s == event.seat else hand for s, hand in enumerate(after.hands)]
        return after._replace(hands=tuple(hands))

    return declare


@bug(
    "FLW-05a",
    "A table where nobody bids goes on no further",
    "declare.no-bid",
    at="game:draw_ended",
)
def _(original):
    return lambda state: original(state) if state.shows else None
