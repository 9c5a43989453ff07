"""
Positions of `score_deal`, `advance` and `settle`: thresholds at their edges, every shape of a last trick.

Law of this file: totals lie on a row of the level table or five points off it, and levels where a side has
to stop, wins, or is sent back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from random import Random
from typing import Any

from shengji_spec.model import load_spec

from tools.positions.bidding import worth
from tools.positions.board import Board, Cards
from tools.positions.dice import Below, Dice
from tools.positions.family import PAIRS, TRIPLES, Family, Given
from tools.positions.pack import (
    JOKERS,
    NO_TRUMP_LEVEL,
    RANKS,
    SUITS,
    TRUMP,
    Options,
    kitty_size,
    levels_of,
)
from tools.positions.tricks import TRICKS, Plays

__all__ = ["ADVANCE", "SCORE_DEAL", "SETTLE"]

# --- score_deal ----------------------------------------------------------------------------------


def _scored(trick: Callable[[Board], Plays], rng: Random | Below, options: Options) -> Given:
    """Count a deal that ends with a trick; the kitty holds points more often than not."""
    board = Board(rng, options)
    dice = board.dice
    plays = trick(board)
    kitty: Cards = []
    for _ in range(dice.below(4)):
        fit = [face for face in board.layout.faces if board.left[face] and worth(face)]
        kitty += board.take(dice.pick(fit))
    kitty += board.any(kitty_size(options) - len(kitty))
    given: Given = {
        **board.deal,
        "dealer": dice.below(4),
        "trick_points": 5 * dice.below(25),
        "kitty": board.mixed_up(kitty),
        "last_trick": {"leader": dice.below(4), "plays": plays},
    }
    if dice.one_in(4):
        given["penalty_points"] = 10 * dice.pick((-2, -1, 1, 3))
    return given


def _joker_led(board: Board) -> Plays:
    """Lead jokers: one, two alike, one of each, or one beside another trump."""
    dice = board.dice
    held = [face for face in JOKERS if board.left[face]]
    if not held:
        return [board.loose(board.side(), 1) for _ in range(4)]
    lead = board.take(dice.pick(held), dice.between(1, 2))
    if dice.one_in(3):
        lead += board.loose(TRUMP, 1)
    return [lead, *(board.any(len(lead)) for _ in range(3))]


SCORE_DEAL = (
    *(
        Family(name, en, zh, partial(_scored, draw), weight, ({}, {}, PAIRS, TRIPLES)[decks])
        for name, en, zh, draw, weight, decks in TRICKS
    ),
    Family(
        "joker-led",
        "jokers led to the last trick",
        "最后一轮首出王",
        partial(_scored, _joker_led),
        3,
    ),
)


# --- advance -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _edges(table: str) -> tuple[int, ...]:
    """Return the totals at which a row of a level table begins, further steps included."""
    content: Mapping[str, Any] = load_spec().tables[table]
    edges = [row["from"] for row in content["bands"]]
    step = content.get("then", {}).get("every", 40)
    below = content.get("below", {}).get("every", 5)
    beyond = (edges[-1] + step, edges[-1] + 3 * step, -below, -2 * below, -5, -40, -80)
    return (*edges, *edges, *beyond)


def _total(dice: Dice, options: Options) -> int:
    return dice.pick(_edges(options["levels.table"])) + dice.pick((-5, 0, 0, 5))


def _mandatory(options: Options) -> list[str]:
    named = str(options.get("levels.mandatory", "none"))
    return [] if named == "none" else named.split("-")


def _levels(dice: Dice, options: Options) -> list[str]:
    """Return the levels of both sides: on, or a little below, one that matters."""
    all_ = levels_of(options)
    first = all_.index(options["levels.start"])
    knots = [all_.index(rank) for rank in ("J", "Q", "A", "K", *_mandatory(options), all_[-1])]
    sides = []
    for _ in range(2):
        place = dice.pick(knots) - dice.pick((0, 0, 0, 1, 2, 3))
        place = place if dice.below(4) else dice.between(first, len(all_) - 1)
        sides.append(all_[max(first, place)])
    return sides


def _cleared(dice: Dice, options: Options, levels: list[str]) -> list[list[str]]:
    """Return the mandatory levels that each side has won, none above its own."""
    if options.get("levels.mandatory-meaning") != "win-as-dealer":
        return [[], []]
    all_ = levels_of(options)
    cleared = []
    for level in levels:
        below = [m for m in _mandatory(options) if all_.index(m) <= all_.index(level)]
        own = [m for m in below if m != level]
        cleared.append(own if dice.below(3) else [m for m in below if dice.below(2)])
    return cleared


def _last_trick(dice: Dice, rng: Random | Below, options: Options, level: str) -> Given:
    """Return a last trick in which level cards are played, often by the winner."""
    trump = None if level == NO_TRUMP_LEVEL else dice.pick((*SUITS, None))
    board = Board(rng, options, level=level, trump=trump)
    copies = dice.between(1, min(2, board.decks))
    plays: Plays = []
    cards = [face for face in board.layout.faces if face[1:] == level]
    for _ in range(4):
        play: Cards = []
        if cards and dice.one_in(2):
            play = board.take(dice.pick(cards), copies)
        plays.append(play)
    if not plays[0]:
        plays[0] = board.loose(board.side(), 1)
        plays[0] += board.take(plays[0][0], copies - 1)
    owed, led = len(plays[0]), board.layout.group_of[plays[0][0]]
    plays[1:] = [play + board.outside(led, owed - len(play)) for play in plays[1:]]
    plays = [(play + board.any(owed))[:owed] for play in plays]
    return {"leader": dice.below(4), "plays": plays, "level": level, "trump": trump}


def reads_last_trick(options: Options) -> bool:
    """Tell whether the question needs the last trick."""
    return bool(
        options.get("levels.last-trick-required")
        or options.get("levels.hook-back", "none") != "none"
        or options.get("levels.attackers-take") == "last-trick-winner"
    )


def _advance(rng: Random | Below, options: Options, *, levels: list[str] | None = None) -> Given:
    dice = Dice(rng)
    sides = levels or _levels(dice, options)
    dealer = dice.below(4)
    given: Given = {
        "deal": dice.between(2, 30),
        "dealer": dealer,
        "levels": sides,
        "total": _total(dice, options),
    }
    cleared = _cleared(dice, options, sides)
    if any(cleared) or dice.one_in(2):
        given["cleared"] = cleared
    if reads_last_trick(options) or dice.one_in(4):
        given["last_trick"] = _last_trick(dice, rng, options, sides[dealer % 2])
    return given


def _at_the_end(rng: Random | Below, options: Options) -> Given:
    """Both sides near the last level."""
    dice, all_ = Dice(rng), levels_of(options)
    return _advance(rng, options, levels=[all_[-1 - dice.pick((0, 0, 1, 2))] for _ in range(2)])


def _at_the_start(rng: Random | Below, options: Options) -> Given:
    """Both sides near the first level."""
    dice = Dice(rng)
    first = RANKS.index(options["levels.start"])
    return _advance(rng, options, levels=[RANKS[first + dice.below(3)] for _ in range(2)])


HOOKS = {"levels.hook-back": ["jack-and-ace", "jack", "queen", "ace", "jack-queen-ace", "by-card"]}


def _hooked(rng: Random | Below, options: Options) -> Given:
    """Both sides on a level from which a side may be sent back."""
    dice = Dice(rng)
    return _advance(rng, options, levels=[dice.pick(("J", "Q", "A")) for _ in range(2)])


def _below_the_first(rng: Random | Below, options: Options) -> Given:
    """A side that was sent back to 6, below the first level."""
    dice = Dice(rng)
    return _advance(rng, options, levels=dice.shuffled(("6", dice.pick(RANKS[5:]))))


ADVANCE = (
    Family("edges", "totals at an edge of the table", "总分在分数段的边界", _advance, 6),
    Family("at-the-end", "sides near the last level", "两方接近最高级", _at_the_end, 3),
    Family("at-the-start", "sides near the first level", "两方接近起始级", _at_the_start, 1),
    Family("hooked", "a side that may be sent back", "可能被钩回的一方", _hooked, 4, HOOKS),
    Family(
        "below-the-first",
        "a side that was sent back below the first level",
        "被钩回到起始级以下的一方",
        _below_the_first,
        1,
        {"levels.hook-back": ["queen", "jack-queen-ace"], "levels.start": "7"},
    ),
)


# --- settle --------------------------------------------------------------------------------------


def _settled(rng: Random | Below, options: Options) -> Given:
    """Settle a deal, or a leaver."""
    dice = Dice(rng)
    base = 2 * dice.pick((0, 1, 5, 50))
    if options.get("lead.penalty") != "half-stake" and dice.one_in(3):
        base += 1
    given: Given = {"dealer": dice.below(4), "base": base}
    if dice.one_in(3):
        given["leaver"] = dice.below(4)
    else:
        side = dice.pick(("dealer", "attackers"))
        given["change"] = {"side": side, "levels": dice.below(5) + (side == "dealer")}
    if dice.one_in(2):
        given["failed_throws"] = [dice.pick((0, 0, 1, 2)) for _ in range(4)]
    return given


SETTLE = (
    Family("deal-or-leaver", "a deal, or somebody who leaves", "一局结算或有人逃跑", _settled),
)
