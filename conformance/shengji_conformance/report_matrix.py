"""`shengji-conformance report matrix`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain, islice
from pathlib import Path

import click

from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.common import colour_option, failing_politely, language_option
from shengji_conformance.files import write
from shengji_conformance.matrix import matrix, read_answers
from shengji_conformance.matrix_output import Side, markdown, print_matrix
from shengji_conformance.terminal import Screen, console

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path, allow_dash=True)


@click.command("matrix")
@click.argument("reports", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    metavar="N",
    help="How many cases that differ to show.",
)
@click.option("--markdown", "page", type=FILE, metavar="FILE", help="Write Markdown; - is stdout.")
@colour_option
@language_option
def command(
    *, reports: Sequence[Path], show: int, page: Path | None, color: str, lang: str
) -> None:
    """
    Set implementations side by side: by chapter, by rule set, and where they differ from each other.

    A case where they differ is one that some implementation answers right and some other wrong. What is
    unsupported, not run or not asked counts for neither, and nothing is made a percentage of.

    \b
      shengji-conformance report matrix mine.json theirs.json
      shengji-conformance report matrix *.json --markdown matrix.md
    """  # noqa: D301
    with failing_politely(lang):
        found = matrix([CheckedReport(path) for path in reports])
        shown = list(islice(chain.from_iterable(found.by_rule().values()), show))
        read_answers(found, shown)
        side = Side(found, shown, lang)
        try:
            if page:
                write(page, markdown(side))
        except OSError as error:
            click.echo(f"{error.filename}: {error.strerror}", err=True)
            sys.exit(2)
        if str(page) != "-":
            print_matrix(side, Screen(console(color), lang))
