"""`shengji-conformance report merge`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from shengji_conformance.common import failing_politely, language_option
from shengji_conformance.merging import merge
from shengji_conformance.words import say

__all__ = ["command"]


@click.command("merge")
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the report of the whole goes.",
)
@language_option
def command(*, reports: Sequence[Path], output: Path, lang: str) -> None:
    """
    Put the reports of all shards together as the report of the whole run.

    The results are those of a run without --shard, byte for byte; times are sums, and the command is that of
    the first shard. The shards may be given in any order.

    \b
      shengji-conformance run --shard 1/2 --json 1.json -- ./my-engine
      shengji-conformance run --shard 2/2 --json 2.json -- ./my-engine
      shengji-conformance report merge 1.json 2.json -o whole.json
    """  # noqa: D301
    with failing_politely(lang):
        number = merge(reports, output)
        said = say("merged", shards=len(reports), n=number, file=str(output))
        click.echo(said.in_(lang))
