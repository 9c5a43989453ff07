"""The pytest plugin selects as the runner does: the same flags, the same cases, the same mistakes."""

from __future__ import annotations

import json
import re

import click
import pytest
from harness import inside
from plugin_harness import CASE, PLUGIN, SELECT
from shengji_conformance.command_list import command as list_command
from shengji_conformance.common import selection_options

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")

#: options of `list` that do not select
OTHERS = {"--json", "--color", "--lang"}
FAILED = {"id": "trick.highest/case-0001", "variant": "two-deck", "status": "fail"}


def missing(command, pytester):
    """Return the options of a command that select, and that the plugin has not."""
    config = pytester.parseconfig("-p", PLUGIN)
    known = {name for name in vars(config.option) if name.startswith("shengji_")}
    flags = {name for option in command.params for name in option.opts} - OTHERS
    lines = {name.replace("--", "shengji_").replace("-", "_"): name for name in flags}
    for name in lines.keys() & known:
        config.getini(name)  # an option that is no line of the ini file is refused here
    return {lines[name] for name in lines.keys() - known}


def test_every_flag_that_selects(pytester):
    """The plugin has all options of the runner that select, and one that is forgotten is found."""

    @click.command()
    @selection_options
    @click.option("--by-moonlight", is_flag=True)
    def forgotten(**_):
        """Select in another way."""

    assert missing(list_command, pytester) == set()
    assert missing(forgotten, pytester) == {"--by-moonlight"}


@pytest.fixture
def report(pytester):
    """Return a report in which a case failed under one of two variants."""
    path = pytester.path / "report.json"
    path.write_text(json.dumps({"header": {}, "results": [FAILED]}), "utf-8")
    return path


def items(suite, *flags):
    """Return the cases that are collected, with their variants."""
    done = suite("--collect-only", "-q", *flags, variant="")
    found = re.findall(r"^shengji_conformance::(.*?)::(.*)$", done.stdout.str(), re.MULTILINE)
    return sorted(found)


def listed(corpus, *flags):
    """Return the same of the runner."""
    done = inside("list", "--json", "--corpus", corpus, *flags)
    cases = json.loads(done.stdout)
    return sorted((variant, case["id"]) for case in cases for variant in case["variants"])


@pytest.mark.parametrize(
    "flags",
    [
        ["--profile", "play"],
        ["--level", "must", "--exclude", "follow"],
        ["--option", "follow.pairs=must"],
        ["--option", "follow.pairs=free", "--variant", "home-0badcafe"],
        ["--exclude", "trick", "--exclude", "*-000?"],
        ["--shard", "2/3"],
        ["--shard", "1/2", "--select", "*000?"],
        ["--only-failed", "report.json"],
        ["--tier", "core", "--select", "trick"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("report")
def test_selects_as_the_runner(suite, corpus, flags):
    """What a flag selects is what the runner selects."""
    ours = [text.replace("--", "--shengji-") for text in flags]
    found = items(suite, *ours)

    assert found
    assert found == listed(corpus, *flags)


@pytest.mark.usefixtures("report")
def test_in_the_ini_file(suite, pytester):
    """Flags that narrow may stand in the ini file; the path of a report begins where that lies."""
    pytester.makeini(
        """
        [pytest]
        shengji_only_failed = report.json
        shengji_level = must
        shengji_exclude =
            follow
            *0002
        """
    )
    below = pytester.mkdir("below")
    pytester.chdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(below)
        found = items(suite)

    assert found == [("two-deck", "trick.highest/case-0001")]


def test_all_shards_are_all(suite):
    """Every case is in one shard; a shard without cases is a success and says so."""
    parts = [items(suite, f"--shengji-shard={n}/2") for n in (1, 2)]
    done = suite(SELECT, "*labelled*", "--shengji-shard", "1/9", adapter="right")

    assert sorted(parts[0] + parts[1]) == items(suite)
    assert done.ret == 0
    done.stdout.fnmatch_lines(["None of the 1 question falls into shard 1/9: nothing to ask*"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--shengji-profile", "plya"),
            "--shengji-profile plya: there are *; did you mean play[?]",
        ),
        (("--shengji-level", "most"), "--shengji-level most: there are must, may; *mean must[?]"),
        (("--shengji-tier", "cor"), "--shengji-tier cor: there are *; did you mean core[?]"),
        (("--shengji-option", "follow.pair=must"), "--shengji-option *mean follow.pairs[?]"),
        (("--shengji-option", "follow.pairs=mst"), "--shengji-option *mean must[?]*"),
        (("--shengji-exclude", "tirck"), "--shengji-exclude tirck: *mean trick[?]"),
        (("--shengji-variant", "two-dck"), "--shengji-variant two-dck: *mean two-deck[?]"),
        (("--shengji-shard", "3/2"), "--shengji-shard 3/2: * 2/2*"),
        (("--shengji-only-failed", "no.json"), "shengji_only_failed: no.json is no file"),
        (("--shengji-level", "may"), "* --shengji-level may*"),
        (("--shengji-tier", "full", SELECT, "nothing"), "--shengji-select nothing: *"),
    ],
)
def test_mistakes(suite, arguments, said):
    """A mistake is one sentence that names the nearest, and pytest's exit code for it."""
    done = suite("--collect-only", *arguments, variant="")

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: {said}"])


def test_mistakes_in_the_ini_file(suite, pytester):
    """So is a mistake of the ini file."""
    pytester.makeini("[pytest]\nshengji_profile = plya\n")
    done = suite("--collect-only")

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: --shengji-profile plya: there are *mean play[?]"])


def test_asked_again_without_what_narrows(suite):
    """The command under a failing case leaves out what its node id says better."""
    narrow = ("--shengji-shard=1/1", "--shengji-exclude", "trick", "--shengji-level", "must")
    done = suite(*narrow, adapter="wrong", variant="", suite=CASE)
    line = re.search(r"again +(pytest .*)", done.stdout.str())[1]

    assert set(re.findall(r"--shengji-[a-z-]+", line)) == {"--shengji-corpus", "--shengji-adapter"}
