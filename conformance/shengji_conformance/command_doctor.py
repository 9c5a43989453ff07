"""`shengji-conformance doctor`."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from shengji_conformance.closing import Exit
from shengji_conformance.common import corpus_option, failing_politely, language_option
from shengji_conformance.corpus import Corpus, Variant
from shengji_conformance.doctor.exam import examine
from shengji_conformance.doctor.findings import Exam
from shengji_conformance.doctor.told import tell
from shengji_conformance.selection import UsageError, choose_variants
from shengji_conformance.terminal import console
from shengji_conformance.words import say

__all__ = ["command"]


@click.command("doctor", context_settings={"allow_interspersed_args": False})
@click.option(
    "--variant",
    multiple=True,
    metavar="ID-or-FILE",
    help="A published variant or a variant file to offer. May be repeated.  [default: all published]",
)
@corpus_option
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Seconds to wait for an answer.",
)
@language_option
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND ...")
def command(
    *,
    variant: Sequence[str],
    corpus: Path | None,
    timeout: float,
    lang: str,
    command: tuple[str, ...],
) -> None:
    r"""
    Examine an adapter step by step, and name its mistake.

    COMMAND starts the adapter. Whatever is wrong with how it talks is said in plain words; then small
    positions are asked whose wrong answers tell what it got wrong: jokers swapped, seats counted from one ...

    \b
    Examples:
      shengji-conformance doctor -- python my_adapter.py
      shengji-conformance doctor --variant two-deck --timeout 20 -- java -jar engine.jar

    Exit codes: 0 nothing to fix; 1 something to fix, the first thing last; 2 usage; 130 interrupted.
    """
    try:
        with failing_politely(lang):
            if not command:
                raise UsageError(say("doctor-needs-command"))
            opened = Corpus.open(corpus)
            variants = choose_variants(opened, variant) if variant else opened.published()
        exam = asyncio.run(_until_cancelled(command, variants, timeout))
    except (KeyboardInterrupt, asyncio.CancelledError):
        click.echo(say("doctor-interrupted").in_(lang), err=True)
        sys.exit(Exit.INTERRUPTED)
    tell(exam, command, lang, console())
    sys.exit(Exit.GOOD if exam.healthy else Exit.BAD)


async def _until_cancelled(
    command: Sequence[str], variants: Sequence[Variant], patience: float
) -> Exam:
    """Examine; a request to end is a cancellation."""
    task = asyncio.current_task()
    if task:
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
    return await examine(command, variants, patience)
