"""A player who does something legal at random: to try rules out, to measure, to make records.

Law of this file: all chance comes from the generator that is passed in, so a seed fixes every card and
every choice. What it proposes is judged by `game.step` like anybody's event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shengji import follow, shapes
from shengji.cards import SEATS, Group, Order
from shengji.deal import kitty_size, may_redeal
from shengji.declare import levels_by_seat
from shengji.errors import Refusal
from shengji.game import (
    NOBODY,
    Event,
    Phase,
    Start,
    State,
    begin,
    deal_out,
    draw_ended,
    order_as_it_stands,
    step,
)
from shengji.legal import legal, shows, tokens
from shengji.rules import RuleSet
from shengji.shuffle import Pcg32, shuffled_pack

__all__ = ["play_deal", "play_on", "random_start"]

#: one in so many does not bid or take the kitty when it could; nobody bids at all; nobody gives up
BIDS, SHY, DECLINES = 3, 10, 4
#: one lead in so many is a throw
THROWS = 6
#: components of a random throw at most
THROWN = 3
#: random burials tried before all are listed
TRIES = 20


def random_start(
    rules: RuleSet,
    random: Pcg32,
    number: int = 1,
    dealer: int | None = None,
    levels: tuple[str, str] | None = None,
    cleared: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> tuple[Start, tuple[str, ...]]:
    """Return a deal with shuffled cards, and the pack in drawing order."""
    first = random.below(SEATS) if dealer is None else dealer
    pack = shuffled_pack(rules, random)
    hands, kitty = deal_out(rules, pack, first)
    both = levels or (rules.levels_start, rules.levels_start)
    return Start(number, dealer, both, cleared, first, hands, kitty), pack


def play_deal(start: Start, rules: RuleSet, random: Pcg32) -> tuple[State, list[Event]]:
    """Play a deal to its end at random; return the last state and all events."""
    state, events = begin(rules, start), []
    while state.phase is not Phase.OVER:
        event, state = play_on(state, random)
        events.append(event)
    return state, events


def play_on(state: State, random: Pcg32) -> tuple[Event, State]:
    """Return a legal event, picked at random, and the state after it."""
    for event in _proposals(state, random):
        after = step(state, event)
        if not isinstance(after, Refusal):
            return event, after
    msg = f"nothing is legal: {state}"
    raise AssertionError(msg)


def _proposals(state: State, random: Pcg32) -> Iterator[Event]:
    """Yield events to try; the last ones are certainly legal."""
    match state.phase:
        case Phase.DRAW:
            yield from _in_draw(state, random)
        case Phase.LOT:
            yield Event("lot", random.below(SEATS))
        case Phase.COUNTER:
            yield from _after_draw(state, random)
        case Phase.BURY:
            assert state.turn is not None
            yield from _burials(state, random, state.turn, state.hands[state.turn])
        case _:
            assert state.turn is not None
            propose = _follows if state.table else _leads
            yield from propose(state, random, state.turn)


def _in_draw(state: State, random: Pcg32) -> Iterator[Event]:
    """Call for a new deal, declare, give up, or go on to what comes after the draw."""
    seat = random.below(SEATS)
    if may_redeal(state.rules, order_as_it_stands(state), state.dealer, seat, state.hands[seat]):
        yield _redeal(state, random, seat)
    if random.below(BIDS) or not state.shows:
        yield from _bids(state, random)
    if not state.shows and random.below(DECLINES) and seat not in state.declined:
        yield Event("decline", seat)
    after = draw_ended(state)
    if after is not None:
        yield from _proposals(after, random)
        return
    yield _redeal(state, random, NOBODY)


def _redeal(state: State, random: Pcg32, seat: int) -> Event:
    pack = shuffled_pack(state.rules, random)
    return Event("redeal", seat, dealt=deal_out(state.rules, pack, state.start.first_drawer))


def _bids(state: State, random: Pcg32) -> Iterator[Event]:
    levels = levels_by_seat(state.rules, state.start.dealer, state.start.levels)
    bids = [
        Event("declare", seat, cards)
        for seat in range(SEATS)
        for cards in shows(state.rules, state.hands[seat], levels[seat])
    ]
    random.shuffle(bids)
    if random.below(SHY):
        yield from bids


def _after_draw(state: State, random: Pcg32) -> Iterator[Event]:
    """Take up the kitty, counter, pass, or lead when countering is over."""
    taker, turn = state.may_take, state.turn
    if taker is not None and random.below(BIDS):
        yield from _burials(state, random, taker, state.hands[taker] + state.kitty)
    if turn is None:
        assert state.dealer is not None
        yield from _leads(state, random, state.dealer)
        return
    assert state.level is not None
    if random.below(BIDS):
        bids = [*shows(state.rules, state.hands[turn], state.level)]
        random.shuffle(bids)
        yield from (Event("counter", turn, cards) for cards in bids)
    yield Event("pass", turn)


def _burials(state: State, random: Pcg32, seat: int, hand: Sequence[str]) -> Iterator[Event]:
    cards = list(hand)
    for _ in range(TRIES):
        random.shuffle(cards)
        yield Event("bury", seat, tuple(cards[: kitty_size(state.rules)]))
    yield from (event for event in legal(state) if event.kind == "bury")


def _leads(state: State, random: Pcg32, seat: int) -> Iterator[Event]:
    """Lead a component of some suit, now and then a throw."""
    order = state.order
    assert order is not None
    group = order.group_of[random.pick(state.hands[seat])]
    held = group.of(order.read(state.hands[seat]))
    parts = [*shapes.decompose(state.rules, group, held)]
    random.shuffle(parts)
    if len(parts) > 1 and random.below(THROWS) == 0:
        number = 2 + random.below(min(THROWN, len(parts)) - 1)
        yield Event("play", seat, tuple(card for part in parts[:number] for card in part.cards))
    yield Event("play", seat, tuple(parts[0].cards))


def _follows(state: State, random: Pcg32, seat: int) -> Iterator[Event]:
    """Follow at random with what the lead asks for."""
    order, hand = state.order, state.hands[seat]
    assert order is not None
    led = state.table[0].cards
    group = order.group_of[led[0]]
    own = [card for card in hand if order.group_of[card] is group]
    short = len(led) - len(own)
    if short > 0:
        rest = [card for card in hand if order.group_of[card] is not group]
        own += random.some(rest, short)
    elif short < 0:
        random.shuffle(own)
        lead, held = state.lying[0], state.held[seat]
        own = _answering(state.rules, order, group, lead, held, own)[: len(led)]
    yield Event("play", seat, tuple(own))
    legal_plays = follow.selections(state.rules, order, state.lying[0], state.held[seat])
    yield from (Event("play", seat, tokens(order, cards)) for cards in legal_plays)  # forced filler


def _answering(
    rules: RuleSet, order: Order, group: Group, lead: int, hand: int, own: list[str]
) -> list[str]:
    """Return the cards that are left when every card the lead does not ask for is dropped in turn."""
    led, held = group.of(lead), group.of(hand)
    if not follow.has_structure(rules, group, led):
        return own
    parts = shapes.decompose(rules, group, led)
    owed = follow.match(rules, group, parts, held, held)
    kept, left = held, []
    for card in own:
        without = kept - (order.weight[card] >> group.shift)
        answers = kept % 255 > led % 255 and (
            follow.match(rules, group, parts, held, without, lone_only=False) >= owed
        )
        if answers:
            kept = without
        else:
            left.append(card)
    return left
