"""`shengji-conformance report badge`."""

from __future__ import annotations

from pathlib import Path

import click
import orjson

from shengji_conformance.badge import badge, endpoint, svg
from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.common import failing_politely, language_option
from shengji_conformance.files import write

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path, allow_dash=True)


@click.command("badge")
@click.argument("report", type=FILE)
@click.option(
    "-o",
    "--output",
    type=FILE,
    default="-",
    metavar="FILE",
    help="Where to write.  [default: stdout]",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Write what an endpoint badge of shields.io reads."
)
@click.option("--label", default="shengji", show_default=True, help="The left half of the badge.")
@language_option
def command(*, report: Path, output: Path, as_json: bool, label: str, lang: str) -> None:
    """
    Draw a badge that says what a report comes to.

    It is green when everything was asked and answered right. What is unsupported, not run or known to the
    ledger makes it yellow, a wrong answer red, and nothing answered right grey; the words say so, too.

    \b
      shengji-conformance report badge report.json -o badge.svg
      shengji-conformance report badge report.json --json -o badge.json
    """  # noqa: D301
    with failing_politely(lang):
        found = badge(CheckedReport(report).header)
        if as_json:
            text = orjson.dumps(endpoint(found, label, lang)).decode() + "\n"
        else:
            text = svg(found, label, lang)
        write(output, text)
