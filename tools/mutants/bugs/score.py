"""Faults in burying and in counting a deal."""

# ruff: noqa: ANN001, ANN002, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from collections import Counter

from shengji.errors import Refusal
from shengji.trick import points

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
BURY, COUNT, FACTOR = "bury:refusal", "score:score", "score:multiplier"


@bug("BOT-01a", "A single card in the last trick does not double", "score.multiplier", at=FACTOR)
def _(original):
    return lambda rules, order, cards: (
        1 if cards.bit_count() == 1 else original(rules, order, cards)
    )


@bug("BOT-02a", "The kitty counts whoever wins the last trick", "score.last-trick-dealer", at=COUNT)
def _(original):
    def score(rules, order, dealer, *rest):
        found = original(rules, order, dealer, *rest)
        if found.last_trick_side == "attackers":
            return found
        return original(rules, order, dealer + 1, *rest)._replace(last_trick_side="dealer")

    return score


@bug(
    "BOT-02b",
    "A kitty that is not dug is taken from the attackers",
    "score.last-trick-dealer",
    at=COUNT,
)
def _(original):
    def score(rules, order, dealer, taken, kitty, leader, plays):
        found = original(rules, order, dealer, taken, kitty, leader, plays)
        lost = points(kitty) if found.last_trick_side == "dealer" else 0
        return found._replace(total=found.total - lost)

    return score


@bug("BOT-04a", "The factor comes from the buried cards", "score.multiplier-basis", at=COUNT)
def _(original):
    def score(rules, order, dealer, taken, kitty, leader, plays):
        found = original(rules, order, dealer, taken, kitty, leader, plays)
        factor = 2 * max(Counter(kitty).values(), default=1) if found.multiplier else 0
        dug = points(kitty) * factor
        return found._replace(multiplier=factor, kitty_points=dug, total=taken + dug)

    return score


@bug("BOT-04b", "The factor comes from the cards led", "score.multiplier-basis", at=COUNT)
def _(original):
    return under(original, score_multiplier_basis="lead-format")


@bug(
    "BOT-05a",
    "A power of two instead of twice the cards",
    "score.multiplier",
    at="score:FACTORS[twice-cards]",
)
def _(_original):
    return lambda part: 1 << part.size


@bug(
    "BOT-05b",
    "Twice the cards instead of a power of two",
    "score.multiplier",
    at="score:FACTORS[doubling]",
)
def _(_original):
    return lambda part: 2 * part.size


@bug("BOT-06a", "All cards of a throw count", "score.multiplier-throw", at=FACTOR)
def _(original):
    return under(original, score_multiplier_throw="total-cards")


@bug("BOT-06b", "Of a throw the largest part counts", "score.multiplier-throw", at=FACTOR)
def _(original):
    return under(original, score_multiplier_throw="largest-component")


@bug("BOT-08a", "Any number of cards may be buried", "bury.count", at=BURY)
def _(original):
    def refusal(*args):
        found = original(*args)
        return None if found and found.rule == "bury.count" else found

    return refusal


@bug("BOT-08b", "One card may be buried twice", "bury.cards-in-hand", at=BURY)
def _(original):
    def refusal(rules, taker, seat, hand, cards):
        found = original(rules, taker, seat, hand, cards)
        held = set(cards) <= set(hand)
        return None if held and found and found.rule == "bury.cards-in-hand" else found

    return refusal


@bug("BOT-08c", "A card that is not held may be buried", "bury.cards-in-hand", at=BURY)
def _(original):
    def refusal(*args):
        found = original(*args)
        return None if found and found.rule == "bury.cards-in-hand" else found

    return refusal


@bug("BOT-08d", "Anybody may bury", "bury.taker", at=BURY)
def _(original):
    return lambda rules, _taker, seat, hand, cards: original(rules, seat, seat, hand, cards)


@bug("BOT-09b", "The kitty has four cards", "deal.hand-size", "bury.count", at="deal:kitty_size")
def _(_original):
    return lambda _rules: 4


@bug("BOT-10a", "What the kitty brings is added twice", "score.total", at=COUNT)
def _(original):
    def score(*args):
        found = original(*args)
        return found._replace(total=found.total + found.kitty_points)

    return score


@bug("BOT-11a", "The last trick's points are not in the total", "score.total", at="game:_ended")
def _(original):
    def ended(state, won, plays):
        attacks = (won.seat - state.dealer) % 2
        lost = attacks * sum(points(play.cards) for play in state.tricks[-1])
        return original(state._replace(taken=state.taken - lost), won, plays)

    return ended


@bug("BOT-15a", "Point cards may not be buried", "bury.any-card", at=BURY)
def _(original):
    def refusal(rules, taker, seat, hand, cards):
        found = original(rules, taker, seat, hand, cards)
        return found or (Refusal("bury.limit") if points(cards) else None)

    return refusal


@bug("BOT-15b", "Jokers may not be buried", "bury.any-card", at=BURY)
def _(original):
    def refusal(rules, taker, seat, hand, cards):
        found = original(rules, taker, seat, hand, cards)
        return found or (Refusal("bury.limit") if {"LJ", "BJ"} & set(cards) else None)

    return refusal


@bug("BOT-15c", "Aces may always be buried", "bury.limit", at=BURY)
def _(original):
    return under(original, bury_limit="none")


@bug("BOT-15d", "Aces may never be buried", "bury.limit", "bury.any-card", at=BURY)
def _(original):
    return under(original, bury_limit="no-aces")


@bug(
    "BOT-17a",
    "A longer tractor has no higher factor",
    "score.multiplier",
    at="score:FACTORS[doubling]",
)
def _(original):
    return lambda part: min(original(part), 8)


@bug(
    "BOT-17b",
    "A longer tractor has a higher factor",
    "score.multiplier",
    at="score:FACTORS[flat-2-4-8]",
)
def _(original):
    return lambda part: original(part) << max(0, part.length - 2)


@bug(
    "BOT-17c", "A pair doubles like a single card", "score.multiplier", at="score:FACTORS[flat-2-4]"
)
def _(original):
    return lambda part: 2 if part.length == 1 else original(part)


@bug("ROB-07a", "The factor has no bound", "score.multiplier-cap", at=FACTOR)
def _(original):
    return under(original, score_multiplier_cap="none")


@bug("SCO-03a", "The points of both sides' tricks are counted", "trick.points", at="game:_laid")
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        if len(after.tricks) == len(state.tricks):
            return after
        return after._replace(taken=state.taken + sum(points(p.cards) for p in after.tricks[-1]))

    return laid


@bug("SCO-03b", "The points of a trick go to who played them", "trick.points", at="game:_laid")
def _(original):
    def laid(state, play, cards):
        after = original(state, play, cards)
        if len(after.tricks) == len(state.tricks):
            return after
        own = [p for p in after.tricks[-1] if (p.seat - state.dealer) % 2]
        return after._replace(taken=state.taken + sum(points(p.cards) for p in own))

    return laid


@bug("SCO-04a", "The total is taken four times", "score.total", at=COUNT)
def _(original):
    def score(*args):
        found = original(*args)
        return found._replace(total=4 * found.total)

    return score


@bug("FLW-15b", "The last trick is counted from the dealer on", "score.last-trick-dealer", at=COUNT)
def _(original):
    return lambda rules, order, dealer, taken, kitty, _leader, plays: original(
        rules, order, dealer, taken, kitty, dealer, plays
    )
