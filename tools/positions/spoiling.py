"""
Positions that are none, for whoever asks for them: a drawn position with one thing broken.

Law of this file: each fault is one that the protocol calls malformed under every rule set; what somebody
merely may not do is no fault here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from shengji_spec.questions import required_keys

from tools.positions.dice import Below, Dice
from tools.positions.family import Given
from tools.positions.pack import NO_TRUMP_LEVEL, Options, layout

__all__ = ["FAULTS", "spoiled"]

Spoiler = Callable[[Dice, Options, str, Given], Given | None]
#: keys of the seats that must be there as numbers
SEATS = ("seat", "taker", "leader", "first_drawer", "leaver")
NO_CARDS = ("S1", "XX", "s5", "H11", "", "SJ ", "T10", "JK", 5, None, ["S5"])
NO_SEATS = (4, -1, "0", True, 1.0, [0])
NO_LEVELS = ("1", "11", "T", "nt", "", 10, None)
NO_TRUMPS = ("s", "N", "", "NT", 0, False, ["S"])


def _zones(question: str, given: Given) -> Iterator[list[Any]]:
    """Yield the lists of cards that exist together, those of the attempt left out."""
    sorting = ("cards",) if question in ("order_cards", "classify") else ()
    for key in ("hand", "lead", "kitty", *sorting):
        if key in given:
            yield given[key]
    for holder in (given, given.get("last_trick", {})):
        for key in ("others", "plays", "hands"):
            yield from holder.get(key, ())


def _unknown_card(dice: Dice, _options: Options, question: str, given: Given) -> Given | None:
    lists = [*_zones(question, given), *([given["cards"]] if "cards" in given else [])]
    filled = [cards for cards in lists if cards]
    if not filled:
        return None
    cards = dice.pick(filled)
    cards[dice.below(len(cards))] = dice.pick(NO_CARDS)
    return given


def _too_many(dice: Dice, options: Options, question: str, given: Given) -> Given | None:
    filled = [cards for cards in _zones(question, given) if cards]
    if not filled or "plays" in given or "last_trick" in given:
        return None
    cards = dice.pick(filled)
    cards += [cards[0]] * options["cards.decks"]
    return given


def _key_missing(dice: Dice, _options: Options, question: str, given: Given) -> Given | None:
    del given[dice.pick(sorted(set(required_keys(question)) & given.keys()))]
    return given


def _no_list(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    lists = [key for key, value in given.items() if isinstance(value, list)]
    if not lists:
        return None
    key = dice.pick(lists)
    given[key] = dice.pick((" ".join(map(str, given[key])), None, {}, 3))
    return given


def _no_level(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    if "level" in given:
        given["level"] = dice.pick(NO_LEVELS)
    elif "levels" in given:
        given["levels"] = dice.pick((["2"], ["2", "2", "2"], [dice.pick(NO_LEVELS), "2"]))
    else:
        return None
    return given


def _no_trump(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    if "trump" not in given:
        return None
    wrong = "S" if given["level"] == NO_TRUMP_LEVEL else dice.pick(NO_TRUMPS)
    given["trump"] = wrong
    return given


def _no_seat(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    holders = [(h, k) for h in (given, given.get("last_trick", {})) for k in SEATS if k in h]
    if not holders:
        return None
    holder, key = dice.pick(holders)
    holder[key] = dice.pick(NO_SEATS)
    return given


def _two_groups(dice: Dice, options: Options, _question: str, given: Given) -> Given | None:
    """Lead cards of two groups."""
    trick = given.get("last_trick", given)
    led = given.get("lead") or (trick["plays"][0] if "plays" in trick else [])
    if len(led) < 2:
        return None
    stand = layout(
        options, trick.get("level", given.get("level")), trick.get("trump", given.get("trump"))
    )
    group = stand.group_of[led[0]]
    held = [card for cards in _zones("", given) for card in cards]
    other = [f for f in stand.faces if stand.group_of[f] != group and f not in held]
    if not other:
        return None
    led[-1] = dice.pick(other)
    return given


def _plays(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    """A trick of three plays, or of plays of different lengths."""
    trick = given.get("last_trick", given)
    if "plays" not in trick:
        return None
    if dice.one_in(2):
        trick["plays"].pop()
    else:
        trick["plays"][dice.below(4)].pop()
    return given


NUMBERS: Mapping[str, tuple[Any, ...]] = {
    "deal": (0, -1, "2", None, 1.5),
    "trick_points": (-5, "5", None),
    "base": (-2, "10", None, 2.5),
    "total": (1, 42, "80", None),
    "declared": (-1, 99, "1"),
    "failed_throws": ([0, 0, 0], [0, 0, 0, -1], [0, 0, 0, "1"]),
    "change": (
        {"side": "defenders", "levels": 1},
        {"levels": 1},
        None,
    ),
    "last_trick": ([], "none", {"leader": 0}),
}


def _no_number(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    keys = [key for key in NUMBERS if key in given]
    if not keys:
        return None
    key = dice.pick(keys)
    given[key] = dice.pick(NUMBERS[key])
    return given


def _first_deal(_dice: Dice, _options: Options, question: str, given: Given) -> Given | None:
    """A dealer in the first deal, or none in a later one."""
    if question not in ("judge_declaration", "resolve_no_bid"):
        return None
    given["dealer"] = 0 if given["dealer"] is None else None
    return given


def _hand_too_short(dice: Dice, _options: Options, _question: str, given: Given) -> Given | None:
    if "lead" not in given:
        return None
    given["hand"] = given["hand"][: dice.below(len(given["lead"]))]
    return given


def _no_show(dice: Dice, _options: Options, question: str, given: Given) -> Given | None:
    """A declaration of no cards, or of one that does not exist."""
    shows = given.get("history", [])
    declared = shows if question == "judge_declaration" else shows[: given.get("declared", 1)]
    if not declared:
        return None
    show = dice.pick(declared)
    show["cards"] = [] if dice.one_in(2) else [dice.pick(NO_CARDS), *show["cards"][1:]]
    return given


#: by name: what is broken
FAULTS: Mapping[str, Spoiler] = {
    "unknown-card": _unknown_card,
    "too-many": _too_many,
    "key-missing": _key_missing,
    "no-list": _no_list,
    "no-level": _no_level,
    "no-trump": _no_trump,
    "no-seat": _no_seat,
    "two-groups": _two_groups,
    "plays": _plays,
    "no-number": _no_number,
    "first-deal": _first_deal,
    "hand-too-short": _hand_too_short,
    "no-show": _no_show,
}


def spoiled(
    rng: Random | Below, options: Options, question: str, given: Given
) -> tuple[str, Given]:
    """Break something about a position; return what, and the position that is none."""
    dice = Dice(rng)
    for name in dice.shuffled(list(FAULTS)):
        broken = FAULTS[name](dice, options, question, copy.deepcopy(given))
        if broken is not None:
            return name, broken
    raise AssertionError("a key can always be left out")
