"""Selections, and what is said of those that hold nothing."""

from __future__ import annotations

import json

import fixture
import pytest
from harness import call, miniature
from shengji_conformance.corpus import Corpus, CorpusError
from shengji_conformance.selection import Selector, UsageError, choose_variants, find_case, plan


def picked(corpus, *texts):
    """Return the ids that texts select."""
    selector = Selector(texts)
    return {case["id"] for _, _, case in Corpus.open(corpus).scan() if selector(case)}


def test_no_text_selects_all(corpus):
    """Without --select every case is selected."""
    assert len(picked(corpus)) == 36


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("follow.pair/case-0003", 1),
        ("follow.pair/case-000?", 10),
        ("trick.*", 3),
        ("follow.pair", 33),
        ("trick", 3),
        ("judge_trick", 3),
        ("follow.pair/labelled", 1),
        ("follow.pair/labelled:must", 1),
    ],
)
def test_text_selects(corpus, text, number):
    """A text is an id (with or without its label), a glob, a rule, a chapter or a question."""
    assert len(picked(corpus, text)) == number


def test_texts_are_a_union(corpus):
    """Several texts select whatever one of them does."""
    assert len(picked(corpus, "trick", "follow.pair/case-0003", "judge_trick")) == 4


def test_unknown_text_names_the_nearest(corpus):
    """A text that matches nothing is refused with the nearest name, even beside one that matches."""
    opened = Corpus.open(corpus)

    with pytest.raises(UsageError, match=r"did you mean follow\.pair\?"):
        plan(opened, choose_variants(opened, []), Selector(["trick", "folow.pair"]))


def test_home_cases_are_asked_at_home(corpus):
    """A case with a home is asked there, and under no variant whose options it does not fit."""
    opened = Corpus.open(corpus)
    asks = plan(opened, choose_variants(opened, []), Selector([]))

    assert {ask.variant.id: ask.count for ask in asks} == {
        "two-deck": 35,
        "two-deck-too": 35,
        fixture.HOME: 1,
    }


def test_needs_hold(tmp_path):
    """A case whose position does not exist under a variant is not asked there."""
    cases = [fixture.follow_case(1), fixture.follow_case(2, needs={"cards.decks": [3, 4]})]
    opened = Corpus.open(fixture.write_corpus(tmp_path, cases))
    asks = plan(opened, choose_variants(opened, ["two-deck"]), Selector([]))

    assert [ask.count for ask in asks] == [1]


def test_variants_are_chosen_once(corpus):
    """A variant that is named twice is asked once; a home is named by its id."""
    chosen = choose_variants(Corpus.open(corpus), ["two-deck", fixture.HOME, "two-deck"])

    assert [variant.id for variant in chosen] == ["two-deck", fixture.HOME]


def test_unknown_variant_names_the_nearest(corpus):
    """A variant that does not exist is refused with the nearest name."""
    with pytest.raises(UsageError, match="did you mean two-deck"):
        choose_variants(Corpus.open(corpus), ["two-dekc"])


def test_an_alternative_is_chosen_with_its_variant():
    """What a variant lists as another way to play is chosen behind a plus."""
    (chosen,) = choose_variants(Corpus.open(), ["two-deck-general+hook-back"])

    assert chosen.id == "two-deck-general+hook-back"
    assert chosen.options["levels.hook-back"] == "jack-and-ace"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("two-deck-general+hok-back", 'did you mean "hook-back"'),
        ("two-dekc+hook-back", "did you mean two-deck"),
        ("+", "neither a known variant nor a file"),
    ],
)
def test_unknown_alternative_names_the_nearest(text, said):
    """An alternative that does not exist is refused with the nearest name."""
    with pytest.raises(UsageError, match=said):
        choose_variants(Corpus.open(), [text])


def test_unknown_case_names_the_nearest(corpus):
    """So is a case."""
    with pytest.raises(UsageError, match=r"did you mean follow.pair/case-0001\?"):
        find_case(Corpus.open(corpus), "follow.pair/case-00001")


def test_cases_come_in_order(corpus):
    """The cases of a plan are read where they lie, in the order of the corpus."""
    opened = Corpus.open(corpus)
    ask = plan(opened, choose_variants(opened, ["two-deck"]), Selector(["*case-000*"]))[0]
    ids = [case["id"] for case in ask.cases(opened)]

    assert ids == sorted(ids)
    assert len(ids) == ask.count == 13


def test_no_corpus(tmp_path):
    """A folder without a manifest is refused."""
    with pytest.raises(CorpusError, match="is this a compiled corpus"):
        Corpus.open(tmp_path)


def test_broken_line(tmp_path):
    """A line that is no JSON is named by its file and place."""
    folder = fixture.write_corpus(tmp_path, [fixture.follow_case(1)])
    (folder / "follow.jsonl").write_bytes(b'{"id":\n')

    with pytest.raises(CorpusError, match=r"follow\.jsonl: no case at byte 0"):
        list(Corpus.open(folder).scan())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--select", "nothing-of-the-kind"],
        ["--variant", "nothing-of-the-kind"],
        ["--variant", "two-deck", "--select", "follow.pair/case-9000"],
        ["--no-such-option"],
    ],
)
def test_usage(corpus, arguments):
    """Nothing selected is no success but exit code 2, and nothing is asked."""
    done = call("run", "--corpus", corpus, *arguments, "--", *miniature("right"))

    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_unwritable_report(corpus, tmp_path):
    """A report that cannot be written is found out before anything is asked."""
    target = tmp_path / "missing" / "report.json"
    done = call("run", "--corpus", corpus, "--json", target, "--", *miniature("right"))

    assert done.returncode == 2
    assert "No such file or directory" in done.stderr
    assert done.stdout == ""


def test_list(corpus):
    """`list` prints a case a line and counts questions."""
    done = call("list", "--corpus", corpus, "--select", "trick")

    assert [line.split()[:3] for line in done.stdout.splitlines()] == [
        [f"trick.highest/case-{number:04}", "judge_trick", "2"] for number in range(3)
    ]
    assert "3 cases, 6 questions under 2 variants" in done.stderr


def test_list_json(corpus):
    """`list --json` is an array with the variants of each case."""
    done = call("list", "--corpus", corpus, "--json", "--variant", "two-deck")
    listed = json.loads(done.stdout)

    assert len(listed) == 35
    assert {tuple(entry["variants"]) for entry in listed} == {("two-deck",)}
