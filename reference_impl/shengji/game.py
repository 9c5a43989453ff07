"""A deal from the first card drawn to the last trick: events and phases.

Law of this file: everything that changes the state of a deal goes through `PHASES`, one function for each
kind of event in each phase; it returns the next state or a Refusal, and decides no rule that a chapter
decides. States are frozen: an event that is refused changes nothing. Nothing here is random: the pack
comes shuffled, and what chance decides comes as an event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from shengji import bids, bury, counter, deal, declare, follow, lead, levels, shapes, trick
from shengji.bids import Show
from shengji.cards import SEATS, Order, faces, order_of
from shengji.errors import MalformedInput, Refusal
from shengji.levels import LastTrick
from shengji.score import score
from shengji.state import (
    NOBODY,
    Cards,
    Event,
    Phase,
    Play,
    Start,
    State,
    begin,
    deal_out,
    known,
    with_hand,
    without,
)

__all__ = [
    "NOBODY",
    "Event",
    "Illegal",
    "Phase",
    "Play",
    "Start",
    "State",
    "apply",
    "auction",
    "begin",
    "check",
    "deal_out",
    "draw_ended",
    "order_as_it_stands",
    "step",
]


class Illegal(Exception):
    """An event that the rules refuse was applied; the state is as before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule)
        self.refusal = refusal


# --- events --------------------------------------------------------------------------------------


def check(state: State, event: Event) -> Refusal | None:
    """
    Return why an event is refused, or None.

    Raises MalformedInput for what is no event at all: an unknown kind, card or seat.
    """
    result = step(state, event)
    return result if isinstance(result, Refusal) else None


def apply(state: State, event: Event) -> State:
    """Return the state after an event; raises Illegal where it is refused, and MalformedInput as `check`."""
    result = step(state, event)
    if isinstance(result, Refusal):
        raise Illegal(result)
    return result


def step(state: State, event: Event) -> State | Refusal:
    """Return the state after an event, or why it is refused; raises MalformedInput as `check`."""
    if event.kind not in KINDS:
        msg = f"no event: {event.kind!r:.60}"
        raise MalformedInput(msg)
    if event.seat not in range(NOBODY if event.kind == "redeal" else 0, SEATS):
        msg = f"seat {event.seat!r:.60} does not exist"
        raise MalformedInput(msg)
    for card in event.cards:
        if card not in faces(state.rules):
            msg = f"{card!r:.60} is no card of this pack"
            raise MalformedInput(msg)
    state = _moved_on(state, event)
    act = PHASES[state.phase].get(event.kind)
    if act is None:
        return Refusal("deal.course", (("phase", state.phase.value),))
    return act(state, event)


def _moved_on(state: State, event: Event) -> State:
    """Leave the draw, or countering that is over, when an event of a later phase comes."""
    if state.phase is Phase.DRAW and event.kind not in PHASES[Phase.DRAW]:
        return draw_ended(state) or state
    if state.phase is Phase.COUNTER and state.turn is None and event.kind == "play":
        return _play_begun(state)
    return state


# --- the draw ------------------------------------------------------------------------------------


def _declare(state: State, event: Event) -> State | Refusal:
    """Show cards in the draw; the chapter is `declare`."""
    rules, seat = state.rules, event.seat
    if Counter(event.cards) - Counter(_drawn(state, event)):
        return Refusal("declare.cards-in-hand")
    level = declare.levels_by_seat(rules, state.start.dealer, state.start.levels)[seat]
    so_far = auction(state)
    show = Show(seat, event.cards)
    refusal = declare.refusal(rules, so_far, state.start.dealer, state.declined, show, level)
    if refusal:
        return refusal
    shows = (*state.shows, show)
    state = state._replace(shows=shows, declared=len(shows))
    return state._replace(dealer=_outcome(state).dealer)


def _decline(state: State, event: Event) -> State | Refusal:
    """Give up declaring, where that matters (rule declare.declined)."""
    if state.rules.declare_who == "anyone" or state.start.dealer is None:
        return Refusal("declare.declined")
    return state._replace(declined=state.declined | {event.seat})


def _redeal(state: State, event: Event) -> State | Refusal:
    """Deal again: because a player may have it so, or because nobody declared."""
    rules = state.rules
    if event.dealt is None:
        msg = "a new deal needs its cards"
        raise MalformedInput(msg)
    if event.seat == NOBODY:
        if state.shows or rules.declare_no_bid != "redeal":
            return Refusal("declare.no-bid")
    else:
        order = order_as_it_stands(state)
        hand = state.hands[event.seat]
        if not deal.may_redeal(rules, order, state.dealer, event.seat, hand):
            return Refusal("deal.redeal")
    hands, kitty = event.dealt
    return begin(rules, state.start._replace(hands=hands, kitty=kitty))


def _drawn(state: State, event: Event) -> Cards:
    """Return what the seat of an event has drawn by then."""
    hand = state.hands[event.seat]
    if event.drawn is None:
        return hand
    before = (event.seat - state.start.first_drawer) % SEATS
    return hand[: max(0, -(-(event.drawn - before) // SEATS))]


def _outcome(state: State) -> declare.Outcome:
    """Return level, trump and dealer as the declarations have them."""
    start = state.start
    return declare.outcome(state.rules, auction(state), start.dealer, start.levels)


def order_as_it_stands(state: State) -> Order:
    """Return the order of cards before anything is fixed: no trump suit until somebody declares."""
    if state.shows:
        level, trump, _ = _outcome(state)
        return order_of(state.rules, level, trump)
    dealer = state.start.dealer
    return order_of(state.rules, state.start.levels[dealer % 2 if dealer else 0], None)


def draw_ended(state: State) -> State | None:
    """
    Return the state when no more is declared; None where the cards must be dealt again.

    Rules declare.first-dealer, declare.no-bid, bury.shown-before.
    """
    rules, start = state.rules, state.start
    turned: Cards = ()
    if state.shows:
        outcome = _outcome(state)
    else:
        found = declare.turned(
            rules, start.dealer, start.first_drawer, start.levels, state.kitty, state.hands
        )
        if found is None:
            return None
        outcome = found
        turned = tuple(declare.cards_turned(rules, start.dealer, start.levels, state.kitty))
    if rules.bury_shown_before:
        turned = state.kitty
    state = state._replace(
        dealer=outcome.dealer,
        order=order_of(rules, outcome.level, outcome.trump),
        turned=turned,
    )
    if outcome.dealer is None:
        return state._replace(phase=Phase.LOT)
    return _dealer_known(state)


def _lot(state: State, event: Event) -> State | Refusal:
    """Let chance name the dealer (rules declare.first-dealer, declare.no-bid-dealer)."""
    return _dealer_known(state._replace(dealer=event.seat))


def _dealer_known(state: State) -> State:
    rules = state.rules
    if counter.is_open(rules, state.declared) and not counter.after_burial(rules, state.start.deal):
        return _countering(state._replace(phase=Phase.COUNTER))
    return _kitty_taken(state)


# --- the kitty and countering --------------------------------------------------------------------


def _kitty_taken(state: State) -> State:
    """Give the kitty to the seat that takes it up (rule bury.taker)."""
    taker = bury.taker(state.rules, known(state.dealer))
    hands = with_hand(state, taker, state.hands[taker] + state.kitty)
    return state._replace(phase=Phase.BURY, hands=hands, kitty=(), turn=taker)


def _bury(state: State, event: Event) -> State | Refusal:
    """Lay cards away after taking up the kitty; the chapter is `bury`."""
    hand = state.hands[known(state.turn)]
    refusal = bury.refusal(state.rules, state.turn, event.seat, hand, event.cards)
    if refusal:
        return refusal
    state = _buried(state, event, hand)
    rules = state.rules
    if counter.is_open(rules, state.declared) and counter.after_burial(rules, state.start.deal):
        return _countering(state._replace(phase=Phase.COUNTER))
    return _play_begun(state)


def _rebury(state: State, event: Event) -> State | Refusal:
    """Take up the buried kitty after a counter, and bury again (rule bury.reburial)."""
    taker = state.may_take
    hand = state.hands[taker] + state.kitty if taker is not None else ()
    refusal = bury.refusal(state.rules, taker, event.seat, hand, event.cards)
    if refusal:
        return refusal
    return _countering(_buried(state, event, hand)._replace(may_take=None))


def _buried(state: State, event: Event, hand: Cards) -> State:
    hands = with_hand(state, event.seat, without(hand, event.cards))
    return state._replace(hands=hands, kitty=event.cards, burier=event.seat)


def _countering(state: State) -> State:
    """Give the turn to the seat that may counter next; go on where there is none (rule counter.turn)."""
    entries = state.shows[state.declared :]
    standing = known(auction(state).standing)
    turn = counter.to_speak(state.rules, known(state.dealer), standing.seat, entries)
    state = state._replace(turn=turn)
    if turn is not None or state.may_take is not None:
        return state
    if state.burier is None:
        return _kitty_taken(state)
    return _play_begun(state)


def auction(state: State) -> bids.Auction:
    """Return how the auction stands."""
    levels_of = declare.levels_by_seat(state.rules, state.start.dealer, state.start.levels)
    return bids.auction(state.rules, state.shows, state.declared, levels_of, state.level)


def _counter(state: State, event: Event) -> State | Refusal:
    """Counter after the last card, or pass; the chapter is `counter`."""
    rules, seat = state.rules, event.seat
    dealer, level = known(state.dealer), known(state.level)
    passes = event.kind == "pass"
    if not passes and seat == state.turn and Counter(event.cards) - Counter(state.hands[seat]):
        return Refusal("counter.cards-in-hand")
    bid = bids.bid_of(rules, seat, event.cards, level, "counter")
    so_far = auction(state)
    refusal = counter.refusal(rules, so_far, state.turn, seat, bid, passes=passes)
    if refusal:
        return refusal
    state = state._replace(shows=(*state.shows, Show(seat, event.cards)), may_take=None)
    if bid is not None:
        takes = counter.after_burial(rules, state.start.deal)
        dealer = counter.dealer_after(rules, state.start.deal, dealer, seat)
        state = state._replace(
            dealer=dealer,
            order=order_of(rules, level, bids.trump_at(level, bid)),
            may_take=seat if takes else None,
        )
    return _countering(state)


# --- play ----------------------------------------------------------------------------------------


def _play_begun(state: State) -> State:
    held = tuple(map(known(state.order).read, state.hands))
    return state._replace(phase=Phase.PLAY, turn=state.dealer, may_take=None, held=held)


def _play(state: State, event: Event) -> State | Refusal:
    """Lead or follow; the chapters are `lead`, `follow` and `trick`."""
    if event.seat != state.turn:
        return Refusal("trick.turn", (("turn", state.turn),))
    return _follow(state, event) if state.table else _lead(state, event)


def _lead(state: State, event: Event) -> State | Refusal:
    rules, order, seat = state.rules, known(state.order), event.seat
    if len(event.cards) > len(state.hands[seat]):
        return Refusal("lead.cards-in-hand")
    cards = order.read(event.cards)
    refusal = lead.refusal(order, state.held[seat], cards)
    if refusal:
        return refusal
    group = order.group_of[event.cards[0]]
    parts = shapes.decompose(rules, group, group.of(cards))
    refusal = lead.throw_refusal(rules, order, group, parts)
    if refusal:
        return refusal
    others = state.held[seat + 1 :] + state.held[:seat]
    verdict = lead.verdict(rules, order, group, parts, others)
    if isinstance(verdict, Refusal):
        return verdict
    if not verdict.stands:
        attacks = not deal.same_side(seat, known(state.dealer))
        state = state._replace(
            penalties=state.penalties + (-verdict.penalty if attacks else verdict.penalty),
            failed_throws=tuple(n + (s == seat) for s, n in enumerate(state.failed_throws)),
        )
    if verdict.stands:
        return _laid(state, Play(seat, event.cards, event.cards), cards)
    played = tuple(verdict.played)
    return _laid(state, Play(seat, played, event.cards), order.read(played))


def _follow(state: State, event: Event) -> State | Refusal:
    order, seat = known(state.order), event.seat
    if len(event.cards) != len(state.table[0].cards):
        return Refusal("follow.count")
    cards = order.read(event.cards)
    led, held = state.lying[0], state.held[seat]
    refusal = follow.refusal(state.rules, order, led, held, cards, len(event.cards))
    return refusal or _laid(state, Play(seat, event.cards, event.cards), cards)


def _laid(state: State, play: Play, cards: int) -> State:
    """Lay cards on the table; the last of four ends the trick (rules trick.turn, trick.points)."""
    seat = play.seat
    state = state._replace(
        hands=with_hand(state, seat, without(state.hands[seat], play.cards)),
        held=(*state.held[:seat], state.held[seat] - cards, *state.held[seat + 1 :]),
        table=(*state.table, play),
        lying=(*state.lying, cards),
        turn=(seat + 1) % SEATS,
    )
    if len(state.table) < SEATS:
        return state
    table, lying = state.table, state.lying
    won = table[trick.winner(state.rules, known(state.order), lying)]
    points = sum(trick.points(play.cards) for play in table)
    if deal.same_side(won.seat, known(state.dealer)):
        points = 0
    state = state._replace(
        table=(),
        lying=(),
        tricks=(*state.tricks, table),
        taken=state.taken + points,
        turn=won.seat,
    )
    return state if any(state.held) else _ended(state, won, lying)


def _ended(state: State, won: Play, plays: Sequence[int]) -> State:
    """Count a deal whose hands are empty (rules deal.end, score.total, levels.table)."""
    rules, start = state.rules, state.start
    order, dealer = known(state.order), known(state.dealer)
    leader, total = state.tricks[-1][0].seat, state.taken + state.penalties
    counted = score(rules, order, dealer, total, state.kitty, leader, plays)
    last_trick = LastTrick(won.seat, won.cards, order.trump)
    result = levels.advance(rules, dealer, start.levels, counted.total, last_trick, start.cleared)
    return state._replace(phase=Phase.OVER, turn=None, score=counted, advance=result)


# --- the table of phases -------------------------------------------------------------------------

Act = Callable[[State, Event], "State | Refusal"]

#: what may happen in each phase (rule deal.course)
PHASES: Mapping[Phase, Mapping[str, Act]] = {
    Phase.DRAW: {"declare": _declare, "decline": _decline, "redeal": _redeal},
    Phase.LOT: {"lot": _lot},
    Phase.BURY: {"bury": _bury},
    Phase.COUNTER: {"counter": _counter, "pass": _counter, "bury": _rebury},
    Phase.PLAY: {"play": _play},
    Phase.OVER: {},
}
KINDS = frozenset(kind for steps in PHASES.values() for kind in steps)
