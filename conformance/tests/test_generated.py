"""Generated cases: a seed makes them again, both implementations pass them, and a changed byte is found."""

from __future__ import annotations

import json
import lzma
from fractions import Fraction
from random import Random

import pytest
from shengji_spec.compare import matches
from shengji_spec.conditions import both, holds
from shengji_spec.model import load_spec
from shengji_spec.questions import position_needs
from shengji_spec.tiers import Generated
from shengji_spec.variants import resolve

from tools import generate
from tools.case_draw import case_of, turn_of
from tools.positions import QUESTIONS
from tools.sides import engine, oracle
from tools.space import Space

SPEC = load_spec()
SPACE = Space(SPEC)
SHIPPED = generate.shipped()
#: made again by each run of the tests; a release makes all
SHARE = Fraction(1, 100)
ALL = Fraction(1)
#: parts of a long test, for several processes
PARTS = 4


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return a small file of cases."""
    out = tmp_path_factory.mktemp("generated") / "cases.jsonl.xz"
    assert generate.main(["--seed", "7", "--count", "40", "-o", str(out)]) == 0
    return out


def lines_in(path):
    return lzma.decompress(path.read_bytes()).splitlines(keepends=True)


def changed(small, tmp_path, lines):
    """Return a file with other lines and the same about.json."""
    out = tmp_path / small.name
    out.write_bytes(lzma.compress(b"".join(lines)))
    (tmp_path / "about.json").write_bytes((small.parent / "about.json").read_bytes())
    return out


# --- the file --------------------------------------------------------------------------------------


def test_a_file_is_made_again(small):
    assert generate.check_sample(small, ALL) == []


def test_parts_make_the_same_file(small, tmp_path):
    out = tmp_path / "cases.jsonl.xz"
    given = ["--seed", "7", "--count", "40", "-o", str(out)]
    assert generate.main([*given, "--part", "1/2"]) == 0
    assert generate.main([*given, "--join", "2"]) == 1  # the other part is not there yet
    assert generate.main([*given, "--part", "2/2"]) == 0
    assert generate.main([*given, "--join", "2"]) == 0
    assert out.read_bytes() == small.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"about.json", out.name}


def test_a_changed_byte_is_found(small, tmp_path):
    lines = lines_in(small)
    place = next(n for n, text in enumerate(lines) if b'"Level ' in text)
    lines[place] = lines[place].replace(b'"Level ', b'"LeveL ')
    number = int(json.loads(lines[place])["id"].rpartition("-")[2])

    whole, made = generate.check_sample(changed(small, tmp_path, lines), ALL)

    assert "about.json" in whole
    assert f"number {number} is made otherwise" in made


def test_a_case_that_is_gone_is_found(small, tmp_path):
    whole, made = generate.check_sample(changed(small, tmp_path, lines_in(small)[1:]), ALL)

    assert "about.json" in whole
    assert "None" in made


def test_a_file_of_another_generator_is_refused(small, tmp_path):
    out = changed(small, tmp_path, lines_in(small))
    about = json.loads((tmp_path / "about.json").read_bytes())
    (tmp_path / "about.json").write_text(json.dumps({**about, "generator": 0}), encoding="utf-8")

    assert "make it anew" in generate.check_sample(out, ALL)[0]


def test_only_a_variant_and_a_chapter(tmp_path):
    out = tmp_path / "cases.jsonl.xz"
    some = ["--variant", "three-deck", "--chapter", "follow"]
    generate.main(["--seed", "7", "--count", "40", *some, "-o", str(out)])

    rows = list(map(json.loads, lines_in(out)))

    assert rows
    assert {row["rule"].partition(".")[0] for row in rows} == {"follow"}
    assert {turn_of(int(row["id"][-7:])).variant for row in rows} == {"three-deck"}
    assert generate.check_sample(out, ALL) == []


def test_it_is_read_as_the_corpus_has_it(small):
    rows = list(Generated(small, SPEC, ()).rows())

    assert len(rows) == len(lines_in(small))
    assert {row["tier"] for row in rows} == {"full"}
    assert not any("home" in row for row in rows)


# --- the cases -------------------------------------------------------------------------------------


def test_questions_and_variants_take_turns():
    turns = [turn_of(number) for number in range(39 * 6)]

    assert {turn.question for turn in turns} == set(QUESTIONS)
    assert {(t.question, t.variant) for t in turns} == {
        (question, variant) for question in QUESTIONS for variant in SPEC.variants
    }
    assert len(set(turns)) == len(turns)


@pytest.mark.parametrize("number", range(5000, 5000 + 8 * 5, 5))
def test_when_tells_the_truth(number):
    """What a case says it needs is held against combinations that it was not made from."""
    row = case_of(3, number)
    turn = turn_of(number)
    needs = position_needs(row["question"], row["given"])
    base = resolve(turn.variant).options
    asked = [base, *(options for _, _, options in SPACE.neighbours(base))]
    asked += SPACE.draw(Random(number), both(row["when"], needs), 30)
    for options in asked:
        if holds(row["when"], options) and holds(needs, options):
            answer = engine(options, row["question"], row["given"])
            assert matches(row["expect"], answer, row["question"], strict=True) == []


def test_each_answer_has_a_rule_and_a_title():
    for number in range(0, 39 * 6, 9):
        row = case_of(5, number)
        assert row["rule"] in SPEC.rules
        assert row["title"]["en"].isascii()
        assert not row["title"]["zh"].isascii()


# --- what is shipped -------------------------------------------------------------------------------


def test_there_are_many():
    """A hundred thousand, of every question but whole deals, and of every chapter."""
    rows = list(map(json.loads, lines_in(SHIPPED)))

    assert len(rows) >= 100_000
    assert {row["question"] for row in rows} == set(QUESTIONS)
    assert {row["rule"].partition(".")[0] for row in rows} == set(SPEC.chapters)


def test_a_sample_of_what_is_shipped_is_made_again():
    assert generate.check_sample(SHIPPED, SHARE) == []


def test_what_is_shipped_is_small_enough():
    assert SHIPPED.stat().st_size <= 5 * 1000 * 1000


@pytest.mark.parametrize("part", range(PARTS))
def test_both_pass_what_is_shipped(part):
    """A sample, wherever it is asked; fewer for the oracle, which tries everything. `run` asks all."""
    published = [resolve(variant).options for variant in SPEC.variants]
    rows = map(json.loads, lines_in(SHIPPED)[::5][part::PARTS])
    for number, row in enumerate(rows):
        needs = position_needs(row["question"], row["given"])
        sides = (engine, oracle) if number % 10 == 0 else (engine,)
        asked = [o for o in published if holds(row["when"], o) and holds(needs, o)]
        assert asked, row["id"]
        for side in sides:
            for options in asked:
                answer = side(options, row["question"], row["given"])
                assert matches(row["expect"], answer, row["question"]) == [], row["id"]
