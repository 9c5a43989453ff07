"""A run that is ended from outside keeps what it has."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from harness import command, environment, miniature

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_keeps_partial_results(corpus, tmp_path, sent):
    """Ctrl-C ends with 130, a summary, both reports whole, and no process left."""
    report, junit = tmp_path / "report.json", tmp_path / "junit.xml"
    arguments = ["run", "--corpus", corpus, "--json", report, "--junit", junit]
    process = subprocess.Popen(
        [*command(*arguments), "--", *miniature("slow")],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    begun = process.stdout.readline()  # on a busy machine the start alone may take seconds
    time.sleep(2)
    process.send_signal(sent)
    out, _ = process.communicate(timeout=20)
    written = json.loads(report.read_bytes())
    statuses = Counter(result["status"] for result in written["results"])

    assert "questions from corpus" in begun
    assert process.returncode == 130
    assert "Interrupted after" in out
    assert statuses.keys() == {"pass", "not-run"}
    assert statuses.total() == 71
    assert written["header"]["stopped"] == "interrupted"
    assert b'tests="71"' in junit.read_bytes()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["junit.xml", "report.json"]
