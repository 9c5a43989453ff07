"""The tests of the tests: whatever is wrong with an adapter, the runner says so, in bounded time."""

from __future__ import annotations

import pytest
from harness import Run, call, miniature, run

TRUMP_SEVEN = {f"follow.pair/case-{number:04}" for number in (5, 13, 21, 29)}


def test_right(corpus):
    """An adapter that is always right passes everything, exit code 0."""
    done = run(corpus, "right")

    assert (done.code, done.statuses) == (0, {"pass": 71})
    assert "All 71 questions answered right, under 2 variants and 1 other reading." in done.out


def test_wrong(corpus):
    """One that is always wrong fails everything, exit code 1, with both answers shown."""
    done = run(corpus, "wrong")

    assert (done.code, done.statuses) == (1, {"fail": 71})
    assert "expected    not legal (follow.suit)" in done.out
    assert "got         legal" in done.out
    assert "71 wrong, 0 without an answer, of 71 questions" in done.out


def test_wrong_cannot_paint_the_terminal(corpus):
    """Control characters in an answer are shown as text."""
    done = run(corpus, "wrong")

    assert r"\x1b[31mred" in done.out
    assert "\x1b" not in done.out


def test_silent(small):
    """One that shakes hands and then says nothing: exit code 3, and the question about flushing."""
    done = run(small, "silent")

    assert done.code == 3
    assert {"error", "not-run"} == set(done.statuses)
    assert "no answer within 1 s, though the process is alive; did you flush" in done.out


def test_mute(corpus):
    """One that does not even shake hands: nothing is run, exit code 3."""
    done = run(corpus, "mute", "--start-timeout", 1)

    assert (done.code, done.statuses) == (3, {"not-run": 71})
    assert "the handshake failed: no answer to initialize within 1 s" in done.out


def test_slow(corpus):
    """One that is slow, but answers each question in time, passes: every answer restarts the clock."""
    some = ("--select", "follow.pair/case-00[01]?")
    done = run(corpus, "slow", "--variant", "two-deck", *some)

    assert (done.code, done.statuses) == (0, {"pass": 20})


def test_sleepy(corpus):
    """One that sleeps over certain questions is blamed for those and no others."""
    some = ("--select", "follow.pair/case-00[01]?")
    done = run(corpus, "sleepy", "--variant", "two-deck", *some)

    assert (done.code, done.statuses) == (1, {"pass": 18, "error": 2})
    assert done.ids("error") == {"follow.pair/case-0005", "follow.pair/case-0013"}
    assert {"asked this alone, no answer within 1 s, though the process is alive"} == done.reasons(
        "error"
    )


def test_dead_at_start(corpus):
    """One that dies at its start: exit code 3, with its code and its last words."""
    done = run(corpus, "dead-at-start")

    assert (done.code, done.statuses) == (3, {"not-run": 71})
    assert "ended by itself with exit code 1; its last lines on stderr:" in done.out
    assert "ImportError: no engine here" in done.out


@pytest.mark.parametrize("name", ["dead-in-the-middle", "orphan"])
def test_dead_in_the_middle(corpus, name):
    """One that dies of certain questions is blamed for those, and all others are answered."""
    done = run(corpus, name, "--variant", "two-deck")

    assert (done.code, done.statuses) == (1, {"pass": 31, "error": 4})
    assert done.ids("error") == TRUMP_SEVEN
    assert {"asked this alone, the adapter ended by itself with exit code 7"} == done.reasons(
        "error"
    )


def test_killed(corpus):
    """One that a signal ends is told by the name of the signal."""
    done = run(corpus, "segfault", "--variant", "two-deck")

    assert done.ids("error") == TRUMP_SEVEN
    assert {"asked this alone, the adapter was ended by signal SIGSEGV"} == done.reasons("error")


def test_exits(corpus):
    """One that ends in good order after some answers accuses no question, and is no success."""
    done = run(corpus, "exits")

    assert (done.code, done.statuses) == (1, {"pass": 71})
    assert "though no single question makes it fail" in done.out
    assert "ended by itself with exit code 0" in done.out


def test_rubbish(small):
    """One that answers with what is no JSON is told where to print, and the line is shown."""
    done = run(small, "rubbish")

    assert done.code == 3
    assert "error" in done.statuses
    assert "stdout is for answers, print to stderr" in done.out
    assert r"“Traceback \x1b]0;gotcha\x07 (most recent call last)”" in done.out


def test_chatty(corpus):
    """One that prints between right answers passes every question, and the run is still no success."""
    done = run(corpus, "chatty")

    assert (done.code, done.statuses) == (1, {"pass": 71})
    assert (
        "“thinking about judge_follow”; stdout is for answers, print to stderr (71 times)"
        in done.out
    )


def test_shuffled(corpus):
    """One that answers in another order passes."""
    done = run(corpus, "shuffled")

    assert (done.code, done.statuses) == (0, {"pass": 71})


def test_twice(corpus):
    """One that answers twice is told so."""
    done = run(corpus, "twice")

    assert (done.code, done.statuses) == (1, {"pass": 71})
    assert "was answered more than once" in done.out


def test_never_flushes(corpus):
    """One that never flushes: the handshake comes only at the end, and that is what it is told."""
    done = run(corpus, "never-flushes", "--start-timeout", 1)

    assert (done.code, done.statuses) == (3, {"not-run": 71})
    assert "the answer came only when stdin was closed: flush stdout after every answer" in done.out


def test_flushes_late(small):
    """One that flushes the handshake only is told the same of its answers."""
    done = run(small, "flushes-late")

    assert done.code == 3
    assert any("flush stdout after every answer" in reason for reason in done.reasons("error"))


def test_floods_stderr(corpus):
    """One that writes megabytes to stderr is not blocked by it, and passes."""
    done = run(corpus, "floods-stderr")

    assert (done.code, done.statuses) == (0, {"pass": 71})


def test_floods_stdout(small):
    """One that writes to stdout without end is stopped."""
    done = run(small, "floods-stdout", "--variant", "two-deck")

    assert done.code == 3
    assert "wrote 10,000 lines to stdout and no answer among them" in done.out


def test_endless_line(small):
    """One that writes a line without end is stopped before memory is."""
    done = run(small, "endless-line", "--variant", "two-deck")

    assert done.code == 3
    assert "the adapter wrote a line longer than 16 MiB" in done.out


def test_unfinished(small):
    """One that ends no line is told which line is waiting."""
    done = run(small, "unfinished")

    assert done.code == 3
    assert any("end every answer with a line feed" in reason for reason in done.reasons("error"))


def test_wrong_id(small):
    """One that answers with ids of its own is told the id."""
    done = run(small, "wrong-id")

    assert done.code == 3
    assert "an answer carries the id 1002, and no such question was asked" in done.out


def test_text_id(small):
    """One that sends ids back as text is told to send the number."""
    done = run(small, "text-id")

    assert done.code == 3
    assert 'the id "2" as text; send the number back as it came' in done.out


@pytest.mark.parametrize("name", ["stdin", "stdout"])
def test_closes_a_pipe(corpus, name):
    """One that closes stdin or stdout and lives on is told so, for the question that made it."""
    some = ("--select", "follow.pair/case-000*", "--variant", "two-deck")
    done = run(corpus, f"closes-{name}", *some)

    assert (done.code, done.statuses) == (1, {"pass": 9, "error": 1})
    assert {f"asked this alone, the adapter closed its {name} and lived on"} == done.reasons(
        "error"
    )


def test_unsupported(corpus):
    """One that supports nothing has not passed anything: exit code 1."""
    done = run(corpus, "unsupported")

    assert (done.code, done.statuses) == (1, {"unsupported": 71})
    assert "The implementation supports none of 71 questions: nothing was tested." in done.out


def test_refuses_variant(corpus):
    """One that refuses every variant is unsupported everywhere, for the reason it gives."""
    done = run(corpus, "refuses-variant")

    assert (done.code, done.statuses) == (1, {"unsupported": 71})
    assert "the adapter does not support this variant: only Guandan here" in done.out


def test_partial(corpus):
    """One that names its questions is asked no others; what it leaves out is counted apart."""
    done = run(corpus, "partial")

    assert (done.code, done.statuses) == (0, {"pass": 6, "unsupported": 65})
    assert "judge_follow is not among the adapter's questions" in done.out


def test_without(corpus):
    """One that leaves out an option is not asked cases about it."""
    done = run(corpus, "without")

    assert (done.code, done.statuses) == (0, {"pass": 68, "unsupported": 3})
    assert {"the adapter leaves out follow.pairs"} == done.reasons("unsupported")


def test_wrong_protocol(corpus):
    """One that speaks another protocol is told both versions: exit code 3."""
    done = run(corpus, "wrong-protocol")

    assert (done.code, done.statuses) == (3, {"not-run": 71})
    assert "the adapter speaks protocol 2, this suite speaks protocol 1" in done.out


def test_internal_error(corpus):
    """An error of the adapter's own is an error, not a wrong answer."""
    done = run(corpus, "internal-error")

    assert (done.code, done.statuses) == (1, {"pass": 65, "error": 6})
    assert {"the adapter answers error -32603 “division by zero”"} == done.reasons("error")


def test_all_malformed(corpus):
    """-32602 where a verdict was expected is a fail, and where nothing else is right a pass."""
    done = run(corpus, "all-malformed")

    assert (done.code, done.statuses) == (1, {"pass": 2, "fail": 69})
    assert {"follow.pair/malformed-0001"} == done.ids("pass")


def test_no_object(corpus):
    """A result that is no object is no answer."""
    done = run(corpus, "no-object")

    assert (done.code, done.statuses) == (1, {"error": 71})
    assert {"not an answer: the result is no object"} == done.reasons("error")


def test_deep(corpus):
    """Answers nested without end are told as wrong, as no answer or as no JSON, and harm nobody."""
    done = run(corpus, "deep", "--variant", "two-deck")

    assert done.code == 1
    assert done.statuses.keys() == {"fail", "error"}
    assert "not an answer: the result is nested too deeply" in done.reasons("error")


def test_dies_of_variant(corpus):
    """A crash at an announcement is the fault of that variant alone."""
    done = run(corpus, "dies-of-variant")

    assert (done.code, done.statuses) == (1, {"pass": 36, "error": 35})
    assert {
        "at the announcement of this variant, the adapter ended by itself with exit code 9"
    } == done.reasons("error")


def test_dies_of_everything(corpus):
    """One that dies of every question is given up, and what was not asked says so."""
    done = run(corpus, "dies-of-everything")

    assert done.code == 3
    assert {"error", "not-run"} == set(done.statuses)
    assert "gave up on the adapter: it failed again and again" in done.out


def test_dies_of_one_kind(corpus):
    """One that dies of one kind of question is still asked the others."""
    done = run(corpus, "dies-of-tricks")

    assert (done.code, done.statuses) == (1, {"pass": 65, "error": 6})


def test_one_at_a_time(corpus):
    """One that cannot take two questions at once is asked one by one in the end."""
    done = run(corpus, "one-at-a-time", "--timeout", 0.5)

    assert done.statuses == {"pass": 71}
    assert "the rest was asked one by one" in done.out


def test_window(corpus):
    """One that names a window is never sent more than that."""
    done = run(corpus, "narrow")

    assert (done.code, done.statuses) == (0, {"pass": 71})


def test_does_not_read(corpus):
    """One that answers without waiting for the question it is asked next cannot block the runner."""
    done: Run = run(corpus, "reads-late")

    assert (done.code, done.statuses) == (0, {"pass": 71})


def test_no_such_command(corpus):
    """A command that does not exist is named: exit code 3."""
    done = call("run", "--corpus", corpus, "--", "no-such-adapter")

    assert done.returncode == 3
    assert "cannot start no-such-adapter: no such command" in done.stdout


def test_quoted_command(corpus):
    """A command line in one pair of quotes is told how it is meant."""
    done = call("run", "--corpus", corpus, "--", " ".join(miniature("right")))

    assert done.returncode == 3
    assert "as separate words, not in one pair of quotes" in done.stdout
