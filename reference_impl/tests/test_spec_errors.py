"""What a user reads when a file is wrong."""

from __future__ import annotations

import pytest
from shengji_spec.errors import CAP, Problem, SpecError, advice, nearest
from shengji_spec.yaml_loader import load_text


def test_problem_reads_like_a_compilers():
    """File, line, column, key, what was found; then the line, and the nearest valid value below the place."""
    document = load_text("options:\n  follow.pairs: {value: mus}\n", "a.yaml")
    problem = document.problem(
        "there is no such value",
        "options",
        "follow.pairs",
        "value",
        found="mus",
        valid=["must", "free"],
    )

    assert str(problem) == (
        "a.yaml:2:25: options > follow.pairs > value: there is no such value\n"
        "    2 |   follow.pairs: {value: mus}\n"
        '      |                         ^ did you mean "must"?'
    )
    assert (problem.found, problem.nearest) == ("mus", "must")


def test_caret_stands_below_its_place_behind_chinese():
    """A Chinese character is two columns wide."""
    document = load_text("a: [跟牌, x]\n", "a.yaml")
    _, line, caret = str(document.problem("m", "a", 1)).splitlines()

    assert line == "    1 | a: [跟牌, x]"
    assert caret == "      | " + " " * len("a: [") + " " * 4 + "  ^"


def test_long_line_is_cropped_around_the_place():
    """A line longer than a screen is cut, and the caret still stands below its place."""
    document = load_text("a: [" + ", ".join(f"item{n}" for n in range(100)) + "]", "a.yaml")
    _, line, caret = str(document.problem("m", "a", 80)).splitlines()

    assert len(line) < 120
    assert line[caret.index("^") :].startswith("item80")


def test_items_of_a_list_go_by_their_names():
    """A path names the case, option or rule, not its number."""
    document = load_text("cases:\n  - {id: pair-owed, when: {a: 1}}\n  - {x: 1}\n")

    assert document.problem("m", "cases", 0, "when", "a").where == "cases > pair-owed > when > a"
    assert document.problem("m", "cases", 1, "x").where == "cases > item 2 > x"


def test_error_lists_all_problems_up_to_a_cap():
    """All problems are kept, and the text shows so many and says how many more there are."""
    error = SpecError(Problem("a.yaml", f"problem {n}", n) for n in range(1, 31))

    assert len(error.problems) == 30
    assert str(error).count("problem ") == CAP
    assert str(error).endswith("... and 10 more problems")


@pytest.mark.parametrize(
    ("found", "valid", "expected"),
    [
        ("lowest-beatabel", ["refused", "lowest-beatable"], "lowest-beatable"),
        (2, ["2", "3"], "2"),
        ("2", [1, 2], 2),
        ("true", [False, True], True),
        ("MUST", ["free", "must"], "must"),
        ("xyz", ["must", "free"], None),
        ("x", [], None),
        ([1], ["a"], None),
    ],
)
def test_nearest_valid_value(found, valid, expected):
    """The nearest value is the right word of the wrong kind, else the one spelled most alike."""
    close = nearest(found, valid)

    assert close == expected
    assert type(close) is type(expected)


def test_advice_says_when_quotes_are_missing():
    """A number where a text is meant is the commonest mistake with levels."""
    assert advice(2, ["2", "3"]) == 'did you mean "2" (in quotes)?'


def test_advice_lists_few_values_when_none_is_near():
    """Where nothing is near, the valid values are listed if they are few."""
    assert advice("xyz", ["must", "free"]) == 'valid: "must", "free"'
    assert advice("xyz", [f"value-{n}" for n in range(40)]) == ""


def test_files_below_the_working_directory_go_by_their_relative_path(tmp_path, monkeypatch):
    """What a user typed, or can type, is what he reads."""
    monkeypatch.chdir(tmp_path)

    assert str(Problem(str(tmp_path / "b" / "a.yaml"), "m", 3, 1)).startswith("b/a.yaml:3:1: m")
