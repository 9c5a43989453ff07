"""One question answered for a person: the position drawn, the verdict, the rule and its source.

Law of this file: the verdict is `ask`'s; this file only draws and words it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click
from shengji_spec.errors import SpecError
from shengji_spec.model import Spec, load_spec
from shengji_spec.text import fill
from shengji_spec.variants import Resolved, resolve

from shengji import follow
from shengji.cards import Order, order_of
from shengji.cli import draw
from shengji.errors import MalformedInput, Refusal
from shengji.questions import ask
from shengji.rules import RuleSet

__all__ = ["explain"]

#: the rules that decide a question whose answer is no refusal
DECIDED_BY = {
    "order_cards": ("cards.trump-order", "cards.side-order", "cards.off-level-equal"),
    "classify": ("shapes.decomposition",),
    "judge_lead": ("lead.throw-stands", "lead.forced"),
    "judge_follow": ("follow.free-choice",),
    "count_follows": ("follow.free-choice",),
    "judge_trick": ("trick.highest", "trick.ruff-structure", "trick.ruff-compare"),
    "score_deal": ("score.kitty", "score.multiplier", "score.multiplier-basis"),
    "advance": ("levels.table", "levels.match-end"),
}
LABELS = {
    "en": {
        "legal": "legal",
        "illegal": "illegal",
        "lead": "led",
        "hand": "hand",
        "cards": "played",
        "others": "others",
        "plays": "plays",
        "kitty": "kitty",
        "owed": "owed",
        "rule": "rule",
        "source": "source",
        "under": "under",
        "stands": "the throw stands",
        "fails": "the throw fails",
        "table": "on the table",
        "penalty": "penalty",
        "points": "points",
        "winner": "winner",
        "count": "legal follows",
        "total": "total",
        "factor": "kitty factor",
        "kitty_points": "kitty points",
        "last": "last trick",
        "dealer": "dealer side",
        "attackers": "attackers",
        "change": "change",
        "levels": "levels",
        "next": "next dealer",
        "over": "match won by team",
        "seat": "seat",
    },
    "zh": {
        "legal": "合法",
        "illegal": "不合法",
        "lead": "首出",
        "hand": "手牌",
        "cards": "出牌",
        "others": "其他各家",
        "plays": "各家出牌",
        "kitty": "底牌",
        "owed": "应出",
        "rule": "规则",
        "source": "出处",
        "under": "玩法",
        "stands": "甩牌成功",
        "fails": "甩牌失败",
        "table": "实际打出",
        "penalty": "罚分",
        "points": "分数",
        "winner": "赢家",
        "count": "合法跟牌数",
        "total": "总分",
        "factor": "抠底倍数",
        "kitty_points": "底牌得分",
        "last": "最后一轮",
        "dealer": "庄家方",
        "attackers": "闲家方",
        "change": "升级",
        "levels": "级别",
        "next": "下一局庄家",
        "over": "整场胜方",
        "seat": "座位",
    },
}


def explain(
    method: str, variant: str, lang: str, params: Mapping[str, Any], *, as_json: bool
) -> None:
    """Ask and print; a bad variant or position ends the command with exit code 2."""
    try:
        spec, resolved = load_spec(), resolve(variant)
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    rules = RuleSet.from_options(resolved.options, resolved.tables)
    try:
        result = ask(rules, method, params)
    except MalformedInput as error:
        raise click.UsageError(f"this is no position: {error}") from None
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False))
        return
    rows = [
        *_position(rules, params, lang),
        ("", ""),
        *_answer(rules, method, params, result, lang),
    ]
    rows += _reasons(spec, resolved, method, result, lang)
    _print(rows)


def _print(rows: Sequence[tuple[str, str]]) -> None:
    """Print labels and texts in two columns; plain sentences are wrapped, drawn cards are not."""
    column = 4 + max(draw.width(label) for label, _ in rows)
    for label, text in rows:
        first, *more = draw.wrapped(
            text, max(40, min(shutil.get_terminal_size().columns, 100) - column)
        )
        head = click.style(label, dim=True) + " " * (column - 2 - draw.width(label))
        click.echo(f"  {head}{first}" if first else "")
        for line in more:
            click.echo(" " * column + line)


def _position(rules: RuleSet, params: Mapping[str, Any], lang: str) -> Iterator[tuple[str, str]]:
    """Yield the cards of the question, hands in groups."""
    labels = LABELS[lang]
    if "trump" not in params:
        return
    order = order_of(rules, params["level"], params["trump"])
    for key in ("lead", "hand", "cards", "kitty"):
        if key in params:
            drawn = draw.hand(order, params[key], lang)
            if key == "lead":
                kinds = click.style(_kinds(rules, order, params[key], lang), dim=True)
                drawn = f"{drawn}   {kinds}"
            yield labels[key], drawn
    for hand in params.get("others", ()):
        yield labels["others"], draw.hand(order, hand, lang)
    plays = params.get("plays") or params.get("last_trick", {}).get("plays", ())
    for i, play in enumerate(plays):
        yield f"{labels['plays']} {i}", draw.hand(order, play, lang)


def _kinds(rules: RuleSet, order: Order, cards: list[str], lang: str) -> str:
    result = ask(rules, "classify", {"level": order.level, "trump": order.trump, "cards": cards})
    return draw.shape((c["type"] for c in result.get("components", ())), lang)


Rows = Iterator[tuple[str, str]]


def _answer(
    rules: RuleSet, method: str, params: Mapping[str, Any], result: Mapping[str, Any], lang: str
) -> Rows:
    """Yield the verdict in words."""
    labels = LABELS[lang]
    if "legal" in result:
        legal = result["legal"]
        name, colour = ("legal", "green") if legal else ("illegal", "red")
        yield "", click.style(labels[name], fg=colour, bold=True)
        if not legal:
            yield from _owed(rules, method, params, lang)
            return
    if method in ANSWERS:
        yield from ANSWERS[method](params, result, lang)


def _classified(_: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    for part in result["components"]:
        yield draw.TYPES[lang][part["type"]], draw.cards(part["cards"], lang)


def _led(_: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    labels = LABELS[lang]
    yield "", labels["stands" if result["stands"] else "fails"]
    yield labels["table"], draw.cards(result["played"], lang)
    yield labels["penalty"], str(result["penalty"])


def _ordered(_: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    for group, rows in result["groups"].items():
        name = draw.SYMBOLS.get(group, draw.WORDS[lang]["trump"])
        yield name, "  >  ".join(draw.cards(row, lang) for row in rows)


def _won(params: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    labels, index = LABELS[lang], result["winner"]
    yield labels["winner"], f"{index}   {draw.cards(params['plays'][index], lang)}"
    yield labels["points"], str(result["points"])


def _counted(_: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    yield LABELS[lang]["count"], str(result["count"])


def _scored(_: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    labels = LABELS[lang]
    yield labels["last"], labels[result["last_trick_side"]]
    yield labels["factor"], f"x{result['multiplier']}"
    yield labels["kitty_points"], str(result["kitty_points"])
    yield labels["total"], str(result["total"])


def _advanced(_: Mapping[str, Any], result: Mapping[str, Any], lang: str) -> Rows:
    labels, change = LABELS[lang], result["change"]
    yield labels["change"], f"{labels[change['side']]} +{change['levels']}"
    yield labels["levels"], " / ".join(result["levels"])
    if result["match_over"]:
        yield labels["over"], str(result["winner"])
    else:
        yield labels["next"], f"{labels['seat']} {result['dealer']}"


#: how each question's answer is worded
ANSWERS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any], str], Rows]] = {
    "classify": _classified,
    "judge_lead": _led,
    "order_cards": _ordered,
    "judge_trick": _won,
    "count_follows": _counted,
    "score_deal": _scored,
    "advance": _advanced,
}


def _owed(rules: RuleSet, method: str, params: Mapping[str, Any], lang: str) -> Rows:
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


def _reasons(
    spec: Spec, resolved: Resolved, method: str, result: Mapping[str, Any], lang: str
) -> Iterator[tuple[str, str]]:
    """Yield the rules that decide, with their sources, and the variant."""
    labels = LABELS[lang]
    ids = (result["rule"],) if "rule" in result else DECIDED_BY[method]
    for rule_id in ids:
        rule = spec.rules.get(rule_id)
        if rule is None or not rule.applies(resolved.options):
            continue
        yield labels["rule"], click.style(rule_id, bold=True)
        yield "", fill(getattr(rule, lang), resolved.options, spec, lang)
        yield labels["source"], ", ".join(rule.sources)
    yield labels["under"], f"{resolved.id} - {resolved.title[lang]}"
