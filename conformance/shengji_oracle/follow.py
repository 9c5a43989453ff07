"""
Chapter follow: which cards may answer a lead.

A follow is legal when, of all ways to choose as many cards of the led group from the hand, none
matches the lead better. How well cards match is a list of rungs, one for each component of the
lead, the largest component first; the best is sought among all ways to set cards aside for one
component after the other, no card for two of them (follow.throw-order). What the rungs of a
component are is the business of `rungs`.

The best selection need not be looked for among selections: whatever answers can be set aside from
the whole hand are, with filler, a selection, since an answer never has more cards than its
component. A test compares the two on small hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

from shengji_oracle.cards import Arrangement, Card, Counts, Group
from shengji_oracle.errors import ForbiddenError, MalformedError
from shengji_oracle.lead import in_hand
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.rungs import Holder, Rung, answers
from shengji_oracle.shapes import Component, decompose

Match = tuple[Rung, ...]


@dataclass(frozen=True, eq=False)
class Duty:
    """A lead to be answered by a hand: the lead's components, and the hand's cards of its group."""

    holder: Holder
    lead: tuple[Component, ...]

    @property
    def rules(self) -> RuleSet:
        """Return the rule set."""
        return self.holder.rules

    @property
    def group(self) -> Group:
        """Return the led group."""
        return self.holder.group

    @cached_property
    def bound(self) -> bool:
        """Tell whether the lead asks for shapes (follow.no-structure, follow.throw-suit-only)."""
        throw = len(self.lead) > 1
        free = throw and self.rules["follow.throw"] == "suit-only"
        return self.rules["follow.pairs"] == "must" and not free

    @cached_property
    def owed(self) -> Match:
        """Return the best match that the hand owes."""
        return best_match(self, self.holder.counts, owed_only=True)

    @cached_property
    def forced_filler(self) -> int:
        """Return -1 where filler is the lowest that remains, 1 the highest, 0 any."""
        if len(self.lead) > 1 or not self.bound:
            return 0
        match self.rules["follow.filler"]:
            case "lowest-forced":
                return -1 if self.lead[0].length > 1 else 0
            case "highest-forced":
                return 1 if self.lead[0].size > 1 else 0
        return 0


@lru_cache(maxsize=1024)
def duty_of(rules: RuleSet, group: Group, lead: Counts, hand: Counts) -> Duty:
    """Return what a hand owes to a lead."""
    return Duty(Holder(rules, group, hand), decompose(rules, group, lead))


def best_match(duty: Duty, counts: Counts, *, owed_only: bool) -> Match:
    """Return the best match that counts hold (follow.throw-order)."""
    shapes = [one.shape for one in duty.lead if one.size > 1]
    match: list[Rung] = []
    lefts = {counts}
    for number, shape in enumerate(shapes, 1):
        last = number == len(shapes)
        found = [
            answer
            for left in lefts
            for answer in answers(duty.holder, shape, left, owed_only=owed_only, only_one=last)
        ]
        best = max(rung for rung, _ in found)
        lefts = {_sets_only(left) for rung, left in found if rung == best}
        match.append(best)
    return tuple(match)


def _sets_only(counts: Counts) -> Counts:
    """Return counts without the cards that are in no pair, which answer nothing."""
    return tuple(n if n > 1 else 0 for n in counts)


def judge_follow(
    rules: RuleSet,
    arrangement: Arrangement,
    lead: list[Card],
    hand: list[Card],
    cards: list[Card],
) -> dict[str, object]:
    """Return whether cards may answer a lead; refused by count, hand, suit, structure."""
    group = _led_group(arrangement, lead, hand)
    if len(cards) != len(lead):
        raise ForbiddenError("follow.count")
    if not in_hand(hand, cards):
        raise ForbiddenError("follow.cards-in-hand")
    held, played = arrangement.among(group, hand), arrangement.among(group, cards)
    if len(played) < min(len(held), len(lead)):
        raise ForbiddenError("follow.suit")
    if len(held) > len(lead):  # otherwise all are played, and nothing is left to choose
        duty = duty_of(rules, group, group.counts(lead), group.counts(held))
        _check_structure(duty, group.counts(played))
    return {"legal": True}


def _led_group(arrangement: Arrangement, lead: list[Card], hand: list[Card]) -> Group:
    """Return the group of a lead, which is a position only where it can be answered."""
    group = arrangement.group_of(lead)
    if group is None:
        raise MalformedError("lead: cards of one group, at least one")
    if len(hand) < len(lead):
        raise MalformedError("hand: at least as many cards as were led")
    return group


def _check_structure(duty: Duty, play: Counts) -> None:
    """Refuse a play that matches the lead less well than the hand could."""
    if not duty.bound:
        return
    if best_match(duty, play, owed_only=False) < duty.owed:
        throw = len(duty.lead) > 1
        raise ForbiddenError("follow.throw" if throw else f"follow.{duty.lead[0].type}")
    if duty.forced_filler and not _filled_right(duty, play):
        raise ForbiddenError("follow.filler")


def _filled_right(duty: Duty, play: Counts) -> bool:
    """
    Tell whether some answer in the play is filled up as follow.filler says.

    Of the cards that remain when the answer is set aside, none that is kept is lower (or higher)
    than one that is played.
    """
    shape = duty.lead[0].shape
    kept = _places(duty.group, _minus(duty.holder.counts, play))
    for rung, left in answers(duty.holder, shape, play, owed_only=False, only_one=False):
        filler = _places(duty.group, left)
        if (rung,) >= duty.owed and _is_extreme(filler, kept, duty.forced_filler):
            return True
    return False


def _is_extreme(filler: list[int], kept: list[int], sign: int) -> bool:
    """Tell whether no kept place is beyond a played one: below for -1, above for 1."""
    return not any(sign * place > sign * other for place in kept for other in filler)


def _places(group: Group, counts: Counts) -> list[int]:
    """Return the places on which there is a card."""
    return [place for place, n in zip(group.place_of, counts, strict=True) if n]


def _minus(counts: Counts, others: Counts) -> Counts:
    """Return counts without others."""
    return tuple(n - other for n, other in zip(counts, others, strict=True))


def count_follows(
    rules: RuleSet, arrangement: Arrangement, lead: list[Card], hand: list[Card]
) -> dict[str, object]:
    """Return the number of different legal answers; identical cards are not different."""
    group = _led_group(arrangement, lead, hand)
    held = arrangement.among(group, hand)
    missing = len(lead) - len(held)
    if missing >= 0:  # follow.short, follow.void
        others = [card for card in hand if card not in held]
        copies = [others.count(card) for card in dict.fromkeys(others)]
        return {"count": _ways(copies, missing)}
    duty = duty_of(rules, group, group.counts(lead), group.counts(held))
    return {"count": _count_legal(duty, len(lead))}


def _ways(copies: list[int], number: int) -> int:
    """Return in how many ways so many cards can be chosen from faces with so many copies."""
    ways = [1] + [0] * number
    for held in copies:
        ways = [
            sum(ways[n - taken] for taken in range(min(held, n) + 1)) for n in range(number + 1)
        ]
    return ways[number]


def _count_legal(duty: Duty, number: int) -> int:
    """
    Return how many selections from the led group are legal.

    Faces that are played once answer nothing, so all selections with the same pairs and more match
    the lead alike; only where filler is forced each is looked at by itself.
    """
    count = 0
    for sets in _selections_of_sets(duty.holder.counts, number):
        singles = number - sum(sets)
        free = [n for n, held in enumerate(duty.holder.counts) if held and not sets[n]]
        if duty.forced_filler:
            count += sum(_is_legal(duty, _plus(sets, some)) for some in combinations(free, singles))
        elif not duty.bound or best_match(duty, sets, owed_only=False) >= duty.owed:
            count += comb(len(free), singles)
    return count


def _is_legal(duty: Duty, play: Counts) -> bool:
    """Tell whether a selection from the led group is legal."""
    try:
        _check_structure(duty, play)
    except ForbiddenError:
        return False
    return True


def _plus(counts: Counts, faces: tuple[int, ...]) -> Counts:
    """Return counts with one more card of each of the faces."""
    more = list(counts)
    for face in faces:
        more[face] += 1
    return tuple(more)


def _selections_of_sets(counts: Counts, number: int) -> Iterator[Counts]:
    """Yield all selections of at most so many cards with no face in them just once."""
    if not counts:
        yield ()
        return
    for taken in (0, *range(2, min(counts[0], number) + 1)):
        for rest in _selections_of_sets(counts[1:], number - taken):
            yield (taken, *rest)
