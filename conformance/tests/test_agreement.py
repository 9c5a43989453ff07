"""Agreement: positions are what they claim to be, both implementations agree, and a fault is found."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
import yaml
from shengji import lead, score, shapes, trick
from shengji.shuffle import Pcg32
from shengji_spec.model import load_spec
from shengji_spec.variants import base_options, resolve

from tools import agree, agreement, exhaustive, perft
from tools.lessen import smaller
from tools.positions import FAMILIES, QUESTIONS, VERSION, draw, drawn, families
from tools.sides import MALFORMED, Pipe, differences, engine, oracle
from tools.space import Space

SPEC = load_spec()
SPACE = Space(SPEC)

# --- positions -------------------------------------------------------------------------------------

#: of the positions that a version draws; whoever changes them gives the drawing a new version
DIGESTS = {1: "642b61c70d966e80"}


def test_a_seed_gives_the_same_positions_everywhere():
    base = base_options(SPEC)
    drawn_ = [
        draw(Pcg32(seed), options, question)
        for options in (base, SPACE.laid(base, {"cards.decks": 3}))
        for question in QUESTIONS
        for seed in range(20)
    ]
    digest = hashlib.sha256(json.dumps(drawn_).encode()).hexdigest()[:16]
    assert DIGESTS[VERSION] == digest


def test_a_random_generator_of_python_will_do():
    base = base_options(SPEC)
    assert draw(Random(7), base, "judge_follow") == draw(Random(7), base, "judge_follow")


def test_positions_are_drawn_without_an_implementation():
    folder = Path(agree.__file__).parent / "positions"
    texts = [file.read_text("utf-8") for file in folder.glob("*.py")]
    assert len(texts) > 10
    assert not [
        text for text in texts if re.search(r"^\s*(from|import) shengji[ .]", text, re.MULTILINE)
    ]
    assert not [text for text in texts if "shengji_oracle" in text]


def test_what_is_spoiled_is_malformed_for_both():
    cells = [agree.Cell(question, agree.RANDOM) for question in ("judge_trick", "advance")]
    for cell in cells:
        spoiled = [n for n in range(320) if agree.is_spoiled(cell, n)]
        assert len(spoiled) == 20
        for number in spoiled:
            options = agree.options_of(cell, 1, number)
            given = agree.position(cell, 1, number).given
            answers = [side(options, cell.question, given) for side in (engine, oracle)]
            assert answers == [MALFORMED, MALFORMED], given


def test_no_position_is_malformed():
    for number, options in enumerate(SPACE.draw(Random(5), {}, 40)):
        for question in QUESTIONS:
            for family in families(question, options):
                given = drawn(Pcg32(number), options, question, family.name).given
                answer = engine(options, question, given)
                assert answer.keys().isdisjoint({"malformed", "error"}), (family.name, given)


def test_hands_are_small_enough_to_try_everything():
    for number, options in enumerate(SPACE.draw(Random(6), {}, 40)):
        given = draw(Pcg32(number), options, "judge_follow")
        assert len(given["lead"]) <= 10
        assert len(given["hand"]) <= 24


def test_every_family_is_named_once_and_in_both_languages():
    for rows in FAMILIES.values():
        assert Counter(family.name for family in rows).most_common(1)[0][1] == 1
        assert all(family.en and family.zh for family in rows)


# --- agreement -------------------------------------------------------------------------------------


def compared(questions, number, seed=1, under="random"):
    cells = [agree.Cell(question, under) for question in questions]
    return agree.run(agree.tasks(cells, seed, number), 1, 300)


def test_engine_and_oracle_agree_on_a_few_hundred_positions():
    totals = compared(QUESTIONS, 420)
    assert [cell for cell, tally in totals.items() if tally.differ] == []
    assert sum(tally.agreed for tally in totals.values()) >= 420


def test_the_oracle_answers_over_its_pipe_as_in_process():
    pipe = Pipe(["python", "-m", "shengji_oracle"])
    try:
        options = resolve("two-deck").options
        for question in QUESTIONS:
            given = draw(Pcg32(3), options, question)
            assert pipe(options, question, given) == oracle(options, question, given)
        assert pipe(options, "judge_trick", {"level": "2"}) == MALFORMED
    finally:
        pipe.close()


def partner_never_beats(_rules, others):
    return list(others[::2])


def anything_covers(_trumps, _local, _parts):
    return True


def equal_tops_beat(_rules, _order, group, hand, part):
    found = shapes.starts(group.classes_with(group.of(hand), part.width), part.length)
    return bool(found >> 8 * (part.top - part.length + 1))


def lowest_first(component):
    size, width, top, suits = by_size(component)
    return (size, width, -top, suits)


by_size = shapes.by_size

FAULTS = {
    "the partner cannot beat a throw": (lead, "challengers", partner_never_beats, "judge_lead"),
    "equal cards beat a throw": (lead, "_beats", equal_tops_beat, "judge_lead"),
    "any trumps ruff": (trick, "covers", anything_covers, "judge_trick"),
    "of two runs the lower is taken": (shapes, "by_size", lowest_first, "classify"),
    "a tractor digs twofold": (
        score,
        "FACTORS",
        {**score.FACTORS, "doubling": lambda part: 1 << part.width},
        "score_deal",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_planted_in_the_engine_is_found_and_made_small(fault, monkeypatch):
    module, name, broken, question = FAULTS[fault]
    monkeypatch.setattr(module, name, broken)
    cell = agree.Cell(question, "random")
    found = (agree.ask(task, engine, oracle).differ for task in agree.tasks([cell], 1, 1500))
    number = next(differ[0] for differ in found if differ)
    text = agree.show(cell, 1, number, (engine, oracle))
    (case,) = yaml.safe_load(text)
    assert case["ask"] == question
    assert "# the engine" in text
    assert "# the oracle" in text
    assert set(case["when"]) <= set(SPEC.options)


def test_an_answer_that_only_names_another_equal_card_is_the_same():
    options = resolve("two-deck").options
    given = {"level": "2", "trump": "S", "cards": ["H2", "D2"]}
    one = {"legal": True, "stands": False, "played": ["H2"], "penalty": 0}
    assert differences(options, given, one, {**one, "played": ["D2"]}) == []
    assert differences(options, given, one, {**one, "played": ["C2"]}) == ["played"]
    assert differences(options, given, one, {**one, "penalty": 10}) == ["penalty"]
    assert differences(options, given, one, {"legal": False, "rule": "x"}) != []
    refused = {"legal": False, "rule": "lead.forced"}
    assert differences(options, given, refused, {**refused, "rule": "lead.one-group"}) == []
    assert differences(options, given, MALFORMED, refused) != []
    assert differences(options, given, {"error": "x"}, {"error": "x"}) == ["error"]


def test_a_position_is_made_smaller_while_it_still_differs():
    given = {"lead": ["S3", "S4"], "hand": ["S5", "S6", "S7", "H9"], "cards": ["S5", "S6"]}
    left = smaller(
        given, lambda at: "S6" in at["cards"] and "S6" in at["hand"] and at["lead"] != []
    )
    assert left == {"lead": ["S4"], "hand": ["S6"], "cards": ["S6"]}


# --- the files -------------------------------------------------------------------------------------


def test_the_file_of_agreement_is_consistent():
    content = agreement.load()
    rows = [*content["drawn"], *content["exhaustive"]]
    assert agreement.FILE.read_text("utf-8") == agreement.written(content)
    assert content["total"] == sum(row["decisions"] for row in rows)
    assert rows == [
        *agreement.merged(content["drawn"], []),
        *agreement.merged(rows[len(content["drawn"]) :], []),
    ]
    assert all(row["disagreements"] == 0 < row["decisions"] for row in rows)
    for row in content["drawn"]:
        assert row["question"] in QUESTIONS
        assert row["under"] in {*SPEC.variants, agree.RANDOM}
        assert 1 <= row["drawing"] <= VERSION
    by_name = {scope.name: scope for scope in exhaustive.SCOPES}
    for row in content["exhaustive"]:
        scope = by_name[row["scope"]]
        assert row["combinations"] == len(exhaustive.combinations(scope))
        assert row["decisions"] == row["combinations"] * sum(1 for _ in exhaustive.positions(scope))


def test_totals_are_kept_once_and_only_without_a_disagreement(tmp_path: Path):
    file = tmp_path / "agreement.yaml"
    cell = agree.Cell("classify", "random")
    for agreed, differ in ((10, []), (30, []), (20, []), (50, [7])):
        totals = {cell: agree.Tally(agreed=agreed, differ=differ)}
        agreement.record(agreement.decisions(totals, 1), file)
    assert agreement.load(file)["total"] == 30
    agreement.record(agreement.decisions({cell: agree.Tally(agreed=5)}, 2), file)
    assert agreement.load(file)["total"] == 35


def test_every_position_of_a_small_group_agrees():
    scope = exhaustive.SCOPES[0]
    choices = exhaustive.combinations(scope)
    assert len(choices) == 6
    agreed, differ = exhaustive.compare(scope, choices[0])
    assert (agreed, differ) == (3**5 - 1, [])


# --- counts ----------------------------------------------------------------------------------------


def test_the_counts_of_legal_plays_are_fresh():
    assert perft.FILE.read_text("utf-8") == perft.written(perft.deals())


def test_the_oracle_confirms_the_counts_of_a_deal():
    found = list(perft.unconfirmed(next(perft.deals())))
    assert len(found) > 50
    assert [row for row in found if row[1]] == []
