"""The questions: each reads its position and asks its chapter."""

from collections.abc import Callable
from typing import Any

from shengji_oracle.bury import judge_burial
from shengji_oracle.cards import order_cards
from shengji_oracle.counter import Countering, judge_counter
from shengji_oracle.deal import SEATS, judge_redeal
from shengji_oracle.declare import Draw, judge_declaration
from shengji_oracle.errors import ForbiddenError, MalformedError
from shengji_oracle.follow import count_follows, judge_follow
from shengji_oracle.lead import judge_lead
from shengji_oracle.levels import advance, needs_last_trick
from shengji_oracle.no_bid import Undeclared, resolve_no_bid
from shengji_oracle.reading import Params, check_copies
from shengji_oracle.score import score_deal
from shengji_oracle.settle import settle
from shengji_oracle.shapes import classify
from shengji_oracle.trick import judge_trick, read_trick

POINTS_STEP = 5


def _order_cards(params: Params) -> Any:
    """Answer `order_cards`."""
    arrangement, cards = params.arrangement(), params.cards("cards")
    check_copies(params.rules, cards)
    return {"groups": order_cards(arrangement, cards)}


def _classify(params: Params) -> Any:
    """Answer `classify`."""
    arrangement, cards = params.arrangement(), params.cards("cards")
    check_copies(params.rules, cards)
    return classify(params.rules, arrangement, cards)


def _judge_lead(params: Params) -> Any:
    """Answer `judge_lead`."""
    arrangement = params.arrangement()
    hand, cards = params.cards("hand"), params.cards("cards")
    others = params.hands("others", SEATS - 1) if params.has("others") else None
    check_copies(params.rules, hand, *(others or []))
    return judge_lead(params.rules, arrangement, hand, cards, others)


def _judge_follow(params: Params) -> Any:
    """Answer `judge_follow`."""
    arrangement = params.arrangement()
    lead, hand, cards = params.cards("lead"), params.cards("hand"), params.cards("cards")
    check_copies(params.rules, lead, hand)
    return judge_follow(params.rules, arrangement, lead, hand, cards)


def _count_follows(params: Params) -> Any:
    """Answer `count_follows`."""
    arrangement, lead, hand = params.arrangement(), params.cards("lead"), params.cards("hand")
    check_copies(params.rules, lead, hand)
    return count_follows(params.rules, arrangement, lead, hand)


def _judge_trick(params: Params) -> Any:
    """Answer `judge_trick`."""
    arrangement, plays = params.arrangement(), params.hands("plays", SEATS)
    check_copies(params.rules, *plays)
    return judge_trick(read_trick(params.rules, arrangement, plays))


def _judge_redeal(params: Params) -> Any:
    """Answer `judge_redeal`."""
    params.number("deal", 1)
    arrangement, hand = params.arrangement(), params.cards("hand")
    check_copies(params.rules, hand)
    dealer, seat = params.seat_or_nobody("dealer"), params.seat("seat")
    return judge_redeal(params.rules, arrangement, dealer, seat, hand)


def _judge_declaration(params: Params) -> Any:
    """Answer `judge_declaration`."""
    draw = Draw(
        params.rules,
        params.number("deal", 1) == 1,
        params.seat_or_nobody("dealer"),
        tuple(params.levels()),
        frozenset(params.seats("declined")),
    )
    hand, cards = params.cards("hand"), params.cards("cards")
    check_copies(params.rules, hand)
    return judge_declaration(draw, params.history(), params.seat("seat"), hand, cards)


def _resolve_no_bid(params: Params) -> Any:
    """Answer `resolve_no_bid`."""
    draw = Undeclared(
        params.rules,
        params.number("deal", 1) == 1,
        params.seat_or_nobody("dealer"),
        params.seat("first_drawer"),
        params.levels(),
        params.cards("kitty"),
        params.hands("hands", SEATS),
    )
    check_copies(params.rules, draw.kitty, *draw.hands)
    return resolve_no_bid(draw)


def _judge_counter(params: Params) -> Any:
    """Answer `judge_counter`."""
    history = params.history()
    declared = min(1, len(history))
    if params.has("declared"):
        declared = params.number("declared", 0, len(history))
    table = Countering(
        params.rules,
        params.level(),
        params.trump(),
        params.number("deal", 1),
        params.seat_or_nobody("dealer"),
        history[:declared],
        history[declared:],
    )
    hand, cards = params.cards("hand"), params.cards("cards")
    check_copies(params.rules, hand)
    return judge_counter(table, params.seat("seat"), hand, cards)


def _judge_burial(params: Params) -> Any:
    """Answer `judge_burial`."""
    params.arrangement()
    params.seat("dealer")
    taker, seat = params.seat("taker"), params.seat("seat")
    hand, cards = params.cards("hand"), params.cards("cards")
    check_copies(params.rules, hand)
    return judge_burial(params.rules, taker, seat, hand, cards)


def _score_deal(params: Params) -> Any:
    """Answer `score_deal`."""
    arrangement, kitty = params.arrangement(), params.cards("kitty")
    last = params.last_trick(arrangement, params.trump())
    check_copies(params.rules, kitty, *last.trick.plays)
    penalty = params.number("penalty_points") if params.has("penalty_points") else 0
    points = params.number("trick_points", 0)
    return score_deal(params.seat("dealer"), points, penalty, kitty, last)


def _advance(params: Params) -> Any:
    """Answer `advance`."""
    params.number("deal", 1)
    total = params.number("total")
    if total % POINTS_STEP:
        raise MalformedError("total must be a multiple of 5")
    last = None
    if params.has("last_trick") or needs_last_trick(params.rules):
        inner = params.inner("last_trick")
        last = params.last_trick(inner.arrangement(), inner.trump())
    dealer, levels, cleared = params.seat("dealer"), params.levels(), params.cleared()
    return advance(params.rules, dealer, levels, cleared, total, last)


def _settle(params: Params) -> Any:
    """Answer `settle`."""
    if params.has("change") == params.has("leaver"):
        raise MalformedError("either a change or a leaver")
    change = params.change() if params.has("change") else None
    leaver = params.seat("leaver") if params.has("leaver") else None
    throws = [0] * SEATS
    if params.has("failed_throws"):
        given = params.list_of("failed_throws", SEATS)
        throws = [Params({"throws": one}, params.rules).number("throws", 0) for one in given]
    dealer, base = params.seat("dealer"), params.number("base", 0)
    return settle(params.rules, dealer, change, base, throws, leaver)


QUESTIONS: dict[str, Callable[[Params], Any]] = {
    "order_cards": _order_cards,
    "classify": _classify,
    "judge_lead": _judge_lead,
    "judge_follow": _judge_follow,
    "count_follows": _count_follows,
    "judge_trick": _judge_trick,
    "judge_redeal": _judge_redeal,
    "judge_declaration": _judge_declaration,
    "resolve_no_bid": _resolve_no_bid,
    "judge_counter": _judge_counter,
    "judge_burial": _judge_burial,
    "score_deal": _score_deal,
    "advance": _advance,
    "settle": _settle,
}


def ask(method: str, params: Params) -> Any:
    """Return the answer to a question; what a rule forbids is answered with the rule."""
    try:
        return QUESTIONS[method](params)
    except ForbiddenError as refusal:
        return {"legal": False, "rule": refusal.rule}
