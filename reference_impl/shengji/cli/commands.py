"""The commands of `shengji`, their options and their help.

Law of this file: it turns words on the command line into parameters of a question and leaves the
answer to `explain`.
"""

from __future__ import annotations

import click

from shengji.cli import judge_deal, judge_play  # noqa: F401 (they add their commands to `judge`)
from shengji.cli.judge import LANGUAGES, Commands, default_language, examples, judge
from shengji.cli.records import deal_records, replay_record


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        'shengji judge follow --level 10 --trump S --lead "H6 H6" \\',
        '    --hand "H4 H7 H7 H9 C4" --cards "H4 H9"',
        'shengji judge declaration --levels 2,2 --history "0:S2 1:H2,H2" \\',
        '    --seat 2 --hand "LJ LJ S5 H9" --cards "LJ LJ"',
        "shengji variants show two-deck",
    ),
)
@click.version_option(package_name="shengji-conformance", prog_name="shengji")
def cli() -> None:
    """Play Shengji (升级, 拖拉机) by the rules of any variant."""


cli.add_command(judge)
cli.add_command(deal_records)
cli.add_command(replay_record)


@cli.command()
def adapter() -> None:
    """Serve the conformance protocol on standard input and output, one JSON message a line."""
    from shengji.adapter import main  # noqa: PLC0415
    from shengji.cli import find_variant  # noqa: PLC0415

    main(find_variant)


# --- variants ------------------------------------------------------------------------------------


@cli.group(cls=Commands)
def variants() -> None:
    """Show the published variants."""


@variants.command("list")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language)
def list_variants(lang: str) -> None:
    """List the variants by id."""
    from shengji.cli.show import list_all  # noqa: PLC0415

    list_all(lang)


@variants.command(
    "show",
    epilog=examples(
        "shengji variants show two-deck",
        "shengji variants show two-deck --decisions --lang zh",
    ),
)
@click.argument("variant", metavar="ID|FILE")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language)
@click.option("--json", "as_json", is_flag=True, help="Print the parameters of `load_variant`.")
@click.option("--decisions", is_flag=True, help="Only what no source states, and why.")
def show_variant(variant: str, lang: str, as_json: bool, decisions: bool) -> None:  # noqa: FBT001
    """Show every option of a variant with its source or the decision behind it."""
    from shengji.cli.show import show  # noqa: PLC0415

    show(variant, lang, as_json=as_json, decisions=decisions)
