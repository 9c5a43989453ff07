"""
Positions of `judge_follow` and `count_follows`: hands that hold just enough, or one card too few.

Law of this file: a hand is made of what nearly answers the lead, and a play of what the hand nearly owes;
neither asks what the rules want.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tools.positions.board import Board, Cards, Part
from tools.positions.dice import Below
from tools.positions.family import PAIRS, TRIPLES, Family, Given
from tools.positions.pack import TRUMP, Options

__all__ = ["COUNT_FOLLOWS", "JUDGE_FOLLOW"]

#: cards of the led group in a hand, at most
MOST = 12

SINGLE, PAIR, TRIPLE = (1, 1), (2, 1), (3, 1)
Parts = Sequence[Part]
TRACTORS: Sequence[Parts] = (((2, 2),), ((2, 2),), ((2, 3),))
LONG: Sequence[Parts] = (((2, 3),), ((2, 4),))
THROWS: Sequence[Parts] = (
    (SINGLE, SINGLE),
    (PAIR, SINGLE),
    (PAIR, PAIR),
    ((2, 2), SINGLE),
    ((2, 2), PAIR),
    ((2, 2), (2, 2)),
    ((2, 3), PAIR),
)
SHORT: Sequence[Parts] = (
    (SINGLE,),
    (SINGLE, SINGLE),
    (PAIR,),
    (PAIR,),
    (PAIR, SINGLE),
    (PAIR, PAIR),
    ((2, 2),),
    ((2, 3),),
)
TITANICS: Sequence[Parts] = (((3, 2),), ((3, 2),), ((3, 2),), ((3, 3),))
WIDE_THROWS: Sequence[Parts] = (
    (TRIPLE, SINGLE),
    (TRIPLE, PAIR),
    (TRIPLE, TRIPLE),
    ((2, 2), TRIPLE),
    ((3, 2), SINGLE),
    ((3, 2), PAIR),
)


# --- leads and hands -----------------------------------------------------------------------------


def _lead(board: Board, group: str, parts: Parts) -> Cards:
    cards = [card for part in parts for card in board.runs(group, part)]
    return cards or board.loose(group, 1)


def _answer(board: Board, group: str, part: Part) -> Cards:
    """Take what answers a component, nearly answers it, or answers it in another shape."""
    width, length = part
    match board.dice.below(7):
        case 0:
            return board.runs(group, part)
        case 1:
            return board.near(group, board.start(group, length), part)
        case 2:
            return board.runs(group, (width, length + 1))
        case 3:
            return board.runs(group, (width, max(1, length - 1)))
        case 4:
            narrower = max(1, width - 1)
            return board.runs(group, (narrower, length + board.dice.below(2)))
        case 5:
            number = max(1, length + board.dice.below(3) - 1)
            return [c for _ in range(number) for c in board.runs(group, (width, 1))]
    return board.dense(group, board.dice.between(3, 8))


def _piece(board: Board, group: str, widest: int) -> Cards:
    """Take a pair, a triple, a run, or what is nearly one."""
    menu: list[tuple[Part, int]] = [((2, 1), 4), ((2, 2), 4), ((2, 3), 2)]
    if widest > 2:
        menu += [((3, 1), 5), ((3, 2), 2)]
    part = board.dice.weighted(menu)
    if widest > 2 and board.dice.one_in(5):
        start = board.start(group, 2)
        wide = board.dice.below(2)
        return board.of_class(group, start + wide, 3) + board.of_class(group, start + 1 - wide, 2)
    if board.dice.one_in(6):
        return board.near(group, board.start(group, part[1]), part)
    return board.runs(group, part)


def _hand(board: Board, group: str, parts: Parts, owed: int) -> tuple[Cards, Cards]:
    """Return a hand's cards of the led group, mostly more than are owed, and some others."""
    own: Cards = []
    if board.decks == 1 or board.dice.one_in(4):
        own = [card for part in parts for card in _answer(board, group, part)]
    enough, widest = owed + board.dice.below(4), max(width for width, _ in parts)
    for _ in range(5):
        if len(own) < enough and board.decks > 1:
            own += _piece(board, group, widest)
    most = max(MOST, owed + 1)
    board.put_back(own[most:])
    own = own[:most]
    own += board.loose(group, max(0, owed + board.dice.between(1, 2) - len(own)))
    return own, board.outside(group, max(0, owed - len(own)) + board.dice.below(4))


# --- plays ---------------------------------------------------------------------------------------


def _held_run(board: Board, left: Counter[str], part: Part) -> Cards:
    """Take a run out of cards; nothing where there is none."""
    width, length = part
    faces: dict[int, list[str]] = {}
    for face in sorted(left):
        if left[face] >= width:
            faces.setdefault(board.place(face), []).append(face)
    starts = [at for at in sorted(faces) if all(at + i in faces for i in range(length))]
    if not starts:
        return []
    start = board.dice.pick(starts)
    chosen = [board.dice.pick(faces[start + i]) for i in range(length)]
    left.subtract(dict.fromkeys(chosen, width))
    return [face for face in chosen for _ in range(width)]


def _shaped(board: Board, own: Cards, parts: Parts, owed: int) -> Cards:
    """Choose cards that answer a lead as well as somebody quick would do it."""
    left, play = Counter(own), Cards()
    for width, length in sorted(parts, key=lambda part: part[0] * part[1], reverse=True):
        wanted = width * length
        for shape in _shapes(width, length):
            if shape[0] * shape[1] <= wanted:
                run = _held_run(board, left, shape)
                play += run
                wanted -= len(run)
    rest = sorted(left.elements(), key=lambda card: (board.place(card), card))
    fill = board.dice.pick(("random", "lowest", "highest", "singles"))
    if fill in ("random", "singles"):
        rest = board.mixed_up(rest)
    if fill == "highest":
        rest.reverse()
    if fill == "singles":
        rest.sort(key=lambda card: left[card])
    return (play + rest)[:owed]


def _sets(board: Board, own: Cards, owed: int) -> Cards:
    """Choose sets of a hand, whichever, and fill up with single cards."""
    held, play = Counter(own), Cards()
    for face in board.mixed_up(sorted(held)):
        copies = min(held[face], 2 + board.dice.below(2), owed - len(play))
        if copies > 1:
            play += [face] * copies
    rest = sorted((Counter(own) - Counter(play)).elements())
    singles = board.mixed_up([card for card in rest if held[card] == 1])
    return (play + singles + board.mixed_up([c for c in rest if held[c] > 1]))[:owed]


def _any(board: Board, cards: Cards, number: int) -> Cards:
    return board.dice.some(cards, number)


def _shapes(width: int, length: int) -> list[Part]:
    """Return shapes that answer one, the best first, each as often as it may be needed."""
    shapes = [(width, i) for i in range(length, 1, -1)]
    if width == 3:
        shapes += [(3, 1)] * length + [(2, i) for i in range(length + 1, 1, -1)]
    return shapes + ([(2, 1)] * (width * length // 2) if width > 1 else [])


def _play(board: Board, own: Cards, outside: Cards, parts: Parts, owed: int) -> Cards:
    """Choose a play: what seems owed, or one card off, or anything."""
    if len(own) <= owed:
        cards = own + board.dice.some(outside, owed - len(own))
    else:
        kind = board.dice.weighted((("shaped", 4), ("sets", 5), ("any", 1)))
        cards = board.dice.some(own, owed)
        if kind != "any":
            cards = (
                _shaped(board, own, parts, owed) if kind == "shaped" else _sets(board, own, owed)
            )
    if board.dice.one_in(4):
        cards = _exchanged(board, cards, own)
    if outside and board.dice.one_in(12):
        cards = [*cards[1:], board.dice.pick(outside)]
    return cards


def _exchanged(board: Board, cards: Cards, own: Cards) -> Cards:
    """Exchange a card or two that are played for others of the group."""
    rest = list((Counter(own) - Counter(cards)).elements())
    number = min(board.dice.between(1, 2), len(rest), len(cards))
    return board.mixed_up(cards)[number:] + board.dice.some(rest, number)


# --- questions -----------------------------------------------------------------------------------


def _position(board: Board, lead: Cards, hand: Cards) -> Given:
    return {**board.deal, "lead": board.mixed_up(lead), "hand": board.mixed_up(hand)}


def _led(menu: Sequence[Parts], group: str, rng: Random | Below, options: Options) -> Given:
    """Draw a lead of a menu, a hand and a play."""
    board = Board(rng, options)
    parts = board.dice.pick(menu)
    if group not in board.layout.groups:
        group = board.group(max(length for _, length in parts) + 1)
    lead = _lead(board, group, parts)
    own, outside = _hand(board, group, parts, len(lead))
    play = _play(board, own, outside, parts, len(lead))
    return {**_position(board, lead, own + outside), "cards": board.mixed_up(play)}


def _dense(rng: Random | Below, options: Options) -> Given:
    """Lead and hand out of the same few ranks."""
    board = Board(rng, options)
    group = board.group(4)
    width = board.dice.between(4, 7)
    start = board.start(group, width)
    parts = board.dice.pick((*TRACTORS, *THROWS) if board.decks > 1 else (((1, 1), (1, 1)),))
    lead = _lead(board, group, parts)
    if board.decks > 2 and board.dice.one_in(2):
        board.put_back(lead)
        lead = board.dense(group, board.dice.between(4, 7), width=3) or board.loose(group, 1)
    own = board.dense(group, board.dice.between(5, MOST), width=width, start=start)
    own += board.loose(group, max(0, len(lead) + 1 - len(own)))
    outside = board.outside(group, 1 + max(0, len(lead) - len(own)))
    play = _play(board, own, outside, parts, len(lead))
    return {**_position(board, lead, own + outside), "cards": board.mixed_up(play)}


def _run_beside_pairs(rng: Random | Below, options: Options) -> Given:
    """Hold a run that is too short for the tractor led, and pairs beside it."""
    board = Board(rng, options)
    part = (2, board.dice.pick((3, 3, 4)))
    group = board.group(part[1] + 4)
    lead = _lead(board, group, (part,))
    own = board.runs(group, (2, board.dice.between(2, part[1] - board.dice.below(2))))
    for _ in range(board.dice.between(1, part[1])):
        own += board.runs(group, (2, 1))
    own += board.loose(group, max(0, len(lead) + board.dice.between(1, 2) - len(own)))
    play = (
        _sets(board, own, len(lead))
        if board.dice.below(4)
        else _shaped(board, own, (part,), len(lead))
    )
    return {**_position(board, lead, own), "cards": board.mixed_up(play)}


def _only_runs(rng: Random | Below, options: Options) -> Given:
    """Hold pairs that stand in runs alone, and play single cards or one of the pairs."""
    board = Board(rng, options)
    parts = board.dice.pick((((2, 1),), ((2, 1), (1, 1)), ((2, 1), (2, 1)), ((2, 2), (2, 1))))
    group = board.group(6)
    lead = _lead(board, group, parts)
    own = board.runs(group, (2, board.dice.between(2, 3)))
    own += board.runs(group, (2, 2)) if board.dice.one_in(3) else []
    own += board.loose(group, max(3, len(lead) + 1 - len(own)))
    held = Counter(own)
    singles = sorted(own, key=lambda card: held[card])
    play = singles[: len(lead)] if board.dice.below(3) else _sets(board, own, len(lead))
    return {**_position(board, lead, own), "cards": board.mixed_up(play)}


def _short(rng: Random | Below, options: Options) -> Given:
    """Hold no more of the group than is owed, or nothing of it; and pairs of another group."""
    board = Board(rng, options)
    menu = (*SHORT[: 2 if board.decks == 1 else None], *(WIDE_THROWS if board.decks > 2 else ()))
    parts = board.dice.pick(menu)
    group = board.group(max(length for _, length in parts) + 1)
    lead = _lead(board, group, parts)
    held = board.dice.pick((0, len(lead), board.dice.below(len(lead) + 1)))
    own = _piece(board, group, board.decks) if board.decks > 1 else []
    board.put_back(own[held:])
    own = own[:held]
    own += board.loose(group, held - len(own))
    other = board.dice.pick([name for name in board.layout.groups if name != group])
    outside = board.dense(other, 6) if board.dice.one_in(2) else []
    outside += board.outside(group, len(lead) + 1 - len(outside))
    free = _sets if board.dice.one_in(2) else _any
    play = own + free(board, outside, len(lead) - len(own))
    if own and board.dice.one_in(3):
        play = free(board, outside, len(lead))
        play += own[: len(lead) - len(play)]
    return {**_position(board, lead, own + outside), "cards": board.mixed_up(play)}


def _void(rng: Random | Below, options: Options) -> Given:
    """Hold nothing of the side suit led, and pairs of trumps."""
    board = Board(rng, options)
    parts = board.dice.pick(SHORT[: 2 if board.decks == 1 else None])
    group = board.side()
    lead = _lead(board, group, parts)
    trumps = board.dense(TRUMP, 8) if TRUMP in board.layout.groups else []
    hand = trumps + board.outside(group, max(0, len(lead) + 1 - len(trumps)))
    play = _sets(board, hand, len(lead))
    once = list(dict.fromkeys(trumps))
    if len(once) >= len(lead) and board.dice.below(3):
        play = board.dice.some(once, len(lead))
    elif board.dice.one_in(2):
        play = board.dice.some(hand, len(lead))
    return {**_position(board, lead, hand), "cards": board.mixed_up(play)}


def _wrong_cards(rng: Random | Below, options: Options) -> Given:
    """Play a card too many or too few, none, one that is not held, or one twice that is held once."""
    board = Board(rng, options)
    parts = board.dice.pick(THROWS if board.decks > 1 else (((1, 1), (1, 1)),))
    group = board.group(max(length for _, length in parts) + 1)
    lead = _lead(board, group, parts)
    own, outside = _hand(board, group, parts, len(lead))
    play = _shaped(board, own, parts, len(lead))
    match board.dice.below(5):
        case 0:
            play = play[1:]
        case 1:
            play = [*play, board.dice.pick(own or outside)]
        case 2:
            play = []
        case 3:
            once = [card for card in own if own.count(card) == 1] or own[:1]
            play = (once[:1] * 2 + play)[: max(2, len(lead))]
        case _:
            play = [*play[1:], *board.loose(group, 1)]
    return {**_position(board, lead, own + outside), "cards": board.mixed_up(play)}


def _counted(
    draw: Callable[[Random | Below, Options], Given], rng: Random | Below, options: Options
) -> Given:
    """Leave the play out."""
    given = draw(rng, options)
    del given["cards"]
    return given


def _row(
    name: str, en: str, zh: str, menu: Sequence[Parts], weight: int, group: str = ""
) -> Family:
    """Return the family of the leads of a menu, with the decks they need."""
    widest = max(width for parts in menu for width, _ in parts)
    when = ({}, {}, PAIRS, TRIPLES)[widest]
    return Family(name, en, zh, partial(_led, menu, group), weight, when)


JUDGE_FOLLOW = (
    _row("single-led", "a single led", "首出单张", [(SINGLE,)], 1),
    _row("singles-thrown", "single cards thrown", "甩单牌", [(SINGLE,) * 2, (SINGLE,) * 3], 1),
    _row("pair-led", "a pair led", "首出对子", [(PAIR,)], 3),
    _row("tractor-led", "a tractor led", "首出拖拉机", TRACTORS, 6),
    _row("long-tractor-led", "a long tractor led", "首出长拖拉机", LONG, 4),
    _row("trump-tractor-led", "a tractor of trumps led", "首出主牌拖拉机", TRACTORS, 3, TRUMP),
    _row("throw-led", "a throw led", "首出甩牌", THROWS, 6),
    _row("triple-led", "a triple led", "首出三张", [(TRIPLE,)], 3),
    _row("titanic-led", "a titanic led", "首出泰坦尼克", TITANICS, 6),
    _row("throw-with-triples-led", "a throw with triples led", "首出带三张的甩牌", WIDE_THROWS, 5),
    Family("dense", "lead and hand of the same few ranks", "首出与手牌同在少数点数", _dense, 4),
    Family(
        "run-beside-pairs",
        "a run too short, and pairs",
        "较短的连对与对子",
        _run_beside_pairs,
        4,
        PAIRS,
    ),
    Family("only-runs", "pairs that stand in runs alone", "对子都在连对之中", _only_runs, 3, PAIRS),
    Family("short", "no more of the group than is owed", "该门不多于应跟张数", _short, 3),
    Family("void", "a side suit led that the hand is void of", "首出的副牌手中没有", _void, 1),
    Family(
        "wrong-cards", "a wrong number, or a card not held", "张数不符或手中没有", _wrong_cards, 1
    ),
)

COUNT_FOLLOWS = tuple(
    Family(
        family.name,
        family.en,
        family.zh,
        partial(_counted, family.draw),
        family.weight,
        family.when,
    )
    for family in JUDGE_FOLLOW
    if family.name != "wrong-cards"
)
