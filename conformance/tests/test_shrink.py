"""A failing case becomes the smallest position that still fails, and comes out as a case to file."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
import time
from pathlib import Path

import fixture
import pytest
import yaml
from harness import call, command, environment
from shengji_conformance.shrink.positions import measure
from shengji_conformance.shrink.smaller import smaller
from shengji_spec.cases import load_cases

MINIATURES = Path(__file__).parent / "shrink_miniatures.py"
REFUSED = "follow.pair/case-0000"
LEGAL = "follow.pair/case-0001"


def mini(name):
    """Return the command line of a miniature."""
    return [sys.executable, str(MINIATURES), name]


def arguments(corpus, case, name, *options, reference="reference", oracle="reference"):
    """Return the arguments that shrink a case of the fixture."""
    helpers = ["--reference", " ".join(mini(reference)), "--oracle", " ".join(mini(oracle))]
    return ["shrink", case, "--corpus", corpus, *helpers, *options, "--", *mini(name)]


def shrink(corpus, case, name, *options, **who):
    """Shrink a case of the fixture."""
    return call(*arguments(corpus, case, name, *options, **who))


def filed(done):
    """Return the case that was printed."""
    assert done.returncode == 0, done.stderr
    return yaml.safe_load(done.stdout)["cases"][0]


# --- what comes out ----------------------------------------------------------------------------------


def test_smallest_position(corpus):
    """One card each, in the lowest ranks and the plainest suits, is left."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts")
    case = filed(done)

    assert case["given"] == {"level": "2", "trump": "S", "lead": "S2", "hand": "C2", "cards": "C2"}
    assert case["expect"] == {"legal": False, "rule": "follow.suit"}
    assert case["ask"] == "judge_follow"
    assert case["id"] == "case-0000-smaller"
    assert yaml.safe_load(done.stdout)["rule"] == "follow.pair"


def test_comments_say_what_is_known(corpus):
    """Above the case stands where it came from, what was answered and who says what is right."""
    text = shrink(corpus, REFUSED, "clubs-are-hearts").stdout

    assert (
        "# smaller than follow.pair/case-0000, which fails under two-deck (9 cards, now 3;" in text
    )
    assert '# answered instead: {"legal":true}' in text
    assert "the oracle confirms it" in text
    assert "does not" not in text


def test_chinese(corpus):
    """All of that is said in Chinese too."""
    text = shrink(corpus, REFUSED, "clubs-are-hearts", "--lang", "zh").stdout

    assert "实得" in text
    assert "smaller than" not in text


def test_progress_goes_to_stderr(corpus):
    """A line for every smaller position; stdout has the case and nothing else."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts")

    assert "fails under two-deck with 9 cards: making it smaller" in done.stderr
    assert "3 cards" in done.stderr
    assert yaml.safe_load(done.stdout)


def test_another_fault_is_not_taken_for_this_one(corpus):
    """A small hand is refused by another fault, but what was taken for legal is still sought."""
    case = filed(shrink(corpus, REFUSED, "two-faults"))

    assert case["expect"]["legal"] is False
    assert len(case["given"]["hand"].split()) == 3


# --- other kinds of failure --------------------------------------------------------------------------


def test_crash(corpus):
    """A crash stays a crash; its last words are told."""
    done = shrink(corpus, LEGAL, "dies-of-three")

    assert len(filed(done)["given"]["hand"].split()) == 3
    assert "exit code 7" in done.stdout
    assert "no room" in done.stdout


def test_silence(corpus):
    """A position over which an adapter falls asleep becomes one with as few cards as that needs."""
    done = shrink(corpus, LEGAL, "falls-asleep", "--timeout", 0.3, "--limit", 12)

    assert len(filed(done)["given"]["hand"].split()) == 5
    assert "no answer to judge_follow within 0.3 s" in done.stdout


def test_taken_for_no_position(corpus):
    """Error -32602 for a position that exists is a failure of its own kind."""
    done = shrink(corpus, LEGAL, "no-jokers")

    assert "BJ" in filed(done)["given"]["hand"].split()
    assert "-32602" in done.stdout


def test_failure_that_depends_on_what_came_before(corpus):
    """A fresh process answers the smallest position right, and that is said."""
    assert "a fresh process" in shrink(corpus, REFUSED, "moody").stdout


# --- who says what is right --------------------------------------------------------------------------


def test_oracle_that_disagrees(corpus):
    """A position about which reference and oracle disagree is not taken, and is told of."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts", oracle="other-oracle")

    assert len(filed(done)["given"]["hand"].split()) == 4
    assert "reference and oracle disagree about" in done.stdout
    assert "the oracle confirms it" in done.stdout


def test_oracle_that_does_not_know(corpus):
    """An oracle without this question is said not to confirm anything."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts", oracle="ignorant-oracle")

    assert len(filed(done)["given"]["hand"].split()) == 1
    assert "the reference's alone: the oracle does not know judge_follow" in done.stdout


def test_oracle_that_is_not_there(corpus):
    """Without an oracle the reference alone says what is right."""
    helpers = ["--reference", " ".join(mini("reference")), "--oracle", "no-such-program"]
    adapter = mini("clubs-are-hearts")
    done = call("shrink", REFUSED, "--corpus", corpus, *helpers, "--", *adapter)

    assert len(filed(done)["given"]["hand"].split()) == 1
    assert "the reference's alone: the oracle cannot be asked" in done.stdout


def test_oracle_that_is_slow_with_much(corpus):
    """An oracle that cannot do the large positions confirms the small one."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts", "--limit", 3, oracle="slow-oracle")

    assert "the oracle confirms it" in done.stdout


def test_reference_that_is_wrong(corpus):
    """Where the reference does not answer the case right, it is not asked about others."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts", reference="clubs-are-hearts")

    assert done.returncode == 3
    assert "cannot say what is right in smaller positions" in done.stderr
    assert done.stdout == ""


# --- the end -----------------------------------------------------------------------------------------


def test_nothing_to_shrink(corpus):
    """A case that passes is named, with exit code 1."""
    done = shrink(corpus, LEGAL, "clubs-are-hearts")

    assert done.returncode == 1
    assert "does not fail under two-deck, two-deck-too" in done.stderr


def test_limit(corpus):
    """After so many positions the best so far is printed, and that there may be a better one."""
    done = shrink(corpus, REFUSED, "clubs-are-hearts", "--limit", 3)

    assert "the limit was reached" in done.stdout
    assert filed(done)


@pytest.mark.parametrize(
    ("options", "code", "text"),
    [
        (["follow.pair/case-9999"], 2, "did you mean"),
        ([REFUSED, "--variant", "tow-deck"], 2, "did you mean two-deck"),
        ([REFUSED], 3, "no such command"),
    ],
)
def test_what_cannot_be_done(corpus, options, code, text):
    """Mistakes of the user, and adapters that do not start, are one sentence each."""
    done = call("shrink", "--corpus", corpus, *options, "--", "no-such-adapter")

    assert done.returncode == code
    assert text in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")
def test_interrupt_keeps_the_best_so_far(corpus):
    """Ctrl-C prints what has been found, whole, and ends with 130."""
    line = command(*arguments(corpus, REFUSED, "slow-clubs"))
    process = subprocess.Popen(
        line,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    assert "making it smaller" in process.stderr.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)

    assert process.returncode == 130
    assert "interrupted" in out
    assert yaml.safe_load(out)["cases"][0]["expect"]["legal"] is False


# --- the real engine ---------------------------------------------------------------------------------


def real(case, name, *options):
    """Shrink a case of the real corpus: reference and oracle are the real ones."""
    return call("shrink", case, *options, "--", *mini(name))


@pytest.mark.parametrize(
    ("case", "name", "cards"),
    [
        ("trick.ruff-structure/pair-on-singles:ruffs", "no-ruff", 8),
        ("games/two-deck-match/deal-1", "no-ruff", 4),
        ("lead.throw-stands/trump-below-joker", "always-stands", 5),
    ],
)
def test_real_case(tmp_path, case, name, cards):
    """What is printed is a case that the suite loads; a deal becomes the question that goes wrong."""
    done = real(case, name)
    found = filed(done)
    chapter, _, rule = yaml.safe_load(done.stdout)["rule"].partition(".")
    (tmp_path / chapter).mkdir()
    (tmp_path / chapter / f"{rule}.yaml").write_text(done.stdout, "utf-8")
    (loaded,) = load_cases(tmp_path)
    held = [loaded.given.get(key, []) for key in ("hand", "cards")]
    lists = [*held, *loaded.given.get("plays", []), *loaded.given.get("others", [])]

    assert found["ask"] in ("judge_trick", "judge_lead")
    assert sum(map(len, lists)) <= cards
    assert "the oracle confirms it" in done.stdout


# --- proposals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", fixture.standard_cases(), ids=lambda case: case["id"])
def test_proposals_are_smaller(case):
    """Every proposal is smaller by the measure, so that the search ends; nothing is changed in place."""
    before = yaml.safe_dump(case["given"])
    size = measure(case["given"])

    assert all(measure(given) < size for given in smaller(case["question"], case["given"]))
    assert yaml.safe_dump(case["given"]) == before


def test_runner_imports_neither_engine_nor_oracle():
    """Whoever says what is right is asked over the pipe."""
    package = Path(__file__).parents[1] / "shengji_conformance"
    imports = [
        node
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    names = {alias.name for node in imports for alias in node.names} | {
        node.module for node in imports if isinstance(node, ast.ImportFrom)
    }

    assert not {name for name in names if name.partition(".")[0] in ("shengji", "shengji_oracle")}
