"""Two reports held against each other."""

# ruff: noqa: RUF001

from __future__ import annotations

import json

import pytest
from harness import inside
from jsonschema import Draft202012Validator
from report_fixture import RIGHT, entry, write_report
from shengji_conformance.comparing import LISTED, Kind, compare
from shengji_spec.data import schema_dir

CASE = "follow.pair/one"


def kinds(earlier, later):
    """Return how many questions are of each kind."""
    return dict(compare(earlier, later).counts)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("pass", "pass", Kind.STILL_RIGHT),
        ("pass", "fail", Kind.REGRESSION),
        ("pass", "error", Kind.REGRESSION),
        ("pass", "unsupported", Kind.LOST),
        ("pass", "not-run", Kind.LOST),
        ("fail", "pass", Kind.FIXED),
        ("fail", "fail", Kind.STILL_WRONG),
        ("fail", "error", Kind.OTHERWISE_WRONG),
        ("error", "error", Kind.STILL_WRONG),
        ("fail", "unsupported", Kind.UNANSWERED),
        ("error", "not-run", Kind.UNANSWERED),
        ("unsupported", "pass", Kind.NEWLY_RIGHT),
        ("unsupported", "fail", Kind.NEWLY_WRONG),
        ("unsupported", "not-run", Kind.MOVED),
        ("unsupported", "unsupported", Kind.STILL_UNANSWERED),
        (None, "fail", Kind.NEW_WRONG),
        (None, "pass", Kind.NEW),
        ("fail", None, Kind.REMOVED_WRONG),
        ("pass", None, Kind.REMOVED),
        ("unsupported", None, Kind.REMOVED),
    ],
)
def test_kinds(before, after, kind):
    """Every pair of statuses is of one kind, and a failing question that is gone is no fix."""
    sides = [[entry(CASE, status)] if status else [] for status in (before, after)]

    assert kinds(*sides) == {kind: 1}


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("pass", "fail", Kind.CASE_CHANGED),
        ("fail", "pass", Kind.CASE_CHANGED),
        ("fail", "fail", Kind.CASE_CHANGED),
        ("pass", "pass", Kind.STILL_RIGHT),
        ("pass", "unsupported", Kind.LOST),
    ],
)
def test_changed_case(before, after, kind):
    """A case with another position or another right answer is our change; support that is gone is not."""
    compared = compare([entry(CASE, before)], [entry(CASE, after, digest="ffffffff")])

    assert dict(compared.counts) == {kind: 1}
    assert compared.changed_cases == {CASE}
    assert not compared.regressed or kind is Kind.LOST


def test_changed_answer():
    """Another wrong answer is a change; another order of keys, or other last words on stderr, is none."""
    fails = [entry(CASE, "fail", got=got) for got in ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 2})]
    dies = [entry(CASE, "error", reason=why) for why in ("dead\nat 0x7f", "dead\nat 0x8e", "mute")]

    for one, same, other in (fails, dies):
        assert kinds([one], [same]) == {Kind.STILL_WRONG: 1}
        assert kinds([one], [other]) == {Kind.OTHERWISE_WRONG: 1}


def test_long_answers_are_told_apart():
    """What is cut for memory still counts."""
    answers = [{"cards": ["H4"] * 5000 + [last]} for last in ("H5", "H6")]
    one, other = ([entry(CASE, "fail", got=got)] for got in answers)

    assert kinds(one, other) == {Kind.OTHERWISE_WRONG: 1}


@pytest.fixture
def reports(tmp_path):
    """Return two reports in which everything happens."""
    before = [
        entry("follow.pair/broken", "pass"),
        entry("follow.pair/broken", "pass", "henan"),
        entry("follow.pair/gone", "fail"),
        entry("follow.pair/fixed", "fail"),
        entry("follow.pair/ruled", "pass"),
        entry("follow.pair/other", "fail"),
        entry("follow.pair/quiet", "pass"),
    ]
    after = [
        entry("follow.pair/broken", "fail"),
        entry("follow.pair/broken", "fail", "henan"),
        entry("follow.pair/fixed", "pass"),
        entry("follow.pair/ruled", "fail", digest="ffffffff"),
        entry("follow.pair/other", "fail", got={"legal": "<script>\x1b[31m"}),
        entry("follow.pair/quiet", "unsupported"),
        entry("follow.pair/fresh", "fail"),
    ]
    return (
        write_report(tmp_path / "before.json", before),
        write_report(tmp_path / "after.json", after, corpus="0.2.0"),
    )


def test_terminal(reports):
    """Regressions stand first, with the variants and what came; the last line says the verdict."""
    done = inside("report", "compare", *reports)
    titles = [line for line in done.stdout.splitlines() if line[:1].isupper()]

    assert done.returncode == 1
    assert titles[:4] == [
        "Regressions: right before, wrong now",
        "Regressions: right before, not answered now",
        "The case itself changed between the corpora: our change, not yours",
        "New questions, answered wrong",
    ]
    assert "under       two-deck, henan" in done.stdout
    assert "change      pass → fail" in done.stdout
    assert "now         not legal (follow.suit)" in done.stdout
    assert "\x1b" not in done.stdout
    assert (
        done.stdout.splitlines()[-1] == "3 questions of 2 cases answered right before and not now."
    )


def test_other_way_round(reports):
    """The other way round there are fixes, and a question that is gone is none."""
    done = inside("report", "compare", *reversed(reports), "--lang", "zh")

    assert done.returncode == 1
    assert "修好：原来答错，现在答对" in done.stdout
    assert "原来答错，现在报告里没有：不算修好" in done.stdout
    assert done.stdout.splitlines()[-1] == "有 1 题（1 个用例）原来答对，现在不对。"


def test_markdown(reports):
    """The summary says the same; what is no regression is folded, and text is text."""
    done = inside("report", "compare", *reports, "--markdown", "-")

    assert done.returncode == 1
    assert done.stdout.startswith("### ❌ 3 questions of 2 cases answered right before")
    assert (
        "#### Regressions: right before, wrong now\n\n- <code>follow.pair/broken</code>"
        in done.stdout
    )
    assert "<summary>Fixed: wrong before, right now</summary>" in done.stdout
    assert "<script" not in done.stdout


def test_json(reports, tmp_path):
    """All changes are there for programs."""
    target = tmp_path / "changes.json"
    inside("report", "compare", *reports, "--json", target)
    told = json.loads(target.read_bytes())
    schema = json.loads((schema_dir() / "comparison.schema.json").read_text("utf-8"))

    Draft202012Validator(schema).validate(told)
    assert told["regressed"] is True
    assert told["counts"]["regression"] == 2
    assert told["changed-cases"] == ["follow.pair/ruled"]
    assert told["changes"][0] == {
        "kind": "regression",
        "id": "follow.pair/broken",
        "rule": "follow.pair",
        "question": "judge_follow",
        "variants": ["two-deck", "henan"],
        "before": {"status": "pass"},
        "after": {
            "status": "fail",
            "expected": RIGHT,
            "got": {"legal": False, "rule": "follow.suit"},
        },
    }


def test_schema_names_every_kind():
    """The schema of a comparison has the kinds that there are."""
    schema = json.loads((schema_dir() / "comparison.schema.json").read_text("utf-8"))

    assert schema["properties"]["counts"]["required"] == [kind.value for kind in Kind]
    assert schema["$defs"]["change"]["properties"]["kind"]["enum"] == list(LISTED)


def test_same(reports):
    """A report has not changed against itself."""
    done = inside("report", "compare", reports[1], reports[1])

    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("No regressions, and no question stands")


def test_nothing_in_common(tmp_path):
    """Reports of different questions are no success."""
    one = write_report(tmp_path / "1.json", [entry("a.b/c")])
    other = write_report(tmp_path / "2.json", [entry("a.b/d")])
    done = inside("report", "compare", one, other)

    assert done.returncode == 1
    assert "nothing was compared" in done.stdout


def test_remarks(tmp_path):
    """A reader is told what may mislead: other implementations, variants and corpora, an early end."""
    old = {key: value for key, value in entry(CASE).items() if key != "digest"}
    other = {"implementation": {"name": "mi\x1bdi", "version": "2"}, "corpus": "0.2.0"}
    one = write_report(tmp_path / "1.json", [old, entry(CASE, "pass", "henan")])
    two = write_report(
        tmp_path / "2.json", [entry(CASE, "fail")], stopped="gave up", strict=True, **other
    )
    told = inside("report", "compare", one, two).stdout

    assert "different implementations, mini 1 and mi\\x1bdi 2" in told
    assert "A report has no digests" in told
    assert "One of the runs was --strict" in told
    assert "Variants in 1.json alone: henan" in told
    assert "2.json: this run ended early: gave up" in told


def test_a_ledger_excuses_no_regression(tmp_path):
    """A new failure that the ledger knows is a regression still, and what the ledger says of it is shown."""
    known = {"line": 1, "status": "fail", "cause": "wontfix", "reason": "on purpose"}
    one = write_report(tmp_path / "1.json", [entry(CASE)])
    two = write_report(tmp_path / "2.json", [entry(CASE, "fail", known=known)])
    done = inside("report", "compare", one, two)

    assert done.returncode == 1
    assert "wontfix: on purpose" in done.stdout


def test_hostile_reports(tmp_path):
    """Whatever stands in a report, what is printed of it moves no cursor."""
    evil = "a\x1b[2J\u202e"
    more = {"question": evil, "rule": evil, "chapter": evil, "reason": evil}
    results = [entry(evil, "error", evil, **more), entry("a.b/c", "fail", evil, got={evil: evil})]
    header = {"corpus": evil, "started": evil, "stopped": evil, "implementation": {"name": evil}}
    one = write_report(tmp_path / "1.json", results, **header)
    two = write_report(tmp_path / "2.json", [entry("a.b/c"), entry(evil)])
    for arguments in (["compare", one, two], ["compare", two, one], ["matrix", one, two]):
        done = inside("report", *arguments)

        assert done.returncode in (0, 1)
        assert "\x1b" not in done.stdout
        assert "\u202e" not in done.stdout


def test_shown_cases_are_limited(tmp_path):
    """Of many cases the first are shown, and the number of the others is said."""
    before = [entry(f"follow.pair/{n}", "pass") for n in range(30)]
    after = [entry(f"follow.pair/{n}", "fail") for n in range(30)]
    paths = write_report(tmp_path / "1.json", before), write_report(tmp_path / "2.json", after)
    done = inside("report", "compare", *paths, "--show", "3")

    assert done.stdout.count("✗ follow.pair/") == 3
    assert "… and 27 cases more" in done.stdout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[]", "no report"),
        ('{"header": {}, "results": []}', "header: 'implementation' is a required property"),
        ('{"results": []}', "no report"),
    ],
)
def test_what_is_no_report(tmp_path, reports, text, why):
    """A file that is no report is refused with its name and the place; exit code 2, no traceback."""
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    done = inside("report", "compare", reports[0], bad)

    assert done.returncode == 2
    assert "bad.json" in done.stderr
    assert why in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"status": "passed"}, "results.0.status: 'passed' is not one of"),
        ({"status": ["pass"]}, "results.0.status"),
        ({"rule": 7}, "results.0.rule: 7 is not of type 'string'"),
    ],
)
def test_what_is_no_result(tmp_path, reports, broken, why):
    """A result that is none is refused with its number and key."""
    header = json.loads(reports[0].read_bytes())["header"]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"header": header, "results": [entry(CASE) | broken]}))
    done = inside("report", "compare", reports[0], bad)

    assert done.returncode == 2
    assert why in done.stderr


def test_any_layout_of_the_json(tmp_path, reports):
    """A report that somebody has formatted is the same report."""
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(json.loads(reports[0].read_bytes()), indent=2))
    done = inside("report", "compare", reports[0], pretty)

    assert done.returncode == 0
    assert "No regressions, and no question" in done.stdout
