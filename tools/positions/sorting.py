"""
Positions of `order_cards` and `classify`.

Law of this file: few cards, close together, where orders and neighbours are in question.
"""

from __future__ import annotations

from random import Random

from tools.positions.board import Board, Cards
from tools.positions.dice import Below
from tools.positions.family import PAIRS, TRIPLES, Family, Given
from tools.positions.pack import SUITS, TRUMP, Options

__all__ = ["CLASSIFY", "ORDER_CARDS"]


def _asked(board: Board, cards: Cards) -> Given:
    return {**board.deal, "cards": board.mixed_up(cards or board.any(1))}


# --- order_cards ---------------------------------------------------------------------------------


def _whole_pack(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    return _asked(board, board.take_all(board.layout.faces))


def _ranks_in_all_suits(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    ranks = [board.layout.level, board.dice.pick(("2", "3", "5", "A", "K"))]
    wanted = [suit + rank for suit in SUITS for rank in ranks] + ["LJ", "BJ"]
    cards = [card for face in wanted for card in board.take(face, board.dice.between(1, 2))]
    return _asked(board, cards + board.any(board.dice.between(0, 3)))


def _few_cards(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    return _asked(board, board.any(board.dice.between(1, 12)))


def _trumps(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    return _asked(board, board.loose(TRUMP, board.dice.between(4, 14)))


ORDER_CARDS = (
    Family("whole-pack", "one card of every face", "各牌面各一张", _whole_pack, 1),
    Family(
        "rank-in-all-suits",
        "the level cards and another rank in all suits",
        "级牌与另一点数的四门牌",
        _ranks_in_all_suits,
    ),
    Family("few-cards", "a few cards", "若干张牌", _few_cards, 1),
    Family("trumps", "a handful of trumps", "一把主牌", _trumps),
)


# --- classify ------------------------------------------------------------------------------------


def _dense(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    width = board.dice.between(3, 5)
    cards = board.dense(board.group(3), board.dice.between(4, 10), width=width)
    return _asked(board, cards)


def _near_tractor(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    length = board.dice.between(2, 4)
    group = board.group(length)
    width = board.dice.between(2, min(3, board.decks))
    cards = board.near(group, board.start(group, length), (width, length))
    return _asked(board, cards[:10])


def _tractor(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    length = board.dice.between(2, 4)
    cards = board.runs(board.group(length), (2, length))
    return _asked(board, cards)


def _two_runs(rng: Random | Below, options: Options) -> Given:
    """Two runs, end to end or with a class between."""
    board = Board(rng, options)
    group = board.group(5)
    first, second = board.dice.between(1, 3), board.dice.between(1, 2)
    start = board.start(group, first + second)
    cards = board.run(group, start, (2, first))
    start += first + board.dice.below(3) - 1
    return _asked(board, cards + board.run(group, start, (2, second)))


def _top_of_trumps(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    group = TRUMP if TRUMP in board.layout.groups else board.side()
    width = board.dice.between(3, 6)
    start = board.size(group) - width - board.dice.below(2)
    return _asked(board, board.dense(group, board.dice.between(4, 10), width=width, start=start))


def _equal_cards(rng: Random | Below, options: Options) -> Given:
    """Pairs of equal strength, of different suits, beside their neighbours."""
    board = Board(rng, options)
    group = TRUMP if TRUMP in board.layout.groups else board.side()
    classes = board.layout.groups[group]
    wide = [i for i, cls in enumerate(classes) if len(cls) > 1] or [0]
    at = board.dice.pick(wide)
    cards = []
    for face in board.dice.some(classes[at], board.dice.between(2, 3)):
        cards += board.take(face, board.dice.between(1, board.decks))
    for index in (at - 1, at + 1):
        cards += board.of_class(group, index, board.dice.between(1, board.decks))
    return _asked(board, cards[:10])


def _triples_and_pairs(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    group, length = board.group(4), board.dice.between(2, 4)
    start = board.start(group, length)
    cards: Cards = []
    for index in range(start, start + length):
        most = min(board.decks, 10 - len(cards))
        if most > 0:
            cards += board.of_class(group, index, min(most, board.dice.pick((2, 3, 3, 4))))
    return _asked(board, cards)


def _two_groups(rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    group = board.group()
    cards = board.loose(group, board.dice.between(1, 2))
    return _asked(board, cards + board.outside(group, board.dice.below(2)))


CLASSIFY = (
    Family("dense", "many copies of few neighbouring ranks", "少数相邻点数的多张牌", _dense, 4),
    Family(
        "near-tractor", "one card off a tractor", "只差一张的连对", _near_tractor, 4, when=PAIRS
    ),
    Family("tractor", "a run of pairs", "连对", _tractor, when=PAIRS),
    Family("two-runs", "two runs side by side", "前后两副连对", _two_runs, when=PAIRS),
    Family(
        "top-of-trumps", "cards around the top of the trumps", "主牌顶端的牌", _top_of_trumps, 3
    ),
    Family("equal-cards", "cards of equal strength", "大小相同的牌", _equal_cards, 3),
    Family(
        "triples-and-pairs",
        "triples beside pairs",
        "三张与对子相连",
        _triples_and_pairs,
        4,
        when=TRIPLES,
    ),
    Family("one-or-two-groups", "cards of one group or two", "一门或两门的牌", _two_groups, 1),
)
