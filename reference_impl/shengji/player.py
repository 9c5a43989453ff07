"""A player who does something legal at random: to try rules out, to measure, to make records.

Law of this file: all chance comes from the generator that is passed in, so a seed fixes every card and
every choice. What it proposes is judged by `game.step` like anybody's event.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji import follow, shapes
from shengji.cards import Group, Order
from shengji.deal import kitty_size
from shengji.errors import Refusal
from shengji.game import NOBODY, Event, Phase, Start, State, begin, deal_out, draw_ended, step
from shengji.legal import legal, shows, tokens
from shengji.rules import RuleSet
from shengji.shuffle import Pcg32, shuffled_pack

__all__ = ["choose", "play_deal", "random_start"]

#: one in so many: declares or counters when it could; gives up; throws
BIDS, DECLINES, THROWS = 3, 4, 6
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
    first = random.below(4) if dealer is None else dealer
    pack = shuffled_pack(rules, random)
    hands, kitty = deal_out(rules, pack, first)
    both = levels or (rules.levels_start, rules.levels_start)
    return Start(number, dealer, both, cleared, first, hands, kitty), pack


def play_deal(start: Start, rules: RuleSet, random: Pcg32) -> tuple[State, list[Event]]:
    """Play a deal to its end at random; return the last state and all events."""
    state, events = begin(rules, start), []
    while state.phase is not Phase.OVER:
        event = choose(state, random)
        after = step(state, event)
        assert not isinstance(after, Refusal), (after, event)
        events.append(event)
        state = after
    return state, events


def choose(state: State, random: Pcg32) -> Event:
    """Return a legal event, picked at random."""
    match state.phase:
        case Phase.DRAW:
            return _in_draw(state, random)
        case Phase.LOT:
            return Event("lot", random.below(4))
        case Phase.COUNTER:
            return _after_draw(state, random)
        case Phase.BURY:
            assert state.turn is not None
            return _burial(state, random, state.turn, state.hands[state.turn])
    assert state.turn is not None
    if state.table:
        return _follow(state, random, state.turn)
    return _lead(state, random, state.turn)


def _in_draw(state: State, random: Pcg32) -> Event:
    """Declare, give up, or go on to what comes after the draw."""
    bids = [
        event
        for seat in range(4)
        for event in (
            Event("declare", seat, cards) for cards in shows(state.rules, state.hands[seat])
        )
        if not isinstance(step(state, event), Refusal)
    ]
    if bids and (not state.shows or random.below(BIDS) == 0) and random.below(BIDS * 2):
        return random.pick(bids)
    gives_up = Event("decline", random.below(4))
    if (
        not state.shows
        and gives_up.seat not in state.declined
        and random.below(DECLINES)
        and not isinstance(step(state, gives_up), Refusal)
    ):
        return gives_up
    after = draw_ended(state)
    if after is None:
        hands, kitty = deal_out(
            state.rules, shuffled_pack(state.rules, random), state.start.first_drawer
        )
        return Event("redeal", NOBODY, dealt=(hands, kitty))
    return choose(after, random)


def _after_draw(state: State, random: Pcg32) -> Event:
    """Counter, take up the kitty, pass, or lead when countering is over."""
    if state.may_take is not None and (state.turn is None or random.below(BIDS)):
        return _burial(state, random, state.may_take, state.hands[state.may_take] + state.kitty)
    if state.turn is None:
        assert state.dealer is not None
        return _lead(state, random, state.dealer)
    counters = [
        event
        for event in (
            Event("counter", state.turn, cards)
            for cards in shows(state.rules, state.hands[state.turn])
        )
        if not isinstance(step(state, event), Refusal)
    ]
    return random.pick(counters) if counters and random.below(BIDS) else Event("pass", state.turn)


def _burial(state: State, random: Pcg32, seat: int, hand: Sequence[str]) -> Event:
    cards = list(hand)
    for _ in range(TRIES):
        random.shuffle(cards)
        event = Event("bury", seat, tuple(cards[: kitty_size(state.rules)]))
        if not isinstance(step(state, event), Refusal):
            return event
    return next(event for event in legal(state) if event.kind == "bury")


def _lead(state: State, random: Pcg32, seat: int) -> Event:
    """Lead a component of some suit, now and then a throw."""
    rules, order = state.rules, state.order
    assert order is not None
    hand = order.read(state.hands[seat])
    group = order.group_of[random.pick(state.hands[seat])]
    parts = [*shapes.decompose(rules, group, group.of(hand))]
    random.shuffle(parts)
    if len(parts) > 1 and random.below(THROWS) == 0:
        number = 2 + random.below(min(THROWN, len(parts)) - 1)
        event = Event("play", seat, tuple(c for part in parts[:number] for c in part.cards))
        if not isinstance(step(state, event), Refusal):
            return event
    return Event("play", seat, tuple(parts[0].cards))


def _follow(state: State, random: Pcg32, seat: int) -> Event:
    """Drop cards one by one as long as what is left still answers the lead as well as the hand can."""
    rules, order = state.rules, state.order
    assert order is not None
    lead, hand = order.read(state.table[0].cards), order.read(state.hands[seat])
    group = order.group(lead)
    assert group is not None
    owed = len(state.table[0].cards)
    own = [card for card in state.hands[seat] if order.group_of[card] is group]
    if len(own) <= owed:
        rest = [card for card in state.hands[seat] if order.group_of[card] is not group]
        random.shuffle(rest)
        return Event("play", seat, (*own, *rest[: owed - len(own)]))
    cards = _reduced(rules, order, group, (group.of(lead), group.of(hand)), own, random)
    event = Event("play", seat, tuple(cards))
    if isinstance(step(state, event), Refusal):  # rules that force the filler
        return Event("play", seat, tokens(order, next(follow.selections(rules, order, lead, hand))))
    return event


def _reduced(
    rules: RuleSet,
    order: Order,
    group: Group,
    lead_and_hand: tuple[int, int],
    own: list[str],
    random: Pcg32,
) -> list[str]:
    """Return as many cards of the group as are led, with the structure that is owed."""
    led, held = lead_and_hand
    owed = led % 255
    random.shuffle(own)
    if not follow.has_structure(rules, group, led):
        return own[:owed]
    parts = shapes.decompose(rules, group, led)
    best = follow.match(rules, group, parts, held, held)
    kept, left = held, []
    for card in own:
        without = kept - (order.weight[card] >> group.shift)
        if kept % 255 > owed and (
            follow.match(rules, group, parts, held, without, lone_only=False) >= best
        ):
            kept = without
        else:
            left.append(card)
    return left
