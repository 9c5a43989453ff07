"""The commands about records: `shengji replay` and `shengji deal`, their options and their help.

Law of this file: it takes words from the command line; `replay` and `deal` do the work.
"""

from __future__ import annotations

import click

from shengji.cli.judge import LANGUAGES, default_language, examples

__all__ = ["LONGEST_MATCH", "MOST_DEALS", "deal_records", "replay_record"]

#: so many deals can be asked for, and so many does a match have at most
MOST_DEALS, LONGEST_MATCH = 200, 100

LANGUAGE = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=default_language,
    help="Language of what is said.  [default: by locale]",
)


@click.command(
    "replay",
    epilog=examples(
        "shengji replay game.yaml",
        "shengji replay match.yaml --brief --lang zh",
        "shengji deal --variant henan --seed 7 | shengji replay -",
    ),
)
@click.argument("file", metavar="FILE")
@click.option(
    "--variant", metavar="ID|FILE", help="Play by these rules instead of those the record names."
)
@click.option("--brief", is_flag=True, help="One line for each deal.")
@click.option("--json", "as_json", is_flag=True, help="Print the results only, as JSON.")
@LANGUAGE
@click.pass_context
def replay_record(
    context: click.Context,
    file: str,
    variant: str | None,
    lang: str,
    as_json: bool,  # noqa: FBT001
    brief: bool,  # noqa: FBT001
) -> None:
    """Play a record again and tell it, deal by deal.

    FILE is a record in YAML or JSON, or - for standard input. The exit code is 0 where every event is
    legal, 1 where one is not or where the record states another result, 2 where the file is no record.
    """
    from shengji.cli.replay import replay  # noqa: PLC0415

    context.exit(replay(file, variant, lang, as_json=as_json, brief=brief))


@click.command(
    "deal",
    epilog=examples(
        "shengji deal --seed 7",
        "shengji deal --variant henan --seed 7 --match -o match.yaml",
        "shengji deal --variant one-deck --seed 7 --deals 3 | shengji replay - --brief",
    ),
)
@click.option(
    "--variant",
    default="two-deck",
    show_default=True,
    metavar="ID|FILE",
    help="A published variant or a variant file of your own.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    required=True,
    metavar="N",
    help="Fixes every card and every choice.",
)
@click.option(
    "--deals",
    type=click.IntRange(1, MOST_DEALS),
    metavar="K",
    help="So many deals of a match, fewer if it is over before.  [default: one deal]",
)
@click.option(
    "--match",
    "whole_match",
    is_flag=True,
    help=f"A whole match, of {LONGEST_MATCH} deals at most.",
)
@click.option("-o", "output", metavar="FILE", help="Write to a file, whole or not at all.")
@LANGUAGE
def deal_records(
    variant: str,
    seed: int,
    deals: int | None,
    output: str | None,
    lang: str,
    whole_match: bool,  # noqa: FBT001
) -> None:
    """Play legal deals at random and write them as a record.

    The same variant, seed and number of deals give the same bytes on every machine.
    """
    from shengji.cli.deal import deal  # noqa: PLC0415

    if whole_match and deals is not None:
        raise click.UsageError("--deals and --match exclude each other")
    deal(variant, seed, None if whole_match else deals or 1, output, lang)
