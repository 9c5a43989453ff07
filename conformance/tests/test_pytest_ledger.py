"""The pytest plugin and a ledger of known failures."""

# ruff: noqa: RUF001

from __future__ import annotations

import re

import pytest
from harness import call, miniature
from plugin_harness import CASE, SELECT

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")

TRICK = "trick.highest/case-000"
SO = "cause: bug, reason: it is so"
#: wrong about tricks in one way or another
WRONG = "return {'winner': 0, 'points': 15}"


@pytest.fixture
def ledger(pytester, monkeypatch):
    """Return what writes a ledger and the options for it."""
    monkeypatch.setenv("SHENGJI_TODAY", "2026-06-15")

    def write(*entries):
        lines = "".join(f"  - {{{entry}}}\n" for entry in entries)
        path = pytester.path / "known.yaml"
        path.write_text(f"known:\n{lines}" if lines else "known: []\n", "utf-8")
        return ("--shengji-ledger", "known.yaml")

    return write


def tricks(status="fail", **more):
    """Return an entry for each of the three tricks."""
    rest = "".join(f", {key}: {value}" for key, value in more.items())
    return [f'id: "{TRICK}{n}", status: {status}, {SO}{rest}' for n in range(3)]


def test_known_failures(suite, engine, ledger, pytester):
    """What fails as the ledger says is an xfail with the ledger's reason, in JUnit too."""
    link = '"https://example.org/7"'
    given = (*engine(WRONG), *ledger(*tricks(link=link)))
    done = suite(*given, "-rx", "--junit-xml", "junit.xml")
    why = "known.yaml:2: known fail: bug; it is so; https://example.org/7"
    report = (pytester.path / "junit.xml").read_text("utf-8")

    done.assert_outcomes(passed=32, xfailed=3)
    assert done.ret == 0
    done.stdout.fnmatch_lines([f"XFAIL shengji_conformance::two-deck::{TRICK}0 - {why}"])
    done.stdout.fnmatch_lines(["known failures by known.yaml: 3 questions of 3 cases (bug 3)"])
    assert f'<skipped type="pytest.xfail" message="{why}" />' in report
    assert report.count("<skipped ") == 3


def test_known_errors(suite, engine, ledger):
    """So is what gets no answer."""
    entries = tricks("error", error="KeyError")
    done = suite(*engine("return params['no such key']"), *ledger(*entries))

    done.assert_outcomes(passed=32, xfailed=3)
    assert done.ret == 0


def test_in_chinese(suite, engine, ledger, monkeypatch):
    """The words are the reader's."""
    monkeypatch.setenv("SHENGJI_LANG", "zh")
    done = suite(*engine(WRONG), *ledger(*tricks()[:2]), SELECT, "trick", "-rx")

    done.stdout.fnmatch_lines(["XFAIL * - known.yaml:2：已知的答错：缺陷；it is so"])


def test_unexpected_pass(suite, engine, ledger, pytester):
    """What passes though the ledger says that it fails is failed, with the runner's sentences."""
    given = (*engine(), *ledger(tricks()[1]), SELECT, "trick")
    done = suite(*given, "--junit-xml", "junit.xml")
    report = (pytester.path / "junit.xml").read_text("utf-8")

    done.assert_outcomes(passed=2, failed=1)
    assert done.ret == 1
    done.stdout.fnmatch_lines(
        [
            f"✗ {TRICK}1",
            "*ledger*it passes, and the ledger says fail",
            f"! known.yaml:2: {TRICK}1 passes now: remove the entry",
            "The ledger is out of date: 1 thing to mend in it.",
        ]
    )
    assert '<failure message="known.yaml:2: it passes, and the ledger says fail">✗' in report


@pytest.mark.parametrize(
    ("entry", "how"),
    [
        ({"got": "{winner: 3}"}, 'the ledger has the answer {"winner":3}, and it answers *'),
        ({"status": "error"}, "the ledger says error, and it is fail"),
        ({"until": '"2026-06-14"'}, "the entry held until 2026-06-14"),
    ],
)
def test_fails_otherwise(suite, engine, ledger, entry, how):
    """What fails in another way is failed, and so is what the ledger knew up to a day that is over."""
    done = suite(*engine(WRONG), *ledger(*tricks(**entry)), SELECT, "trick")

    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines(["*got*play 1 wins; points 15", f"*ledger*{how}"])
    done.stdout.fnmatch_lines(["! known.yaml:2: *", "The ledger is out of date: 3 things *"])


def test_unsupported_though_known_to_fail(suite, engine, ledger):
    """What is unsupported is not skipped where the ledger says that it fails."""
    done = suite(*engine("raise Said(-32601)"), *ledger(tricks()[0]))

    done.assert_outcomes(passed=32, skipped=2, failed=1)
    done.stdout.fnmatch_lines(
        [
            "*got*error -32601*",
            "*ledger*the ledger says fail, and it is unsupported",
            f"! known.yaml:2: {TRICK}0 fails in another way under two-deck: *",
        ]
    )


def test_flaky(suite, engine, ledger):
    """What is flaky may pass, and may fail."""
    known = ledger(*tricks("flaky", until='"2026-06-15"'))
    done = suite(*engine(WRONG), *known, SELECT, "trick")
    done.assert_outcomes(xfailed=3)
    assert done.ret == 0
    done = suite("--shengji-engine", "my_engine:ask", *known, SELECT, "follow")
    assert done.ret == 0


#: one that another covers, one that names no case, and one whose case is not asked
FAULTY = (
    *tricks(),
    f'id: "{TRICK}?", status: fail, {SO}',
    f'id: "trick.highest/case-0009", status: fail, {SO}',
    f'id: "{TRICK}1", variant: two-dcek, status: fail, {SO}',
)


def faults(done):
    """Return the sentences about entries, without the file, and the lines of the notes."""
    return re.findall(r"^! known\.yaml:(\d.*)$", done.stdout.str(), re.MULTILINE)


def test_faults_are_the_runner_s(suite, ledger, corpus):
    """Entries that are doubled, or can cover nothing, are told of as by the runner, and end the session."""
    known = ledger(*FAULTY)
    done = suite(*known, adapter="wrong-about-tricks", variant="")
    command = miniature("wrong-about-tricks")
    run = call("run", "--corpus", corpus, "--ledger", "known.yaml", "--", *command)
    told = re.findall(r"^! known\.yaml:(\d.*)$", run.stdout, re.MULTILINE)

    done.assert_outcomes(passed=65, xfailed=6)
    assert done.ret == 1
    assert run.returncode == 1
    assert [text[:2] for text in told] == ["5:", "6:", "7:", "5:"]
    assert faults(done) == told


@pytest.mark.parametrize(
    "fewer",
    [
        ("-k", "trick"),
        (SELECT, "trick"),
        ("--deselect", "shengji_conformance::two-deck::follow"),
        ("--shengji-shard", "2/2"),
    ],
    ids=" ".join,
)
def test_fewer_are_asked(suite, engine, ledger, fewer):
    """Where not all is asked, nothing is said of entries that no question met."""
    done = suite(*engine(WRONG), *ledger(*FAULTY[:3], *FAULTY[4:]), *fewer, variant="")

    assert done.ret == 0
    assert faults(done) == []


def test_last_failed(suite, engine, ledger):
    """With --lf it is as with any choice of fewer."""
    some = engine(WRONG)
    suite(*some, variant="")
    done = suite("--lf", *some, *ledger(*FAULTY[:3], *FAULTY[4:]), variant="")

    done.assert_outcomes(xfailed=6, deselected=65)
    assert faults(done) == []


@pytest.mark.parametrize(
    ("number", "fewer", "passed", "lines"),
    [(2, (), 65, ["5:", "6:", "7:", "5:"]), (1, ("-k", "trick"), 0, ["5:", "5:"])],
)
def test_workers(suite, ledger, number, fewer, passed, lines):
    """With pytest-xdist the controller reckons, and knows whether the workers were to ask all."""
    given = ("-n", number, "-p", "xdist", *ledger(*FAULTY), "-rx", *fewer)
    done = suite(*given, adapter="wrong-about-tricks", variant="", apart=True)

    done.assert_outcomes(passed=passed, xfailed=6)
    assert done.ret == 1
    assert [text[:2] for text in faults(done)] == lines
    done.stdout.fnmatch_lines(["XFAIL *known.yaml:2: known fail: bug; it is so"])


def test_runxfail(suite, engine, ledger):
    """With --runxfail there is no ledger."""
    done = suite(*engine(WRONG), *ledger(*tricks()), SELECT, "trick", "--runxfail")

    done.assert_outcomes(failed=3)
    assert "known.yaml:" not in done.stdout.str()


def test_stays_out_of_the_command(suite, engine, ledger):
    """The command under a failing case asks it without the ledger."""
    done = suite(
        *engine(WRONG), *ledger(), suite=CASE.replace("follow.pair/case-0001", f"{TRICK}1")
    )
    line = re.search(r"again +(pytest .*)", done.stdout.str())[1]

    assert "--shengji-ledger" not in line


def test_mistakes(suite, pytester, monkeypatch):
    """A ledger that is none is refused with its line, and so is a day that is none."""
    path = pytester.path / "known.yaml"
    given = ("--shengji-ledger", "known.yaml", "--collect-only")
    done = suite(*given)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: shengji_ledger: known.yaml is no file"])

    path.write_text("known:\n  - {id: x, status: fail}\n", "utf-8")
    done = suite(*given)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: known.yaml:2:*"])

    path.write_text("known: []\n", "utf-8")
    monkeypatch.setenv("SHENGJI_TODAY", "tomorrow")
    done = suite(*given)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: SHENGJI_TODAY: tomorrow is no day; write it as *"])
