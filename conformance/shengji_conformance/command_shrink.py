"""`shengji-conformance shrink`."""

from __future__ import annotations

import asyncio
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click
import orjson

from shengji_conformance.closing import Exit
from shengji_conformance.common import corpus_option, failing_politely, language_option
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.reference import REFERENCE
from shengji_conformance.selection import Selector, UsageError, choose_variants, find_case, plan
from shengji_conformance.shrink.filed import as_yaml
from shengji_conformance.shrink.parties import Gone, Party, Patience
from shengji_conformance.shrink.positions import card_count
from shengji_conformance.shrink.search import Found, Parties, Search, Unsure
from shengji_conformance.words import Said, safe, say

__all__ = ["command"]

ORACLE = (sys.executable, "-m", "shengji_oracle")
SECONDS = click.FloatRange(min=0, min_open=True)


@dataclass(frozen=True)
class _Order:
    """What to shrink, whom to ask and how long."""

    corpus: Corpus
    case: Case
    variants: Sequence[Variant]
    commands: tuple[Sequence[str], Sequence[str], Sequence[str]]
    patience: Patience
    limit: int
    strict: bool
    language: str


@click.command("shrink")
@click.argument("case")
@click.option("--variant", metavar="ID-or-FILE", help="The rule set.  [default: where it fails]")
@corpus_option
@click.option("--limit", type=click.IntRange(min=1), default=2000, show_default=True, metavar="N",
              help="How many positions to ask at most.")  # fmt: skip
@click.option("--timeout", type=SECONDS, default=10.0, show_default=True, metavar="S",
              help="Seconds to wait for an answer.")  # fmt: skip
@click.option("--start-timeout", type=SECONDS, default=30.0, show_default=True, metavar="S",
              help="Seconds to wait for the answers to initialize and load_variant.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Compare the rule that a refusal names.")
@click.option("--reference", metavar="COMMAND", hidden=True)
@click.option("--oracle", metavar="COMMAND", hidden=True)
@language_option
@click.argument(
    "command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND ...", required=True
)
def command(  # noqa: PLR0913
    *,
    case: str,
    variant: str | None,
    corpus: Path | None,
    limit: int,
    timeout: float,
    start_timeout: float,
    strict: bool,
    reference: str | None,
    oracle: str | None,
    lang: str,
    command: tuple[str, ...],
) -> None:
    """
    Make a failing case as small as it still fails, and print it as a case to file.

    COMMAND starts the adapter that fails. What is right in smaller positions the reference implementation
    says, and the oracle confirms. Ctrl-C keeps the smallest position found.

    Exit codes: 0 a case is printed; 1 the case does not fail; 2 usage; 3 somebody cannot be asked;
    130 interrupted, and what had been found by then is printed.
    """
    with failing_politely(lang):
        opened = Corpus.open(corpus)
        found = find_case(opened, case)
        chosen = choose_variants(opened, [variant] if variant else [])
        asks = plan(opened, chosen, Selector([found["id"]]), found["tier"])
        if not asks:
            names = ", ".join(one.id for one in chosen[:4])
            raise UsageError(say("nothing-fits", variants=names))
        commands = (command, _words(reference) or REFERENCE, _words(oracle) or ORACLE)
        patience = Patience(timeout, start_timeout)
        variants = [ask.variant for ask in asks]
        order = _Order(opened, found, variants, commands, patience, limit, strict, lang)
    try:
        code = asyncio.run(_run(order))
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    sys.exit(code)


def _words(command: str | None) -> tuple[str, ...]:
    return tuple(shlex.split(command)) if command else ()


async def _run(order: _Order) -> Exit:
    """Shrink the case under the first rule set under which it fails."""
    task = asyncio.current_task()
    if task:
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
    try:
        for variant in order.variants:
            parties = Parties(*(Party(one, variant, order.patience) for one in order.commands))
            try:
                found = await _search(order, variant, parties)
            finally:
                await parties.close()
            if found:
                return _print(order, variant, found)
    except Gone as gone:
        _tell(order, gone.said)
        return Exit.NEVER_ANSWERED
    except Unsure:
        _tell(order, say("reference-unsure", case=order.case["id"], variant=variant.id))
        return Exit.NEVER_ANSWERED
    names = ", ".join(one.id for one in order.variants[:4])
    _tell(order, say("does-not-fail", case=order.case["id"], variants=names))
    return Exit.BAD


async def _search(order: _Order, variant: Variant, parties: Parties) -> Found | None:
    progress = _Progress(order, variant)
    search = Search(parties, limit=order.limit, strict=order.strict, tell=progress.step)
    try:
        return await search.run(order.case)
    finally:
        progress.end()


class _Progress:
    """A line that changes, on a terminal; elsewhere a line for every step."""

    def __init__(self, order: _Order, variant: Variant) -> None:
        self._order, self._variant = order, variant
        self._terminal = sys.stderr.isatty()
        self._started = False

    def step(self, found: Found) -> None:
        """Tell of a smaller position."""
        if not self._started:
            self._started = True
            case = self._order.case
            cards = card_count(case["given"])
            names = {"case": case["id"], "variant": self._variant.id}
            _tell(self._order, say("shrinking", cards=cards, **names))
        cards = card_count(found.case["given"])
        said = say("shrunk-step", cards=cards, asked=found.asked, limit=self._order.limit)
        text = said.in_(self._order.language)
        click.echo(
            f"\r\x1b[K  {text}" if self._terminal else f"  {text}", err=True, nl=not self._terminal
        )

    def end(self) -> None:
        """Leave the line."""
        if self._terminal and self._started:
            click.echo("\r\x1b[K", err=True, nl=False)


def _tell(order: _Order, said: Said) -> None:
    click.echo(said.in_(order.language), err=True)


def _print(order: _Order, variant: Variant, found: Found) -> Exit:
    """Print the case; return the exit code."""
    said = [one.in_(order.language) for one in _comments(order, variant, found)]
    lines = [line for text in said for line in text.splitlines()]
    click.echo(as_yaml(found.case, lines), nl=False)
    return Exit.INTERRUPTED if found.interrupted else Exit.GOOD


def _comments(order: _Order, variant: Variant, found: Found) -> Iterator[Said]:
    """Yield what is to be known of a case before it is filed."""
    case, before = found.case, order.case
    yield say(
        "filed-head",
        case=before["id"],
        variant=variant.id,
        before=card_count(before["given"]),
        after=card_count(case["given"]),
        asked=found.asked,
    )
    chapter, _, rule = case["rule"].partition(".")
    yield say("filed-file", file=f"{chapter}/{rule}.yaml")
    if found.event is not None:
        yield say("filed-event", n=str(found.event))
    if found.result.got is not None:
        yield say("filed-got", got=safe(orjson.dumps(found.result.got).decode()))
    elif found.result.why:
        yield say("filed-why", why=found.result.why)
    doubt = found.unconfirmed
    yield say("filed-unconfirmed", why=doubt) if doubt else say("filed-confirmed")
    yield from _work_left(found, before)
    yield from _how_it_ended(found)


def _work_left(found: Found, before: Case) -> Iterator[Said]:
    """Yield what has to be done to a case before it is filed."""
    case = found.case
    if found.ambiguous:
        yield say("filed-faces")
    if case["question"] != before["question"] and case["rule"] == before["rule"]:
        yield say("filed-rule")
    yield say("filed-when" if case.get("when") else "filed-when-open")


def _how_it_ended(found: Found) -> Iterator[Said]:
    """Yield what was out of the ordinary."""
    for key in ("interrupted", "exhausted", "unsteady"):
        if getattr(found, key):
            yield say(f"filed-{key}")
    if found.stopped:
        yield say("filed-stopped", why=found.stopped)
    if found.disputed:
        first = found.disputed[0]
        given = safe(orjson.dumps(first["given"]).decode())
        yield say("filed-disputed", n=len(found.disputed), question=first["question"], given=given)
