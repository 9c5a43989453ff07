"""YAML that says only what JSON can say."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from shengji_spec import yaml_loader
from shengji_spec.errors import SpecError
from shengji_spec.yaml_loader import DEEPEST, LARGEST, load, load_text

PARSERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]


@pytest.fixture(params=PARSERS, ids=lambda parser: parser.__name__)
def _parser(request, monkeypatch):
    """Run a test with the parser in Python and, where it is there, with that of libyaml."""
    monkeypatch.setattr(yaml_loader, "_Parser", request.param)


both_parsers = pytest.mark.usefixtures("_parser")


def problems(text):
    """Return the problems of a text."""
    with pytest.raises(SpecError) as caught:
        load_text(text, "a.yaml")
    return caught.value.problems


@both_parsers
@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: 1", {"a": 1}),
        ("a: -12", {"a": -12}),
        ('a: "10"', {"a": "10"}),
        ("a: '10'", {"a": "10"}),
        ("a: true\nb: false\nc: null", {"a": True, "b": False, "c": None}),
        ("a: [H6, 10, S10]", {"a": ["H6", 10, "S10"]}),
        ("a: {b: c, d: [e]}", {"a": {"b": "c", "d": ["e"]}}),
        ("a: H6 H6\n  H7", {"a": "H6 H6 H7"}),
        ("a: |\n  b\n  c\n", {"a": "b\nc\n"}),
        ('a: ""', {"a": ""}),
        ("2: 3\ntrue: x", {"2": 3, "true": "x"}),
        ("- 跟牌 # 注", ["跟牌"]),
        ("a: 5-10-K\nb: S0.20\nc: 3f2a91c0", {"a": "5-10-K", "b": "S0.20", "c": "3f2a91c0"}),
        ("a: x\r\nb: z\r\n", {"a": "x", "b": "z"}),
    ],
)
def test_what_json_can_say_is_loaded(text, data):
    """Mappings, lists, texts, whole numbers, true, false and null come through as they are."""
    assert load_text(text).data == data


@both_parsers
@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        ("no", "means different things", 'write false, or "no"'),
        ("Yes", "means different things", 'write true, or "Yes"'),
        ("off", "means different things", "write false"),
        ("~", "means different things", "write null"),
        ("TRUE", "means different things", "write true"),
        ("1.5", "no whole number", 'write "1.5"'),
        ("1e3", "no whole number", 'write "1e3"'),
        (".inf", "no whole number", ""),
        ("0x1F", "no whole number", 'write "0x1F"'),
        ("0o17", "no whole number", ""),
        ("012", "no whole number", ""),
        ("00000000", "no whole number", ""),
        ("1_000", "no whole number", ""),
        ("+5", "no whole number", ""),
        ("12:30", "no whole number", ""),
        ("2026-01-31", "no whole number", ""),
        ("9" * 30, "no whole number", ""),
        ("", "there is no value", "write null"),
        ("!!str 5", "tags are not allowed", ""),
        ("! 5", "tags are not allowed", ""),
        ("!!python/object/apply:os.system [ls]", "tags are not allowed", ""),
        ("&x 5", "anchors are not allowed", ""),
    ],
)
def test_what_json_cannot_say_is_a_problem(value, message, hint):
    """Anything else is refused at its line and column, under its key, with what to write instead."""
    problem = problems(f"a:\n  b: {value}\n")[0]

    assert message in problem.message
    assert hint in problem.hint
    assert (problem.line, problem.path) == (2, ("a", "b"))
    assert problem.where == "a > b"


@both_parsers
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", "the key occurs twice; the first is in line 1"),
        ("a: {b: 1, b: 2}", "the key occurs twice"),
        ("a: &x [1]\nb: *x", "aliases are not allowed: *x"),
        ("a: {x: 1}\nb:\n  <<: {y: 1}", "merge keys are not allowed"),
        ("? [a]\n: 1", "a key is a plain word"),
        ("a: 1\n---\nb: 2", "a file holds one document"),
        ("a: [1, 2", "not YAML"),
        ("a: b: c", "not YAML"),
        ("a: \x07", "the character U+0007"),
        ('a: "\\ud800"', ""),
        ('"\\ud800": a', ""),
        ('a: "\\UFFFFFFFF"', ""),
    ],
)
def test_shapes_that_json_does_not_have(text, message):
    """Repeated keys, aliases, merge keys, lists as keys, several documents and bad syntax are refused."""
    assert message in str(problems(text)[-1])


@both_parsers
def test_all_problems_of_a_text_are_listed():
    """The loader does not stop at the first thing that is wrong."""
    found = problems("a: no\nb: 1.5\nc: ok\nd: &x 1\nd: 2\n")

    assert [problem.line for problem in found] == [1, 2, 4, 5]


@both_parsers
def test_depth_is_bounded():
    """A document nested beyond the bound is refused, however deep; one within it is not."""
    assert load_text("[" * DEEPEST + "]" * DEEPEST).data
    assert (
        "nest" in problems("[" * 100_000)[0].message
    )  # some builds of libyaml have a bound of their own


def test_size_is_bounded(tmp_path):
    """A file larger than the bound is refused without being parsed."""
    path = tmp_path / "large.yaml"
    path.write_bytes(b"# " + b"x" * LARGEST)

    with pytest.raises(SpecError, match="larger than 4 MiB"):
        load(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"a: 1\nb: \xff", "not UTF-8: byte 0xff"), ("a: 1".encode("utf-16"), "not UTF-8")],
)
def test_other_encodings_are_refused(tmp_path, content, message):
    """A file is UTF-8, and the error says where it is not."""
    path = tmp_path / "a.yaml"
    path.write_bytes(content)

    with pytest.raises(SpecError, match=message):
        load(path)


def test_files_that_cannot_be_read(tmp_path):
    """A file that is not there, and a folder, are problems and no tracebacks."""
    for path in (tmp_path / "missing.yaml", tmp_path):
        with pytest.raises(SpecError) as caught:
            load(path)

        assert caught.value.problems[0].file == str(path)


def test_byte_order_mark_is_skipped(tmp_path):
    """An editor's byte order mark changes nothing."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1")

    assert load(path).data == {"a": 1}


@both_parsers
def test_marks_name_the_place_of_key_and_value():
    """Each path knows where its key and where its value stands."""
    document = load_text("a:\n  - b: [x, yy]\n    c: z\n")

    assert document.keys["a", 0, "c"] == (3, 5)
    assert document.marks["a", 0, "c"] == (3, 8)
    assert document.marks["a", 0, "b", 1] == (2, 12)


def test_problem_of_a_missing_key_is_at_what_should_hold_it():
    """A path that is not there is reported at the nearest that is."""
    problem = load_text("a:\n  b: {c: 1}\n").problem("x", "a", "b", "d", "e")

    assert (problem.line, problem.column) == (2, 6)


@both_parsers
@settings(deadline=None)
@given(
    st.text(
        alphabet=st.sampled_from(" \n\t:-[]{},&*!|>%@`\"#?~ab01.\\'\u00e9\u4e2du8dU<_"), max_size=60
    )
)
def test_any_text_is_a_document_or_a_problem(text):
    """Whatever a file holds, it is what JSON can say, or a SpecError."""
    try:
        data = load_text(text).data
    except SpecError:
        pass
    else:
        assert json.loads(json.dumps(data).encode()) == data


plain = st.text(st.characters(exclude_categories=("Cc", "Cn", "Cs", "Zl", "Zp")), max_size=8)
json_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain, inner, max_size=3),
    max_leaves=12,
)


@both_parsers
@settings(deadline=None)
@given(json_data)
def test_json_is_read_as_json(data):
    """A JSON document, which is YAML too, is read as what it is."""
    assert load_text(json.dumps(data, ensure_ascii=False)).data == data
