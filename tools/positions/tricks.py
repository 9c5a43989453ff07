"""
Positions of `judge_trick`, and the last tricks of `score_deal` and `advance`.

Law of this file: plays are as long as the lead; each beats, ruffs, or misses it by one card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tools.positions.board import Board, Cards, Part
from tools.positions.dice import Below
from tools.positions.family import PAIRS, TRIPLES, Family, Given
from tools.positions.pack import TRUMP, Options

__all__ = ["JUDGE_TRICK", "TRICKS", "Parts", "Plays"]

SINGLE, PAIR, TRIPLE = (1, 1), (2, 1), (3, 1)
Parts = Sequence[Part]
Plays = list[Cards]
Player = Callable[[Board, str, Parts], Cards]

SETS: Sequence[Parts] = ((SINGLE,), (PAIR,), ((2, 2),), ((2, 3),))
WIDE: Sequence[Parts] = ((TRIPLE,), ((3, 2),))
LONG: Sequence[Parts] = (((2, 4),), ((2, 5),), ((2, 6),))
JOINED: Sequence[Parts] = (((2, 2), PAIR), ((2, 2), PAIR, PAIR), ((2, 2), (2, 2)), ((2, 3), (2, 2)))
WIDE_JOINED: Sequence[Parts] = (((2, 2), TRIPLE), ((2, 2), TRIPLE), ((3, 2), PAIR), (TRIPLE, PAIR))
SINGLES: Sequence[Parts] = ((SINGLE,) * 2, (SINGLE,) * 3)
THROWS: Sequence[Parts] = (
    (PAIR, SINGLE),
    (PAIR, SINGLE, SINGLE),
    (PAIR, PAIR),
    ((2, 2), SINGLE),
    ((2, 2), PAIR),
    ((2, 2), (2, 2)),
    ((2, 3), PAIR),
    ((2, 2), SINGLE, SINGLE),
)
WIDE_THROWS: Sequence[Parts] = (
    (TRIPLE, SINGLE),
    (TRIPLE, PAIR),
    (TRIPLE, TRIPLE),
    ((2, 2), TRIPLE),
    ((3, 2), PAIR),
    ((3, 2), SINGLE),
)


def _placed(board: Board, group: str, parts: Parts) -> Cards:
    return [card for part in parts for card in board.runs(group, part)]


# --- players -------------------------------------------------------------------------------------


def _in_suit(board: Board, group: str, parts: Parts) -> Cards:
    """Follow with the same shapes, higher, equal or lower."""
    return _placed(board, group, parts)


def _nearly_in_suit(board: Board, group: str, parts: Parts) -> Cards:
    return [c for p in parts for c in board.near(group, board.start(group, p[1]), p)]


def _dense_in_suit(board: Board, group: str, parts: Parts) -> Cards:
    return board.dense(group, sum(width * length for width, length in parts))


def _ruff(board: Board, _: str, parts: Parts) -> Cards:
    """Ruff with the shapes of the lead."""
    return _placed(board, TRUMP, parts)


def _near_ruff(board: Board, _: str, parts: Parts) -> Cards:
    """Ruff with shapes one card off."""
    return [c for p in parts for c in board.near(TRUMP, board.start(TRUMP, p[1]), p)]


def _joined_ruff(board: Board, _: str, parts: Parts) -> Cards:
    """Ruff with the shapes of the lead end to end, in any order."""
    at = board.start(TRUMP, sum(length for _, length in parts))
    cards: Cards = []
    for part in board.dice.shuffled(parts):
        cards += board.run(TRUMP, at, part)
        at += part[1]
    return cards


def _apart_ruff(board: Board, _: str, parts: Parts) -> Cards:
    """Ruff with the tractors of the lead, and a tractor in the place of two pairs."""
    pairs = sum(part == PAIR for part in parts)
    shapes = [part for part in parts if part != PAIR] + [(2, 2)] * (pairs // 2)
    return _placed(board, TRUMP, shapes + [PAIR] * (pairs % 2))


def _long_ruff(board: Board, _: str, parts: Parts) -> Cards:
    """Ruff with one run as long as all of those led, or wider sets."""
    width = max(width for width, _ in parts)
    length = sum(length for w, length in parts if w == width)
    if board.dice.one_in(3):
        return board.runs(TRUMP, (min(width + 1, board.decks), length))
    return board.runs(TRUMP, (width, length))


def _dense_ruff(board: Board, _: str, parts: Parts) -> Cards:
    """Ruff with copies of neighbouring trumps."""
    owed = sum(width * length for width, length in parts)
    return board.dense(TRUMP, owed, width=board.dice.between(2, 5))


def _trumps(board: Board, _: str, parts: Parts) -> Cards:
    return board.loose(TRUMP, sum(width * length for width, length in parts))


def _broken_ruff(board: Board, group: str, parts: Parts) -> Cards:
    """Play trumps, and one card that is none."""
    other = [name for name in board.layout.groups if name not in (TRUMP, group)]
    return board.loose(board.dice.pick(other), 1) + _placed(board, TRUMP, parts)


def _discard(board: Board, group: str, parts: Parts) -> Cards:
    return board.outside(group, sum(width * length for width, length in parts))


#: padding: what fills a play up
IN_SUIT: Sequence[Player] = (_in_suit, _in_suit, _nearly_in_suit, _dense_in_suit)
RUFFS: Sequence[Player] = (
    _ruff,
    _ruff,
    _near_ruff,
    _long_ruff,
    _joined_ruff,
    _apart_ruff,
    _dense_ruff,
)
OTHERS: Sequence[Player] = (_trumps, _broken_ruff, _discard)


def _filled(board: Board, group: str, player: Player, parts: Parts, owed: int) -> Cards:
    """Return the play of a player, filled up or cut to the length owed."""
    cards = player(board, group, parts)
    board.put_back(cards[owed:])
    cards = cards[:owed]
    own = TRUMP if player in RUFFS or player is _trumps else group
    cards += board.loose(own, owed - len(cards))
    cards += board.outside(group, owed - len(cards))
    return board.mixed_up(cards + board.any(owed - len(cards)))


# --- tricks --------------------------------------------------------------------------------------


def _trick(board: Board, menu: Sequence[Parts], players: Sequence[Player], *, side: bool) -> Plays:
    """Return the plays of a trick: a lead of the menu and three players, in random order."""
    parts = board.dice.pick(menu)
    group = board.side() if side else board.group(max(length for _, length in parts) + 1)
    lead = _placed(board, group, parts) or board.loose(group, 1)
    plays = [board.mixed_up(lead)]
    order = board.dice.shuffled(players)
    return plays + [_filled(board, group, player, parts, len(lead)) for player in order]


def _has_trumps(board: Board) -> bool:
    return board.size(TRUMP) > 1 if TRUMP in board.layout.groups else False


def _in_suit_trick(menu: Sequence[Parts], board: Board) -> Plays:
    players = [board.dice.pick(IN_SUIT) for _ in range(2)]
    return _trick(board, menu, [*players, board.dice.pick((*IN_SUIT, _discard))], side=False)


def _one_ruff(menu: Sequence[Parts], board: Board) -> Plays:
    if not _has_trumps(board):
        return _in_suit_trick(menu, board)
    players = [board.dice.pick(RUFFS), board.dice.pick(OTHERS), board.dice.pick(IN_SUIT)]
    return _trick(board, menu, players, side=True)


def _two_ruffs(menu: Sequence[Parts], board: Board) -> Plays:
    if not _has_trumps(board):
        return _in_suit_trick(menu, board)
    players = [board.dice.pick(RUFFS), board.dice.pick(RUFFS)]
    return _trick(board, menu, [*players, board.dice.pick((*IN_SUIT, *RUFFS))], side=True)


def _joined_ruffs(menu: Sequence[Parts], board: Board) -> Plays:
    """Ruffs whose runs and sets touch, so that they can be parted in several ways."""
    if not _has_trumps(board):
        return _in_suit_trick(menu, board)
    first = board.dice.pick((_joined_ruff, _apart_ruff))
    players = [first, board.dice.pick((_joined_ruff, _ruff, _ruff, _dense_ruff))]
    return _trick(board, menu, [*players, board.dice.pick((*IN_SUIT, _trumps))], side=True)


def _equal_trick(board: Board) -> Plays:
    """Lead, and follow with cards of equal strength or the same face."""
    group = TRUMP if TRUMP in board.layout.groups and not board.dice.one_in(4) else board.side()
    classes = board.layout.groups[group]
    wide = [i for i, cls in enumerate(classes) if len(cls) > 1] or list(range(len(classes)))
    index = board.dice.pick(wide)
    copies = board.dice.between(1, max(1, board.decks // 2))
    plays: Plays = []
    for step in (0, *board.dice.shuffled((0, board.dice.below(3) - 1, 0))):
        cards = board.of_class(group, index + step, copies)
        cards += board.loose(group, copies - len(cards))
        plays.append(cards + board.outside(group, copies - len(cards)))
    return plays


def _equal_ruffs(board: Board) -> Plays:
    """Two ruffs whose highest cards are equal."""
    if not _has_trumps(board):
        return _equal_trick(board)
    group = board.side()
    lead = board.loose(group, board.dice.between(1, 3))
    classes = board.layout.groups[TRUMP]
    index = board.dice.pick([i for i, cls in enumerate(classes) if len(cls) > 1] or [0])
    plays: Plays = [lead]
    for step in (0, 0, board.dice.below(3) - 1):
        top = board.of_class(TRUMP, index + step, 1)
        cards = top + board.loose(TRUMP, len(lead) - len(top))
        plays.append(board.mixed_up(cards + board.outside(group, len(lead) - len(cards))))
    return plays


TRICKS: Sequence[tuple[str, str, str, Callable[[Board], Plays], int, int]] = (
    # name, en, zh, draw, weight, decks
    ("in-suit", "all follow in the group", "各家同门跟牌", partial(_in_suit_trick, SETS), 3, 2),
    ("single-led", "a single led", "首出单张", partial(_one_ruff, [(SINGLE,)]), 1, 1),
    ("singles-ruffed", "singles thrown and ruffed", "甩单牌被毙", partial(_two_ruffs, SINGLES), 3, 1),
    ("set-ruffed", "a pair or tractor ruffed", "对子、连对被毙", partial(_one_ruff, SETS), 3, 2),
    ("set-over-ruffed", "a pair or tractor ruffed twice", "盖毙对子、连对", partial(_two_ruffs, SETS), 3, 2),
    ("throw-ruffed", "a throw ruffed", "甩牌被毙", partial(_one_ruff, THROWS), 4, 2),
    ("throw-over-ruffed", "a throw ruffed twice", "甩牌被毙又被盖毙", partial(_two_ruffs, THROWS), 8, 2),
    ("singles-in-suit", "thrown singles followed", "甩单牌同门跟", partial(_in_suit_trick, SINGLES), 1, 2),
    ("throw-in-suit", "a throw that all follow", "甩牌各家同门跟", partial(_in_suit_trick, THROWS), 1, 2),
    ("long-run", "a long tractor led", "首出长拖拉机", partial(_one_ruff, LONG), 1, 2),
    ("joined-ruffs", "ruffs to part in two ways", "可两种拆法的毙牌", partial(_joined_ruffs, JOINED), 3, 2),
    ("joined-triples", "the same with triples", "可拆两种的毙牌", partial(_joined_ruffs, WIDE_JOINED), 4, 3),
    ("triples", "a triple or titanic led", "首出三张、泰坦尼克", partial(_two_ruffs, WIDE), 4, 3),
    ("triples-in-suit", "triples followed in the group", "三张同门跟", partial(_in_suit_trick, WIDE), 2, 3),
    ("triples-thrown", "triples thrown and ruffed", "毙带三张的甩牌", partial(_two_ruffs, WIDE_THROWS), 6, 3),
    ("equal-cards", "plays of equal strength", "大小相同的牌", _equal_trick, 3, 1),
    ("equal-ruffs", "two ruffs with equal tops", "最大牌相同的两手毙牌", _equal_ruffs, 2, 1),
)  # fmt: skip


def _judged(trick: Callable[[Board], Plays], rng: Random | Below, options: Options) -> Given:
    board = Board(rng, options)
    plays = trick(board)
    return {**board.deal, "plays": plays}


JUDGE_TRICK = tuple(
    Family(name, en, zh, partial(_judged, draw), weight, ({}, {}, PAIRS, TRIPLES)[decks])
    for name, en, zh, draw, weight, decks in TRICKS
)
