"""Faults in the order of cards, and in which cards are trumps."""

# ruff: noqa: ANN001, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from shengji.cards import BIG_JOKER, LITTLE_JOKER, NO_TRUMP_LEVEL, RANKS, Class, faces

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
JOKERS = (LITTLE_JOKER, BIG_JOKER)
OWN, OF_ALL = "cards:_main_last", "cards:_classes_of_groups"


@bug("ORD-01a", "Off-suit level cards rank by suit", "cards.off-level-equal", at=OWN)
def _(original):
    return lambda cards, trump: [
        Class((face,)) for cls in original(cards, trump) for face in cls.faces
    ]


@bug("ORD-03a", "All level cards are equal", "cards.trump-order", at=OWN)
def _(_original):
    return lambda cards, _trump: [Class(cards)] if cards else []


@bug("ORD-04a", "The trump suit's A beats the level cards", "cards.trump-order", at="cards:_linked")
def _(original):
    def linked(rules, own, upper, *, suit_deal):
        jokers = [cls for cls in upper if cls.faces[0] in JOKERS]
        rest = [cls for cls in upper if cls.faces[0] not in JOKERS]
        return original(rules, [*own[:-1], *rest, *own[-1:]], jokers, suit_deal=suit_deal)

    return linked


@bug("ORD-08a", "Jokers are the lowest trumps", "cards.trump-order", at="cards:_linked")
def _(original):
    def linked(rules, own, upper, *, suit_deal):
        jokers = [cls for cls in upper if cls.faces[0] in JOKERS]
        rest = [cls for cls in upper if cls.faces[0] not in JOKERS]
        return original(rules, [*jokers, *own], rest, suit_deal=suit_deal)

    return linked


def _apart(original, chosen):
    """Take some trumps out of their group and make a group of their own of them."""

    def groups(rules, level, trump):
        (name, classes), *sides = original(rules, level, trump)
        away = [cls for cls in classes if chosen(cls.faces[0], level)]
        yield name, [cls for cls in classes if cls not in away]
        yield from sides
        yield "X", away

    return groups


@bug("ORD-08b", "Jokers are a suit of their own", "cards.trump-group", at=OF_ALL)
def _(original):
    return _apart(original, lambda face, _level: face in JOKERS)


@bug("TRM-01a", "Fours are trump in every deal", "cards.side-group", at="cards:permanent_ranks")
def _(original):
    return lambda rules, level: (*original(rules, level), *(["4"] if level != "4" else []))


@bug("TRM-01b", "The twos are trump, whatever the level", "cards.trump-group", at=OF_ALL)
def _(original):
    return lambda rules, _level, trump: original(rules, "2", trump)


@bug(
    "TRM-02a", "A level card counts in its printed suit as well", "cards.level-card-suit", at=OF_ALL
)
def _(original):
    def groups(rules, level, trump):
        (name, classes), *sides = original(rules, level, trump)
        own = [[f for f in cls.faces if f[1:] != level or f[0] == trump] for cls in classes]
        yield name, [Class(tuple(f), c.linked) for f, c in zip(own, classes, strict=True) if f]
        for suit, ranks in sides:
            back = [Class((suit + level,))] if suit + level in faces(rules) else []
            every = {cls.faces[0]: cls for cls in (*back, *ranks)}
            yield suit, sorted(every.values(), key=lambda cls: RANKS.index(cls.faces[0][1:]))

    return groups


@bug("TRM-04a", "Level cards do not answer a trump lead", "cards.trump-group", at=OF_ALL)
def _(original):
    return _apart(original, lambda face, level: face[1:] == level)


@bug("TRM-06a", "At the no-trump level the twos are trump", "cards.no-trump", at=OF_ALL)
def _(original):
    return lambda rules, level, trump: original(
        rules, "2" if level == NO_TRUMP_LEVEL else level, trump
    )


@bug("TRM-06b", "Without a trump suit only jokers are trump", "cards.no-trump", at=OF_ALL)
def _(original):
    return under(original, cards_no_trump_level_cards="plain")


@bug(
    "TRM-07a", "Permanent ranks are no trumps", "cards.permanent-ranks", at="cards:permanent_ranks"
)
def _(_original):
    return lambda _rules, _level: ()


@bug(
    "TRM-07b",
    "Of permanent ranks the lower stands above",
    "cards.permanent-order",
    at="cards:permanent_ranks",
)
def _(original):
    return lambda rules, level: original(rules, level)[::-1]


@bug(
    "TRM-07c",
    "A permanent rank is trump twice at its own level",
    "cards.permanent-ranks",
    at="cards:permanent_ranks",
)
def _(_original):
    return lambda rules, _level: (
        () if rules.cards_permanent_ranks == "none" else (*rules.cards_permanent_ranks.split("-"),)
    )


@bug("BOT-09a", "The pack has no jokers", "cards.pack", at="cards:faces")
def _(original):
    return lambda rules: {f: place for f, place in original(rules).items() if f not in JOKERS}


@bug("ROB-04a", "A card that does not exist is passed over", "cards.pack", at="cards:Order.read")
def _(_original):
    return lambda self, cards: sum(self.weight.get(card, 0) for card in cards)


@bug("ROB-04b", "Small letters are read as cards", "cards.pack", at="cards:Order.read")
def _(original):
    return lambda self, cards: original(self, [card.upper() for card in cards])


@bug(
    "ROB-06a",
    "More copies than the pack holds are a position",
    "cards.pack",
    at="cards:Order.exceeds_pack",
)
def _(_original):
    return lambda _self, _cards: False


@bug(
    "ROB-01a",
    "One card listed twice is two cards",
    "lead.cards-in-hand",
    "follow.cards-in-hand",
    at="cards:Order.contains",
)
def _(original):
    def contains(self, hand, cards):
        once = sum(w for w in set(self.weight.values()) if cards & 0xFF * w)
        return original(self, hand, once)

    return contains
