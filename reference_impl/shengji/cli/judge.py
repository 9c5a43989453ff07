"""`shengji judge`: what its commands share, and `ask`, which takes any question from a file.

Law of this file: it turns what was typed into the parameters of a question and leaves the answer to
`explain`.
"""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Callable
from typing import Any, TypeVar

import click
from shengji_spec.errors import advice

from shengji.cli import arguments
from shengji.questions import QUESTIONS

__all__ = [
    "LANGUAGES",
    "Commands",
    "answer",
    "at_the_table",
    "cards_option",
    "deal_option",
    "dealer_option",
    "default_language",
    "examples",
    "judge",
    "levels_option",
    "seat_option",
    "with_trump",
]

F = TypeVar("F", bound=Callable[..., Any])
LANGUAGES = ("en", "zh")


def default_language() -> str:
    """Return zh where the locale is Chinese, otherwise en."""
    names = [os.environ.get(name) or "" for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next(filter(None, names), None) or (locale.getlocale()[0] or "")
    return "zh" if chosen.lower().startswith(("zh", "chinese")) else "en"


def examples(*lines: str) -> str:
    """Return the end of a help text: examples, each line as it stands."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class Commands(click.Group):
    """A group that names the nearest command when there is none of a name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a wrong name gets a hint."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            hint = advice(args[0], self.list_commands(ctx))
            ctx.fail(f"No such command {args[0]!r}; {hint}" if hint else f"No command {args[0]!r}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands)
def judge() -> None:
    """Ask one question and see the answer explained.

    Cards are written S5 H10 CA DK, jokers BJ and LJ, separated by spaces or commas. Seats are 0 to 3
    in playing order; seats 0 and 2 are partners, and so are 1 and 3.
    """


# --- options that several questions have ---------------------------------------------------------


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
        type=arguments.trump,
        required=True,
        metavar="S|H|C|D|none",
        help="The trump suit; none for a no-trump deal.",
    )(function)
    return click.option(
        "--level",
        type=arguments.level,
        required=True,
        metavar="2..10|J|Q|K|A",
        help="The level rank.",
    )(function)


def cards_option(name: str, help_text: str, *, required: bool = True) -> Callable[[F], F]:
    """Return an option that takes cards separated by spaces."""
    return click.option(
        name, type=arguments.cards, required=required, metavar="CARDS", help=help_text
    )


def seat_option(name: str, help_text: str, *, required: bool = True) -> Callable[[F], F]:
    """Return an option that takes a seat."""
    return click.option(
        name, type=arguments.seat, required=required, metavar="0..3", help=help_text
    )


def deal_option(function: F) -> F:
    """Add the number of the deal."""
    return click.option(
        "--deal",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="NUMBER",
        help="Number of the deal.",
    )(function)


def dealer_option(function: F) -> F:
    """Add a dealer that may be nobody yet."""
    return click.option(
        "--dealer",
        type=arguments.dealer,
        metavar="0..3|none",
        help="The dealer the deal began with; left out in deal 1.",
    )(function)


def levels_option(function: F) -> F:
    """Add the level of each side."""
    return click.option(
        "--levels",
        type=arguments.levels,
        required=True,
        metavar="RANK,RANK",
        help="Level of seats 0 and 2, and of seats 1 and 3.",
    )(function)


# --- asking --------------------------------------------------------------------------------------

#: parameters that are asked with null where there is none
NULLABLE = ("trump", "dealer")


def answer(method: str, variant: str, lang: str, *, as_json: bool, **params: Any) -> None:
    """Ask the question and print the answer; exit code 0 whatever the verdict, 2 for bad input."""
    from shengji.cli.explain import explain  # noqa: PLC0415

    if params.get("trump") == "none":
        params["trump"] = None
    given = {key: value for key, value in params.items() if value is not None or key in NULLABLE}
    explain(method, variant, lang, given, as_json=as_json)


@judge.command("ask", epilog="Questions: " + ", ".join(QUESTIONS) + ".")
@click.argument("method", metavar="QUESTION", type=arguments.question)
@click.argument("params", metavar="FILE", type=click.File("r", encoding="utf-8"))
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
