"""The pytest plugin and an engine in its process."""

from __future__ import annotations

import pytest
from plugin_harness import PLUGIN, SELECT

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")


def test_engine(suite, engine):
    """A callable is asked; its errors with codes mean what they mean in the protocol."""
    done = suite(*engine())

    done.assert_outcomes(passed=35)


def test_engine_that_does_not_know(suite, engine):
    """The error -32601 is the engine's word that it does not support a question."""
    done = suite(*engine("raise Said(-32601)"), "-rs")

    done.assert_outcomes(passed=32, skipped=3)
    assert done.ret == 0
    done.stdout.fnmatch_lines(["SKIPPED [[]3[]] * the adapter answers error -32601 “not here”"])


@pytest.mark.parametrize(
    ("trick", "told"),
    [
        ("return params['no such key']", "got*the engine raised KeyError: 'no such key'"),
        ("sys.exit('bye')", "got*the engine raised SystemExit: bye"),
        ("return {'winner': ask}", "got*not an answer: what the engine returned is no JSON: *"),
        ("return None", "got*not an answer: the result is no object"),
    ],
)
def test_engine_that_breaks(suite, engine, trick, told):
    """Whatever an engine does is the error of that question; the engine's own lines are shown."""
    done = suite(*engine(trick))

    done.assert_outcomes(passed=32, errors=3)
    done.stdout.fnmatch_lines([f"*{told}"])
    if "raised" in told:
        done.stdout.fnmatch_lines(['*File "my_engine.py", line *, in ask'])
    assert "/engine.py" not in done.stdout.str()


def test_engine_that_is_wrong(suite, engine):
    """A wrong answer of an engine reads as one of an adapter; what it prints is shown."""
    done = suite(*engine("print('hm'); return {'winner': 0, 'points': 15}"))

    done.assert_outcomes(passed=32, failed=3)
    done.stdout.fnmatch_lines(["*got*play 1 wins; points 15", "*Captured stdout setup*", "hm"])


def test_reference_engine(pytester):
    """The reference engine passes real cases in process, through a dozen lines."""
    pytester.makepyfile(
        reference="""
        from shengji.errors import MalformedInput
        from shengji.questions import ask
        from shengji.rules import RuleSet

        rules = {}

        def answer(method, params):
            if method == "load_variant":
                made = RuleSet.from_options(params["options"], params["tables"])
                rules[params["variant"]] = made
                return {"supported": True}
            try:
                return ask(rules[params["variant"]], method, params)
            except MalformedInput as error:
                error.code = -32602
                raise
        """
    )
    pytester.syspathinsert()
    some = (
        "--shengji-variant",
        "two-deck",
        SELECT,
        "trick",
        SELECT,
        "order_cards",
        "--shengji-strict",
    )
    given = ("-p", PLUGIN, *some, "--shengji-engine", "reference:answer")
    done = pytester.runpytest_inprocess(*given, "shengji_conformance")

    assert done.ret == 0
    assert done.parseoutcomes()["passed"] > 20
