"""The pytest plugin with pytest-xdist, and when a session is ended from outside."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness import HERE, environment
from plugin_harness import PLUGIN, SELECT

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")


def test_workers(suite):
    """With pytest-xdist every worker has its adapter, and what they saw is told as by one."""
    some = (SELECT, "*case-000[0-7]", SELECT, "trick")
    done = suite("-n", "2", "-p", "xdist", *some, adapter="dead-in-the-middle", apart=True)

    done.assert_outcomes(passed=10, errors=1)
    done.stdout.fnmatch_lines(
        ["ERROR shengji_conformance::two-deck::follow.pair/case-0005 - asked*"]
    )


def test_workers_that_test_nothing(suite):
    """The controller knows when none of the workers tested anything, and what broke the protocol."""
    some = ("-n", "1", "-p", "xdist", SELECT, "trick")
    done = suite(*some, adapter="unsupported", apart=True)

    assert done.ret == 1
    done.stdout.fnmatch_lines(["The implementation supports none of 3 questions: *"])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("workers", "number"), [(0, "SIGINT"), (0, "SIGTERM"), (2, "SIGINT")])
def test_nobody_is_left(corpus, tmp_path, workers, number):
    """However a session is ended, an adapter that hangs ends with it."""
    adapter = tmp_path / "hangs.py"
    adapter.write_text(
        f"import os, sys, time\nsys.path.insert(0, {str(HERE)!r})\n"
        "from miniatures import Miniature\n"
        "class Hangs(Miniature):\n"
        "    def answer(self, method, params):\n"
        "        open(f'pid-{os.getpid()}', 'w').close()\n"
        "        time.sleep(600)\n"
        "Hangs().run()\n",
        "utf-8",
    )
    given = ["--shengji-adapter", shlex.join([sys.executable, str(adapter)]), "-p", PLUGIN]
    given += [
        "--shengji-corpus",
        str(corpus),
        *(["-p", "xdist", "-n", str(workers)] if workers else []),
    ]
    started = subprocess.Popen(
        [sys.executable, "-m", "pytest", *given, "shengji_conformance"],
        cwd=tmp_path,
        env=environment(),
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    pids = _wait_for_pids(tmp_path, max(workers, 1))
    os.killpg(started.pid, getattr(signal, number))
    started.communicate(timeout=60)

    assert [pid for pid in pids if _is_alive(pid)] == []


def _wait_for_pids(folder: Path, number: int) -> list[int]:
    for _ in range(600):
        found = [int(path.name[4:]) for path in folder.glob("pid-*")]
        if len(found) == number:
            return found
        time.sleep(0.05)
    raise AssertionError("the adapters are not asked")


def _is_alive(pid: int) -> bool:
    for _ in range(40):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True
