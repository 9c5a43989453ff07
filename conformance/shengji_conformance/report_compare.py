"""`shengji-conformance report compare`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import orjson

from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.common import colour_option, failing_politely, language_option
from shengji_conformance.comparing import compare
from shengji_conformance.comparison import View
from shengji_conformance.comparison_output import as_json, markdown, print_view
from shengji_conformance.files import write
from shengji_conformance.terminal import Screen, console

__all__ = ["command"]

REPORT = click.Path(dir_okay=False, path_type=Path)


@click.command("compare")
@click.argument("before", type=REPORT)
@click.argument("after", type=REPORT)
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    metavar="N",
    help="How many cases of a kind to show.",
)
@click.option(
    "--markdown", "page", type=REPORT, metavar="FILE", help="Write a summary for a CI; - is stdout."
)
@click.option("--json", "json_file", type=REPORT, metavar="FILE", help="Write all changes as JSON.")
@colour_option
@language_option
def command(
    *,
    before: Path,
    after: Path,
    show: int,
    page: Path | None,
    json_file: Path | None,
    color: str,
    lang: str,
) -> None:
    """
    Say what changed between two reports of an implementation; regressions first.

    A failing question that is gone, or not answered any more, is no fix. A case that was itself changed
    between two corpora is told apart from an answer that changed. A ledger excuses runs, and no regressions.

    Exit codes: 0 no regressions; 1 something was right and is not, or nothing was compared; 2 usage.

    \b
      shengji-conformance report compare main.json branch.json
      shengji-conformance report compare main.json branch.json --markdown -
    """  # noqa: D301
    with failing_politely(lang):
        reports = CheckedReport(before), CheckedReport(after)
        compared = compare(*(report.results() for report in reports))
        view = View(*reports, compared, lang, show)
        if json_file:
            text = orjson.dumps(as_json(view), option=orjson.OPT_INDENT_2).decode()
            write(json_file, text + "\n")
        if page:
            write(page, markdown(view))
        if "-" in (str(page), str(json_file)):
            sys.exit(view.end()[0])
        sys.exit(print_view(view, Screen(console(color), lang)))
