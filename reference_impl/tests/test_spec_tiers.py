"""Tiers of the compiled corpus: the smoke list, and generated cases as a stream."""

from __future__ import annotations

import hashlib
import json
import lzma
import tracemalloc

import pytest
from shengji_spec import corpus as compiled
from shengji_spec import data
from shengji_spec.corpus import Corpus, compile_corpus
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.schema import definition, validator
from spec_fixture import write_cases, write_spec

CONDITION = {"follow.pairs": "must"}


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


@pytest.fixture
def source(tmp_path):
    """Return the folder of the small corpus."""
    return write_cases(tmp_path)


def generated(number, **more):
    """Return a generated case as its file has it."""
    case = {
        "id": f"follow.pair/g1-7-{number:06}",
        "rule": "follow.pair",
        "question": "judge_follow",
        "given": {
            "level": "10",
            "trump": "S",
            "lead": ["H6", "H6"],
            "hand": ["H4", "H7", "H7", "BJ"],
            "cards": ["H4", "BJ"],
        },
        "expect": {"legal": False, "rule": "follow.pair"},
        "when": CONDITION,
        "title": {"en": f"A pair is owed, {number}", "zh": f"有对出对 {number}"},
    }
    return case | more


def write_generated(source, cases):
    """Write the file of generated cases that belongs to a corpus."""
    path = data.generated_file(source)
    path.parent.mkdir(exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as lines:
        for case in cases:
            lines.write((case if isinstance(case, str) else json.dumps(case)) + "\n")
    return path


# --- smoke -------------------------------------------------------------------------------------------


def test_smoke_list_makes_smoke_cases(source, tmp_path, spec):
    """The cases that the list names are of the tier smoke, all others are core."""
    data.smoke_file(source).write_text("- follow.pair/pair-owed\n", "utf-8")
    corpus = compile_corpus(source, tmp_path / "out", spec)

    assert [case["id"] for case in corpus.cases(tier="smoke")] == ["follow.pair/pair-owed"]
    assert {case["tier"] for case in corpus.cases()} == {"smoke", "core"}
    assert corpus.manifest["tiers"]["smoke"] == 1
    assert sum(corpus.manifest["tiers"].values()) == len(list(corpus.cases()))


def test_without_a_list_nothing_is_smoke(source, tmp_path, spec):
    """A checkout without the list has no smoke cases, and without generated ones no full ones."""
    corpus = compile_corpus(source, tmp_path / "out", spec)

    assert list(corpus.cases(tier="smoke")) == []
    assert list(corpus.cases(tier="full")) == list(corpus.cases())
    assert corpus.manifest["tiers"]["smoke"] == corpus.manifest["tiers"]["full"] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- follow.pair/pair-owned\n", "did you mean"),
        ("- 7\n", "no such case"),
        ("a: b\n", "a list of case ids"),
    ],
)
def test_wrong_smoke_list(source, tmp_path, spec, text, message):
    """An id that no case has is a problem with a line and the nearest id."""
    data.smoke_file(source).write_text(text, "utf-8")

    with pytest.raises(SpecError, match=message):
        compile_corpus(source, tmp_path / "out", spec)


# --- full --------------------------------------------------------------------------------------------


def test_generated_cases_have_files_of_their_own(source, tmp_path, spec):
    """A generated case gets what its rule says, but not its text; the manifest counts and digests."""
    write_generated(source, map(generated, range(3)))
    corpus = compile_corpus(source, tmp_path / "out", spec)
    content = (corpus.folder / "follow.full.jsonl").read_bytes()
    entry = {"cases": 3, "sha256": hashlib.sha256(content).hexdigest()}
    first = json.loads(content.splitlines()[0])

    assert corpus.manifest["full"] == {"follow": entry}
    assert corpus.manifest["tiers"]["full"] == 3
    assert first == generated(0) | {
        "chapter": "follow",
        "level": "must",
        "needs": {"cards.decks": [2, 3, 4], "cards.jokers": "two-per-deck"},
        "from": ["S1.1"],
        "tier": "full",
    }
    assert [case["tier"] for case in corpus.cases("follow", "full")].count("full") == 3
    assert "full" not in {case["tier"] for case in corpus.cases()}


def test_compiled_files_follow_their_schema(source, tmp_path, spec):
    """Manifest and lines are what the schema says; a generated case may have all keys already."""
    more = {"tier": "full", "chapter": "follow", "needs": {}, "from": ["S1.1"]}
    write_generated(source, [generated(1), generated(2, **more)])
    corpus = compile_corpus(source, tmp_path / "out", spec)
    line = definition("manifest", "case")

    assert not list(validator("manifest").iter_errors(corpus.manifest))
    assert not [e for case in corpus.cases(tier="full") for e in line.iter_errors(case)]


def test_generated_case_gets_its_home(source, tmp_path, spec):
    """Where no published variant asks a case, its home stands in the manifest."""
    write_generated(source, [generated(1, when={"follow.pairs": "must", "cards.decks": 4})])
    corpus = compile_corpus(source, tmp_path / "out", spec)
    (case,) = (case for case in corpus.cases(tier="full") if case["tier"] == "full")

    assert corpus.manifest["homes"][case["home"]]["options"]["cards.decks"] == 4


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        (["{"], ":1:1: no JSON"),
        (["[]"], "here is no id"),
        ([generated(1), generated(2, rule="follow.par")], r":2:1: no such rule.*follow\.pair"),
        ([generated(2), generated(1)], ":2:1: the ids of a chapter have to rise"),
        ([generated(1), generated(1)], "have to rise"),
        ([generated(1, id="follow.pair/pair-owed")], "written by hand"),
        ([generated(1, when={"cards.decks": 9})], "no options satisfy"),
    ],
)
def test_wrong_generated_case(source, tmp_path, spec, cases, message):
    """A line that is no case is a problem with its number, and nothing is compiled."""
    write_generated(source, cases)

    with pytest.raises(SpecError, match=message):
        compile_corpus(source, tmp_path / "out", spec)
    assert not (tmp_path / "out/manifest.json").exists()


def test_broken_file(source, tmp_path, spec):
    """A file that ends too early is a problem, not a smaller corpus."""
    path = write_generated(source, map(generated, range(100)))
    path.write_bytes(path.read_bytes()[:-20])

    with pytest.raises(SpecError, match="the file is broken"):
        compile_corpus(source, tmp_path / "out", spec)


def test_generated_cases_are_a_stream(source, tmp_path, spec):
    """Ten times as many cases need no more memory."""

    def peak(number):
        write_generated(source, map(generated, range(number)))
        tracemalloc.start()
        compile_corpus(source, tmp_path / f"out-{number}", spec)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(10)

    assert peak(5000) < peak(500) * 1.1


@pytest.mark.parametrize("name", ["smoke.yaml", "generated/cases.jsonl.xz"])
def test_changed_tier_is_compiled_anew(source, tmp_path, monkeypatch, name):
    """A checkout whose list or generated cases change has another compiled corpus."""
    monkeypatch.setattr(data, "spec_dir", lambda: tmp_path / "spec")
    monkeypatch.setattr(data, "corpus_dir", lambda: source)
    monkeypatch.setattr(data, "compiled_corpus_dir", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_spec(tmp_path)

    def opened():
        load_spec.cache_clear()
        compiled.open_corpus.cache_clear()
        return compiled.open_corpus()

    try:
        before = opened().folder
        data.smoke_file(source).write_text("- follow.pair/pair-owed\n", "utf-8")
        if name != "smoke.yaml":
            before = opened().folder
            write_generated(source, [generated(1)])

        assert opened().folder != before
        assert isinstance(opened(), Corpus)
    finally:
        load_spec.cache_clear()
        compiled.open_corpus.cache_clear()
