"""The corpus: every answer agreed by the engine, every `when` true, every rule and every option shown."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest
from shengji import MalformedInput, RuleSet, ask
from shengji_spec import data, load_spec, resolve
from shengji_spec.cases import asked_under, home, load_cases
from shengji_spec.text import digest
from shengji_spec.variants import change, check, laid_over, named_tables
from shengji_spec.yaml_loader import load

from tools.probes import Prober, compared, differences, examine
from tools.traced import engine, traced

SLICES = 16
WINDOWS = ("declare", "counter")
#: questions whose answer can depend on a table
READING = ("advance", "judge_declaration", "judge_counter", "replay")


@cache
def corpus():
    return load_cases(data.corpus_dir())


@cache
def unobservable():
    return load(data.corpus_dir().parent / "unobservable.yaml").data


@pytest.mark.parametrize("number", range(SLICES))
def test_every_when_is_sound_tight_and_full(number):
    """At all probes of a case the engine gives the expected answer, and `when` names no more and no less."""
    wrong = [r for r in map(examine, corpus()[number::SLICES]) if not r.fine]

    assert not wrong, "\n".join(f"{r.case}: {r.loose} {r.missing} {r.unsound[:1]}" for r in wrong)


def test_an_answer_depends_on_what_it_read_alone():
    """Asked again without memory, under every neighbour of its base, a case gives the same answers."""
    prober = Prober(load_spec())
    for case in corpus()[7::199]:
        for base in prober.bases(case)[:1]:
            for _, _, options in prober.space.neighbours(base):
                afresh = compared(case, engine(options, case.question, case.given))
                assert prober.wrong(case, options) == afresh, (case.id, options)


def test_what_was_read_is_noted():
    """The options that decide an answer are among those noted."""
    options = resolve("two-deck").options
    given = {"level": "10", "trump": "S", "lead": ["H6", "H6"], "hand": ["H4", "H7", "H7"]}
    _, read = traced(options, "judge_follow", {**given, "cards": ["H7", "H7"]})

    assert {"follow.pairs", "cards.decks"} <= read
    assert not {"levels.table", "declare.ladder"} & read


def test_no_case_is_stale():
    """Every case was last read against the present wording of its rule."""
    rules = load_spec().rules

    assert not [case.id for case in corpus() if case.read != digest(rules[case.rule])]


def test_one_of_says_why():
    """A case with several right answers says why there are several."""
    assert not [c.id for c in corpus() if "one-of" in str(c.expect) and not c.why]


@pytest.mark.parametrize("variant", sorted(load_spec().variants))
def test_each_variant_has_its_400_cases(variant):
    """At least 400 cases apply to each published variant."""
    options = resolve(variant).options

    assert sum(asked_under(case, options) for case in corpus()) >= 400


def side(case):
    """Tell on which side of a rule a case stands: its answer, as far as it accepts or refuses."""
    if case.malformed:
        return "refused"
    legal = case.expect.get("legal", case.expect.get("stands"))
    if legal is None or case.expect.get("stands") is False:
        return repr(sorted(case.expect.items()))
    return "accepted" if legal else "refused"


def test_every_rule_is_shown_from_both_sides():
    """Each rule has cases with different answers, or the list of exceptions says why it cannot."""
    sides = defaultdict(set)
    for case in corpus():
        sides[case.rule].add(side(case))
    excused = {row["rule"] for row in unobservable()["rules"]}
    lacking = {rule for rule in load_spec().rules if len(sides[rule]) < 2}

    assert lacking - excused == set()
    assert excused - lacking == set(), "an excuse that is no longer needed"


def changes(variant):
    """Yield (option, value, options) for every option of a variant at every other valid value."""
    spec = load_spec()
    options = resolve(variant).options
    for key in options:
        for choice in spec.options[key].values:
            if choice.value != options[key] or type(choice.value) is not type(options[key]):
                changed = change(spec, options, key, choice.value)
                if not check(changed, spec):
                    yield key, choice.value, changed


def excused(variant):
    """Return the (option, value) pairs that the list of exceptions has for a variant."""
    return {
        (row["option"], value)
        for row in unobservable()["options"]
        if variant in row["variants"]
        for value in row["values"]
    }


@pytest.mark.parametrize("variant", sorted(load_spec().variants))
def test_every_changed_option_is_noticed(variant):
    """An engine that plays one option differently fails a case of the variant; exceptions are data."""
    options = resolve(variant).options
    prober = Prober(load_spec())
    unnoticed = {(key, value): changed for key, value, changed in changes(variant)}
    for case in (case for case in corpus() if asked_under(case, options)):
        found = [change_ for change_, changed in unnoticed.items() if prober.wrong(case, changed)]
        for change_ in found:
            del unnoticed[change_]
    unnoticed = set(unnoticed)

    assert unnoticed - excused(variant) == set(), "no case notices these changes"
    assert excused(variant) - unnoticed == set(), "a case refutes these exceptions"


def bands_spoiled(table):
    """Yield (what, table) for a level table with one edge, gain or step changed."""
    for place, band in enumerate(table["bands"]):
        changes = [{"gains": band["gains"] + 1}]
        if place:
            edges = [row["from"] for row in table["bands"]]
            changes += [{"from": band["from"] + (-5 if band["from"] + 5 in edges else 5)}]
        changes += [{"other-side": 0}] if "other-side" in band else []
        for change_ in changes:
            bands = [*table["bands"]]
            bands[place] = {**band, **change_}
            yield f"band {place}: {change_}", {**table, "bands": bands}
    for key in {"then", "below"} & table.keys():
        yield f"no {key}", {k: v for k, v in table.items() if k != key}
        yield f"{key}: more", {**table, key: {**table[key], "gains": table[key]["gains"] + 1}}


def steps_spoiled(table):
    """Yield (what, table) for a ladder with a step left out, moved or open elsewhere, a show left out."""
    steps = table["steps"]
    for place, step in enumerate(steps):
        rest = [*steps[:place], *steps[place + 1 :]]
        if rest:
            yield f"no step {place}", {**table, "steps": rest}
        if place:
            moved = [*rest[: place - 1], step, *rest[place - 1 :]]
            yield f"step {place} below {place - 1}", {**table, "steps": moved}
        for window in step.get("in", WINDOWS):
            others = [w for w in step.get("in", WINDOWS) if w != window]
            if not others:
                continue  # that is the step left out
            closed = {**step, "in": others}
            yield f"step {place} not to {window}", _with_step(table, place, closed)
        for show in step["shows"] if len(step["shows"]) > 1 else ():
            fewer = {**step, "shows": [s for s in step["shows"] if s != show]}
            yield f"step {place} without {show}", _with_step(table, place, fewer)


def _with_step(table, place, step):
    steps = [*table["steps"]]
    steps[place] = step
    return {**table, "steps": steps}


def under_tables(options, tables):
    """Return an engine that plays by these options and tables."""
    rules = RuleSet.from_options(options, tables)

    def ask_(_, question, given):
        try:
            return ask(rules, question, given)
        except MalformedInput:
            return {"malformed": True}

    return ask_


def naming(table):
    """Yield options that name a table: published variants, and the base values, with counters too."""
    spec = load_spec()
    found = [resolve(variant).options for variant in spec.variants]
    yield from (options for options in found if table in options.values())
    if "bands" in spec.tables[table]:
        yield laid_over({}, {"levels.table": table}, spec)
        return
    for decks in (2, 3):
        countering = {"counter.window": "after-bury", "cards.decks": decks}
        yield laid_over({}, {"declare.ladder": table, **countering}, spec)


@pytest.mark.parametrize("table", sorted(load_spec().tables))
def test_every_row_of_a_table_is_noticed(table):
    """An engine with one band or one step of a table wrong fails a case; exceptions are data."""
    spec = load_spec()
    content = spec.tables[table]
    spoil = bands_spoiled if "bands" in content else steps_spoiled
    unnoticed = {what for what, _ in spoil(content)}
    reading = [case for case in corpus() if case.question in READING]
    for options in naming(table):
        asked = [case for case in reading if asked_under(case, options)]
        for what, spoiled in spoil(content):
            engine = under_tables(options, {**named_tables(options, spec), table: spoiled})
            if what in unnoticed and any(differences(case, options, engine) for case in asked):
                unnoticed.discard(what)
    excuses = {
        row
        for entry in unobservable()["tables"]
        if entry["table"] == table
        for row in entry["rows"]
    }

    assert unnoticed - excuses == set(), "no case notices these changes"
    assert excuses - unnoticed == set(), "a case refutes these exceptions"


def test_homes_are_few_and_whole():
    """Every case without a published variant has a home whose options are valid."""
    spec = load_spec()
    homes = {own.id: own for own in map(home, corpus()) if own}

    assert homes
    assert not [own.id for own in homes.values() if check(dict(own.options), spec)]
