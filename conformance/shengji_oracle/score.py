"""Chapter score: points, the kitty and its factor, the total."""

from dataclasses import dataclass

from shengji_oracle.cards import BIG, LITTLE, Card, points
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.shapes import Component, by_size, decompose
from shengji_oracle.trick import Trick, winner


@dataclass(frozen=True, eq=False)
class LastTrick:
    """The last trick of a deal and the seat that led to it."""

    leader: int
    trick: Trick
    trump: str | None

    @property
    def winner(self) -> int:
        """Return the seat that won."""
        return (self.leader + winner(self.trick)) % len(self.trick.plays)

    @property
    def winning_play(self) -> list[Card]:
        """Return the play that won."""
        return self.trick.plays[winner(self.trick)]


def score_deal(
    dealer: int, trick_points: int, penalty_points: int, kitty: list[Card], last: LastTrick
) -> dict[str, object]:
    """Return what a deal comes to (score.kitty, score.total, score.penalty)."""
    dug = (last.winner - dealer) % 2 == 1
    factor = _factor(last.trick) if dug else 0  # score.last-trick-dealer
    kitty_points = factor * points(kitty)
    return {
        "last_trick_side": "attackers" if dug else "dealer",
        "multiplier": factor,
        "kitty_points": kitty_points,
        "total": trick_points + penalty_points + kitty_points,
    }


def _factor(trick: Trick) -> int:
    """Return the factor of the cards that set it (score.multiplier-basis, -throw)."""
    rules = trick.rules
    lead_counts = rules["score.multiplier-basis"] == "lead-format"
    play = trick.plays[0 if lead_counts else winner(trick)]
    group = trick.arrangement.group_of(play)
    if group is None:
        raise AssertionError("a lead and a play that wins are of one group")
    split = decompose(rules, group, group.counts(play))
    if len(split) > 1 and rules["score.multiplier-throw"] == "total-cards":
        return 2 * len(play)
    return _component_factor(rules, max(split, key=by_size))


def _component_factor(rules: RuleSet, component: Component) -> int:
    """Return the factor of a component (score.multiplier), capped (score.multiplier-cap)."""
    factor = _uncapped(str(rules["score.multiplier"]), component)
    cap = rules["score.multiplier-cap"]
    return factor if cap == "none" else min(factor, int(cap))


def _uncapped(table: str, component: Component) -> int:
    """Return the factor of a component by one of the tables."""
    width, length, size = component.width, component.length, component.size
    single, run = size == 1, length > 1
    jokers = component.faces[-1] in (BIG, LITTLE) and size <= 2
    factors: dict[str, int] = {
        "doubling": 2 * size if single or width == 3 else 2 ** (length + 1),
        "twice-cards": 2 * size,
        "two-pow-cards": 2**size,
        "flat-2-4-8": 8 if run else 2 if single else 4,
        "flat-2-4": 2 if single else 4,
        "double": 2,
        "jokers-only": 2 * size if jokers else 1,
        "one-two-four": 2 ** (width - 1) * 2 ** (length - 1),
        "tractor-cards": size if run else 1,
    }
    return factors[table]
