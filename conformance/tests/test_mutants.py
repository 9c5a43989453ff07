"""Mutants: the seam, trials, the figures; and that what is published is fresh."""

from __future__ import annotations

import re
from functools import cache

import pytest
from shengji import cards, follow, questions, trick
from shengji_spec import data, load_spec
from shengji_spec.cases import load_cases
from shengji_spec.yaml_loader import load

from tools.mutants import __main__ as command
from tools.mutants import forks, inputs, smoke, source, survivors, table, tokens
from tools.mutants.bugs import APART, BUGS, Bug
from tools.mutants.faults import BugMutant, bug_mutants
from tools.mutants.figures import figures
from tools.mutants.options import option_mutants
from tools.mutants.pool import _build
from tools.mutants.results import Results
from tools.mutants.run import Run
from tools.mutants.seam import planted
from tools.mutants.tokens import CodeMutant
from tools.mutants.trial import Verdict, killers, tried


@cache
def pool():
    """Return a pool of two files only: pairs and points."""
    folder = data.corpus_dir()
    cases = load_cases(folder / "follow", load_spec()) + load_cases(folder / "score", load_spec())
    few = [case for case in cases if case.rule in ("follow.pair", "follow.suit", "score.total")]
    return _build(few, load_spec())


def mutant(name):
    return next(found for found in bug_mutants() if found.id == name)


def code(name, text):
    """Return a code mutant of a function, made by hand."""
    row = source.Mutation(f"{name}-0", *name.split(":"), "digest", 1, "a change", text)
    return CodeMutant(row.id, "follow", (), row)


def wrong(answers):
    """Return a planted fault that changes the answers of a question."""
    return BugMutant("own", "follow", ("follow.pair",), Bug("own", "", (), *answers))


#: a fault that no case can notice: it is none
NONE = ("follow:refusal", lambda original: original)
HANGS = """
def refusal(rules, order, lead, hand, cards, n):
    while True:
        pass
"""


# --- what is published -------------------------------------------------------------------------------


def test_the_figures_are_fresh():
    """The figures were found with the corpus, the engine and the mutants as they are."""
    assert table.complaints(inputs.inputs()) == []


def test_the_published_shares():
    """Of options and planted faults all die, of code mutants at least 95 in 100."""
    kinds = table.read()["kinds"]

    assert kinds["option"]["survivors"] == kinds["bug"]["survivors"] == []
    assert kinds["code"]["all"]["killed"] >= 0.95 * kinds["code"]["all"]["total"]


def test_every_survivor_was_looked_at():
    """Each code mutant that lives on is said to be equivalent, or to want a case, with the reason."""
    rows = survivors.read().values()

    assert not [row.mutant for row in rows if row.verdict not in ("equivalent", "missing")]
    assert not [row.mutant for row in rows if not row.because]
    assert {r.mutant for r in rows if r.verdict != "equivalent"} == set(
        table.read()["kinds"]["code"]["survivors"]
    )


def test_the_smoke_tier_is_of_the_corpus():
    """The smoke tier lists cases that exist, each once, and is much smaller than the corpus."""
    listed = load(table.smoke_file()).data
    known = {path.stem for path in data.corpus_dir().rglob("*.yaml")}

    assert len(listed) == len(set(listed)) == table.read()["smoke"]["cases"]
    assert {re.split("[./]", case)[1] for case in listed} <= known


# --- the catalogue -----------------------------------------------------------------------------------


def test_the_catalogue_knows_every_fault():
    """Each fault that the sources list is planted, or the reason why it cannot be is given."""
    listed = {name[3:] for name in load_spec().statements if name.startswith("KB.")}

    assert {bug.id[:-1] for bug in BUGS} | APART.keys() == listed
    assert not {bug.id[:-1] for bug in BUGS} & APART.keys()


def test_the_entries_of_the_catalogue():
    """There are at least 80 faults, each with an id of its own, and with rules that exist."""
    assert len({bug.id for bug in BUGS}) == len(BUGS) >= 80
    assert all(bug.rules for bug in BUGS)
    assert {rule for bug in BUGS for rule in bug.rules} <= load_spec().rules.keys()


def test_every_place_exists():
    """Each fault finds its place in the engine, and leaves the engine as it was."""
    before = {name: vars(m).copy() for name, m in (("cards", cards), ("trick", trick))}
    for bug in BUGS:
        with planted({bug.place: bug.make}):
            pass

    assert before == {"cards": vars(cards), "trick": vars(trick)}


# --- the seam ----------------------------------------------------------------------------------------


def test_all_who_import_it_see_a_replacement():
    """A replaced function is replaced in every module that has it, and in tables."""
    own = trick.decompose
    with planted({"shapes:decompose": lambda _: None}):
        assert trick.decompose is follow.decompose is None
    assert trick.decompose is own

    with planted({"questions:ask_settle": lambda _: len}):
        assert questions.QUESTIONS["settle"] is len


@pytest.mark.parametrize("place", ["follow:no_such", "score:FACTORS[no]", "cards:Group.no", "x"])
def test_a_place_that_does_not_exist(place):
    """A place that is not there is no silent success."""
    with pytest.raises((AttributeError, KeyError, AssertionError)), planted({place: lambda x: x}):
        pass


# --- trials ------------------------------------------------------------------------------------------


def test_a_fault_is_killed():
    """A planted fault is killed by a case of its rule, and leaves nothing behind."""
    found = tried(pool(), mutant("FOL-20a"))

    assert found.killed
    assert found.case.startswith("follow.pair/")
    assert found.base
    pool().warm()


def test_a_planted_survivor_is_reported(tmp_path, capsys):
    """A fault that changes no answer survives, is told and counted."""
    own = wrong(NONE)
    run = Run(pool(), Results("bug", "now", tmp_path))

    assert run.run([own])
    command._tell(run, [own])  # noqa: SLF001
    assert "0 of 1 killed, 1 to look at\n  own" in capsys.readouterr().out
    counted = figures([(own, run.results.now(own))], {})
    assert counted.survivors == ["own"]
    assert counted.all.as_row() == {"killed": 0, "total": 1}


def test_the_asks_are_bases_first():
    """What the runner asks comes before what it does not ask."""
    asks = pool().asks

    assert [ask.base for ask in asks] == sorted((ask.base for ask in asks), reverse=True)
    assert any(not ask.base for ask in asks)


def test_an_option_played_differently():
    """An option mutant is killed by a case that is asked under the variant."""
    found = next(m for m in option_mutants() if m.id == 'two-deck/follow.pairs="free"')
    verdict = tried(pool(), found)

    assert verdict.killed
    assert verdict.base
    assert "follow.no-structure" in found.rules
    pool().warm()


def test_all_killers():
    """All cases that kill a mutant are found, and no others."""
    places = range(len(pool().cases))
    found = killers(pool(), mutant("FOL-26a"), places)

    assert found
    assert {pool().cases[n].rule for n in found} <= {"follow.suit", "follow.pair"}
    assert killers(pool(), wrong(NONE), places) == []


# --- code --------------------------------------------------------------------------------------------


def test_changed_code_is_run_and_taken_back():
    """A function runs the changed code under every name, and its own again afterwards."""
    text = "def refusal(rules, order, lead, hand, cards, n): return None"

    assert tried(pool(), code("follow:refusal", text)).killed
    pool().warm()


def test_a_changed_table():
    """A changed statement is carried out, with those that read what it assigns."""
    changed = code("trick:POINTS", "POINTS = {'5': 50, '10': 10, 'K': 10}")

    with changed.planted(pool()):
        assert trick.points(["S5"]) == 50
    assert trick.points(["S5"]) == 5


def test_changed_defaults():
    """Changed defaults are defaults of the function."""
    text = "def match(rules, group, parts, held, selection, *, lone_only=False): return 7"

    with code("follow:match", text).planted(pool()):
        assert follow.match.__kwdefaults__ == {"lone_only": False}
    assert follow.match.__kwdefaults__ == {"lone_only": True}


def test_an_engine_that_does_not_start():
    """A statement that cannot be carried out kills the engine at once."""
    assert tried(pool(), code("trick:POINTS", "POINTS = nothing")).killed


def test_the_rules_of_a_function():
    """A function is about the rules that its docstring names."""
    assert "lead.forced-tie" in tokens.rules_named("lead", "_lowest")


def test_mutations_by_the_tool():
    """The tool's mutations change one function each and no message."""
    rows = source.mutations("bury")

    assert len({row.id for row in rows}) == len(rows) > 20
    assert not [row for row in rows if "taker'" in row.change and "XXtakerXX" in row.change]


# --- forks -------------------------------------------------------------------------------------------


def test_what_loops_is_ended(monkeypatch):
    """An engine that never answers is killed when its time is up."""
    monkeypatch.setattr("tools.mutants.trial.PATIENCE", 0.1)
    found = tried(pool(), code("follow:refusal", HANGS))

    assert found.killed
    assert found.stuck


def test_children_are_apart():
    """What a child changes stays with it, and a child that dies is told."""
    seen = []

    def do(number):
        seen.append(number)
        return len(seen) if number else 1 // number

    found = dict(forks.each([0, 1, 2], do, 2))

    assert found[1] == found[2] == 1
    assert found[0] is forks.LOST or isinstance(found[0], forks.Lost)
    assert seen == []


# --- results and smoke -------------------------------------------------------------------------------


def test_results_are_kept(tmp_path):
    """A verdict is good for the inputs it was found with; under others it is a hint."""
    own = mutant("FOL-20a")
    verdict = Verdict(killed=True, case="follow.pair/x", base=True)
    Results("bug", "now", tmp_path).add(own, verdict)
    with Results("bug", "now", tmp_path).path.open("a") as file:
        file.write('{"id": "cut sh')

    assert Results("bug", "now", tmp_path).now(own) == verdict
    assert Results("bug", "later", tmp_path).now(own) is None
    assert Results("bug", "later", tmp_path).hint(own) == "follow.pair/x"


def test_a_cover_is_small_and_whole():
    """Every mutant dies of a chosen case, and no chosen case is superfluous."""
    kills = {"1": "ab", "2": "ac", "3": "bd", "4": "cd", "5": ""}
    chosen = smoke.cover(kills)

    assert all(set(cases) & set(chosen) for cases in kills.values() if cases)
    assert chosen == ["a", "d"]


def test_survivors_are_written_as_read(tmp_path):
    """The list of survivors keeps its reasons."""
    path = tmp_path / "survivors.yaml"
    row = survivors.Survivor("a:b-1", '- x "y"\n+ z: #', "equivalent", "it is the same")
    survivors.write([row], path)

    assert survivors.read(path) == {"a:b-1": row}
    survivors.write([], path)
    assert survivors.read(path) == {}


def test_excuses_are_counted_apart():
    """An excused mutant is in no total, unless it is killed after all."""
    own = mutant("CLS-08a")

    assert figures([(own, Verdict(killed=False))], {}).all.as_row() == {
        "killed": 0,
        "total": 0,
        "apart": 1,
    }
    assert figures([(own, Verdict(killed=True, base=True))], {}).all.as_row() == {
        "killed": 1,
        "total": 1,
    }


def test_the_table_is_made_of_the_figures():
    """The table says the figures, and links the cases that kill."""
    count = {"killed": 1, "total": 2, "apart": 1}
    part = {
        "all": count,
        "chapters": {"lead": count},
        "rules": {"lead.forced": count},
        "survivors": ["x"],
    }
    kinds = {"option": part, "code": part, "bug": {**part, "cases": {"THF-01a": "lead.forced/x"}}}
    text = table.render(
        {
            "inputs": {},
            "tool": "mutmut 0",
            "smoke": {"cases": 1, "killed": 2, "of": 3},
            "kinds": kinds,
        }
    )

    assert "| bug | 1/2 (+1) | 50.0 % | 33.3 % | 0 | 1 |" in text
    assert "[lead.forced/x](corpus/lead/forced.yaml)" in text
    assert "mutmut 0" in text
