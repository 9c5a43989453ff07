"""One question answered for a person: the position drawn, the verdict, the rule and its source.

Law of this file: the verdict is `ask`'s; this file only draws and words it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click
from shengji_spec.errors import SpecError
from shengji_spec.model import Spec, load_spec
from shengji_spec.text import fill
from shengji_spec.variants import Resolved, resolve

from shengji.cli import draw, tables
from shengji.cli.labels import LABELS
from shengji.cli.position import position
from shengji.cli.verdict import verdict
from shengji.errors import MalformedInput
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
    "judge_redeal": ("deal.redeal", "deal.redeal-full-hand"),
    "judge_burial": ("bury.any-card",),
    "score_deal": ("score.kitty", "score.multiplier", "score.multiplier-basis"),
    "advance": ("levels.table", "levels.match-end"),
    "replay": ("deal.end",),
}
#: refusals that only the ladder explains
BY_THE_LADDER = ("declare.ladder", "declare.stronger", "counter.ladder", "counter.stronger")


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
    drawn = list(position(rules, method, params, lang))
    rows = [
        *drawn,
        *([("", "")] if drawn else []),
        *verdict(rules, method, params, result, lang),
        *_ladder(resolved, result.get("rule", ""), lang),
        *_reasons(spec, resolved, _deciding(method, params, result), lang),
        (LABELS[lang]["under"], f"{resolved.id} - {resolved.title[lang]}"),
    ]
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


def _ladder(resolved: Resolved, rule: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the steps that are open here, where a bid is on none of them or on too low a one."""
    if rule in BY_THE_LADDER:
        steps = resolved.tables[resolved.options["declare.ladder"]]["steps"]
        window = rule.partition(".")[0]
        yield LABELS[lang]["ladder"], tables.ladder(steps, window)
        yield "", tables.ladder_in_words(steps, lang, window)


def _deciding(method: str, params: Mapping[str, Any], result: Mapping[str, Any]) -> Sequence[str]:
    """Return the ids of the rules that an answer rests on."""
    if "rule" in result:
        return (result["rule"],)
    if method == "judge_declaration":
        first, moved = params["dealer"] is None, result["dealer"] != params["dealer"]
        dealer = "first-dealer" if first else "fall-back" if moved else "dealer-stays"
        return ("declare.trump", "declare.level", f"declare.{dealer}")
    if method == "judge_counter":
        kitty = ("counter.takes-kitty",) if result["takes_kitty"] else ()
        changed = ("counter.trump", "counter.changes-dealer", *kitty)
        return changed if params["cards"] else ("counter.pass",)
    if method == "resolve_no_bid":
        joker = ("declare.joker-turned",) if {"LJ", "BJ"} & set(params["kitty"]) else ()
        found = () if result.get("redeal") else ("declare.no-bid-dealer", "declare.no-bid-level")
        return ("declare.no-bid", *joker, *found)
    if method == "settle":
        house = ("settle.half-stake",) if any(params.get("failed_throws", ())) else ()
        return ("settle.leaver" if "leaver" in params else "settle.stakes", *house)
    return DECIDED_BY[method]


def _reasons(
    spec: Spec, resolved: Resolved, ids: Sequence[str], lang: str
) -> Iterator[tuple[str, str]]:
    """Yield rules with their sources."""
    labels = LABELS[lang]
    for rule_id in ids:
        rule = spec.rules.get(rule_id)
        if rule is None or not rule.applies(resolved.options):
            continue
        yield labels["rule"], click.style(rule_id, bold=True)
        yield "", fill(getattr(rule, lang), resolved.options, spec, lang)
        yield labels["source"], ", ".join(rule.sources)
