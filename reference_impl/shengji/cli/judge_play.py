"""`shengji judge`: questions about the play, the score and the match.

Law of this file: one command a question, and its options; nothing is decided.
"""

from __future__ import annotations

from typing import Any

import click

from shengji.cli import arguments
from shengji.cli.judge import (
    answer,
    at_the_table,
    cards_option,
    deal_option,
    examples,
    judge,
    levels_option,
    seat_option,
    with_trump,
)


@judge.command(
    "lead",
    epilog=examples(
        'shengji judge lead --level 10 --trump S --hand "H9 H8 H8 H4 H4" \\',
        '    --cards "H9 H8 H8 H4 H4" --other "HQ HQ" --other "C4" --other "C6"',
    ),
)
@with_trump
@cards_option("--hand", "The leader's hand.")
@cards_option("--cards", "The cards to lead.")
@click.option(
    "--other",
    "others",
    type=arguments.cards,
    multiple=True,
    metavar="CARDS",
    help="Another hand, in playing order; three times for a throw.",
)
@at_the_table
def judge_lead(others: tuple[list[str], ...], **rest: Any) -> None:
    """May these cards be led, and does a throw stand?"""
    answer("judge_lead", others=list(others) or None, **rest)


@judge.command(
    "follow",
    epilog=examples(
        'shengji judge follow --level 10 --trump S --lead "H6 H6" \\',
        '    --hand "H4 H7 H7 H9 C4" --cards "H4 H9"',
    ),
)
@with_trump
@cards_option("--lead", "The cards that were led.")
@cards_option("--hand", "The hand before the play.")
@cards_option("--cards", "The cards to play.")
@at_the_table
def judge_follow(**rest: Any) -> None:
    """May these cards follow that lead?"""
    answer("judge_follow", **rest)


@judge.command("count")
@with_trump
@cards_option("--lead", "The cards that were led.")
@cards_option("--hand", "The hand before the play.")
@at_the_table
def count_follows(**rest: Any) -> None:
    """How many different follows are legal?"""
    answer("count_follows", **rest)


@judge.command(
    "trick",
    epilog=examples(
        'shengji judge trick --level 10 --trump S --play "H5 H4 H4" \\',
        '    --play "S9 S7 S7" --play "S8 S8 S4" --play "C4 C6 C7"',
    ),
)
@with_trump
@click.option(
    "--play",
    "plays",
    type=arguments.cards,
    multiple=True,
    required=True,
    metavar="CARDS",
    help="A play, the leader's first; four times.",
)
@at_the_table
def judge_trick(plays: tuple[list[str], ...], **rest: Any) -> None:
    """Who wins the trick, and what is in it?"""
    answer("judge_trick", plays=list(plays), **rest)


@judge.command("classify")
@with_trump
@cards_option("--cards", "Cards of one group.")
@at_the_table
def classify(**rest: Any) -> None:
    """Which components do these cards fall into?"""
    answer("classify", **rest)


@judge.command("order")
@with_trump
@cards_option("--cards", "Any cards.")
@at_the_table
def order_cards(**rest: Any) -> None:
    """Which cards are trumps, and which are higher?"""
    answer("order_cards", **rest)


@judge.command("score")
@with_trump
@seat_option("--dealer", "The dealer.")
@click.option(
    "--trick-points", type=int, required=True, help="Points the attackers took in tricks."
)
@click.option("--penalty-points", type=int, default=0, help="Points moved by failed throws.")
@cards_option("--kitty", "The kitty as buried.")
@seat_option("--leader", "The seat that led the last trick.")
@click.option(
    "--play",
    "plays",
    type=arguments.cards,
    multiple=True,
    required=True,
    metavar="CARDS",
    help="A play of the last trick, the leader's first; four times.",
)
@at_the_table
def score_deal(leader: int, plays: tuple[list[str], ...], **rest: Any) -> None:
    """What do the attackers have at the end of the deal?"""
    last_trick = {"leader": leader, "plays": list(plays)}
    answer("score_deal", last_trick=last_trick, **rest)


@judge.command(
    "advance",
    epilog=examples(
        "shengji judge advance --dealer 0 --levels 2,2 --total 35",
    ),
)
@deal_option
@seat_option("--dealer", "The dealer.")
@levels_option
@click.option("--total", type=int, required=True, help="The attackers' total.")
@at_the_table
def advance(**rest: Any) -> None:
    """Which levels do the sides play after the deal, and who deals?"""
    answer("advance", **rest)
