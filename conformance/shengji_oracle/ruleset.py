"""
A rule set: a value for every option, and the two tables.

An option that does not apply is absent on the wire; a text that names it reads as the base value
(spec/README.md), so the base value stands in for it here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shengji_oracle.errors import MalformedError, UnsupportedError
from shengji_oracle.tables import LevelTable, Step, read_ladder, read_level_table

Scalar = str | int | bool

# Every option with its values, the base value first. The two tables have no list.
OPTIONS: dict[str, tuple[Scalar, ...]] = {
    "cards.decks": (2, 1, 3, 4),
    "cards.jokers": ("two-per-deck", "none"),
    "cards.removed": ("none", "red-fives"),
    "cards.permanent-ranks": ("none", "2", "2-3-5"),
    "cards.no-trump-level-cards": ("trump", "plain"),
    "cards.special-top": ("none", "heart-five", "red-fives"),
    "cards.counsellors": ("none", "three"),
    "shapes.level-gap": ("bridged", "broken"),
    "shapes.trump-chain": ("full", "without-lj-main", "blocks-not-joined", "suit-ranks-only"),
    "shapes.no-trump-chain": ("level-lj-bj", "jokers-only"),
    "shapes.tractor-min-length": (2, 3, "none"),
    "shapes.titanic": ("two-or-more", "exactly-two", "none"),
    "shapes.decomposition": ("longest-first", "widest-first"),
    "deal.kitty": ("up-to-eight", "from-four"),
    "deal.direction": ("counterclockwise", "clockwise"),
    "deal.redeal": (
        "none",
        "attackers-under-15",
        "attackers-15-or-three-trumps",
        "no-points-or-no-trumps",
    ),
    "declare.who": ("anyone", "dealer-side-first"),
    "declare.overcall": (True, False),
    "declare.equal-class": ("cannot-override", "higher-suit"),
    "declare.reinforce": ("while-standing", "also-after-countered", "none"),
    "declare.reinforce-effect": ("raises-class", "locks"),
    "declare.partner-reinforce": (False, True),
    "declare.self-counter": ("forbidden", "any-stronger", "jokers-only"),
    "declare.first-change-stands": (False, True),
    "declare.first-dealer": ("last-declarer", "first-declarer", "chance"),
    "declare.no-bid": (
        "turn-level-else-highest",
        "no-trump",
        "turn-first",
        "turn-third",
        "redeal",
    ),
    "declare.joker-turned": ("no-trump", "next-card"),
    "declare.no-bid-dealer": ("chance", "first-drawer", "matching-card"),
    "counter.window": ("none", "after-bury", "first-deal-before-kitty"),
    "counter.changes-dealer": ("first-deal", "never", "always"),
    "counter.order": ("until-all-pass", "one-round"),
    "counter.rejoin": ("after-another", "dealer-never"),
    "bury.taker": ("dealer", "partner"),
    "bury.limit": ("none", "no-aces"),
    "bury.shown-before": (False, True),
    "bury.revealed": ("at-end", "only-if-dug"),
    "bury.burier-may-look": (True, False),
    "lead.throw-groups": ("all", "side-only", "none"),
    "lead.throw-same-size": (False, True),
    "lead.challengers": ("all-others", "opponents"),
    "lead.void-ruff-counts": (False, True),
    "lead.forced": (
        "lowest-beatable",
        "smallest-beatable",
        "failing-type-lowest",
        "lowest-of-throw",
        "first-found",
        "refused",
    ),
    "lead.penalty": (
        "none",
        "ten-per-attempt",
        "ten-per-forced-card",
        "ten-per-withdrawn-card",
        "half-stake",
    ),
    "follow.pairs": ("must", "free"),
    "follow.tractor": ("longest-available", "exact-length", "any-tractor", "none"),
    "follow.break-tractor": (True, False),
    "follow.break-triples": (True, False),
    "follow.titanic-order": ("tractor-first", "tuples-first"),
    "follow.throw": ("full", "suit-only"),
    "follow.filler": ("free", "lowest-forced", "highest-forced"),
    "trick.ruff-structure": ("covers", "counts-literal", "exact"),
    "trick.ruff-compare": (
        "lead-top-type",
        "all-components",
        "highest-card",
        "own-best-type",
        "largest-then-next",
    ),
    "score.multiplier": (
        "doubling",
        "twice-cards",
        "two-pow-cards",
        "flat-2-4-8",
        "flat-2-4",
        "double",
        "jokers-only",
        "one-two-four",
        "tractor-cards",
    ),
    "score.multiplier-throw": ("largest-component", "total-cards"),
    "score.multiplier-basis": ("winning-play", "lead-format"),
    "score.multiplier-cap": ("none", 64),
    "levels.start": ("2", "3", "6", "7"),
    "levels.last-trick-required": (False, True),
    "levels.mandatory": (
        "A",
        "none",
        "J-A",
        "5-10-K",
        "5-10-K-A",
        "2-5-10-K",
        "5-10-K-A-NT",
    ),
    "levels.mandatory-meaning": ("win-as-dealer", "stop-at"),
    "levels.no-trump-level": (False, True),
    "levels.hook-back": (
        "none",
        "jack-and-ace",
        "jack",
        "queen",
        "ace",
        "jack-queen-ace",
        "by-card",
    ),
    "levels.hook-back-condition": ("any-result", "only-if-taken-over", "single-card-only"),
    "levels.match-end": ("win-at-A", "reach-A", "pass-A", "endless"),
    "levels.dealer-holds": ("partner", "same-player"),
    "levels.attackers-take": ("next-player", "last-trick-winner"),
    "settle.stakes": ("none", "by-levels"),
    "settle.ratings": ("none", "by-levels"),
    "settle.leaver": ("none", "twelve-to-three"),
}
TABLES = ("declare.ladder", "levels.table")


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One value for every option, and the two tables that options name."""

    values: Mapping[str, Scalar]
    ladder: tuple[Step, ...]
    level_table: LevelTable

    def __getitem__(self, key: str) -> Scalar:
        """Return the value of an option; where it does not apply, its base value."""
        return self.values[key]

    @property
    def decks(self) -> int:
        """Return how many decks the pack is made of."""
        return int(self["cards.decks"])


def read_rule_set(options: Any, tables: Any) -> RuleSet:
    """Return the rule set of a `load_variant` request."""
    if options is None:
        raise UnsupportedError("no variant is known here by its id alone: send options and tables")
    if not isinstance(options, dict) or not isinstance(tables, dict):
        raise MalformedError("options and tables must be objects")
    values = {key: known[0] for key, known in OPTIONS.items()}
    for key, value in options.items():
        if key not in TABLES:
            values[key] = _known(key, value)
    return RuleSet(
        values,
        read_ladder(_table(options, tables, "declare.ladder")),
        read_level_table(_table(options, tables, "levels.table")),
    )


def _known(key: str, value: Any) -> Scalar:
    """Return the value of an option as this program knows it (true is not 1)."""
    if not isinstance(value, str | int):
        raise MalformedError(f"{key} must be a text, an integer or a truth value")
    for known in OPTIONS.get(key, ()):
        if type(known) is type(value) and known == value:
            return known
    raise UnsupportedError(f"{key}: {value} is not known")


def _table(options: dict[str, Any], tables: dict[str, Any], key: str) -> Any:
    """Return the table that an option names."""
    name = options.get(key)
    if name is not None and not isinstance(name, str):
        raise MalformedError(f"{key} must be a text")
    if name not in tables:
        raise UnsupportedError(f"{key}: there is no table {name}")
    return tables[name]
