"""`shengji-conformance list`."""

from __future__ import annotations

import heapq
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

import click
import orjson

from shengji_conformance.colour import paints
from shengji_conformance.common import (
    Selection,
    colour_option,
    failing_politely,
    language_option,
    selection_options,
)
from shengji_conformance.corpus import Case
from shengji_conformance.narrow import Narrowing
from shengji_conformance.selection import Places, of_shard
from shengji_conformance.words import both, say

__all__ = ["command"]

BATCH = 2000


@click.command("list")
@selection_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
@colour_option
@language_option
def command(  # noqa: PLR0913
    *,
    variant: Sequence[str],
    select: Sequence[str],
    tier: str,
    corpus: Path | None,
    narrowing: Narrowing,
    color: str,
    lang: str,
    as_json: bool,
) -> None:
    """
    List the cases that a selection holds, and under how many rule sets each is asked.

    \b
      shengji-conformance list --select follow --level may
      shengji-conformance list --option follow.pairs=must --variant two-deck --json
      shengji-conformance list --only-failed report.json
    """  # noqa: D301
    with failing_politely(lang):
        selection = Selection.of(corpus, variant, select, tier, narrowing)
        if as_json:
            _print_json(selection)
        else:
            _print_table(selection, lang, colour=paints(color, sys.stdout))


def _cases(selection: Selection) -> Iterator[tuple[Case, list[str]]]:
    """Yield each selected case once, with the variants it is asked under."""
    lists: dict[int, tuple[Places, list[str]]] = {}
    for ask in selection.asks:
        for places in ask.shares:
            lists.setdefault(id(places), (places, []))[1].append(ask.variant.id)
    for file in selection.corpus.files(selection.tier):
        found = [
            zip(places[file], repeat(names)) for places, names in lists.values() if file in places
        ]
        mine = of_shard(selection.asks[0].mine, file, heapq.merge(*found))
        for names, case in selection.corpus.read_marked(file, mine):
            yield case, names


def _print_json(selection: Selection) -> None:
    out = sys.stdout.buffer
    separator = b"[\n"
    for case, variants in _cases(selection):
        out.write(separator + orjson.dumps(_entry(case, variants)))
        separator = b",\n"
    out.write(b"\n]\n")
    out.flush()


def _entry(case: Case, variants: list[str]) -> dict[str, Any]:
    keys = ("id", "chapter", "rule", "level", "question", "title", "from", "when", "tier")
    return {key: case[key] for key in keys if key in case} | {"variants": variants}


def _cut(lines: list[str]) -> list[str]:
    """Cut lines to the width of the terminal."""
    # Only a terminal needs to know how wide a Chinese character is.
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415

    width = shutil.get_terminal_size().columns
    return [
        line if cell_len(line) <= width else set_cell_size(line, width - 1) + "…" for line in lines
    ]


def _print_table(selection: Selection, language: str, *, colour: bool) -> None:
    rows = [
        (case["id"], case["question"], str(len(variants)), both(case.get("title"), language))
        for case, variants in _cases(selection)
    ]
    identity, question, number = (max((len(row[i]) for row in rows), default=0) for i in range(3))
    lines = [f"{a:<{identity}}  {b:<{question}}  {c:>{number}}  {d}" for a, b, c, d in rows]
    if sys.stdout.isatty():
        lines = _cut(lines)
    if colour:
        lines = [click.style(line[:identity], fg="cyan") + line[identity:] for line in lines]
    for start in range(0, len(lines), BATCH):
        click.echo("\n".join(lines[start : start + BATCH]), color=colour)
    homes = sum(ask.variant.home for ask in selection.asks)
    footer = say(
        "list-footer",
        cases=len(rows),
        n=sum(ask.count for ask in selection.asks),
        variants=len(selection.asks) - homes,
    ).in_(language)
    click.echo(footer + (say("list-more", homes=homes).in_(language) if homes else ""), err=True)
