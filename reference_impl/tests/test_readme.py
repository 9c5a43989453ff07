"""The README: what it shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

from click.testing import CliRunner
from shengji.cli.commands import cli
from shengji_spec import load_spec, resolve

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def test_python_examples_run():
    """The Python block prints what it says."""
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)

    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_variant_file_resolves(tmp_path):
    """The user's variant is a valid one that differs from its parent just where it says."""
    path = tmp_path / "my-rules.yaml"
    path.write_text(re.search(r"```yaml\n(.*?)```", README, re.DOTALL)[1], encoding="utf-8")
    changed = {
        k for k, v in resolve(path).options.items() if resolve("two-deck").options.get(k) != v
    }

    assert changed == {"lead.throw-groups", "score.multiplier"} | {"score.multiplier-cap"} & changed


def test_the_session_is_printed_as_shown():
    """The first command and its output are what the command prints."""
    session = re.search(r"    \$ shengji (judge .*?)\n(.*?)\n\nThe same", README, re.DOTALL)
    shown = [line.removeprefix("    ").rstrip() for line in session[2].splitlines()]
    result = CliRunner().invoke(cli, [*shlex.split(session[1]), "--lang", "en"])

    assert [line.rstrip() for line in result.output.splitlines()] == shown


def test_every_variant_is_in_the_table():
    """The README names every published variant."""
    assert [v for v in load_spec().variants if f"| `{v}` |" not in README] == []
