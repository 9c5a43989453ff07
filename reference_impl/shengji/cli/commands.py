"""The commands of `shengji`, their options and their help.

Law of this file: it turns words on the command line into parameters of a question and leaves the
answer to `explain`.
"""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from shengji.questions import QUESTIONS

F = TypeVar("F", bound=Callable[..., Any])
LANGUAGES = ("en", "zh")


def default_language() -> str:
    """Return zh where the locale is Chinese, otherwise en."""
    names = [os.environ.get(name) or "" for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next(filter(None, names), None) or (locale.getlocale()[0] or "")
    return "zh" if chosen.lower().startswith(("zh", "chinese")) else "en"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="shengji-conformance", prog_name="shengji")
def cli() -> None:
    r"""Play Shengji (升级, 拖拉机) by the rules of any variant.

    \b
    shengji judge follow --level 10 --trump S --lead "H6 H6" --hand "H4 H7 H7 H9 C4" --cards "H4 H9"
    shengji variants list
    shengji variants show two-deck
    shengji adapter            serve the conformance protocol on stdin and stdout
    """


@cli.command()
def adapter() -> None:
    """Serve the conformance protocol on standard input and output, one JSON message a line."""
    from shengji.adapter import main  # noqa: PLC0415
    from shengji.cli import find_variant  # noqa: PLC0415

    main(find_variant)


# --- judge ---------------------------------------------------------------------------------------


@cli.group()
def judge() -> None:
    """Ask one question and see the answer explained.

    Cards are written S5 H10 CA DK, jokers BJ and LJ, separated by spaces.
    """


def at_the_table(function: F) -> F:
    """Add the options every question has."""
    for option in reversed(
        (
            click.option(
                "--variant",
                default="two-deck",
                show_default=True,
                metavar="ID|FILE",
                help="A published variant or a variant file of your own.",
            ),
            click.option(
                "--lang",
                type=click.Choice(LANGUAGES),
                default=default_language,
                help="Language of the answer.  [default: by locale]",
            ),
            click.option(
                "--json", "as_json", is_flag=True, help="Print the protocol's result only."
            ),
        )
    ):
        function = option(function)
    return function


def with_trump(function: F) -> F:
    """Add the level and the trump suit."""
    function = click.option(
        "--trump",
        required=True,
        metavar="S|H|C|D|none",
        help="The trump suit; none for a no-trump deal.",
    )(function)
    return click.option("--level", required=True, metavar="2..10|J|Q|K|A", help="The level rank.")(
        function
    )


def cards_option(name: str, help_text: str, *, required: bool = True) -> Callable[[F], F]:
    """Return an option that takes cards separated by spaces."""
    return click.option(name, required=required, metavar="CARDS", help=help_text)


def answer(method: str, variant: str, lang: str, *, as_json: bool, **params: Any) -> None:
    """Ask the question and print the answer; exit code 0 whatever the verdict, 2 for bad input."""
    from shengji.cli.explain import explain  # noqa: PLC0415

    if "trump" in params:
        params["trump"] = (
            None if params["trump"].lower() in ("none", "null", "nt") else params["trump"]
        )
    given = {key: value for key, value in params.items() if value is not None or key == "trump"}
    explain(method, variant, lang, given, as_json=as_json)


def words(text: str | None) -> list[str] | None:
    """Split cards at spaces; None stays None."""
    return None if text is None else text.split()


@judge.command("lead")
@with_trump
@cards_option("--hand", "The leader's hand.")
@cards_option("--cards", "The cards to lead.")
@click.option(
    "--other",
    "others",
    multiple=True,
    metavar="CARDS",
    help="Another hand, in playing order; three times for a throw.",
)
@at_the_table
def judge_lead(hand: str, cards: str, others: tuple[str, ...], **rest: Any) -> None:
    r"""May these cards be led, and does a throw stand?

    \b
    shengji judge lead --level 10 --trump S --hand "H9 H8 H8 H4 H4" --cards "H9 H8 H8 H4 H4" \\
        --other "HQ HQ" --other "C4" --other "C6"
    """
    hands = [hand.split() for hand in others] or None
    answer("judge_lead", hand=words(hand), cards=words(cards), others=hands, **rest)


@judge.command("follow")
@with_trump
@cards_option("--lead", "The cards that were led.")
@cards_option("--hand", "The hand before the play.")
@cards_option("--cards", "The cards to play.")
@at_the_table
def judge_follow(lead: str, hand: str, cards: str, **rest: Any) -> None:
    r"""May these cards follow that lead?

    \b
    shengji judge follow --level 10 --trump S --lead "H6 H6" --hand "H4 H7 H7 H9 C4" --cards "H4 H9"
    """
    answer("judge_follow", lead=words(lead), hand=words(hand), cards=words(cards), **rest)


@judge.command("count")
@with_trump
@cards_option("--lead", "The cards that were led.")
@cards_option("--hand", "The hand before the play.")
@at_the_table
def count_follows(lead: str, hand: str, **rest: Any) -> None:
    """How many different follows are legal?"""
    answer("count_follows", lead=words(lead), hand=words(hand), **rest)


@judge.command("trick")
@with_trump
@click.option(
    "--play",
    "plays",
    multiple=True,
    required=True,
    metavar="CARDS",
    help="A play, the leader's first; four times.",
)
@at_the_table
def judge_trick(plays: tuple[str, ...], **rest: Any) -> None:
    r"""Who wins the trick, and what is in it?

    \b
    shengji judge trick --level 10 --trump S --play "H5 H4 H4" --play "S9 S7 S7" \\
        --play "S8 S8 S4" --play "C4 C6 C7"
    """
    answer("judge_trick", plays=[play.split() for play in plays], **rest)


@judge.command("classify")
@with_trump
@cards_option("--cards", "Cards of one group.")
@at_the_table
def classify(cards: str, **rest: Any) -> None:
    """Which components do these cards fall into?"""
    answer("classify", cards=words(cards), **rest)


@judge.command("order")
@with_trump
@cards_option("--cards", "Any cards.")
@at_the_table
def order_cards(cards: str, **rest: Any) -> None:
    """Which cards are trumps, and which are higher?"""
    answer("order_cards", cards=words(cards), **rest)


@judge.command("score")
@with_trump
@click.option("--dealer", type=int, required=True, help="Seat of the dealer, 0 to 3.")
@click.option(
    "--trick-points", type=int, required=True, help="Points the attackers took in tricks."
)
@click.option("--penalty-points", type=int, default=0, help="Points moved by failed throws.")
@cards_option("--kitty", "The kitty as buried.")
@click.option("--leader", type=int, required=True, help="Seat that led the last trick.")
@click.option(
    "--play",
    "plays",
    multiple=True,
    required=True,
    metavar="CARDS",
    help="A play of the last trick, the leader's first; four times.",
)
@at_the_table
def score_deal(kitty: str, leader: int, plays: tuple[str, ...], **rest: Any) -> None:
    """What do the attackers have at the end of the deal?"""
    last_trick = {"leader": leader, "plays": [play.split() for play in plays]}
    answer("score_deal", kitty=words(kitty), last_trick=last_trick, **rest)


@judge.command("advance")
@click.option("--deal", type=int, default=1, show_default=True, help="Number of the deal.")
@click.option("--dealer", type=int, required=True, help="Seat of the dealer, 0 to 3.")
@click.option("--levels", required=True, metavar="RANK,RANK", help="Level of team 0 and of team 1.")
@click.option("--total", type=int, required=True, help="The attackers' total.")
@at_the_table
def advance(levels: str, **rest: Any) -> None:
    r"""Which levels do the sides play after the deal, and who deals?

    \b
    shengji judge advance --dealer 0 --levels 2,2 --total 35
    """
    answer("advance", levels=levels.replace(",", " ").split(), **rest)


@judge.command("ask")
@click.argument("method", type=click.Choice(list(QUESTIONS)))
@click.argument("params", type=click.File("r", encoding="utf-8"))
@at_the_table
def ask_params(method: str, params: Any, variant: str, lang: str, as_json: bool) -> None:  # noqa: FBT001
    """Ask any question with its parameters from a JSON file (- for standard input)."""
    try:
        given = json.load(params)
    except ValueError as error:
        raise click.UsageError(f"{params.name}: {error}") from None
    if not isinstance(given, dict):
        raise click.UsageError(f"{params.name}: the parameters are one JSON object")
    from shengji.cli.explain import explain  # noqa: PLC0415

    explain(method, variant, lang, given, as_json=as_json)


# --- variants ------------------------------------------------------------------------------------


@cli.group()
def variants() -> None:
    """Show the published variants."""


@variants.command("list")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language)
def list_variants(lang: str) -> None:
    """List the variants by id."""
    from shengji.cli.show import list_all  # noqa: PLC0415

    list_all(lang)


@variants.command("show")
@click.argument("variant", metavar="ID|FILE")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language)
@click.option("--json", "as_json", is_flag=True, help="Print the parameters of `load_variant`.")
@click.option("--decisions", is_flag=True, help="Only what no source states, and why.")
def show_variant(variant: str, lang: str, as_json: bool, decisions: bool) -> None:  # noqa: FBT001
    r"""Show every option of a variant with its source or the decision behind it.

    \b
    shengji variants show two-deck
    shengji variants show two-deck --decisions --lang zh
    """
    from shengji.cli.show import show  # noqa: PLC0415

    show(variant, lang, as_json=as_json, decisions=decisions)
