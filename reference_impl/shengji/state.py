"""The values of a deal, and the state that it begins with.

Law of this file: everything here is frozen and decides nothing; `game` alone makes one state from another.
A start that is none (cards that are not the pack, a level that does not exist) never becomes a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

from shengji import deal
from shengji.bids import Show
from shengji.cards import LEVELS, SEATS, Order, faces
from shengji.errors import MalformedInput
from shengji.levels import Advance
from shengji.rules import RuleSet
from shengji.score import Score

__all__ = [
    "NOBODY",
    "Cards",
    "Event",
    "Phase",
    "Play",
    "Start",
    "State",
    "begin",
    "deal_out",
    "known",
    "with_hand",
    "without",
]

Cards = tuple[str, ...]
T = TypeVar("T")
#: the seat of a new deal that no player asked for
NOBODY = -1


class Phase(Enum):
    """Where a deal stands (rule deal.course)."""

    DRAW = "draw"
    LOT = "lot"
    BURY = "bury"
    COUNTER = "counter"
    PLAY = "play"
    OVER = "over"


class Start(NamedTuple):
    """What a deal begins with: the match as it stands, and the cards as they are drawn."""

    deal: int
    #: None in the first deal
    dealer: int | None
    levels: tuple[str, str]
    cleared: tuple[Cards, Cards]
    first_drawer: int
    hands: tuple[Cards, ...]
    #: in the order of turning
    kitty: Cards


class Event(NamedTuple):
    """Something a player does, or chance: `kind` is a key of the record format."""

    kind: str
    #: NOBODY for a new deal because nobody declared
    seat: int
    cards: Cards = ()
    #: the cards of a new deal: hands by seat, and the kitty
    dealt: tuple[tuple[Cards, ...], Cards] | None = None
    #: how many cards all together had drawn by then; hands are in the order of drawing
    drawn: int | None = None


class Play(NamedTuple):
    """Cards on the table, and what was tried: a failed throw tries more than it plays."""

    seat: int
    cards: Cards
    tried: Cards


class State(NamedTuple):
    """A deal at a moment."""

    rules: RuleSet
    start: Start
    phase: Phase
    #: cards held, by seat
    hands: tuple[Cards, ...]
    #: as dealt, then as buried; empty while somebody has it in hand
    kitty: Cards
    #: None: nobody is yet
    dealer: int | None
    #: fixed when the draw ends
    order: Order | None = None
    #: declarations, counters and passes; the first `declared` were made in the draw
    shows: tuple[Show, ...] = ()
    declared: int = 0
    declined: frozenset[int] = frozenset()
    #: cards of the kitty that all have seen
    turned: Cards = ()
    #: who has the turn; None in the draw and when all is over
    turn: int | None = None
    #: who may take up the buried kitty before anything else happens
    may_take: int | None = None
    #: who buried last
    burier: int | None = None
    #: while cards are played: the hands, and the plays on the table, as multisets of `order`
    held: tuple[int, ...] = ()
    lying: tuple[int, ...] = ()
    #: the trick on the table, and those before it
    table: tuple[Play, ...] = ()
    tricks: tuple[tuple[Play, ...], ...] = ()
    #: attackers' points from tricks, and from penalties (either sign)
    taken: int = 0
    penalties: int = 0
    failed_throws: tuple[int, ...] = (0,) * SEATS
    score: Score | None = None
    advance: Advance | None = None

    @property
    def level(self) -> str | None:
        """Return the level of the deal, once it is fixed."""
        return self.order.level if self.order else None

    @property
    def trump(self) -> str | None:
        """Return the trump suit, once it is fixed; None is no-trump."""
        return self.order.trump if self.order else None


# --- beginning -----------------------------------------------------------------------------------


def deal_out(
    rules: RuleSet, pack: Sequence[str], first_drawer: int
) -> tuple[tuple[Cards, ...], Cards]:
    """Return the hands by seat and the kitty when a pack is drawn by turns (rule deal.hand-size)."""
    size = deal.hand_size(rules)
    hands = [tuple(pack[place : size * SEATS : SEATS]) for place in range(SEATS)]
    return tuple(hands[(seat - first_drawer) % SEATS] for seat in range(SEATS)), tuple(
        pack[size * SEATS :]
    )


def begin(rules: RuleSet, start: Start) -> State:
    """
    Return the state after the cards are drawn and before anybody has declared.

    Raises MalformedInput where the start is none: cards that are not the pack, a level that does not
    exist, a dealer in the first deal or none in another.
    """
    if (start.deal == 1) != (start.dealer is None) or start.deal < 1:
        msg = "nobody is dealer in the first deal, and somebody in every other"
        raise MalformedInput(msg)
    known = LEVELS if rules.levels_no_trump_level else LEVELS[:-1]
    cleared = start.cleared[0] + start.cleared[1]
    for key, ranks in (("levels", start.levels), ("cleared", cleared)):
        for rank in set(ranks).difference(known):
            msg = f"`{key}`: level {rank!r:.60} does not exist"
            raise MalformedInput(msg)
    _check_pack(rules, start.hands, start.kitty)
    return State(rules, start, Phase.DRAW, start.hands, start.kitty, start.dealer)


def _check_pack(rules: RuleSet, hands: Sequence[Cards], kitty: Cards) -> None:
    size = deal.hand_size(rules)
    if [len(hand) for hand in hands] != [size] * SEATS:
        msg = f"each of the {SEATS} hands has {size} cards under these rules"
        raise MalformedInput(msg)
    counts = Counter(card for cards in (*hands, kitty) for card in cards)
    for card, copies in counts.items():
        if card not in faces(rules):
            msg = f"{card!r:.60} is no card of this pack"
            raise MalformedInput(msg)
        if copies > rules.cards_decks:
            msg = f"{card} occurs {copies} times; the pack holds it {rules.cards_decks} times"
            raise MalformedInput(msg)
    if counts.total() != deal.pack_size(rules):
        msg = f"{counts.total()} cards, and the pack has {deal.pack_size(rules)}"
        raise MalformedInput(msg)


# --- parts ---------------------------------------------------------------------------------------


def with_hand(state: State, seat: int, hand: Cards) -> tuple[Cards, ...]:
    """Return the hands of a state with one of them changed."""
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def without(hand: Cards, cards: Sequence[str]) -> Cards:
    """Return a hand less some of its cards, the others in their order; raises ValueError for one it lacks."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def known(value: T | None) -> T:
    """Return what the phase guarantees to be there."""
    assert value is not None
    return value
