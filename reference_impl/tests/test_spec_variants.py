"""Variants: one value for each option that applies, and what follows from a change."""

from __future__ import annotations

import pytest
from shengji_spec.conditions import both, exclusive, holds
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.variants import (
    base_options,
    change,
    check,
    implied,
    laid_over,
    resolve,
    valid_values,
    wire,
)
from spec_fixture import one, write_spec


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


@pytest.fixture
def mine(tmp_path):
    """Return a function that writes a variant file of a user."""

    def write(text, name="mine"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"id: {name}\ntitle: {{en: Mine, zh: 我的}}\n{text}", encoding="utf-8")
        return path

    return write


def problems(variant, spec):
    """Return the problems of a variant that is wrong."""
    with pytest.raises(SpecError) as caught:
        resolve(variant, spec)
    return caught.value.problems


# --- conditions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({}, True),
        ({"a": 1}, True),
        ({"a": [2, 1]}, True),
        ({"a": 2}, False),
        ({"a": []}, False),
        ({"a": True}, False),
        ({"a": "1"}, False),
        ({"b": 1}, False),
        ({"b": [1, None]}, False),
        ({"a": 1, "c": False}, True),
        ({"a": 1, "c": 0}, False),
    ],
)
def test_condition_holds(condition, expected):
    """All keys must be there with an allowed value of the right kind."""
    assert holds(condition, {"a": 1, "c": False}) is expected


def test_conditions_together():
    """Two conditions hold together where each key has a value both allow."""
    assert both({"a": [1, 2], "b": 1}, {"a": [2, 3], "c": 4}) == {"a": [2], "b": [1], "c": [4]}
    assert exclusive({"a": [1, 2]}, {"a": 3})
    assert not exclusive({"a": [1, 2]}, {"b": 3})


# --- what applies and what follows -------------------------------------------------------------------


def test_base_options_hold_what_applies(spec):
    """The base has a value for each option that applies, in order, and nothing else."""
    assert list(base_options(spec)) == [
        *("cards.decks", "cards.jokers", "cards.removed", "declare.ladder", "follow.pairs"),
        *("levels.table", "levels.no-trump", "levels.mandatory", "levels.start"),
    ]
    assert check(base_options(spec), spec) == []


def test_change_gives_new_options_their_base(spec):
    """What applies after a change has its base value, also what applies only because of that."""
    changed = change(spec, base_options(spec), "cards.decks", 3)

    assert changed["follow.triples"] is True
    assert changed["follow.order"] == "long"
    assert check(changed, spec) == []


def test_change_drops_what_no_longer_applies(spec):
    """A key that no longer applies goes, and with it what applied only because of it."""
    three = laid_over(base_options(spec), {"cards.decks": 3, "follow.order": "wide"}, spec)
    changed = change(spec, three, "follow.pairs", "free")

    assert "follow.triples" not in changed
    assert "follow.order" not in changed


def test_change_keeps_everything_else(spec):
    """Values that still apply stay as they were."""
    three = laid_over(base_options(spec), {"cards.decks": 3, "follow.order": "wide"}, spec)

    assert change(spec, three, "levels.start", "3") == {**three, "levels.start": "3"}


def test_change_sets_what_the_value_requires(spec):
    """A required value is set with the value that requires it."""
    changed = change(spec, base_options(spec), "levels.mandatory", "NT")

    assert changed["levels.no-trump"] is True


def test_change_against_what_another_value_requires_is_found(spec):
    """Who takes away what another value requires has no valid choice."""
    changed = change(spec, base_options(spec), "levels.mandatory", "NT")
    broken = change(spec, changed, "levels.no-trump", value=False)

    assert check(broken, spec) == [
        ("levels.mandatory", 'with value "NT" requires levels.no-trump true')
    ]


def test_changes_take_effect_whatever_their_order(spec):
    """A value for an option that applies only because of another change is kept."""
    one_way = laid_over({}, {"follow.order": "wide", "cards.decks": 4}, spec)
    other = laid_over({}, {"cards.decks": 4, "follow.order": "wide"}, spec)

    assert one_way == other
    assert one_way["follow.order"] == "wide"


def test_change_of_what_does_not_apply_is_dropped(spec):
    """Options that do not apply stay away."""
    assert change(spec, base_options(spec), "follow.order", "wide") == base_options(spec)


def test_options_are_always_in_one_order(spec):
    """However options came about, they are listed as the specification lists them."""
    changed = change(spec, dict(reversed(base_options(spec).items())), "cards.decks", 3)

    assert list(changed) == [key for key in spec.options if key in changed]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"cards.decks": None}, "applies here and has no value"),
        ({"follow.triples": True}, "does not apply here; it needs cards.decks 3 or 4"),
        ({"cards.decks": 7}, "has no value 7"),
        ({"cards.decks": True}, "has no value true"),
        ({"cards.deck": 2}, "does not exist"),
        ({"levels.mandatory": "NT"}, "requires levels.no-trump true"),
        ({"levels.table": "ninety"}, 'has no value "ninety"'),
        ({"levels.table": "short"}, 'has no value "short"'),
        ({"declare.ladder": "eighty"}, 'has no value "eighty"'),
    ],
)
def test_check_finds_what_is_no_whole_choice(spec, options, said):
    """Missing, idle, unknown and unmet values are each found."""
    whole = {**base_options(spec), **options}
    whole = {key: value for key, value in whole.items() if value is not None}

    assert any(said in text for _, text in check(whole, spec))


def test_what_is_implied(spec):
    """An option that is named applies, and so does what it depends on."""
    assert implied({"follow.order": "wide"}, spec) == {
        "follow.order": ["wide"],
        "follow.triples": [True],
        "cards.decks": [3, 4],
        "follow.pairs": ["must"],
    }


def test_valid_values(spec):
    """The values of an option come in the order of the specification."""
    assert valid_values(spec, "cards.decks") == [2, 1, 3, 4]


# --- resolving ---------------------------------------------------------------------------------------


def test_heir_has_what_it_says_and_what_it_inherits(spec):
    """Own values come first, inherited ones name the variant they are from."""
    book = resolve("book", spec)

    assert book.options["levels.start"] == "3"
    assert book.options["cards.decks"] == 2
    assert (book.origins["levels.start"].variant, book.origins["cards.decks"].variant) == (
        "book",
        "plain",
    )
    assert book.origins["levels.start"].sources == ("BOOK",)
    assert book.origins["levels.no-trump"].decided["zh"] == "原文未说。"
    assert list(book.tables) == ["short", "forty"]


def test_wire_is_what_load_variant_takes(spec):
    """Id, options and exactly the tables that options name, of both kinds."""
    params = wire(resolve("plain", spec))

    assert params["variant"] == "plain"
    assert params["tables"] == {name: spec.tables[name] for name in ("short", "eighty")}
    assert params["tables"]["short"]["steps"][0] == {"shows": [{"level": 1}]}


def test_a_published_variant_cannot_be_spoilt(spec):
    """Whoever changes what he got changes nothing for others."""
    resolve("plain", spec).options.clear()

    assert resolve("plain", spec).options


def test_file_of_a_user(spec, mine):
    """A path names a variant as well as an id does, also the path of a published one."""
    path = mine('extends: book\noptions:\n  levels.start: {value: "2", from: S1}\n')

    assert resolve(path, spec).options["levels.start"] == "2"
    assert resolve(str(path), spec).id == "mine"
    assert resolve(spec.variants["plain"].document.file, spec).id == "plain"


def test_file_with_a_table_of_its_own(spec, mine):
    """An inline table is a value under its own id, and goes over the wire."""
    path = mine(
        "extends: plain\noptions:\n  levels.table: {value: own, from: S1}\n"
        "tables:\n  own:\n    bands: [{from: 0, side: dealer, gains: 1}]\n"
    )
    resolved = resolve(path, spec)

    assert resolved.options["levels.table"] == "own"
    assert resolved.tables["own"] == {"bands": [{"from": 0, "side": "dealer", "gains": 1}]}


def test_file_with_a_ladder_of_its_own(spec, mine):
    """An inline table may be of either kind, and is a value only of options of its kind."""
    path = mine(
        "extends: plain\noptions:\n  declare.ladder: {value: own, from: S1}\n"
        "tables:\n  own: {steps: [{shows: [{level: 2}]}]}\n"
    )
    resolved = resolve(path, spec)

    assert resolved.tables.keys() == {"own", "eighty"}
    assert resolved.tables["own"] == {"steps": [{"shows": [{"level": 2}]}]}


def test_heir_without_inherited_options_that_no_longer_apply(spec, mine):
    """An heir cannot take back what it inherits: what no longer applies is dropped."""
    three = mine(
        "extends: plain\noptions:\n  cards.decks: {value: 3, from: S1}\n"
        "  follow.triples: {value: true, from: S1}\n  follow.order: {value: long, from: S1}\n"
    )
    free = mine("extends: plain\noptions:\n  follow.pairs: {value: free, from: S1}\n", "free")

    assert resolve(three, spec).options["follow.order"] == "long"
    assert "follow.order" not in resolve(free, spec).options


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: plane\n", 'there is no variant "plane"'),
        ("extends: plane\n", 'did you mean "plain"?'),
        ("options:\n  cards.deks: {value: 2, from: S1}\n", 'did you mean "cards.decks"?'),
        ("options:\n  cards.decks: {value: two, from: S1}\n", "valid: 2, 1, 3, 4"),
        ('options:\n  cards.decks: {value: "2", from: S1}\n', "did you mean 2?"),
        ("extends: plain\noptions:\n  levels.start: {value: 3, from: S1}\n", "(in quotes)"),
        (
            "extends: plain\noptions:\n  cards.decks: {value: 3, from: S1}\n",
            "follow.triples applies here",
        ),
        (
            "extends: plain\noptions:\n  cards.decks: {value: 3, from: S1}\n",
            "its base value is true",
        ),
        (
            "extends: plain\noptions:\n  follow.triples: {value: true, from: S1}\n",
            "the option does not apply here; it needs cards.decks 3 or 4 and",
        ),
        (
            "extends: plain\noptions:\n  levels.mandatory: {value: NT, from: S1}\n",
            'the option with value "NT" requires levels.no-trump true',
        ),
        (
            "extends: plain\noptions:\n  levels.table: {value: forti, from: S1}\n",
            'did you mean "forty"?',
        ),
        (
            "extends: plain\noptions:\n  levels.start: {value: no, from: S1}\n",
            "means different things",
        ),
        (
            "extends: plain\noptions:\n  levels.start: {value: '2', from: S7}\n",
            "no source or statement",
        ),
        ("extends: plain\ntables:\n  own: {bands: []}\n", "too few items"),
        (
            "extends: plain\ntables:\n  own: {bands: [{from: 5, side: dealer, gains: 1}]}\n",
            "begins at 5",
        ),
        (
            "extends: plain\noptions:\n  declare.ladder: {value: eighty, from: S1}\n",
            '"eighty" is no value of declare.ladder',
        ),
        (
            "extends: plain\noptions:\n  declare.ladder: {value: eigty, from: S1}\n",
            'valid: "short", "tall"',
        ),
        (
            (
                "extends: plain\noptions:\n  declare.ladder: {value: own, from: S1}\n"
                "tables:\n  own: {bands: [{from: 0, side: dealer, gains: 1}]}\n"
            ),
            '"own" is no value of declare.ladder',
        ),
        ("extends: plain\ntables:\n  own: {steps: []}\n", "too few items"),
        (
            "extends: plain\ntables:\n  own: {steps: [{shows: [{joker-of-colour: 1}]}]}\n",
            "needs `level` or `suited`",
        ),
        ("extends: plain\ntables:\n  own: {step: []}\n", "one of `bands` and `steps` is missing"),
        (
            (
                "extends: plain\ntables:\n  own:\n    steps: [{shows: [{level: 1}]}]\n"
                "    bands: [{from: 0, side: dealer, gains: 1}]\n"
            ),
            "only one of `bands` and `steps` can be there",
        ),
        ("extends: plain\ntables:\n  own: 5\n", "expected a mapping"),
        (
            "extends: plain\ntables:\n  own:\n    sources: [S7]\n    steps: [{shows: [{BJ: 2}]}]\n",
            "no source or statement",
        ),
        (
            "extends: plain\ntables:\n  eighty: {bands: [{from: 0, side: dealer, gains: 1}]}\n",
            '"eighty" is a published table',
        ),
        ("", "cards.decks applies here and has no value"),
    ],
)
def test_wrong_file_of_a_user(spec, mine, text, said):
    """Each mistake is named in the file's own words, with its line."""
    found = problems(mine(text), spec)

    assert any(said in str(problem) for problem in found), "\n".join(map(str, found))
    assert all(problem.line for problem in found)


def test_id_of_a_published_variant_is_taken(spec, tmp_path):
    """Two variants of one id cannot be told apart in a run."""
    path = tmp_path / "other.yaml"
    path.write_text("id: book\ntitle: {en: x, zh: 某}\nextends: plain\n", encoding="utf-8")

    assert "is a published variant" in problems(path, spec)[0].message


def test_neither_id_nor_file(spec):
    """A variant that does not exist is named with the nearest that does."""
    problem = problems("plian", spec)[0]

    assert problem.nearest == "plain"
    assert 'did you mean "plain"?' in str(problem)


# --- alternatives ------------------------------------------------------------------------------------


def test_alternative_is_laid_over_the_variant(spec):
    """Its values take effect with what follows from them, and say that they come from it."""
    plain, three = resolve("plain", spec), resolve("plain+three-decks", spec)

    assert three.id == "plain+three-decks"
    assert three.title == {"en": "Plain + three decks", "zh": "普通 + 三副牌"}
    changes = {"cards.decks": 3, "follow.order": "wide", "levels.table": "forty"}
    assert three.options == laid_over(plain.options, changes, spec)
    assert list(three.tables) == ["short", "forty"]
    assert check(three.options, spec) == []
    assert set(three.origins) == set(three.options)
    named = {k for k, origin in three.origins.items() if origin.variant == "plain+three-decks"}
    assert named == {"cards.decks", "follow.triples", "follow.order", "levels.table"}
    assert three.origins["follow.triples"].sources == ("S1.1", "BOOK")
    assert three.origins["levels.start"].variant == "plain"


def test_alternatives_are_laid_over_one_after_the_other(spec):
    """Several at once; each value names the one it comes from."""
    both_ways = resolve("plain+from-three+three-decks", spec)

    assert both_ways.id == "plain+from-three+three-decks"
    assert both_ways.options["levels.start"] == "3"
    assert both_ways.origins["levels.start"].variant == "plain+from-three"
    assert both_ways.origins["cards.decks"].variant == "plain+three-decks"
    assert both_ways.options == resolve("plain+three-decks+from-three", spec).options


def test_alternatives_are_listed_and_change_nothing_by_themselves(spec):
    """The variant itself stays as it is; an heir does not inherit them."""
    plain = resolve("plain", spec)

    assert list(plain.alternatives) == ["from-three", "three-decks"]
    assert plain.alternatives["from-three"].sources == ("BOOK",)
    assert plain.options["levels.start"] == "2"
    assert resolve("book", spec).alternatives == {}
    assert list(resolve("plain+from-three", spec).alternatives) == ["from-three", "three-decks"]


def test_a_variant_with_an_alternative_cannot_be_spoilt(spec):
    """Whoever changes what he got changes nothing for others."""
    resolve("plain+from-three", spec).options.clear()

    assert resolve("plain+from-three", spec).options


ALTERNATIVE = (
    "alternatives:\n"
    "  - {{id: other, from: BOOK, title: {{en: Other, zh: 另一种}}, options: {{{}}}}}\n"
)


def test_alternative_of_a_file(spec, mine):
    """A path is followed by alternatives as an id is, also where the path holds a plus."""
    path = mine("extends: plain\n" + ALTERNATIVE.format("levels.table: forty"), "one")
    path = path.rename(path.with_name("c++.yaml"))

    assert resolve(f"{path}+other", spec).options["levels.table"] == "forty"
    assert resolve(path, spec).options["levels.table"] == "eighty"
    assert resolve(str(path), spec).id == "one"


def test_alternative_may_name_a_table_of_its_file(spec, mine):
    """A table that only an alternative uses goes over the wire with it alone."""
    path = mine(
        "extends: plain\n"
        + ALTERNATIVE.format("levels.table: own")
        + "tables:\n  own: {bands: [{from: 0, side: dealer, gains: 1}]}\n"
    )

    assert resolve(f"{path}+other", spec).tables.keys() == {"short", "own"}
    assert resolve(path, spec).tables.keys() == {"short", "eighty"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ('levels.start: "2"', "the alternative changes nothing"),
        ("levels.table: forti", 'did you mean "forty"?'),
        ("levels.table: short", 'has no value "short"'),
        ("follow.order: wide", "the option does not apply here; it needs follow.triples true"),
        ("levels.mandatory: NT, levels.no-trump: false", "requires levels.no-trump true"),
        ("levels.start: 3", 'did you mean "3" (in quotes)?'),
        ("levels.stert: '3'", 'did you mean "levels.start"?'),
    ],
)
def test_wrong_alternative(spec, mine, options, said):
    """An alternative that makes no whole choice is named with its line, whoever asks for the file."""
    path = mine("extends: plain\n" + ALTERNATIVE.format(options))
    found = problems(path, spec)

    assert any(said in str(problem) for problem in found), "\n".join(map(str, found))
    assert {problem.line for problem in found} == {5}


def test_alternative_that_breaks_what_the_variant_says(spec, mine):
    """What an alternative does to another option is told, too."""
    path = mine(
        "extends: plain\noptions:\n  levels.no-trump: {value: true, from: S1}\n"
        "  levels.mandatory: {value: NT, from: S1}\n" + ALTERNATIVE.format("levels.no-trump: false")
    )

    assert "laid over the variant, levels.mandatory" in problems(path, spec)[0].message


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("plain+from-thre", 'did you mean "from-three"?'),
        ("plain+x", 'valid: "from-three", "three-decks"'),
        ("plain+", '"plain" has no alternative ""'),
        ("book+from-three", '"book" has no alternative "from-three"'),
        ("plain+from-three+from-three", "is laid over twice"),
        ("plian+from-three", 'did you mean "plain"?'),
        ("+from-three", 'there is no variant "+from-three"'),
        ("c++.yaml", 'there is no variant "c++.yaml", and no such file'),
        ("+".join("x" * 2000), "there is no variant"),
        ("", "there is no variant"),
        ("x" * 5000, "there is no variant"),
        ("x\0", "there is no variant"),
    ],
)
def test_alternative_that_is_none(spec, variant, said):
    """A name that no alternative has is told with the nearest that one has."""
    assert said in str(problems(variant, spec)[0])


def test_alternatives_that_contradict_each_other(spec, mine):
    """Two that settle one point in two ways cannot both be laid over."""
    text = ALTERNATIVE.format("levels.no-trump: true, levels.mandatory: NT")
    path = mine(
        f"extends: plain\n{text}"
        "  - {id: third, from: S1, title: {en: x, zh: 某}, options: {levels.mandatory: none}}\n"
    )
    found = problems(f"{path}+other+third", spec)

    assert 'other asks for levels.mandatory "NT"' in found[0].message


def test_variant_that_extends_itself(tmp_path):
    """A chain that comes back to itself is shown, also to whoever extends one of its links."""
    exchanges = one("variants/plain.yaml", "sources: [S1]", "extends: book")
    spec = load_spec(write_spec(tmp_path, exchanges))

    assert "cannot extend itself: plain > book > plain" in problems("plain", spec)[0].message
