"""`shengji deal`: deals played at random, written as a record.

Law of this file: what is written depends on the variant, the seed and how many deals are asked for, and on
nothing else; a file is written whole or not at all.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import click
from shengji_spec.errors import SpecError
from shengji_spec.variants import Resolved, resolve

from shengji import record
from shengji.cli.mistake import Mistake
from shengji.cli.records import LONGEST_MATCH
from shengji.game import Event, Start, State
from shengji.player import play_deal, random_start
from shengji.rules import RuleSet
from shengji.shuffle import Pcg32

__all__ = ["deal"]

#: columns of a line of cards
COLUMNS = 96
CARDS = re.compile(r"(?:(?:[SHCD](?:10|[2-9JQKA])|BJ|LJ)(?: |$))+")
WORD = re.compile(r"[a-z]{2,}(?:-[a-z]+)*")
MESSAGES = {
    "over": {
        "en": "The match is over after {n} deals.",
        "zh": "第 {n} 局后整场已结束。",
    },
    "limit": {
        "en": "The match is not over after {n} deals; the record ends there.",
        "zh": "打了 {n} 局，整场仍未结束；记录到此为止。",  # noqa: RUF001
    },
    "endless": {
        "en": "Under these rules a match has no end; the record ends after {n} deals.",
        "zh": "按这一玩法，整场没有终点；记录打到第 {n} 局为止。",  # noqa: RUF001
    },
}


class Dealt(NamedTuple):
    """A deal as it was played."""

    start: Start
    pack: tuple[str, ...]
    events: list[Event]
    state: State


def deal(variant: str, seed: int, deals: int | None, output: str | None, lang: str) -> None:
    """Play so many deals, or a match where `deals` is None, and write them as a record."""
    try:
        resolved = resolve(variant)
    except SpecError as error:
        raise Mistake(str(error)) from None
    rules = RuleSet.from_options(resolved.options, resolved.tables)
    played = [*_played(rules, seed, deals or LONGEST_MATCH)]
    text = "".join(f"{line}\n" for line in _lines(resolved, seed, played, several=deals != 1))
    _write(text.encode(), output)
    _say(rules, played, deals, lang)


def _say(rules: RuleSet, played: Sequence[Dealt], asked: int | None, lang: str) -> None:
    """Say on standard error where a match ended otherwise than was asked for."""
    advance = played[-1].state.advance
    over = advance is not None and advance.match_over
    key = ""
    if asked is None and not over:
        key = "endless" if rules.levels_match_end == "endless" else "limit"
    elif asked is not None and len(played) < asked:
        key = "over"
    if key:
        click.echo(MESSAGES[key][lang].format(n=len(played)), err=True)


# --- playing -------------------------------------------------------------------------------------


def _played(rules: RuleSet, seed: int, most: int) -> Iterator[Dealt]:
    """Play deals, each from where the one before left the match."""
    random = Pcg32(seed)
    start, pack = random_start(rules, random)
    for _ in range(most):
        state, events = play_deal(start, rules, random)
        yield Dealt(start, pack, events, state)
        advance = state.advance
        assert advance is not None
        if advance.match_over:
            return
        start, pack = random_start(
            rules, random, start.deal + 1, advance.dealer, advance.levels, advance.cleared
        )


# --- the record ----------------------------------------------------------------------------------


def _lines(
    resolved: Resolved, seed: int, played: Sequence[Dealt], *, several: bool
) -> Iterator[str]:
    """Yield the lines of a record."""
    title = {"en": f"Played at random, seed {seed}", "zh": f"随机打出，种子 {seed}"}  # noqa: RUF001
    yield f"variant: {resolved.id}"
    yield f"title: {_flow(title)}"
    if not several:
        yield from _deal_lines(played[0])
        return
    yield "deals:"
    for one in played:
        first, *rest = _deal_lines(one)
        yield f"  - {first}"
        yield from (f"    {line}".rstrip() for line in rest)


def _deal_lines(one: Dealt) -> Iterator[str]:
    for key, value in record.start_rows(one.start).items():
        if key != "cleared" or any(value):
            yield f"{key}: {_flow(value)}"
    yield "pack: >-"
    yield from _card_lines(one.pack)
    yield "events:"
    for event in one.events:
        yield from _event_lines(one.start, event)
    for key, value in record.results(one.state).items():
        yield f"{key}: {_flow(value)}"


def _event_lines(start: Start, event: Event) -> Iterator[str]:
    """Yield an event: one line, but for the cards of a new deal."""
    row = record.event_row(event)
    if event.dealt is None:
        yield f"  - {_flow(row)}"
        return
    hands, kitty = event.dealt
    seats = [hands[(start.first_drawer + place) % len(hands)] for place in range(len(hands))]
    yield f"  - seat: {row['seat']}" if "seat" in row else "  - redeal:"
    if "seat" in row:
        yield "    redeal:"
    yield "      pack: >-"
    drawn = [card for turn in zip(*seats, strict=True) for card in turn]
    yield from (f"      {line}" for line in _card_lines([*drawn, *kitty]))


def _card_lines(cards: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" for line in wrap(" ".join(cards), COLUMNS - 2))


def _flow(value: Any) -> str:
    """Return a value as YAML on one line; texts that could be read as something else are quoted."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and (CARDS.fullmatch(value) or WORD.fullmatch(value)):
        return value
    return json.dumps(value, ensure_ascii=False)


# --- writing -------------------------------------------------------------------------------------


def _write(content: bytes, output: str | None) -> None:
    """Write to standard output, or a file in one step."""
    if output is None or output == "-":
        click.echo(content, nl=False)
        return
    target = Path(output)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # a device; a folder is refused by itself
            return
        _replace(target.resolve(), content)
    except OSError as error:
        raise Mistake(f"{output}: {error.strerror or error}") from None


def _replace(target: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        _readable(name)
        os.replace(name, target)  # noqa: PTH105
    finally:
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108


def _readable(name: str) -> None:
    """Give a temporary file the rights that an ordinary new file has."""
    mask = os.umask(0)
    os.umask(mask)
    with suppress(OSError):
        os.chmod(name, 0o666 & ~mask)  # noqa: PTH101
