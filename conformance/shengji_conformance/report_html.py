"""`shengji-conformance report html`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from shengji_conformance.again import Again
from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.common import corpus_option, failing_politely, language_option
from shengji_conformance.corpus import Corpus, Variant
from shengji_conformance.files import STDOUT
from shengji_conformance.page.report import HtmlReport, Setting
from shengji_conformance.reports import digest_of
from shengji_conformance.retold import facts, results
from shengji_conformance.selection import UsageError, choose_variants
from shengji_conformance.tally import Tally
from shengji_conformance.words import Said, safe, say

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("html")
@click.argument("report", type=FILE)
@click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="The page.  [default: REPORT with .html]"
)
@corpus_option
@language_option
def command(*, report: Path, output: Path | None, corpus: Path | None, lang: str) -> None:
    """
    Draw the failing cases of a report on a page, as `run --html` does.

    The positions are those of the corpus; a case that it does not have, or has otherwise than the run had, is
    told without one.

    \b
      shengji-conformance report html report.json
      shengji-conformance report html whole.json -o failures.html --lang zh
    """  # noqa: D301
    target = output or report.with_suffix(".html")
    try:
        with failing_politely(lang):
            _write(CheckedReport(report), target, Corpus.open(corpus), lang, corpus)
    except OSError as error:
        click.echo(f"{error.filename}: {error.strerror}", err=True)
        sys.exit(2)
    # What goes to stdout is the page alone.
    click.echo(say("page-written", file=str(target)).in_(lang), err=target == STDOUT)


def _write(
    report: CheckedReport, target: Path, corpus: Corpus, language: str, folder: Path | None
) -> None:
    header = report.header
    variants = _variants(corpus, header.get("variants") or ())
    warnings = _warnings(header, corpus)
    setting = Setting(
        corpus, variants, language, _again(header, folder), header.get("strict") is True, warnings
    )
    page, tally = HtmlReport(target, setting), Tally()
    with page.spool:
        for result in results(report.results(), report.errors()):
            tally(result)
            page(result)
        page.complete(_same_cases(corpus, page.cases))
        page.finish(facts(header, corpus, variants, tally))


def _variants(corpus: Corpus, names: Sequence[Any]) -> list[Variant]:
    """Return the variants of a report; one that is not known here has a name and nothing more."""
    known: list[Variant] = []
    for name in map(str, names):
        try:
            known += choose_variants(corpus, [name])
        except UsageError:
            known.append(Variant(name, {}, {}, {}))
    return known


def _warnings(header: dict[str, Any], corpus: Corpus) -> list[Said]:
    theirs = str(header.get("corpus", "?"))
    if theirs == corpus.version:
        return []
    return [say("page-other-corpus", theirs=safe(theirs, 40), ours=corpus.version)]


def _again(header: dict[str, Any], folder: Path | None) -> Again:
    options = ["--corpus", str(folder)] if folder else []
    options += ["--tier", "full"] if header.get("tier") == "full" else []
    options += ["--strict"] if header.get("strict") is True else []
    return Again(options, ["--", *map(str, header.get("command") or ())])


def _same_cases(corpus: Corpus, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return those of some cases that the corpus has, as they were asked."""
    return {
        case["id"]: case
        for _, _, case in corpus.scan("full")
        if case["id"] in wanted and wanted[case["id"]]["digest"] in ("", digest_of(case))
    }
