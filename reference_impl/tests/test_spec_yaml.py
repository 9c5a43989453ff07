"""The YAML loader: what JSON can say, and errors that name the place."""

from __future__ import annotations

import pytest
from shengji_spec.errors import SpecError
from shengji_spec.yaml_loader import load, load_text


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: 1", {"a": 1}),
        ("a: -7", {"a": -7}),
        ('a: "10"', {"a": "10"}),
        ("a: true\nb: false\nc: null", {"a": True, "b": False, "c": None}),
        ("a: 80F", {"a": "80F"}),
        ("a: 5-10-K", {"a": "5-10-K"}),
        ("a: H4 H7", {"a": "H4 H7"}),
        ('a: ""', {"a": ""}),
        ("a: [1, x, {b: 2}]", {"a": [1, "x", {"b": 2}]}),
        ("a: >-\n  one\n  two", {"a": "one two"}),
        ("对子: 一对", {"对子": "一对"}),
    ],
)
def test_what_json_can_say_is_read(text, data):
    """Mappings, lists, strings, whole numbers, true, false and null."""
    assert load_text(text).data == data


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\na: 2", 2, "twice"),
        ("a: no", 1, "ambiguous"),
        ("a: Yes", 1, "ambiguous"),
        ("a: ~", 1, "ambiguous"),
        ("a: TRUE", 1, "ambiguous"),
        ("a:", 1, "no value"),
        ("a: 2026-11-30", 1, "no whole number"),
        ("a: 1.5", 1, "no whole number"),
        ("a: 1e5", 1, "no whole number"),
        ("a: 010", 1, "no whole number"),
        ("a: 0x1F", 1, "no whole number"),
        ("a: 1_000", 1, "no whole number"),
        ("a: 1:30", 1, "no whole number"),
        ("a: .inf", 1, "no whole number"),
        ("a: 99999999999999999999", 1, "no whole number"),
        ("a: &x 1\nb: *x", 1, "anchors"),
        ("b: *x", 1, "aliases"),
        ("a: !!str 1", 1, "tags"),
        ("a: !thing {}", 1, "tags"),
        ("<<: {a: 1}", 1, "merge"),
        ("? [a]\n: 1", 1, "plain word"),
        ("a: 1\n---\nb: 2", 2, "one document"),
        ("a: [1, 2", 1, "not YAML"),
        ("a: 1\n\tb: 2", 2, "not YAML"),
        ("x: " + "[" * 40 + "]" * 40, 1, "nested deeper"),
    ],
)
def test_everything_else_is_refused_with_its_place(text, line, said):
    """Each refusal names the line and says what is wrong."""
    with pytest.raises(SpecError) as error:
        load_text(text, "file.yaml")

    (problem,) = error.value.problems
    assert said in problem.message
    assert problem.line >= line
    assert str(problem).startswith("file.yaml:")


def test_marks_name_every_key_and_item():
    """A problem at a path points at its line and column; a missing key at what should hold it."""
    document = load_text("a:\n  - b: 1\n  - b: 2\n", "f")

    assert str(document.problem("wrong", "a", 1, "b")) == "f:3:5: `a`.1.`b`: wrong"
    assert str(document.problem("missing", "a", 1, "c")) == "f:3:5: `a`.1.`c`: missing"


def test_files_that_cannot_be_read_get_a_sentence(tmp_path):
    """A missing file, bytes that are no UTF-8 and a huge file are errors, not tracebacks."""
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"a: \xe9")
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * (5 * 1024 * 1024))

    for path, said in (
        (tmp_path / "none.yaml", "No such file"),
        (latin, "UTF-8"),
        (huge, "at most"),
    ):
        with pytest.raises(SpecError, match=said):
            load(path)
