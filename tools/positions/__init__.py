"""
Positions that matter: for every question but `replay`, drawn under any options from a generator.

Law of this package: a seed gives the same positions everywhere; a position is well formed and small enough
for somebody who tries everything; nothing here knows an answer. `FAMILIES` is the only list of what is
drawn. `VERSION` changes when a seed gives other positions than before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from tools.positions.bidding import JUDGE_BURIAL, JUDGE_REDEAL, RESOLVE_NO_BID
from tools.positions.counters import JUDGE_COUNTER
from tools.positions.counting import ADVANCE, SCORE_DEAL, SETTLE
from tools.positions.dice import Below, Dice
from tools.positions.draws import JUDGE_DECLARATION
from tools.positions.family import Family, Given
from tools.positions.follows import COUNT_FOLLOWS, JUDGE_FOLLOW
from tools.positions.leads import JUDGE_LEAD
from tools.positions.pack import Options
from tools.positions.sorting import CLASSIFY, ORDER_CARDS
from tools.positions.tricks import JUDGE_TRICK

__all__ = ["FAMILIES", "QUESTIONS", "VERSION", "Drawn", "Family", "draw", "drawn", "families"]

VERSION = 1

#: by question: the families its positions come from
FAMILIES: Mapping[str, Sequence[Family]] = {
    "order_cards": ORDER_CARDS,
    "classify": CLASSIFY,
    "judge_lead": JUDGE_LEAD,
    "judge_follow": JUDGE_FOLLOW,
    "count_follows": COUNT_FOLLOWS,
    "judge_trick": JUDGE_TRICK,
    "judge_redeal": JUDGE_REDEAL,
    "judge_declaration": JUDGE_DECLARATION,
    "resolve_no_bid": RESOLVE_NO_BID,
    "judge_counter": JUDGE_COUNTER,
    "judge_burial": JUDGE_BURIAL,
    "score_deal": SCORE_DEAL,
    "advance": ADVANCE,
    "settle": SETTLE,
}
QUESTIONS = tuple(FAMILIES)


class Drawn(NamedTuple):
    """A position and the family it comes from."""

    family: Family
    given: Given


def families(question: str, options: Options) -> list[Family]:
    """Return the families of a question that make sense under some options."""
    return [family for family in FAMILIES[question] if family.fits(options)]


def drawn(rng: Random | Below, options: Options, question: str, family: str = "") -> Drawn:
    """Draw a position of a question, of one family if it is named."""
    fit = [f for f in families(question, options) if family in ("", f.name)]
    chosen = Dice(rng).weighted([(f, f.weight) for f in fit])
    return Drawn(chosen, chosen.draw(rng, options))


def draw(rng: Random | Below, options: Options, question: str) -> Given:
    """Draw the parameters of a question, `variant` left out."""
    return drawn(rng, options, question).given
