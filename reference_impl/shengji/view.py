"""What a seat sees of a deal.

Law of this file: a view holds what the seat may know and nothing else. It is built from what is public and
the seat's own hand, so that nothing hidden has to be taken out.
"""

from __future__ import annotations

from typing import NamedTuple

from shengji.bids import Show
from shengji.state import Cards, Phase, Play, State

__all__ = ["View", "view"]


class View(NamedTuple):
    """A deal as one seat sees it."""

    seat: int
    phase: str
    deal: int
    dealer: int | None
    levels: tuple[str, str]
    #: of the deal; None until they are fixed
    level: str | None
    trump: str | None
    turn: int | None
    hand: Cards
    #: cards in each hand
    counts: tuple[int, ...]
    #: cards lying in the kitty
    kitty_count: int
    #: the cards lying in the kitty, where the seat may look; None where not
    kitty: Cards | None
    #: cards of the kitty that all have seen before it was taken up
    turned: Cards
    #: declarations, counters and passes; the cards stay in the hands
    shows: tuple[Show, ...]
    declined: frozenset[int]
    may_take: int | None
    burier: int | None
    table: tuple[Play, ...]
    tricks: tuple[tuple[Play, ...], ...]
    #: attackers' points from tricks, and what penalties add
    taken: int
    penalties: int


def view(state: State, seat: int) -> View:
    """Return what a seat sees (rules bury.burier-may-look, bury.revealed, bury.shown-before)."""
    return View(
        seat=seat,
        phase=state.phase.value,
        deal=state.start.deal,
        dealer=state.dealer,
        levels=state.start.levels,
        level=state.level,
        trump=state.trump,
        turn=state.turn,
        hand=state.hands[seat],
        counts=tuple(map(len, state.hands)),
        kitty_count=len(state.kitty),
        kitty=state.kitty if _sees_kitty(state, seat) else None,
        turned=state.turned,
        shows=state.shows,
        declined=state.declined,
        may_take=state.may_take,
        burier=state.burier,
        table=state.table,
        tricks=state.tricks,
        taken=state.taken,
        penalties=state.penalties,
    )


def _sees_kitty(state: State, seat: int) -> bool:
    """Tell whether a seat may look at the cards that lie in the kitty."""
    if state.burier is None:
        return False
    if seat == state.burier and state.rules.bury_burier_may_look:
        return True
    if state.phase is not Phase.OVER or state.score is None:
        return False
    return state.rules.bury_revealed == "at-end" or state.score.last_trick_side == "attackers"
