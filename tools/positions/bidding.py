"""
Positions of `judge_redeal`, `resolve_no_bid` and `judge_burial`.

Law of this file: thresholds are met exactly, burials are one card off, and the card that decides lies where
rules differ on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tools.positions.board import Board, Cards
from tools.positions.dice import Below, Dice
from tools.positions.family import Family, Given
from tools.positions.pack import (
    JOKERS,
    NO_TRUMP_LEVEL,
    TRUMP,
    Options,
    hand_size,
    kitty_size,
    levels_of,
)

__all__ = ["JUDGE_BURIAL", "JUDGE_REDEAL", "RESOLVE_NO_BID", "SEATS", "the_deal", "worth"]

SEATS = range(4)
POINTS = {"5": 5, "10": 10, "K": 10}


def worth(card: str) -> int:
    """Return the points of a card."""
    return POINTS.get(card[1:], 0)


def the_deal(dice: Dice) -> tuple[int, int | None]:
    """Return the number of a deal and the dealer it begins with."""
    if dice.one_in(3):
        return 1, None
    return dice.between(2, 6), dice.below(4)


# --- judge_redeal --------------------------------------------------------------------------------


def _redeal(rng: Random | Below, options: Options, *, full: bool = True) -> Given:
    """Hold a certain number of trumps, and points near a threshold."""
    board = Board(rng, options)
    dice = board.dice
    size = hand_size(options) if full else hand_size(options) + dice.pick((-1, 1))
    trumps, points = dice.pick((0, 0, 1, 2, 3, 3, 4, 5)), dice.pick((0, 0, 5, 10, 15, 15, 20))
    hand: Cards = []
    for number, inside in ((trumps, True), (size - trumps, False)):
        part = [f for f in board.layout.faces if (board.layout.group_of[f] == TRUMP) == inside]
        hand += _held(board, part, number, points - sum(map(worth, hand)), trumps=inside)
    hand += board.any(size - len(hand))
    deal, dealer = the_deal(dice)
    asked = {"deal": deal, "dealer": dealer, "seat": dice.below(4), "hand": board.mixed_up(hand)}
    return {**board.deal, **asked}


def _held(board: Board, part: Cards, number: int, points: int, *, trumps: bool) -> Cards:
    """Take so many cards of a part of the pack with so many points; trumps need not have them all."""
    plain = [card for card in part if not worth(card) for _ in range(board.decks)]
    cards: Cards = []
    while points and len(cards) < number and not (trumps and board.dice.one_in(2)):
        fit = [f for f in part if 0 < worth(f) <= points and board.left[f]]
        if not fit:
            break
        card = board.dice.pick(fit)
        points -= worth(card)
        cards += board.take(card)
    return cards + board.take_all(board.dice.some(plain, number - len(cards)))


def _redeal_other_size(rng: Random | Below, options: Options) -> Given:
    return _redeal(rng, options, full=False)


HAS_REDEAL = {
    "deal.redeal": ["attackers-under-15", "attackers-15-or-three-trumps", "no-points-or-no-trumps"]
}
JUDGE_REDEAL = (
    Family("threshold", "points and trumps at the threshold", "分数与主牌数在界线上", _redeal, 6),
    Family(
        "other-size",
        "a hand one card too large or too small",
        "手牌多一张或少一张",
        _redeal_other_size,
        1,
        when=HAS_REDEAL,
    ),
)


# --- resolve_no_bid ------------------------------------------------------------------------------


def _no_bid(rng: Random | Below, options: Options, kinds: Sequence[str]) -> Given:
    """Turn a kitty whose first cards are of certain kinds; the others hold copies of them."""
    dice = Dice(rng)
    deal, dealer = the_deal(dice)
    levels = [level for level in levels_of(options) if level != NO_TRUMP_LEVEL or dice.one_in(3)]
    first = dice.pick(levels)
    sides = [first, first if dealer is None or dice.one_in(3) else dice.pick(levels)]
    level = sides[0 if dealer is None else dealer % 2]
    board = Board(rng, options, level=level)
    kitty = [card for kind in kinds for card in _turned(board, kind)]
    kitty += board.any(kitty_size(options) - len(kitty))
    hands: list[Cards] = [[], [], [], []]
    for seat in dice.some((0, 1, 2, 3), dice.between(1, 3)):
        hands[seat] += board.take(dice.pick(kitty[:4]))
    hands = [hand + board.any(dice.between(1, 3)) for hand in hands]
    return {
        "deal": deal,
        "dealer": dealer,
        "first_drawer": dice.below(4),
        "levels": sides,
        "kitty": kitty,
        "hands": [board.mixed_up(hand) for hand in hands],
    }


def _turned(board: Board, kind: str) -> Cards:
    """Take a card of a kind."""
    level = board.layout.level
    fit = {
        "level": [face for face in board.layout.faces if face[1:] == level],
        "joker": [face for face in board.layout.faces if face in JOKERS],
        "low": [f for f in board.layout.faces if f not in JOKERS and f[1:] not in (level, "A")],
        "high": [face for face in board.layout.faces if face[1:] in ("A", "K")],
    }[kind]
    left = [face for face in fit if board.left[face]]
    return board.take(board.dice.pick(left)) if left else board.any(1)


def _joker_first(rng: Random | Below, options: Options) -> Given:
    return _no_bid(rng, options, Dice(rng).pick((["joker"], ["joker", "joker"], ["low", "joker"])))


def _third_card(rng: Random | Below, options: Options) -> Given:
    third = Dice(rng).pick(("joker", "level", "low"))
    return _no_bid(rng, options, ["low", Dice(rng).pick(("low", "level", "joker")), third])


def _level_card_late(rng: Random | Below, options: Options) -> Given:
    kinds = ["low"] * Dice(rng).between(1, kitty_size(options) - 1)
    return _no_bid(rng, options, [*kinds, Dice(rng).pick(("level", "joker"))])


def _no_level_card(rng: Random | Below, options: Options) -> Given:
    kinds = ["low"] * kitty_size(options)
    for _ in range(Dice(rng).below(3)):
        kinds[Dice(rng).below(len(kinds))] = "high"
    return _no_bid(rng, options, kinds)


RESOLVE_NO_BID = (
    Family("joker-first", "a joker turned first", "先翻出王", _joker_first, 3),
    Family("third-card", "what the third card is", "第三张底牌", _third_card, 3),
    Family(
        "level-card-late",
        "a level card or joker late in the kitty",
        "后面才翻出级牌或王",
        _level_card_late,
        3,
    ),
    Family("no-level-card", "no level card and no joker", "底牌中无级牌、无王", _no_level_card, 3),
)


# --- judge_burial --------------------------------------------------------------------------------


def _burial(rng: Random | Below, options: Options) -> Given:
    """Bury the right number of cards, one more or less, one not held, or an ace."""
    board = Board(rng, options)
    dice, size = board.dice, kitty_size(options)
    hand = board.any(size + dice.between(2, 5))
    if dice.one_in(2):
        aces = [face for face in board.layout.faces if face[1:] == "A" and board.left[face]]
        hand += board.take(dice.pick(aces)) if aces else []
    hand = board.mixed_up(hand)
    cards = hand[:size]
    match dice.below(7):
        case 0:
            cards = hand[: size + 1]
        case 1:
            cards = hand[: size - 1]
        case 2:
            cards = [*hand[: size - 1], *board.any(1)]
        case 3:
            cards = [*hand[: size - 1], hand[0]]
        case 4:
            cards = [card for card in hand if card[1:] != "A"][:size]
    dealer = dice.below(4)
    taker = dealer if dice.one_in(2) else dice.below(4)
    seat = taker if dice.below(4) else dice.below(4)
    asked = {"dealer": dealer, "taker": taker, "seat": seat}
    return {**board.deal, **asked, "hand": hand, "cards": board.mixed_up(cards)}


JUDGE_BURIAL = (
    Family("one-card-off", "the right cards, or one card off", "恰好的牌或差一张的牌", _burial),
)
