"""The runner is alone: neither an engine nor the oracle is imported with it, whatever it draws."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import shengji_conformance

ALONE = Path(__file__).with_name("alone.py")


@pytest.fixture
def imported(tmp_path):
    """Return a function that imports a package in a fresh process and says what came along."""

    def run(package, *arguments):
        path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
        done = subprocess.run(
            [sys.executable, ALONE, package, *arguments],
            capture_output=True,
            check=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
        )
        return json.loads(done.stdout)

    return run


def test_no_engine_comes_along(imported, tmp_path):
    """All modules are imported and every chapter is drawn as the reference sees it, over the pipe."""
    root = Path(shengji_conformance.__file__).parent
    found = imported("shengji_conformance", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")

    assert (
        len(found["modules"]) >= len([*root.rglob("*.py")]) - 2
    )  # the package itself and __main__
    assert set(re.findall(r'data-chapter="(\w+)"', page)) == set(found["chapters"])
    assert "of these owed" in page
    assert found["engines"] == []


@pytest.mark.parametrize(
    "line",
    ["import shengji", "from shengji.rules import RuleSet", "import shengji_oracle", "import late"],
)
def test_an_engine_that_comes_along_is_seen(imported, tmp_path, line):
    """An import of an engine is named: of the package or of a part, in a module or behind another."""
    inner = tmp_path / "planted" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "late.py").write_text("import shengji.cards\n")
    (inner.parent / "__init__.py").touch()
    (inner / "__init__.py").touch()
    (inner / "deep.py").write_text(f"{line}\n")
    found = imported("planted")

    assert found["modules"] == ["planted.inner", "planted.inner.deep"]
    assert found["engines"]
