"""Variants as people read them: every option, its value in words, and where it comes from.

Law of this file: it prints what `shengji_spec` has resolved and decides nothing.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from typing import Any

import click
from shengji_spec.errors import SpecError
from shengji_spec.model import Spec, load_spec
from shengji_spec.variants import Resolved, resolve, wire

from shengji.cli import draw, tables

__all__ = ["list_all", "show"]

WIDEST = 100
WORDS = {
    "en": {
        "source": "source ",
        "decided": "decided: ",
        "as-in": "decided in {}: ",
        "source-as-in": "source {}, as in {}",
        "alternatives": "Alternatives",
        "instead": "What the sources say some tables play instead: --variant {}+ID plays one of them.",
        "count": "{n} options; {sourced} from sources, {decided} decided where the sources are silent",
        "decisions": "{decided} of {n} options are decided here, because no source of this variant says",
    },
    "zh": {
        "source": "出处 ",
        "decided": "自定：",
        "as-in": "同 {}，自定：",
        "source-as-in": "出处 {}，同 {}",
        "alternatives": "另一种打法",
        "instead": "出处说有的玩家这样打：用 --variant {}+编号 选一种。",
        "count": "共 {n} 项；{sourced} 项有出处，{decided} 项因出处未说而自定",
        "decisions": "{n} 项中有 {decided} 项，本玩法的出处没有说，由此处自定",
    },
}
CHAPTERS = {
    "en": {
        "cards": "Cards",
        "shapes": "Shapes",
        "deal": "Dealing",
        "declare": "Bidding",
        "counter": "Counters",
        "bury": "Kitty",
        "lead": "Leading",
        "follow": "Following",
        "trick": "Ruffing",
        "score": "Scoring",
        "levels": "Levels",
        "settle": "Stakes",
    },
    "zh": {
        "cards": "牌",
        "shapes": "牌型",
        "deal": "发牌",
        "declare": "亮主",
        "counter": "反主",
        "bury": "底牌",
        "lead": "首出",
        "follow": "跟牌",
        "trick": "毙牌",
        "score": "计分",
        "levels": "升级",
        "settle": "结算",
    },
}


def list_all(lang: str) -> None:
    """Print id and title of every published variant."""
    spec = load_spec()
    width = max(map(len, spec.variants))
    for variant_id, variant in spec.variants.items():
        click.echo(f"{variant_id.ljust(width)}  {variant.title[lang]}")


def show(variant: str, lang: str, *, as_json: bool, decisions: bool) -> None:
    """Print a variant; `decisions` leaves out what a source states."""
    try:
        spec, resolved = load_spec(), resolve(variant)
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(wire(resolved), ensure_ascii=False))
        return
    for line in _variant(spec, resolved, lang, decisions=decisions):
        click.echo(line)


def _variant(spec: Spec, resolved: Resolved, lang: str, *, decisions: bool) -> Iterator[str]:
    """Yield the lines of a variant, chapter by chapter."""
    decided = [key for key in resolved.options if resolved.origins[key].decided is not None]
    counts = {"n": len(resolved.options), "decided": len(decided)}
    counts["sourced"] = counts["n"] - counts["decided"]
    yield click.style(f"{resolved.id} - {resolved.title[lang]}", bold=True)
    yield from _wrapped(WORDS[lang]["decisions" if decisions else "count"].format(**counts), 0)
    chapter = ""
    for key in decided if decisions else resolved.options:
        if key.partition(".")[0] != chapter:
            chapter = key.partition(".")[0]
            yield ""
            yield click.style(CHAPTERS[lang].get(chapter, chapter), bold=True, underline=True)
        yield ""
        yield from _option(spec, resolved, key, lang)
    if not decisions:
        yield from _alternatives(spec, resolved, lang)


def _option(spec: Spec, resolved: Resolved, key: str, lang: str) -> Iterator[str]:
    """Yield an option: its value, the question it settles, the answer, and where that comes from."""
    value = resolved.options[key]
    yield f"  {click.style(key, bold=True)}: {_spelt(value)}"
    yield from _wrapped(spec.options[key].question[lang], 4, dim=True)
    yield from _wrapped(spec.phrase(key, value, lang), 4, bullet="→ ")
    if spec.options[key].table:
        yield from _table(resolved.tables[value], lang)
    yield from _wrapped(_why(resolved, key, lang), 4, dim=True)


def _why(resolved: Resolved, key: str, lang: str) -> str:
    words, origin = WORDS[lang], resolved.origins[key]
    own = origin.variant == resolved.id
    if origin.decided is not None:
        return (words["decided"] if own else words["as-in"].format(origin.variant)) + (
            origin.decided[lang]
        )
    codes = ", ".join(origin.sources)
    return words["source"] + codes if own else words["source-as-in"].format(codes, origin.variant)


def _alternatives(spec: Spec, resolved: Resolved, lang: str) -> Iterator[str]:
    """Yield what the sources say some tables play instead, and how to play it."""
    words, found = WORDS[lang], resolved.alternatives
    if not found:
        return
    yield ""
    yield click.style(words["alternatives"], bold=True, underline=True)
    yield from _wrapped(words["instead"].format(resolved.id), 2, dim=True)
    for name, alternative in found.items():
        yield ""
        yield f"  {click.style(f'+{name}', bold=True)}: {alternative.title[lang]}"
        for key, value in alternative.options.items():
            yield f"    {key}: {_spelt(value)}"
            yield from _wrapped(spec.phrase(key, value, lang), 4, bullet="→ ")
        yield from _wrapped(words["source"] + ", ".join(alternative.sources), 4, dim=True)


def _spelt(value: object) -> str:
    return json.dumps(value).strip('"')


def _table(table: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield a ladder from weak to strong, or the rows of a level table."""
    if "steps" in table:
        yield from _wrapped(tables.ladder(table["steps"]), 6)
        yield from _wrapped(tables.ladder_in_words(table["steps"], lang), 6)
        return
    rows = list(tables.bands(table, lang))
    width = max(draw.width(label) for label, _ in rows)
    for label, gain in rows:
        yield f"      {label}{' ' * (width - draw.width(label))}   {gain}"


def _wrapped(text: str, margin: int, *, bullet: str = "", dim: bool = False) -> Iterator[str]:
    """Yield a text in lines that fit the terminal, indented below a bullet."""
    columns = min(shutil.get_terminal_size().columns, WIDEST) - margin - draw.width(bullet)
    for number, line in enumerate(draw.wrapped(text, max(columns, 30))):
        start = " " * draw.width(bullet) if number else bullet
        yield " " * margin + start + (click.style(line, dim=True) if dim else line)
