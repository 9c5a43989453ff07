"""What is said, in both languages."""

# ruff: noqa: RUF001

from __future__ import annotations

import io
import re
from string import Formatter

import fixture
import pytest
from harness import call, miniature
from shengji_conformance.answers import answer
from shengji_conformance.cards import card, cards, groups
from shengji_conformance.colour import paints
from shengji_conformance.corpus import Corpus
from shengji_conformance.explain import Explainer
from shengji_conformance.phrases import PHRASES
from shengji_conformance.words import Count, default_language, safe, say


def fields(text):
    """Return the names of the values in a template."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_say_the_same(key):
    """Both texts of a sentence hold the same values, and Chinese has no English nouns."""
    english, chinese = PHRASES[key]

    assert fields(english) == fields(chinese)
    assert not re.search(r"\{\w+:\w+\}", chinese)
    assert bool(english) == bool(chinese)


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1 question"), (0, "0 questions"), (1234, "1,234 questions")]
)
def test_count(number, text):
    """A number knows its plural."""
    assert f"{Count(number):question}" == text


def test_sentence_in_a_sentence():
    """A sentence within another is said in the same language."""
    said = say("times", said=say("exited", code="3"), n=2)

    assert str(said) == "the adapter ended by itself with exit code 3 (2 times)"
    assert said.in_("zh") == "适配器自行退出，退出码 3（共 2 次）"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("line\nline", r"line\nline"),
        ("\u202egnp", r"\u202egnp"),
        ("\ud800", r"\ud800"),
        ("主牌 ♠", "主牌 ♠"),
        ("x" * 400, "x" * 300 + "… (+100)"),
    ],
)
def test_safe(raw, shown):
    """Text from outside cannot move the cursor, break the line, turn the direction or fill the screen."""
    assert safe(raw) == shown


@pytest.mark.parametrize(
    ("variable", "value", "language"),
    [
        ("LC_ALL", "zh_CN.UTF-8", "zh"),
        ("LANG", "en_GB.UTF-8", "en"),
        ("LC_MESSAGES", "de_DE", "en"),
    ],
)
def test_default_language(monkeypatch, variable, value, language):
    """The language is the locale's, English unless it is Chinese."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)

    assert default_language() == language


def test_cards():
    """Cards have suit symbols, jokers have names, and what is no card is shown as it is."""
    assert cards(["H10", "SA"], "en") == "♥10 ♠A"
    assert cards(["BJ", "SA"], "zh") == "大王  ♠A"
    assert card("X\x07", "en") == r"“X\x07”"
    assert cards([], "en") == "—"


def test_groups():
    """A hand is drawn as trumps (jokers, level cards, trump suit), then suits, from high to low."""
    hand = ["H4", "S3", "H10", "LJ", "S10", "C2", "HA", "?"]

    assert groups(hand, "10", "S") == [
        (None, ["LJ", "S10", "H10", "S3"]),
        ("H", ["HA", "H4"]),
        ("C", ["C2"]),
        ("?", ["?"]),
    ]


def test_groups_without_trump():
    """Without a trump suit only jokers and level cards are trumps."""
    assert groups(["S3", "S10"], "10", None) == [(None, ["S10"]), ("S", ["S3"])]


ANSWERS = [
    ({"legal": True}, "legal", "合法"),
    ({"legal": False, "rule": "follow.pair"}, "not legal (follow.pair)", "不合法 (follow.pair)"),
    ({"malformed": True}, "error -32602: this is no position", "错误 -32602：这不是一个局面"),
    (
        {"legal": True, "stands": False, "played": ["H4"], "penalty": 10},
        "legal; it does not stand; counts as ♥4; penalty 10",
        "合法；不成立；算出 ♥4；罚分 10",
    ),
    (
        {"legal": True, "components": [{"type": "pair", "cards": ["H4", "H4"]}]},
        "legal; pair ♥4 ♥4",
        "合法；对子 ♥4 ♥4",
    ),
    (
        {"groups": {"T": [["BJ"], ["H10", "C10"]], "H": [["HA"]]}},
        "trumps: big joker > ♥10 = ♣10; ♥: ♥A",
        "主牌: 大王 > ♥10 = ♣10；♥: ♥A",
    ),
    (
        {"change": {"side": "attackers", "levels": 2}, "levels": ["10", "J"], "winner": None},
        "attackers +2; levels 10 / J; winner none",
        "闲家方 +2；级数 10 / J；胜方 无",
    ),
    ({"played": {"one-of": [["H4"], ["D4"]]}}, "counts as ♥4 or ♦4", "算出 ♥4 或 ♦4"),
    ({"one-of": [{"winner": 0}, {"winner": 1}]}, "winner 0 or winner 1", "胜方 0 或 胜方 1"),
    ({"error": {"code": -32602, "message": "x\n"}}, "error -32602 x\\n", "错误 -32602 x\\n"),
]


@pytest.mark.parametrize(("of", "english", "chinese"), ANSWERS)
def test_answers(of, english, chinese):
    """Answers are told in words."""
    assert answer(of, "en").strip() == english
    assert answer(of, "zh").strip() == chinese


def test_winner_of_a_trick():
    """The winner of a trick is told as the drawing counts plays: from one."""
    assert answer({"winner": 2, "points": 15}, "en", "judge_trick") == "play 3 wins; points 15"
    assert answer({"winner": 2, "points": 15}, "zh", "judge_trick") == "第 3 手牌赢；分数 15"
    assert answer({"one-of": [{"winner": 0}, 1]}, "en", "judge_trick") == "play 1 wins or 1"


@pytest.mark.parametrize(
    "junk",
    [
        None,
        3,
        "x\x1b",
        [],
        [["H4"], 7],
        {},
        {"legal": "yes"},
        {"components": 4, "groups": [1], "change": 1, "levels": {}, "cleared": [[1], 2]},
        {"components": [{"type": 3}, 4], "groups": {"T": 1, "\x07": [[7]]}},
        {"change": {"side": "dealer", "levels": "\x1b"}, "winner": "\x1b", "one-of": 7},
        {"one-of": [1, {"a": {"one-of": None}}]},
        {"error": {"code": {}, "message": 7}, "\x1b": "\x1b"},
        {"error": {"code": [7], "message": "\x1b"}},
    ],
)
def test_any_answer_can_be_told(junk):
    """Whatever an implementation answers, it is told without a control character."""
    for language in ("en", "zh"):
        assert answer(junk, language).isprintable()


def test_rule_is_filled_with_the_phrases_of_the_variant(corpus):
    """A rule reads as it does under the variant, in the reader's language."""
    case = fixture.follow_case(1)
    english, chinese = (Explainer(Corpus.open(corpus), lang) for lang in ("en", "zh"))
    options = {"follow.pairs": "free"}

    assert english.norm(case, options)[0].lines[1] == "A follower MUST play anything."
    assert chinese.norm(case, options)[0].lines[1] == "跟牌者必须随便出。"


@pytest.mark.parametrize(("language", "text"), [("en", "expected"), ("zh", "应为")])
def test_show(corpus, language, text):
    """`show` draws a case: position, answer, rule, source and request."""
    done = call("show", "--corpus", corpus, "--lang", language, "follow.pair/case-0003")

    assert done.returncode == 0
    assert text in done.stdout
    assert "♥9 ♥4" in done.stdout
    assert '"method":"judge_follow"' in done.stdout


def test_failure_in_chinese(corpus):
    """A failing run speaks Chinese throughout: case, answers, rule, source and summary."""
    options = ["--lang", "zh", "--select", "follow.pair/case-0003"]
    done = call("run", "--corpus", corpus, *options, "--", *miniature("wrong"))

    for text in ("跟牌第 3 例", "打 10，主 ♠", "不合法", "跟牌者必须有对子就出对子。", "答错 2 题"):
        assert text in done.stdout


def test_failure_names_the_command_that_runs_it_again(corpus):
    """The command shown for a failing case runs that case alone, and fails again."""
    options = ["--strict", "--timeout", "5"]
    done = call("run", "--corpus", corpus, *options, "--", *miniature("wrong"))
    line = next(line for line in done.stdout.splitlines() if line.startswith("  again"))
    again = call(*line.split()[2:])

    assert again.returncode == 1
    assert "1 question from corpus" in again.stdout


def test_shown_failures_are_limited(corpus):
    """No more cases are shown than asked for, and the number of the others is said."""
    done = call("run", "--corpus", corpus, "--show", 2, "--", *miniature("wrong"))

    assert done.stdout.count("✗ ") == 2
    assert "… and 34 more failing" in done.stdout


def test_version():
    """The version is told without importing anything heavy."""
    done = call("--version")

    assert done.stdout.startswith("shengji-conformance, version ")


@pytest.mark.parametrize(
    ("options", "variables", "coloured"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour(corpus, options, variables, coloured):
    """A pipe gets no colour unless somebody says so; an option outweighs the environment."""
    case = ["show", "--corpus", corpus, "follow.pair/case-0003", *options]
    done = call(*case, **variables)

    assert done.returncode == 0
    assert ("\x1b[" in done.stdout) == coloured


@pytest.mark.parametrize("name", ["list", "run"])
def test_colour_of_other_commands(corpus, name):
    """Lists and runs are coloured on demand, and say the same as without."""
    plain = call(name, "--corpus", corpus, "--select", "trick", "--color", "never")
    painted = call(name, "--corpus", corpus, "--select", "trick", "--color", "always")

    assert "\x1b[" in painted.stdout
    assert plain.stdout == re.sub(r"\x1b\[[\d;]*m", "", painted.stdout)


def test_colour_on_a_terminal(monkeypatch):
    """A terminal is coloured, one that says it is dumb is not."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert paints("auto", Terminal())
    assert not paints("never", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not paints("auto", Terminal())
