"""Tiers: each includes those before it, and what is not asked for is not read."""

from __future__ import annotations

import json
import tracemalloc

import fixture
import pytest
from harness import call, miniature, run
from shengji_conformance.corpus import Corpus, CorpusError
from shengji_conformance.selection import Selector, UsageError, choose_variants, plan


def full_case(number, **more):
    """Return a generated case: it has no text of its rule."""
    identity = f"follow.pair/g1-7-{number:06}"
    case = fixture.follow_case(number, legal=number % 3 != 0, id=identity, tier="full", **more)
    del case["text"]
    return case


def cases_of_all_tiers(full=4):
    """Return two smoke cases, three core ones and some generated ones."""
    smoke = [fixture.follow_case(n, tier="smoke") for n in range(2)]
    core = [fixture.follow_case(2), *map(fixture.trick_case, range(2))]
    return [*smoke, *core, *map(full_case, range(full))]


@pytest.fixture(scope="module")
def tiered(tmp_path_factory):
    """Return a corpus with cases of all tiers."""
    return fixture.write_corpus(tmp_path_factory.mktemp("tiered"), cases_of_all_tiers())


@pytest.mark.parametrize(("tier", "number"), [("smoke", 2), ("core", 5), ("full", 9)])
def test_run_asks_a_tier(tiered, tier, number):
    """Each tier includes those before it; the report says which one was asked."""
    done = run(tiered, "right", "--tier", tier, "--variant", "two-deck")

    assert done.code == 0
    assert done.statuses == {"pass": number}
    assert done.header["tier"] == tier


def test_core_is_the_default(tiered):
    """Generated cases are asked on demand only."""
    assert run(tiered, "right", "--variant", "two-deck").statuses == {"pass": 5}


@pytest.mark.parametrize(("tier", "number"), [("smoke", 2), ("core", 5), ("full", 9)])
def test_list_of_a_tier(tiered, tier, number):
    """The list has the same cases, each once, with the variants it is asked under."""
    listed = json.loads(call("list", "--corpus", tiered, "--tier", tier, "--json").stdout)

    assert len(listed) == len({case["id"] for case in listed}) == number
    assert {tuple(case["variants"]) for case in listed} == {("two-deck", "two-deck-too")}
    assert ("full" in {case["tier"] for case in listed}) == (tier == "full")


def test_core_run_reads_no_generated_case(tmp_path):
    """The files of generated cases may be missing until somebody asks for them."""
    folder = fixture.write_corpus(tmp_path, cases_of_all_tiers())
    (folder / "follow.full.jsonl").unlink()
    corpus = Corpus.open(folder)

    assert len(list(corpus.scan())) == 5
    with pytest.raises(CorpusError, match=r"follow\.full\.jsonl"):
        list(corpus.scan("full"))


def test_failing_generated_case_is_told_in_full(tiered):
    """The rule's text comes from the manifest, and the command that runs it again names the tier."""
    done = call("run", "--corpus", tiered, "--tier", "full", "--", *miniature("wrong"))

    assert "--tier full --variant two-deck --select follow.pair/g1-7-000000" in done.stdout
    assert call("show", "--corpus", tiered, "follow.pair/g1-7-000001").returncode == 0


def test_selection_in_a_deeper_tier_is_pointed_at(tiered):
    """Who selects a generated case without its tier is told which one to add."""
    corpus = Corpus.open(tiered)
    everybody = choose_variants(corpus, [])

    with pytest.raises(UsageError, match="add --tier full"):
        plan(corpus, everybody, Selector(["follow.pair/g1-7-000001"]))
    with pytest.raises(UsageError, match="add --tier core"):
        plan(corpus, everybody, Selector(["trick"]), "smoke")
    with pytest.raises(UsageError, match="did you mean"):
        plan(corpus, everybody, Selector(["follow.par"]), "full")


def test_empty_tier_is_said_so(tmp_path):
    """A corpus without smoke cases has nothing to run in that tier."""
    folder = fixture.write_corpus(tmp_path, [fixture.follow_case(1)])
    done = call("run", "--corpus", folder, "--tier", "smoke", "--", *miniature("right"))

    assert done.returncode == 2
    assert "no such cases" in done.stderr


def test_cases_of_several_lists_come_in_the_order_of_the_corpus(tmp_path):
    """Cases with different conditions are on different lists, and asked in order all the same."""
    conditions = ({}, {"follow.pairs": "must"}, {"cards.decks": 2})
    cases = [fixture.follow_case(n, when=conditions[n % 3]) for n in range(30)]
    cases += [full_case(n, when=conditions[n % 2]) for n in range(30)]
    corpus = Corpus.open(fixture.write_corpus(tmp_path, cases))
    (ask,) = plan(corpus, choose_variants(corpus, ["two-deck"]), Selector([]), "full")

    assert [case["id"] for case in ask.cases(corpus)] == [case["id"] for case in cases]


def test_memory_is_flat(tmp_path):
    """What is remembered of a case is its place: twelve bytes, under however many variants."""

    def grown(number):
        folder = fixture.write_corpus(tmp_path / str(number), cases_of_all_tiers(number))
        corpus = Corpus.open(folder)
        tracemalloc.start()
        asks = plan(corpus, choose_variants(corpus, []), Selector([]), "full")
        for ask in asks:
            for _ in ask.cases(corpus):
                pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    few, many = grown(100), grown(5100)

    assert many - few < 5000 * 12
