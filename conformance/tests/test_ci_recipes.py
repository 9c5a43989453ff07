"""The recipes for a CI are true: they parse, their options exist, all in them is pinned, and they run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from harness import environment, miniature
from shengji_conformance import __version__
from shengji_conformance.cli import _command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
BLOCK = re.compile(r"```yaml\n(.*?)```", re.DOTALL)
RECIPES = [yaml.safe_load(text) for text in BLOCK.findall(PAGE)]
ENDS = {"||", "&&", ";", ">>", ">", ")"}


def strings(of):
    """Yield every string in a recipe."""
    if isinstance(of, str):
        yield of
    for inner in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from strings(inner)


def found_commands():
    """Yield the words of every command of ours on the page."""
    texts = [text for recipe in RECIPES for text in strings(recipe)]
    texts += re.findall(r"^    (.*)$", BLOCK.sub("", PAGE), re.MULTILINE)
    for line in "\n".join(texts).splitlines():
        lexer = shlex.shlex(
            line.replace("${{ matrix.part }}", "1"), posix=True, punctuation_chars=True
        )
        lexer.whitespace_split = True
        words = list(lexer)
        if words[:1] == ["shengji-conformance"]:
            end = next((i for i, word in enumerate(words) if word in ENDS), len(words))
            yield words[1:end]


COMMANDS = list(found_commands())


def test_there_are_recipes():
    """Two for GitHub, one for GitLab, one for pre-commit; and commands in them."""
    assert len(RECIPES) == 4
    assert len(COMMANDS) >= 8


def unknown(words):
    """Return the options of a command of ours that do not exist."""
    found, context, words = _command, click.Context(_command), [*words]
    while isinstance(found, click.Group):
        found = found.get_command(context, words.pop(0))
    known = {name for parameter in found.params for name in parameter.opts}
    ours = words[: words.index("--")] if "--" in words else words
    return {word for word in ours if word.startswith("-") and word != "-"} - known


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_options_exist(words):
    """Every command exists, and every option of it."""
    assert not unknown(words)


def test_an_option_that_is_gone_is_found():
    """The test above is not blind."""
    assert unknown(["report", "compare", "--onyl", "-", "--json", "x"]) == {"--onyl"}


def test_all_is_pinned():
    """Actions by their commit, images by their patch, and this suite by the version it has."""
    for line in re.findall(r"uses: (.*)", PAGE):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)
    for image in re.findall(r"image: (.*)", PAGE):
        assert re.fullmatch(r"\w+:\d+\.\d+\.\d+-[\w-]+", image)
    versions = re.findall(r"shengji-conformance==([\w.]+)", PAGE)

    assert len(versions) >= 6
    assert set(versions) == {__version__}


def shell(script, folder, **variables):
    """Run a step as GitHub does, with a miniature for the adapter."""
    words = shlex.join([sys.executable, "-m", "shengji_conformance"])
    script = script.replace("shengji-conformance", words)
    script = script.replace("node my-adapter.js", shlex.join(miniature("partial")))
    return subprocess.run(
        [shutil.which("bash"), "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment() | variables,
        timeout=60,
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="the step is for a shell")
def test_the_step_runs(corpus, tmp_path):
    """The step of the first recipe leaves a summary and all the files that the next step takes."""
    steps = RECIPES[0]["jobs"]["rules"]["steps"]
    step = next(step["run"] for step in steps if step.get("name") == "Ask it")
    (tmp_path / "known.yaml").write_text("known: []\n")
    summary = tmp_path / "summary.md"
    done = shell(step, tmp_path, GITHUB_STEP_SUMMARY=str(summary), SHENGJI_CORPUS=str(corpus))

    assert done.returncode == 0, done.stderr
    assert summary.read_text("utf-8").startswith("### ")
    for name in steps[-1]["with"]["path"].split():
        assert (tmp_path / name).stat().st_size
    assert json.loads((tmp_path / "report.json").read_bytes())["header"]["corpus"] == "0.0.1"
