"""Runs with several copies, runs that end early, and runs that are taken up again."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time

import fixture
import pytest
from harness import call, command, environment, miniature, run
from shengji_conformance.blocks import FARTHEST, Blocks
from shengji_conformance.corpus import Corpus
from shengji_conformance.selection import Selector, choose_variants, plan

TRUMP_SEVEN = {f"follow.pair/case-{number:04}" for number in (5, 13, 21, 29)}


def results(file):
    """Return what stands in a report behind its header, to the letter."""
    return file.read_bytes().split(b'"results":', 1)[1]


# --- copies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wrong", "dead-in-the-middle"])
def test_jobs_change_no_result(corpus, name):
    """Several copies give the same report as one, in the same order, and blame the same questions."""
    one, three = (run(corpus, name, "--jobs", jobs) for jobs in (1, 3))

    assert one.code == three.code == 1
    assert one.report["results"] == three.report["results"]


def test_jobs_start_copies(corpus, tmp_path):
    """So many copies are started, and each is asked something."""
    done = run(corpus, "signs", "--jobs", 3, SHENGJI_TEST_FOLDER=tmp_path)
    asked = [int(file.read_text()) for file in tmp_path.iterdir()]

    assert (done.code, done.statuses) == (0, {"pass": 71})
    assert len(asked) == 3
    assert sum(asked) == 71
    assert min(asked) > 0


@pytest.mark.parametrize(
    ("name", "code", "statuses"),
    [
        ("exits", 1, {"pass": 71}),
        ("refuses-variant", 1, {"unsupported": 71}),
        ("dies-of-variant", 1, {"pass": 36, "error": 35}),
        ("narrow", 0, {"pass": 71}),
        ("chatty", 1, {"pass": 71}),
    ],
)
def test_liars_in_several_copies(corpus, name, code, statuses):
    """What is wrong with an adapter is wrong with all its copies, and said once."""
    done = run(corpus, name, "--jobs", 2)

    assert (done.code, done.statuses) == (code, statuses)
    assert len(done.header["complaints"]) == len(set(done.header["complaints"]))


@pytest.mark.parametrize("selection", [(), ("--select", "follow.pair/case-0001")])
def test_jobs_with_an_implementation_that_runs_once(corpus, tmp_path, selection):
    """Copies that do not start are told of, and those that do answer everything."""
    one = run(corpus, "right", *selection)
    done = run(corpus, "alone", "--jobs", 3, *selection, SHENGJI_TEST_FOLDER=tmp_path)

    assert done.code == 0
    assert done.report["results"] == one.report["results"]
    told = "copies" in done.out
    assert told == ("port 4000 is taken" in done.out)
    assert told or selection
    assert not (tmp_path / "lock").exists()


def test_jobs_with_a_copy_that_cannot_come_back(corpus, tmp_path):
    """What a lost copy was asked is asked again of those that live, and nobody is accused."""
    one = run(corpus, "right")
    done = run(corpus, "never-again", "--jobs", 2, SHENGJI_TEST_FOLDER=tmp_path)

    assert done.report["results"] == one.report["results"]
    assert "the run went on with 1 of 2 copies" in done.out
    assert "no licence for a third start" in done.out


def test_jobs_of_which_none_starts(corpus, tmp_path):
    """Where no copy starts the run ends as with one."""
    (tmp_path / "lock").touch()
    done = run(corpus, "alone", "--jobs", 3, SHENGJI_TEST_FOLDER=tmp_path)

    assert done.code == 3
    assert set(done.statuses) == {"not-run"}
    assert "port 4000 is taken" in done.out
    assert "copies" not in done.out


def test_jobs_give_up_together(corpus):
    """Copies that do nothing but die are given up, and every question has its result."""
    done = run(corpus, "dies-of-everything", "--jobs", 2)

    assert done.code == 3
    assert sum(done.statuses.values()) == 71
    assert {"error", "not-run"} == set(done.statuses)


def test_a_stuck_copy_holds_the_others_back(tmp_path):
    """No block is given out so far ahead of a result that is awaited that memory would fill."""
    cases = [fixture.trick_case(n) for n in range(FARTHEST // 2 + 200)]
    opened = Corpus.open(fixture.write_corpus(tmp_path, cases))
    asks = plan(opened, choose_variants(opened, []), Selector([]))
    awaited = 0
    blocks = Blocks(opened, asks, 2, lambda: awaited)
    taken = []
    while block := blocks.take():
        taken.append(block)
    ahead = sum(len(block.places) for block in taken)
    awaited = ahead

    assert FARTHEST - 64 <= ahead <= FARTHEST + 64
    assert blocks.take() is not None


def test_who_is_done_waits_for_the_others(tmp_path):
    """What a copy leaves behind at the very end goes to one that was done; then all are."""
    opened = Corpus.open(fixture.write_corpus(tmp_path, [fixture.trick_case(1)]))
    blocks = Blocks(opened, plan(opened, choose_variants(opened, []), Selector([])), 3, lambda: 0)

    async def last_block():
        lost = await blocks.wait()
        while blocks.take():
            pass
        others = [asyncio.create_task(blocks.wait()) for _ in range(2)]
        await asyncio.sleep(0)
        waited = not any(other.done() for other in others)
        blocks.give_back(lost.variant, lost.questions())
        (done,), _ = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
        others.append(asyncio.create_task(blocks.wait()))
        await asyncio.wait(others)
        return waited, lost, done.result(), [other.result() for other in others if other != done]

    waited, lost, found, ends = asyncio.run(asyncio.wait_for(last_block(), 10))

    assert waited
    assert found.places == lost.places
    assert ends == [None, None]


# --- ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 3])
def test_max_failures(corpus, jobs):
    """The run ends at the N-th failure of the plan, whoever answers first; the rest says why."""
    done = run(corpus, "often-wrong", "--max-failures", 2, "--jobs", jobs)
    statuses = [result["status"] for result in done.report["results"]]
    last = len(statuses) - statuses[::-1].index("fail")

    assert done.code == 1
    assert statuses.count("fail") == 2
    assert set(statuses[last:]) == {"not-run"}
    assert "not-run" not in statuses[:last]
    assert done.reasons("not-run") == {
        "not asked: there were 2 failures, as many as were to be borne"
    }
    assert "the run stopped early: there were 2 failures" in done.out


def test_fail_fast(corpus):
    """--fail-fast ends at the first failure; one that passes everything is not ended."""
    assert run(corpus, "wrong", "--fail-fast").statuses == {"fail": 1, "not-run": 70}
    assert run(corpus, "right", "--fail-fast").statuses == {"pass": 71}


def test_time_budget(corpus):
    """When the time is up, what was answered counts, the rest says why, and that is no success."""
    done = run(corpus, "slow", "--time-budget", 3)

    assert done.code == 1
    assert done.statuses.keys() == {"pass", "not-run"}
    assert done.reasons("not-run") == {"not asked: the time budget of 3 s was spent"}
    assert done.header["stopped"] == "the time budget of 3 s was spent"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")
def test_interrupt_of_several_copies(corpus, tmp_path):
    """Ctrl-C ends all copies and keeps what they have answered."""
    report = tmp_path / "report.json"
    arguments = ["run", "--corpus", corpus, "--json", report, "--jobs", 3, "--", *miniature("slow")]
    with subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, encoding="utf-8", env=environment()
    ) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    statuses = [r["status"] for r in json.loads(report.read_bytes())["results"]]

    assert process.returncode == 130
    assert "Interrupted after" in out
    assert len(statuses) == 71
    assert set(statuses) == {"pass", "not-run"}


# --- resumed -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stopped(corpus, tmp_path_factory):
    """Return the report of a run that was ended in the middle."""
    file = tmp_path_factory.mktemp("stopped") / "stopped.json"
    call("run", "--corpus", corpus, "--max-failures", 5, "--json", file, "--", *miniature("wrong"))
    return file


def resume(corpus, file, name, *options, **variables):
    """Take up a report; return the way it ended and the new report's file."""
    new = file.with_name("resumed.json")
    arguments = ["run", "--corpus", corpus, "--resume", file, "--json", new, *options]
    return call(*arguments, "--", *miniature(name), **variables), new


def test_resumed_is_whole(corpus, stopped, tmp_path):
    """A resumed run has byte for byte the results of one that was never stopped."""
    whole = tmp_path / "whole.json"
    call("run", "--corpus", corpus, "--json", whole, "--", *miniature("wrong"))
    done, new = resume(corpus, stopped, "wrong")
    before, after = (json.loads(file.read_bytes())["header"] for file in (whole, new))

    assert done.returncode == 1
    assert results(new) == results(whole)
    assert before["counts"] == after["counts"]
    assert "stopped" not in after
    assert r"got         not legal (\x1b[31mred)" in done.stdout


def test_resumed_asks_what_is_missing(corpus, stopped, tmp_path):
    """Only what has no result is asked; of a whole report that is nothing, and nobody is started."""
    first, new = resume(corpus, stopped, "signs", SHENGJI_TEST_FOLDER=str(tmp_path))
    (asked,) = (int(file.read_text()) for file in tmp_path.iterdir())
    whole = new.rename(new.with_name("whole.json"))
    again, new = resume(corpus, whole, "dead-at-start")
    headers = [json.loads(file.read_bytes())["header"] for file in (whole, new)]

    assert first.returncode == again.returncode == 1
    assert asked == 66
    assert results(whole) == results(new)
    assert headers[0]["implementation"] == headers[1]["implementation"]


def test_resumed_in_place(corpus, stopped, tmp_path):
    """The report that is taken up may be the one that is written."""
    file = tmp_path / "report.json"
    file.write_bytes(stopped.read_bytes())
    arguments = ["--corpus", corpus, "--resume", file, "--json", file, "--jobs", 2]
    done = call("run", *arguments, "--", *miniature("wrong"))

    assert done.returncode == 1
    assert json.loads(file.read_bytes())["header"]["counts"]["fail"] == 71


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--select", "follow"], "other questions were asked there"),
        (["--shard", "1/2"], "another shard was asked there"),
        (["--strict"], "one of the two runs is --strict"),
    ],
)
def test_resumed_is_another_run(corpus, stopped, options, said):
    """A report of other questions, another shard or another strictness is refused."""
    done, _ = resume(corpus, stopped, "wrong", *options)

    assert (done.returncode, said in done.stderr) == (2, True)
    assert "Traceback" not in done.stderr


def test_resumed_by_another_implementation(corpus, stopped):
    """Results of two implementations are not mixed."""
    done, _ = resume(corpus, stopped, "newer")

    assert done.returncode == 2
    assert (
        "another implementation was asked there: mini 1; this one says it is mini 2" in done.stderr
    )


def test_resumed_from_a_damaged_report(corpus, stopped, tmp_path):
    """A result that is not that of its question is refused."""
    report = json.loads(stopped.read_bytes())
    report["results"][2]["id"] = "follow.pair/case-0029"
    file = tmp_path / "damaged.json"
    file.write_text(json.dumps(report))
    done, _ = resume(corpus, file, "wrong")

    assert done.returncode == 2
    assert "result 2 is not the question that has this number" in done.stderr
