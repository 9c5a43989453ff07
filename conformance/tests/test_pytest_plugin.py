"""The pytest plugin: every case an item, and what an implementation does is told as the runner tells it."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from importlib import import_module

import fixture
import pytest
from plugin_harness import CASE, PLUGIN, ROOT, SELECT

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")


def test_entry_point():
    """The package names the plugin as pytest's entry point, by the name that `-p` uses."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]

    assert named["pytest11"] == {PLUGIN: PLUGIN}
    assert import_module(PLUGIN).pytest_configure


def test_elsewhere_it_does_nothing(pytester):
    """In a suite of somebody else nothing of the runner is imported, however pytest is started."""
    pytester.makepyfile(
        """
        import sys

        def test_it():
            assert not {"orjson", "click", "rich"} & sys.modules.keys()
            ours = {name for name in sys.modules if name.startswith("shengji")}
            names = ("", ".flags", ".pytest_plugin")
            assert ours == {f"shengji_conformance{name}" for name in names}
        """
    )
    given = f"['-p', '{PLUGIN}', '-W', 'error', '--strict-config', Path.cwd()]"
    program = f"import pytest; from pathlib import Path; raise SystemExit(pytest.main({given}))"
    done = pytester.run(sys.executable, "-c", program)

    assert done.ret == 0
    done.stdout.fnmatch_lines(["*1 passed*"])


def test_every_case_is_an_item(suite):
    """Every case under every variant is an item with a readable id, without anybody to ask."""
    done = suite("--collect-only", "-q", SELECT, "trick", SELECT, "*labelled*", variant="")
    cases = ["follow.pair/labelled:must", *(f"trick.highest/case-000{n}" for n in range(3))]

    assert done.outlines[:8] == [
        f"shengji_conformance::{variant}::{case}"
        for variant in ("two-deck", "two-deck-too")
        for case in cases
    ]
    assert done.ret == 0


def test_homes_are_collected(suite):
    """A reading that no published variant has is a rule set of its own."""
    done = suite("--collect-only", variant=fixture.HOME)

    done.stdout.fnmatch_lines(["*<RuleSet home-0badcafe>", "*<Question follow.pair/case-9000>"])


def test_right(suite, pytester):
    """An adapter that is right passes everything; JUnit has variant and case."""
    done = suite("--junit-xml", "junit.xml", adapter="right")
    report = (pytester.path / "junit.xml").read_text("utf-8")

    done.assert_outcomes(passed=35)
    named = 'classname="shengji_conformance.two-deck" name="trick.highest/case-0002"'
    assert named in report


def test_wrong(suite, pytester):
    """A wrong answer is a failure with the runner's words, and no traceback; JUnit's message is one line."""
    done = suite(SELECT, "trick", "--junit-xml", "junit.xml", adapter="wrong")
    told = done.stdout.str()
    report = (pytester.path / "junit.xml").read_text("utf-8")

    done.assert_outcomes(failed=3)
    lines = ["*expected*play 3 wins; points 15", "*got*play 1 wins; points 15", "*source*S4.14*"]
    done.stdout.fnmatch_lines(["✗ trick.highest/case-0000", *lines])
    done.stdout.fnmatch_lines(["FAILED shengji_conformance::two-deck::trick.highest/case-0000 - *"])
    assert "Traceback" not in told
    assert "pytest_nodes.py" not in told
    assert '<failure message="winner: expected 2, got 0">✗ trick' in report
    assert '<property name="shengji-status" value="fail" />' in report


def test_hostile_text(suite, pytester):
    """Control characters of an answer reach neither terminal nor file."""
    done = suite(SELECT, "*case-0001", "--junit-xml", "junit.xml", adapter="wrong")

    assert r"\x1b[31mred" in done.stdout.str()
    assert "\x1b" not in done.stdout.str() + (pytester.path / "junit.xml").read_text("utf-8")


def test_in_chinese(suite, monkeypatch):
    """The words are the reader's."""
    monkeypatch.setenv("SHENGJI_LANG", "zh")
    done = suite(SELECT, "trick", adapter="wrong")

    done.stdout.fnmatch_lines(["*跟牌第 0 例"])


def test_the_failing_one_again(suite, pytester):
    """The command under a failing case asks that case again."""
    done = suite(SELECT, "trick", adapter="wrong")
    line = re.search(r"again +(pytest .*)", done.stdout.str())[1]
    again = pytester.runpytest_inprocess("-p", PLUGIN, *shlex.split(line)[1:])

    again.assert_outcomes(failed=1)
    again.stdout.fnmatch_lines(["✗ trick.highest/case-0000"])


def test_options_of_pytest(suite):
    """-k, -x and --deselect choose among the cases as among any tests."""
    done = suite("-k", "trick and not 0001", adapter="wrong")
    done.assert_outcomes(failed=2, deselected=33)
    done = suite("-x", adapter="wrong")
    done.assert_outcomes(failed=1)
    done = suite("--deselect", "shengji_conformance::two-deck::follow", adapter="right")
    done.assert_outcomes(passed=3, deselected=32)


def test_last_failed(suite, pytester):
    """--lf asks what failed, beside tests of another kind that failed."""
    pytester.makepyfile(test_own="def test_one(): assert False\ndef test_two(): pass")
    some = (pytester.path, SELECT, "*case-000?")
    done = suite(*some, adapter="dead-in-the-middle")
    done.assert_outcomes(passed=13, errors=1, failed=1)
    done = suite("--lf", *some, adapter="right")

    done.assert_outcomes(passed=1, failed=1, deselected=12)


def test_one_item(suite):
    """A node id asks what it names, as the summary has it and from wherever pytest is started."""
    done = suite("-v", adapter="right", variant="", suite=CASE)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines([f"{CASE} PASSED*"])
    done = suite(adapter="right", variant="", suite="shengji_conformance::two-deck-too")
    done.assert_outcomes(passed=35)


def test_from_the_ini_file(suite, engine, pytester):
    """The ini file names engine and selection; its cases come after the project's own tests."""
    engine()
    pytester.makeini(
        """
        [pytest]
        shengji_engine = my_engine:ask
        shengji_variant = two-deck-too
        shengji_select =
            trick
            follow.pair/case-0001
        shengji_collect = true
        """
    )
    pytester.makepyfile(test_own="def test_it(): pass")
    done = suite("-v", variant="", suite="")
    done.assert_outcomes(passed=5)
    done.stdout.fnmatch_lines(
        ["test_own.py::test_it*", "*::two-deck-too::trick.highest/case-0002*"]
    )

    pytester.plugins.clear()
    done = pytester.runpytest_inprocess("-p", PLUGIN, "test_own.py")
    done.assert_outcomes(passed=1)
