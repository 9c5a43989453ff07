"""The position of a question drawn: cards in groups, bids as lines, seats with their part in the deal.

Law of this file: the question has been answered before, so the parameters are a position; it draws them
and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from shengji.cards import SEATS, Order, order_of
from shengji.cli import draw
from shengji.cli.labels import LABELS
from shengji.declare import levels_by_seat
from shengji.questions import ask
from shengji.rules import RuleSet

__all__ = ["Rows", "change", "position", "seat"]

Params = Mapping[str, Any]
#: labels and texts
Rows = Iterator[tuple[str, str]]

#: other labels of the cards that are tried
TRIED = {"judge_declaration": "shown", "judge_counter": "tried", "judge_burial": "buried"}


def seat(number: int, lang: str) -> str:
    """Return a seat in words."""
    return LABELS[lang]["seat_is"].format(number)


def change(of: Mapping[str, Any], lang: str) -> str:
    """Return which side won a deal, and by how many levels."""
    return f"{LABELS[lang][of['side']]} {of['levels']:+d}"


def position(rules: RuleSet, method: str, params: Params, lang: str) -> Rows:
    """Yield the parts of a position in the order in which a reader needs them."""
    yield from _deal(params, lang)
    yield from _settled(params, lang)
    yield from _bids(method, params, lang)
    yield from _player(params, lang)
    order = _order(rules, params)
    if order is not None:
        yield from _cards(rules, order, method, params, lang)


def _order(rules: RuleSet, params: Params) -> Order | None:
    """Return an order to draw hands in; before trump is known jokers and level cards are trumps."""
    if "trump" in params:
        return order_of(rules, params["level"], params["trump"])
    if "hand" not in params and "hands" not in params:
        return None
    by_seat = levels_by_seat(rules, params["dealer"], params["levels"])
    return order_of(rules, by_seat[params.get("seat", params["dealer"] or 0)], None)


def _deal(params: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    if "deal" in params:
        yield labels["deal"], str(params["deal"])
    if "dealer" in params:
        dealer = params["dealer"]
        yield labels["the_dealer"], labels["nobody"] if dealer is None else seat(dealer, lang)
    if "levels" in params:
        yield labels["levels"], labels["levels_of"].format(*params["levels"])
    if "first_drawer" in params:
        yield labels["first_drawer"], seat(params["first_drawer"], lang)


def _settled(params: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    if "change" in params:
        yield labels["result"], change(params["change"], lang)
    if "leaver" in params:
        yield labels["leaver"], seat(params["leaver"], lang)
    if "base" in params:
        yield labels["base"], str(params["base"])
    failed = params.get("failed_throws", ())
    if any(failed):
        shown = [
            f"{seat(n, lang)}{labels['colon']}{times}" for n, times in enumerate(failed) if times
        ]
        yield labels["failed_throws"], labels["comma"].join(shown)
    if "total" in params:
        yield labels["total"], str(params["total"])


def _bids(method: str, params: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    if "history" in params:
        history = [_bid(entry, lang) for entry in params["history"]]
        if method == "judge_counter":
            drawn = params.get("declared", min(1, len(history)))
            yield from _lines(labels["draw"], history[:drawn] or [labels["nothing"]])
            yield from _lines(labels["after"], history[drawn:] or [labels["nothing"]])
        else:
            yield from _lines(labels["history"], history or [labels["nothing"]])
    if params.get("declined"):
        yield labels["declined"], labels["comma"].join(seat(n, lang) for n in params["declined"])


def _lines(label: str, lines: Sequence[str]) -> Rows:
    for number, line in enumerate(lines):
        yield "" if number else label, line


def _bid(entry: Mapping[str, Any], lang: str) -> str:
    labels, shown = LABELS[lang], entry["cards"]
    who = seat(entry["seat"], lang) + labels["colon"]
    return who + (draw.cards(shown, lang) if shown else labels["passes"])


def _player(params: Params, lang: str) -> Rows:
    labels, dealer = LABELS[lang], params.get("dealer")
    if "taker" in params:
        yield labels["taker"], seat(params["taker"], lang)
    if "seat" in params:
        who = seat(params["seat"], lang)
        if dealer is not None:
            parts = ("dealing", "an_attacker", "partner", "an_attacker")
            who += labels["comma"] + labels[parts[(params["seat"] - dealer) % SEATS]]
        yield labels["who"], who


def _cards(rules: RuleSet, order: Order, method: str, params: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    for key in ("lead", "hand", "cards", "kitty"):
        if key not in params:
            continue
        if key == "kitty" and method == "resolve_no_bid":
            yield labels["turned"], " → ".join(draw.card(face, lang) for face in params[key])
        elif key == "cards" and not params[key]:
            yield labels["tried"], labels["pass"]
        else:
            label = TRIED.get(method, key) if key == "cards" else key
            bid = label in ("shown", "tried")
            drawn = draw.cards(params[key], lang) if bid else draw.hand(order, params[key], lang)
            if key == "lead":
                kinds = click.style(_kinds(rules, order, params[key], lang), dim=True)
                drawn = f"{drawn}   {kinds}"
            yield labels[label], drawn
    for hand in params.get("others", ()):
        yield labels["others"], draw.hand(order, hand, lang)
    if any(params.get("hands", ())):
        for number, hand in enumerate(params["hands"]):
            yield seat(number, lang), draw.hand(order, hand, lang)
    plays = params.get("plays") or params.get("last_trick", {}).get("plays", ())
    for i, play in enumerate(plays):
        yield f"{labels['plays']} {i}", draw.hand(order, play, lang)


def _kinds(rules: RuleSet, order: Order, cards: list[str], lang: str) -> str:
    result = ask(rules, "classify", {"level": order.level, "trump": order.trump, "cards": cards})
    return draw.shape((c["type"] for c in result.get("components", ())), lang)
