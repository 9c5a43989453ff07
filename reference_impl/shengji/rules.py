"""A rule set: one frozen value that says how every decision point is settled.

Law of this file: the fields of `RuleSet` are the options of `spec/options`, one field a key, dots and
dashes written as underscores; each lists the values the engine plays, the base value first. An option that
names a table is the table. An option that does not apply is absent from the resolved options; the field
then holds the base value and nothing reads it. No field names a variant, and nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from shengji.errors import Unsupported
from shengji.tables import BidLadder, LevelTable

if TYPE_CHECKING:
    from shengji.cards import Order

__all__ = ["RuleSet", "field_name", "known_values"]

T = TypeVar("T")


def option(base: T, *others: T | int | str) -> T:
    """Declare an option: its base value and the other values the engine plays."""
    declared: Any = field(default=base, metadata={"values": (base, *others)})
    return declared  # type: ignore[no-any-return]


#: the values of a switch, the base value first
OFF_ON = (False, True)
ON_OFF = (True, False)


@dataclass(frozen=True)
class RuleSet:
    """How each decision point is settled; compare two of them to see whether they play alike."""

    # cards
    cards_decks: int = option(2, 1, 3, 4)
    cards_jokers: str = option("two-per-deck", "none")
    cards_removed: str = option("none", "red-fives")
    cards_permanent_ranks: str = option("none", "2", "2-3-5")
    cards_no_trump_level_cards: str = option("trump", "plain")
    cards_special_top: str = option("none", "heart-five", "red-fives")
    cards_counsellors: str = option("none", "three")
    # shapes
    shapes_level_gap: str = option("bridged", "broken")
    shapes_trump_chain: str = option(
        "full", "without-lj-main", "blocks-not-joined", "suit-ranks-only"
    )
    shapes_no_trump_chain: str = option("level-lj-bj", "jokers-only")
    shapes_tractor_min_length: int | str = option(2, 3, "none")
    shapes_titanic: str = option("two-or-more", "exactly-two", "none")
    shapes_decomposition: str = option("longest-first", "widest-first")
    # deal
    deal_kitty: str = option("up-to-eight", "from-four")
    deal_direction: str = option("counterclockwise", "clockwise")
    deal_redeal: str = option(
        "none", "attackers-under-15", "attackers-15-or-three-trumps", "no-points-or-no-trumps"
    )
    # declare
    declare_overcall: bool = option(*ON_OFF)
    declare_equal_class: str = option("cannot-override", "higher-suit")
    declare_who: str = option("anyone", "dealer-side-first")
    declare_reinforce: str = option("while-standing", "also-after-countered", "none")
    declare_reinforce_effect: str = option("raises-class", "locks")
    declare_partner_reinforce: bool = option(*OFF_ON)
    declare_self_counter: str = option("forbidden", "any-stronger", "jokers-only")
    declare_first_change_stands: bool = option(*OFF_ON)
    declare_first_dealer: str = option("last-declarer", "first-declarer", "chance")
    declare_no_bid: str = option(
        "turn-level-else-highest", "no-trump", "turn-first", "turn-third", "redeal"
    )
    declare_joker_turned: str = option("no-trump", "next-card")
    declare_no_bid_dealer: str = option("chance", "first-drawer", "matching-card")
    # counter
    counter_window: str = option("none", "after-bury", "first-deal-before-kitty")
    counter_changes_dealer: str = option("first-deal", "never", "always")
    counter_order: str = option("until-all-pass", "one-round")
    counter_rejoin: str = option("after-another", "dealer-never")
    # bury
    bury_taker: str = option("dealer", "partner")
    bury_limit: str = option("none", "no-aces")
    bury_shown_before: bool = option(*OFF_ON)
    bury_revealed: str = option("at-end", "only-if-dug")
    bury_burier_may_look: bool = option(*ON_OFF)
    # lead
    lead_throw_groups: str = option("all", "side-only", "none")
    lead_throw_same_size: bool = option(*OFF_ON)
    lead_challengers: str = option("all-others", "opponents")
    lead_void_ruff_counts: bool = option(*OFF_ON)
    lead_forced: str = option(
        "lowest-beatable",
        "smallest-beatable",
        "failing-type-lowest",
        "lowest-of-throw",
        "first-found",
        "refused",
    )
    lead_penalty: str = option(
        "none", "ten-per-attempt", "ten-per-forced-card", "ten-per-withdrawn-card", "half-stake"
    )
    # follow
    follow_pairs: str = option("must", "free")
    follow_tractor: str = option("longest-available", "exact-length", "any-tractor", "none")
    follow_break_tractor: bool = option(*ON_OFF)
    follow_break_triples: bool = option(*ON_OFF)
    follow_titanic_order: str = option("tractor-first", "tuples-first")
    follow_throw: str = option("full", "suit-only")
    follow_filler: str = option("free", "lowest-forced", "highest-forced")
    # trick
    trick_ruff_structure: str = option("covers", "counts-literal", "exact")
    trick_ruff_compare: str = option(
        "lead-top-type", "all-components", "highest-card", "own-best-type", "largest-then-next"
    )
    # score
    score_multiplier: str = option(
        "doubling",
        "twice-cards",
        "two-pow-cards",
        "flat-2-4-8",
        "flat-2-4",
        "double",
        "jokers-only",
        "one-two-four",
        "tractor-cards",
    )
    score_multiplier_throw: str = option("largest-component", "total-cards")
    score_multiplier_basis: str = option("winning-play", "lead-format")
    score_multiplier_cap: str | int = option("none", 64)
    # levels
    levels_start: str = option("2", "3", "6", "7")
    levels_last_trick_required: bool = option(*OFF_ON)
    levels_mandatory: str = option(
        "A", "none", "J-A", "5-10-K", "5-10-K-A", "2-5-10-K", "5-10-K-A-NT"
    )
    levels_mandatory_meaning: str = option("win-as-dealer", "stop-at")
    levels_no_trump_level: bool = option(*OFF_ON)
    levels_hook_back: str = option(
        "none", "jack-and-ace", "jack", "queen", "ace", "jack-queen-ace", "by-card"
    )
    levels_hook_back_condition: str = option("any-result", "only-if-taken-over", "single-card-only")
    levels_match_end: str = option("win-at-A", "reach-A", "pass-A", "endless")
    levels_dealer_holds: str = option("partner", "same-player")
    levels_attackers_take: str = option("next-player", "last-trick-winner")
    # settle
    settle_stakes: str = option("none", "by-levels")
    settle_ratings: str = option("none", "by-levels")
    settle_leaver: str = option("none", "twelve-to-three")

    #: the level table that `levels.table` names
    level_table: LevelTable | None = None
    #: the ladder of bids that `declare.ladder` names
    bid_ladder: BidLadder | None = None
    #: tables of card order already built, by (level, trump); see `cards.order_of`
    orders: dict[tuple[str, str | None], Order] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Share the tables of card order with all rule sets that order cards alike."""
        key = tuple(getattr(self, name) for name in ORDERING)
        object.__setattr__(self, "orders", _shared_orders(key))

    @classmethod
    def from_options(
        cls, options: Mapping[str, object], tables: Mapping[str, object] | None = None
    ) -> RuleSet:
        """
        Build the rule set that resolved options describe.

        `options` maps option keys to values, `tables` the ids of tables to their contents.
        Raises Unsupported for an option, a value or a table the engine does not know.
        """
        values: dict[str, Any] = {}
        for key, value in options.items():
            if key in NAMING:
                continue
            known = _BY_KEY.get(key)
            if known is None:
                msg = f"unknown option {key!r:.60}"
                raise Unsupported(msg)
            name, plays = known
            if not isinstance(value, (str, int)) or (type(value), value) not in plays:
                msg = f"option {key!r} has no value {value!r:.60}"
                raise Unsupported(msg)
            values[name] = value
        named = {key: _table(key, options, tables or {}) for key in NAMING}
        level_table, ladder = named["levels.table"], named["declare.ladder"]
        return cls(
            **values,
            level_table=LevelTable.read(level_table) if level_table is not None else None,
            bid_ladder=BidLadder.read(ladder) if ladder is not None else None,
        )


#: the fields that an order of cards depends on; nothing else may be read when one is built
ORDERING = (
    "cards_decks",
    "cards_jokers",
    "cards_removed",
    "cards_permanent_ranks",
    "cards_no_trump_level_cards",
    "cards_special_top",
    "cards_counsellors",
    "shapes_level_gap",
    "shapes_trump_chain",
    "shapes_no_trump_chain",
    "levels_no_trump_level",
)


#: the options whose value is the id of a table
NAMING = ("levels.table", "declare.ladder")


@lru_cache(maxsize=512)
def _shared_orders(key: tuple[object, ...]) -> dict[tuple[str, str | None], Order]:
    del key  # the cache is the point
    return {}


def _table(
    key: str, options: Mapping[str, object], tables: Mapping[str, object]
) -> Mapping[str, object] | None:
    """Return the table that an option names; None where the option does not apply."""
    table_id = options.get(key)
    if table_id is None:
        return None
    content = tables.get(table_id) if isinstance(table_id, str) else None
    if not isinstance(content, Mapping):
        msg = f"option {key!r} names {table_id!r}, which is not among the tables"
        raise Unsupported(msg)
    return content


def field_name(key: str) -> str:
    """Return the field of an option key: `shapes.level-gap` is `shapes_level_gap`."""
    return key.replace(".", "_").replace("-", "_")


def option_key(name: str) -> str:
    """Return the option key of a field: `shapes_level_gap` is `shapes.level-gap`."""
    chapter, _, rest = name.partition("_")
    return f"{chapter}.{rest.replace('_', '-')}"


_KNOWN = {f.name: f.metadata["values"] for f in fields(RuleSet) if "values" in f.metadata}


#: by option key: the field, and its values with their types; true is not 1
_BY_KEY = {
    option_key(name): (name, frozenset((type(value), value) for value in values))
    for name, values in _KNOWN.items()
}


def known_values() -> Mapping[str, tuple[object, ...]]:
    """Return the values the engine plays, by field name, base value first."""
    return _KNOWN
