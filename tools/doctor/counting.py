"""
Mistakes of counting: points, kitty, seats, sides and levels.

Law of this file: one list, `MISTAKES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tools.doctor.mistake import MALFORMED, Ask, Mistake, Params, Result, misread, miswritten

__all__ = ["MISTAKES"]

POINTS = {"5": 5, "10": 10, "K": 10}
SIDES = {"dealer": "attackers", "attackers": "dealer"}
DOUBLED = {"score.multiplier": ["doubling", "twice-cards"]}


# Points.


def _count(cards: list[str], table: Mapping[str, int], plain_level: object = None) -> int:
    ranks = [card[1:] for card in cards if card not in ("BJ", "LJ")]
    return sum(table.get(rank, 0) for rank in ranks if rank != plain_level)


def _miscounted(table: Mapping[str, int], *, kitty: bool, level: bool = True) -> Any:
    def write(method: str, params: Params, result: Result) -> Result:
        plain = None if level else params.get("level")
        if method == "judge_trick":
            points = sum(_count(play, table, plain) for play in params["plays"])
            return {**result, "points": points}
        if method == "score_deal" and kitty:
            return _with_kitty(result, result["multiplier"] * _count(params["kitty"], table, plain))
        return result

    return write


def _with_kitty(result: Result, points: int) -> Result:
    total = result["total"] - result["kitty_points"] + points
    return {**result, "kitty_points": points, "total": total}


WRONG_POINTS = {
    "5→0": POINTS | {"5": 0},
    "10→0": POINTS | {"10": 0},
    "K→0": POINTS | {"K": 0},
    "5→10": POINTS | {"5": 10},
    "10→5": POINTS | {"10": 5},
    "K→5": POINTS | {"K": 5},
    "K→13": POINTS | {"K": 13},
    "J→10 Q→10": POINTS | {"J": 10, "Q": 10},
    "A→10": POINTS | {"A": 10},
    "5→0 10→0 K→0": {},
}


def _points() -> Iterator[Mistake]:
    for detail, table in WRONG_POINTS.items():
        for kitty in (False, True):
            yield miswritten("points-wrong", _miscounted(table, kitty=kitty), detail)
    for kitty in (False, True):
        yield miswritten(
            "level-cards-without-points", _miscounted(POINTS, kitty=kitty, level=False)
        )


# The kitty.


def _plain_kitty(params: Params) -> int:
    return _count(params["kitty"], POINTS)


def _kitty(change: Callable[[Params, Result], Result]) -> Any:
    return lambda method, params, result: (
        change(params, result) if method == "score_deal" else result
    )


def _once(params: Params, result: Result, *, told: bool) -> Result:
    if not result["multiplier"]:
        return result
    once = _with_kitty(result, _plain_kitty(params))
    return {**once, "multiplier": 1} if told else once


def _never(_: Params, result: Result, *, told: bool) -> Result:
    total = result["total"] - result["kitty_points"]
    return {**result, "total": total} | ({"kitty_points": 0} if told else {})


def _always_two(params: Params, result: Result) -> Result:
    if not result["multiplier"]:
        return result
    return {**_with_kitty(result, 2 * _plain_kitty(params)), "multiplier": 2}


def _for_the_dealer(ask: Ask, method: str, params: Params) -> Result:
    """Count the kitty for the attackers whoever wins the last trick."""
    result = ask(method, params)
    if method != "score_deal" or result.get("last_trick_side") != "dealer":
        return result
    return {**_leader(ask, params, 1), "last_trick_side": "dealer"}


# Seats and sides.


def _leader(ask: Ask, params: Params, by: int) -> Result:
    """Score a deal whose last trick was led so many seats later; one seat later the side is the other."""
    last = params["last_trick"]
    moved = {**last, "leader": (last["leader"] + by) % 4}
    return ask("score_deal", {**params, "last_trick": moved})


def _leads(seat: Callable[[Params], int]) -> Callable[[str, Params], Params]:
    def read(method: str, params: Params) -> Params:
        if method != "score_deal":
            return params
        return {**params, "last_trick": {**params["last_trick"], "leader": seat(params)}}

    return read


def _halves(ask: Ask, method: str, params: Params, *, advance: bool) -> Result:
    """Take neighbours for partners: seats 0 and 1, 2 and 3."""
    if method == "advance" and advance:
        return _by_team(ask, params, params["dealer"] // 2)
    if method != "score_deal":
        return ask(method, params)
    last = params["last_trick"]
    terms = {key: params[key] for key in ("level", "trump")}
    place = ask("judge_trick", {**terms, "plays": last["plays"]})["winner"]
    seat = (last["leader"] + place) % 4
    side = "dealer" if seat // 2 == params["dealer"] // 2 else "attackers"
    result = ask(method, params)
    return result if result["last_trick_side"] == side else _leader(ask, params, 1)


def _by_team(ask: Ask, params: Params, team: int) -> Result:
    """Take the dealer for a member of a team."""
    if team == params["dealer"] % 2:
        return ask("advance", params)
    result = ask("advance", {**params, "levels": params["levels"][::-1]})
    return {**result, "levels": result["levels"][::-1]} if "levels" in result else result


def _by_side(ask: Ask, method: str, params: Params) -> Result:
    return _by_team(ask, params, 0) if method == "advance" else ask(method, params)


def _swapped_names(method: str, _: Params, result: Result, *, only: str = "") -> Result:
    if only and method != only:
        return result
    changed = dict(result)
    if "last_trick_side" in result:
        changed["last_trick_side"] = SIDES[result["last_trick_side"]]
    if "change" in result:
        changed["change"] = {**result["change"], "side": SIDES[result["change"]["side"]]}
    return changed


def _swapped_kitty(ask: Ask, method: str, params: Params) -> Result:
    return _leader(ask, params, 1) if method == "score_deal" else ask(method, params)


def _mirrored(ask: Ask, method: str, params: Params) -> Result:
    """Count the seats the other way round; sides stay the same, so only the next dealer shows it."""
    if method != "advance":
        return ask(method, params)
    result = ask(method, {**params, "dealer": -params["dealer"] % 4})
    return _dealt(result, lambda dealer: -dealer % 4)


def _dealt(result: Result, change: Callable[[int], int]) -> Result:
    dealer = result.get("dealer")
    return result if dealer is None else {**result, "dealer": change(dealer)}


def _one_more(_: str, __: Params, result: Result) -> Result:
    return _dealt(result, lambda dealer: dealer + 1)


def _from_one(ask: Ask, method: str, params: Params) -> Result:
    """Read and write seats as 1 to 4."""
    seats = [params.get("dealer"), params.get("seat"), params.get("taker")]
    last = params.get("last_trick", {})
    if 0 in [*seats, last.get("leader")]:
        return MALFORMED
    changed = dict(params)
    for key in ("dealer", "seat", "taker"):
        if params.get(key) is not None:
            changed[key] = params[key] - 1
    if "leader" in last:
        changed["last_trick"] = {**last, "leader": last["leader"] - 1}
    result = ask(method, changed)
    return _dealt(result, lambda dealer: dealer + 1)


def _next(side: str, steps: int) -> Callable[[str, Params, Result], Result]:
    """Return what gives the deal to another seat where a side has won it."""

    def write(method: str, params: Params, result: Result) -> Result:
        if method != "advance" or result["change"]["side"] != side:
            return result
        return _dealt(result, lambda _: (params["dealer"] + steps) % 4)

    return write


def _penalty(sign: int) -> Callable[[str, Params], Params]:
    def read(_: str, params: Params) -> Params:
        if "penalty_points" not in params:
            return params
        return {**params, "penalty_points": sign * params["penalty_points"]}

    return read


MISTAKES = (
    *_points(),
    miswritten("kitty-not-multiplied", _kitty(lambda *of: _once(*of, told=True))),
    miswritten("kitty-not-multiplied", _kitty(lambda *of: _once(*of, told=False))),
    miswritten("kitty-never-counts", _kitty(lambda *of: _never(*of, told=True))),
    miswritten("kitty-never-counts", _kitty(lambda *of: _never(*of, told=False))),
    miswritten("kitty-always-doubled", _kitty(_always_two)),
    Mistake("kitty-for-any-winner", _for_the_dealer, when=DOUBLED),
    misread("first-play-is-seat-0", _leads(lambda _: 0)),
    misread("dealer-taken-for-leader", _leads(lambda params: int(params["dealer"]))),
    Mistake("partners-beside", lambda *of: _halves(*of, advance=True)),
    Mistake("partners-beside", lambda *of: _halves(*of, advance=False)),
    Mistake("levels-by-side", _by_side),
    miswritten("sides-swapped", _swapped_names),
    miswritten("sides-swapped", lambda *of: _swapped_names(*of, only="score_deal")),
    miswritten("sides-swapped", lambda *of: _swapped_names(*of, only="advance")),
    Mistake("sides-swapped", _swapped_kitty),
    Mistake("seats-other-way", _mirrored),
    miswritten("seats-from-one", _one_more),
    Mistake("seats-from-one", _from_one),
    miswritten("dealer-stays", _next("dealer", 0)),
    miswritten("dealer-goes-on", _next("dealer", 1)),
    miswritten("attackers-do-not-deal", _next("attackers", 0)),
    misread("penalty-ignored", _penalty(0)),
    misread("penalty-of-the-other-side", _penalty(-1)),
)
