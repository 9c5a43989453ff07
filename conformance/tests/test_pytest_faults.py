"""The pytest plugin and adapters that do wrong: what is an error, what a skip, and what ends a session."""

from __future__ import annotations

import shlex
import sys

import pytest
from harness import HERE
from plugin_harness import SELECT

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")


def test_crash(suite):
    """A crash is the error of the question that it answers, and of no other."""
    done = suite(SELECT, "*case-000?", SELECT, "trick", adapter="dead-in-the-middle")

    done.assert_outcomes(passed=12, errors=1)
    done.stdout.fnmatch_lines(
        ["! follow.pair/case-0005", "*got*the adapter ended by itself with exit code 7"]
    )


def test_hang(suite):
    """A hanging adapter is ended when the time is over, and a fresh one is asked the next question."""
    some = (SELECT, "*case-000[456]", "--shengji-timeout", "0.6")
    done = suite(*some, adapter="sleepy")

    done.assert_outcomes(passed=2, errors=1)
    done.stdout.fnmatch_lines(["*got*asked this alone, no answer within 0.6 s, *is alive"])


def test_dies_of_everything(suite):
    """One that does nothing but die is not started for ever; what is not asked is no success."""
    done = suite(SELECT, "follow.pair/case-000?", adapter="dies-of-everything")

    done.assert_outcomes(errors=6, skipped=4)
    done.stdout.fnmatch_lines(["4 questions not asked (see the errors above)."])


def test_dead_at_start(suite):
    """One that dies at its start is one error, with its last words."""
    done = suite(SELECT, "follow", adapter="dead-at-start")

    done.assert_outcomes(errors=1, skipped=31)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["*got*the handshake failed*", "*ImportError: no engine here"])


def test_dies_of_variant(suite):
    """One that dies of a variant is asked the other."""
    done = suite(SELECT, "trick", adapter="dies-of-variant", variant="")

    done.assert_outcomes(passed=3, errors=3)


def test_everything_unsupported(suite):
    """An implementation that supports nothing has not passed."""
    done = suite(SELECT, "trick", adapter="unsupported")

    done.assert_outcomes(skipped=3)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["The implementation supports none of 3 questions: *"])


@pytest.mark.parametrize(
    ("adapter", "reason"),
    [
        ("partial", "unsupported: judge_follow is not among the adapter's questions"),
        ("without", "unsupported: the adapter leaves out follow.pairs"),
    ],
)
def test_some_unsupported(suite, adapter, reason):
    """What is unsupported is skipped with the implementation's reason."""
    done = suite("-rs", adapter=adapter)

    assert done.ret == 0
    done.stdout.fnmatch_lines([f"SKIPPED * {reason}"])


def test_breach_of_the_protocol(suite):
    """Right answers with noise between them are no success, and the reason is said once."""
    done = suite(adapter="chatty")

    done.assert_outcomes(passed=35)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["! a line on stdout is no JSON: “thinking about*"])


def test_death_for_no_question(suite):
    """One that ends now and then, whatever it is asked, is found out though every answer is right."""
    done = suite(SELECT, "*case-000?", SELECT, "trick", adapter="exits")

    done.assert_outcomes(passed=13)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["! the adapter failed 1 time and was started again, though no *"])


def test_stderr_of_a_wrong_answer(suite, pytester):
    """What the adapter writes to stderr stands under its failures."""
    adapter = pytester.makepyfile(
        f"""
        import sys
        sys.path.insert(0, {str(HERE)!r})
        from miniatures import Wrong

        class Loud(Wrong):
            def answer(self, method, params):
                print("I think it is", method, file=sys.stderr, flush=True)
                return super().answer(method, params)

        Loud().run()
        """
    )
    command = shlex.join([sys.executable, str(adapter)])
    done = suite("--shengji-adapter", command, SELECT, "*case-0001", SELECT, "trick")

    done.stdout.fnmatch_lines(["*Captured stderr (adapter) call*", "I think it is judge_follow"])


def test_stderr_of_that_question(suite):
    """It is what was written for that question, and not what others had before it."""
    done = suite(SELECT, "*case-000[345]", adapter="logs")
    told = done.stdout.str()

    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["*Captured stderr (adapter) call*", r"thinking about S7\x1b[[]31m"])
    assert "thinking about S6" not in told


def test_stderr_of_an_error(suite, pytester):
    """An answer that is none has it too."""
    adapter = pytester.makepyfile(
        f"""
        import sys
        sys.path.insert(0, {str(HERE)!r})
        from miniatures import NoObject

        class Loud(NoObject):
            def answer(self, method, params):
                print("my word for", method, file=sys.stderr, flush=True)
                return super().answer(method, params)

        Loud().run()
        """
    )
    command = shlex.join([sys.executable, str(adapter)])
    done = suite("--shengji-adapter", command, SELECT, "*case-0001", SELECT, "trick")

    done.assert_outcomes(errors=done.parseoutcomes()["errors"])
    done.stdout.fnmatch_lines(["*Captured stderr (adapter) setup*", "my word for judge_follow"])
