"""Flags that narrow a selection, and what is said of those that cannot."""

from __future__ import annotations

import json

import fixture
import pytest
from harness import call, miniature, run

PAIRS = {"follow.pairs": ["must", "free"]}


def cases():
    """Return cases of two profiles, two levels and several conditions."""
    return [
        fixture.follow_case(1),
        fixture.follow_case(2, level="may"),
        fixture.follow_case(3, when={"follow.pairs": "must"}),
        fixture.follow_case(4, when=PAIRS),
        fixture.follow_case(5, when={"cards.decks": 2}),
        fixture.trick_case(6),
        fixture.trick_case(7, question="judge_burial"),
    ]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Return a corpus of them."""
    folder = fixture.write_corpus(tmp_path_factory.mktemp("mixed"), cases())
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["profiles"]["deal"] = ["judge_burial"]
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def listed(folder, *flags):
    """Return the numbers of the cases that flags select."""
    done = call("list", "--corpus", folder, "--json", *flags)

    assert done.returncode == 0, done.stderr
    return sorted(int(case["id"][-1]) for case in json.loads(done.stdout))


@pytest.mark.parametrize(
    ("flags", "numbers"),
    [
        (["--profile", "play"], [1, 2, 3, 4, 5, 6]),
        (["--profile", "deal"], [7]),
        (["--profile", "deal", "--profile", "play"], [1, 2, 3, 4, 5, 6, 7]),
        (["--level", "may"], [2]),
        (["--level", "must", "--select", "follow"], [1, 3, 4, 5]),
        (["--option", "follow.pairs=must"], [3, 4]),
        (["--option", "follow.pairs=free"], [4]),
        (["--option", "cards.decks=2"], [5]),
        (["--option", "cards.decks=2", "--option", "follow.pairs=must"], [3, 4, 5]),
        (["--exclude", "trick"], [1, 2, 3, 4, 5]),
        (["--exclude", "*-000[1-5]", "--exclude", "judge_burial"], [6]),
        (["--exclude", "trick", "--option", "cards.decks=2"], [5]),
    ],
)
def test_flags_narrow(mixed, flags, numbers):
    """Flags of different kinds narrow each other, and the same one given again widens."""
    assert listed(mixed, *flags) == numbers


def test_run_takes_the_same_flags(mixed):
    """What is listed is what is asked."""
    done = run(mixed, "right", "--option", "follow.pairs=must", "--variant", "two-deck")

    assert done.ids("pass") == {"follow.pair/case-0003", "follow.pair/case-0004"}


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--profile", "plays"], "'play', 'deal', 'match', 'record'"),
        (["--level", "should"], "'must', 'may'"),
        (["--option", "folow.pairs=must"], "did you mean follow.pairs?"),
        (["--option", "follow.pairs=mst"], "did you mean must? It has must, free"),
        (["--option", "follow.pairs"], "write it as in follow.pairs=must"),
        (["--option", "cards.decks=9"], "the option has no such value; it has 2"),
        (["--exclude", "trik"], "--exclude trik: no case has this id, rule, chapter or question"),
        (["--exclude", "follow", "--exclude", "trick"], "no case passes all of --exclude follow"),
        (["--level", "may", "--profile", "deal"], "passes all of --profile deal --level may"),
        (["--only-failed", "missing.json"], "missing.json: No such file"),
    ],
)
def test_flags_that_mean_nothing(mixed, flags, said):
    """A flag that names nothing is refused with what is nearest, and so is a selection of nothing."""
    done = call("run", "--corpus", mixed, *flags, "--", *miniature("right"))

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_corpus_without_profiles(tmp_path):
    """A corpus of an older suite has no profiles, and says so."""
    folder = fixture.write_corpus(tmp_path, cases())
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    del manifest["profiles"]
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    done = call("list", "--corpus", folder, "--profile", "play")

    assert done.returncode == 2
    assert "does not say which questions a profile has" in done.stderr


def test_only_failed(corpus, tmp_path):
    """What failed or erred is asked again, under those variants alone; numbers count from there."""
    report = tmp_path / "report.json"
    before = call("run", "--corpus", corpus, "--json", report, "--", *miniature("all-malformed"))
    content = json.loads(report.read_bytes())
    kept = [r for r in content["results"] if r["variant"] == "two-deck"][:3]
    kept[0]["status"], kept[1]["status"], kept[2]["status"] = "error", "not-run", "pass"
    content["results"] = kept
    report.write_text(json.dumps(content))
    done = run(corpus, "right", "--only-failed", report)

    assert before.returncode == 1
    assert [(r["number"], r["id"], r["variant"]) for r in done.report["results"]] == [
        (n, kept[n]["id"], "two-deck") for n in (0, 1)
    ]


def test_only_failed_without_failures(corpus, tmp_path):
    """A report in which nothing failed leaves nothing to ask, and that is said."""
    report = tmp_path / "report.json"
    report.write_text('{"header": {}, "results": [{"id": "a", "variant": "b", "status": "pass"}]}')
    done = call("list", "--corpus", corpus, "--only-failed", report)

    assert done.returncode == 2
    assert "nothing failed there" in done.stderr
