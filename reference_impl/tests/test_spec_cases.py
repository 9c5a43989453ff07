"""Cases: expansion, needs, homes, comparison and the compiled corpus."""

from __future__ import annotations

import json
from functools import cache

import pytest
from shengji.questions import ask
from shengji.rules import RuleSet
from shengji_spec import SpecError, data, load_spec, resolve
from shengji_spec.cases import home, load_cases, needs
from shengji_spec.compare import matches
from shengji_spec.corpus import compile_corpus
from shengji_spec.schema import validator

HEAD = "rule: follow.pair\ncases:\n"
CASE = """\
  - id: {id}
    title: {{en: A, zh: 甲}}
    from: S4.14
    read: "00000000"
    ask: judge_follow
    given: {{level: "10", trump: S, lead: {lead}, hand: H7 H7 H9, cards: H7 H7}}
"""


def cases(tmp_path, text, file="follow/pair.yaml"):
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return load_cases(tmp_path)


def test_card_strings_become_lists(tmp_path):
    """People write strings, the wire has lists."""
    (case,) = cases(
        tmp_path, HEAD + CASE.format(id="a", lead="H6 H6") + "    expect: {legal: true}\n"
    )

    assert case.id == "follow.pair/a"
    assert case.given["lead"] == ["H6", "H6"]
    assert case.needs == {"cards.decks": [2, 3, 4]}


def test_answers_become_cases_of_their_own(tmp_path):
    """Each label is a case whose `when` joins the case's own."""
    text = (
        HEAD
        + CASE.format(id="a", lead="H6 H6")
        + (
            "    when: {follow.pairs: must}\n    answers:\n"
            "      free: {when: {follow.filler: free}, expect: {legal: true}}\n"
            "      low: {when: {follow.filler: lowest-forced}, expect: {legal: false}}\n"
        )
    )
    first, second = cases(tmp_path, text)

    assert (first.id, second.id) == ("follow.pair/a:free", "follow.pair/a:low")
    assert second.when == {"follow.pairs": "must", "follow.filler": "lowest-forced"}


@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ({"cards": ["S4"]}, {}),
        ({"cards": ["S4", "S4", "S4"]}, {"cards.decks": [3, 4]}),
        ({"cards": ["BJ", "S4"]}, {"cards.jokers": "two-per-deck"}),
        ({"cards": ["H5"]}, {"cards.removed": "none"}),
        ({"cards": ["S5"]}, {}),
    ],
)
def test_needs_are_what_the_position_itself_asks_for(given, needed):
    """Every face is in the pack, and no more often than the pack holds it."""
    assert needs("classify", given) == needed


def test_an_attempt_is_not_counted():
    """Cards that somebody tries to play are no cards beside the hand."""
    given = {"lead": ["H6"], "hand": ["H7", "H7"], "cards": ["H7", "H7"]}

    assert needs("judge_follow", given) == {"cards.decks": [2, 3, 4]}
    assert needs("judge_follow", {**given, "lead": ["H7"]}) == {"cards.decks": [3, 4]}


def test_a_case_that_no_variant_asks_has_a_home(tmp_path):
    """Its home is the base with `when` and what the position needs laid over, and equal homes are one."""
    text = (
        HEAD
        + CASE.format(id="a", lead="H6 H6 H6").replace("H7 H7 H9", "H7 H7 H9 H9")
        + ("    when: {shapes.titanic: exactly-two}\n    expect: {legal: false}\n")
    )
    (case,) = cases(tmp_path, text)
    own = home(case)

    assert own.options["cards.decks"] == 3
    assert own.options["shapes.titanic"] == "exactly-two"
    assert own.id == home(case).id
    assert own.id.startswith("home-")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + CASE.format(id="a", lead="H6 HX") + "    expect: {legal: true}\n", "'HX' is no card"),
        (HEAD + CASE.format(id="a", lead="H6") + "    expect: {legal: true}\n    when: {follow.pairs: mus}\n", "did you mean 'must'"),
        (HEAD + CASE.format(id="a", lead="H6"), "required"),
        (HEAD.replace("follow.pair", "follow.pear") + CASE.format(id="a", lead="H6") + "    expect: {legal: true}\n", "did you mean 'follow.pair'"),
        (HEAD + (CASE.format(id="a", lead="H6") + "    expect: {legal: true}\n") * 2, "occurs twice"),
        (HEAD + CASE.format(id="a", lead="H6").replace("S4.14", "S4.99") + "    expect: {legal: true}\n", "unknown source"),
        (HEAD + CASE.format(id="a", lead="H6").replace("hand:", "hands:") + "    expect: {legal: true}\n", "has no 'hands'"),
        (HEAD + CASE.format(id="a", lead="H6").replace("judge_follow", "judge_folow") + "    expect: {legal: true}\n", "did you mean 'judge_follow'"),
    ],
)  # fmt: skip
def test_mistakes_in_a_case_are_named(tmp_path, text, said):
    """The error names file, line and the nearest valid value."""
    with pytest.raises(SpecError) as error:
        cases(tmp_path, text)

    assert said in str(error.value)
    assert "pair.yaml:" in str(error.value)


def test_a_case_stands_in_the_file_of_its_rule(tmp_path):
    """A case in another rule's file is an error."""
    with pytest.raises(SpecError, match=r"belong into follow/pair\.yaml"):
        cases(
            tmp_path,
            HEAD + CASE.format(id="a", lead="H6") + "    expect: {legal: true}\n",
            "follow/suit.yaml",
        )


@pytest.mark.parametrize(
    ("expect", "result", "equal"),
    [
        ({"legal": True}, {"legal": True, "more": 1}, True),
        ({"legal": True}, {"legal": 1}, False),
        ({"legal": False, "rule": "a.b"}, {"legal": False, "rule": "c.d"}, True),
        ({"played": ["H4", "H6"]}, {"played": ["H6", "H4"]}, True),
        ({"played": ["H4", "H4"]}, {"played": ["H4"]}, False),
        ({"levels": ["2", "3"]}, {"levels": ["3", "2"]}, False),
        ({"groups": {"T": [["BJ"], ["H4", "C4"]]}}, {"groups": {"T": [["BJ"], ["C4", "H4"]]}}, True),
        ({"groups": {"T": [["BJ"], ["C4"]]}}, {"groups": {"T": [["C4"], ["BJ"]]}}, False),
        ({"groups": {"T": [["BJ"]]}}, {"groups": {"T": [["BJ"]], "H": [["H4"]]}}, False),
        ({"components": [{"type": "pair", "cards": ["H4", "H4"]}, {"type": "single", "cards": ["H6"]}]},
         {"components": [{"type": "single", "cards": ["H6"]}, {"type": "pair", "cards": ["H4", "H4"]}]}, True),
        ({"played": {"one-of": [["H4"], ["C4"]]}}, {"played": ["C4"]}, True),
        ({"one-of": [{"played": ["H4"]}, {"played": ["C4"]}]}, {"played": ["D4"]}, False),
        ({"winner": 1}, {}, False),
        ({"winner": 1}, [1], False),
        ({"dealer": None}, {"dealer": None}, True),
        ({"dealer": None}, {"dealer": 0}, False),
    ],
)  # fmt: skip
def test_only_what_a_case_names_is_compared(expect, result, equal):
    """Multisets where order means nothing, one-of for several right answers, true is not 1."""
    assert (matches(expect, result) == []) == equal


def test_strict_compares_the_rule():
    """The rule of a refusal counts only when strict."""
    expect, result = {"legal": False, "rule": "a.b"}, {"legal": False, "rule": "c.d"}

    assert matches(expect, result) == []
    assert matches(expect, result, strict=True)


@cache
def real_cases():
    return load_cases(data.corpus_dir())


def test_compiling_twice_gives_the_same_bytes(tmp_path):
    """The compiled corpus is a function of its input."""
    for name in ("one", "two"):
        compile_corpus(data.corpus_dir(), tmp_path / name)
    first, second = (
        {p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("one", "two")
    )

    assert first == second
    manifest = json.loads(first["manifest.json"])
    assert list(validator("manifest").iter_errors(manifest)) == []
    assert sum(c["cases"] for c in manifest["chapters"].values()) == len(real_cases())


def test_questions_and_answers_fit_the_protocol():
    """Positions that exist and the engine's answers to them are what the protocol schema describes."""
    spec = load_spec()
    checked = 0
    for case in real_cases()[::5]:
        own = home(case, spec)
        resolved = resolve("two-deck") if own is None else None
        options, tables = (
            (resolved.options, resolved.tables) if resolved else (own.options, own.tables)
        )
        if case.malformed or not all(k in options for k in case.when):
            continue
        definitions = {"$ref": f"#/$defs/{case.question}"}
        del definitions
        params = {**case.given, "variant": "v"}
        request = {"jsonrpc": "2.0", "id": 1, "method": case.question, "params": params}
        assert list(validator("protocol").iter_errors(request)) == [], case.id
        rules = RuleSet.from_options(options, tables)
        try:
            result = ask(rules, case.question, case.given)
        except ValueError:
            continue
        checker = validator("protocol").evolve(
            schema={"$ref": f"#/$defs/{case.question}-result", **_defs()}
        )
        assert list(checker.iter_errors(result)) == [], case.id
        checked += 1

    assert checked > 20


@cache
def _defs():
    schema = validator("protocol").schema
    return {"$schema": schema["$schema"], "$defs": schema["$defs"]}
