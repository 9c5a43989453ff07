"""
Positions of `judge_lead`: throws that just stand or just fail, and leads that are none.

Law of this file: each other hand holds what is one card away from beating a component, or from not
beating it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tools.positions.board import Board, Cards, Part
from tools.positions.dice import Below, Dice
from tools.positions.family import PAIRS, TRIPLES, Family, Given
from tools.positions.pack import TRUMP, Options

__all__ = ["JUDGE_LEAD"]

SINGLE, PAIR, TRIPLE = (1, 1), (2, 1), (3, 1)
WITH_PAIRS: Sequence[Sequence[Part]] = (
    (PAIR, SINGLE),
    (PAIR, SINGLE, SINGLE),
    (PAIR, PAIR),
    (PAIR, PAIR, SINGLE),
    ((2, 2), SINGLE),
    ((2, 2), PAIR),
    ((2, 2), (2, 2)),
    ((2, 3), SINGLE),
)
ALONE: Sequence[Sequence[Part]] = (((2, 2),), ((2, 2),), (PAIR,), ((2, 3),))
WITH_TRIPLES: Sequence[Sequence[Part]] = (
    (TRIPLE, SINGLE),
    (TRIPLE, PAIR),
    (TRIPLE, TRIPLE),
    (TRIPLE, PAIR, SINGLE),
    ((2, 2), TRIPLE),
    ((3, 2), SINGLE),
    ((3, 2), PAIR),
)


class Placed(NamedTuple):
    """A component that is thrown: its shape and the class it begins with."""

    part: Part
    start: int


def _thrown(board: Board, group: str, parts: Sequence[Part]) -> tuple[Cards, list[Placed]]:
    """Place components in a group, often neither at its top nor at its bottom."""
    cards: Cards = []
    placed: list[Placed] = []
    for part in parts:
        for _ in range(4):
            start = board.start(group, part[1] + 1)
            run = board.run(group, start, part)
            if run:
                cards += run
                placed.append(Placed(part, start))
                break
    return cards, placed


THREATS = ("above", "equal", "below", "thin", "shorter", "longer", "none", "none")


def _threat(board: Board, group: str, target: Placed) -> Cards:
    """Take what nearly, or just, beats a component."""
    (width, length), start = target
    above = start + board.dice.between(1, 3)
    match board.dice.pick(THREATS):
        case "above":
            return board.run(group, above, (width, length))
        case "equal":
            return board.run(group, start, (width, length))
        case "below":
            return board.run(group, start - board.dice.between(1, 2), (width, length))
        case "thin":
            return board.near(group, above, (width, length))
        case "shorter":
            return board.run(group, above, (width, max(1, length - 1)))
        case "longer":
            return board.run(group, start + board.dice.below(2), (width, length + 1))
    return []


def _other(board: Board, group: str, placed: Sequence[Placed]) -> Cards:
    """Return another hand: threats, some more of the group, and the rest from outside."""
    if board.dice.one_in(6):
        return board.outside(group, board.dice.between(2, 5))
    targets = board.dice.some(placed, board.dice.between(1, 2))
    cards = [card for target in targets for card in _threat(board, group, target)]
    cards += board.loose(group, board.dice.below(3)) if board.dice.one_in(3) else []
    return cards + board.outside(group, board.dice.below(3))


def _asked(board: Board, group: str, cards: Cards, others: Sequence[Cards]) -> Given:
    hand = cards + board.loose(group, board.dice.below(2)) + board.outside(group, 1)
    return {
        **board.deal,
        "hand": board.mixed_up(hand),
        "cards": board.mixed_up(cards),
        "others": [board.mixed_up(other) for other in others],
    }


def _throw(rng: Random | Below, options: Options, parts: Sequence[Part]) -> Given:
    board = Board(rng, options)
    group = board.group(max(length for _, length in parts) + 1)
    cards, placed = _thrown(board, group, parts)
    if not cards:
        return _any_lead(rng, options)
    return _asked(board, group, cards, [_other(board, group, placed) for _ in range(3)])


def _throw_of_singles(rng: Random | Below, options: Options) -> Given:
    return _throw(rng, options, [SINGLE] * Dice(rng).between(2, 4))


def _throw_with_pairs(rng: Random | Below, options: Options) -> Given:
    return _throw(rng, options, Dice(rng).pick(WITH_PAIRS))


def _one_component(rng: Random | Below, options: Options) -> Given:
    return _throw(rng, options, Dice(rng).pick(ALONE))


def _throw_with_triples(rng: Random | Below, options: Options) -> Given:
    return _throw(rng, options, Dice(rng).pick(WITH_TRIPLES))


def _dense_throw(rng: Random | Below, options: Options) -> Given:
    """Throw copies of neighbouring ranks, the other hands holding the rest of them."""
    board = Board(rng, options)
    group = board.group(4)
    width = board.dice.between(4, 6)
    start = board.start(group, width)
    cards = board.dense(group, board.dice.between(2, 7), width=width - 1, start=start)
    cards = cards or board.loose(group, 2)
    others = [
        board.dense(group, board.dice.between(0, 6), width=width, start=start + 1) for _ in "123"
    ]
    return _asked(board, group, cards, others)


def _highest(rng: Random | Below, options: Options) -> Given:
    """Throw the highest cards of a side suit; the others may be void and hold trumps."""
    board = Board(rng, options)
    group = board.side()
    last = board.size(group) - 1
    cards: Cards = []
    for index in range(last, last - board.dice.between(2, 3), -1):
        cards += board.of_class(group, index, board.dice.between(1, min(2, board.decks)))
    others = []
    for _ in range(3):
        other = board.dense(TRUMP, 5) if TRUMP in board.layout.groups else []
        other += board.loose(group, 1) if board.dice.one_in(3) else []
        others.append(other)
    return _asked(board, group, cards, others)


def _split_between_hands(rng: Random | Below, options: Options) -> Given:
    """A higher pair is out, one card of it with each of two players."""
    board = Board(rng, options)
    group = board.group(5)
    cards, placed = _thrown(board, group, (PAIR, SINGLE))
    if not placed:
        return _any_lead(rng, options)
    index = placed[0].start + board.dice.between(1, 2)
    split = board.of_class(group, index, 2)
    others: list[Cards] = [split[:1], split[1:], []]
    others = [other + board.outside(group, 2) for other in board.dice.shuffled(others)]
    return _asked(board, group, cards, others)


def _any_lead(rng: Random | Below, options: Options) -> Given:
    """Lead one component, cards of two groups, cards not held, or nothing."""
    board = Board(rng, options)
    group = board.group(3)
    cards = board.dense(group, board.dice.between(1, 4), width=3) or board.loose(group, 1)
    hand = list(cards)
    match board.dice.below(6):
        case 0:
            cards = [*cards, *board.outside(group, 1)]
            hand = list(cards)
        case 1:
            cards = [*cards, *board.loose(group, 1)]
        case 2:
            cards = []
    others = [board.loose(group, 2) + board.outside(group, 2) for _ in range(3)]
    hand += board.any(2)
    return {
        **board.deal,
        "hand": board.mixed_up(hand),
        "cards": board.mixed_up(cards),
        "others": others,
    }


JUDGE_LEAD = (
    Family("throw-of-singles", "a throw of single cards", "甩几张单牌", _throw_of_singles, 3),
    Family(
        "throw-with-pairs",
        "a throw with pairs or a tractor",
        "甩对子、连对",
        _throw_with_pairs,
        6,
        when=PAIRS,
    ),
    Family(
        "throw-with-triples",
        "a throw with triples or a titanic",
        "甩三张、泰坦尼克",
        _throw_with_triples,
        6,
        when=TRIPLES,
    ),
    Family(
        "dense-throw",
        "a throw of neighbouring ranks, the rest of which are out",
        "甩相邻点数的牌而其余在别家",
        _dense_throw,
        4,
    ),
    Family(
        "highest-of-a-suit",
        "a throw of the highest cards, others being void",
        "甩一门的大牌而别家缺门",
        _highest,
    ),
    Family(
        "pair-in-two-hands",
        "a higher pair split between two hands",
        "更大的对子分在两家",
        _split_between_hands,
        1,
        when=PAIRS,
    ),
    Family("one-component", "a pair or tractor led", "首出对子、连对", _one_component, 1, PAIRS),
    Family("any-lead", "a lead that may be none", "未必合规的首出", _any_lead, 1),
)
