"""The tools of the corpus: probes, suggestions, digests and the generated schema."""

from __future__ import annotations

import shutil
from dataclasses import replace
from random import Random

import pytest
from shengji_spec import data
from shengji_spec.cases import asked_under, home, load_cases
from shengji_spec.model import load_spec
from shengji_spec.text import digest
from shengji_spec.variants import base_options, check
from shengji_spec.yaml_loader import load
from spec_fixture import write_cases, write_spec

from tools import check_corpus, make_variant_schema, reread
from tools.probes import COMBINATIONS, Prober
from tools.space import Space
from tools.suggest import as_yaml, suggest


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


@pytest.fixture
def case(tmp_path, spec):
    """Return a function that gives the pair case another `when`; it expects a refusal."""
    cases = load_cases(write_cases(tmp_path), spec)
    pair = next(case for case in cases if case.id == "follow.pair/pair-owed")

    def changed(when, needs=None):
        return replace(pair, when=when, expect={"legal": False}, needs=needs or {})

    return changed


def prober(spec, legal):
    """Return a prober whose engine answers `legal` from the options alone."""
    return Prober(spec, lambda options, _question, _given: {"legal": legal(options)})


# --- the space of options ----------------------------------------------------------------------------


def test_neighbours_are_valid_and_differ_in_one_value(spec):
    """Each option that applies at each other value, with what follows, and only valid choices."""
    base = base_options(spec)
    found = {(key, value): options for key, value, options in Space(spec).neighbours(base)}

    assert ("cards.decks", 4) in found
    assert ("follow.triples", False) not in found
    assert found["levels.mandatory", "NT"]["levels.no-trump"] is True
    assert not [key for key, options in found.items() if check(options, spec)]
    assert all(options[key] == value for (key, value), options in found.items())


def test_neighbour_that_another_value_forbids_is_none(spec):
    """What would break what another value requires is no valid choice."""
    space = Space(spec)
    base = space.moved(base_options(spec), "levels.mandatory", "NT")

    assert space.moved(base, "levels.no-trump", value=False) is None


@pytest.mark.parametrize(
    "condition",
    [
        {},
        {"cards.decks": [3, 4]},
        {"follow.order": "wide"},
        {"follow.triples": [True, False], "levels.start": "3"},
        {"levels.mandatory": "NT"},
        {"levels.mandatory": ["NT", "A"], "levels.no-trump": False},
    ],
)
def test_random_choices_are_valid_and_satisfy_the_condition(spec, condition):
    """Whatever the condition, draws are whole and consistent, and as many as were asked for."""
    drawn = list(Space(spec).draw(Random(1), condition, 60))

    assert len(drawn) == 60
    assert not [options for options in drawn if check(options, spec)]
    assert all(holds_all(condition, options) for options in drawn)
    assert len({tuple(options.items()) for options in drawn}) > 5


def holds_all(condition, options):
    """Tell whether options have the values of a condition."""
    return all(options[k] in (v if isinstance(v, list) else [v]) for k, v in condition.items())


def test_condition_that_nothing_satisfies_has_no_choices(spec):
    """A contradiction gives nothing, and ends."""
    condition = {"cards.decks": 2, "follow.order": "wide"}

    assert list(Space(spec).draw(Random(1), condition, 10)) == []


# --- sound, tight, full ------------------------------------------------------------------------------


def test_case_that_says_what_it_depends_on_is_fine(spec, case):
    """An option that changes the answer is named with the values that give it."""
    report = prober(spec, lambda o: o["follow.pairs"] == "free").examine(
        case({"follow.pairs": "must"})
    )

    assert report.fine
    assert report.asked > COMBINATIONS


def test_option_that_matters_and_is_not_named_makes_it_unsound(spec, case):
    """Probes under `when` that answer differently are listed."""
    report = prober(spec, lambda o: o["levels.start"] == "3").examine(
        case({"follow.pairs": "must"})
    )

    assert report.unsound
    assert all(options["levels.start"] == "3" for options, _ in report.unsound)


def test_options_that_matter_only_together_are_found(spec, case):
    """What only a combination shows, the random choices show."""
    together = prober(spec, lambda o: o["levels.start"] == "3" and o["cards.jokers"] == "none")

    assert together.examine(case({"cards.jokers": "none", "levels.table": "eighty"})).unsound


def test_option_named_without_need_makes_it_loose(spec, case):
    """An option none of whose other values changes the answer is not named rightly."""
    when = {"follow.pairs": "must", "levels.start": "2"}
    report = prober(spec, lambda o: o["follow.pairs"] == "free").examine(case(when))

    assert report.loose == ["levels.start"]
    assert not report.unsound


def test_value_left_out_without_need_is_missing(spec, case):
    """A value that always gives the same answer belongs to those named."""
    when = {"cards.decks": [2, 3]}
    report = prober(spec, lambda o: o["cards.decks"] == 1).examine(case(when))

    assert report.missing == [("cards.decks", 4)]
    assert not report.loose


def test_value_that_gives_the_same_answer_only_sometimes_is_left_out_rightly(spec, case):
    """A value must always give the same answer to be missed, not only near the published variants."""
    sometimes = prober(
        spec, lambda o: o["levels.mandatory"] == "none" and o["cards.jokers"] == "none"
    )

    assert not sometimes.examine(case({"levels.mandatory": ["A", "NT"]})).missing


def test_values_under_which_the_position_does_not_exist_are_not_asked(spec, case):
    """What the position needs is not repeated in `when`, and nothing else is probed."""
    needs = {"cards.decks": [2, 3, 4]}
    asked = prober(spec, lambda o: o["cards.decks"] == 1)

    assert asked.examine(case({}, needs=needs)).fine
    assert asked.examine(case({"cards.decks": [2, 3, 4]}, needs=needs)).loose == ["cards.decks"]


def test_option_may_be_named_because_it_must_apply(spec, case):
    """All values named and none left out: the answer changes where the option is absent."""
    report = prober(spec, lambda o: "follow.triples" not in o).examine(
        case({"follow.triples": [True, False]})
    )

    assert report.fine


def test_wrong_case_is_unsound_under_its_own_variant(spec, case):
    """An answer that the engine does not give at all is refuted by the first probe."""
    wrong = prober(spec, lambda _: True)

    assert wrong.examine(case({})).unsound[0][0] == wrong.published["plain"]


def test_malformed_cases_are_probed_too(spec, case):
    """What is no position is none under all probes."""
    no_position = replace(case({}), expect={"malformed": True})
    refusing = Prober(spec, lambda *_: {"malformed": True})

    assert refusing.examine(no_position).fine
    assert prober(spec, lambda _: False).examine(no_position).unsound
    assert refusing.examine(case({})).unsound


def test_crash_of_the_engine_is_a_difference(spec, case):
    """An engine that fails agrees with nothing, not even with `malformed`."""
    failing = Prober(spec, lambda *_: {"error": "ZeroDivisionError: division by zero"})
    no_position = replace(case({}), expect={"malformed": True})

    assert "the engine fails: ZeroDivisionError" in failing.examine(no_position).unsound[0][1][0]


def test_case_without_a_published_variant_is_probed_from_its_home(spec, case):
    """The home stands for the variants."""
    asking = prober(spec, lambda o: o["follow.pairs"] == "must")
    free = case({"follow.pairs": "free"})

    assert asking.bases(free) == [home(free, spec).options]
    assert asking.examine(free).fine


def test_probes_are_the_same_for_everybody(spec, case):
    """The random choices depend on the case id alone, and satisfy `when`."""
    when = {"follow.pairs": "must"}
    first, second = (list(prober(spec, lambda _: False).probes(case(when))) for _ in range(2))

    assert first == second
    assert all(asked_under(case(when), options) for options in first)


# --- suggestions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("legal", "expected"),
    [
        (lambda _: False, {}),
        (lambda o: o["follow.pairs"] == "free", {"follow.pairs": ["must"]}),
        (lambda o: o["cards.decks"] == 1, {"cards.decks": [2, 3, 4]}),
        (
            lambda o: o["levels.start"] == "3" or o["follow.pairs"] == "free",
            {"follow.pairs": ["must"], "levels.start": ["2"]},
        ),
        (lambda o: o.get("follow.order") == "wide", {"follow.order": ["long"]}),
    ],
)
def test_suggestion_names_what_changes_the_answer(spec, case, legal, expected):
    """The options whose change changes the answer, with the values that keep it."""
    found = suggest(prober(spec, legal), case({}))

    if expected == {
        "follow.order": ["long"]
    }:  # known only where it applies; more than one way is right
        assert found
    else:
        assert found == expected


def test_suggestion_for_options_that_matter_together_is_sound(spec, case):
    """A suggestion that random choices refute is narrowed until they do not."""
    asked = prober(spec, lambda o: o["levels.start"] == "3" and o["cards.jokers"] == "none")
    found = suggest(asked, case({}))

    assert not asked.examine(case(found)).unsound


def test_no_suggestion_for_a_wrong_case(spec, case):
    """Where the engine never gives the answer there is nothing to suggest."""
    assert suggest(prober(spec, lambda _: True), case({})) is None


def test_culprits_are_the_fewest_changes(spec, case):
    """Of a random choice only what makes it differ is named."""
    asked = prober(spec, lambda o: o["levels.start"] == "3" and o["cards.jokers"] == "none")
    whole = {
        **base_options(spec),
        "levels.start": "3",
        "cards.jokers": "none",
        "levels.no-trump": True,
    }

    assert asked.culprits(case({}), whole) == {"levels.start": "3", "cards.jokers": "none"} or (
        # from the variant `book`, which begins at 3, one change is enough
        asked.culprits(case({}), whole) == {"cards.jokers": "none"}
    )


def test_suggestion_is_yaml(tmp_path):
    """A suggestion can be pasted into a case file and reads as what it is."""
    condition = {
        "levels.start": ["2"],
        "cards.decks": [3, 4],
        "x.y": [True],
        "a.b": ["5-10-K", "10"],
    }
    path = tmp_path / "a.yaml"
    path.write_text(f"when: {as_yaml(condition)}\n", encoding="utf-8")

    assert load(path).data["when"] == {
        "levels.start": "2",
        "cards.decks": [3, 4],
        "x.y": True,
        "a.b": ["5-10-K", "10"],
    }


# --- digests -----------------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path, spec, monkeypatch):
    """Return a small corpus to which the tool belongs."""
    monkeypatch.setattr(reread, "load_spec", lambda: spec)
    return write_cases(tmp_path)


def lines_changed(before, after):
    """Return the lines in which two texts differ, which have as many."""
    rows = zip(before.splitlines(keepends=True), after.splitlines(keepends=True), strict=True)
    return [(old, new) for old, new in rows if old != new]


def test_renewing_changes_nothing_but_digests(corpus, spec):
    """Comments, layout and quotes stay; only the digits behind `read:` change."""
    path = corpus / "follow/pair.yaml"
    before = path.read_text("utf-8")

    assert reread.main([], corpus) == 0
    fresh = digest(spec.rules["follow.pair"])
    assert {new for _, new in lines_changed(before, path.read_text("utf-8"))} == {
        f'    read: "{fresh}"\n'
    }
    assert reread.main(["--check"], corpus) == 0


def test_line_ends_and_comments_behind_stay(corpus, spec):
    """A file with other line ends and a comment behind the digest keeps them."""
    path = corpus / "follow/pair.yaml"
    content = path.read_bytes().replace(b'read: "00000000"', b"read:   '00000000'   # by hand", 1)
    path.write_bytes(content.replace(b"\n", b"\r\n"))
    reread.main(["pair-owed"], corpus)
    fresh = digest(spec.rules["follow.pair"]).encode()

    assert b'read:   "' + fresh + b'"   # by hand\r\n' in path.read_bytes()
    assert path.read_bytes().count(b"\r\n") == content.count(b"\n")


def test_only_the_cases_that_are_named(corpus, capsys):
    """A case that nobody read again keeps its digest."""
    reread.main(["follow.pair/pair-owed"], corpus)

    assert reread.main(["--check"], corpus) == 1
    assert capsys.readouterr().out.splitlines() == [
        *("1 renewed", "cards.pack/hearts-in-order", "cards.pack/split", "cards.pack/either"),
        *("declare.ladder/stronger", "declare.ladder/nothing-shown"),
        *("follow.pair/three-alike", "follow.pair/no-card", "7 stale"),
    ]


def test_checking_changes_nothing(corpus):
    """With --check no file is written."""
    before = {path: path.read_bytes() for path in corpus.rglob("*.yaml")}
    reread.main(["--check"], corpus)

    assert before == {path: path.read_bytes() for path in corpus.rglob("*.yaml")}


def test_file_that_cannot_be_read_is_named_and_the_rest_renewed(corpus, capsys):
    """One broken file does not keep the others from being renewed."""
    path = corpus / "follow/pair.yaml"
    path.write_bytes(path.read_bytes().replace(b"rule: follow.pair\n", b"rule: follow.pear\n", 1))

    assert reread.main([], corpus) == 1
    captured = capsys.readouterr()
    assert "5 renewed" in captured.out
    assert 'did you mean "follow.pair"?' in captured.err


# --- the generated schema, and the corpus checked by the engine --------------------------------------


def test_variant_schema_is_fresh():
    """The schema of variants is what the options make it."""
    assert (data.schema_dir() / "variant.schema.json").read_text("utf-8") == (
        make_variant_schema.fresh_text()
    ), "run python -m tools.make_variant_schema"


def test_stale_variant_schema_is_noticed_and_renewed(tmp_path, monkeypatch, capsys):
    """The tool tells a stale schema by its exit code, and renews it."""
    monkeypatch.setattr(make_variant_schema.data, "schema_dir", lambda: tmp_path)
    monkeypatch.setattr(make_variant_schema, "fresh_text", lambda: "{}\n")
    (tmp_path / "variant.schema.json").write_text("old")

    assert make_variant_schema.main(["--check"]) == 1
    assert make_variant_schema.main([]) == 0
    assert make_variant_schema.main(["--check"]) == 0
    assert "stale" in capsys.readouterr().out


@pytest.fixture
def few_cases(tmp_path):
    """Return a folder with a few real cases."""
    source = data.corpus_dir() / "follow/pair.yaml"
    target = tmp_path / "follow/pair.yaml"
    target.parent.mkdir()
    shutil.copy(source, target)
    return tmp_path


def test_check_corpus_is_quiet_about_cases_that_are_fine(few_cases, capsys):
    """Cases that the engine agrees with end in one line and exit code 0."""
    assert check_corpus.main(["--folder", str(few_cases), "--jobs", "1"]) == 0
    assert "none to look at" in capsys.readouterr().out


def test_check_corpus_shows_a_wrong_case(few_cases, capsys):
    """A wrong answer is shown with the position, what was expected and what the engine says."""
    path = few_cases / "follow/pair.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{legal: true}", "{legal: false, rule: follow.pair}", 1), "utf-8")

    assert check_corpus.main(["--folder", str(few_cases), "--jobs", "1"]) == 1
    shown = capsys.readouterr().out
    assert "wrong under " in shown
    assert "legal: expected false, got true" in shown


def test_check_corpus_reports_a_file_that_cannot_be_loaded(few_cases, capsys):
    """A mistake in a file is shown before any case is asked."""
    (few_cases / "follow/pair.yaml").write_text("rule: follow.pair\n", encoding="utf-8")

    assert check_corpus.main(["--folder", str(few_cases)]) == 1
    assert "`cases` is missing" in capsys.readouterr().err


def test_check_corpus_without_such_a_case(few_cases, capsys):
    """A text that no id holds is said, not silently passed."""
    assert check_corpus.main(["--folder", str(few_cases), "no-such-case"]) == 1
    assert "no case has such an id" in capsys.readouterr().err
