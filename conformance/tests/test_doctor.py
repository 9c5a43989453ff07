"""The doctor: whatever is wrong with how an adapter talks, it is named, with what to change."""

# ruff: noqa: RUF001

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import doctor_miniatures
import pytest
from harness import HERE, call, command, environment
from shengji_conformance.corpus import Corpus
from shengji_conformance.doctor import wire
from shengji_conformance.doctor.exam import examine
from shengji_conformance.doctor.findings import Mark
from shengji_conformance.doctor.ids import Ids
from shengji_conformance.doctor.lines import read_line, read_together
from shengji_conformance.phrases import PHRASES

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
TIMEOUT = 2.0


def adapter(name):
    """Return the command line of an adapter with a bad habit."""
    return [sys.executable, str(HERE / "doctor_miniatures.py"), name]


@pytest.fixture(scope="module")
def two_deck():
    """Return the variant that the miniatures play."""
    return [one for one in Corpus.open().published() if one.id == "two-deck"]


async def _all(names, variants):
    exams = (examine(adapter(name), variants, TIMEOUT) for name in names)
    return dict(zip(names, await asyncio.gather(*exams), strict=True))


def findings(names, variants):
    """Examine several adapters beside each other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONUNBUFFERED", raising=False)
        return asyncio.run(_all(list(names), variants))


def keys(exam, mark=Mark.BAD):
    """Return what was found of a kind, and what is to be changed, without what canaries tell."""
    found = [f for f in exam.findings if f.mark is mark and f.said.key != "step-mistake"]
    return [(_bare(one.said).key, one.advice and one.advice.key) for one in found]


def _bare(said):
    """Return a sentence without its count."""
    return said.values["said"] if said.key == "times" else said


#: what each bad habit is told first
GROUPS = {
    "silence": {
        "never-flushes": ("why-no-flush", "fix-why-no-flush"),
        "flushes-greetings": ("why-no-flush", "fix-why-no-flush"),
        "lags": ("why-lags", "fix-why-lags"),
        "zero-is-nothing": ("why-id-zero", "fix-why-id-zero"),
        "mute": ("step-silent", "fix-silent"),
        "wide": ("step-silent", "fix-odd-utf-16"),
    },
    "ends": {
        "dies-at-once": ("step-ended", "fix-ended"),
        "answers-once": ("step-fault", "fix-one-answer"),
        "other-protocol": ("wrong-protocol", "fix-protocol"),
        "no-variant": ("step-no-variants", "fix-variants"),
    },
    "lines": {
        "chatty": ("odd-noise", "fix-odd-noise"),
        "painter": ("odd-noise", "fix-odd-noise"),
        "prompting": ("odd-text-beside", "fix-odd-text-beside"),
        "python-dict": ("odd-python", "fix-odd-python"),
        "pretty": ("odd-several-lines", "fix-odd-several-lines"),
        "headers": ("odd-content-length", "fix-odd-content-length"),
        "byte-order-mark": ("odd-bom", "fix-odd-bom"),
        "no-line-feed": ("odd-no-line-feed", "fix-odd-no-line-feed"),
    },
    "envelopes": {
        "batch": ("odd-batch", "fix-odd-batch"),
        "twice-encoded": ("odd-twice-encoded", "fix-odd-twice-encoded"),
        "echo": ("odd-echo", "fix-odd-echo"),
        "null-error": ("odd-null-too", "fix-odd-null-too"),
        "bare": ("odd-no-envelope", "fix-odd-no-envelope"),
        "twice": ("odd-twice", "fix-odd-twice"),
        "text-verdict": ("step-schema-wrong", "fix-schema"),
        "deep": ("step-schema-wrong", "fix-schema"),
    },
    "ids": {
        "text-id": ("id-text", "fix-id"),
        "fraction-id": ("id-fraction", "fix-id"),
        "no-id": ("id-missing", "fix-id"),
        "null-id": ("id-null", "fix-id"),
        "always-one": ("id-constant", "fix-id"),
        "always-zero": ("id-constant", "fix-id"),
        "own-ids": ("id-own-count", "fix-id"),
        "strange-ids": ("id-other", "fix-id"),
    },
    "manners": {
        "unknown-dies": ("step-unknown-wrong", "fix-unknown"),
        "unknown-internal": ("step-unknown-wrong", "fix-unknown"),
        "malformed-dies": ("step-malformed-dies", "fix-malformed"),
        "one-at-a-time": ("step-together-wrong", "fix-together"),
        "half-lines": ("step-pieces-wrong", "fix-together"),
        "sleepy": ("step-faults", "fix-faults"),
    },
}


@pytest.mark.parametrize("group", GROUPS)
def test_bad_habits(group, two_deck):
    """Each bad habit is the first thing that is found, and it is told what to change."""
    exams = findings(GROUPS[group], two_deck)

    assert GROUPS[group] == {name: keys(exam)[0] for name, exam in exams.items()}


def test_one_habit_is_one_finding(two_deck):
    """What follows from a habit is not held against the adapter a second time."""
    for name, exam in findings(["chatty", "text-id", "pretty", "twice"], two_deck).items():
        assert len(keys(exam)) == 1, name


def test_good_manners(two_deck):
    """Answers out of order and Windows line ends are fine; nothing but the engine is to blame."""
    for name, exam in findings(["plain", "shuffled", "carriage-returns"], two_deck).items():
        assert (keys(exam), keys(exam, Mark.NOTE)) == ([], []), name
        assert exam.first.what.key == "mistake-only-number-counted", name


def test_remarks(two_deck):
    """What a run puts up with is a remark."""
    exams = findings(["no-rule", "malformed-taken", "lives-on"], two_deck)
    found = {name: keys(exam, Mark.NOTE) for name, exam in exams.items()}

    assert found == {
        "no-rule": [("step-schema-rule", "fix-schema-rule")],
        "malformed-taken": [("step-malformed-wrong", "fix-malformed")],
        "lives-on": [("step-lives-on", "fix-lives-on")],
    }


def test_flood(two_deck):
    """One that writes without end is cut off and told where to print."""
    exam = findings(["flood"], two_deck)["flood"]

    assert keys(exam)[0] == ("step-ended", "fix-odd-noise")


def test_every_habit_is_tried():
    """No miniature is left out."""
    tried = {name for group in GROUPS.values() for name in group}
    others = {"plain", "shuffled", "carriage-returns", "no-rule", "malformed-taken", "lives-on"}

    assert set(doctor_miniatures.NAMES) == tried | others | {"flood"}


def test_example_adapter_can_talk(two_deck, tmp_path):
    """The example of the README talks well; it is told that it looks at nothing but the number of cards."""
    path = tmp_path / "adapter.py"
    path.write_text(re.search(r"```python\n(.*?)```", README, re.DOTALL)[1], "utf-8")
    exam = asyncio.run(examine([sys.executable, str(path)], two_deck, TIMEOUT))

    assert keys(exam) == []
    assert exam.first.what.key == "mistake-only-number-counted"


def test_page_shows_what_is_said():
    """What the README shows of the doctor is what it says."""
    shown = README[README.index("## When your adapter does not talk") : README.index("## Verdicts")]
    for key in ("why-no-flush", "fix-why-no-flush", "mistake-jokers-swapped", "fix-jokers-swapped"):
        assert PHRASES[key][0] in shown


def test_reference_is_healthy():
    """The reference adapter has nothing to fix: exit code 0, and the next command."""
    done = call("doctor", "--", sys.executable, "-m", "shengji", "adapter")

    assert done.returncode == 0
    assert "✗" not in done.stdout
    assert "Next: shengji-conformance run --variant two-deck -- " in done.stdout


def test_first_thing_last():
    """The last line is one sentence: what is wrong and what to change; exit code 1."""
    done = call("doctor", "--timeout", 1, "--", *adapter("painter"))

    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert r"✗ a line on stdout is no answer: “\x1b[31mred" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("First thing to fix: a line on stdout")
    assert "print everything else to stderr" in done.stdout.splitlines()[-1]


def test_in_chinese():
    """All of it is told in Chinese as well."""
    done = call("doctor", "--lang", "zh", "--", "no-such-adapter")

    assert done.returncode == 1
    assert "首先要改的：无法启动 no-such-adapter：没有这个命令——" in done.stdout
    assert "其余各项无法检查" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["--variant", "too-deck", "--", "x"]])
def test_usage(arguments):
    """Without a command, or with a variant that does not exist, there is one sentence: exit code 2."""
    done = call("doctor", *arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted(tmp_path):
    """Ctrl-C ends it, and the adapter with it."""
    mark = tmp_path / "pid"
    code = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid())); sys.stdin.read()"
    line = command("doctor", "--timeout", 50, "--", sys.executable, "-c", code, mark)
    process = subprocess.Popen(line, stderr=subprocess.PIPE, env=environment())
    _wait(lambda: mark.is_file() and mark.read_text())
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)

    assert (process.returncode, said.decode().strip()) == (130, "Interrupted.")
    assert _wait(lambda: not _is_alive(int(mark.read_text())))


def _wait(until):
    """Wait a little for something to become true."""
    for _ in range(200):
        if until():
            return True
        time.sleep(0.05)
    return False


def _is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --- lines, ids and shapes ---------------------------------------------------------------------------

LINES = {
    b'{"jsonrpc":"2.0","id":1,"result":{}}': None,
    b'{"jsonrpc":"2.0","id":1,"result":{}}\r': None,
    b'{"id":1,"result":{}}{"id":2,"result":{}}': "odd-two-on-a-line",
    b'\xef\xbb\xbf{"id":1,"result":{}}': "odd-bom",
    b"{\x00": "odd-utf-16",
    b"Content-Length: 12": "odd-content-length",
    b"{'id': 1, 'result': {}}": "odd-python",
    b"{'id': 1, 'result': __import__('os')}": "odd-python",
    b'[{"id":1,"result":{}}]': "odd-batch",
    b'"{\\"id\\":1,\\"result\\":{}}"': "odd-twice-encoded",
    b'"hello"': "odd-noise",
    b"17": "odd-noise",
    b'{"hello":1}': "odd-noise",
    b'{"id":1,"method":"initialize"}': "odd-echo",
    b'{"id":1,"result":{},"error":null}': "odd-null-too",
    b'{"legal":true}': "odd-no-envelope",
    b'> {"id":1,"result":{}}': "odd-text-beside",
    b'> {"broken"}': "odd-noise",
    b"\xff\xfe": "odd-noise",
}


@pytest.mark.parametrize("line", LINES)
def test_lines(line):
    """Every line is named."""
    odd = read_line(line).odd

    assert LINES[line] == (odd and odd.key)


def test_lines_together():
    """Several lines may hold one answer; braces alone do not."""
    assert read_together([b"{", b'"id": 1,', b'"result": {}', b"}"]).message == {
        "id": 1,
        "result": {},
    }
    assert read_together([b"{", b"}"]) is None
    assert read_together([b"hello", b"there"]) is None


def test_right_ids():
    """Ids that come back as they went are right; true is not 1."""
    ids = Ids()
    ids.add(0, {"id": 0})
    ids.add(1, {"id": 1})

    assert ids.wrong() is None
    ids.add(1, {"id": True})
    assert ids.wrong().key == "id-other"


SHAPES = [
    ("judge_follow", {"result": {"legal": True}}, []),
    ("judge_follow", {"result": {"legal": False}}, ["$: `rule` is missing"]),
    ("judge_follow", {"result": {"legal": 1}}, ["$.legal: 1 is not allowed here"]),
    ("judge_trick", {"result": {"winner": "2", "points": 5}}, ['$.winner: "2" is not a number']),
    ("advance", {"result": {"levels": [2, 3]}}, ["$.levels[0]: 2 is not allowed here"]),
    ("classify", {"error": {"code": -32602}}, ["$.error: `message` is missing"]),
    ("judge_trick", {"result": []}, ["$: [] is not an object"]),
]


@pytest.mark.parametrize(("method", "answer", "flaws"), SHAPES)
def test_shapes(method, answer, flaws):
    """Where an answer differs from the schema, the place is named."""
    found = [str(flaw) for flaw in wire.answer_flaws(method, {"jsonrpc": "2.0", **answer})]

    assert set(flaws) <= set(found)
    assert bool(flaws) == bool(found)


def test_our_own_shapes():
    """A question of ours that the schema does not allow is the runner's fault."""
    assert wire.request_flaws("load_variant", {"variant": "x"}) == []
    assert [str(flaw) for flaw in wire.request_flaws("load_variant", {})] == [
        "$: `variant` is missing"
    ]
