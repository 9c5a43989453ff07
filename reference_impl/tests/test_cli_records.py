"""`shengji deal` and `shengji replay`: records written, read, told; mistakes without a traceback."""

# ruff: noqa: RUF001

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner
from shengji.cli import deal as dealing
from shengji.cli.commands import cli
from shengji.cli.phrases import PHRASES
from shengji.cli.voice import safe, width, wrapped
from shengji_spec import data, schema, yaml_loader
from shengji_spec.model import load_spec

#: a deal under henan, with its results
HENAN = (Path(__file__).parent / "records" / "henan.yaml").read_text(encoding="utf-8")
VARIANTS = sorted(load_spec().variants)
#: `shengji deal --variant henan --seed 7 --deals 2`
DIGEST = "74f63b056cdf5a3b254b2e39da3ae54e14b0b91ec9593d588ff7c48d1d9c8003"


def run(*arguments, text=None):
    return CliRunner().invoke(cli, list(arguments), input=text)


@pytest.fixture(scope="module")
def written():
    """Return a function that gives the text of a record, dealt once."""
    texts = {}

    def text(*arguments):
        if arguments not in texts:
            result = run("deal", *arguments)
            assert result.exit_code == 0, result.output
            texts[arguments] = result.stdout
        return texts[arguments]

    return text


def replay(text, *arguments):
    return run("replay", "-", "--lang", "en", *arguments, text=text)


# --- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_dealt_is_replayed(variant, lang, written):
    """A record of three deals fits the schema, is legal, and comes to what it states, at 80 columns."""
    text = written("--variant", variant, "--seed", "3", "--deals", "3")
    schema.validate(yaml_loader.load_text(text), "record")
    result = run("replay", "-", "--lang", lang, text=text)

    assert result.exit_code == 0, result.output
    assert PHRASES["agrees"][lang == "zh"] in result.output
    assert max(map(width, result.output.splitlines())) <= 80


def test_each_deal_goes_on_from_the_one_before(written):
    """Dealer, levels and number of a later deal are what `advance` of the deal before says."""
    deals = yaml.safe_load(written("--variant", "henan", "--seed", "3", "--deals", "3"))["deals"]

    assert [deal["deal"] for deal in deals] == [1, 2, 3]
    for before, after in pairwise(deals):
        assert after["dealer"] == before["advance"]["dealer"]
        assert after["levels"] == before["advance"]["levels"]


def test_a_match_ends_with_a_winner(written):
    """`--match` goes on until a side has won; asking for more deals than that is said."""
    match = yaml.safe_load(written("--variant", "one-deck", "--seed", "5", "--match"))
    more = run("deal", "--variant", "one-deck", "--seed", "5", "--deals", "200", "--lang", "en")

    assert match["deals"][-1]["advance"]["match_over"]
    assert yaml.safe_load(more.stdout) == match
    assert f"The match is over after {len(match['deals'])} deals." in more.stderr


def test_an_endless_match_ends_somewhere(monkeypatch):
    """Where a match has no end the record stops at a limit, and that is said."""
    monkeypatch.setattr(dealing, "LONGEST_MATCH", 2)
    result = run("deal", "--seed", "1", "--match", "--lang", "en")

    assert len(yaml.safe_load(result.stdout)["deals"]) == 2
    assert "a match has no end" in result.stderr


def test_a_seed_is_the_same_bytes_everywhere(written, tmp_path):
    """Language, hash seed and where it is written change nothing."""
    text = written("--variant", "henan", "--seed", "7", "--deals", "2")
    command = [sys.executable, "-m", "shengji", "deal", "--variant", "henan", "--seed", "7"]
    environment = {**os.environ, "LANG": "zh_CN.UTF-8", "PYTHONHASHSEED": "7"}
    found = subprocess.run(
        [*command, "--deals", "2"], env=environment, capture_output=True, check=True
    )
    file = tmp_path / "deal.yaml"
    run("deal", "--variant", "henan", "--seed", "7", "--deals", "2", "-o", str(file))

    assert found.stdout == file.read_bytes() == text.encode()
    assert hashlib.sha256(found.stdout).hexdigest() == DIGEST


def test_one_event_a_line(written):
    """Events are rows in flow style, levels are texts, and the pack is one text."""
    text = written("--variant", "henan", "--seed", "7")
    record = yaml.safe_load(text)

    assert len(re.findall(r"^  - \{seat: [0-3], \w+: .*\}$", text, re.MULTILINE)) == len(
        record["events"]
    )
    assert record["levels"] == ["2", "2"]
    assert len(record["pack"].split()) == 108
    assert max(map(len, text.splitlines())) < 160


def test_an_interrupted_file_is_not_there(monkeypatch, tmp_path):
    """Whoever interrupts finds the old file or none, and nothing left beside it."""
    file = tmp_path / "deal.yaml"
    file.write_text("old")
    monkeypatch.setattr(dealing, "_readable", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    result = run("deal", "--variant", "one-deck", "--seed", "1", "-o", str(file))

    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seed", "1", "--variant", "two-dek"], "two-deck"),
        (["--seed", "-1"], "range"),
        (["--seed", "1", "--deals", "0"], "range"),
        (["--seed", "1", "--deals", "2", "--match"], "exclude"),
        ([], "--seed"),
        (["--seed", "1", "--variant", "one-deck", "-o", "nowhere/x.yaml"], "nowhere"),
        (["--seed", "1", "--variant", "one-deck", "-o", "."], "directory"),
    ],
)
def test_mistakes_of_deal(arguments, said):
    """A mistake is exit code 2 and a sentence."""
    result = run("deal", *arguments)

    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


# --- telling -------------------------------------------------------------------------------------

TOLD = (
    "Henan two decks (henan)",
    "0 East, 1 North, 2 West, 3 South · East and West against North and South",
    "Deal 1 · both sides at level 2 · no dealer yet · South draws first",
    "East   BJ ♥2 ♦2 ♣2 ♥A 10 9 7 6 · ♠Q 10 9 8 6 6 · ♣A Q J 8 7 · ♦J J 10 7 5",
    "East declares BJ ♥2: trump ♥, level 2; East is dealer as it stands.",
    "North, West and South pass.",
    "East takes up the kitty, LJ ♥10 4 3 ♠4 ♣K 4 ♦4 (20 points).",
    "Trump ♥, level 2: East deals with West; North and South need 80 points.",
    "1 ›♠10 ♠5 ♠7 ♠Q* +15 15",
    "20 ♦J J* ♦A K ›♦3 3 ♦8 8 (10) 110 pair",
    "22 ♣2* ›♣K ♥4 ♣9 (10) 125 West ruffs, East over-ruffs",
    "North tries ♠K 8 (2 singles). South can beat ♠8, so ♠8 must be played. It costs half the base",
    "South wins the last trick, and the attackers dig the kitty, ♥2 A 6 4 3 ♣A 8 4: 0 × 2 = 0 points.",
    "The attackers have 125 points.",
    "The attackers take over, worth 1 level: North and South go from 2 to 3; East and West stay at 2.",
    "North deals next.",
)
TOLD_ZH = (
    "河南双升 (henan)",
    "第 1 局 · 双方都打 2 · 尚无庄家 · 南家先摸牌",
    "东家亮主 大王 ♥2：打 2，主花色 ♥，东家暂为庄家。",
    "北家、西家、南家不反。",
    "东家扣底 ♥2 A 6 4 3 ♣A 8 4（0 分）。",
    "打 2，主花色 ♥：东家坐庄，对家西家；闲家北家、南家，80 分上台。",
    "20 ♦J J* ♦A K ›♦3 3 ♦8 8 (10) 110 对子",
    "闲家上台，可升 1 级：北家、南家由 2 升到 3；东家、西家仍打 2。",
)


def flat(text):
    """Return a text on one line."""
    return " ".join(text.split())


def test_a_deal_is_told():
    """The kibitzer says it as it happened: cards, bids, kitty, tricks, and what they come to."""
    told = flat(replay(HENAN).output)

    for text in TOLD:
        assert flat(text) in told


def test_a_deal_is_told_in_chinese():
    """With --lang zh the words are Chinese."""
    told = flat(run("replay", "-", "--lang", "zh", text=HENAN).output)

    for text in TOLD_ZH:
        assert flat(text) in told
    assert not re.search(r"\b(East|trump|points|deals)\b", told)


def test_names_are_used_and_harmless():
    """The record's own names are used, cut to a column, and cannot speak to the terminal."""
    names = 'seats: ["An\\e[31mna", Bo, 丙, "somebody with a name that is long"]\n'
    output = replay(names + HENAN).output

    assert "0 An?[31mna, 1 Bo, 2 丙, 3 somebody wi…" in output
    assert "\x1b" not in output


def test_brief_is_a_line_for_each_deal(written):
    """With --brief there is a table, and how it ended."""
    output = replay(written("--variant", "henan", "--seed", "3", "--deals", "3"), "--brief").output

    assert [
        line.split()[0] for line in output.splitlines() if "side +" in line or "attackers +" in line
    ] == [
        "1",
        "2",
        "3",
    ]
    assert "The match is not over" in output


def test_json_has_the_results():
    """With --json the results are there as the questions have them."""
    result = replay("base: 100\n" + HENAN, "--json")
    (deal,) = json.loads(result.output)["deals"]

    assert result.exit_code == 0
    assert (deal["legal"], deal["finished"], deal["wrong"]) == (True, True, [])
    assert deal["score"]["total"] == 125
    assert deal["settle"] == {"stakes": [0, -50, 0, -50], "ratings": [0, 0, 0, 0]}


def test_stakes_are_told_where_there_is_a_base():
    """A failed throw costs half the base stake; a base that cannot be halved is a mistake."""
    assert (
        "Stakes (base 100): East 0, North -50, West 0, South -50."
        in replay("base: 100\n" + HENAN).output
    )
    odd = replay("base: 5\n" + HENAN)

    assert odd.exit_code == 2
    assert "cannot be halved" in odd.output


def first_with(words, *arguments):
    """Return the first record of some seeds that has all these words."""
    for seed in range(60):
        text = run("deal", *arguments, "--seed", str(seed)).stdout
        if all(word in text for word in words):
            return text
    raise AssertionError(words)


HOUSE = """\
id: house
title: {en: House rules, zh: 自家规则}
extends: two-deck
options:
  declare.no-bid: {value: redeal, decided: {en: A test., zh: 测试。}}
  counter.window: {value: after-bury, decided: {en: A test., zh: 测试。}}
  counter.changes-dealer: {value: always, decided: {en: A test., zh: 测试。}}
  counter.order: {value: until-all-pass, decided: {en: A test., zh: 测试。}}
  counter.rejoin: {value: after-another, decided: {en: A test., zh: 测试。}}
  declare.first-dealer: {value: last-declarer, decided: {en: A test., zh: 测试。}}
"""


def test_house_rules_redeal_and_counter(tmp_path):
    """A variant file deals and replays: a new deal where nobody declares, counters, the kitty taken up."""
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    again = first_with(["redeal:"], "--variant", str(house))
    countered = first_with(["counter: ", "declare: "], "--variant", str(house), "--deals", "2")

    assert (
        "Nobody declares, and the cards are dealt again."
        in replay(again, "--variant", str(house)).output
    )
    told = flat(replay(countered, "--variant", str(house)).output)
    assert re.search(r"\w+ counters with \S+ .*?; \w+ takes the deal\.", told)
    unknown = replay(again)
    assert unknown.exit_code == 2
    assert 'there is no variant "house"' in unknown.output
    assert "--variant FILE" in unknown.output


GAMES = sorted((data.root() / "conformance" / "corpus" / "games").glob("*.yaml"))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_games_of_the_corpus_are_told(game, lang):
    """Every game comes to what it states, or is illegal where it says so, at 80 columns."""
    result = run("replay", str(game), "--lang", lang)

    assert result.exit_code == 0, result.output
    assert max(map(width, result.output.splitlines())) <= 80


def test_red_cards_are_red_on_a_terminal_only():
    """Colours change nothing but the colour."""
    plain = replay(HENAN).output
    coloured = (
        CliRunner().invoke(cli, ["replay", "-", "--lang", "en"], input=HENAN, color=True).output
    )

    assert "\x1b[31m♥" in coloured
    assert click.unstyle(coloured) == plain
    assert not re.search("[\x01\x02\u00a0]", plain)


# --- what is illegal, wrong or missing -----------------------------------------------------------


def changed(old, new):
    assert old in HENAN
    return HENAN.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{seat: 1, play: S4}", "{seat: 1, play: CA}",
         ("event 11 of the deal, line 24", "North plays ♣A.", "♠J of South (single)", "cards of ♠: 1",
          "follow.suit", "S0.42", "henan - Henan two decks")),
        ("declare: BJ H2", "declare: H2", ("event 0", "declare.ladder", "East declares ♥2.")),
        ("declare: BJ H2", "declare: LJ S2", ("missing  LJ ♠2", "declare.cards-in-hand")),
        ("{seat: 1, pass: true}", "{seat: 3, pass: true}", ("turn    North", "counter.turn")),
        ("bury: CA C4", "bury: CA", ("cards: 8", "bury.count")),
        ("{seat: 0, play: S10}", "{seat: 1, play: S5}", ("turn    East", "trick.turn")),
        ("{seat: 0, bury:", "{seat: 0, counter: H2}\n  - {seat: 0, bury:",
         ("stage   the burial", "deal.course")),
    ],
)  # fmt: skip
def test_the_first_illegal_event_is_explained(old, new, said):
    """The event with number and line, the position, what was owed, the rule and its source; exit 1."""
    result = replay(changed(old, new))

    assert result.exit_code == 1
    assert "Illegal: event" in result.output
    for text in said:
        assert text in result.output
    assert "The results that the record states agree" not in result.output


def test_an_illegal_event_in_chinese():
    """The words, the rule's text and the variant are Chinese."""
    text = changed("{seat: 1, play: S4}", "{seat: 1, play: CA}")
    result = run("replay", "-", "--lang", "zh", text=text)

    assert result.exit_code == 1
    for part in (
        "不合法：本局事件 11",
        "北家出 ♣A",
        "南家的 ♠J（单张）",
        "♠ 1 张",
        "必须",
        "河南双升",
    ):
        assert part in result.output


def test_an_illegal_event_that_the_record_names():
    """A record that says itself which event is illegal agrees; one that names another does not."""
    text = changed("{seat: 1, play: S4}", "{seat: 1, play: CA}")
    text = re.sub("^(score|advance):.*\n", "", text, flags=re.MULTILINE)
    right = replay(text + "illegal: {event: 11, rule: follow.suit}\n")
    wrong = replay(text + "illegal: {event: 12, rule: follow.suit}\n")

    assert right.exit_code == 0
    assert "So the record says itself." in right.output
    assert wrong.exit_code == 1
    assert "the record says that event 12 breaks follow.suit" in wrong.output


def test_contradictions_are_sentences():
    """A stated result that is not what the deal comes to is a sentence with its line; exit 1."""
    result = replay(changed("total: 125", "total: 120").replace("dealer: 1,", "dealer: 3,"))

    assert result.exit_code == 1
    assert (
        "Line 114 of <stdin>: the record states score.total 120; it comes to 125." in result.output
    )
    assert (
        "Line 115 of <stdin>: the record states advance.dealer 3; it comes to 1." in result.output
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (12, "the cards are drawn"),
        (13, "the cards are drawn"),
        (14, "West may counter or pass"),
        (16, "East is to bury"),
        (17, "East is to lead to trick 1"),
        (30, "West is to follow in trick 4; the attackers have 25 points"),
    ],
)
def test_an_unfinished_record_is_told_as_far_as_it_goes(lines, said):
    """An unfinished deal is no mistake: a sentence says what it waits for."""
    text = "".join(HENAN.splitlines(keepends=True)[:lines])
    result = replay(text if lines > 12 else text.replace("events:", "events: []"))

    assert result.exit_code == 0
    assert "the deal is not finished" in flat(result.output)
    assert said in flat(result.output)


def test_results_of_an_unfinished_deal_are_wrong():
    """Results of a deal that does not end, and deals after it, contradict it."""
    text = changed("  - {seat: 0, play: H7}\n", "")
    assert "the deal is not finished" in replay(text).output
    assert replay(text).exit_code == 1
    rows = yaml.safe_load(re.sub("^(score|advance|title):.*\n", "", text, flags=re.MULTILINE))
    match = replay(
        json.dumps({"variant": rows.pop("variant"), "deals": [rows, {**rows, "deal": 2}]})
    )
    assert match.exit_code == 1
    assert "the record goes on with another" in match.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("variant: henan", "variant: hennan", ("<stdin>:1:10", 'there is no variant "hennan"', '"henan"')),
        ("variant: henan", "variant: henan+x", ("<stdin>:1:10", "x")),
        ("variant: henan\n", "", ("`variant` is missing",)),
        ("variant: henan", "variant: [henan", ("not YAML",)),
        ("S3 CJ SK", "S3 CJ SX", ("<stdin>:11:9", '"SX" is no card', "^")),
        ("play: S5}", "play: 5S}", ("<stdin>:19:21", '"5S" is no card')),
        ("S3 CJ SK", "S3 CJ S2", ("S2 occurs 3 times",)),
        ("S3 CJ SK", "S3 SK", ("107 cards",)),
        ("dealer: null", "dealer: 2", ("<stdin>:4:9",)),
        ("dealer: null\n", "", ("`dealer` is missing",)),
        ("declare: BJ", "declaer: BJ", ('did you mean "declare"?',)),
        ("seat: 1, pass", "seat: 9, pass", ("<stdin>:14:12", "at most 3")),
        ('["2", "2"]', '["2", "NT"]', ("<stdin>:5:9",)),
        ("score:", "settle: {stakes: [0, 0, 0, 0], ratings: [0, 0, 0, 0]}\nscore:", ("no `base`",)),
    ],
)  # fmt: skip
def test_what_is_no_record_is_named(old, new, said):
    """A file that is no record is exit code 2, with line, caret and what is wrong."""
    result = replay(changed(old, new))

    assert result.exit_code == 2
    for text in said:
        assert text in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dealer": 3}, "`dealer` is 3, and the deal before leads to"),
        ({"levels": ["A", "A"]}, "`levels` is"),
        ({"deal": 7}, "`deal` is 7"),
    ],
)
def test_a_match_must_go_on_from_deal_to_deal(change, said, written):
    """A deal that does not follow from the one before is named at its line."""
    record = yaml.safe_load(written("--variant", "one-deck", "--seed", "3", "--deals", "3"))
    record["deals"][1] |= change
    result = replay(yaml.safe_dump(record, allow_unicode=True))

    assert result.exit_code == 2
    assert said in result.output
    assert "deals > item 2" in result.output


def test_other_mistakes(tmp_path):
    """Files that are not there, are no text or are too large, and bad variants."""
    (tmp_path / "bytes.yaml").write_bytes(b"\xff")
    (tmp_path / "large.yaml").write_bytes(b" " * (yaml_loader.LARGEST + 1))
    for arguments, text in [
        (["nowhere.yaml"], ""),
        ([str(tmp_path)], ""),
        ([str(tmp_path / "bytes.yaml")], ""),
        ([str(tmp_path / "large.yaml")], ""),
        (["-"], ""),
        (["-"], " " * (yaml_loader.LARGEST + 1)),
        (["-"], b"\xff"),
        (["-", "--variant", "two-dek"], HENAN),
        ([], ""),
    ]:
        result = run("replay", *arguments, text=text)
        assert result.exit_code == 2, arguments
        assert "Traceback" not in result.output


def test_an_interrupted_replay_has_no_traceback(monkeypatch):
    """Ctrl-C ends the telling."""
    from shengji.cli import narrate

    monkeypatch.setattr(narrate, "tell", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    result = replay(HENAN)

    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_other_rules_can_be_asked_for():
    """--variant plays a record by other rules and says so."""
    result = replay(HENAN, "--variant", "two-deck")

    assert "The record names henan; it is played by two-deck." in result.output
    assert result.exit_code == 1


# --- lines ---------------------------------------------------------------------------------------


def test_lines_break_where_they_may():
    """Cards of a suit stay together, and no Chinese line begins with a stop."""
    lines = wrapped("扣底" * 19 + "，" + "好。" * 30)

    assert all(line.strip()[0] not in "，。" for line in lines)
    assert max(map(width, lines)) <= 80
    assert safe("a\x1b[31mb" * 40, 20) == "a?[31mba?[31mba?[31…"


def test_phrases_have_the_same_values_in_both_languages():
    """What is filled in is the same."""
    for key, texts in PHRASES.items():
        english, chinese = (set(re.findall(r"\{(\w+)\}", text)) for text in texts)
        assert english == chinese, key
