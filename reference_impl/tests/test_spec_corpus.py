"""The compiled corpus: the same bytes everywhere, whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shengji_spec import corpus as compiled
from shengji_spec import data
from shengji_spec.corpus import Corpus, compile_corpus
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.questions import questions
from shengji_spec.schema import definition, validator
from spec_fixture import one, write_cases, write_spec

PACKAGES = Path(compiled.__file__).parents[1]


@pytest.fixture
def spec(tmp_path):
    """Return the small specification."""
    return load_spec(write_spec(tmp_path))


@pytest.fixture
def corpus(tmp_path, spec):
    """Return the small corpus, compiled."""
    return compile_corpus(write_cases(tmp_path), tmp_path / "out", spec)


def contents(folder):
    """Return the bytes of all files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- what is in it -----------------------------------------------------------------------------------


def test_line_of_a_case(corpus):
    """A line has everything a runner needs, and no YAML spelling is left."""
    case = next(case for case in corpus.cases() if case["id"] == "follow.pair/pair-owed")

    assert case == {
        "id": "follow.pair/pair-owed",
        "chapter": "follow",
        "rule": "follow.pair",
        "level": "must",
        "question": "judge_follow",
        "given": {
            "level": "10",
            "trump": "S",
            "lead": ["H6", "H6"],
            "hand": ["H4", "H7", "H7", "H9", "C4"],
            "cards": ["H4", "H9"],
        },
        "expect": {"legal": False, "rule": "follow.pair"},
        "when": {"follow.pairs": "must"},
        "needs": {"cards.decks": [2, 3, 4]},
        "from": ["S1.1"],
        "title": {"en": "A pair is owed", "zh": "有对出对"},
        "text": {
            "en": "A follower MUST play {follow.pairs}.",
            "zh": "跟牌必须出{follow.pairs}。",
        },
        "tier": "core",
    }


def test_why_and_home_are_there_where_they_are_needed(corpus):
    """A case with several right answers has its reason, one without a published variant its home."""
    cases = {case["id"]: case for case in corpus.cases()}

    assert cases["cards.pack/either"]["why"]["zh"] == "两张大小相同。"
    assert cases["follow.pair/three-alike:free"]["home"] in corpus.manifest["homes"]
    assert "home" not in cases["follow.pair/pair-owed"]


def test_manifest_counts_and_digests(corpus):
    """The manifest says how many cases a file holds and what its bytes are."""
    for chapter, entry in corpus.manifest["chapters"].items():
        content = (corpus.folder / f"{chapter}.jsonl").read_bytes()

        assert entry["cases"] == content.count(b"\n")
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()


def test_every_question_has_a_profile(corpus):
    """Each question of the protocol is in exactly one profile, and the manifest says in which."""
    listed = [question for profile in corpus.manifest["profiles"].values() for question in profile]

    assert sorted(listed) == sorted(questions())


def test_manifest_holds_what_a_runner_without_yaml_needs(corpus):
    """Variants and homes with options and tables, rules, phrases by JSON value, and sources."""
    manifest = corpus.manifest

    assert list(manifest["variants"]) == ["plain", "book"]
    assert manifest["variants"]["book"]["tables"].keys() == {"short", "forty"}
    assert manifest["phrases"]["follow.triples"]["true"] == {"en": "a triple", "zh": "三张"}
    assert manifest["bases"]["levels.start"] == "2"
    assert manifest["rules"]["follow.any"]["level"] == "may"
    assert manifest["sources"]["S1.1"]["zh"] == "有对出对"


def test_compiled_files_follow_their_schema(corpus):
    """Manifest and lines are what the schema says."""
    line = definition("manifest", "case")

    assert not list(validator("manifest").iter_errors(corpus.manifest))
    assert not [error for case in corpus.cases() for error in line.iter_errors(case)]


def test_cases_of_one_chapter(corpus):
    """A chapter can be read alone; lines are sorted by id."""
    ids = [case["id"] for case in corpus.cases("cards")]

    assert ids == ["cards.pack/either", "cards.pack/hearts-in-order", "cards.pack/split"]


# --- the same bytes, or nothing ----------------------------------------------------------------------


def test_the_same_input_gives_the_same_bytes(tmp_path, spec, corpus):
    """Compiling again, elsewhere, gives the same files."""
    again = compile_corpus(tmp_path / "corpus", tmp_path / "again", spec)

    assert contents(corpus.folder) == contents(again.folder)


def test_line_ends_and_comments_of_the_input_do_not_matter(tmp_path, spec, corpus):
    """A checkout with other line ends compiles to the same bytes."""
    other = write_cases(tmp_path / "other")
    for path in other.rglob("*.yaml"):
        path.write_bytes(b"# a comment\r\n" + path.read_bytes().replace(b"\n", b"\r\n"))

    assert contents(compile_corpus(other, tmp_path / "again", spec).folder) == contents(
        corpus.folder
    )


@pytest.mark.parametrize("seed", ["0", "1"])
def test_bytes_do_not_depend_on_the_process(tmp_path, corpus, seed):
    """Neither hash seeds nor the working directory change a byte."""
    program = (
        "import sys; from pathlib import Path\n"
        "from shengji_spec.corpus import compile_corpus\n"
        "from shengji_spec.model import load_spec\n"
        "spec = load_spec(Path(sys.argv[1]) / 'spec')\n"
        "compile_corpus(Path(sys.argv[1]) / 'corpus', Path(sys.argv[2]), spec)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path), str(tmp_path / "again")]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PACKAGES)}
    subprocess.run(command, env=environment, check=True)

    assert contents(tmp_path / "again") == contents(corpus.folder)


def test_corpus_with_a_mistake_is_not_compiled(tmp_path, spec):
    """A case that is wrong is a SpecError, and nothing is written."""
    source = write_cases(tmp_path, one("follow/pair.yaml", "H4 H9}", "H4 H1}"))
    with pytest.raises(SpecError, match="is no card"):
        compile_corpus(source, tmp_path / "out", spec)

    assert not (tmp_path / "out").exists()


def test_all_cases_without_a_home_are_named(tmp_path, spec):
    """Cases that no options satisfy are listed together."""
    exchange = one("follow/pair.yaml", "follow.pairs: must}\n    ask", "cards.decks: 1}\n    ask")
    source = write_cases(tmp_path, exchange)
    text = (source / "cards/pack.yaml").read_text("utf-8")
    text = text.replace(
        'read: "00000000"\n    ask: classify',
        'read: "00000000"\n    when: {cards.decks: 1}\n    ask: classify',
    )
    (source / "cards/pack.yaml").write_text(text, "utf-8")
    with pytest.raises(SpecError) as caught:
        compile_corpus(source, tmp_path / "out", spec)

    assert len(caught.value.problems) == 2


def test_empty_folder_is_no_corpus(tmp_path, spec):
    """A folder without cases is a problem, not an empty corpus that everybody passes."""
    (tmp_path / "nothing").mkdir()
    with pytest.raises(SpecError, match="there are no cases here"):
        compile_corpus(tmp_path / "nothing", tmp_path / "out", spec)


# --- the cache of a checkout -------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Make the small specification and corpus this checkout's, with a cache of its own."""
    spec_dir, corpus_dir = write_spec(tmp_path), write_cases(tmp_path)
    monkeypatch.setattr(data, "spec_dir", lambda: spec_dir)
    monkeypatch.setattr(data, "corpus_dir", lambda: corpus_dir)
    monkeypatch.setattr(data, "compiled_corpus_dir", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def opened():
        load_spec.cache_clear()
        compiled.open_corpus.cache_clear()
        return compiled.open_corpus()

    yield opened
    load_spec.cache_clear()
    compiled.open_corpus.cache_clear()


def test_checkout_is_compiled_once(checkout, monkeypatch):
    """A second start finds the compiled corpus and compiles nothing."""
    first = checkout()
    monkeypatch.setattr(compiled, "compile_corpus", None)

    assert checkout().folder == first.folder


@pytest.mark.parametrize("file", ["spec/rules/cards.yaml", "corpus/follow/pair.yaml"])
def test_changed_input_is_compiled_anew(checkout, tmp_path, file):
    """Another byte in the specification or in a case is another corpus."""
    first = checkout()
    path = tmp_path / file
    path.write_bytes(path.read_bytes() + b"# changed\n")

    assert checkout().folder != first.folder


def test_mistake_leaves_nothing_behind(checkout, tmp_path):
    """A corpus that cannot be compiled leaves no half of one in the cache."""
    path = tmp_path / "corpus/follow/pair.yaml"
    path.write_bytes(path.read_bytes().replace(b"H4 H9}", b"H4 H1}"))
    with pytest.raises(SpecError):
        checkout()

    assert list((tmp_path / "cache/shengji-conformance").iterdir()) == []


def test_whoever_comes_second_takes_what_the_first_made(checkout, tmp_path, monkeypatch):
    """Where another process finishes first, its corpus is taken."""
    real = compiled.compile_corpus

    def slower(source, out, spec=None):
        monkeypatch.setattr(compiled, "compile_corpus", real)
        compiled.open_corpus.__wrapped__()
        return real(source, out, spec)

    monkeypatch.setattr(compiled, "compile_corpus", slower)

    assert list(checkout().cases())
    assert len(list((tmp_path / "cache/shengji-conformance").iterdir())) == 1


def test_several_processes_at_once(tmp_path):
    """Processes that start together all find the whole corpus."""
    program = (
        "import sys; from pathlib import Path\n"
        "from shengji_spec import corpus, data\n"
        "root = Path(sys.argv[1])\n"
        "data.spec_dir = lambda: root / 'spec'\n"
        "data.corpus_dir = lambda: root / 'corpus'\n"
        "data.compiled_corpus_dir = lambda: None\n"
        "print(len(list(corpus.open_corpus().cases())))\n"
    )
    write_spec(tmp_path)
    write_cases(tmp_path)
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONPATH": str(PACKAGES),
    }
    command = [sys.executable, "-c", program, str(tmp_path)]
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]

    assert [process.communicate()[0].strip() for process in running] == ["9"] * 4
    assert len(list((tmp_path / "cache/shengji-conformance").iterdir())) == 1


def test_cache_that_cannot_be_written(checkout, tmp_path, monkeypatch):
    """Without a place in the user's cache the corpus is compiled elsewhere."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    assert list(checkout().cases())


def test_old_corpora_are_swept(checkout, tmp_path):
    """What nobody opened for a month goes; what was opened lately stays."""
    cache = tmp_path / "cache/shengji-conformance"
    for name, days in (("old", 40), ("new", 3)):
        (cache / name).mkdir(parents=True)
        then = time.time() - days * 24 * 3600
        os.utime(cache / name, (then, then))
    used = checkout().folder

    assert {path.name for path in cache.iterdir()} == {"new", used.name}


def test_opening_a_folder_reads_only_its_manifest(corpus):
    """Cases are read when they are asked for."""
    (corpus.folder / "follow.jsonl").unlink()

    assert Corpus(corpus.folder).manifest == corpus.manifest
    assert json.dumps(list(Corpus(corpus.folder).cases("cards")))
