"""Faults in what a follow owes."""

# ruff: noqa: ANN001, ANN002, ANN003, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from shengji import follow
from shengji.errors import Refusal
from shengji.ladders import Rung
from shengji.shapes import Component

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
JUDGE, STEPS, LADDER = "follow:refusal", "ladders:_tractor_ladder", "ladders:ladder"
HOLDING, MATCH = "follow:_holding", "follow:match"
NOTHING = Rung()


@bug("FOL-01a", "A tractor that cannot be met draws no pair", "follow.tractor-pairs", at=STEPS)
def _(original):
    return lambda *args: [next(original(*args)), NOTHING]


@bug("FOL-02a", "Without a tractor no pair is owed to one", "follow.tractor-pairs", at=STEPS)
def _(original):
    return lambda *args: [*(rung for rung in original(*args) if rung.runs), NOTHING]


@bug("FOL-02b", "One pair less than held is enough", "follow.tractor-pairs", at=STEPS)
def _(original):
    return lambda *args: [
        rung._replace(pairs=max(0, rung.pairs - 1)) if not rung.runs else rung
        for rung in original(*args)
    ]


@bug("FOL-04a", "Any pairs answer a tractor", "follow.tractor", at=STEPS)
def _(_original):
    return lambda length, _tractor, _shortest: [
        Rung((), 0, pairs) for pairs in range(length, -1, -1)
    ]


@bug("FOL-06a", "A throw is answered from its smallest part on", "follow.throw-order", at=MATCH)
def _(original):
    def match(rules, group, parts, held, selection, *, lone_only=True):
        sets = [part for part in parts if part.width > 1]
        return original(rules, group, sets[::-1], held, selection, lone_only=lone_only)

    return match


@bug("FOL-06b", "To a throw only the number of pairs is owed", "follow.throw", at=MATCH)
def _(original):
    def match(rules, group, parts, held, selection, *, lone_only=True):
        pairs = sum(part.length for part in parts if part.width > 1)
        plain = [Component(2, 1, 0, ())] * pairs if len(parts) > 1 else parts
        return original(rules, group, plain, held, selection, lone_only=lone_only)

    return match


@bug("FOL-06c", "Of a throw only the largest part is answered", "follow.throw", at=MATCH)
def _(original):
    return lambda rules, group, parts, held, selection, **named: original(
        rules, group, parts[:1], held, selection, **named
    )


@bug(
    "FOL-08a",
    "A pair in a tractor is not owed",
    "follow.protected-tractor",
    "follow.pair",
    at=HOLDING,
)
def _(original):
    return under(original, follow_break_tractor=False)


@bug("FOL-08b", "A pair in a tractor is always owed", "follow.protected-tractor", at=HOLDING)
def _(original):
    return under(original, follow_break_tractor=True)


def _led(order, lead):
    group = order.group(lead)
    return group, group.of(lead)


@bug("FOL-09a", "A void hand with a trump pair must ruff with it", "follow.void", at=JUDGE)
def _(original):
    def refusal(rules, order, lead, hand, cards, n):
        (group, led), trumps = _led(order, lead), order.trump_group
        held, own = trumps.of(hand), trumps.of(cards)
        void = group is not trumps and not group.of(hand) and group.at_least(led, 2)
        ruffs = void and cards & ~trumps.mask == 0 and trumps.at_least(held, 2)
        if ruffs and not trumps.at_least(own, 2):
            return Refusal("follow.pair")
        return original(rules, order, lead, hand, cards, n)

    return refusal


@bug("FOL-09b", "A void hand must play trumps", "follow.void", at=JUDGE)
def _(original):
    def refusal(rules, order, lead, hand, cards, n):
        (group, led), trumps = _led(order, lead), order.trump_group
        void = group is not trumps and not group.of(hand)
        if void and trumps.of(hand) % 255 >= led % 255 and cards & ~trumps.mask:
            return Refusal("follow.suit")
        return original(rules, order, lead, hand, cards, n)

    return refusal


@bug("FOL-11a", "No shorter tractor is owed to a longer one", "follow.tractor", at=LADDER)
def _(original):
    def ladder(rules, part):
        longest = rules.follow_tractor == "longest-available"
        return (under(original, follow_tractor="exact-length") if longest else original)(
            rules, part
        )

    return ladder


@bug("FOL-11b", "A shorter tractor is always owed to a longer one", "follow.tractor", at=LADDER)
def _(original):
    return under(original, follow_tractor="longest-available")


@bug("FOL-12a", "A triple counts as two pairs", "follow.tractor-pairs", at="follow:_pairs_left")
def _(original):
    def left(holding, x, triples):
        found = original(holding, x, triples)
        return found + (holding.group.at_least(x, 3).bit_count() if found > 0 else 0)

    return left


@bug(
    "FOL-14a",
    "A protected triple may not be played even where all the suit is owed",
    "follow.protected-triple",
    "follow.short",
    at=JUDGE,
    reads={"follow.break-triples": False},
)
def _(original):
    def refusal(rules, order, lead, hand, cards, n):
        found = original(rules, order, lead, hand, cards, n)
        group, led = _led(order, lead)
        kept = rules.cards_decks > 2 and not rules.follow_break_triples
        breaks = group.at_least(group.of(cards), 3) and not group.at_least(led, 3)
        if found is None and kept and breaks and group.of(hand) % 255 == led % 255 > 2:
            return Refusal("follow.protected-triple")
        return found

    return refusal


@bug("FOL-16a", "Triples in a run are not protected", "follow.protected-triple", at=HOLDING)
def _(original):
    def holding(rules, group, held, selection, *, lone_only):
        triples = group.classes_with(held, 3)
        play = under(original, follow_break_triples=True) if triples & triples >> 8 else original
        return play(rules, group, held, selection, lone_only=lone_only)

    return holding


@bug("FOL-16b", "No triple is protected", "follow.protected-triple", at=HOLDING)
def _(original):
    return under(original, follow_break_triples=True)


@bug("FOL-18a", "To a titanic triples are owed before tractors", "follow.titanic", at=LADDER)
def _(original):
    return under(original, follow_titanic_order="tuples-first")


@bug("FOL-18b", "To a titanic tractors are owed before triples", "follow.titanic", at=LADDER)
def _(original):
    return under(original, follow_titanic_order="tractor-first")


@bug("FOL-20a", "Only the suit is owed", "follow.pair", "follow.tractor", at="follow:has_structure")
def _(_original):
    return lambda _rules, _group, _led: False


@bug(
    "FOL-20b",
    "Pairs are owed though any cards would do",
    "follow.no-structure",
    at="follow:has_structure",
)
def _(original):
    return under(original, follow_pairs="must")


@bug("FOL-21a", "With triples protected tractors are not", "follow.protected-tractor", at=HOLDING)
def _(original):
    def holding(rules, *args, **named):
        both = rules.cards_decks > 2 and not rules.follow_break_triples
        return (under(original, follow_break_tractor=True) if both else original)(
            rules, *args, **named
        )

    return holding


@bug(
    "FOL-23a",
    "The count knows no duty of shape",
    "follow.pair",
    "follow.tractor",
    at="follow:count",
)
def _(original):
    return under(original, follow_pairs="free")


@bug("FOL-23b", "The count is 0 where the suit runs out", "follow.short", at="follow:count")
def _(original):
    def count(rules, order, lead, hand):
        group, led = _led(order, lead)
        enough = group.of(hand) % 255 >= led % 255
        return original(rules, order, lead, hand) if enough else 0

    return count


@bug("FOL-24a", "A pair of another suit answers a pair", "follow.suit", at=JUDGE)
def _(original):
    def refusal(rules, order, lead, hand, cards, n):
        found = original(rules, order, lead, hand, cards, n)
        group, led = _led(order, lead)
        own = order.group(cards)
        pair = own and led % 255 == 2 and group.at_least(led, 2) and own.at_least(own.of(cards), 2)
        return None if pair and found and found.rule == "follow.suit" else found

    return refusal


@bug(
    "FOL-25a",
    "Level cards of equal strength are one choice",
    "follow.free-choice",
    at="follow:count",
)
def _(_original):
    def count(rules, order, lead, hand):
        seen = set()
        for chosen in follow.selections(rules, order, lead, hand):
            cards = [
                (g.name, g.class_of[g.slot_of[c]])
                for g in order.groups
                for c in g.tokens(g.of(chosen))
            ]
            seen.add(tuple(sorted(cards)))
        return len(seen)

    return count


@bug("FOL-26a", "A revoke is taken as played", "follow.suit", at=JUDGE)
def _(original):
    def refusal(*args):
        found = original(*args)
        return None if found and found.rule == "follow.suit" else found

    return refusal


@bug("ROB-02b", "A follow without cards is legal", "follow.count", at=JUDGE)
def _(original):
    return lambda rules, order, lead, hand, cards, n: (
        original(rules, order, lead, hand, cards, n) if n else None
    )
