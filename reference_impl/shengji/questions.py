"""The questions of the protocol: parameters in, result out.

Law of this file: it reads positions and writes answers, and decides no rule. A position is read
once and wholly; what is not a position raises `MalformedInput`. `QUESTIONS` is the only list of
what can be asked. Every question has the same paragraphs: what is read, what makes it no position,
what the chapter says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shengji import bids, bury, counter, declare, follow, lead, levels, shapes, trick
from shengji import deal as dealing
from shengji import score as scoring
from shengji import settle as settling
from shengji.cards import SEATS, order_cards, order_of
from shengji.errors import MalformedInput, Refusal
from shengji.reading import (
    Params,
    by_team,
    cards_of,
    change_of,
    counted,
    deal_of,
    dealer_of,
    diagnosis,
    follow_position,
    in_hand,
    last_trick,
    level_of,
    list_of,
    object_of,
    plays_of,
    seat_of,
    seat_or_none,
    shows_of,
    some,
    together,
    trick_position,
    whole,
)
from shengji.record import replay, results
from shengji.rules import RuleSet

__all__ = ["QUESTIONS", "ask"]

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
        raise MalformedInput(diagnosis(params, error)) from None


# --- the questions -------------------------------------------------------------------------------


def ask_order_cards(rules: RuleSet, params: Params) -> Result:
    """Sort cards by group and strength."""
    order = order_of(rules, params["level"], params["trump"])
    (cards,) = together(order, cards_of(params, "cards"))
    return {"groups": order_cards(order, cards)}


def ask_classify(rules: RuleSet, params: Params) -> Result:
    """Decompose cards as a lead."""
    order = order_of(rules, params["level"], params["trump"])
    (cards,) = together(order, cards_of(params, "cards"))
    group = some(order, cards)
    if group is None:
        return _illegal(Refusal("shapes.one-group"))
    return {"legal": True, "components": shapes.classify(rules, group, group.of(cards))}


def ask_judge_lead(rules: RuleSet, params: Params) -> Result:
    """Judge a lead, and a throw against the other hands."""
    order = order_of(rules, params["level"], params["trump"])
    tried = cards_of(params, "cards")
    others = [list_of(hand, "others") for hand in list_of(params.get("others", []), "others")]
    hand, *hands = together(order, cards_of(params, "hand"), *others)
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
    tried = cards_of(params, "cards")
    led, held = follow_position(order, params)

    cards = order.read(tried)
    refusal = follow.refusal(rules, order, led, held, cards, len(tried))
    return _illegal(refusal) if refusal else {"legal": True}


def ask_count_follows(rules: RuleSet, params: Params) -> Result:
    """Count the legal follows."""
    order = order_of(rules, params["level"], params["trump"])
    led, held = follow_position(order, params)
    return {"count": follow.count(rules, order, led, held)}


def ask_judge_trick(rules: RuleSet, params: Params) -> Result:
    """Name the winner of a trick and its points."""
    order = order_of(rules, params["level"], params["trump"])
    plays = plays_of(params)
    position = trick_position(order, plays)
    return {
        "winner": trick.winner(rules, order, position),
        "points": sum(trick.points(play) for play in plays),
    }


def ask_judge_redeal(rules: RuleSet, params: Params) -> Result:
    """Say whether a player may have the cards dealt again."""
    order = order_of(rules, params["level"], params["trump"])
    deal_of(params)
    dealer, seat, hand = (
        seat_or_none(params["dealer"]),
        seat_of(params["seat"]),
        cards_of(params, "hand"),
    )
    together(order, hand)
    return {"allowed": dealing.may_redeal(rules, order, dealer, seat, hand)}


def ask_judge_declaration(rules: RuleSet, params: Params) -> Result:
    """Judge a declaration in the draw."""
    dealer, seat = dealer_of(params), seat_of(params["seat"])
    sides = [level_of(rules, rank) for rank in by_team(params["levels"])]
    declined = [seat_of(other) for other in list_of(params.get("declined", []), "declined")]
    hand, tried = counted(rules, cards_of(params, "hand")), cards_of(params, "cards")
    shows = shows_of(rules, params)

    levels_of = declare.levels_by_seat(rules, dealer, sides)
    so_far = bids.auction(rules, shows, len(shows), levels_of)
    if not in_hand(rules, hand, tried):
        return _illegal(Refusal("declare.cards-in-hand"))
    show = bids.Show(seat, tuple(tried))
    refusal = declare.refusal(rules, so_far, dealer, declined, show, levels_of[seat])
    if refusal:
        return _illegal(refusal)
    shows = [*shows, show]
    after = bids.auction(rules, shows, len(shows), levels_of)
    return {"legal": True, **declare.outcome(rules, after, dealer, sides)._asdict()}


def ask_resolve_no_bid(rules: RuleSet, params: Params) -> Result:
    """Say what is played when nobody has declared."""
    dealer, first_drawer = dealer_of(params), seat_of(params["first_drawer"])
    sides = [level_of(rules, rank) for rank in by_team(params["levels"])]
    kitty = cards_of(params, "kitty")
    hands = [list_of(hand, "hands") for hand in list_of(params["hands"], "hands")]
    if len(hands) != SEATS:
        msg = f"`hands` has {len(hands)} hands; there are {SEATS} players"
        raise MalformedInput(msg)
    counted(rules, [card for cards in (kitty, *hands) for card in cards])

    outcome = declare.turned(rules, dealer, first_drawer, sides, kitty, hands)
    return {"redeal": True} if outcome is None else outcome._asdict()


def ask_judge_counter(rules: RuleSet, params: Params) -> Result:
    """Judge a counter, or a pass, after the last card."""
    order = order_of(rules, params["level"], params["trump"])
    deal, dealer, seat = deal_of(params), seat_of(params["dealer"]), seat_of(params["seat"])
    hand, tried = counted(rules, cards_of(params, "hand")), cards_of(params, "cards")
    has_them = in_hand(rules, hand, tried)
    shows = shows_of(rules, params)
    declared = whole(params.get("declared", min(1, len(shows))))
    if not 0 <= declared <= len(shows):
        msg = f"`declared` is {declared}, and `history` has {len(shows)} entries"
        raise MalformedInput(msg)

    if not counter.is_open(rules, declared):
        return _illegal(Refusal("counter.window"))
    levels_of = [order.level] * SEATS
    so_far = bids.auction(rules, shows, declared, levels_of, order.level)
    standing = so_far.standing
    assert standing is not None  # somebody declared
    turn = counter.to_speak(rules, dealer, standing.seat, shows[declared:])
    if seat == turn and not has_them:
        return _illegal(Refusal("counter.cards-in-hand"))
    bid = bids.bid_of(rules, seat, tried, order.level, "counter")
    refusal = counter.refusal(rules, so_far, turn, seat, bid, passes=not tried)
    if refusal:
        return _illegal(refusal)
    if bid is None:
        return {"legal": True, "trump": order.trump, "dealer": dealer, "takes_kitty": False}
    return {
        "legal": True,
        "trump": bids.trump_at(order.level, bid),
        "dealer": counter.dealer_after(rules, deal, dealer, seat),
        "takes_kitty": counter.after_burial(rules, deal),
    }


def ask_judge_burial(rules: RuleSet, params: Params) -> Result:
    """Judge a burial."""
    order_of(rules, params["level"], params["trump"])
    seat_of(params["dealer"])
    taker, seat = seat_of(params["taker"]), seat_of(params["seat"])
    hand, tried = cards_of(params, "hand"), cards_of(params, "cards")
    in_hand(rules, counted(rules, hand), tried)

    refusal = bury.refusal(rules, taker, seat, hand, tried)
    return _illegal(refusal) if refusal else {"legal": True}


def ask_settle(rules: RuleSet, params: Params) -> Result:
    """Say what a deal costs each seat."""
    dealer, base = seat_of(params["dealer"]), whole(params["base"])
    throws = [whole(n) for n in list_of(params.get("failed_throws", [0] * SEATS), "failed_throws")]
    leaver, change = params.get("leaver"), params.get("change")
    if base < 0 or len(throws) != SEATS or min(throws) < 0:
        msg = "`base` and the four counts of `failed_throws` are not below 0"
        raise MalformedInput(msg)
    if (leaver is None) == (change is None):
        msg = "there is either a `change` or a `leaver`"
        raise MalformedInput(msg)
    won = None if change is None else change_of(change)
    left = None if leaver is None else seat_of(leaver)

    result = settling.settle(rules, dealer, won, base, throws, left)
    return {"stakes": list(result.stakes), "ratings": list(result.ratings)}


def ask_score_deal(rules: RuleSet, params: Params) -> Result:
    """Count the attackers' total."""
    order = order_of(rules, params["level"], params["trump"])
    dealer, taken = seat_of(params["dealer"]), whole(params["trick_points"])
    penalties = whole(params.get("penalty_points", 0))
    last = object_of(params["last_trick"])
    leader, plays, kitty = seat_of(last["leader"]), plays_of(last), cards_of(params, "kitty")
    position = trick_position(order, plays, kitty)
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
    dealer, total = seat_of(params["dealer"]), whole(params["total"])
    deal_of(params)
    sides = by_team(params["levels"])
    ranks = [level_of(rules, rank) for rank in sides]
    cleared = [
        [level_of(rules, rank) for rank in list_of(side, "cleared")]
        for side in by_team(params.get("cleared", [[], []]))
    ]
    last = last_trick(rules, params)
    if total % 5:
        msg = f"total {total} is not a multiple of 5"
        raise MalformedInput(msg)

    return levels.advance(rules, dealer, ranks, total, last, cleared).as_result()


def ask_replay(rules: RuleSet, params: Params) -> Result:
    """Play a record of one deal again."""
    played = replay(rules, object_of(params["record"]))
    if played.refusal:
        return {"legal": False, "event": played.legal, "rule": played.refusal.rule}
    if played.state.score is None:
        msg = f"the record stops after {played.legal} events, before the deal ends"
        raise MalformedInput(msg)
    return {"legal": True, **results(played.state)}


#: what can be asked, by method name: the profiles play, deal, match and record
QUESTIONS: Mapping[str, Callable[[RuleSet, Params], Result]] = {
    "order_cards": ask_order_cards,
    "classify": ask_classify,
    "judge_lead": ask_judge_lead,
    "judge_follow": ask_judge_follow,
    "count_follows": ask_count_follows,
    "judge_trick": ask_judge_trick,
    "judge_redeal": ask_judge_redeal,
    "judge_declaration": ask_judge_declaration,
    "resolve_no_bid": ask_resolve_no_bid,
    "judge_counter": ask_judge_counter,
    "judge_burial": ask_judge_burial,
    "score_deal": ask_score_deal,
    "advance": ask_advance,
    "settle": ask_settle,
    "replay": ask_replay,
}


def _illegal(refusal: Refusal) -> Result:
    return {"legal": False, "rule": refusal.rule}
