"""Chapter trick: who wins a trick, and what it counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from shengji_oracle.cards import TRUMP, Arrangement, Card, Counts, Group, points
from shengji_oracle.errors import MalformedError
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.shapes import TYPES, Component, by_size, decompose, runs, without

# What stands for a single that a ruff does not have: lower than every place.
MISSING = -1

# A component that trumps have to hold: width, length, the least top that will do.
Slot = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Trick:
    """A trick: the rules, the groups, the plays in order, the leader's first."""

    rules: RuleSet
    arrangement: Arrangement
    group: Group
    plays: list[list[Card]]

    @cached_property
    def lead(self) -> tuple[Component, ...]:
        """Return the components of the lead."""
        return decompose(self.rules, self.group, self.group.counts(self.plays[0]))

    @cached_property
    def trumps(self) -> Group:
        """Return the trump group."""
        return self.arrangement.groups[TRUMP]


def read_trick(rules: RuleSet, arrangement: Arrangement, plays: list[list[Card]]) -> Trick:
    """Return a trick, which has plays of one length and a lead of one group."""
    group = arrangement.group_of(plays[0])
    if group is None or len({len(play) for play in plays}) > 1:
        raise MalformedError("plays: of one length, the first of one group")
    return Trick(rules, arrangement, group, plays)


def judge_trick(trick: Trick) -> dict[str, object]:
    """Return the winner of a trick and its points (trick.points)."""
    return {"winner": winner(trick), "points": sum(map(points, trick.plays))}


def winner(trick: Trick) -> int:
    """
    Return the play that wins (trick.first-of-equals).

    The lead stands until a play is higher; a play that neither follows nor ruffs never is
    (trick.discard).
    """
    best = 0
    for number in range(1, len(trick.plays)):
        play, standing = trick.plays[number], trick.plays[best]
        if _is_ruff(trick, play):
            if not _is_ruff(trick, standing) or _ruffs_higher(trick, play, standing):
                best = number
        elif not _is_ruff(trick, standing) and _follows_higher(trick, play, standing):
            best = number
    return best


def _follows_higher(trick: Trick, play: list[Card], standing: list[Card]) -> bool:
    """
    Tell whether a follow beats the lead or follow that stands (trick.highest).

    Not over a throw (trick.throw-in-suit), nor without the component led (trick.same-shape).
    """
    if len(trick.lead) > 1 or len(trick.arrangement.among(trick.group, play)) < len(play):
        return False
    return _top(trick, play) > _top(trick, standing)


def _top(trick: Trick, play: list[Card]) -> int:
    """Return the top of the led component in a follow; `MISSING` without one."""
    held = runs(trick.group, trick.group.counts(play), trick.lead[0].shape)
    return max((trick.group.place_of[run[-1]] for run in held), default=MISSING)


def _is_ruff(trick: Trick, play: list[Card]) -> bool:
    """
    Tell whether a play ruffs: trumps alone on a side suit (trick.ruff, trick.trump-lead).

    Where nobody may throw, the component led is all that there is to hold, and to cover it is that.
    """
    if trick.group.name == TRUMP or len(trick.arrangement.among(trick.trumps, play)) < len(play):
        return False  # trick.ruff-void
    counts = trick.trumps.counts(play)
    own = decompose(trick.rules, trick.trumps, counts)
    match trick.rules["trick.ruff-structure"]:  # trick.ruff-structure
        case "covers":
            slots = [(one.width, one.length, 0) for one in trick.lead]
            return can_part(trick.trumps, counts, _in_order(slots))
        case "exact":
            return sorted(one.shape for one in own) == sorted(one.shape for one in trick.lead)
    return all(
        _number_of(kind, own) >= _number_of(kind, trick.lead) for kind in TYPES if kind != "single"
    )


def _number_of(kind: str, split: Iterable[Component]) -> int:
    """Return how many components of a type there are."""
    return sum(one.type == kind for one in split)


def _in_order(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Return slots with the largest first, so that one search serves them in any order."""
    return tuple(sorted(slots, key=lambda slot: (slot[0] * slot[1], *slot), reverse=True))


@lru_cache(maxsize=262144)
def can_part(group: Group, counts: Counts, slots: tuple[Slot, ...]) -> bool:
    """Tell whether counts hold a component for every slot, no card used twice, each high enough."""
    if not slots:
        return True
    if slots[0][:2] == (1, 1):  # singles are left: the highest cards for the highest demands
        cards = sorted(_placed(group, counts), reverse=True)
        demands = sorted((least for _, _, least in slots), reverse=True)
        return all(place >= least for place, least in zip(cards, demands, strict=True))
    (width, length, least), *others = slots
    return any(
        can_part(group, without(counts, run, width), tuple(others))
        for run in runs(group, counts, (width, length))
        if group.place_of[run[-1]] >= least
    )


def _placed(group: Group, counts: Counts) -> list[int]:
    """Return the place of every card, from the lowest up."""
    return [place for place, n in zip(group.place_of, counts, strict=True) for _ in range(n)]


def _ruffs_higher(trick: Trick, play: list[Card], standing: list[Card]) -> bool:
    """Tell whether a ruff is higher than the one that stands (trick.ruff-compare)."""
    compare = trick.rules["trick.ruff-compare"]
    if compare == "all-components":
        return _higher_on_all(trick, play, standing)
    return _value(trick, play, str(compare)) > _value(trick, standing, str(compare))


def _value(trick: Trick, ruff: list[Card], compare: str) -> list[int]:
    """Return what a ruff is worth by one of the ways to compare, the first number first."""
    match compare:
        case "lead-top-type":
            return _top_on_highest_type(trick, ruff)
        case "own-best-type":
            return _own_best_type(trick, ruff)
        case "largest-then-next":
            return _tops_by_size(trick, ruff)
    return [_places(trick, ruff)[0]]  # highest-card


def _places(trick: Trick, cards: Iterable[Card]) -> list[int]:
    """Return the place of every one of some trumps, from the highest down."""
    return sorted(_placed(trick.trumps, trick.trumps.counts(cards)), reverse=True)


def _own_best_type(trick: Trick, play: list[Card]) -> list[int]:
    """Return type, length and top of a ruff's own highest component."""
    own = decompose(trick.rules, trick.trumps, trick.trumps.counts(play))
    return max([TYPES.index(one.type), one.length, one.top] for one in own)


def _by_type(component: Component) -> tuple[int, int]:
    """Return what ranks components of the lead by type, the longer run first."""
    return (TYPES.index(component.type), component.length)


def _top_on_highest_type(trick: Trick, play: list[Card]) -> list[int]:
    """Return the top on the lead's component of the highest type."""
    return _highest_tops(trick, play, sorted(trick.lead, key=_by_type, reverse=True))[:1]


def _tops_by_size(trick: Trick, play: list[Card]) -> list[int]:
    """Return the tops in order of size; singles only where the lead has nothing else."""
    lead = sorted(trick.lead, key=by_size, reverse=True)
    sets = sum(one.size > 1 for one in lead)
    return _highest_tops(trick, play, lead)[: sets or len(lead)]


def _highest_tops(trick: Trick, play: list[Card], lead: Sequence[Component]) -> list[int]:
    """Return the tops on components of the lead, parted to be highest in the order given."""
    if trick.rules["trick.ruff-structure"] == "counts-literal":
        return _literal_tops(trick, play, lead)
    counts = trick.trumps.counts(play)
    slots: list[Slot] = [(one.width, one.length, 0) for one in lead]
    for number, (width, length, _) in enumerate(slots):
        for top in reversed(range(len(trick.trumps.places))):
            slots[number] = (width, length, top)
            if can_part(trick.trumps, counts, _in_order(slots)):
                break
    return [top for _, _, top in slots]


def _literal_tops(trick: Trick, play: list[Card], lead: Sequence[Component]) -> list[int]:
    """
    Return the tops where only the numbers of components count (trick.ruff-structure).

    The highest of each type stand for those of the lead, the other cards for its singles.
    """
    own = list(decompose(trick.rules, trick.trumps, trick.trumps.counts(play)))
    tops: list[int] = []
    singles = sum(one.size == 1 for one in lead)
    for one in lead:
        if one.size > 1:
            stands = max((other for other in own if other.type == one.type), key=lambda c: c.top)
            own.remove(stands)
            tops.append(stands.top)
    others = _places(trick, (card for one in own for card in one.cards))
    filled = iter((others + [MISSING] * singles)[:singles])
    given = iter(tops)
    return [next(given) if one.size > 1 else next(filled) for one in lead]


def _higher_on_all(trick: Trick, play: list[Card], standing: list[Card]) -> bool:
    """Tell whether a ruff, parted in some way, is higher on every component of the lead."""
    lead = sorted(trick.lead, key=_by_type, reverse=True)
    bars = _highest_tops(trick, standing, lead)
    if trick.rules["trick.ruff-structure"] == "counts-literal":
        tops = _literal_tops(trick, play, lead)
        return all(top > bar for top, bar in zip(tops, bars, strict=True))
    slots = [(one.width, one.length, bar + 1) for one, bar in zip(lead, bars, strict=True)]
    return can_part(trick.trumps, trick.trumps.counts(play), _in_order(slots))
