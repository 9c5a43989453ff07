"""What cannot matter does not: a slice of the corpus, and planted faults that each change finds."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from shengji_conformance.corpus import Corpus

from tools.metamorphic.__main__ import main
from tools.metamorphic.changes import CHANGES
from tools.metamorphic.checks import check, engine, rule_sets

STEP = 16


@pytest.fixture(scope="module")
def corpus():
    """Return the corpus of the suite."""
    return Corpus.open()


@pytest.fixture(scope="module")
def slice_of_corpus(corpus):
    """Return every sixteenth case under one of the rule sets that ask it."""
    asking = rule_sets(corpus)
    cases = islice((case for _, _, case in corpus.scan()), 0, None, STEP)
    return [(case, next(asking(case))) for case in cases]


def found(cases, ask):
    """Return which changes find something."""
    return Counter(finding.change for finding in check(cases, Counter(), ask))


def test_nothing_that_cannot_matter_does(slice_of_corpus):
    """No change changes an answer, and each applies to many cases."""
    applied = Counter()

    assert list(check(slice_of_corpus, applied)) == []
    assert applied.keys() == CHANGES.keys()
    assert min(applied.values()) > 10


# --- planted faults ----------------------------------------------------------------------------------


def first_card_counts(variant, question, given):
    """Judge a trick by the first card of each play, as the cards come."""
    if question == "judge_trick":
        given = {**given, "plays": [play[:1] * len(play) for play in given["plays"]]}
    return engine(variant, question, given)


def hearts_are_high(variant, question, given):
    """Let hearts win the trick, whatever was led."""
    got = engine(variant, question, given)
    if question == "judge_trick" and "winner" in got:
        hearts = [n for n, play in enumerate(given["plays"]) if {card[0] for card in play} == {"H"}]
        return got | {"winner": hearts[0]} if len(hearts) == 1 else got
    return got


def large_hands_are_free(variant, question, given):
    """Let a follower with many cards play what he likes."""
    got = engine(variant, question, given)
    return {"legal": True} if question == "judge_follow" and len(given["hand"]) > 8 else got


def seat_three_deals_badly(variant, question, given):
    """Score nothing where the last seat deals."""
    got = engine(variant, question, given)
    return got | {"total": 0} if question == "score_deal" and given["dealer"] == 3 else got


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        (first_card_counts, "order"),
        (hearts_are_high, "suits"),
        (large_hands_are_free, "others"),
        (seat_three_deals_badly, "seats"),
    ],
)
def test_change_finds_its_fault(corpus, fault, change):
    """Each change finds the fault that it is for, in cases that are answered right as they are."""
    asking = rule_sets(corpus)
    questions = {"judge_trick", "judge_follow", "score_deal"}
    cases = [case for _, _, case in corpus.scan() if case["question"] in questions]
    hits = found([(case, next(asking(case))) for case in cases[::4]], fault)

    assert hits[change]
    assert hits.total() == hits[change] + hits["as it is"]


def test_command(capsys):
    """The command names what it asked, and ends with 0 where nothing is found."""
    assert main(["--chapter", "bury"]) == 0

    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("changes asked: order ")
    assert last.endswith("none to look at")
