"""The pytest plugin: its page, and what is said to users who are mistaken."""

from __future__ import annotations

import re

import pytest
from plugin_harness import CASE, ROOT, SELECT

pytest_plugins = ("pytester", "plugin_fixtures")
pytestmark = pytest.mark.usefixtures("alone")


def test_the_page_for_implementers(suite, pytester):
    """The engine of the page is asked as it stands there, and the page names every option."""
    readme = (ROOT / "conformance" / "README.md").read_text("utf-8")
    section = re.search(r"\n## From pytest\n(.*?)\n## ", readme, re.DOTALL)[1]
    pytester.makepyfile(my_rules=re.search(r"```python\n(.*?)```", section, re.DOTALL)[1])
    pytester.syspathinsert()
    done = suite("--shengji-engine", "my_rules:answer", SELECT, "*case-0001", SELECT, "trick")
    option = r"--shengji-[a-z]+(?:-[a-z]+)*"
    named = set(re.findall(option, section))
    helped = set(re.findall(option, suite("--help").stdout.str()))

    done.assert_outcomes(passed=1, skipped=3)
    assert named == helped


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "*whom to ask? Give --shengji-adapter*"),
        (
            ("--shengji-adapter", "no-such-adapter"),
            "*cannot start no-such-adapter: no such command",
        ),
        (("--shengji-adapter", "'no such adapter'"), "*not in one pair of quotes"),
        (("--shengji-adapter", '"x'), "*a quotation mark is not closed"),
        (("--shengji-adapter", " "), "*the command is empty"),
        (("--shengji-adapter", "x", "--shengji-engine", "x:y"), "*are both given*"),
        (("--shengji-engine", "os.path"), "*write it as package.module:object"),
        (("--shengji-engine", "nowhere.at_all:x"), "*there is no module nowhere; *"),
        (("--shengji-engine", "os.path:jion"), "*there is no jion; did you mean join[?]"),
        (("--shengji-engine", "os.path:sep"), "*this is not callable; *"),
        (
            ("--shengji-adapter", "python", SELECT, "tirck"),
            "*--shengji-select tirck: *mean trick[?]",
        ),
        (
            ("--shengji-adapter", "python", "--shengji-timeout", "0"),
            "*no number of seconds above 0",
        ),
        (("--shengji-adapter", "python", "--shengji-corpus", "nowhere"), "*nowhere is no folder"),
    ],
)
def test_mistakes(suite, arguments, said):
    """A mistake of the user is one sentence and pytest's exit code for it."""
    done = suite(*arguments)

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: {said}"])


def test_unknown_node(suite):
    """A node id that names nothing is refused with the nearest that names something."""
    done = suite(adapter="right", suite=CASE.replace("0001", "0o01"))

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*two-deck::follow.pair/case-0o01: * mean two-deck::follow.pair/*"])


def test_options_without_cases(suite):
    """Who gives an adapter and collects no case is told so."""
    done = suite(adapter="right", suite="")

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*no case is collected: add --pyargs shengji_conformance"])
