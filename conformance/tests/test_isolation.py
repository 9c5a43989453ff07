"""Whatever an adapter does: the run ends, memory stays bounded, nobody is left behind, nothing is hidden."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from harness import call, command, environment, miniature, run

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
SOME = ("--select", "follow.pair/case-000*", "--variant", "two-deck")
#: what the runner may have, in all; it starts with less than half of it
ADDRESS_SPACE = 700 << 20


def left_behind(token):
    """Return the processes whose environment holds a token."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and token.encode() in (entry / "environ").read_bytes():
                found.append((entry / "cmdline").read_bytes())
        except OSError:
            continue
    return found


@linux
@pytest.mark.parametrize(
    ("name", "statuses"),
    [
        ("daemon", {"pass": 10}),
        ("daemon-of-a-dead-one", {"pass": 9, "error": 1}),
        ("orphan", {"pass": 9, "error": 1}),
        ("closes-stdout", {"pass": 9, "error": 1}),
    ],
)
def test_nobody_is_left_behind(corpus, name, statuses):
    """Children that outlive an adapter are ended with it, even those in sessions of their own."""
    token = uuid.uuid4().hex
    done = run(corpus, name, *SOME, SHENGJI_TEST_TOKEN=token)

    assert done.statuses == statuses
    assert left_behind(token) == []


@linux
def test_nobody_is_left_behind_when_stopped(corpus):
    """Nor is anybody when a run ends early, with several copies."""
    token = uuid.uuid4().hex
    done = run(corpus, "daemon", "--jobs", 3, "--time-budget", 0.7, SHENGJI_TEST_TOKEN=token)

    assert sum(done.statuses.values()) == 71
    assert left_behind(token) == []


@linux
def test_nobody_is_left_behind_when_ctrl_c_is_pressed_again(corpus):
    """Who does not wait for the end of the first Ctrl-C leaves nobody behind either."""
    token = uuid.uuid4().hex
    variables = environment() | {"SHENGJI_TEST_TOKEN": token}
    line = [*command("run", "--corpus", corpus), "--", *miniature("stubborn")]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, env=variables) as process:
        time.sleep(2)
        for _ in range(20):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        process.wait(20)

    assert left_behind(token) == []


@linux
def test_others_are_left_alone(corpus):
    """A process that nobody of ours started lives on."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        run(corpus, "daemon", *SOME)

        assert other.poll() is None


def bounded(corpus, name, tmp_path):
    """Run a miniature with little memory; return how it ended and the report's file."""
    import resource

    report = tmp_path / "report.json"
    arguments = ["run", "--corpus", corpus, "--timeout", 1, "--json", report, *SOME]
    limits = (ADDRESS_SPACE, ADDRESS_SPACE)
    done = subprocess.run(
        [*command(*arguments), "--", *miniature(name)],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limits),
    )
    assert "Traceback" not in done.stderr
    return done, report


@linux
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("deaf", "no answer within 1 s, though the process is alive"),
        ("deaf-and-loud", "stdout is for answers, print to stderr"),
        ("blank-lines", "wrote 10,000 lines to stdout and no answer among them"),
        ("huge", "bytes: too long to keep"),
    ],
)
def test_memory_is_bounded(corpus, tmp_path, name, said):
    """One that does not read, writes without end, or answers at enormous length cannot fill the memory."""
    done, report = bounded(corpus, name, tmp_path)
    written = json.loads(report.read_bytes())

    assert done.returncode in (1, 3)
    assert len(written["results"]) == 10
    assert said in json.dumps(written, ensure_ascii=False)
    assert report.stat().st_size < 100_000


def test_ignores_the_end_of_stdin(corpus):
    """One that lives on when stdin ends is ended; that is remarked, and no failure."""
    done = run(corpus, "ignores-end", *SOME)

    assert (done.code, done.statuses) == (0, {"pass": 10})
    assert "did not end within 2 s after its stdin was closed" in done.out


def test_stderr_is_kept_by_case(corpus):
    """What an adapter wrote to stderr before a wrong answer is shown with it, escaped."""
    done = run(corpus, "logs-alone", *SOME)
    (result,) = (r for r in done.report["results"] if r["status"] == "fail")

    assert done.report["stderr"] == [
        {
            "number": result["number"],
            "id": "follow.pair/case-0005",
            "variant": "two-deck",
            "stderr": r"thinking about S7\x1b[31m",
        }
    ]
    assert r"stderr near thinking about S7\x1b[31m" in done.out
    assert "\x1b" not in done.out


def test_stderr_of_a_pipeline(corpus):
    """With several questions in flight it is among what came about then."""
    done = run(corpus, "logs", *SOME)

    assert [entry["id"] for entry in done.report["stderr"]] == ["follow.pair/case-0005"]
    assert "thinking about S7" in done.report["stderr"][0]["stderr"]


def test_stderr_in_junit(corpus, tmp_path):
    """JUnit has it too."""
    file = tmp_path / "junit.xml"
    call("run", "--corpus", corpus, *SOME, "--junit", file, "--", *miniature("logs-alone"))
    (heard,) = ET.parse(file).iter("system-err")  # noqa: S314 (our own file)

    assert heard.text == r"thinking about S7\x1b[31m"


def test_stderr_survives_merge_and_resume(corpus, tmp_path):
    """Lines on stderr are merged and taken up with the results they belong to."""
    files = [tmp_path / f"{n}.json" for n in range(4)]
    logs = miniature("logs-alone")
    run_ = ("run", "--corpus", corpus, *SOME)
    for n in (1, 2):
        call(*run_, "--shard", f"{n}/2", "--json", files[n], "--", *logs)
    call("report", "merge", files[1], files[2], "-o", files[0])
    done = call(*run_, "--resume", files[0], "--json", files[3], "--", *logs)
    merged, resumed = (json.loads(files[n].read_bytes())["stderr"] for n in (0, 3))

    assert merged == resumed
    assert [entry["id"] for entry in merged] == ["follow.pair/case-0005"]
    assert "thinking about S7" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="asks the shell")
def test_a_shell_between_is_ended_too(corpus):
    """An adapter behind a shell that does not hand on the end of stdin is ended all the same."""
    token = uuid.uuid4().hex
    line = f"true; {sys.executable} {miniature('ignores-end')[1]} ignores-end; true"
    done = call("run", "--corpus", corpus, *SOME, "--", "sh", "-c", line, SHENGJI_TEST_TOKEN=token)

    assert done.returncode == 0
    assert sys.platform != "linux" or left_behind(token) == []
