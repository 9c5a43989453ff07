"""Chapter lead: what may be led, which throws stand, and what a failed one plays."""

from collections.abc import Iterable
from dataclasses import dataclass

from shengji_oracle.cards import TRUMP, Arrangement, Card, Group, token
from shengji_oracle.errors import ForbiddenError, MalformedError
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.shapes import TYPES, Component, decompose, runs

POINTS_OF_PENALTY = 10


@dataclass(frozen=True, eq=False)
class Throw:
    """A throw: where it is made, its group, its components, the hands it is tested against."""

    rules: RuleSet
    arrangement: Arrangement
    group: Group
    components: tuple[Component, ...]
    challengers: list[list[Card]]


def judge_lead(
    rules: RuleSet,
    arrangement: Arrangement,
    hand: list[Card],
    cards: list[Card],
    others: list[list[Card]] | None,
) -> dict[str, object]:
    """Return whether a lead is legal, and what counts as the lead."""
    group = _check_cards(arrangement, hand, cards)
    split = decompose(rules, group, group.counts(cards))
    if len(split) == 1:  # lead.single-component
        return _answer(cards, stands=True)
    _check_throw(rules, group, split)
    if others is None:
        raise MalformedError("others: a throw is tested against the other hands")
    throw = Throw(rules, arrangement, group, split, _challengers(rules, others))
    beatable = _beatable(throw, throw.challengers)
    if not beatable:  # lead.throw-stands
        return _answer(cards, stands=True)
    if rules["lead.forced"] == "refused":
        raise ForbiddenError("lead.forced")
    forced = _forced(throw, beatable)
    return _answer(forced.cards, stands=False, penalty=_penalty(rules, forced, len(cards)))


def _answer(played: list[Card], *, stands: bool, penalty: int = 0) -> dict[str, object]:
    """Return the answer to a lead that is legal."""
    cards = [token(card) for card in played]
    return {"legal": True, "stands": stands, "played": cards, "penalty": penalty}


def _check_cards(arrangement: Arrangement, hand: list[Card], cards: list[Card]) -> Group:
    """Return the group of a lead (lead.not-empty, lead.cards-in-hand, lead.one-group)."""
    if not cards:
        raise ForbiddenError("lead.not-empty")
    if not in_hand(hand, cards):
        raise ForbiddenError("lead.cards-in-hand")
    group = arrangement.group_of(cards)
    if group is None:
        raise ForbiddenError("lead.one-group")
    return group


def in_hand(hand: list[Card], cards: list[Card]) -> bool:
    """Tell whether every card is in the hand, as often as it is named."""
    return all(cards.count(card) <= hand.count(card) for card in cards)


def _check_throw(rules: RuleSet, group: Group, split: Iterable[Component]) -> None:
    """Refuse a throw that may not be tried (lead.throw-groups, lead.throw-same-size)."""
    groups = rules["lead.throw-groups"]
    if groups == "none" or (groups == "side-only" and group.name == TRUMP):
        raise ForbiddenError("lead.throw-groups")
    if rules["lead.throw-same-size"] and len({one.shape for one in split}) > 1:
        raise ForbiddenError("lead.throw-same-size")


def _challengers(rules: RuleSet, others: list[list[Card]]) -> list[list[Card]]:
    """Return the hands that a throw is tested against (lead.challengers)."""
    return others if rules["lead.challengers"] == "all-others" else others[::2]


def _beatable(throw: Throw, challengers: Iterable[list[Card]]) -> list[Component]:
    """Return the components that one of the hands beats by itself."""
    hands = list(challengers)
    return [one for one in throw.components if any(_beats(throw, hand, one) for hand in hands)]


def _beats(throw: Throw, hand: list[Card], component: Component) -> bool:
    """
    Tell whether a hand holds a component of the same shape with a higher top.

    What lies inside a longer run or a wider set is held too (lead.component-inside), and an equal
    top does not beat (lead.equal-stands).
    """
    group = throw.group
    if not throw.arrangement.among(group, hand):
        return _ruffs(throw, hand, component)
    held = runs(group, group.counts(hand), component.shape)
    return any(group.place_of[run[-1]] > component.top for run in held)


def _ruffs(throw: Throw, hand: list[Card], component: Component) -> bool:
    """Tell whether a void hand counts as beating a component (lead.void-challenger)."""
    if not throw.rules["lead.void-ruff-counts"] or throw.group.name == TRUMP:
        return False
    trumps = throw.arrangement.groups[TRUMP]
    return any(runs(trumps, trumps.counts(hand), component.shape))


def _forced(throw: Throw, beatable: list[Component]) -> Component:
    """Return the component that a failed throw plays (lead.forced, lead.forced-tie)."""
    match throw.rules["lead.forced"]:
        case "lowest-beatable":
            return min(beatable, key=_lowest)
        case "smallest-beatable":
            return min(beatable, key=_smallest)
        case "failing-type-lowest":
            highest = max(TYPES.index(one.type) for one in beatable)
            return min((one for one in beatable if one.type == TYPES[highest]), key=_lowest)
        case "lowest-of-throw":
            return min(throw.components, key=_lowest)
    first = next(found for hand in throw.challengers if (found := _beatable(throw, [hand])))
    return min(first, key=_smallest)


def _lowest(component: Component) -> tuple[int, int, int]:
    """Return what is least for the lowest top, then the fewest cards, then the narrowest."""
    return (component.top, component.size, component.width)


def _smallest(component: Component) -> tuple[int, int, int]:
    """Return what is least for the fewest cards, then the lowest top, then the narrowest."""
    return (component.size, component.top, component.width)


def _penalty(rules: RuleSet, forced: Component, thrown: int) -> int:
    """Return the points that a failed throw moves to the other side (lead.penalty)."""
    times = {
        "ten-per-attempt": 1,
        "ten-per-forced-card": forced.size,
        "ten-per-withdrawn-card": thrown - forced.size,
    }
    return POINTS_OF_PENALTY * times.get(str(rules["lead.penalty"]), 0)
