"""Shards: the parts of a plan, and their reports put together."""

from __future__ import annotations

import json

import pytest
from harness import call, miniature
from shengji_conformance.corpus import Corpus
from shengji_conformance.selection import Selector, Shard, choose_variants, plan


def shard(folder, name, text, corpus, *options):
    """Run one shard, or without a text the whole; return its report file."""
    file = folder / f"{name}-{text.replace('/', '-')}.json"
    some = ("--shard", text) if text else ()
    done = call("run", "--corpus", corpus, *some, "--json", file, *options, "--", *miniature(name))
    assert "Traceback" not in done.stderr, done.stderr
    return file


def results(file):
    """Return what stands in a report behind its header, to the letter."""
    return file.read_bytes().split(b'"results":', 1)[1]


@pytest.mark.parametrize("name", ["wrong", "dead-in-the-middle"])
def test_merged_shards_are_the_whole(corpus, tmp_path, name):
    """The results of merged shards are byte for byte those of the run without shards."""
    whole = shard(tmp_path, name, "", corpus)
    parts = [shard(tmp_path, name, f"{n}/3", corpus) for n in (3, 1, 2)]
    merged = tmp_path / "merged.json"
    done = call("report", "merge", *parts, "-o", merged)
    before, after = (json.loads(file.read_bytes())["header"] for file in (whole, merged))
    own = ("command", "started", "seconds")

    assert done.returncode == 0, done.stderr
    assert "3 shards, 71 results" in done.stdout
    assert results(merged) == results(whole)
    assert {k: v for k, v in before.items() if k not in own and "compl" not in k} == {
        k: v for k, v in after.items() if k not in own and "compl" not in k
    }


def test_numbers_are_those_of_the_whole(corpus, tmp_path):
    """A result has its place in the whole plan, whichever shard it is in; a case is in one shard alone."""
    seen = {}
    for n in (1, 2):
        report = json.loads(shard(tmp_path, "right", f"{n}/2", corpus).read_bytes())
        assert report["header"]["shard"] == f"{n}/2"
        for result in report["results"]:
            assert seen.setdefault(result["id"], n) == n
            seen[result["number"]] = n

    assert {key for key in seen if isinstance(key, int)} == set(range(71))


def test_a_shard_is_stable():
    """Which shard holds a case is a matter of its id alone, on every machine."""
    ids = ["follow.pair/case-0001", "trick.highest/案例", "x"]

    assert [[n for n in range(1, 5) if Shard(n, 4).holds(one)] for one in ids] == [[4], [3], [4]]


def test_list_knows_shards(corpus):
    """`list` takes the same flag."""
    parts = [call("list", "--corpus", corpus, "--shard", f"{n}/2").stdout for n in (1, 2)]
    whole = call("list", "--corpus", corpus).stdout
    ids = [[line.split()[0] for line in text.splitlines()] for text in (*parts, whole)]

    assert sorted(ids[0] + ids[1]) == sorted(ids[2])
    assert all(ids)


def test_empty_shard_is_no_mistake(corpus, tmp_path):
    """A shard that no question falls into is a success, its report is empty, and it can be merged."""
    some = ("--select", "follow.pair/case-0001")
    parts = [shard(tmp_path, "right", f"{n}/4", corpus, *some) for n in range(1, 5)]
    empty = call("run", "--corpus", corpus, *some, "--shard", "1/4", "--", *miniature("right"))
    listed = call("list", "--corpus", corpus, *some, "--shard", "1/4")
    merged = tmp_path / "merged.json"
    done = call("report", "merge", *parts, "-o", merged)

    assert empty.returncode == 0
    assert "None of the 2 questions falls into shard 1/4" in empty.stdout
    assert (listed.returncode, listed.stdout) == (0, "")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(merged.read_bytes())["results"]) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0/3", "did you mean 1/3?"),
        ("4/3", "did you mean 3/3?"),
        ("2", "write it as K/N"),
        ("1/0", "write it as K/N"),
    ],
)
def test_no_such_shard(corpus, text, said):
    """A shard that does not exist is refused with the nearest that does."""
    done = call("run", "--corpus", corpus, "--shard", text, "--", *miniature("right"))

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.fixture(scope="module")
def halves(corpus, tmp_path_factory):
    """Return the reports of two shards."""
    folder = tmp_path_factory.mktemp("halves")
    return [shard(folder, "right", f"{n}/2", corpus) for n in (1, 2)]


def changed(file, target, **header):
    """Write a report with another header; return its file."""
    report = json.loads(file.read_bytes())
    report["header"] |= header
    target.write_text(json.dumps(report))
    return target


def refusal(target, *files):
    """Merge what cannot be merged; return what is said of it."""
    done = call("report", "merge", *files, "-o", target)

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert not target.exists()
    return done.stderr


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"corpus": "9"}, "the corpus is 9, but in"),
        ({"suite": "9"}, "the suite is 9, but in"),
        (
            {"implementation": {"name": "\x1b[1m", "version": "2"}},
            r"the implementation is \x1b[1m 2",
        ),
        ({"plan": {"digest": "0", "questions": 71}}, "different questions were selected"),
        ({"strict": True}, "--strict is true, but in"),
        ({"shard": "2/3"}, "this is shard 2/3, but"),
        ({"shard": "1/2"}, "shard 1/2 is there twice"),
        ({"shard": None}, "this is no report of a shard"),
    ],
)
def test_different_runs_do_not_merge(halves, tmp_path, header, said):
    """Shards of different runs are refused with what differs."""
    other = changed(halves[1], tmp_path / "other.json", **header)

    assert said in refusal(tmp_path / "merged.json", halves[0], other)


def test_missing_shard(halves, tmp_path):
    """A shard that is not there is named."""
    assert "1/2 missing" in refusal(tmp_path / "merged.json", halves[1])


def test_missing_result(halves, tmp_path):
    """A result that is not there is named, and so is one that is there twice."""
    report = json.loads(halves[0].read_bytes())
    del report["results"][1]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(report))

    assert "is missing or doubled" in refusal(tmp_path / "merged.json", other, halves[1])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"rubbish", "this is no JSON"),
        (b"[]", "this is no report of run --json"),
        (b'{"header":{"shard":"1/1"},"results":[\n{"id":1}\n]}\n', "result 1 has no “id”"),
        (b'{"header":{"shard":"1/1"},"results":[\n{"id":\n]}\n', "line 2 is no JSON"),
        (b'{"header":{"shard":"1/1","plan":{}},"results":[\n', "breaks off before its end"),
    ],
)
def test_what_is_no_report(tmp_path, content, said):
    """A file that is no report, or a damaged one, is refused in a sentence."""
    file = tmp_path / "report.json"
    file.write_bytes(content)

    assert said in refusal(tmp_path / "merged.json", file)
    assert "No such file" in refusal(tmp_path / "merged.json", tmp_path / "none.json")


def test_questions_of_a_shard_are_counted(corpus):
    """A plan knows how many questions there are in all, and how many are its own."""
    opened = Corpus.open(corpus)
    variants = choose_variants(opened, [])
    parts = [plan(opened, variants, Selector([]), shard=Shard(n, 2)) for n in (1, 2)]

    assert sum(ask.count for part in parts for ask in part) == 71
    assert [[ask.whole for ask in part] for part in parts] == [[35, 35, 1]] * 2
    for part in parts:
        assert all(len(list(ask.cases(opened))) == ask.count for ask in part)
