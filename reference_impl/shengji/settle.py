"""Settling: stakes and rating points that change hands after a deal.

Law of this file: every amount is a whole number for each seat; what one seat loses others gain, but for
the half stake of a failed throw, which goes to the house.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.cards import SEATS
from shengji.deal import same_side
from shengji.errors import MalformedInput
from shengji.rules import RuleSet

__all__ = ["Settlement", "settle"]

#: what a leaver loses for each one that stays
LEAVER_PAYS = 4


class Settlement(NamedTuple):
    """What each seat gains (negative: loses)."""

    stakes: tuple[int, ...]
    ratings: tuple[int, ...]


def settle(
    rules: RuleSet,
    dealer: int,
    change: tuple[str, int] | None,
    base: int,
    failed_throws: Sequence[int] = (0,) * SEATS,
    leaver: int | None = None,
) -> Settlement:
    """
    Return what a deal costs each seat; `change` is (side, levels), None where somebody left.

    `base` is the base stake, `failed_throws` a count by seat. Rules settle.stakes, settle.ratings,
    settle.leaver, settle.half-stake. Raises MalformedInput for a base that cannot be halved where it must.
    """
    halves = rules.lead_penalty == "half-stake"
    if halves and base % 2:
        msg = f"base {base} cannot be halved, and a failed throw costs half of it"
        raise MalformedInput(msg)
    if leaver is not None:
        units = _left(leaver)
        stakes = ratings = rules.settle_leaver != "none"
    else:
        assert change is not None
        units = _won(dealer, *change)
        stakes = rules.settle_stakes == "by-levels"
        ratings = rules.settle_ratings == "by-levels"
    half = base // 2 if halves else 0
    return Settlement(
        tuple(
            unit * base * stakes - half * throws
            for unit, throws in zip(units, failed_throws, strict=True)
        ),
        tuple(unit * ratings for unit in units),
    )


def _won(dealer: int, side: str, levels: int) -> list[int]:
    """Return what each seat wins in units of the base stake (rules settle.stakes, settle.ratings)."""
    worth = levels if side == "dealer" else -(levels + 1)
    return [worth if same_side(seat, dealer) else -worth for seat in range(SEATS)]


def _left(leaver: int) -> list[int]:
    """Return what each seat gets when one leaves (rule settle.leaver)."""
    return [LEAVER_PAYS * (1 if seat != leaver else 1 - SEATS) for seat in range(SEATS)]
