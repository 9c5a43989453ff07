"""The command `shengji`: answers people read, and errors without a traceback."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from shengji.cli.commands import cli

FOLLOW = ["judge", "follow", "--level", "10", "--trump", "S", "--lead", "H6 H6",
          "--hand", "H4 H7 H7 H9 C4", "--lang", "en"]  # fmt: skip


def run(*arguments):
    return CliRunner().invoke(cli, list(arguments), terminal_width=100)


def test_illegal_follow_is_explained():
    """The verdict, what is owed, the rule's text, its source and the variant are printed."""
    result = run(*FOLLOW, "--cards", "H4 H9")

    assert result.exit_code == 0
    for text in (
        "illegal",
        "a pair",
        "follow.pair",
        "When a pair is led",
        "S4.14",
        "♥4",
        "two-deck",
    ):
        assert text in result.output


def test_chinese_is_chinese():
    """With --lang zh the words are Chinese."""
    result = run(*FOLLOW[:-2], "--cards", "H4 H9", "--lang", "zh")

    assert "不合法" in result.output
    assert "首出" in result.output
    assert "illegal" not in result.output


def test_json_is_the_protocol_result():
    """With --json only the protocol's result is printed."""
    assert json.loads(run(*FOLLOW, "--cards", "H7 H7", "--json").output) == {"legal": True}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*FOLLOW, "--cards", "H4 X9"], "'X9' is no card of this pack"),
        ([*FOLLOW, "--cards", "H4 H9", "--variant", "two-dek"], "two-deck"),
        ([*FOLLOW, "--cards", "H4 H9", "--level", "1"], "level '1' does not exist"),
        ([*FOLLOW, "--cards", "H4 H9", "--trump", "spades"], "neither a suit nor null"),
        (["variants", "show", "nowhere"], 'there is no variant "nowhere"'),
        (
            [
                "judge",
                "lead",
                "--level",
                "10",
                "--trump",
                "S",
                "--hand",
                "HA HK",
                "--cards",
                "HA HK",
            ],
            "others",
        ),
        (["judge", "advance", "--dealer", "0", "--levels", "2,2", "--total", "7"], "multiple of 5"),
    ],
)
def test_mistakes_get_one_sentence(arguments, said):
    """A user's mistake is exit code 2 and a sentence that names it, never a traceback."""
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["judge", "lead", "--level", "10", "--trump", "S", "--hand", "H9 H8 H8 H4 H4", "--cards",
         "H9 H8 H8 H4 H4", "--other", "HQ HQ", "--other", "C4", "--other", "C6"],
        ["judge", "trick", "--level", "10", "--trump", "none", "--play", "H6", "--play", "BJ",
         "--play", "H7", "--play", "H8"],
        ["judge", "count", "--level", "10", "--trump", "S", "--lead", "H6 H6", "--hand", "H7 H7 H8 H9"],
        ["judge", "classify", "--level", "10", "--trump", "S", "--cards", "H6 H6 H7 H7 H9"],
        ["judge", "order", "--level", "10", "--trump", "S", "--cards", "H6 BJ LJ C10 S10"],
        ["judge", "score", "--level", "10", "--trump", "S", "--dealer", "0", "--trick-points", "60",
         "--kitty", "HK", "--leader", "1", "--play", "CA", "--play", "C4", "--play", "C6", "--play", "C7"],
        ["judge", "advance", "--dealer", "0", "--levels", "2,2", "--total", "35"],
        ["variants", "list"],
        ["variants", "show", "two-deck"],
        ["variants", "show", "two-deck-general", "--decisions"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_command_answers(arguments, lang):
    """Each command prints an answer in both languages."""
    result = run(*arguments, "--lang", lang)

    assert result.exit_code == 0, result.output
    assert result.output.strip()


def test_every_help_text_opens():
    """`--help` of every command is printed, with an example at the top."""
    for arguments in ([], ["judge"], ["judge", "follow"], ["variants"], ["variants", "show"]):
        assert run(*arguments, "--help").exit_code == 0
    assert "shengji judge follow" in run("--help").output
