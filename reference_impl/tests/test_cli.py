"""The command `shengji`: answers people read, and errors without a traceback."""

# ruff: noqa: RUF001

from __future__ import annotations

import json
import re
import shlex

import pytest
from click.testing import CliRunner
from shengji.cli import draw, tables
from shengji.cli.commands import cli
from shengji_spec.model import load_spec
from shengji_spec.variants import resolve

JUDGE = cli.commands["judge"].commands
FOLLOW = ["judge", "follow", "--level", "10", "--trump", "S", "--lead", "H6 H6",
          "--hand", "H4 H7 H7 H9 C4", "--lang", "en"]  # fmt: skip


DECLARE = ["judge", "declaration", "--levels", "2,2", "--history", "0:S2 1:H2,H2", "--seat", "2"]
COUNTER = ["judge", "counter", "--variant", "henan", "--level", "2", "--trump", "S", "--dealer", "0",
           "--history", "0: S2 LJ, 1: -", "--seat", "2", "--hand", "H2 H2 BJ C9"]  # fmt: skip


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
        (["judge", "ask", "repaly", "-"], 'did you mean "replay"'),
        (["judge", "folow"], 'did you mean "follow"'),
        ([*FOLLOW, "--cards", "h6"], "did you mean H6"),
        ([*FOLLOW, "--cards", "10H"], "did you mean H10"),
        ([*FOLLOW, "--cards", "HT"], "did you mean H10"),
        ([*FOLLOW, "--cards", "S22"], 'did you mean "S2"'),
        ([*DECLARE, "--cards", "S5", "--history", "S2"], "'S2' has no seat"),
        ([*DECLARE, "--cards", "S5", "--history", "4:S2"], "seat '4' does not exist"),
        ([*DECLARE, "--cards", "S5", "--hand", "S5", "--history", "0:S3"], "no bid of the ladder"),
        ([*DECLARE, "--cards", "S5", "--dealer", "x"], "seat 'x' does not exist"),
        (["judge", "advance", "--levels", "2"], "is not two levels"),
        (["judge", "advance", "--levels", "2,q"], 'did you mean "Q"'),
        (["judge", "settle", "--dealer", "0"], "either --change or --leaver"),
        (["judge", "settle", "--change", "dealr,2"], 'did you mean "dealer"'),
        (["judge", "settle", "--change", "dealer"], "is not a side and its levels"),
        (["judge", "settle", "--change", "dealer,x"], "is no whole number"),
        (["judge", "settle", "--failed-throws", "1,2"], "one for each seat"),
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
        ["judge", "redeal", "--level", "2", "--seat", "1", "--hand", "S5"],
        [*DECLARE, "--cards", "BJ BJ", "--hand", "BJ BJ"],
        ["judge", "no-bid", "--levels", "2,2", "--kitty", "S5 BJ", "--hands", "0:S6"],
        [*COUNTER, "--cards", "pass"],
        ["judge", "burial", "--level", "2", "--trump", "S", "--dealer", "0", "--hand", "S5", "--cards", "S5"],
        ["judge", "settle", "--dealer", "0", "--change", "dealer 2", "--failed-throws", "0 1 0 0"],
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
    for arguments in ([], ["judge"], *(["judge", name] for name in JUDGE), ["variants", "show"]):
        result = CliRunner().invoke(cli, [*arguments, "--help"], terminal_width=80)

        assert result.exit_code == 0
        assert max(map(len, result.output.splitlines())) <= 80
    assert "  shengji judge follow" in run("--help").output


def examples():
    """Return the examples of all help texts, as they are typed."""
    for command in (cli, *JUDGE.values(), *cli.commands["variants"].commands.values()):
        text = (command.epilog or "").replace("\\\n", "")
        yield from re.findall(r"^  shengji (.*(?:\n   .*)*)", text, re.MULTILINE)


@pytest.mark.parametrize("typed", list(examples()))
def test_every_example_in_a_help_text_works(typed):
    """What a help text shows can be typed."""
    result = run(*shlex.split(typed))

    assert result.exit_code == 0, result.output


def test_declaration_is_explained():
    """Sides, bids so far, the part of the seat, and what stands afterwards are told in words."""
    result = run(*DECLARE, "--cards", "LJ LJ", "--hand", "LJ LJ S5", "--lang", "en")

    for text in (
        "seats 0 and 2 play 2, seats 1 and 3 play 2",
        "so far  seat 0: ♠2\n          seat 1: ♥2 ♥2",
        "legal",
        "trump   no trump",
        "dealer  seat 2",
        "declare.first-dealer",
    ):
        assert text in result.output
    chinese = run(*DECLARE, "--cards", "LJ LJ", "--hand", "LJ LJ S5", "--lang", "zh").output
    assert "1 号位：♥2 ♥2" in chinese
    assert "无主" in chinese


def test_bid_that_is_too_low_shows_the_ladder():
    """Where a bid is refused for its class, the steps open at that time are drawn."""
    low = run(*DECLARE, "--cards", "C2 C2", "--hand", "C2 C2", "--lang", "en").output
    none = run(*COUNTER, "--cards", "H2 BJ", "--lang", "en").output

    assert "♠2  <  ♠2 ♠2  <  LJ LJ  <  BJ BJ" in low
    assert "♠2 ♠2 LJ  <  LJ LJ  <  BJ BJ" in none
    assert "counter.ladder" in none


def test_counter_tells_the_draw_from_what_came_after():
    """The first declaration was made in the draw, the pass after it."""
    output = run(*COUNTER, "--cards", "H2 H2 BJ", "--lang", "en").output

    assert "in the draw  seat 0: ♠2 little-joker" in output
    assert "afterwards   seat 1: passes" in output
    assert "who          seat 2, the dealer's partner" in output
    assert "kitty        stays where it is" in output


def test_written_in_several_ways():
    """Commas or spaces, symbols or letters: the question is the same."""
    one = run(*DECLARE, "--cards", "♥2 ♥2 ♥2", "--hand", "S5,♥2", "--json")
    other = run("judge", "declaration", "--levels", "2/2", "--history", "0：S2；1：H2、H2", "--seat",
                "2", "--cards", "H2,H2,H2", "--hand", "H2 S5", "--json")  # fmt: skip

    assert json.loads(one.output) == json.loads(other.output)


def test_burial_takes_seat_and_taker_from_the_dealer():
    """Without further seats the dealer has taken the kitty up and buries."""
    output = run("judge", "burial", "--level", "2", "--trump", "S", "--dealer", "3", "--hand", "S5",
                 "--cards", "S5", "--lang", "en").output  # fmt: skip

    assert "takes kitty  seat 3" in output
    assert "who          seat 3, the dealer" in output


def test_record_is_replayed_from_a_file(tmp_path):
    """A question from a file is drawn like any other."""
    path = tmp_path / "settle.json"
    path.write_text('{"dealer": 0, "leaver": 3, "base": 10}', "utf-8")
    output = run("judge", "ask", "settle", str(path), "--lang", "en").output

    assert "leaves      seat 3" in output
    assert "seat 3 -120" in output


@pytest.mark.parametrize("variant", load_spec().variants)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("more", [[], ["--decisions"]])
def test_variant_fits_the_terminal(monkeypatch, variant, lang, more):
    """Every variant is shown in lines of at most 80 columns; no Chinese line begins with a stop."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("variants", "show", variant, "--lang", lang, *more).output.splitlines()

    assert max(map(draw.width, lines)) <= 80
    assert not [line for line in lines if line.lstrip().startswith(tuple("，。；：、）”"))]


def test_decisions_are_those_without_a_source():
    """With --decisions exactly the decided options are listed, each with question and reason."""
    decided = [k for k, origin in resolve("henan").origins.items() if origin.decided]
    output = run("variants", "show", "henan", "--decisions", "--lang", "en").output
    listed = re.findall(r"^  ([a-z]+\.[a-z-]+): ", output, re.MULTILINE)

    assert listed == decided
    assert output.count("decided: ") == len(decided)
    assert f"{len(decided)} of" in output
    assert "Who deals next when the attackers take over?" in output


def test_tables_are_drawn():
    """A ladder is shown from weak to strong, in cards and in words, and a level table row by row."""
    english, chinese = (run("variants", "show", "henan", "--lang", x).output for x in ("en", "zh"))

    assert "♠2 LJ  <  ♠2 ♠2 LJ  <  LJ LJ  <  BJ BJ" in english
    assert "a level card with the joker of its colour (in the draw only)\n      < two" in english
    assert "80 to 115     attackers deal next" in english
    assert "两张小王（仅反主时）" in chinese
    assert "120 至 155   闲家方升 1 级" in chinese


@pytest.mark.parametrize("table", load_spec().tables.values(), ids=lambda table: table["id"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_table_can_be_drawn(table, lang):
    """Every ladder and every level table of the specification has words in both languages."""
    if "steps" in table:
        assert tables.ladder(table["steps"]).count("<") == len(table["steps"]) - 1
        assert tables.ladder_in_words(table["steps"], lang).count("<") == len(table["steps"]) - 1
    else:
        assert len(list(tables.bands(table, lang))) >= len(table["bands"])


ALL = {"level": 1, "suited": 2, "joker-of-colour": 3, "LJ": 5, "BJ": 1}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "a level card, two equal cards of a suit, three jokers of their colour, 5 little"),
        ("zh", "一张级牌带两张相同的花色牌带三张同色的王带5张小王带一张大王"),
    ],
)
def test_every_pattern_has_words(lang, text):
    """Whatever a pattern asks for is told, with its number."""
    told = tables.ladder_in_words([{"shows": [ALL]}], lang)

    assert told.replace(" with ", ", ").startswith(text)
    assert tables.ladder([{"shows": [ALL]}]).startswith("♠2 ♠? ♠? LJ LJ LJ LJ")
    assert tables.ladder([], "declare") == "-"


def test_level_table_with_all_its_parts():
    """Rows below nought, losses of the other side and what follows the last row are told."""
    rows = [
        {"from": 0, "side": "dealer", "gains": 1, "other-side": -1},
        {"from": 5, "side": "attackers", "gains": 2},
    ]
    table = {"bands": rows, "below": {"every": 10, "gains": 1}, "then": {"every": 40, "gains": 1}}

    assert list(tables.bands(table, "en")) == [
        ("for every 10 below 0", "dealer side +1"),
        ("0", "dealer side +1, the other side -1"),
        ("5 or more", "attackers +2"),
        ("and for every 40 more", "+1 more"),
    ]
    assert next(iter(tables.bands({**table, "below": {"gains": 2}}, "zh"))) == (
        "0 以下",
        "庄家方升 2 级",
    )


def test_big_hand_is_broken_between_groups(monkeypatch):
    """A hand that is wider than the terminal is continued below, group by group."""
    monkeypatch.setenv("COLUMNS", "80")
    hand = "S3 S4 S6 S7 S8 S9 H3 H4 H6 H7 H8 H9 C3 C4 C6 C7 C8 C9 D3 D4 D6 D7 D8 D9 SA"
    lines = run(
        "judge", "redeal", "--level", "2", "--seat", "1", "--hand", hand
    ).output.splitlines()

    assert max(map(draw.width, lines)) <= 80
    assert any(line.startswith("          ♦9") for line in lines)


OWN = """
id: own
title: {en: Own, zh: 自家}
extends: two-deck-general
alternatives:
  - id: line-of-100
    from: S2.7
    title: {en: The line is 100, zh: 上台线一百分}
    options: {levels.table: two-deck-100}
"""


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        ("en", ["Alternatives", "+line-of-100: The line is 100", "levels.table: two-deck-100",
                "source S2.7", "--variant own+ID"]),
        ("zh", ["另一种打法", "+line-of-100: 上台线一百分", "--variant own+编号", "出处 S2.7"]),
    ],
)  # fmt: skip
def test_alternatives_are_shown(tmp_path, lang, texts):
    """What the sources say some tables play instead stands at the end, with its options and sources."""
    path = tmp_path / "own.yaml"
    path.write_text(OWN, "utf-8")
    output = run("variants", "show", str(path), "--lang", lang).output

    for text in texts:
        assert text in output
    assert "line-of-100" not in run("variants", "show", str(path), "--decisions").output
