"""Reading positions: from the parameters of a question to values.

Law of this file: a position is read once and wholly; what is no position raises MalformedInput, or
KeyError for a card or a key that does not exist. It decides no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from shengji import bids, levels, trick
from shengji.cards import LEVELS, SEATS, Group, Order, faces, order_of
from shengji.errors import MalformedInput
from shengji.rules import RuleSet

__all__ = [
    "Params",
    "by_team",
    "cards_of",
    "change_of",
    "counted",
    "deal_of",
    "dealer_of",
    "diagnosis",
    "follow_position",
    "in_hand",
    "last_trick",
    "level_of",
    "list_of",
    "object_of",
    "plays_of",
    "seat_of",
    "seat_or_none",
    "shows_of",
    "some",
    "together",
    "trick_position",
    "whole",
]

Params = Mapping[str, Any]


def list_of(value: Any, name: str) -> list[Any]:
    """Read a list; `name` is what it is called in the parameters."""
    if type(value) is not list:
        msg = f"`{name}` is not a list: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def cards_of(params: Params, name: str) -> list[str]:
    """Read the list of cards under a key; what the cards are is found when they are counted."""
    cards = params[name]
    return cards if type(cards) is list else list_of(cards, name)


def plays_of(params: Params) -> list[list[str]]:
    """Read `plays`: one play a player, the leader's first."""
    plays = [list_of(play, "plays") for play in list_of(params["plays"], "plays")]
    if len(plays) != SEATS:
        msg = f"`plays` has {len(plays)} plays; there are {SEATS} players"
        raise MalformedInput(msg)
    return plays


def object_of(value: Any) -> Params:
    """Read an object."""
    if not isinstance(value, Mapping):
        msg = f"not an object: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def whole(value: Any) -> int:
    """Read a whole number."""
    if type(value) is not int:
        msg = f"not a whole number: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def seat_of(value: Any) -> int:
    """Read a seat."""
    if type(value) is not int or not 0 <= value < SEATS:
        msg = f"seat {value!r:.60} does not exist"
        raise MalformedInput(msg)
    return value


def by_team(value: Any) -> list[Any]:
    """Read a list with one entry a team."""
    if type(value) is not list or len(value) != 2:
        msg = f"not a list by team: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def level_of(rules: RuleSet, value: Any) -> str:
    """Read a level that exists under these rules."""
    if (
        not isinstance(value, str)
        or value not in LEVELS[: None if rules.levels_no_trump_level else -1]
    ):
        msg = f"level {value!r:.60} does not exist"
        raise MalformedInput(msg)
    return value


def deal_of(params: Params) -> int:
    """Read the number of a deal."""
    deal = whole(params["deal"])
    if deal < 1:
        msg = "`deal` counts from 1"
        raise MalformedInput(msg)
    return deal


def seat_or_none(value: Any) -> int | None:
    """Read a seat, or null."""
    return None if value is None else seat_of(value)


def dealer_of(params: Params) -> int | None:
    """Read the dealer a deal began with: nobody in the first deal, a seat in all others."""
    dealer = seat_or_none(params["dealer"])
    if (deal_of(params) == 1) != (dealer is None):
        msg = "nobody is dealer in the first deal, and somebody in every other"
        raise MalformedInput(msg)
    return dealer


def change_of(value: Any) -> tuple[str, int]:
    """Read what a deal changes: the side that gains, and how many levels."""
    change = object_of(value)
    if change["side"] not in ("dealer", "attackers") or whole(change["levels"]) < 0:
        msg = f"no change of levels: {value!r:.60}"
        raise MalformedInput(msg)
    return change["side"], change["levels"]


def shows_of(rules: RuleSet, params: Params) -> list[bids.Show]:
    """Read `history`; its cards are still in the hands."""
    shows = []
    for entry in list_of(params["history"], "history"):
        shown = cards_of(object_of(entry), "cards")
        counted(rules, shown)
        shows.append(bids.Show(seat_of(entry["seat"]), tuple(shown)))
    return shows


def counted(rules: RuleSet, held: list[str]) -> Counter[str]:
    """Read cards that exist together, before an order of cards is needed."""
    counts = Counter(held)
    for card, copies in counts.items():
        if card not in faces(rules):
            raise KeyError(card)
        if copies > rules.cards_decks:
            msg = f"{card} occurs more often than the pack holds it"
            raise MalformedInput(msg)
    return counts


def in_hand(rules: RuleSet, hand: Counter[str], tried: list[str]) -> bool:
    """Tell whether an attempt is in the hand; raises KeyError for a card that does not exist."""
    for card in tried:
        if card not in faces(rules):
            raise KeyError(card)
    return not Counter(tried) - hand


def together(order: Order, *zones: Sequence[str]) -> list[int]:
    """Read zones that exist together: no face occurs more often than the pack holds it."""
    if sum(map(len, zones)) > order.pack_size:
        msg = f"more cards than the pack of {order.pack_size} has"
        raise MalformedInput(msg)
    position = list(map(order.read, zones))
    if order.exceeds_pack(sum(position)):
        msg = "a card occurs more often than the pack holds it"
        raise MalformedInput(msg)
    return position


def some(order: Order, cards: int) -> Group | None:
    """Return the one group cards belong to, None if there are several; no cards are no position."""
    if not cards:
        msg = "there are no cards"
        raise MalformedInput(msg)
    return order.group(cards)


def follow_position(order: Order, params: Params) -> tuple[int, int]:
    """Read `lead` and `hand`: a lead of one group, answered by a hand that is long enough."""
    led, held = cards_of(params, "lead"), cards_of(params, "hand")
    position = together(order, led, held)
    if some(order, position[0]) is None:
        msg = "the lead is of two groups"
        raise MalformedInput(msg)
    if len(held) < len(led):
        msg = f"the hand has {len(held)} cards, fewer than the lead's {len(led)}"
        raise MalformedInput(msg)
    return position[0], position[1]


def trick_position(
    order: Order, plays: Sequence[Sequence[str]], kitty: Sequence[str] = ()
) -> list[int]:
    """Read the plays of a trick, beside the kitty: one a player, of one length, the first of one group."""
    *position, _ = together(order, *plays, kitty)
    if len({len(play) for play in plays}) > 1:
        msg = "the plays are of different lengths"
        raise MalformedInput(msg)
    if some(order, position[0]) is None:
        msg = "the first play is of two groups"
        raise MalformedInput(msg)
    return position


def last_trick(rules: RuleSet, params: Params) -> levels.LastTrick | None:
    """Read the last trick where it is given; it must be where an option reads it."""
    if params.get("last_trick") is None:
        if levels.reads_last_trick(rules):
            msg = "`last_trick` is missing: these rules depend on it"
            raise MalformedInput(msg)
        return None
    last = object_of(params["last_trick"])
    order = order_of(rules, last["level"], last["trump"])
    leader, plays = seat_of(last["leader"]), plays_of(last)
    index = trick.winner(rules, order, trick_position(order, plays))
    return levels.LastTrick((leader + index) % SEATS, tuple(plays[index]), last["trump"])


# --- saying what is wrong ------------------------------------------------------------------------


def diagnosis(params: Params, error: Exception) -> str:
    """Say in one sentence what is wrong with parameters that could not be read."""
    if not isinstance(params, Mapping):
        return "the parameters are not an object"
    if isinstance(error, KeyError) and error.args:
        missing = error.args[0]
        if isinstance(missing, str) and missing in _KEYS and missing not in params:
            return f"`{missing}` is missing"
        return f"{missing!r:.60} is no card of this pack"
    return f"no position: {error!s:.120}"


#: keys that some question must have
_KEYS = frozenset(
    {
        "level",
        "trump",
        "cards",
        "hand",
        "hands",
        "lead",
        "plays",
        "kitty",
        "dealer",
        "deal",
        "levels",
        "total",
    }
    | {
        "trick_points",
        "last_trick",
        "leader",
        "seat",
        "taker",
        "history",
        "first_drawer",
        "base",
        "side",
    }
    | {"record"}
)
