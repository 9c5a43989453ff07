"""What the cards of a bid or a counter show, by the ladder of the rule set."""

from dataclasses import dataclass

from shengji_oracle.cards import BIG, LITTLE, SUITS, Card
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.tables import Pattern

RED = ("H", "D")


@dataclass(frozen=True)
class Entry:
    """What a seat showed; no cards are a pass."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Shown:
    """What cards come to: the step on the ladder, the suit they show, how many suit cards."""

    step: int
    suit: str | None
    suit_cards: int


def shown_by(rules: RuleSet, phase: str, level: str, cards: tuple[Card, ...]) -> Shown | None:
    """
    Return what cards show in a phase: the highest step they are exactly those of.

    None where they are those of no step that is open (declare.ladder, counter.ladder).
    """
    suited = [card for card in cards if card.suit]
    suits = {card.suit for card in suited}
    for step in reversed(range(len(rules.ladder))):
        row = rules.ladder[step]
        if phase in row.phases and any(_fits(pattern, level, cards) for pattern in row.shows):
            return Shown(step, suits.pop() if suits else None, len(suited))
    return None


def _fits(pattern: Pattern, level: str, cards: tuple[Card, ...]) -> bool:
    """Tell whether cards are what a pattern names, and nothing over."""
    suited = [card for card in cards if card.suit]
    if len({card.suit for card in suited}) > 1 or not _jokers_fit(pattern, cards):
        return False
    return any(_suits_fit(pattern, Card(suit, level), suited) for suit in SUITS)


def _suits_fit(pattern: Pattern, level_card: Card, suited: list[Card]) -> bool:
    """Tell whether suit cards are so many level cards, and so many identical ones beside them."""
    if suited.count(level_card) < pattern.level:
        return False
    others = list(suited)
    for _ in range(pattern.level):
        others.remove(level_card)
    return len(others) == pattern.suited and len(set(others)) <= 1


def _jokers_fit(pattern: Pattern, cards: tuple[Card, ...]) -> bool:
    """Tell whether the jokers among cards are those of a pattern."""
    red = any(card.suit in RED for card in cards)
    big = pattern.big + (pattern.joker_of_colour if red else 0)
    little = pattern.little + (0 if red else pattern.joker_of_colour)
    jokers = sum(not card.suit for card in cards)
    enough = cards.count(BIG) >= big and cards.count(LITTLE) >= little
    return enough and jokers == big + little + pattern.joker


def is_higher(rules: RuleSet, shown: Shown, standing: Shown) -> bool:
    """
    Tell whether what is shown replaces what stands (declare.stronger, counter.stronger).

    On the same step only by declare.equal-class: each of at least two suit cards, the suit higher.
    """
    if shown.step != standing.step:
        return shown.step > standing.step
    if rules["declare.equal-class"] != "higher-suit":
        return False
    if shown.suit is None or standing.suit is None:
        return False
    enough = min(shown.suit_cards, standing.suit_cards) >= 2
    return enough and SUITS.index(shown.suit) < SUITS.index(standing.suit)
