"""The ledger of known failures, in a run."""

# ruff: noqa: RUF001

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from datetime import date

import fixture
import pytest
from harness import call, miniature, run
from jsonschema import Draft202012Validator
from shengji_conformance.common import Selection
from shengji_conformance.ledger import read
from shengji_conformance.ledger_survey import follower
from shengji_conformance.narrow import Narrowing
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import say
from shengji_spec.data import schema_dir
from shengji_spec.errors import SpecError

CASE = "follow.pair/case-0001"
OTHER = "follow.pair/case-0002"
TODAY = date(2026, 6, 15)
WRONG = {"legal": False, "rule": "follow.pair"}


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a ledger of entries, each a flow mapping."""

    def written(*entries):
        path = tmp_path / "known.yaml"
        lines = [f"  - {{{entry}}}\n" for entry in entries]
        path.write_text("known:\n" + "".join(lines) if lines else "known: []\n", "utf-8")
        return path

    return written


def entry(case=CASE, rest="status: fail", why="cause: bug, reason: it is so"):
    """Return an entry as text."""
    return f'id: "{case}", {rest}, {why}'


def result(status, case=CASE, variant="two-deck", got=None, why=None):
    """Return a result of a run."""
    number = int(case[-4:])
    question = Question(0, fixture.follow_case(number, id=case), variant, b"")
    return Result(question, Status(status), why, got)


@pytest.fixture
def reckon(corpus, write):
    """Return a function that holds results against a ledger and returns its faults, the file left away."""

    def reckoned(entries, *results, part=("two-deck",), shard=None):
        path = write(*entries)
        selection = Selection.of(corpus, part, [], narrowing=Narrowing(shard=shard))
        reckoning = follower(path, selection, TODAY)
        for one in results:
            reckoning(one)
        return [str(said).removeprefix(f"{path}:") for said in reckoning.facts().faults]

    return reckoned


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("status: fail", result("fail", got=WRONG)),
        ("status: fail, got: {legal: false}", result("fail", got=WRONG)),
        ("status: fail, variant: two-*", result("fail", got=WRONG)),
        ("status: fail, variant: [x, two-deck]", result("fail", got=WRONG)),
        (
            "status: fail, got: {cards: [H4, H5]}",
            result("fail", got={"cards": ["H5", "H4"], "more": 1}),
        ),
        (
            "status: fail, got: {error: {code: -32602}}",
            result("fail", got={"error": {"code": -32602}}),
        ),
        ("status: error", result("error", why=say("killed", signal="SIGSEGV"))),
        ("status: error, error: SIGSEGV", result("error", why=say("killed", signal="SIGSEGV"))),
        ('status: flaky, until: "2026-06-15"', result("fail", got=WRONG)),
        ('status: flaky, until: "2026-06-15"', result("error", why=say("exited", code="7"))),
        ('status: fail, until: "2026-06-15"', result("fail", got=WRONG)),
    ],
)
def test_excused(reckon, expected, found):
    """What fails as an entry says is excused, to the end of its last day, and no fault."""
    assert reckon([entry(rest=expected)], found) == []
    assert found.excused
    assert not found.failing


@pytest.mark.parametrize(
    ("expected", "found", "how"),
    [
        ("status: error", result("fail", got=WRONG), "the ledger says error, and it is fail"),
        ("status: fail", result("unsupported"), "the ledger says fail, and it is unsupported"),
        (
            'status: flaky, until: "2027-01-01"',
            result("unsupported"),
            "the ledger says flaky, and it is unsupported",
        ),
        (
            "status: fail, got: {legal: true, x: 1}",
            result("fail", got=WRONG),
            'the ledger has the answer {"legal":true,"x":1}, and it answers {"legal":false}',
        ),
        (
            "status: fail, got: {rule: follow.suit}",
            result("fail", got={"legal": True, "rule": "\x1b[31mred"}),
            r'the ledger has the answer {"rule":"follow.suit"}, and it answers {"rule":"\u001b[31mred"}',
        ),
        (
            'status: flaky, got: {legal: true}, until: "2027-01-01"',
            result("fail", got=WRONG),
            'the ledger has the answer {"legal":true}, and it answers {"legal":false}',
        ),
        (
            "status: error, error: SIGSEGV",
            result("error", why=say("last-words", said=say("exited", code="7"), words="pid 4711")),
            "the ledger has the error “SIGSEGV”, and it is: the adapter ended by itself with exit code 7",
        ),
        (
            'status: error, error: "-32000"',
            result("error", why=say("says-error", error="-32603 “at 0x7f00”")),
            "the ledger has the error “-32000”, and it is: the adapter answers error -32603",
        ),
    ],
)
def test_failing_differently(reckon, expected, found, how):
    """An entry excuses the failure that it describes, and no other."""
    said = f"2: {CASE} fails in another way under two-deck: {how}"

    assert reckon([entry(rest=expected)], found) == [said]
    assert not found.excused
    assert str(found.known.fault) == how


def test_unexpected_pass(reckon):
    """An entry whose case passes is to be removed."""
    found = result("pass")

    assert reckon([entry()], found) == [f"2: {CASE} passes now: remove the entry"]
    assert str(found.known.fault) == "it passes, and the ledger says fail"
    assert reckon([entry(rest="status: unsupported")], result("pass"))


def test_pass_under_one_variant_only(reckon):
    """An entry that is right about some variants is to name them."""
    results = result("fail", got=WRONG), result("pass", variant="two-deck-too")

    assert reckon([entry()], *results) == [
        f"2: {CASE} passes under two-deck-too, but not everywhere: name the others under `variant`"
    ]
    assert reckon([entry(rest="status: fail, variant: two-deck")], *results) == []


@pytest.mark.parametrize("status", ["fail", "error", "unsupported"])
def test_expired(reckon, status):
    """When its last day is over an entry excuses nothing."""
    found = result(status, got=WRONG)
    faults = reckon([entry(rest=f'status: {status}, until: "2026-06-14"')], found)

    assert faults == [f"2: {CASE}: the entry held until 2026-06-14 (bug)"]
    assert not found.excused


def test_flaky_entry_passes(reckon):
    """A flaky entry takes a pass, until it expires."""
    assert reckon([entry(rest='status: flaky, until: "2026-06-15"')], result("pass")) == []
    assert reckon([entry(rest='status: flaky, until: "2026-06-14"')], result("pass")) == [
        f"2: {CASE}: the entry held until 2026-06-14 (bug)"
    ]


def test_what_was_not_asked_says_nothing(reckon):
    """A question that was never asked to the end does not speak against its entry."""
    assert reckon([entry()], result("not-run")) == []


def test_duplicates(reckon):
    """Two entries about one question are one too many; the first counts."""
    found = result("fail", got=WRONG)
    faults = reckon([entry(), entry("follow.pair/case-000?", "status: error")], found)

    assert faults == [f"3: {CASE} is covered by line 2 too; one entry is enough"]
    assert found.excused


def test_entries_that_cover_nothing(reckon):
    """A whole run tells of stale, impossible, misspelt and expired entries, with the nearest name."""
    home = "follow.pair/case-9000"
    entries = [
        entry("follow.pair/cases-0019"),
        entry(home, "variant: two-deck, status: fail"),
        entry(rest="variant: two-dekc, status: fail"),
        entry("bury.*"),
        entry(home, 'variant: two-*, status: fail, until: "2020-01-01"'),
    ]

    assert reckon(entries, part=()) == [
        "2: there is no case follow.pair/cases-0019 in corpus 0.0.1; did you mean follow.pair/case-0019?",
        f"3: the entry covers nothing: {home} is not asked under two-deck",
        "4: there is no variant two-dekc; did you mean two-deck?",
        "5: there is no case bury.* in corpus 0.0.1",
        f"6: the entry covers nothing: {home} is not asked under two-*",
        f"6: {home}: the entry held until 2020-01-01 (bug)",
    ]
    assert reckon(entries, part=("two-deck",)) == []
    assert reckon(entries, part=(), shard="2/3") == []
    assert len(reckon(entries, part=(), shard="1/3")) == 6


def test_cases_of_another_tier_are_no_fault(tmp_path, write):
    """An entry about a generated case is silent in a run of the cases written by hand."""
    generated = fixture.follow_case(7, id="follow.pair/far", tier="full")
    corpus = fixture.write_corpus(tmp_path / "c", [fixture.follow_case(1), generated])
    reckoning = follower(write(entry("follow.pair/far")), Selection.of(corpus, [], []), TODAY)

    assert reckoning.facts().faults == []


def test_glob_is_told_of(reckon):
    """A glob says which of its cases pass."""
    ids = [f"follow.pair/case-{number:04}" for number in range(10)]
    results = [result("fail" if case == CASE else "pass", case, got=WRONG) for case in ids]
    listed = ", ".join(ids[:1] + ids[2:5])
    glob = "follow.pair/case-000?"

    assert reckon([entry(glob)], *results) == [
        f"2: {glob} covers 10 cases, of which 9 pass ({listed}, …): name the others one by one"
    ]
    assert reckon([entry(glob)], *results[2:]) == [
        f"2: all 8 cases that {glob} covers pass now: remove the entry"
    ]


def test_known_failures_do_not_fail_the_run(corpus, write):
    """They are told apart, counted, and no reason to fail; a glob and what is unexplained are remarked on."""
    ledger = write(
        entry(), entry("trick.*", 'status: flaky, until: "2099-01-01"', "cause: unknown")
    )
    selected = ["--select", CASE, "--select", "trick"]
    done = run(corpus, "wrong", "--ledger", ledger, *selected)

    assert done.code == 0
    assert "✗" not in done.out
    for text in (
        "two-deck: 4 fail, 4 known",
        "of these known",
        f"known failures by {ledger}: 8 questions of 4 cases (unknown 6, bug 2)",
        f"flaky by {ledger}: 0 passed, 6 failed this time",
        ":3: trick.* covers 3 cases; an entry for each would show when one of them is mended",
        "1 entry with `cause: unknown` (line 3): find out why, and write down cause and reason",
        "Nothing new: 0 questions answered right, 8 known failures.",
    ):
        assert text in done.out


def test_known_crashes(corpus, write):
    """An entry may expect that there is no answer; beside it a new failure is one all the same."""
    known = entry("follow.pair/case-00*", "status: error, error: exit code 7")
    cases = [f"follow.pair/case-00{number:02}" for number in (5, 13)]
    selected = [text for case in cases for text in ("--select", case)]
    good = run(corpus, "dead-in-the-middle", "--ledger", write(known), *selected)
    bad = run(
        corpus, "dead-in-the-middle", "--ledger", write(entry(cases[0], "status: error")), *selected
    )

    assert good.code == 0
    assert good.header["ledger"]["known"] == good.header["counts"]["error"] == 4
    assert bad.code == 1
    assert bad.out.count("! follow.pair") == 1
    assert "0 wrong, 2 without an answer, of 4 questions: 1 case to look at." in bad.out
    assert "Not counted: 2 known failures." in bad.out


def test_report_and_junit(corpus, write, tmp_path):
    """The report marks what the ledger speaks of; for a CI server it is skipped, and faults are failures."""
    wontfix = "cause: wontfix, reason: never, link: 'https://x.org/1'"
    ledger = write(entry(why=wontfix), entry(OTHER, "status: error"))
    junit = tmp_path / "junit.xml"
    selected = ["--select", "follow.pair/case-000[12]", "--variant", "two-deck"]
    done = run(corpus, "wrong", "--ledger", ledger, "--junit", junit, *selected)
    first, second = (result["known"] for result in done.report["results"])
    tree = ET.parse(junit).getroot()  # noqa: S314 (our own file)

    schema = json.loads((schema_dir() / "report.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(done.report)
    mark = {"line": 2, "status": "fail", "cause": "wontfix", "reason": "never"}
    assert mark | {"link": "https://x.org/1"} == first
    assert second["fault"] == "the ledger says error, and it is fail"
    assert (tree.get("failures"), tree.get("skipped")) == ("2", "1")
    assert tree.find("testsuite/testcase/skipped").get("message") == (
        "known fail, line 2 of the ledger: wontfix; never; https://x.org/1"
    )
    assert tree[-1].get("name") == "ledger"


def test_ledger_out_of_date(corpus, write, tmp_path):
    """An unexpected pass fails the run by itself, in a reader's language and for a CI server."""
    junit = tmp_path / "junit.xml"
    done = call(
        *("run", "--corpus", corpus, "--lang", "zh", "--ledger", write(entry())),
        *("--junit", junit, "--select", CASE, "--", *miniature("right")),
    )
    failure = ET.parse(junit).getroot().find("testsuite/testcase/failure")  # noqa: S314

    assert done.returncode == 1
    assert f"known.yaml:2：{CASE} 已经通过：请删掉这一条" in done.stdout
    assert "没有新的错误，但清单该更新了：有 1 处要改（见上；" in done.stdout
    assert failure.get("message") == "line 2 of the ledger: it passes, and the ledger says fail"


def test_all_that_is_wrong_with_a_file_is_told(tmp_path):
    """A ledger that cannot be read names every line."""
    path = tmp_path / "known.yaml"
    path.write_text(
        "known:\n"
        "  - {id: a, status: fial, cause: bug, reason: x}\n"
        "  - {id: b, status: flaky, cause: bug, reason: x}\n"
        "  - {id: c, status: fail, cause: bug}\n"
        '  - {id: d, status: fail, cause: unknown, until: "2026-02-30"}\n'
        "  - {id: e, status: error, got: {legal: true}, cause: unknown, expires: x}\n",
        "utf-8",
    )
    with pytest.raises(SpecError) as caught:
        read(path)

    for text in (
        '2:21: known > a > status: "fial" is not allowed here',
        "3:5: known > b: `until` is missing",
        "4:5: known > c: `reason` is missing",
        "5:50: known > d > until: 2026-02-30 is no day of any calendar",
        '6:28: known > e > got: "got" is no name that can stand here',
        "6:64: known > e > expires: unknown key",
    ):
        assert text in str(caught.value)


def test_file_that_is_no_ledger(corpus, tmp_path):
    """A mistake in the file ends in exit code 2 before anything is asked."""
    path = tmp_path / "known.yaml"
    path.write_text("known:\n  - {id: a, status: fail, cause: bug, until: 2027-01-01}\n", "utf-8")
    done = call("run", "--corpus", corpus, "--ledger", path, "--", *miniature("right"))

    assert done.returncode == 2
    assert done.stdout == ""
    assert 'write "2027-01-01" for the text' in done.stderr


def test_summary_for_a_ci(corpus, write, tmp_path):
    """It counts known failures apart, shows none of them, and tells what is wrong with the ledger."""
    page = tmp_path / "summary.md"
    ledger = write(entry(), entry(OTHER, "status: error"))
    selected = ["--select", "follow.pair/case-000[12]"]
    run(corpus, "wrong", "--ledger", ledger, "--markdown", page, *selected)
    text = page.read_text("utf-8")

    assert text.count("<details>") == 1
    assert "of these known" in text
    assert "Not counted: 2 known failures" in text
    assert "fails in another way under two-deck" in text
