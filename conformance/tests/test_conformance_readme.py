"""The page for implementers is true."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from harness import call
from shengji_conformance.closing import Exit
from shengji_conformance.verdicts import Status

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_example_adapter_works(corpus, tmp_path):
    """The example adapter shakes hands, answers its question and is unsupported elsewhere."""
    adapter = tmp_path / "adapter.py"
    adapter.write_text(re.search(r"```python\n(.*?)```", README, re.DOTALL)[1], "utf-8")
    select = ["--select", "follow.pair/case-0001", "--select", "trick"]
    done = call("run", "--corpus", corpus, *select, "--", sys.executable, adapter)

    assert done.returncode == 0
    assert "my-engine 0.1" in done.stdout
    assert "All 2 questions that the implementation supports answered right" in done.stdout


def test_example_adapter_is_short():
    """It has about twenty lines."""
    assert len(re.search(r"```python\n(.*?)```", README, re.DOTALL)[1].splitlines()) <= 20


def test_every_status_and_exit_code_is_explained():
    """The tables name all statuses and all exit codes."""
    for status in Status:
        assert f"| {status} |" in README
    for code in Exit:
        assert f"| {code.value} |" in README


def test_the_table_of_runners_is_whole():
    """Every row has a sign for every runner, and this one is not the best in all of them."""
    part = README.partition("## Beside other runners")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    rows = [row for row in rows if not row[0].startswith("**") and row[0] != "here"]

    assert len(rows) > 30
    assert all(len(row) == 6 and all(cell[0] in "●◐○" for cell in row[1:]) for row in rows)
    assert sum(row[1][0] == "○" for row in rows) >= 5
