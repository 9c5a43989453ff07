"""The answer to a question in words, and what a refused play still owes.

Law of this file: the verdict is `ask`'s; here it is only worded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from shengji import follow
from shengji.cards import order_of
from shengji.cli import draw
from shengji.cli.labels import LABELS
from shengji.cli.position import Rows, change, seat
from shengji.errors import Refusal
from shengji.rules import RuleSet

__all__ = ["verdict"]

Params = Mapping[str, Any]


def verdict(rules: RuleSet, method: str, params: Params, result: Params, lang: str) -> Rows:
    """Yield the verdict in words."""
    labels = LABELS[lang]
    if "legal" in result:
        legal = result["legal"]
        name, colour = ("legal", "green") if legal else ("illegal", "red")
        said = labels["illegal_event"] if "event" in result else labels[name]
        yield "", click.style(said.format(result.get("event")), fg=colour, bold=True)
        if not legal:
            yield from _owed(rules, method, params, lang)
            return
    if method in ANSWERS:
        yield from ANSWERS[method](params, result, lang)


def _classified(_: Params, result: Params, lang: str) -> Rows:
    for part in result["components"]:
        yield draw.TYPES[lang][part["type"]], draw.cards(part["cards"], lang)


def _led(_: Params, result: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    yield "", labels["stands" if result["stands"] else "fails"]
    yield labels["table"], draw.cards(result["played"], lang)
    yield labels["penalty"], str(result["penalty"])


def _ordered(_: Params, result: Params, lang: str) -> Rows:
    for group, rows in result["groups"].items():
        name = draw.SYMBOLS.get(group, draw.WORDS[lang]["trump"])
        yield name, "  >  ".join(draw.cards(row, lang) for row in rows)


def _won(params: Params, result: Params, lang: str) -> Rows:
    labels, index = LABELS[lang], result["winner"]
    yield labels["winner"], f"{index}   {draw.cards(params['plays'][index], lang)}"
    yield labels["points"], str(result["points"])


def _counted(_: Params, result: Params, lang: str) -> Rows:
    yield LABELS[lang]["count"], str(result["count"])


def _scored(_: Params, result: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    yield labels["last"], labels[result["last_trick_side"]]
    yield labels["factor"], f"x{result['multiplier']}"
    yield labels["kitty_points"], str(result["kitty_points"])
    yield labels["total"], str(result["total"])


def _advanced(_: Params, result: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    yield labels["change"], change(result["change"], lang)
    yield labels["levels"], " / ".join(result["levels"])
    if result["match_over"]:
        yield labels["over"], str(result["winner"])
    else:
        yield labels["next"], seat(result["dealer"], lang)


def _redealt(_: Params, result: Params, lang: str) -> Rows:
    allowed = result["allowed"]
    name, colour = ("may_redeal", "green") if allowed else ("no_redeal", "red")
    yield "", click.style(LABELS[lang][name], fg=colour, bold=True)


def _bid(_: Params, result: Params, lang: str) -> Rows:
    labels, trump, dealer = LABELS[lang], result["trump"], result["dealer"]
    yield labels["trump"], labels["no_trump"] if trump is None else draw.SYMBOLS[trump]
    if "level" in result:
        yield labels["level"], result["level"]
    yield labels["the_dealer"], labels["by_lot"] if dealer is None else seat(dealer, lang)


def _turned(params: Params, result: Params, lang: str) -> Rows:
    if result.get("redeal"):
        yield "", LABELS[lang]["redeal"]
    else:
        yield from _bid(params, result, lang)


def _countered(params: Params, result: Params, lang: str) -> Rows:
    labels = LABELS[lang]
    yield from _bid(params, result, lang)
    yield labels["kitty"], labels["takes_kitty" if result["takes_kitty"] else "leaves_kitty"]


def _settled(_: Params, result: Params, lang: str) -> Rows:
    for key in ("stakes", "ratings"):
        shown = [f"{seat(n, lang)} {_signed(number)}" for n, number in enumerate(result[key])]
        yield LABELS[lang][key], "   ".join(shown)


def _signed(number: float) -> str:
    return f"{number:+}" if number else "0"


def _replayed(params: Params, result: Params, lang: str) -> Rows:
    yield from _scored(params, result["score"], lang)
    yield from _advanced(params, result["advance"], lang)


#: how each question's answer is worded
ANSWERS: Mapping[str, Callable[[Params, Params, str], Rows]] = {
    "classify": _classified,
    "judge_lead": _led,
    "order_cards": _ordered,
    "judge_trick": _won,
    "count_follows": _counted,
    "score_deal": _scored,
    "advance": _advanced,
    "judge_redeal": _redealt,
    "judge_declaration": _bid,
    "resolve_no_bid": _turned,
    "judge_counter": _countered,
    "settle": _settled,
    "replay": _replayed,
}


def _owed(rules: RuleSet, method: str, params: Params, lang: str) -> Rows:
    """Yield what the hand owes to the lead, where a structure rule is broken."""
    if method != "judge_follow":
        return
    order = order_of(rules, params["level"], params["trump"])
    lead, hand, cards = (order.read(params[key]) for key in ("lead", "hand", "cards"))
    refusal = follow.refusal(rules, order, lead, hand, cards, len(params["cards"]))
    if isinstance(refusal, Refusal):
        facts = dict(refusal.facts)
        rungs = facts.get("rungs")
        if isinstance(rungs, tuple):
            yield LABELS[lang]["owed"], "; ".join(draw.owed(rung, lang) for rung in rungs)
        elif "owed" in facts:
            yield LABELS[lang]["owed"], str(facts["owed"])
