"""The specification: read, checked against schemas and against itself."""

from __future__ import annotations

import pytest
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.text import digest, fill
from spec_fixture import SPEC, one, write_spec


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


def problems(folder):
    """Return the problems of a specification that is wrong."""
    with pytest.raises(SpecError) as caught:
        load_spec(folder)
    return caught.value.problems


def test_whole_specification_is_loaded(spec):
    """Everything that the documents say is there, by id, chapters in the order of a deal."""
    assert spec.chapters == ("cards", "deal", "declare", "follow", "levels")
    assert list(spec.options)[:2] == ["cards.decks", "cards.jokers"]
    assert list(spec.rules) == [
        "cards.pack",
        "deal.end",
        "declare.ladder",
        "follow.pair",
        "follow.any",
        "follow.triple",
        "levels.table",
    ]
    assert list(spec.tables) == ["eighty", "forty", "short", "tall"]
    assert list(spec.variants) == ["plain", "book"]
    assert spec.statements["S1.2"].example
    assert spec.knows_source("S1.1")
    assert not spec.knows_source("S1.9")
    assert spec.glossary[0]["zh"] == "甩牌"


def test_values_of_a_table_option_are_the_tables(spec):
    """The base comes first; a table's phrase is its title."""
    assert [value.value for value in spec.options["levels.table"].values] == ["eighty", "forty"]
    assert [value.value for value in spec.options["declare.ladder"].values] == ["short", "tall"]
    assert spec.phrase("levels.table", "forty", "zh") == "四十分"
    assert spec.phrase("declare.ladder", "tall", "en") == "the tall ladder"


def test_true_is_not_one(spec):
    """Values are found by kind too."""
    assert spec.options["follow.triples"].find(1) is None
    assert spec.options["cards.decks"].find("2") is None
    assert spec.options["cards.decks"].find([2]) is None
    assert spec.options["cards.decks"].find(2).phrase["en"] == "two"


def test_placeholders_are_filled_with_phrases(spec):
    """The phrase of the value stands for the option; where it does not apply, that of the base."""
    rule = spec.rules["follow.triple"]

    assert fill(rule.en, {"follow.triples": False}, spec, "en") == (
        "A follower MUST play no triple, the longest first."
    )


def test_digest_changes_with_either_language(spec, tmp_path):
    """A rule reworded in one language has another digest; eight hex digits."""
    changed = one("rules/follow.yaml", "跟牌必须出{follow.pairs}。", "跟牌时必须出{follow.pairs}。")
    other = load_spec(write_spec(tmp_path / "other", changed))

    assert digest(spec.rules["follow.pair"]) != digest(other.rules["follow.pair"])
    assert digest(spec.rules["follow.any"]) == digest(other.rules["follow.any"])
    assert len(digest(spec.rules["follow.any"])) == 8


WRONG = [
    # what is exchanged for what in which file; the line, and what is said
    ("options/cards.yaml", "base: 2\n", "base: 5\n", 7, "5 is no value of cards.decks"),
    ("options/cards.yaml", "base: 2\n", 'base: "2"\n', 7, "did you mean 2?"),
    ("options/cards.yaml", "sources: [S1]", "sources: [S1.9]", 9, 'did you mean "S1.2"?'),
    ("options/cards.yaml", "{value: 1,", "{value: 2,", 10, "the value 2 occurs twice"),
    (
        "options/cards.yaml",
        "cards.jokers",
        "cards.decks",
        13,
        '"cards.decks" is taken: it is in cards.yaml:3',
    ),
    (
        "options/cards.yaml",
        "cards.removed",
        "follow.removed",
        21,
        "does not begin with its chapter",
    ),
    (
        "options/cards.yaml",
        "chapter: cards",
        "chapter: shapes",
        1,
        "belongs into a file shapes.yaml",
    ),
    ("options/cards.yaml", "chapter: cards", "chapter: card", 1, 'did you mean "cards"?'),
    ("options/cards.yaml", "    base: 2\n", "", 3, "`base` is missing"),
    ("options/cards.yaml", "    base: 2\n", "    bse: 2\n", 7, 'did you mean "base"?'),
    ("options/follow.yaml", "[3, 4]", "[3, 5]", 16, "5 is no value of cards.decks"),
    (
        "options/follow.yaml",
        "follow.pairs: must}",
        "follow.pair: must}",
        16,
        'did you mean "follow.pairs"?',
    ),
    ("options/levels.yaml", "table: scoring", "table: scores", 8, 'did you mean "scoring"?'),
    (
        "options/levels.yaml",
        "    table: scoring\n",
        "",
        3,
        "one of `values` and `table` is missing",
    ),
    ("options/levels.yaml", "base: eighty", "base: eihty", 7, 'did you mean "eighty"?'),
    (
        "options/levels.yaml",
        "no-trump: true}}",
        "no-trump: 1}}",
        25,
        "1 is no value of levels.no-trump",
    ),
    ("rules/cards.yaml", "{cards.decks}, with", "{cards.deck}, with", 6, "different placeholders"),
    ("rules/cards.yaml", "MUST", "must", 5, "does not say MUST"),
    ("rules/cards.yaml", "level: must", "level: may", 5, "does not say MAY"),
    ("rules/cards.yaml", "cards.pack", "card.pack", 3, "does not begin with its chapter, cards"),
    ("rules/cards.yaml", "sources: [S1]", "sources: [S9]", 7, "there is no source or statement"),
    ("rules/cards.yaml", "sources: [S1]", "sources: S1", 7, "expected a list"),
    ("rules/cards.yaml", "sources: [S1]", "sources: []", 7, "too few items"),
    ("rules/follow.yaml", "follow.any", "follow.pair", 8, '"follow.pair" is taken'),
    ("rules/follow.yaml", "follow.pairs: free", "follow.pairs: fre", 13, 'did you mean "free"?'),
    ("rules/follow.yaml", "play anything.", "play " + "x" * 240, 10, "at most 240"),
    (
        "rules/follow.yaml",
        "    when: {follow.pairs: free}\n",
        "    when: {}\n",
        13,
        "too few entries",
    ),
    ("rules/levels.yaml", ", {levels.mandatory}", "", 6, "different placeholders"),
    ("scoring/eighty.yaml", "id: eighty", "id: eightyone", 1, "belongs into a file eightyone.yaml"),
    ("scoring/eighty.yaml", "from: 80", "from: 0", 6, "bands rise, and 0 does not lie above 0"),
    ("scoring/eighty.yaml", "from: 80", "from: 82", 6, "82 is not a multiple of 5"),
    ("scoring/eighty.yaml", "from: 0", "from: 5", 5, "the first band begins at 5"),
    ("scoring/eighty.yaml", "side: dealer", "side: defenders", 5, "is not allowed here"),
    ("ladders/short.yaml", "id: short", "id: shorter", 1, "belongs into a file shorter.yaml"),
    ("ladders/short.yaml", "id: short", "id: tall", 1, "belongs into a file tall.yaml"),
    (
        "ladders/short.yaml",
        "id: short",
        "id: eighty",
        1,
        '"eighty" is taken: it is in eighty.yaml:1',
    ),
    ("ladders/short.yaml", "[S1]", "[S2]", 3, "there is no source or statement"),
    ("ladders/short.yaml", "[{level: 1}]", "[]", 5, "too few items"),
    ("ladders/short.yaml", "[{level: 1}]", "[{}]", 5, "too few entries"),
    ("ladders/short.yaml", "[{level: 1}]", "{level: 1}", 5, "expected a list"),
    ("ladders/short.yaml", "{level: 1}", "{levl: 1}", 5, 'did you mean "level"?'),
    ("ladders/short.yaml", "{level: 1}", "{level: 0}", 5, "0 is too small"),
    ("ladders/short.yaml", "{level: 1}", "{level: 5}", 5, "5 is too large"),
    ("ladders/short.yaml", "{level: 1}", "{level: two}", 5, "expected a whole number"),
    ("ladders/short.yaml", "{level: 1}", "{LJ: 2}", 6, '{"LJ": 2} is in step 1 already'),
    ("ladders/short.yaml", "{LJ: 2}", "{BJ: 2}", 6, '{"BJ": 2} is in step 2 already'),
    ("ladders/short.yaml", "{level: 1}", "{joker-of-colour: 1}", 5, "needs `level` or `suited`"),
    ("ladders/short.yaml", "{level: 1}", "{level: 1, suited: 1}", 5, "only one of `level` and"),
    ("ladders/short.yaml", "[counter]", "[counters]", 6, 'did you mean "counter"?'),
    ("ladders/short.yaml", "[counter]", "[declare, counter]", 6, "too many items"),
    ("ladders/short.yaml", "steps:", "stairs:", 1, "`steps` is missing"),
    (
        "ladders/tall.yaml",
        "suited: 2, joker: 1",
        "joker-of-colour: 1, level: 1",
        7,
        "in step 1 already",
    ),
    ("options/declare.yaml", "base: short", "base: shrt", 7, 'did you mean "short"?'),
    ("options/declare.yaml", "base: short", "base: eighty", 7, "eighty"),
    ("options/declare.yaml", "table: ladders", "table: ladder", 8, 'did you mean "ladders"?'),
    ("options/declare.yaml", "table: ladders", "table: scoring", 7, '"short" is no value of'),
    ("variants/plain.yaml", "id: plain", "id: flat", 1, "belongs into a file flat.yaml"),
    ("variants/plain.yaml", "cards.jokers:", "cards.joker:", 6, 'did you mean "cards.jokers"?'),
    (
        "variants/plain.yaml",
        "value: two-per-deck",
        "value: two",
        6,
        'valid: "two-per-deck", "none"',
    ),
    ("variants/plain.yaml", "from: S1.1}", "from: S2.1}", 9, "there is no source or statement"),
    ("variants/plain.yaml", "from: BOOK,", "from: BOK,", 15, 'did you mean "BOOK"?'),
    ("variants/plain.yaml", "id: three-decks", "id: from-three", 16, '"from-three" is taken'),
    ("variants/plain.yaml", "id: three-decks", "id: Three", 16, "is not of the form"),
    ("variants/plain.yaml", "{cards.decks: 3", "{cards.deck: 3", 19, 'did you mean "cards.decks"?'),
    ("variants/plain.yaml", "{cards.decks: 3", '{cards.decks: "3"', 19, "did you mean 3?"),
    (
        "variants/plain.yaml",
        "{cards.decks: 3",
        "{cards.decks: {value: 3}",
        19,
        "is not allowed here",
    ),
    ("variants/plain.yaml", 'options: {levels.start: "3"}', "options: {}", 15, "too few entries"),
    ("variants/plain.yaml", ', options: {levels.start: "3"}', "", 15, "`options` is missing"),
    ("variants/plain.yaml", "[S1.1, BOOK]", "[S1.1, BOK]", 10, 'did you mean "BOOK"?'),
    ("variants/plain.yaml", ", from: S1.1}", "}", 9, "one of `from` and `decided` is missing"),
    ("sources.yaml", "code: BOOK", "code: S1", 7, '"S1" is taken: it is in sources.yaml:2'),
    ("sources.yaml", "id: S1.2", "id: S2.2", 14, 'there is no source "S2"'),
    ("sources.yaml", "kind: seed", "kind: sead", 4, 'did you mean "seed"?'),
    ("glossary.yaml", "pinyin", "pinyn", 2, "`pinyin` is missing"),
    ("glossary.yaml", "terms:", "term:", 1, "`terms` is missing"),
]


@pytest.mark.parametrize(("file", "old", "new", "line", "said"), WRONG)
def test_each_mistake_is_named_with_its_line(tmp_path, file, old, new, line, said):
    """One thing broken in one file gives a problem in that file, at that line, that says what."""
    folder = write_spec(tmp_path, one(file, old, new))
    found = problems(folder)
    fitting = [problem for problem in found if said in str(problem)]

    assert fitting, "\n".join(map(str, found))
    assert (fitting[0].file, fitting[0].line) == (str(folder / file), line)


def test_option_that_no_rule_names(tmp_path):
    """An option without a rule decides nothing."""
    exchanges = one("rules/levels.yaml", "{levels.start}, {levels.no-trump}", "{levels.no-trump}")
    folder = write_spec(tmp_path, exchanges)
    text = (folder / "rules/levels.yaml").read_text("utf-8").replace("{levels.start}、", "")
    (folder / "rules/levels.yaml").write_text(text, "utf-8")

    assert ["no rule depends on levels.start"] == [problem.message for problem in problems(folder)]


def test_problems_of_all_files_come_at_once(tmp_path):
    """Mistakes in several files are listed together."""
    exchanges = {
        **one("rules/cards.yaml", "level: must", "level: should"),
        **one("options/cards.yaml", "base: 2\n", ""),
        **one("sources.yaml", "kind: seed", "kind: sead"),
        **one("scoring/forty.yaml", "gains: 1", "gains: no"),
    }
    found = problems(write_spec(tmp_path, exchanges))

    assert len({problem.file for problem in found}) == 4


@pytest.mark.parametrize("file", ["sources.yaml", "glossary.yaml"])
def test_missing_file(tmp_path, file):
    """A file that must be there and is not is a problem, not a traceback."""
    folder = write_spec(tmp_path)
    (folder / file).unlink()

    assert str(folder / file) in [problem.file for problem in problems(folder)]


def test_missing_folder(tmp_path):
    """A folder without documents is a problem that names it."""
    assert "there is no document here" in str(problems(tmp_path / "nothing")[0])


@pytest.mark.parametrize("name", sorted(SPEC))
@pytest.mark.parametrize("text", ["", "[]", "a: 1", "x", "chapter: [cards]\nrules: {}\n", "{"])
def test_nonsense_in_any_file_is_a_problem(tmp_path, name, text):
    """Whatever a file holds, loading ends in a SpecError that names the file, never in a traceback."""
    folder = write_spec(tmp_path, **{name: text})

    assert str(folder / name) in {problem.file for problem in problems(folder)}
