"""`shengji-conformance show`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import orjson

from shengji_conformance.common import (
    colour_option,
    corpus_option,
    failing_politely,
    language_option,
)
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.explain import Explainer
from shengji_conformance.protocol import question_body, request
from shengji_conformance.selection import Selector, choose_variants, find_case, plan
from shengji_conformance.terminal import Screen, console

__all__ = ["command"]


@click.command("show")
@click.argument("case")
@click.option("--variant", metavar="ID-or-FILE", help="The variant whose rules are shown.")
@corpus_option
@click.option("--json", "as_json", is_flag=True, help="Print the compiled case.")
@colour_option
@language_option
def command(
    *, case: str, variant: str | None, corpus: Path | None, color: str, lang: str, as_json: bool
) -> None:
    """Show one case: the position, the answer, the rule, its source and the request."""
    with failing_politely(lang):
        opened = Corpus.open(corpus)
        found = find_case(opened, case)
        if as_json:
            click.echo(orjson.dumps(found, option=orjson.OPT_INDENT_2).decode())
            return
        variants = choose_variants(opened, [variant] if variant else [])
        under = [
            ask.variant for ask in plan(opened, variants, Selector([found["id"]]), found["tier"])
        ]
        _show(Screen(console(color), lang), Explainer(opened, lang), found, under, variants)


def _show(
    screen: Screen,
    explainer: Explainer,
    case: Case,
    under: Sequence[Variant],
    chosen: Sequence[Variant],
) -> None:
    rules = (under or chosen)[0]
    screen.heading(" ", case["id"], explainer.title(case), "cyan")
    screen.rows(
        [
            *explainer.asked(case),
            explainer.expected(case, rules.options),
            *explainer.norm(case, rules.options),
            *explainer.applies(case, under),
        ]
    )
    line = request(1, question_body(case, orjson.dumps(rules.id))).decode().rstrip()
    screen.command(explainer.row("request", []).label, line)
