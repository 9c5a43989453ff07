"""Faults in who wins a trick."""

# ruff: noqa: ANN001, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from itertools import islice

from shengji.shapes import starts
from shengji.trick import covers

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
IN_SUIT, IS_RUFF, OVER = "trick:_beats_in_group", "trick:is_ruff", "trick:_beats_ruff"


def _held(group, part, play):
    return starts(group.classes_with(group.of(play), part.width), part.length)


@bug("ORD-05a", "Of equal plays the later wins", "trick.first-of-equals", at=IN_SUIT)
def _(_original):
    def beats(group, parts, play, winning):
        best = _held(group, parts[0], play)
        return len(parts) == 1 and 0 < best >= _held(group, parts[0], winning)

    return beats


@bug("ORD-05b", "Of equal ruffs the later wins", "trick.first-of-equals", at=OVER)
def _(original):
    return lambda rules, order, parts, play, winning: (
        not original(rules, order, parts, winning, play)
    )


@bug(
    "CLS-10a",
    "A discard of the shape led, in one other suit, wins like a ruff",
    "trick.discard",
    at=IS_RUFF,
)
def _(original):
    def is_ruff(rules, order, group, parts, play):
        other = order.group(play)
        alike = other is not None and other is not group and covers(other, other.of(play), parts)
        return alike or original(rules, order, group, parts, play)

    return is_ruff


@bug("CLS-10b", "Trumps beside other cards ruff", "trick.ruff-void", at=IS_RUFF)
def _(original):
    return lambda rules, order, group, parts, play: original(
        rules, order, group, parts, play & order.trump_group.mask or play
    )


@bug(
    "WIN-01a",
    "Only the highest split of a ruff is tried",
    "trick.ruff-structure",
    at="trick:_assignments",
)
def _(original):
    return lambda *args: islice(original(*args), 1)


@bug(
    "WIN-01b",
    "Of two ruffs only the first split is compared",
    "trick.ruff-compare",
    at="trick:_vectors",
)
def _(original):
    return lambda *args: islice(original(*args), 1)


@bug("WIN-02a", "Ruffs of thrown singles are not compared", "trick.ruff-compare", at=OVER)
def _(original):
    return lambda rules, order, parts, play, winning: (
        parts[0].width > 1 and original(rules, order, parts, play, winning)
    )


@bug("WIN-02b", "Single cards are not compared", "trick.highest", at=IN_SUIT)
def _(original):
    return lambda group, parts, play, winning: (
        parts[0].size > 1 and original(group, parts, play, winning)
    )


@bug("WIN-03a", "An over-ruff is higher in every part", "trick.ruff-compare", at=OVER)
def _(original):
    return under(original, trick_ruff_compare="all-components")


@bug("WIN-03b", "Of two ruffs the highest card decides", "trick.ruff-compare", at=OVER)
def _(original):
    return under(original, trick_ruff_compare="highest-card")


@bug("WIN-04a", "Any trumps ruff", "trick.ruff-structure", at=IS_RUFF)
def _(_original):
    def is_ruff(_rules, order, group, _parts, play):
        trumps = order.trump_group
        return group is not trumps and not play & ~trumps.mask

    return is_ruff


@bug("WIN-06a", "A ruff is split as a lead would be", "trick.ruff-structure", at=IS_RUFF)
def _(original):
    return under(original, trick_ruff_structure="counts-literal")


@bug("WIN-06b", "A ruff has exactly the parts led", "trick.ruff-structure", at=IS_RUFF)
def _(original):
    return under(original, trick_ruff_structure="exact")


@bug("WIN-08a", "A pair of the suit beats thrown singles", "trick.throw-in-suit", at=IN_SUIT)
def _(original):
    return lambda group, parts, play, winning: (
        original(group, parts, play, winning)
        or (len(parts) > 1 == parts[0].width and bool(group.at_least(group.of(play), 2)))
    )


@bug("WIN-10a", "A throw is not ruffed", "trick.ruff", at=IS_RUFF)
def _(original):
    return lambda rules, order, group, parts, play: (
        len(parts) == 1 and original(rules, order, group, parts, play)
    )


@bug(
    "WIN-10b", "A thrown trump lead is over-ruffed by higher trumps", "trick.trump-lead", at=IN_SUIT
)
def _(original):
    def beats(group, parts, play, winning):
        if len(parts) == 1 or group.name != "T":
            return original(group, parts, play, winning)
        mine, theirs = group.of(play), group.of(winning)
        higher = group.classes_with(mine, 1) > group.classes_with(theirs, 1)
        return higher and covers(group, mine, parts)

    return beats


@bug("WIN-12a", "The highest card wins, whatever the shape", "trick.same-shape", at=IN_SUIT)
def _(_original):
    def highest(group, x):
        return group.classes_with(group.of(x), 1)

    return lambda group, parts, play, winning: (
        len(parts) == 1 and highest(group, play) > highest(group, winning)
    )


@bug("WIN-16a", "Four of a kind beat everything in the suit", "trick.same-shape", at=IN_SUIT)
def _(original):
    return lambda group, parts, play, winning: (
        bool(group.at_least(group.of(play), 4)) or original(group, parts, play, winning)
    )


@bug("WIN-18a", "A ruff needs the largest part led only", "trick.ruff-structure", at="trick:covers")
def _(original):
    return lambda trumps, local, parts: original(trumps, local, parts[:1])


@bug("WIN-20a", "A pair in an over-ruff of singles counts more", "trick.ruff-compare", at=OVER)
def _(original):
    return under(original, trick_ruff_compare="own-best-type")


@bug(
    "ROB-17a",
    "A level card counts no points once compared",
    "score.point-cards",
    at="questions:ask_judge_trick",
)
def _(original):
    def answer(rules, params):
        found = original(rules, params)
        played = [card for play in params["plays"] for card in play]
        worth = {"5": 5, "10": 10, "K": 10}.get(params["level"], 0)
        lost = worth * sum(card[1:] == params["level"] for card in played)
        return {**found, "points": found["points"] - lost}

    return answer
