"""The questions about a whole deal and a match, as they are shown."""

# ruff: noqa: RUF001

from __future__ import annotations

import fixture
import pytest
from shengji_conformance.answers import answer, answer_lines
from shengji_conformance.corpus import Corpus
from shengji_conformance.explain import Explainer
from shengji_conformance.positions import GIVEN, position
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import say

HISTORY = [
    {"seat": 0, "cards": ["S2"]},
    {"seat": 1, "cards": ["H2", "H2"]},
    {"seat": 2, "cards": []},
]
SCORE = {"last_trick_side": "attackers", "multiplier": 2, "kitty_points": 10, "total": 85}
RECORD = {
    "variant": "henan",
    "seats": ["East", "North", "West", "South"],
    "deal": 1,
    "dealer": None,
    "levels": ["2", "2"],
    "first-drawer": 3,
    "events": [
        {"seat": 0, "declare": "S2", "drawn": 17},
        {"seat": 2, "decline": True},
        {"seat": 2, "lot": True},
        {"seat": 1, "counter": ["H2", "H2", "BJ"]},
        {"seat": 3, "pass": True},
        {"seat": 3, "redeal": {"hands": [], "kitty": []}},
        {"redeal": {}},
        {"seat": 0, "bury": "S5 S5"},
        {"seat": 0, "play": "HA"},
        {"seat": 3, "play": "H4"},
    ],
}


def drawn(question, given, language="en"):
    """Return a position as a mapping from label to lines."""
    return dict(position(question, given, language))


def test_declaration():
    """Deal, dealer, levels, what was shown so far, who declares and what are shown in words."""
    given = {"deal": 1, "dealer": None, "levels": ["2", "5"], "history": HISTORY[:2],
             "declined": [0, 2], "seat": 3, "hand": ["BJ", "S2"], "cards": ["BJ"]}  # fmt: skip
    english, chinese = (drawn("judge_declaration", given, lang) for lang in ("en", "zh"))

    assert list(english.items()) == [
        ("deal", ["1"]),
        ("dealer", ["not known yet"]),
        ("levels", ["seats 0 and 2 play 2, seats 1 and 3 play 5"]),
        ("so far", ["seat 0 shows ♠2", "seat 1 shows ♥2 ♥2"]),
        ("declined", ["seat 0, seat 2"]),
        ("who", ["seat 3"]),
        ("hand", ["big joker", "♠2"]),
        ("shown", ["big joker"]),
    ]
    assert chinese["级数"] == ["0、2 号位打 2，1、3 号位打 5"]
    assert chinese["先前"] == ["0 号位亮 ♠2", "1 号位亮 ♥2 ♥2"]


@pytest.mark.parametrize(
    ("declared", "before", "after"),
    [
        (None, HISTORY[:1], HISTORY[1:]),
        (0, [], HISTORY),
        (2, HISTORY[:2], HISTORY[2:]),
        (3, HISTORY, []),
    ],
)
def test_counter_tells_the_draw_from_what_came_after(declared, before, after):
    """The history falls in two; where nothing is said of it, its first entry was made in the draw."""
    words = ["seat 0 shows ♠2", "seat 1 shows ♥2 ♥2", "seat 2 passes"]
    given = {"history": HISTORY} | ({} if declared is None else {"declared": declared})

    assert drawn("judge_counter", given) == {
        "in the draw": words[: len(before)] or ["nothing"],
        "afterwards": words[len(before) :] if after else ["nothing"],
    }


@pytest.mark.parametrize("declared", [4, -1, True, "2", None, [1]])
def test_counter_with_a_history_that_cannot_be_split(declared):
    """Where `declared` makes no sense, the history is whole and `declared` is shown as it came."""
    rows = drawn("judge_counter", {"history": HISTORY, "declared": declared})

    assert len(rows["so far"]) == 3
    assert "declared" in rows


def test_a_pass_that_is_tried():
    """No cards are a pass where there is a history, and nothing where there is none."""
    assert drawn("judge_counter", {"history": [], "cards": []})["tried"] == ["a pass"]
    assert drawn("judge_follow", {"cards": []})["tried"] == ["—"]


def test_part_of_a_seat():
    """A seat is told with its part in the deal, where the dealer is known."""
    parts = [drawn("judge_burial", {"dealer": 1, "seat": n})["who"][0] for n in range(4)]

    assert parts == [
        "seat 0, an attacker",
        "seat 1, the dealer",
        "seat 2, an attacker",
        "seat 3, the dealer's partner",
    ]


def test_turned_kitty_and_hands():
    """Where nobody declared the kitty shows its order; a long hand has a line for each group."""
    long = [suit + rank for suit in "SHCD" for rank in ("2", "3", "4", "5", "6", "7", "8")]
    given = {"first_drawer": 2, "kitty": ["S5", "BJ"], "hands": [long, ["C3"], [], []]}
    rows = drawn("resolve_no_bid", given)

    assert rows["turned"] == ["♠5 → big joker"]
    assert rows["hands"][0] == "seat 0"
    assert rows["hands"][1] == "  ♠8 ♠7 ♠6 ♠5 ♠4 ♠3 ♠2"
    assert rows["hands"][5:] == ["seat 1 ♣3", "seat 2 —", "seat 3 —"]


def test_settlement():
    """Result, stake, failed throws and leaver of a settlement are in words."""
    change = {"side": "attackers", "levels": 1}
    given = {"dealer": 1, "change": change, "base": 100, "failed_throws": [0, 2, 0, 1], "leaver": 3}
    rows = drawn("settle", given)

    assert rows["result"] == ["attackers +1"]
    assert rows["bad throws"] == ["seat 1: 2, seat 3: 1"]
    assert rows["leaves"] == ["seat 3"]


def test_record():
    """A record is summed up: what happened before the play is told, with numbers, the play is counted."""
    rows = drawn("replay", {"record": RECORD})

    assert rows["variant"] == ["henan"]
    assert rows["first draw"] == ["seat 3"]
    assert rows["events"] == [
        "10 events, 0 to 9",
        "0. seat 0 (East) declares ♠2 (17 cards drawn)",
        "1. seat 2 (West) gives up declaring",
        "2. chance makes seat 2 (West) the dealer",
        "3. seat 1 (North) counters with ♥2  ♥2  big joker",
        "4. seat 3 (South) passes",
        "5. seat 3 (South) asks for a new deal",
        "6. nobody declared: a new deal",
        "7. seat 0 (East) buries ♠5 ♠5",
        "… and 2 plays",
    ]
    assert (
        "0. 0 号位（East）亮 ♠2（已摸 17 张）" in drawn("replay", {"record": RECORD}, "zh")["经过"]
    )


def test_record_with_many_bids():
    """Of very many events before the play the first dozen are shown."""
    record = {"events": [{"seat": 1, "pass": True}] * 20}

    assert (
        drawn("replay", {"record": record})["events"][-1] == "… and 8 events more before the play"
    )


STANDS = {"legal": True, "level": "2", "trump": None, "dealer": 2}
ADVANCE = {"change": {"side": "attackers", "levels": 1}, "levels": ["2", "3"]}
ANSWERS = [
    ("judge_redeal", {"allowed": True}, "a new deal may be asked for", "可以要求重发"),
    ("judge_redeal", {"allowed": False}, "no new deal may be asked for", "不可以要求重发"),
    (
        "judge_declaration",
        STANDS,
        "legal; level 2; no trump; seat 2 deals",
        "合法；打 2；无主；2 号位坐庄",
    ),
    (
        "judge_declaration",
        {"trump": {"one-of": ["S", None]}, "dealer": None},
        "trump ♠ or no trump; chance decides who deals",
        "主 ♠ 或 无主；庄家由抽签决定",
    ),
    ("resolve_no_bid", {"redeal": True}, "the cards are dealt again", "重新发牌"),
    (
        "judge_counter",
        {"legal": True, "takes_kitty": True},
        "legal; this seat may take up the kitty",
        "合法；可拿底牌重扣",
    ),
    ("judge_counter", {"takes_kitty": False}, "the kitty stays where it is", "不动底牌"),
    (
        "settle",
        {"stakes": [200, -100.5, 0, -99]},
        "stakes: seat 0 +200, seat 1 -100.5, seat 2 0, seat 3 -99",
        "积分：0 号位 +200，1 号位 -100.5，2 号位 0，3 号位 -99",
    ),
    ("replay", {"legal": False, "event": 9, "rule": "trick.turn"},
     "not legal (trick.turn); event 9", "不合法 (trick.turn)；第 9 步"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "of", "english", "chinese"), ANSWERS)
def test_answers(question, of, english, chinese):
    """Answers to these questions are sentences in both languages."""
    assert answer(of, "en", question) == english
    assert answer(of, "zh", question) == chinese


def test_long_answers_have_several_lines():
    """Stakes and ratings, score and advance stand each on a line of its own."""
    replayed = {"legal": True, "score": SCORE, "advance": ADVANCE}

    assert answer_lines(replayed, "en", "replay") == [
        "legal",
        "score: last trick: attackers; multiplier 2; kitty points 10; total 85",
        "then: attackers +1; levels 2 / 3",
    ]
    assert answer_lines({"stakes": [0], "ratings": [1]}, "zh", "settle") == [
        "积分：0 号位 0",
        "等级分：0 号位 +1",
    ]
    assert answer_lines({"one-of": [{"stakes": [0]}, 7]}, "en", "settle") == [
        "stakes: seat 0 0 or 7"
    ]


@pytest.fixture
def explainer(corpus):
    """Return an explainer in English that knows the text of one rule."""
    found = Explainer(Corpus.open(corpus), "en")
    found._manifest["rules"] = {"trick.turn": fixture.RULE}  # noqa: SLF001 (the corpus has none)
    return found


def test_illegal_event_is_shown_with_those_before_it(explainer):
    """An answer that names an event shows it, and the text of a rule that is not the case's own."""
    expect = {"legal": False, "event": 9, "rule": "trick.turn"}
    case = fixture.follow_case(1, question="replay", given={"record": RECORD}, expect=expect)
    row = explainer.expected(case, {"follow.pairs": "free"})

    assert row.lines == [
        "not legal (trick.turn); event 9",
        "  6. nobody declared: a new deal",
        "  7. seat 0 (East) buries ♠5 ♠5",
        "  8. seat 0 (East) plays ♥A",
        "→ 9. seat 3 (South) plays ♥4",
        "A follower MUST play anything.",
    ]


def test_all_that_a_wrong_yes_says_is_shown(explainer):
    """Where a bid should be refused and is not, level, trump and dealer of the answer are shown."""
    case = fixture.follow_case(1, legal=False, question="judge_declaration", given={})
    result = Result(Question(1, case, "two-deck", b""), Status.FAIL, say("wrong-answer"), STANDS)

    assert explainer.got(result, {}).lines == ["legal; level 2; no trump; seat 2 deals"]


JUNK = [
    None, True, 7, -1, 2.5, "x\x1b", [], [None], [[]], ["\x1b", 4], [{"seat": "\x07"}],
    [{"seat": "\x1b", "cards": "\x1b"}], [{"seat": True, "cards": [["\x1b"], 3]}], {},
    {"side": "dealer", "levels": "\x1b"}, {"events": "\x1b", "seats": 3}, {"\x1b": {"one-of": 7}},
    {"events": [{"play": 4, "seat": 0}, {"play": "X\x1b", "bury": 1}, 3, {"seat": "\x1b", "lot": 1}],
     "seats": ["\x1b"], "levels": "\x1b", "dealer": "\x1b", "base": ["\x1b"], "variant": ["\x1b"]},
]  # fmt: skip
QUESTIONS = ["judge_redeal", "judge_declaration", "resolve_no_bid", "judge_counter", "judge_burial"]


@pytest.mark.parametrize("question", [*QUESTIONS, "settle", "replay"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_anything_can_be_shown(question, language):
    """Whatever a case holds or an implementation answers, it is shown without a control character."""
    keys = ("legal", "level", "trump", "dealer", "redeal", "allowed", "takes_kitty", "stakes",
            "ratings", "event", "score", "advance", "rule", "one-of")  # fmt: skip
    for junk in JUNK:
        for key in (*GIVEN, "\x1b"):
            given = {"history": HISTORY, "dealer": 0, "first_drawer": 0} | {key: junk}
            for label, lines in position(question, given, language):
                assert "".join([label, *lines]).isprintable()
        for key in keys:
            assert "".join(answer_lines({key: junk}, language, question)).isprintable()


def test_event_outside_the_record(explainer):
    """An event that does not exist is told, and nothing is drawn for it."""
    for place in (10, -1, True, "3", None, {}):
        expect = {"legal": False, "event": place, "rule": "follow.pair"}
        case = fixture.follow_case(1, question="replay", given={"record": RECORD}, expect=expect)

        assert len(explainer.expected(case, {}).lines) == 1
