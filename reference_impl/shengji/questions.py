"""The questions of the protocol: parameters in, result out.

Law of this file: it reads positions and writes answers, and decides no rule. A position is read
once and wholly; what is not a position raises `MalformedInput`. `QUESTIONS` is the only list of
what can be asked. Every question has the same paragraphs: what is read, what makes it no position,
what the chapter says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shengji import follow, lead, levels, shapes, trick
from shengji import score as scoring
from shengji.cards import LEVELS, SEATS, Group, Order, order_cards, order_of
from shengji.errors import MalformedInput, Refusal
from shengji.rules import RuleSet

__all__ = ["QUESTIONS", "ask"]

Params = Mapping[str, Any]
Result = dict[str, Any]


def ask(rules: RuleSet, method: str, params: Params) -> Result:
    """
    Answer a question under a rule set, as the protocol has it.

    Raises KeyError for an unknown method and MalformedInput for parameters that are no position.
    """
    question = QUESTIONS[method]
    try:
        return question(rules, params)
    except MalformedInput:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError) as error:
        raise MalformedInput(_diagnosis(params, error)) from None


# --- the questions -------------------------------------------------------------------------------


def ask_order_cards(rules: RuleSet, params: Params) -> Result:
    """Sort cards by group and strength."""
    order = order_of(rules, params["level"], params["trump"])
    (cards,) = _position(order, _cards(params, "cards"))
    return {"groups": order_cards(order, cards)}


def ask_classify(rules: RuleSet, params: Params) -> Result:
    """Decompose cards as a lead."""
    order = order_of(rules, params["level"], params["trump"])
    (cards,) = _position(order, _cards(params, "cards"))
    group = _some(order, cards)
    if group is None:
        return _illegal(Refusal("shapes.one-group"))
    return {"legal": True, "components": shapes.classify(rules, group, group.of(cards))}


def ask_judge_lead(rules: RuleSet, params: Params) -> Result:
    """Judge a lead, and a throw against the other hands."""
    order = order_of(rules, params["level"], params["trump"])
    tried = _cards(params, "cards")
    others = [_list(hand, "others") for hand in _list(params.get("others", []), "others")]
    hand, *hands = _position(order, _cards(params, "hand"), *others)
    if hands and len(hands) != SEATS - 1:
        msg = f"`others` has {len(hands)} hands; {SEATS - 1} players come after the leader"
        raise MalformedInput(msg)

    cards = order.read(tried)
    if len(tried) > order.pack_size:
        return _illegal(Refusal("lead.cards-in-hand"))
    refusal = lead.refusal(order, hand, cards)
    if refusal:
        return _illegal(refusal)
    group = order.group_of[tried[0]]
    parts = shapes.decompose(rules, group, group.of(cards))
    refusal = lead.throw_refusal(rules, order, group, parts)
    if refusal:
        return _illegal(refusal)
    if len(parts) > 1 and not hands:
        msg = "`others` is missing: whether a throw stands depends on the other hands"
        raise MalformedInput(msg)

    verdict = lead.verdict(rules, order, group, parts, hands)
    if isinstance(verdict, Refusal):
        return _illegal(verdict)
    return {
        "legal": True,
        "stands": verdict.stands,
        "played": verdict.played,
        "penalty": verdict.penalty,
    }


def ask_judge_follow(rules: RuleSet, params: Params) -> Result:
    """Judge a follow."""
    order = order_of(rules, params["level"], params["trump"])
    tried = _cards(params, "cards")
    led, held = _follow_position(order, params)

    cards = order.read(tried)
    refusal = follow.refusal(rules, order, led, held, cards, len(tried))
    return _illegal(refusal) if refusal else {"legal": True}


def ask_count_follows(rules: RuleSet, params: Params) -> Result:
    """Count the legal follows."""
    order = order_of(rules, params["level"], params["trump"])
    led, held = _follow_position(order, params)
    return {"count": follow.count(rules, order, led, held)}


def ask_judge_trick(rules: RuleSet, params: Params) -> Result:
    """Name the winner of a trick and its points."""
    order = order_of(rules, params["level"], params["trump"])
    plays = _plays(params)
    position = _trick_position(order, plays)
    return {
        "winner": trick.winner(rules, order, position),
        "points": sum(trick.points(play) for play in plays),
    }


def ask_score_deal(rules: RuleSet, params: Params) -> Result:
    """Count the attackers' total."""
    order = order_of(rules, params["level"], params["trump"])
    dealer, taken = _seat(params["dealer"]), _whole(params["trick_points"])
    penalties = _whole(params.get("penalty_points", 0))
    last = _object(params["last_trick"])
    leader, plays, kitty = _seat(last["leader"]), _plays(last), _cards(params, "kitty")
    position = _trick_position(order, plays, kitty)
    if taken < 0:
        msg = f"trick_points {taken} is below 0"
        raise MalformedInput(msg)

    result = scoring.score(rules, order, dealer, taken + penalties, kitty, leader, position)
    return {
        "last_trick_side": result.last_trick_side,
        "multiplier": result.multiplier,
        "kitty_points": result.kitty_points,
        "total": result.total,
    }


def ask_advance(rules: RuleSet, params: Params) -> Result:
    """Say what a deal changes in the match."""
    dealer, total = _seat(params["dealer"]), _whole(params["total"])
    if _whole(params["deal"]) < 1:
        msg = "`deal` counts from 1"
        raise MalformedInput(msg)
    sides = _pair(params["levels"])
    ranks = [_level(rules, rank) for rank in sides]
    cleared = [
        [_level(rules, rank) for rank in _list(side, "cleared")]
        for side in _pair(params.get("cleared", [[], []]))
    ]
    last = _last_trick(rules, params)
    if total % 5:
        msg = f"total {total} is not a multiple of 5"
        raise MalformedInput(msg)

    result = levels.advance(rules, dealer, ranks, total, last, cleared)
    return {
        "change": {"side": result.side, "levels": result.gains},
        "levels": list(result.levels),
        "dealer": result.dealer,
        "cleared": [list(side) for side in result.cleared],
        "match_over": result.match_over,
        "winner": result.winner,
    }


#: what can be asked, by method name: the play profile, then the match profile
QUESTIONS: Mapping[str, Callable[[RuleSet, Params], Result]] = {
    "order_cards": ask_order_cards,
    "classify": ask_classify,
    "judge_lead": ask_judge_lead,
    "judge_follow": ask_judge_follow,
    "count_follows": ask_count_follows,
    "judge_trick": ask_judge_trick,
    "score_deal": ask_score_deal,
    "advance": ask_advance,
}


# --- reading -------------------------------------------------------------------------------------


def _illegal(refusal: Refusal) -> Result:
    return {"legal": False, "rule": refusal.rule}


def _list(value: Any, name: str) -> list[Any]:
    if type(value) is not list:
        msg = f"`{name}` is not a list: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _cards(params: Params, name: str) -> list[str]:
    cards = params[name]
    return cards if type(cards) is list else _list(cards, name)


def _plays(params: Params) -> list[list[str]]:
    plays = [_list(play, "plays") for play in _list(params["plays"], "plays")]
    if len(plays) != SEATS:
        msg = f"`plays` has {len(plays)} plays; there are {SEATS} players"
        raise MalformedInput(msg)
    return plays


def _object(value: Any) -> Params:
    if not isinstance(value, Mapping):
        msg = f"not an object: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        msg = f"not a whole number: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _seat(value: Any) -> int:
    if type(value) is not int or not 0 <= value < SEATS:
        msg = f"seat {value!r:.60} does not exist"
        raise MalformedInput(msg)
    return value


def _pair(value: Any) -> list[Any]:
    if type(value) is not list or len(value) != 2:
        msg = f"not a list by team: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _level(rules: RuleSet, value: Any) -> str:
    if (
        not isinstance(value, str)
        or value not in LEVELS[: None if rules.levels_no_trump_level else -1]
    ):
        msg = f"level {value!r:.60} does not exist"
        raise MalformedInput(msg)
    return value


def _position(order: Order, *zones: Sequence[str]) -> list[int]:
    """Read zones that exist together: no face occurs more often than the pack holds it."""
    if sum(map(len, zones)) > order.pack_size:
        msg = f"more cards than the pack of {order.pack_size} has"
        raise MalformedInput(msg)
    position = list(map(order.read, zones))
    if order.exceeds_pack(sum(position)):
        msg = "a card occurs more often than the pack holds it"
        raise MalformedInput(msg)
    return position


def _some(order: Order, cards: int) -> Group | None:
    if not cards:
        msg = "there are no cards"
        raise MalformedInput(msg)
    return order.group(cards)


def _follow_position(order: Order, params: Params) -> tuple[int, int]:
    """Read `lead` and `hand`: a lead of one group, answered by a hand that is long enough."""
    led, held = _cards(params, "lead"), _cards(params, "hand")
    position = _position(order, led, held)
    if _some(order, position[0]) is None:
        msg = "the lead is of two groups"
        raise MalformedInput(msg)
    if len(held) < len(led):
        msg = f"the hand has {len(held)} cards, fewer than the lead's {len(led)}"
        raise MalformedInput(msg)
    return position[0], position[1]


def _trick_position(
    order: Order, plays: Sequence[Sequence[str]], kitty: Sequence[str] = ()
) -> list[int]:
    """Read the plays of a trick, beside the kitty: one a player, of one length, the first of one group."""
    *position, _ = _position(order, *plays, kitty)
    if len({len(play) for play in plays}) > 1:
        msg = "the plays are of different lengths"
        raise MalformedInput(msg)
    if _some(order, position[0]) is None:
        msg = "the first play is of two groups"
        raise MalformedInput(msg)
    return position


def _last_trick(rules: RuleSet, params: Params) -> levels.LastTrick | None:
    """Read the last trick where it is given; it must be where an option reads it."""
    if params.get("last_trick") is None:
        if levels.reads_last_trick(rules):
            msg = "`last_trick` is missing: these rules depend on it"
            raise MalformedInput(msg)
        return None
    last = _object(params["last_trick"])
    order = order_of(rules, last["level"], last["trump"])
    leader, plays = _seat(last["leader"]), _plays(last)
    index = trick.winner(rules, order, _trick_position(order, plays))
    return levels.LastTrick(
        (leader + index) % SEATS, tuple(plays[index]), last["trump"], last["level"]
    )


# --- saying what is wrong ------------------------------------------------------------------------


def _diagnosis(params: Params, error: Exception) -> str:
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
    {"level", "trump", "cards", "hand", "lead", "plays", "kitty", "dealer"}
    | {"trick_points", "last_trick", "leader", "deal", "levels", "total"}
)
