"""`shengji judge`: questions about the draw, the counters, the burial and the settlement.

Law of this file: one command a question, and its options; nothing is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from shengji.cli import arguments
from shengji.cli.judge import (
    F,
    answer,
    at_the_table,
    cards_option,
    deal_option,
    dealer_option,
    examples,
    judge,
    levels_option,
    seat_option,
    with_trump,
)


def history_option(help_text: str) -> Callable[[F], F]:
    """Return the option that takes what was shown so far."""
    return click.option(
        "--history", type=arguments.history, default="", metavar="SEAT:CARDS...", help=help_text
    )


@judge.command(
    "redeal",
    epilog=examples(
        "shengji judge redeal --variant henan --level 2 --deal 2 --dealer 0 \\",
        '    --seat 1 --hand "S3 S3 S4 S6 S7 S8 S9 H3 H4 H6 H7 H8 H9 C3 C4 C6',
        '                     C7 C8 C9 D3 D4 D6 D7 D8 D9"',
    ),
)
@click.option(
    "--level", type=arguments.level, required=True, metavar="2..10|J|Q|K|A", help="The level rank."
)
@click.option(
    "--trump",
    type=arguments.trump,
    default="none",
    metavar="S|H|C|D|none",
    help="The trump suit; left out before it is fixed.",
)
@deal_option
@dealer_option
@seat_option("--seat", "Who asks for a new deal.")
@cards_option("--hand", "The whole hand.")
@at_the_table
def judge_redeal(**rest: Any) -> None:
    """May this seat have the cards dealt again?"""
    answer("judge_redeal", **rest)


@judge.command(
    "declaration",
    epilog=examples(
        'shengji judge declaration --levels 2,2 --history "0:S2 1:H2,H2" --seat 2 \\',
        '    --hand "LJ LJ S5 H9" --cards "LJ LJ"',
        "shengji judge declaration --variant henan --deal 2 --dealer 0 --levels 2,5 \\",
        '    --declined 0,2 --seat 1 --hand "BJ H5 H9" --cards "BJ H5"',
    ),
)
@deal_option
@dealer_option
@levels_option
@history_option("What was shown so far, oldest first: 0:S2 1:H2,H2")
@click.option(
    "--declined",
    type=arguments.seats,
    metavar="SEATS",
    help="Seats that have given up declaring: 0,2",
)
@seat_option("--seat", "Who declares.")
@cards_option("--hand", "The hand, drawn so far.")
@cards_option("--cards", "All cards that make the bid.")
@at_the_table
def judge_declaration(**rest: Any) -> None:
    """May these cards be declared in the draw, and what is trump then?"""
    answer("judge_declaration", **rest)


@judge.command(
    "no-bid",
    epilog=examples(
        'shengji judge no-bid --levels 2,2 --kitty "S5 HK BJ D3 D4 D9 CA CQ"',
        'shengji judge no-bid --variant henan --levels 2,2 --kitty "S5 HK C9 D3" \\',
        '    --hands "1:S5,C9 3:HK"',
    ),
)
@deal_option
@dealer_option
@levels_option
@seat_option("--first-drawer", "Who drew the first card.  [default: 0]", required=False)
@cards_option("--kitty", "The kitty in the order of turning.")
@click.option(
    "--hands",
    type=arguments.hands,
    default="",
    metavar="SEAT:CARDS...",
    help="The hands by seat, where they matter: 0:S5,S6 2:H5",
)
@at_the_table
def resolve_no_bid(first_drawer: int | None, **rest: Any) -> None:
    """Nobody declared: what is trump, and who deals?"""
    answer("resolve_no_bid", first_drawer=first_drawer or 0, **rest)


@judge.command(
    "counter",
    epilog=examples(
        "shengji judge counter --variant henan --level 2 --trump S --dealer 0 \\",
        '    --history "0:S2,LJ 1:-" --seat 2 --hand "H2 H2 BJ C9" --cards "H2 H2 BJ"',
    ),
)
@with_trump
@deal_option
@seat_option("--dealer", "The dealer as it stands.")
@history_option("Declarations, counters and passes, oldest first: 0:S2 1:- 2:H2,H2")
@click.option(
    "--declared",
    type=click.IntRange(min=0),
    metavar="NUMBER",
    help="How many of them were made in the draw.  [default: 1]",
)
@seat_option("--seat", "Whose turn it is.")
@cards_option("--hand", "The hand.")
@cards_option("--cards", "The cards that counter, or - to pass.")
@at_the_table
def judge_counter(**rest: Any) -> None:
    """May this seat counter after the draw, or pass?

    Level and trump are those after the history.
    """
    answer("judge_counter", **rest)


@judge.command(
    "burial",
    epilog=examples(
        "shengji judge burial --level 2 --trump S --dealer 0 \\",
        '    --hand "S5 S5 H5 HK HK C3 C4 C9 D8 DA" --cards "H5 HK HK C3 C4 C9 D8 DA"',
    ),
)
@with_trump
@seat_option("--dealer", "The dealer.")
@seat_option("--taker", "Who took up the kitty.  [default: the dealer]", required=False)
@seat_option("--seat", "Who buries.  [default: the taker]", required=False)
@cards_option("--hand", "The hand with the kitty.")
@cards_option("--cards", "The cards to bury.")
@at_the_table
def judge_burial(dealer: int, taker: int | None, seat: int | None, **rest: Any) -> None:
    """May these cards be buried?"""
    taker = dealer if taker is None else taker
    seat = taker if seat is None else seat
    answer("judge_burial", dealer=dealer, taker=taker, seat=seat, **rest)


@judge.command(
    "settle",
    epilog=examples(
        "shengji judge settle --dealer 0 --change attackers,1 --base 100",
        "shengji judge settle --dealer 0 --leaver 3",
    ),
)
@seat_option("--dealer", "The dealer of the deal.")
@click.option(
    "--change",
    type=arguments.change,
    metavar="dealer|attackers,LEVELS",
    help="Who won the deal, and by how many levels.",
)
@seat_option("--leaver", "Who left before the end, instead of --change.", required=False)
@click.option(
    "--base",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    metavar="NUMBER",
    help="The base stake.",
)
@click.option(
    "--failed-throws",
    type=arguments.counts,
    metavar="N,N,N,N",
    help="Failed throws of each seat.",
)
@at_the_table
def settle(**rest: Any) -> None:
    """What does each seat win or lose?"""
    if (rest["change"] is None) == (rest["leaver"] is None):
        raise click.UsageError("give either --change or --leaver")
    answer("settle", **rest)
