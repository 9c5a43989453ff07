"""Cards, groups and their order: one immutable table for a rule set, a level and a trump suit.

Law of this file: whatever depends on which card is higher, which group a card belongs to or which
cards are neighbours is decided here, once, when an `Order` is built. The other chapters only do
arithmetic.

A multiset of cards is one integer. Every face has a field of eight bits; the fields of a group
stand together and in its order, one face for each class of equal strength, with an empty field
wherever two classes are not neighbours in the sense of a tractor; further faces of equal strength
stand behind them. So adding cards is adding numbers, "two of a kind" is a comparison of all fields
at once, and a run is `m & m >> 8`.

Conventions: `x` a multiset as an integer, of the whole pack or local to a group; a *slot* is a
field's number within its group; a *mask* has 0 or 1 in every field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from shengji.errors import MalformedInput
from shengji.rules import RuleSet

__all__ = [
    "BIG_JOKER",
    "LEVELS",
    "LITTLE_JOKER",
    "NO_TRUMP_LEVEL",
    "RANKS",
    "SEATS",
    "SUITS",
    "Group",
    "Order",
    "faces",
    "order_cards",
    "order_of",
]

SUITS = ("S", "H", "C", "D")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
NO_TRUMP_LEVEL = "NT"
LEVELS = (*RANKS, NO_TRUMP_LEVEL)
SEATS = 4
LITTLE_JOKER, BIG_JOKER = "LJ", "BJ"
#: the other suit of the same colour
TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}
TRUMP = "T"


class Class(NamedTuple):
    """Faces of equal strength, in suit order; `linked`: a tractor may go on to the class above."""

    faces: tuple[str, ...]
    linked: bool = True


class Group:
    """The cards of one effective suit, lowest class first."""

    __slots__ = (
        "_add",
        "class_of",
        "extras",
        "face_at",
        "high",
        "main",
        "mask",
        "name",
        "ones",
        "shift",
        "slot_of",
        "slots_of_class",
        "threes",
    )

    def __init__(self, name: str, shift: int, classes: Sequence[Class]) -> None:
        self.name = name
        #: bits below the group's fields
        self.shift = shift
        face_at: list[str | None] = []
        for cls in classes:
            face_at.append(cls.faces[0])
            if not cls.linked:
                face_at.append(None)
        self.main = (1 << 8 * len(face_at)) - 1
        class_slot = {face: slot for slot, face in enumerate(face_at) if face}
        extras = []
        for cls in classes:
            for face in cls.faces[1:]:
                extras.append((8 * len(face_at), 8 * class_slot[cls.faces[0]]))
                face_at.append(face)
        #: the face of each slot; None where two classes are no neighbours
        self.face_at = tuple(face_at)
        #: (bits of the slot of a further face, bits of the slot of its class)
        self.extras = tuple(extras)
        self.slot_of = {face: slot for slot, face in enumerate(face_at) if face}
        #: by class slot: the slots of all its faces, in suit order
        self.slots_of_class: dict[int, tuple[int, ...]] = {
            class_slot[cls.faces[0]]: tuple(self.slot_of[face] for face in cls.faces)
            for cls in classes
        }
        #: by slot: the slot of its class
        self.class_of = {slot: cls for cls, slots in self.slots_of_class.items() for slot in slots}
        self.ones = sum(1 << 8 * slot for slot in range(len(face_at)))
        self.threes = 3 * self.ones
        self.high = 128 * self.ones
        #: the group's fields, in place
        self.mask = ((1 << 8 * len(face_at)) - 1) << shift
        self._add = tuple((128 - copies) * self.ones for copies in range(5))

    def of(self, x: int) -> int:
        """Return the group's part of a multiset of the whole pack."""
        return (x & self.mask) >> self.shift

    def at_least(self, x: int, copies: int) -> int:
        """Return the mask of the faces held so often or more (1 to 4 copies)."""
        return ((x + self._add[copies]) & self.high) >> 7

    def exactly(self, x: int, copies: int) -> int:
        """Return the mask of the faces held exactly so often (1 to 3 copies)."""
        return self.at_least(x, copies) ^ self.at_least(x, copies + 1)

    def fold(self, mask: int) -> int:
        """Return the mask of the classes of which at least one face is in `mask`."""
        folded = mask & self.main
        for extra, cls in self.extras:
            folded |= (mask >> extra & 1) << cls
        return folded

    def classes_with(self, x: int, copies: int) -> int:
        """Return the mask of the classes that have a face held so often or more."""
        return self.fold(self.at_least(x, copies))

    def face(self, slot: int) -> str:
        """Return the face whose field that slot is."""
        face = self.face_at[slot]
        assert face is not None
        return face

    def tokens(self, x: int) -> Iterator[str]:
        """Yield the cards of a local multiset, by slot."""
        for slot, copies in enumerate(x.to_bytes(len(self.face_at), "little")):
            for _ in range(copies):
                yield self.face(slot)


class Order:
    """Groups, fields and neighbours for one rule set, level and trump suit (null: no-trump)."""

    __slots__ = (
        "_below",
        "_too_many",
        "_weigh",
        "group_of",
        "groups",
        "high",
        "level",
        "pack_size",
        "trump",
        "trump_group",
        "weight",
    )

    def __init__(self, rules: RuleSet, level: str, trump: str | None) -> None:
        self.level = level
        self.trump = trump
        groups: list[Group] = []
        shift = 0
        for name, classes in _classes_of_groups(rules, level, trump):
            groups.append(Group(name, shift, classes))
            shift += 8 * len(groups[-1].face_at)
        self.groups = tuple(groups)
        #: trumps; always the first group, empty of classes when there are none
        self.trump_group = groups[0]
        self.group_of = {face: group for group in groups for face in group.slot_of}
        #: the number that a card adds to a multiset
        self.weight = {
            face: 1 << group.shift + 8 * slot
            for group in groups
            for face, slot in group.slot_of.items()
        }
        self._weigh = self.weight.__getitem__
        self.pack_size = len(self.weight) * rules.cards_decks
        ones = sum(group.ones << group.shift for group in groups)
        self.high = 128 * ones
        self._too_many = (127 - rules.cards_decks) * ones
        self._below = 0xF8 * ones

    def read(self, cards: Iterable[str]) -> int:
        """Return the multiset of some cards; raises KeyError for a card the pack does not have."""
        return sum(map(self._weigh, cards))

    def exceeds_pack(self, x: int) -> bool:
        """Tell whether a face occurs more often than in the pack (at most 216 cards in all)."""
        return bool(x & self._below or (x + self._too_many) & self.high)

    def contains(self, hand: int, cards: int) -> bool:
        """Tell whether all cards are in the hand (both at most as many as the pack holds)."""
        high = self.high
        return ((hand | high) - cards) & high == high

    def group(self, x: int) -> Group | None:
        """Return the one group all cards belong to; None for cards of two groups and for none."""
        for group in self.groups:
            if x & group.mask:
                return group if not x & ~group.mask else None
        return None


def order_of(rules: RuleSet, level: object, trump: object) -> Order:
    """
    Return the order of a deal, built once for each level and trump suit.

    Raises MalformedInput for a level or a trump suit that does not exist under these rules.
    """
    try:
        return rules.orders[level, trump]  # type: ignore[index]
    except (KeyError, TypeError):
        pass
    if not isinstance(level, str) or not (
        level in RANKS or (level == NO_TRUMP_LEVEL and rules.levels_no_trump_level)
    ):
        msg = f"level {level!r} does not exist"
        raise MalformedInput(msg)
    if trump is not None and not (isinstance(trump, str) and trump in SUITS):
        msg = f"trump {trump!r} is neither a suit nor null"
        raise MalformedInput(msg)
    if level == NO_TRUMP_LEVEL and trump is not None:
        msg = "the no-trump level is played without a trump suit"
        raise MalformedInput(msg)
    order = rules.orders[level, trump] = Order(rules, level, trump)
    return order


def faces(rules: RuleSet) -> Mapping[str, int]:
    """Return the faces of a pack and their places (rule cards.pack): suits first, then the jokers."""
    return _faces(rules.cards_removed, rules.cards_jokers)


@lru_cache(maxsize=16)
def _faces(removed: str, jokers: str) -> Mapping[str, int]:
    away = {"H5", "D5"} if removed == "red-fives" else set()
    suited = [s + r for s in SUITS for r in RANKS if s + r not in away]
    both = [] if jokers == "none" else [LITTLE_JOKER, BIG_JOKER]
    return {face: place for place, face in enumerate([*suited, *both])}


# --- the order of a deal -------------------------------------------------------------------------


def permanent_ranks(rules: RuleSet, level: str) -> tuple[str, ...]:
    """Return the ranks that are always trump, lowest first (rule cards.permanent-ranks)."""
    if rules.cards_permanent_ranks == "none":
        return ()
    return tuple(rank for rank in rules.cards_permanent_ranks.split("-") if rank != level)


def _classes_of_groups(
    rules: RuleSet, level: str, trump: str | None
) -> Iterator[tuple[str, list[Class]]]:
    """Yield the trump group and then the side suits, each with its classes from low to high."""
    pack = set(faces(rules))
    top = _special_top(rules)
    counsellors = _counsellors(rules, trump)
    permanent = permanent_ranks(rules, level)
    raised = {face for cls in (top, *counsellors) for face in cls}
    level_cards_are_trump = trump is not None or rules.cards_no_trump_level_cards == "trump"
    away = {*permanent, level} if level_cards_are_trump else {*permanent}
    bridged = rules.shapes_level_gap == "bridged" or level not in away

    def suit_classes(suit: str) -> list[Class]:
        ranks = [r for r in RANKS if r not in away and suit + r in pack and suit + r not in raised]
        above = [*ranks[1:], ""]
        return [
            Class((suit + low,), bridged or not high or not _spans(low, level, high))
            for low, high in zip(ranks, above, strict=True)
        ]

    def rank_classes(rank: str) -> list[Class]:
        cards = tuple(s + rank for s in SUITS if s + rank in pack and s + rank not in raised)
        return _main_last(cards, trump)

    own = suit_classes(trump) if trump else []
    upper = [cls for rank in permanent for cls in rank_classes(rank)]
    if level_cards_are_trump:
        upper += rank_classes(level)  # none at the no-trump level, which is no rank
    upper += [Class(cls) for cls in counsellors if cls]
    upper += [Class((joker,)) for joker in (LITTLE_JOKER, BIG_JOKER) if joker in pack]
    upper += [Class((face,)) for face in top if face in pack]
    yield TRUMP, _linked(rules, own, upper, suit_deal=trump is not None)
    for suit in SUITS:
        if suit != trump:
            yield suit, suit_classes(suit)


def _spans(low: str, level: str, high: str) -> bool:
    return RANKS.index(low) < LEVELS.index(level) < RANKS.index(high)


def _main_last(cards: tuple[str, ...], trump: str | None) -> list[Class]:
    """Part the cards of a rank into off-suit cards, all equal, and the trump suit's own above."""
    off = tuple(card for card in cards if card[0] != trump)
    main = tuple(card for card in cards if card[0] == trump)
    return [Class(cls) for cls in (off, main) if cls]


def _special_top(rules: RuleSet) -> tuple[str, ...]:
    """Return the cards above the big joker, lowest first (rule cards.special-top)."""
    tops = {"none": (), "heart-five": ("H5",), "red-fives": ("D5", "H5")}
    return tops[rules.cards_special_top]


def _counsellors(rules: RuleSet, trump: str | None) -> list[tuple[str, ...]]:
    """Return the classes of the counsellors, lowest first (rule cards.counsellors)."""
    if rules.cards_counsellors == "none" or trump is None:
        return []
    return [(TWIN[trump] + "3",), (trump + "3",)]


def _linked(
    rules: RuleSet, own: list[Class], upper: list[Class], *, suit_deal: bool
) -> list[Class]:
    """Join the trump suit's own ranks and what stands above them as the chain option says."""
    upper_linked, joined = True, True
    if suit_deal:
        chain = rules.shapes_trump_chain
        upper_linked = chain != "suit-ranks-only"
        joined = chain not in ("suit-ranks-only", "blocks-not-joined")
    elif rules.cards_no_trump_level_cards == "trump":
        chain = rules.shapes_no_trump_chain
        upper_linked = chain != "jokers-only"
    else:
        chain = "full"
    if own and not joined:
        own = [*own[:-1], own[-1]._replace(linked=False)]
    result = [*own, *(cls._replace(linked=upper_linked) for cls in upper)]
    for i, (low, high) in enumerate(pairwise(result)):
        if chain == "without-lj-main" and LITTLE_JOKER in high.faces:
            result[i] = low._replace(linked=False)
        if chain == "jokers-only" and LITTLE_JOKER in low.faces and BIG_JOKER in high.faces:
            result[i] = low._replace(linked=True)
    return result


# --- the question --------------------------------------------------------------------------------


def order_cards(order: Order, x: int) -> Mapping[str, list[list[str]]]:
    """
    Sort cards by group, highest class first, each class a list of cards of equal strength.

    Rules cards.side-order, cards.trump-order, cards.off-level-equal, cards.no-trump-order.
    """
    result: dict[str, list[list[str]]] = {}
    for group in order.groups:
        local = group.of(x)
        if not local:
            continue
        copies = local.to_bytes(len(group.face_at), "little")
        rows = []
        for slots in reversed(group.slots_of_class.values()):
            row = [group.face(slot) for slot in slots for _ in range(copies[slot])]
            if row:
                rows.append(row)
        result[group.name] = rows
    return result
