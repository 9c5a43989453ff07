"""The reference that a page is drawn by: asked where there is something to draw, and missed by nobody."""

from __future__ import annotations

import os
import sys
import time

import pytest
from pages import result, variant_of, write
from shengji_conformance.corpus import Corpus
from shengji_conformance.page import report
from shengji_conformance.page.reference import Asking, Patience, Reference

PAIR = "follow.pair/pair-owed-two-singles-played"
THROW = "lead.forced/jack-queen-ace"
DEAL = "games/two-deck-out-of-turn"
LIMIT = "bury.limit/ace-as-level-card:no-aces"
SHORT = Patience(answer=0.5, all_answers=1, start=20)

#: a program that writes down that it was started, greets, plays all variants and answers as it is told
GREETS = """
import json, os, sys
with open({log!r}, "a") as log:
    log.write(f"{{os.getpid()}}\\n")
{first}
for line in sys.stdin:
    request = json.loads(line)
    method = request["method"]
    if method == "initialize":
        result = {{"protocol": 1, "implementation": {{"name": "mini", "version": "1"}}, "window": 9}}
    elif method == "load_variant":
        result = {{"supported": True}}
    else:
        {answer}
    print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": result}}), flush=True)
"""
REAL = """
import os, runpy, sys
with open({log!r}, "a") as log:
    log.write(f"{{os.getpid()}}\\n")
sys.argv = ["shengji", "adapter"]
runpy.run_module("shengji", run_name="__main__")
"""
FAILS = {
    "dies at once": ("sys.exit(3)", "pass"),
    "dies of a question": ("", "sys.exit(3)"),
    "closes its stdout": ("os.close(1)", "pass"),
    "never answers": ("", "continue"),
    "writes no JSON": ("print('{', flush=True)", "continue"),
    "floods": ("", "print('x\\n' * 20_000, flush=True); continue"),
    "is no reference": ("", "result = 7"),
    "refuses the variant": ("sys.stdin = (l.replace('load_variant', 'x') for l in sys.stdin)",
                            "result = {'supported': False}"),
}  # fmt: skip
NONSENSE = [
    {"groups": 7, "components": 7, "legal": True, "event": "x", "winner": None},
    {"groups": {"<i>": [["C7"]]}, "legal": True, "components": [7]},
    {"groups": {"T": 7, "S": [7]}, "legal": True, "components": [{"type": "<i>", "cards": []}]},
    {"groups": {"T": []}, "legal": True, "components": []},
    {"groups": {"T": [[[]]]}, "legal": True, "components": [{"type": [], "cards": {}}]},
    {"groups": {"C": [["SA"]]}, "legal": True, "components": [{"type": "pair", "cards": ["SA"]}]},
    {"legal": False, "rule": ["<i>"], "event": -1},
    {"legal": False, "event": 10**9},
    {},
]


@pytest.fixture(scope="module")
def real():
    """Return the corpus of this suite."""
    return Corpus.open()


@pytest.fixture
def drawn(real, tmp_path, monkeypatch):
    """Return a function that draws failing cases by a program, and tells its starts beside the page."""

    def draw(text, *cases, **filled):
        script, log = tmp_path / "reference.py", tmp_path / "log"
        script.write_text(text.format(log=str(log), **filled), "utf-8")
        command = (sys.executable, str(script))
        monkeypatch.setattr(report, "Reference", lambda: Reference(command, SHORT))
        found = [real.find(case) for case in cases]
        results = [result(case, variant_of(real, case).id, {"legal": True}) for case in found]
        page = write(tmp_path / "page.html", real, results)
        pids = log.read_text().split() if log.exists() else []
        return page, [int(pid) for pid in pids]

    return draw


def runs(pid):
    """Tell whether a process is there, after a moment in which it may end."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.02)
    return True


def test_one_process_draws_a_page(drawn):
    """Cases under several rule sets are drawn by one process, and it is ended."""
    page, pids = drawn(REAL, PAIR, THROW, DEAL, LIMIT)

    assert "2 cards of these owed" in page
    assert len(pids) == 1
    assert not runs(pids[0])


def test_nothing_is_started_for_nothing(drawn):
    """A page without a failing case needs nobody."""
    assert drawn(REAL)[1] == []


@pytest.mark.parametrize("fault", FAILS)
def test_whatever_becomes_of_it_the_page_is_whole(drawn, fault):
    """It is started once, ended, and every case is drawn without what it would have told."""
    first, answer = FAILS[fault]
    page, pids = drawn(GREETS, PAIR, THROW, DEAL, LIMIT, first=first, answer=answer)

    assert page.endswith("</html>\n")
    assert page.count('class="case fail"') == 4
    assert page.count('class="felt') == 3
    assert "of these owed" not in page
    assert len(pids) == 1
    assert not runs(pids[0])


@pytest.mark.parametrize("answer", NONSENSE, ids=str)
def test_answers_that_make_no_sense(drawn, answer):
    """They are no answers: nothing of them is in the page, and all cards of the case are."""
    page = drawn(GREETS, PAIR, THROW, DEAL, LIMIT, first="", answer=f"result = {answer!r}")[0]
    without = drawn(GREETS, PAIR, THROW, DEAL, LIMIT, first="", answer="result = 7")[0]

    assert page == without


def test_a_program_that_is_not_there(real, tmp_path, monkeypatch):
    """Where nothing can be started, the drawing does without."""
    monkeypatch.setattr(report, "Reference", lambda: Reference(("no-such-program",)))
    case = real.find(PAIR)
    page = write(tmp_path / "page.html", real, [result(case, variant_of(real, case).id)])

    assert 'class="felt' in page


def test_it_is_ended_whatever_ends_the_drawing(real, tmp_path):
    """After Ctrl-C there is no process left."""
    script, log = tmp_path / "reference.py", tmp_path / "log"
    script.write_text(REAL.format(log=str(log)), "utf-8")
    variant, params = real.published()[0], {"cards": ["S2"], "level": "3", "trump": None}
    asked = [Asking(variant, "order_cards", params)]
    reference = Reference((sys.executable, str(script)))
    answers = []

    def work():
        with reference:
            answers.extend(reference.ask(asked))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()

    assert answers == [{"groups": {"S": [["S2"]]}}]
    assert not runs(int(log.read_text()))
    assert reference.ask(asked) == [None]
