"""An answer against what a case expects."""

from __future__ import annotations

import pytest
from shengji_spec.compare import matches

PAIR = {"type": "pair", "cards": ["HK", "HK"]}
SINGLE = {"type": "single", "cards": ["HQ"]}


@pytest.mark.parametrize(
    ("expect", "result"),
    [
        ({"legal": True}, {"legal": True, "extra": 1}),
        ({"legal": False, "rule": "follow.pair"}, {"legal": False, "rule": "follow.suit"}),
        ({"played": ["H6", "H7"]}, {"played": ["H7", "H6"]}),
        ({"components": [PAIR, SINGLE]}, {"components": [SINGLE, PAIR]}),
        (
            {"components": [{"type": "tractor", "cards": ["H6", "H6", "H7", "H7"]}]},
            {"components": [{"type": "tractor", "cards": ["H7", "H6", "H7", "H6"], "top": "H7"}]},
        ),
        ({"groups": {"T": [["H10", "C10"], ["S2"]]}}, {"groups": {"T": [["C10", "H10"], ["S2"]]}}),
        ({"groups": {"T": [["BJ"]]}}, {"groups": {"T": [["BJ"]], "H": []}}),
        (
            {"change": {"side": "dealer", "levels": 2}},
            {"change": {"levels": 2, "side": "dealer", "x": 1}},
        ),
        ({"winner": None}, {"winner": None}),
        ({"one-of": [{"played": ["H10"]}, {"played": ["C10"]}]}, {"played": ["C10"]}),
        ({"played": {"one-of": [["H10"], ["C10"]]}}, {"played": ["C10"]}),
        ({"levels": ["10", "A"]}, {"levels": ["10", "A"]}),
    ],
)
def test_right(expect, result):
    """What is named is equal, up to an order that means nothing; the rest is ignored."""
    assert matches(expect, result) == []


@pytest.mark.parametrize(
    ("expect", "result", "difference"),
    [
        ({"legal": True}, {"legal": False}, "legal: expected true, got false"),
        ({"legal": True}, {"legal": 1}, "legal: expected true, got 1"),
        ({"legal": True}, {}, "legal is missing"),
        ({"points": 0}, {"points": False}, "points"),
        ({"points": 10}, {"points": "10"}, "points"),
        ({"winner": None}, {}, "winner is missing"),
        ({"winner": None}, {"winner": 0}, "winner"),
        ({"played": ["H6"]}, {"played": ["H6", "H6"]}, "played"),
        ({"played": ["H6", "H6", "H7"]}, {"played": ["H6", "H7", "H7"]}, "played"),
        ({"played": ["H6"]}, {"played": "H6"}, "played"),
        ({"components": [PAIR, SINGLE]}, {"components": [PAIR, PAIR]}, "components"),
        ({"components": [PAIR]}, {"components": [{**PAIR, "type": "single"}]}, "components"),
        ({"components": [PAIR]}, {"components": ["HK", "HK"]}, "components"),
        ({"groups": {"T": [["BJ"], ["LJ"]]}}, {"groups": {"T": [["LJ"], ["BJ"]]}}, "groups"),
        ({"groups": {"T": [["BJ"], ["LJ"]]}}, {"groups": {"T": [["BJ", "LJ"]]}}, "groups"),
        ({"groups": {"T": [["BJ"]]}}, {"groups": {"T": [["BJ"]], "H": [["H2"]]}}, "groups"),
        ({"groups": {"T": [["BJ"]], "H": [["H2"]]}}, {"groups": {"T": [["BJ"]]}}, "groups"),
        ({"groups": {"T": [["BJ"]]}}, {"groups": [["BJ"]]}, "groups"),
        ({"levels": ["10", "A"]}, {"levels": ["A", "10"]}, "levels"),
        ({"cleared": [["J"], []]}, {"cleared": [[], ["J"]]}, "cleared"),
        ({"change": {"side": "dealer", "levels": 2}}, {"change": {"side": "dealer"}}, "change"),
        ({"one-of": [{"played": ["H10"]}, {"played": ["C10"]}]}, {"played": ["D10"]}, "played"),
        ({"played": {"one-of": [["H10"], ["C10"]]}}, {"played": ["D10"]}, "played"),
        ({"legal": True}, [], "the result is no object"),
        ({"legal": True}, None, "the result is no object"),
        ({"malformed": True}, {"legal": True}, "no position"),
    ],
)
def test_wrong(expect, result, difference):
    """A difference is said in words that begin with the key."""
    assert matches(expect, result)[0].startswith(difference)


def test_strict_compares_the_rule():
    """The rule of a refusal counts under --strict, and only there."""
    expect = {"legal": False, "rule": "follow.pair"}
    result = {"legal": False, "rule": "follow.suit"}

    assert matches(expect, result, "judge_follow") == []
    assert matches(expect, result, "judge_follow", strict=True)
    assert matches(expect, {"legal": False}, strict=True)


def test_strict_holds_inside_one_of():
    """Several right answers are each compared with their rule."""
    expect = {"one-of": [{"legal": False, "rule": "a.b"}, {"legal": False, "rule": "a.c"}]}

    assert matches(expect, {"legal": False, "rule": "a.c"}, strict=True) == []
    assert matches(expect, {"legal": False, "rule": "a.d"}, strict=True)


def test_all_differences_are_listed():
    """Every key that differs is named."""
    assert len(matches({"winner": 1, "points": 5}, {"winner": 2, "points": 10})) == 2
