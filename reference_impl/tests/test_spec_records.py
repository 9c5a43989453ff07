"""Records: whole games of the corpus, and what follows from one deal to the next."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest
from shengji_spec.cases import asked_under, home, load_cases
from shengji_spec.corpus import compile_corpus
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.records import check_record, whole_deals
from shengji_spec.schema import definition
from shengji_spec.text import digest
from shengji_spec.variants import base_options, resolve
from shengji_spec.yaml_loader import load, load_text
from spec_fixture import GAMES, one, write_cases, write_games, write_spec
from test_spec_hostile import spoilt

from tools.probes import Prober
from tools.suggest import suggest

ONCE, TWICE = "games/once.yaml", "games/twice.yaml"


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


@pytest.fixture
def games(tmp_path, spec):
    """Return the deals of the small games by id."""
    return {case.id: case for case in load_cases(write_games(tmp_path), spec)}


def problems(folder, spec):
    """Return the problems of a corpus that is wrong."""
    with pytest.raises(SpecError) as caught:
        load_cases(folder, spec)
    return caught.value.problems


# --- what a game becomes -----------------------------------------------------------------------------


def test_each_deal_is_a_case(games):
    """A game of one deal has its id, the deals of a match their numbers behind it."""
    assert list(games) == ["games/once", "games/twice/deal-1", "games/twice/deal-2"]
    assert {case.question for case in games.values()} == {"replay"}
    assert games["games/twice/deal-2"].title == {"en": "Two deals, deal 2", "zh": "共两局 第 2 局"}
    assert games["games/twice/deal-2"].sources == ("S1.1", "BOOK")
    assert games["games/twice/deal-2"].why["en"] == "The levels of the second follow."
    assert games["games/twice/deal-2"].place.endswith("games/twice.yaml:23")
    assert all(case.is_game for case in games.values())


def test_deal_goes_over_the_wire_without_its_results(games):
    """What is asked has its cards as arrays and its defaults filled in, and gives no answer away."""
    assert games["games/once"].given == {
        "record": {
            "deal": 1,
            "dealer": None,
            "levels": ["2", "2"],
            "cleared": [[], []],
            "first-drawer": 0,
            "pack": ["S2", "S2", "H3", "H3"],
            "events": [{"seat": 0, "declare": ["S2"], "drawn": 1}, {"seat": 2, "pass": True}],
        }
    }
    check = definition("protocol", "replay-params")
    for case in games.values():
        assert not list(check.iter_errors({"variant": "v", **case.given}))


def test_later_deal_follows_from_the_one_before(games):
    """Number, dealer, levels and cleared levels are those the deal before led to."""
    first = games["games/twice/deal-1"].given["record"]
    second = games["games/twice/deal-2"].given["record"]

    assert (first["cleared"], first["first-drawer"]) == ([[], []], 2)
    assert second == {
        "deal": 5,
        "dealer": 0,
        "levels": ["4", "5"],
        "cleared": [["3"], []],
        "first-drawer": 3,
        "pack": ["S2", "H3"],
        "events": [],
    }


def test_answer_and_rule(games, spec):
    """A whole deal belongs to the end of a deal, one with an illegal event to the rule it breaks."""
    assert games["games/once"].expect == {"legal": False, "event": 1, "rule": "declare.ladder"}
    assert games["games/once"].rule == "declare.ladder"
    whole = games["games/twice/deal-1"]
    assert whole.rule == "deal.end"
    assert whole.read == digest(spec.rules["deal.end"])
    assert whole.expect["legal"] is True
    assert whole.expect["score"]["total"] == 5
    assert whole.expect["advance"]["levels"] == ["4", "5"]


def test_game_is_asked_under_its_rule_set_alone(games, spec):
    """Whoever plays by one other value is not asked."""
    plain = resolve("plain", spec).options

    assert games["games/once"].when == plain
    assert asked_under(games["games/once"], plain)
    assert not asked_under(games["games/once"], {**plain, "levels.start": "3"})
    assert not asked_under(games["games/twice/deal-1"], plain)
    assert games["games/once"].needs == {"cards.decks": [2, 3, 4]}
    assert home(games["games/once"], spec) is None


def test_game_under_an_alternative_has_a_home(tmp_path, spec):
    """A variant with something laid over it is not published; its options are announced as a home."""
    folder = write_games(tmp_path, one(ONCE, "variant: plain", "variant: plain+from-three"))
    case = load_cases(folder, spec)[0]

    assert home(case, spec).options == resolve("plain+from-three", spec).options


def test_record_that_lacks_results_is_filled_as_far_as_it_goes():
    """What does not stand in a record is not worked out."""
    text = GAMES[TWICE].replace("    advance:\n", "    x-advance:\n", 1)
    deals = whole_deals(load_text(text).data)

    assert "levels" not in deals[1]
    assert deals[1]["first-drawer"] == 3


# --- compiled and probed -----------------------------------------------------------------------------


def test_compiled_games(tmp_path, spec):
    """The deals stand in the chapter of their rule, among the cases."""
    write_games(tmp_path)
    corpus = compile_corpus(write_cases(tmp_path), tmp_path / "out", spec)
    line = definition("manifest", "case")

    assert [case["id"] for case in corpus.cases("deal")] == [
        "games/twice/deal-1",
        "games/twice/deal-2",
    ]
    assert "games/once" in [case["id"] for case in corpus.cases("declare")]
    assert not [error for case in corpus.cases() for error in line.iter_errors(case)]
    assert {case["tier"] for case in corpus.cases("deal")} == {"core"}


def test_game_is_probed_once(games, spec):
    """Its rule set is its only probe: it is sound or it is not, and nothing is suggested."""
    case = games["games/once"]
    right = Prober(spec, lambda *_: {"legal": False, "event": 1, "rule": "declare.ladder"})
    wrong = Prober(spec, lambda *_: {"legal": False, "event": 0, "rule": "declare.ladder"})

    assert right.examine(case).fine
    assert right.examine(case).asked == 1
    assert [options for options, _ in wrong.examine(case).unsound] == [case.when]
    assert suggest(right, case) is None


# --- mistakes ----------------------------------------------------------------------------------------

WRONG = [
    (ONCE, "id: once", "id: twice", 1, "belongs into a file twice.yaml"),
    (ONCE, "id: once\n", "", 1, "`id` is missing"),
    (ONCE, "from: S1", "from: S3", 3, "there is no source or statement"),
    (ONCE, "variant: plain", "variant: plan", 4, 'did you mean "plain"?'),
    (ONCE, "variant: plain", "variant: ./plain.yaml", 4, "is not of the form"),
    (ONCE, "variant: plain", "variant: plain+from-thre", 4, 'did you mean "from-three"?'),
    (ONCE, "seats: [East,", "seats: [North,", 6, "an item occurs twice"),
    (ONCE, "dealer: null", "dealer: 4", 8, "4"),
    (ONCE, 'levels: ["2", "2"]', "levels: [2, 2]", 9, '"2" (in quotes)'),
    (ONCE, "levels:", "level:", 9, 'did you mean "levels"?'),
    (ONCE, "pack: S2", "pack: S22", 10, '"S22" is no card'),
    (ONCE, "pack: S2", "kitty: S2", 10, "`hands` is missing, and `kitty` needs it"),
    (ONCE, "declare: S2", "declare: T2", 12, '"T2" is no card'),
    (ONCE, "declare: S2", "declaer: S2", 12, 'did you mean "declare"?'),
    (ONCE, "pass: true", "pass: S2", 13, "only true is allowed here"),
    (ONCE, "event: 1", "event: 2", 14, "there is no event 2; the last is 1"),
    (ONCE, "declare.ladder", "declare.lader", 14, 'did you mean "declare.ladder"?'),
    (ONCE, "illegal: {event: 1, rule: declare.ladder}\n", "", 1, "one of `score` and `illegal`"),
    (TWICE, "deal: 4\n    dealer", "dealer", 7, "`deal` is missing"),
    (TWICE, "hands: [S2 S2, [H3]", "hands: [S2 S2, [H3, X]", 10, '"X" is no card'),
    (TWICE, "total: 5}\n    advance", "totl: 5}\n    advance", 15, "`total` is missing"),
    (TWICE, "    first-drawer: 3\n", '    levels: ["4", "6"]\n', 24, 'leads to ["4", "5"]'),
    (TWICE, "    first-drawer: 3\n", "    deal: 6\n", 24, "the deal before leads to 5"),
    (TWICE, "match_over: false", "match_over: true", 23, "the match is over with the deal before"),
    (TWICE, "- pack: S2 H3", "- pack: S2 H3\n    hands: []", 24, "too few items"),
]


@pytest.mark.parametrize(("file", "old", "new", "line", "said"), WRONG)
def test_each_mistake_is_named_with_its_line(tmp_path, spec, file, old, new, line, said):
    """One thing broken in one game gives a problem at that line that says what."""
    folder = write_games(tmp_path, one(file, old, new))
    found = problems(folder, spec)
    fitting = [problem for problem in found if said in str(problem)]

    assert fitting, "\n".join(map(str, found))
    assert (fitting[0].file, fitting[0].line) == (str(folder / file), line)


def test_nothing_follows_from_a_deal_that_ends_illegally(tmp_path, spec):
    """A deal behind such a one says itself where the match stands."""
    text = GAMES[TWICE]
    start, end = text.index("    score:"), text.index("  - pack: S2 H3")
    illegal = "    illegal: {event: 0, rule: deal.end}\n"
    folder = write_games(tmp_path, **{TWICE: text[:start] + illegal + text[end:]})

    assert {problem.message for problem in problems(folder, spec)} == {
        *("`deal` is missing", "`dealer` is missing", "`levels` is missing")
    }


def test_two_games_of_one_id(tmp_path, spec):
    """An id is there once, also in folders of games beside each other."""
    folder = write_games(tmp_path, **{"more/games/once.yaml": GAMES[ONCE]})

    assert '"games/once" is taken' in problems(folder, spec)[0].message


def test_record_as_a_file_of_its_own():
    """A record needs neither id nor results; what is wrong with it is told with its line."""
    text = GAMES[ONCE].replace("id: once\n", "").replace("from: S1\n", "")

    assert check_record(load_text(text)) == []
    assert check_record(load_text(text.replace("declare: S2", "declare: S22")))[0].line == 10
    assert check_record(load_text("[]"))
    assert check_record(load_text("deals: {}"))
    assert check_record(load_text("5"))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_spoilt_games(tmp_path, name):
    """A game with anything anywhere is loaded, or refused with problems."""
    random, spec = Random(name), load_spec(write_spec(tmp_path))
    corpus = write_games(tmp_path)
    content = load(corpus / name).data
    for _ in range(200):
        (corpus / name).write_text(json.dumps(spoilt(content, random)), encoding="utf-8")
        with suppress(SpecError):
            for case in load_cases(corpus, spec):
                home(case, spec)


def test_games_need_a_rule_that_they_belong_to(tmp_path):
    """A specification without an end of a deal has no games."""
    folder = write_spec(tmp_path)
    (folder / "rules/deal.yaml").unlink()
    found = problems(write_games(tmp_path), load_spec(folder))

    assert any('"deal.end", which does not exist' in problem.message for problem in found)
    assert base_options(load_spec(folder))
