"""Faults in pairs, tractors and how a lead falls apart."""

# ruff: noqa: ANN001, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from shengji.cards import BIG_JOKER, LITTLE_JOKER, Class
from shengji.shapes import Component

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
SPLIT, OF_ALL = "shapes:decompose", "cards:_classes_of_groups"


def _joined(original, fit):
    """Make one run of all pairs of a lead where these, lowest first, and their group fit."""

    def decompose(rules, group, x):
        parts = original(rules, group, x)
        pairs = sorted((p for p in parts if p.type == "pair"), key=lambda p: p.top)
        if len(pairs) < 2 or not fit(pairs, group):
            return parts
        faces = tuple(p.faces[0] for p in pairs)
        run = Component(2, len(pairs), pairs[-1].top, faces)
        return (run, *(p for p in parts if p not in pairs))

    return decompose


@bug(
    "CLS-01a",
    "Level cards of two suits are a pair",
    "shapes.pair",
    "follow.pair",
    at="cards:Order.__init__",
)
def _(original):
    def build(self, rules, level, trump):
        original(self, rules, level, trump)
        for face, slot in self.trump_group.slot_of.items():
            first = self.trump_group.face(self.trump_group.class_of[slot])
            self.weight[face] = self.weight[first]

    return build


@bug("CLS-03a", "The level rank leaves a hole in a suit", "shapes.level-gap", at=OF_ALL)
def _(original):
    return under(original, shapes_level_gap="broken")


@bug("CLS-03b", "The hole is bridged in side suits only", "shapes.level-gap", at=OF_ALL)
def _(original):
    def groups(rules, level, trump):
        (name, classes), *sides = original(rules, level, trump)
        broken = next(under(original, shapes_level_gap="broken")(rules, level, trump))
        yield (name, broken[1] if trump else classes)
        yield from sides

    return groups


@bug(
    "CLS-16a", "The ranks beside the level rank are always adjacent", "shapes.level-gap", at=OF_ALL
)
def _(original):
    return under(original, shapes_level_gap="bridged")


@bug("CLS-04a", "Any two pairs are a tractor", "shapes.tractor", at=SPLIT)
def _(original):
    return _joined(original, lambda _pairs, _group: True)


@bug(
    "CLS-04b",
    "Two pairs one rank apart are a tractor",
    "shapes.tractor",
    at=SPLIT,
)
def _(original):
    return _joined(original, lambda pairs, _group: pairs[1].top - pairs[0].top == 2)


@bug("CLS-05a", "The trump suit's A has no level cards beside it", "shapes.trump-chain", at=OF_ALL)
def _(original):
    def groups(rules, level, trump):
        full = rules.shapes_trump_chain == "full"
        play = under(original, shapes_trump_chain="blocks-not-joined") if full else original
        yield from play(rules, level, trump)

    return groups


@bug(
    "CLS-05b",
    "The main level card stands beside the trump suit's A",
    "cards.trump-order",
    "shapes.trump-chain",
    at="cards:_main_last",
)
def _(original):
    return lambda cards, trump: original(cards, trump)[::-1]


@bug("CLS-05c", "The jokers are no tractor", "shapes.trump-chain", at="cards:_linked")
def _(original):
    def linked(rules, own, upper, *, suit_deal):
        classes = original(rules, own, upper, suit_deal=suit_deal)
        return [
            cls._replace(linked=cls.linked and LITTLE_JOKER not in cls.faces) for cls in classes
        ]

    return linked


@bug(
    "CLS-05d",
    "Main level cards are not adjacent to the little joker",
    "shapes.trump-chain",
    at=OF_ALL,
)
def _(original):
    def groups(rules, level, trump):
        full = rules.shapes_trump_chain == "full"
        play = under(original, shapes_trump_chain="without-lj-main") if full else original
        yield from play(rules, level, trump)

    return groups


@bug(
    "CLS-05e",
    "Without a trump suit the level cards are not adjacent to a joker",
    "shapes.no-trump-chain",
    at="cards:_linked",
)
def _(original):
    def linked(rules, own, upper, *, suit_deal):
        classes = original(rules, own, upper, suit_deal=suit_deal)
        if suit_deal:
            return classes
        return [cls._replace(linked=cls.linked and LITTLE_JOKER in cls.faces) for cls in classes]

    return linked


@bug("CLS-07a", "Pairs of equal level cards are a tractor", "shapes.equal-order", at=SPLIT)
def _(original):
    return _joined(original, lambda pairs, _group: pairs[0].top == pairs[1].top)


@bug(
    "CLS-08a",
    "Which of two equal pairs joins a tractor is left to chance",
    "shapes.decomposition-tie",
    at="cards:Group.__init__",
    unobservable="Between faces of equal strength the rule says that any choice is right.",
)
def _(original):
    def build(self, name, shift, classes):
        original(self, name, shift, [Class(cls.faces[::-1], cls.linked) for cls in classes])

    return build


@bug(
    "CLS-08b",
    "Two equal pairs are no step of a tractor",
    "shapes.tractor",
    "shapes.decomposition",
    at="cards:Group.fold",
)
def _(original):
    def fold(self, mask):
        twice = {cls for extra, cls in self.extras if mask >> extra & 1 and mask >> cls & 1}
        return original(self, mask) & ~sum(1 << cls for cls in twice)

    return fold


@bug("CLS-11a", "Four neighbouring single cards are a tractor", "shapes.tractor", at=SPLIT)
def _(original):
    def decompose(rules, group, x):
        parts = original(rules, group, x)
        tops = [p.top for p in parts]
        if len(parts) != 4 or tops[0] - tops[3] != 3 or any(p.size > 1 for p in parts):
            return parts
        return (Component(1, 4, tops[0], tuple(p.faces[0] for p in parts[::-1])),)

    return decompose


@bug(
    "CLS-15a",
    "A tractor needs as many pairs as decks",
    "shapes.tractor-length",
    at="shapes:run_lengths",
)
def _(original):
    def lengths(rules, width):
        found = original(rules, width)
        return range(max(found.start, rules.cards_decks), found.stop) if width == 2 else found

    return lengths


@bug("CLS-15b", "Two pairs are always a tractor", "shapes.tractor-length", at="shapes:run_lengths")
def _(original):
    return under(original, shapes_tractor_min_length=2)


@bug("CLS-18a", "A tractor has two pairs at most", "shapes.tractor-length", at="shapes:run_lengths")
def _(original):
    return lambda rules, width: range(original(rules, width).start, 3)


@bug("CLS-18b", "A tractor goes on from A to 2", "shapes.no-wrap", at=SPLIT)
def _(original):
    def ends(pairs, group):
        slots = [slot for slot in group.slots_of_class if group.face(slot) != BIG_JOKER]
        return len(pairs) == 2 and [p.top for p in pairs] == [slots[0], slots[-1]]

    return _joined(original, ends)


@bug("CLS-18c", "A pair and the single card next to it are a tractor", "shapes.tractor", at=SPLIT)
def _(original):
    def decompose(rules, group, x):
        parts = original(rules, group, x)
        if [p.size for p in parts] != [2, 1] or abs(parts[0].top - parts[1].top) != 1:
            return parts
        low, high = sorted(parts, key=lambda p: p.top)
        return (Component(2, 2, high.top, low.faces + high.faces),)

    return decompose
