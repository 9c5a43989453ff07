"""`shengji-conformance ledger check`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click

from shengji_conformance.closing import Exit
from shengji_conformance.common import (
    colour_option,
    corpus_option,
    failing_politely,
    language_option,
    today_option,
)
from shengji_conformance.corpus import Corpus
from shengji_conformance.ledger import read
from shengji_conformance.ledger_run import at, notes_on
from shengji_conformance.ledger_survey import Survey, faults
from shengji_conformance.selection import choose_variants
from shengji_conformance.terminal import Screen, console
from shengji_conformance.words import say

__all__ = ["command"]


@click.command("check")
@click.argument("ledger", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--variant",
    multiple=True,
    metavar="FILE",
    help="A variant file of your own that the ledger names. May be repeated.",
)
@corpus_option
@today_option(hidden=False)
@colour_option
@language_option
def command(
    *,
    ledger: Path,
    variant: Sequence[str],
    corpus: Path | None,
    today: datetime,
    color: str,
    lang: str,
) -> None:
    """
    Hold LEDGER against the corpus and the calendar, without asking anybody anything.

    Exit codes: 0 in order; 1 entries that are stale, doubled, expired or cover nothing; 2 no ledger.

    \b
    Examples:
      shengji-conformance ledger check known.yaml
      shengji-conformance ledger check known.yaml --today 2027-01-01    # what will be over by then?
    """  # noqa: D301 (click reads the \b)
    screen = Screen(console(color), lang)
    with failing_politely(lang):
        known = read(ledger)
        opened = Corpus.open(corpus)
        variants = choose_variants(opened, [])
        variants += choose_variants(opened, variant) if variant else []
        survey = Survey(opened, list({v.id: v for v in variants}.values()), known)
        found = [*faults(survey, known.entries, today.date())]
    for entry, said in found:
        screen.say(say("complaint", said=at(known.file, entry, said)), "red")
    covered = {number: len(coverage.cases) for number, coverage in survey.by_entry.items()}
    for note in notes_on(known, covered):
        screen.say(say("complaint", said=note), "yellow")
    listed = Counter(entry.cause for entry in known.entries).most_common()
    parts = [say("check-cause", cause=say(f"cause-{cause}"), n=n) for cause, n in listed]
    causes = ", ".join(part.in_(lang) for part in parts)
    key = "check-bad" if found else "check-good" if parts else "check-empty"
    numbers = {"n": len(known.entries), "faults": len(found), "causes": causes}
    screen.say(say(key, file=known.file, **numbers), "bold red" if found else "bold green")
    sys.exit(Exit.BAD if found else Exit.GOOD)
