"""
Chapter cards: the pack, the groups, and the order within each.

A card is its printed suit and rank; a joker has no suit. A group is a list of places from the
lowest up, each place the faces of equal strength that stand on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from shengji_oracle.ruleset import RuleSet

SUITS = ("S", "H", "C", "D")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
TRUMP = "T"
NO_TRUMP_LEVEL = "NT"

Counts = tuple[int, ...]


class Card(NamedTuple):
    """A face: printed suit and rank, or a joker, whose suit is empty."""

    suit: str
    rank: str


BIG = Card("", "BJ")
LITTLE = Card("", "LJ")
FACES = (*(Card(suit, rank) for suit in SUITS for rank in RANKS), LITTLE, BIG)
BY_TOKEN = {face.suit + face.rank: face for face in FACES}
POINTS = {"5": 5, "10": 10, "K": 10}


def token(card: Card) -> str:
    """Return a card as it is written on the wire."""
    return card.suit + card.rank


def points(cards: Iterable[Card]) -> int:
    """Return what cards count: each 5 counts 5, each 10 and K 10 (score.point-cards)."""
    return sum(POINTS.get(card.rank, 0) for card in cards)


@lru_cache(maxsize=64)
def pack(rules: RuleSet) -> Counter[Card]:
    """Return how often the pack holds each face (cards.pack)."""
    held = Counter(dict.fromkeys(FACES, rules.decks))
    gone: list[Card] = []
    if rules["cards.jokers"] == "none":
        gone += [BIG, LITTLE]
    if rules["cards.removed"] == "red-fives":
        gone += [Card("H", "5"), Card("D", "5")]
    for face in gone:
        del held[face]
    return held


@dataclass(frozen=True, eq=False)
class Group:
    """A group: its places from the lowest up, and which neighbours may stand in a run."""

    name: str
    places: tuple[tuple[Card, ...], ...]
    joined: tuple[bool, ...]

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Return all faces of the group, from the lowest place up."""
        return tuple(face for place in self.places for face in place)

    @cached_property
    def place_of(self) -> tuple[int, ...]:
        """Return the place of each face."""
        return tuple(i for i, place in enumerate(self.places) for _ in place)

    @cached_property
    def at(self) -> tuple[tuple[int, ...], ...]:
        """Return the faces, by number, that stand on each place."""
        numbers = range(len(self.faces))
        return tuple(
            tuple(n for n in numbers if self.place_of[n] == place)
            for place in range(len(self.places))
        )

    def adjacent(self, low: int, high: int) -> bool:
        """Tell whether two places are neighbours that may stand in a run."""
        return high == low + 1 and self.joined[low]

    def counts(self, cards: Iterable[Card]) -> Counts:
        """Return how many copies of each face of the group there are among cards."""
        held = Counter(cards)
        return tuple(held[face] for face in self.faces)

    def cards(self, counts: Counts) -> list[Card]:
        """Return the cards that counts stand for."""
        return [face for face, n in zip(self.faces, counts, strict=True) for _ in range(n)]


@dataclass(frozen=True, eq=False)
class Arrangement:
    """All groups of a deal: of one rule set, one level, one trump suit."""

    groups: dict[str, Group]

    @cached_property
    def names(self) -> dict[Card, str]:
        """Return the group of each face of the pack."""
        return {face: name for name, group in self.groups.items() for face in group.faces}

    def group_of(self, cards: Iterable[Card]) -> Group | None:
        """Return the one group that holds all the cards; None if there are two (or no cards)."""
        names = {self.names[card] for card in cards}
        return self.groups[names.pop()] if len(names) == 1 else None

    def among(self, group: Group, cards: Iterable[Card]) -> list[Card]:
        """Return those of the cards that are of a group."""
        return [card for card in cards if self.names.get(card) == group.name]


@lru_cache(maxsize=4096)
def arrange(rules: RuleSet, level: str, trump: str | None) -> Arrangement:
    """Return the groups of a deal (cards.trump-group, cards.side-group)."""
    high_to_low = list(_trump_classes(rules, level, trump))
    trumps = {face for place, _ in high_to_low for face in place}
    groups = {TRUMP: _trump_group(rules, level, trump, high_to_low[::-1])}
    for suit in SUITS:
        if suit != trump:
            groups[suit] = _side_group(rules, level, trump, suit, trumps)
    return Arrangement(groups)


def _trump_classes(
    rules: RuleSet, level: str, trump: str | None
) -> Iterator[tuple[tuple[Card, ...], bool]]:
    """
    Yield the trumps from high to low: each class, and whether it is an ordinary rank.

    A card that would stand in two classes stands in the higher (notes of cards.permanent-ranks and
    cards.counsellors), and what the pack does not hold stands nowhere (cards.trump-order).
    """
    placed: set[Card] = set()
    for faces, ordinary in _wished_classes(rules, level, trump):
        here = tuple(face for face in faces if face in pack(rules) and face not in placed)
        placed.update(here)
        if here:
            yield here, ordinary


def _wished_classes(
    rules: RuleSet, level: str, trump: str | None
) -> Iterator[tuple[list[Card], bool]]:
    """Yield the classes of cards.trump-order from high to low, whatever the pack holds."""
    for suit in {"none": "", "heart-five": "H", "red-fives": "HD"}[str(rules["cards.special-top"])]:
        yield [Card(suit, "5")], False  # cards.special-top
    yield [BIG], False
    yield [LITTLE], False
    if trump is not None and rules["cards.counsellors"] == "three":
        yield [Card(trump, "3")], False  # cards.counsellors
        yield [Card(SAME_COLOUR[trump], "3")], False
    yield from _level_classes(rules, level, trump)
    for rank in _permanent_ranks(rules, level):
        for faces in _main_and_others(rank, trump):
            yield faces, False  # cards.permanent-order
    if trump is not None:
        for rank in reversed(RANKS):
            yield [Card(trump, rank)], True


def _level_classes(
    rules: RuleSet, level: str, trump: str | None
) -> Iterator[tuple[list[Card], bool]]:
    """Yield the level cards (cards.off-level-equal, cards.no-trump, cards.no-trump-order)."""
    if level == NO_TRUMP_LEVEL:
        return
    if trump is None and rules["cards.no-trump-level-cards"] == "plain":
        return
    for faces in _main_and_others(level, trump):
        yield faces, False


def _main_and_others(rank: str, trump: str | None) -> list[list[Card]]:
    """Return the trump suit's card of a rank and, below it, the equal others."""
    main = [Card(suit, rank) for suit in SUITS if suit == trump]
    return [main, [Card(suit, rank) for suit in SUITS if suit != trump]]


def _permanent_ranks(rules: RuleSet, level: str) -> list[str]:
    """Return the permanent ranks from high to low, without the level (cards.permanent-ranks)."""
    named = str(rules["cards.permanent-ranks"]).split("-")
    return [rank for rank in reversed(RANKS) if rank in named and rank != level]


def _trump_group(
    rules: RuleSet,
    level: str,
    trump: str | None,
    classes: list[tuple[tuple[Card, ...], bool]],
) -> Group:
    """Return the trump group, with the neighbours that shapes.trump-chain joins."""
    places = tuple(place for place, _ in classes)
    joined = tuple(
        _trump_joined(rules, trump, low, high)
        and not (low[1] and high[1] and _is_gap(rules, level, trump, low[0][0], high[0][0]))
        for low, high in pairwise(classes)
    )
    return Group(TRUMP, places, joined)


def _trump_joined(
    rules: RuleSet,
    trump: str | None,
    low: tuple[tuple[Card, ...], bool],
    high: tuple[tuple[Card, ...], bool],
) -> bool:
    """Tell whether two trump classes, one directly below the other, may stand in a run."""
    if trump is None:  # shapes.no-trump-chain
        jokers = (low[0], high[0]) == ((LITTLE,), (BIG,))
        return jokers or rules["shapes.no-trump-chain"] == "level-lj-bj"
    match rules["shapes.trump-chain"]:  # shapes.trump-chain
        case "without-lj-main":
            return high[0] != (LITTLE,)
        case "blocks-not-joined":
            return low[1] == high[1]
        case "suit-ranks-only":
            return low[1] and high[1]
    return True


def _side_group(
    rules: RuleSet, level: str, trump: str | None, suit: str, trumps: set[Card]
) -> Group:
    """Return the group of a side suit (cards.side-order, shapes.level-gap)."""
    suited = [Card(suit, rank) for rank in RANKS]
    faces = [face for face in suited if face in pack(rules) and face not in trumps]
    joined = tuple(not _is_gap(rules, level, trump, low, high) for low, high in pairwise(faces))
    return Group(suit, tuple((face,) for face in faces), joined)


def _is_gap(rules: RuleSet, level: str, trump: str | None, low: Card, high: Card) -> bool:
    """
    Tell whether the missing level rank keeps two neighbours of a suit apart (shapes.level-gap).

    Only the level rank leaves a gap; where level cards are plain there is none.
    """
    if rules["shapes.level-gap"] != "broken" or level == NO_TRUMP_LEVEL:
        return False
    if trump is None and rules["cards.no-trump-level-cards"] == "plain":
        return False
    return RANKS.index(low.rank) < RANKS.index(level) < RANKS.index(high.rank)


def order_cards(arrangement: Arrangement, cards: list[Card]) -> dict[str, list[list[str]]]:
    """Return the cards by group, in classes of equal strength, the highest first."""
    groups: dict[str, list[list[str]]] = {}
    for name, group in arrangement.groups.items():
        classes = [
            [token(card) for card in cards if card in place] for place in reversed(group.places)
        ]
        if any(classes):
            groups[name] = [held for held in classes if held]
    return groups
