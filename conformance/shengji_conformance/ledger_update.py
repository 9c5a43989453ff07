"""`shengji-conformance ledger update`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path
from typing import Any

import click
from shengji_spec.yaml_loader import Document, load, load_text

from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.closing import Exit
from shengji_conformance.common import (
    colour_option,
    corpus_option,
    failing_politely,
    language_option,
)
from shengji_conformance.corpus import Corpus
from shengji_conformance.files import Spool
from shengji_conformance.ledger import understand
from shengji_conformance.ledger_changes import Changes, Evidence
from shengji_conformance.ledger_draft import Draft
from shengji_conformance.ledger_survey import Survey
from shengji_conformance.terminal import Screen, console
from shengji_conformance.words import safe, say

__all__ = ["command"]

NEW = """\
# What {name} is known to get wrong: `shengji-conformance run --ledger {file}`.
# Every entry deserves a cause (bug, wontfix, other-variant, disputes-spec) and a reason.
known: []
"""
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("update")
@click.argument("ledger", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("report", type=FILE)
@click.option("--dry-run", is_flag=True, help="Show the changes and write nothing.")
@corpus_option
@colour_option
@language_option
def command(
    ledger: Path, report: Path, corpus: Path | None, color: str, lang: str, *, dry_run: bool
) -> None:
    """
    Write into LEDGER what REPORT (of `run --json`) shows; LEDGER need not be there yet.

    New failures are added, each with the answer given and `cause: unknown`; entries that pass now are taken
    out, or narrowed to the variants under which they still fail; what fails in another way is pinned anew.
    All else stays as it is written, comments and order too.
    A comment right above an entry belongs to it and goes with it.
    Entries about questions that the report does not have are left alone.

    \b
    Examples:
      shengji-conformance run --json report.json -- node my-adapter.js
      shengji-conformance ledger update known.yaml report.json --dry-run
      shengji-conformance ledger update known.yaml report.json
      shengji-conformance run --ledger known.yaml -- node my-adapter.js
    """  # noqa: D301 (click reads the \b)
    try:
        with failing_politely(lang):
            _update(ledger, report, corpus, Screen(console(color), lang), dry_run=dry_run)
    except OSError as error:
        click.echo(f"{error.filename}: {error.strerror}", err=True)
        sys.exit(Exit.USAGE)


def _update(
    ledger: Path, report: Path, corpus: Path | None, screen: Screen, *, dry_run: bool
) -> None:
    read = CheckedReport(report)
    document = load(ledger) if ledger.exists() else _new(ledger, read)
    known = understand(document, str(ledger))
    evidence = Evidence(known, read.results())
    opened = Corpus.open(corpus)
    variants = [*opened.published(), *opened.homes()]
    survey = Survey(opened, variants, known, evidence.cases())
    draft = Draft(document)
    changes = Changes(known, draft, evidence, survey)
    text = draft.finish()
    if dry_run:
        screen.diff(_diff(ledger, document.text if ledger.exists() else "", text))
    elif changes.any or not ledger.exists():
        _write(ledger, text)
    theirs = str(read.header.get("corpus"))
    if theirs != opened.version:
        said = say("update-other-corpus", theirs=safe(theirs, 40), ours=opened.version)
        screen.say(say("complaint", said=said), "yellow")
    for said in changes.told:
        screen.say(say("complaint", said=said), "yellow")
    key = "update-would" if dry_run else "update-done" if changes.any else "update-none"
    counts = {"added": changes.added, "changed": changes.changed, "removed": changes.removed}
    number = len(known.entries) + changes.added - changes.removed
    screen.say(say(key, file=str(ledger), n=number, **counts), "bold")


def _new(ledger: Path, report: CheckedReport) -> Document:
    described = report.header.get("implementation")
    name = described.get("name") if isinstance(described, dict) else None
    text = NEW.format(name=safe(name or "this implementation", 60), file=ledger.name)
    return load_text(text, str(ledger))


def _diff(ledger: Path, before: str, after: str) -> Iterator[str]:
    name = ledger.as_posix()
    old, new = before.splitlines(), after.splitlines()
    return unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")


def _write(ledger: Path, text: str) -> None:
    """Write a ledger whole or not at all, through a link and with the rights it has."""
    target = ledger.resolve()
    mark = b""
    with suppress(OSError), target.open("rb") as file:
        mark = b"\xef\xbb\xbf" if file.read(3) == b"\xef\xbb\xbf" else b""
    mode: Any = target.stat().st_mode if target.exists() else None
    with Spool(target) as spool:
        spool.finish(mark + text.encode(), b"")
    if mode is not None:
        target.chmod(mode)
