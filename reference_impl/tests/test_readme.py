"""The README: what it shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from shengji.cli.commands import cli
from shengji_spec import load_spec, resolve

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_python_examples_run():
    """The Python blocks, one after the other, print what they say."""
    block = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
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


SESSION = re.compile(r"^    \$ shengji (.*)\n((?:    .*\n|\n)*)", re.MULTILINE)


@pytest.mark.parametrize("session", SESSION.findall(README), ids=lambda session: session[0])
def test_sessions_are_printed_as_shown(session, monkeypatch):
    """Each command and its output are what the command prints; dots stand for the rest."""
    monkeypatch.chdir(ROOT)
    command, text = session
    shown = [line.removeprefix("    ").rstrip() for line in text.strip("\n").splitlines()]
    result = CliRunner().invoke(cli, [*shlex.split(command), "--lang", "en"])
    printed = [line.rstrip() for line in result.output.splitlines()]

    if shown[-1] == "...":
        shown.pop()
        printed = printed[: len(shown)]
    assert printed == shown


def test_sessions_show_every_kind_of_command():
    """A question, a list of decisions, a deal and a match are shown."""
    commands = [command for command, _ in SESSION.findall(README)]

    assert [command.split()[0] for command in commands] == ["judge", "variants", "replay", "replay"]


def test_every_variant_is_in_the_table():
    """The README names every published variant."""
    assert [v for v in load_spec().variants if f"| `{v}` |" not in README] == []
