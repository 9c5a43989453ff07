"""Faults in the course of a deal, which records show."""

# ruff: noqa: ANN001, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from shengji.deal import hand_size
from shengji.errors import Refusal

from tools.mutants.bugs.entry import Catalogue

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
LAID, ENDED = "game:_laid", "game:_ended"


@bug("THF-06a", "All that was tried lies on the table", "lead.withdrawn", at=LAID)
def _(original):
    return lambda state, play, _cards: original(
        state, play._replace(cards=play.tried), state.order.read(play.tried)
    )


@bug("THF-06b", "What was tried and not played is gone from the hand", "lead.withdrawn", at=LAID)
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        lost = state.order.read(play.tried) - cards
        held = [x - lost * (seat == play.seat) for seat, x in enumerate(after.held)]
        return after._replace(held=tuple(held))

    return laid


@bug(
    "THF-08a",
    "After a failed throw the leader leads again",
    "trick.turn",
    "lead.withdrawn",
    at=LAID,
)
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        return after if len(play.tried) == len(play.cards) else after._replace(turn=play.seat)

    return laid


@bug("THF-10d", "A failed throw always costs the attackers", "score.penalty", at="game:_lead")
def _(original):
    def lead(state, event):
        after = original(state, event)
        if isinstance(after, Refusal):
            return after
        return after._replace(penalties=state.penalties - abs(after.penalties - state.penalties))

    return lead


@bug("THF-10e", "The side that fails a throw gains by it", "score.penalty", at="game:_lead")
def _(original):
    def lead(state, event):
        after = original(state, event)
        if isinstance(after, Refusal):
            return after
        return after._replace(penalties=2 * state.penalties - after.penalties)

    return lead


@bug("FLW-01a", "A seat may play out of turn", "trick.turn", at="game:_play")
def _(original):
    return lambda state, event: original(state._replace(turn=event.seat), event)


@bug("FLW-03a", "A deal ends after as many tricks as cards", "deal.end", at=ENDED)
def _(original):
    def ended(state, won, plays):
        enough = len(state.tricks) >= hand_size(state.rules)
        return original(state, won, plays) if enough else state

    return ended


@bug("FLW-10a", "Cards that were played may be played again", "follow.cards-in-hand", at=LAID)
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        return after._replace(held=state.held) if any(after.held) else after

    return laid


@bug("FLW-15a", "The leader of a trick leads to the next", "trick.turn", at=LAID)
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        ended = len(after.tricks) > len(state.tricks) and after.turn is not None
        return after._replace(turn=after.tricks[-1][0].seat) if ended else after

    return laid


@bug("FLW-15c", "Seats play against the order", "trick.turn", at=LAID)
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        return after._replace(turn=(play.seat - 1) % 4) if after.table else after

    return laid
