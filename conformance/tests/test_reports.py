"""The files that other programs read."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from collections import Counter

import fixture
import pytest
from harness import call, miniature, run
from jsonschema import Draft202012Validator
from shengji_conformance.files import Spool
from shengji_spec.data import schema_dir


@pytest.fixture
def junit(corpus, tmp_path):
    """Return a function that runs a miniature and reads the JUnit file."""

    def read(name, *options):
        path = tmp_path / "junit.xml"
        call("run", "--corpus", corpus, "--junit", path, *options, "--", *miniature(name))
        return ET.parse(path).getroot()  # noqa: S314 (our own file)

    return read


def test_header(corpus):
    """The report says what was run, against what and how it went."""
    header = run(corpus, "right").header

    assert header["implementation"] == {"name": "mini", "version": "1"}
    assert header["corpus"] == "0.0.1"
    assert header["protocol"] == 1
    assert header["command"][1:] == miniature("right")[1:]
    assert header["counts"] == {"pass": 71, "fail": 0, "error": 0, "unsupported": 0, "not-run": 0}
    assert header["variants"] == ["two-deck", "two-deck-too", "home-0badcafe"]


def test_results_come_in_the_order_of_the_plan(corpus):
    """Whatever the order of the answers, two reports list the same things in the same order."""
    one, other = run(corpus, "right").report, run(corpus, "shuffled").report

    assert one["results"] == other["results"]


def test_result_of_a_failure(corpus):
    """A failure holds what was expected and what came, where it came from and why."""
    results = run(corpus, "wrong", "--select", "follow.pair/case-0001").report["results"]

    assert results[0] == {
        "number": 0,
        "id": "follow.pair/case-0001",
        "variant": "two-deck",
        "question": "judge_follow",
        "status": "fail",
        "rule": "follow.pair",
        "chapter": "follow",
        "from": ["S4.14"],
        "digest": "264b2aa6",
        "reason": "wrong answer",
        "expected": {"legal": True},
        "got": {"legal": False, "rule": "\x1b[31mred"},
    }


def test_digest_tells_a_changed_case(tmp_path):
    """The digest follows position and answer, not the wording and not the order of keys."""
    case = fixture.follow_case(1)
    reworded = case | {
        "title": {"en": "Other words"},
        "given": dict(reversed(case["given"].items())),
    }
    changed = case | {"expect": {"legal": False, "rule": "follow.suit"}}
    digests = []
    for number, version in enumerate((case, reworded, changed)):
        corpus = fixture.write_corpus(tmp_path / str(number), [version])
        digests.append({r["digest"] for r in run(corpus, "right").report["results"]})

    assert digests[0] == digests[1]
    assert digests[0].isdisjoint(digests[2])


def test_every_selected_question_has_one_result(corpus):
    """Crashes, restarts and retries leave exactly one result for every question."""
    results = run(corpus, "dead-in-the-middle").report["results"]
    seen = Counter((result["id"], result["variant"]) for result in results)

    assert len(seen) == 71
    assert set(seen.values()) == {1}


def test_complaints_are_in_the_report(corpus):
    """What is wrong with the adapter, and with no answer of it, is said in the report too."""
    complaints = run(corpus, "chatty").header["complaints"]

    assert len(complaints) == 1
    assert "stdout is for answers" in complaints[0]


def test_junit_of_a_success(junit):
    """A suite for every variant, with its counts."""
    root = junit("right")

    assert root.get("tests") == "71"
    assert [suite.get("name") for suite in root] == ["two-deck", "two-deck-too", "home-0badcafe"]
    assert [suite.get("tests") for suite in root] == ["35", "35", "1"]
    assert {case.get("classname") for case in root[0]} == {
        "two-deck.follow.pair",
        "two-deck.trick.highest",
    }


def test_junit_of_a_failure(junit):
    """A failure tells the whole story as text, in characters that XML has."""
    root = junit("wrong", "--select", "follow.pair/case-0001")
    failure = root.find("testsuite/testcase/failure")

    assert root.get("failures") == "2"
    assert failure is not None
    assert failure.text is not None
    assert "lead       ♥6 ♥6" in failure.text
    assert r"\x1b[31mred" in failure.text


@pytest.mark.parametrize(("name", "tag"), [("internal-error", "error"), ("partial", "skipped")])
def test_junit_tells_errors_and_skips_apart(junit, name, tag):
    """An error is an error; what is unsupported or not run is skipped, with the reason."""
    root = junit(name)

    assert root.findall(f"testsuite/testcase/{tag}")
    assert not root.findall("testsuite/testcase/failure")


def test_junit_holds_complaints(junit):
    """A breach of the protocol fails a test suite of its own."""
    root = junit("chatty")

    assert root.get("failures") == "1"
    assert root[-1].get("name") == "protocol"


def test_report_is_whole_or_absent(tmp_path):
    """A spool that is never finished leaves no file, and an older report stays as it was."""
    target = tmp_path / "report.json"
    target.write_text("old")
    with Spool(target) as spool:
        spool.write(b"half")

    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.json"]  # noqa: PTH208


def test_report_by_the_schema(corpus):
    """The report is as its schema says."""
    schema = json.loads((schema_dir() / "report.schema.json").read_text("utf-8"))
    for name in ("wrong", "partial", "dead-at-start"):
        Draft202012Validator(schema).validate(run(corpus, name).report)
