"""Cases: loaded, expanded, checked, and where they are asked."""

from __future__ import annotations

import pytest
from shengji_spec.cases import asked_under, home, load_cases, needs
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.questions import given_to_wire, position_needs
from shengji_spec.variants import base_options, change, check, laid_over
from spec_fixture import one, write_cases, write_spec

PAIR, PACK, LADDER = "follow/pair.yaml", "cards/pack.yaml", "declare/ladder.yaml"


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


@pytest.fixture
def cases(tmp_path, spec):
    """Return the small corpus by id."""
    return {case.id: case for case in load_cases(write_cases(tmp_path), spec)}


def problems(folder, spec):
    """Return the problems of a corpus that is wrong."""
    with pytest.raises(SpecError) as caught:
        load_cases(folder, spec)
    return caught.value.problems


# --- what a case becomes -----------------------------------------------------------------------------


def test_cases_are_sorted_and_answers_expanded(cases):
    """Each answer is a case of its own, its label behind a colon."""
    assert list(cases) == [
        *("cards.pack/either", "cards.pack/hearts-in-order", "cards.pack/split"),
        *("declare.ladder/nothing-shown", "declare.ladder/stronger"),
        *("follow.pair/no-card", "follow.pair/pair-owed"),
        *("follow.pair/three-alike:free", "follow.pair/three-alike:owed"),
    ]


def test_card_texts_become_lists(cases):
    """What people write with spaces goes over the wire as lists."""
    assert cases["follow.pair/pair-owed"].given == {
        "level": "10",
        "trump": "S",
        "lead": ["H6", "H6"],
        "hand": ["H4", "H7", "H7", "H9", "C4"],
        "cards": ["H4", "H9"],
    }
    assert cases["cards.pack/either"].given["others"] == [["BJ"], ["D3"], []]


def test_card_texts_of_histories_hands_and_records_become_lists():
    """So does what was shown, what all hands hold, and what a record says of its cards."""
    events = [
        {"seat": 0, "declare": "S2", "drawn": 4},
        {"redeal": {"hands": ["S2", "", "", ""], "kitty": ["H2"]}},
        {"seat": 1, "counter": "H2 H2"},
        {"seat": 2, "pass": True},
        {"seat": 1, "bury": "S3 S4"},
        {"seat": 1, "play": ["CA"]},
    ]
    given = {
        "history": [{"seat": 0, "cards": "S2 BJ"}, {"seat": 1, "cards": ""}],
        "hands": ["S2", "H2 H3", "", []],
        "record": {"pack": "S2 S3", "events": events, "levels": ["2", "2"]},
    }

    assert given_to_wire(given) == {
        "history": [{"seat": 0, "cards": ["S2", "BJ"]}, {"seat": 1, "cards": []}],
        "hands": [["S2"], ["H2", "H3"], [], []],
        "record": {
            "pack": ["S2", "S3"],
            "events": [
                {"seat": 0, "declare": ["S2"], "drawn": 4},
                {"redeal": {"hands": [["S2"], [], [], []], "kitty": ["H2"]}},
                {"seat": 1, "counter": ["H2", "H2"]},
                {"seat": 2, "pass": True},
                {"seat": 1, "bury": ["S3", "S4"]},
                {"seat": 1, "play": ["CA"]},
            ],
            "levels": ["2", "2"],
        },
    }


@pytest.mark.parametrize(
    "given",
    [
        {"history": 5, "hands": "S2", "record": "S2", "last_trick": []},
        {"history": [5, "S2", None, {"cards": 5}], "hands": [5, None]},
        {"record": {"events": 5, "hands": {"a": 1}, "redeal": 5}},
        {"record": {"events": [5, {"redeal": 5, "declare": None}, {"redeal": {"hands": 5}}]}},
    ],
)
def test_what_is_no_position_stays(given):
    """What has another form than it should is left alone, and nothing fails on it."""
    assert given_to_wire(given) == given
    assert position_needs("replay", given) == {}


def test_expected_cards_become_lists(cases):
    """Results are spelled like positions."""
    assert cases["cards.pack/hearts-in-order"].expect == {
        "groups": {"T": [["BJ"]], "H": [["HK", "HK"], ["H5"]]}
    }
    assert cases["cards.pack/split"].expect["components"][0] == {
        "type": "pair",
        "cards": ["HK", "HK"],
    }
    assert cases["cards.pack/either"].expect["one-of"][1]["played"] == ["C10"]


def test_malformed_given_is_taken_as_it_is(cases):
    """What is no position may hold anything; only texts are split."""
    case = cases["follow.pair/no-card"]

    assert case.malformed
    assert case.given["lead"] == ["X9"]
    assert case.given["hand"] == [1, "H7"]
    assert needs(case) == case.needs == {}


def test_when_of_an_answer_is_merged(tmp_path, spec):
    """An answer's `when` is that of the case and its own."""
    exchange = one(
        "follow/pair.yaml", "    answers:", "    when: {cards.decks: [3, 4]}\n    answers:"
    )
    loaded = {case.id: case for case in load_cases(write_cases(tmp_path, exchange), spec)}

    assert loaded["follow.pair/three-alike:free"].when == {
        "cards.decks": [3, 4],
        "follow.pairs": "free",
    }


def test_case_knows_its_place(cases):
    """A case names its file and line, an answer its own."""
    assert cases["follow.pair/pair-owed"].place.endswith("follow/pair.yaml:4")
    assert cases["follow.pair/three-alike:owed"].place.endswith("follow/pair.yaml:20")


# --- needs -------------------------------------------------------------------------------------------

DECKS_2, DECKS_3 = {"cards.decks": [2, 3, 4]}, {"cards.decks": [3, 4]}
NO_FIVES_OUT = {"cards.removed": "none"}


@pytest.mark.parametrize(
    ("question", "given", "expected"),
    [
        ("judge_follow", {"lead": ["H6"], "hand": ["H7"], "cards": ["H7"]}, {}),
        (
            "judge_follow",
            {"lead": ["H6"], "hand": ["H6"], "cards": ["H6"]},
            {"cards.decks": [2, 3, 4]},
        ),
        ("judge_follow", {"lead": ["H6", "H6"], "hand": ["H6"]}, {"cards.decks": [3, 4]}),
        ("judge_follow", {"lead": ["H6"], "hand": ["H7"], "cards": ["H7"] * 4}, {}),
        ("judge_follow", {"lead": ["BJ"], "hand": ["H7"]}, {"cards.jokers": "two-per-deck"}),
        (
            "judge_follow",
            {"lead": ["H2"], "hand": ["H7"], "cards": ["LJ"]},
            {"cards.jokers": "two-per-deck"},
        ),
        ("judge_follow", {"lead": ["D5"], "hand": ["H7"]}, {"cards.removed": "none"}),
        ("judge_follow", {"lead": ["S5"], "hand": ["C5"]}, {}),
        ("judge_lead", {"hand": ["H6"], "others": [["H6"], ["H6"], ["H6"]]}, {"cards.decks": [4]}),
        ("judge_trick", {"plays": [["H6"], ["H6"], [], []]}, {"cards.decks": [2, 3, 4]}),
        ("classify", {"cards": ["H6"] * 3}, {"cards.decks": [3, 4]}),
        ("order_cards", {"cards": ["H6"] * 2}, {"cards.decks": [2, 3, 4]}),
        (
            "score_deal",
            {"kitty": ["H6"], "last_trick": {"leader": 0, "plays": [["H6"], ["H6"], [], []]}},
            {"cards.decks": [3, 4]},
        ),
        (
            "advance",
            {"last_trick": {"leader": 0, "plays": [["BJ"], [], [], []]}},
            {"cards.jokers": "two-per-deck"},
        ),
        ("advance", {"levels": ["5", "5"], "total": 5}, {}),
        (
            "judge_declaration",
            {
                "history": [{"seat": 0, "cards": ["S2", "S2", "BJ"]}],
                "hand": ["S2"],
                "cards": ["S2"],
            },
            {"cards.jokers": "two-per-deck"},
        ),
        ("judge_counter", {"history": [{"seat": 0, "cards": []}], "hand": ["S2"] * 2}, DECKS_2),
        ("judge_counter", {"history": [{"seat": 0, "cards": ["H5"]}], "hand": []}, NO_FIVES_OUT),
        ("resolve_no_bid", {"kitty": ["S2"], "hands": [["S2"], ["S2"], [], []]}, DECKS_3),
        ("judge_burial", {"hand": ["S2"] * 3, "cards": ["S2"] * 4}, DECKS_3),
        ("judge_redeal", {"hand": ["D5", "S2"]}, NO_FIVES_OUT),
        ("settle", {"dealer": 0, "base": 10}, {}),
        ("replay", {"record": {"hands": [["S2"], ["S2"], [], []], "kitty": ["S2"]}}, DECKS_3),
        ("replay", {"record": {"pack": ["S2"] * 2, "events": [{"play": ["S2"] * 3}]}}, DECKS_2),
        ("replay", {"record": {"pack": [], "events": [{"bury": ["D5"]}]}}, NO_FIVES_OUT),
        (
            "replay",
            {"record": {"pack": ["S2"], "events": [{"redeal": {"pack": ["S2"] * 2}}]}},
            DECKS_2,
        ),
    ],
)
def test_what_a_position_needs(question, given, expected):
    """Every face in the pack, as often as it lies in the zones together; an attempt is not counted."""
    assert position_needs(question, given) == expected


# --- homes -------------------------------------------------------------------------------------------


def test_case_of_a_published_variant_has_no_home(cases, spec):
    """What a published variant asks needs no home."""
    assert home(cases["follow.pair/pair-owed"], spec) is None


def test_home_is_the_base_with_what_the_case_asks_for(cases, spec):
    """The values of `when`, the fewest decks the position needs, and all else at its base."""
    own = home(cases["follow.pair/three-alike:owed"], spec)

    assert own.options == change(spec, base_options(spec), "cards.decks", 3)
    assert own.tables == {name: spec.tables[name] for name in ("short", "eighty")}
    assert not check(own.options, spec)
    assert asked_under(cases["follow.pair/three-alike:owed"], own.options)


def test_equal_homes_are_one(cases, spec, tmp_path):
    """A home's id is made from its options."""
    again = {case.id: case for case in load_cases(write_cases(tmp_path / "again"), spec)}
    own = home(cases["follow.pair/three-alike:free"], spec)
    other = home(cases["follow.pair/three-alike:owed"], spec)

    assert own.id == home(again["follow.pair/three-alike:free"], spec).id
    assert own.id.startswith("home-")
    assert len(own.id) == len("home-") + 8
    assert own.id != other.id


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("{cards.decks: [4, 3]}", {"cards.decks": 4}),
        ("{cards.decks: [1, 3]}", {"cards.decks": 3}),
        ("{follow.order: wide}", {"cards.decks": 3, "follow.order": "wide"}),
        ("{follow.triples: false}", {"cards.decks": 3, "follow.triples": False}),
        (
            "{levels.mandatory: NT}",
            {"cards.decks": 3, "levels.mandatory": "NT", "levels.no-trump": True},
        ),
        ("{levels.mandatory: [NT, A], levels.no-trump: false}", {"cards.decks": 3}),
    ],
)
def test_home_takes_the_first_value_that_works(tmp_path, spec, when, expected):
    """Of a list the first value that gives a valid choice, with what it depends on and requires."""
    text = f"""\
rule: follow.pair
cases:
  - id: three-alike
    title: {{en: Three alike, zh: 三张}}
    from: S1.1
    read: "00000000"
    when: {when}
    ask: judge_follow
    given: {{level: "10", trump: null, lead: H6 H6, hand: BJ H7 H7 H7, cards: H7 H7}}
    expect: {{legal: true}}
"""
    cases = load_cases(write_cases(tmp_path, **{PAIR: text}), spec)
    own = home(cases[-1], spec)

    assert own.options == laid_over({}, expected, spec)


def test_case_without_any_home(tmp_path, spec):
    """A `when` that nothing satisfies is a problem, with what the position needs beside it."""
    exchange = one(
        "follow/pair.yaml", "when: {follow.pairs: must}\n    ask", "when: {cards.decks: 1}\n    ask"
    )
    cases = load_cases(write_cases(tmp_path, exchange), spec)
    with pytest.raises(SpecError, match="no options satisfy `when`") as caught:
        home(next(case for case in cases if case.id == "follow.pair/pair-owed"), spec)

    assert '{"cards.decks": [2, 3, 4]}' in caught.value.problems[0].hint


# --- mistakes ----------------------------------------------------------------------------------------

WRONG = [
    (PAIR, "rule: follow.pair", "rule: follow.pear", 2, 'did you mean "follow.pair"?'),
    (PAIR, "rule: follow.pair", "rule: follow.any", 2, "belong into follow/any.yaml"),
    (PAIR, "- id: three-alike", "- id: pair-owed", 12, "is taken: it is in pair.yaml:4"),
    (PAIR, "- id: three-alike", "- id: Three", 12, "is not of the form"),
    (PAIR, "from: S1.1", "from: S1.7", 6, 'did you mean "S1.2"?'),
    (PAIR, "[S1.1, BOOK]", "[S1.1, BOK]", 14, 'did you mean "BOOK"?'),
    (PAIR, 'read: "00000000"', 'read: "0000"', 7, "is not of the form"),
    (
        PAIR,
        "follow.pairs: must}\n    ask",
        "follow.pair: must}\n    ask",
        8,
        'did you mean "follow.pairs"?',
    ),
    (
        PAIR,
        "follow.pairs: must}\n    ask",
        "follow.pairs: most}\n    ask",
        8,
        'did you mean "must"?',
    ),
    (
        PAIR,
        "follow.pairs: must}\n    ask",
        "cards.decks: [2, 5]}\n    ask",
        8,
        "5 is no value of cards.decks",
    ),
    (PAIR, "ask: judge_follow", "ask: judge_folow", 9, 'did you mean "judge_follow"?'),
    (PAIR, "lead: H6 H6, hand: H4", "leed: H6 H6, hand: H4", 10, 'did you mean "lead"?'),
    (PAIR, "lead: H6 H6, hand: H4", "hand: H4", 10, "judge_follow needs the parameter `lead`"),
    (PAIR, "cards: H4 H9", "cards: H4 H11", 10, '"H11" is no card'),
    (PAIR, "cards: H4 H9", "cards: [H4, 9]", 10, "9 is no card"),
    (PAIR, "cards: H4 H9", "cards: 9", 10, "expected a list, found 9"),
    (
        PAIR,
        'level: "10", trump: S, lead: H6 H6, hand: H4',
        "level: 10, trump: S, lead: H6 H6, hand: H4",
        10,
        'did you mean "10" (in quotes)?',
    ),
    (PAIR, "trump: null", "trump: N", 17, "means different things"),
    (PAIR, "trump: null", "trump: X", 17, "is not allowed here"),
    (PAIR, "legal: false, rule", "legl: false, rule", 11, 'did you mean "legal"?'),
    (PAIR, "legal: false, rule", "legal: maybe, rule", 11, "legal"),
    (PAIR, "rule: follow.pair}", "rule: follow.pears}", 11, 'did you mean "follow.pair"?'),
    (
        PAIR,
        "when: {follow.pairs: free}",
        "when: {follow.pairs: [free, must]}",
        22,
        "can both be asked for",
    ),
    (PAIR, "        when: {follow.pairs: free}\n", "", 22, "can both be asked for"),
    (PAIR, "follow.pairs: free}", "follow.pairs: fre}", 23, 'did you mean "free"?'),
    (PAIR, "expect: {malformed: true}", "expect: {malformed: false}", 31, "stands alone"),
    (
        PAIR,
        "expect: {malformed: true}",
        "expect: {malformed: true, legal: true}",
        31,
        "stands alone",
    ),
    (PAIR, "expect: {malformed: true}", "expct: {malformed: true}", 31, 'did you mean "expect"?'),
    (PAIR, "expect: {malformed: true}", "", 25, "one of `expect` and `answers` is missing"),
    (PAIR, "legal: false, rule", "rule", 11, "a `rule` goes with `legal: false`"),
    (PAIR, "legal: false, rule", "legal: true, rule", 11, "a `rule` goes with `legal: false`"),
    (PACK, "- {legal: true, stands: false, played: C10}", "- C10", 28, "expected a mapping"),
    (PACK, 'D3, ""]', "D3]", 24, "too few items"),
    (PACK, "cards: H5 HK HK BJ", "cards: H5 HK HK SmallJoker", 8, "is no card"),
    (PACK, "groups: {T: [BJ], H", "groups: {X: [BJ], H", 9, "unknown key"),
    (PACK, "H: [HK HK, H5]", "H: [HK HK, H55]", 9, "is not of the form"),
    (PACK, "type: pair", "type: couple", 18, "is not allowed here"),
    (
        PACK,
        "    why: {en: The two are equal in strength., zh: 两张大小相同。}\n",
        "",
        19,
        "`one-of` needs it",
    ),
    (
        PACK,
        "        - {legal: true, stands: false, played: C10}\n",
        "",
        27,
        "two or more right answers",
    ),
    (PACK, "stands: false, played: H10", "stand: false, played: H10", 27, 'did you mean "stands"?'),
    (PACK, "played: C10}", "played: {one-of: [C10]}}", 28, "two or more right answers"),
    (PACK, 'others: [BJ, D3, ""]', "others: [BJ, X3]", 24, '"X3" is no card'),
    (LADDER, "cards: H2}", "cards: X2}", 12, '"X2" is no card'),
    (LADDER, "cards: H2}", "card: H2}", 12, "`cards` is missing"),
    (LADDER, "seat: 0, cards: H2}", "seat: 4, cards: H2}", 12, "4 is too large"),
    (LADDER, "[{seat: 0, cards: H2}]", "H2", 12, "expected a list"),
    (LADDER, "hand: S2 S2 S5", "hnd: S2 S2 S5", 14, 'did you mean "hand"?'),
    (LADDER, "trump: S, dealer: 1", "trump: S, delaer: 1", 16, 'did you mean "dealer"?'),
    (LADDER, "D2]", "D1]", 27, '"D1" is no card'),
    (LADDER, "kitty: S2 S3", "kitty: S2 S33", 28, '"S33" is no card'),
    (LADDER, 'declare: ""', "declare: S2 X2", 30, '"X2" is no card'),
    (LADDER, 'declare: ""', 'declar: ""', 30, 'did you mean "declare"?'),
    (LADDER, 'declare: ""', "redeal: {pack: S2 S22}", 30, '"S22" is no card'),
    (LADDER, 'declare: ""', "redeal: {pack: S2, kitty: S2}", 30, "`hands` is missing, and `kitty`"),
    (LADDER, 'declare: ""', 'declare: "", pass: true', 30, "only one of `declare` and"),
    (LADDER, 'declare: ""', "pass: true, drawn: 4", 30, "`declare` is missing, and `drawn` needs"),
    (LADDER, 'seat: 0, declare: ""', 'declare: ""', 30, "`seat` is missing"),
    (LADDER, "hands: [S2", "pack: S2\n        hands: [S2", 24, "only one of `hands` and `pack`"),
    (LADDER, "deal: 1\n        dealer", "dealer", 24, "`deal` is missing"),
    (LADDER, "record:\n        deal: 1", "record:\n        deal: 0", 24, "0 is too small"),
]


@pytest.mark.parametrize(("file", "old", "new", "line", "said"), WRONG)
def test_each_mistake_is_named_with_its_line(tmp_path, spec, file, old, new, line, said):
    """One thing broken in one case gives a problem at that line that says what."""
    folder = write_cases(tmp_path, one(file, old, new))
    found = problems(folder, spec)
    fitting = [problem for problem in found if said in str(problem)]

    assert fitting, "\n".join(map(str, found))
    assert (fitting[0].file, fitting[0].line) == (str(folder / file), line)


def test_mistakes_of_all_files_come_at_once(tmp_path, spec):
    """Nobody has to correct one file to see what is wrong in the next."""
    exchanges = {**one(PAIR, "H4 H9}", "H4 H1}"), **one(PACK, "H5 HK", "HK HX")}

    assert len({problem.file for problem in problems(write_cases(tmp_path, exchanges), spec)}) == 2


@pytest.mark.parametrize(
    "text", ["", "[]", "rule: follow.pair\ncases: [1]\n", "{", "rule: {}\ncases: {}\n"]
)
def test_nonsense_is_a_problem(tmp_path, spec, text):
    """Whatever a file of cases holds, loading ends in a SpecError that names it."""
    folder = write_cases(tmp_path, **{PAIR: text})

    assert {str(folder / PAIR)} == {problem.file for problem in problems(folder, spec)}


def test_answer_without_cases_of_its_own_positions(tmp_path, spec):
    """Where one answer is a position, its cards are cards, though another answer says malformed."""
    exchange = one(
        PAIR,
        "        expect: {legal: true}\n  - id: no",
        "        expect: {malformed: true}\n  - id: no",
    )
    loaded = {case.id: case for case in load_cases(write_cases(tmp_path, exchange), spec)}

    assert loaded["follow.pair/three-alike:free"].needs == {}
    assert loaded["follow.pair/three-alike:owed"].needs["cards.decks"] == [3, 4]
