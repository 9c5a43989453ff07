"""`shengji-conformance report matrix`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from pathlib import Path

import click

from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.common import (
    colour_option,
    corpus_option,
    failing_politely,
    language_option,
)
from shengji_conformance.corpus import Corpus
from shengji_conformance.files import write
from shengji_conformance.flags import DEFAULT_TIER
from shengji_conformance.matrix import Difference, Matrix, matrix, read_answers
from shengji_conformance.matrix_output import Side, markdown, print_matrix
from shengji_conformance.terminal import Screen, console
from shengji_conformance.words import LANGUAGES

__all__ = ["command"]

#: on a page, in all and of a rule
MOST_CASES, MOST_OF_A_RULE = 2000, 100
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
@click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page; - is stdout.")
@corpus_option
@click.option("--markdown", "page", type=FILE, metavar="FILE", help="Write Markdown; - is stdout.")
@colour_option
@language_option
def command(
    *,
    reports: Sequence[Path],
    show: int,
    page: Path | None,
    html_file: Path | None,
    corpus: Path | None,
    color: str,
    lang: str,
) -> None:
    """
    Set implementations side by side: by chapter, by rule set, and where they differ from each other.

    A case where they differ is one that some implementation answers right and some other wrong. What is
    unsupported, not run or not asked counts for neither, and nothing is made a percentage of.

    \b
      shengji-conformance report matrix mine.json theirs.json
      shengji-conformance report matrix *.json --markdown matrix.md --html matrix.html
    """  # noqa: D301
    with failing_politely(lang):
        found = matrix([CheckedReport(path) for path in reports])
        shown = list(islice(chain.from_iterable(found.by_rule().values()), show))
        read_answers(found, shown)
        side = Side(found, shown, lang)
        if page:
            write(page, markdown(side))
        if html_file:
            write(html_file, _page(found, corpus, lang))
        if "-" not in (str(page), str(html_file)):
            print_matrix(side, Screen(console(color), lang))


def _page(found: Matrix, folder: Path | None, language: str) -> str:
    """Return the page, with the titles and rules that the corpus has."""
    # The page draws on much that a terminal does not need.
    from shengji_conformance.explain import Explainer  # noqa: PLC0415
    from shengji_conformance.page.matrix import MatrixPage  # noqa: PLC0415

    of_rules = (cases[:MOST_OF_A_RULE] for cases in found.by_rule().values())
    shown = list(islice(chain.from_iterable(of_rules), MOST_CASES))
    read_answers(found, shown)
    corpus = Corpus.open(folder)
    explainers = [Explainer(corpus, one) for one in LANGUAGES]
    return MatrixPage(found, shown, explainers, _titles(corpus, shown), language).write()


def _titles(corpus: Corpus, shown: Sequence[Difference]) -> dict[str, object]:
    """Return the titles of cases; generated ones are looked for only where they are needed."""
    wanted, titles = {one.case for one in shown}, dict[str, object]()
    for tier in (DEFAULT_TIER, "full"):
        if wanted - titles.keys():
            found = (case for _, _, case in corpus.scan(tier) if case["id"] in wanted)
            titles |= {case["id"]: case.get("title") for case in found}
    return titles
