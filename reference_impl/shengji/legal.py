"""What may happen next: every legal event of a state, built and not guessed.

Law of this file: it proposes, and `game.step` decides: every event it yields is legal, and every legal
event is yielded once, but for new deals, whose cards come from outside. There can be millions: the
iterators are lazy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

from shengji import follow
from shengji.bids import RED
from shengji.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SEATS, SUITS, Order
from shengji.deal import kitty_size, partner
from shengji.declare import levels_by_seat
from shengji.errors import Refusal
from shengji.game import Event, Phase, State, auction, draw_ended, step
from shengji.rules import RuleSet
from shengji.tables import BidLadder, Pattern

__all__ = ["legal", "shows", "tokens"]


def legal(state: State) -> Iterator[Event]:
    """
    Yield the legal events of a state.

    In the draw those that end it are among them, and after countering the lead that follows it.
    """
    if state.phase is Phase.DRAW:
        yield from _allowed(state, _in_draw(state))
        after = draw_ended(state)
        if after is not None:
            yield from legal(after)
    elif state.phase is Phase.LOT:
        yield from (Event("lot", seat) for seat in range(SEATS))
    elif state.phase is Phase.COUNTER:
        yield from _countering(state)
    elif state.phase is Phase.BURY:
        assert state.turn is not None
        yield from _burials(state, state.turn, state.hands[state.turn])
    elif state.phase is Phase.PLAY:
        yield from _plays(state)


def _allowed(state: State, events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if not isinstance(step(state, event), Refusal))


# --- bids ----------------------------------------------------------------------------------------


def _in_draw(state: State) -> Iterator[Event]:
    levels = levels_by_seat(state.rules, state.start.dealer, state.start.levels)
    for seat in range(SEATS):
        proposed = {*shows(state.rules, state.hands[seat], levels[seat])}
        proposed.update(_beside_partner(state, seat, levels[seat]))
        for cards in sorted(proposed):
            yield Event("declare", seat, cards)
        if seat not in state.declined:
            yield Event("decline", seat)


def _beside_partner(state: State, seat: int, level: str) -> Iterator[tuple[str, ...]]:
    """Yield what makes a bid only together with the partner's cards."""
    rules, standing = state.rules, auction(state).standing
    if not rules.declare_partner_reinforce or standing is None or standing.seat != partner(seat):
        return
    assert rules.bid_ladder is not None
    for whole in _on_ladder(rules.bid_ladder, level):
        rest = Counter(whole) - Counter(standing.cards)
        added = rest.total() + len(standing.cards) == len(whole)
        if added and rest and not rest - Counter(state.hands[seat]):
            yield tuple(sorted(rest.elements()))


def shows(rules: RuleSet, hand: Sequence[str], level: str) -> Iterator[tuple[str, ...]]:
    """Yield every selection of a hand that is on some step of the ladder, each once."""
    assert rules.bid_ladder is not None
    for cards in _on_ladder(rules.bid_ladder, level):
        if all(hand.count(card) >= cards.count(card) for card in cards):
            yield cards


@lru_cache(maxsize=256)
def _on_ladder(ladder: BidLadder, level: str) -> tuple[tuple[str, ...], ...]:
    """Return the selections, of any pack, that are on some step of a ladder at a level."""
    patterns = {pattern for step in ladder.steps for pattern in step.shows}
    return tuple(sorted({cards for pattern in patterns for cards in _matching(pattern, level)}))


def _matching(pattern: Pattern, level: str) -> Iterator[tuple[str, ...]]:
    any_jokers = [*combinations_with_replacement((LITTLE_JOKER, BIG_JOKER), pattern.joker)]
    named = (LITTLE_JOKER,) * pattern.LJ + (BIG_JOKER,) * pattern.BJ
    if not pattern.level and not pattern.suited:
        yield from (tuple(sorted(named + jokers)) for jokers in any_jokers)
        return
    for suit, rank in product(SUITS, RANKS if pattern.suited else (level,)):
        own = BIG_JOKER if suit in RED else LITTLE_JOKER
        fixed = (suit + rank,) * (pattern.level + pattern.suited) + named
        fixed += (own,) * pattern.joker_of_colour
        yield from (tuple(sorted(fixed + jokers)) for jokers in any_jokers)


def _countering(state: State) -> Iterator[Event]:
    turn, taker = state.turn, state.may_take
    if turn is not None:
        yield Event("pass", turn)
        bids = shows(state.rules, state.hands[turn], _order(state).level)
        yield from _allowed(state, (Event("counter", turn, cards) for cards in bids))
    if taker is not None:
        yield from _burials(state, taker, state.hands[taker] + state.kitty)
    if turn is None and state.dealer is not None:
        yield from _leads(state, state.dealer)


# --- cards ---------------------------------------------------------------------------------------


def tokens(order: Order, cards: int) -> tuple[str, ...]:
    """Return the cards of a multiset."""
    return tuple(card for group in order.groups for card in group.tokens(group.of(cards)))


def _subsets(order: Order, cards: int, number: int) -> Iterator[tuple[str, ...]]:
    return (tokens(order, chosen) for chosen in follow.subsets(cards, number))


def _burials(state: State, seat: int, hand: Sequence[str]) -> Iterator[Event]:
    order = _order(state)
    number = kitty_size(state.rules)
    events = (Event("bury", seat, cards) for cards in _subsets(order, order.read(hand), number))
    yield from _allowed(state, events)


def _plays(state: State) -> Iterator[Event]:
    assert state.turn is not None
    if not state.table:
        yield from _leads(state, state.turn)
        return
    order = _order(state)
    led, held = order.read(state.table[0].cards), order.read(state.hands[state.turn])
    for chosen in follow.selections(state.rules, order, led, held):
        yield Event("play", state.turn, tokens(order, chosen))


def _leads(state: State, seat: int) -> Iterator[Event]:
    """Yield single components and throws, group by group, the fewest cards first."""
    order = _order(state)
    hand = order.read(state.hands[seat])
    for group in order.groups:
        own = hand & group.mask
        for number in range(1, group.of(own) % 255 + 1):
            events = (Event("play", seat, cards) for cards in _subsets(order, own, number))
            yield from _allowed(state, events)


def _order(state: State) -> Order:
    assert state.order is not None
    return state.order
