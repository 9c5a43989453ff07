"""The folder of a release: whole, checked, and of use to somebody who has nothing else."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import fixture
import pytest
from harness import environment, miniature
from shengji_spec.corpus import Corpus

from tools.release import CHECKSUMS, ReleaseError, main, release

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
EXAMPLE = next(block for block in BLOCKS if "manifest.json" in block)


@pytest.fixture
def source(tmp_path):
    """Return a corpus with cases of two tiers."""
    generated = fixture.follow_case(1, id="follow.pair/g1-7-000001", tier="full")
    del generated["text"]
    cases = [*(fixture.follow_case(n) for n in range(4)), fixture.trick_case(1), generated]
    fixture.write_corpus(tmp_path / "corpus", cases)
    return Corpus(tmp_path / "corpus")


def files(folder):
    """Return the bytes of all files by their names."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}


def test_release_is_whole(tmp_path, source):
    """It has corpus, schemas, licence and README, and the checksums of all of them."""
    out = tmp_path / "out"
    release(out, source)
    sums = dict(
        reversed(line.split("  ")) for line in (out / CHECKSUMS).read_text("utf-8").splitlines()
    )
    there = {p.relative_to(out).as_posix(): p for p in out.rglob("*") if p.is_file()}

    assert sums == {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in there.items()
        if name != CHECKSUMS
    }
    assert {"LICENSE", "README.md", "schemas/manifest.schema.json"} <= sums.keys()
    assert {
        "corpus/manifest.json",
        "corpus/follow.jsonl",
        "corpus/follow.full.jsonl",
    } <= sums.keys()
    assert "full: 1 cases" in (out / "README.md").read_text("utf-8")


def test_the_same_corpus_gives_the_same_bytes(tmp_path, source):
    """There is no date in a release, and no path."""
    release(tmp_path / "one", source)
    release(tmp_path / "two", source)

    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace('"level":"must"', '"level":"might"'), "might"),
        (lambda text: text + text.splitlines()[0] + "\n", "5 cases, where the manifest counts 4"),
    ],
)
def test_wrong_corpus_makes_no_release(tmp_path, source, change, message):
    """Bytes, counts and cases are checked; nothing is left behind."""
    path = source.folder / "follow.jsonl"
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(ReleaseError, match=message) as caught:
        release(tmp_path / "out", source)

    assert "not the bytes" in str(caught.value)
    assert {path.name for path in tmp_path.iterdir()} == {"corpus"}


def test_folder_that_is_there_stays_as_it_is(tmp_path, capsys):
    """A release never writes into a folder that exists; there is one sentence, and exit code 2."""
    (tmp_path / "out").mkdir()

    assert main([str(tmp_path / "out")]) == 2
    assert "is there already" in capsys.readouterr().err
    assert list((tmp_path / "out").iterdir()) == []


def test_example_is_short():
    """It has twenty lines of code."""
    assert len([line for line in EXAMPLE.splitlines() if line.strip()]) <= 20


@pytest.mark.parametrize(("engine", "verdict"), [("right", "right"), ("wrong", "wrong")])
def test_example_works(tmp_path, source, engine, verdict):
    """It loads a release with the standard library alone and says what an engine gets right."""
    release(tmp_path / "out", source)
    (tmp_path / "example.py").write_text(EXAMPLE, "utf-8")
    arguments = [tmp_path / "out/corpus", "two-deck", *miniature(engine)]
    done = subprocess.run(
        [sys.executable, "-I", "-W", "ignore", tmp_path / "example.py", *arguments],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
    )
    lines = [line.split() for line in done.stdout.splitlines()]

    assert sorted(lines) == sorted([verdict, case["id"]] for case in source.cases(tier="full"))
