"""The real specification and corpus, as far as this package answers for them."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from shengji.questions import QUESTIONS, ask
from shengji.rules import RuleSet
from shengji_spec import data, load_spec, resolve
from shengji_spec.cases import asked_under, home, load_cases
from shengji_spec.corpus import compile_corpus
from shengji_spec.questions import questions, required_keys, valid_keys
from shengji_spec.schema import definition, validator
from shengji_spec.variants import base_options, change, check, named_tables

from tools.space import Space


@cache
def real_cases():
    return load_cases(data.corpus_dir())


def test_base_options_are_a_whole_choice():
    """The base values contradict nothing."""
    assert check(base_options()) == []


def test_a_change_drops_and_adds_what_follows():
    """Without throws the options of throws go; with three decks those of triples come, at their base."""
    spec, options = load_spec(), resolve("two-deck").options
    without = change(spec, options, "lead.throw-groups", "none")

    assert "lead.forced" not in without
    assert "trick.ruff-compare" not in without
    assert (
        change(spec, options, "cards.decks", 3)["shapes.titanic"]
        == spec.options["shapes.titanic"].base
    )


def test_every_value_of_every_option_is_valid_somewhere():
    """Each value can be chosen: where its option applies and with what it requires."""
    spec, space = load_spec(), Space(load_spec())
    drawn = {
        (key, value.value): list(space.draw(Random(1), {key: value.value}, 3))
        for key, option in spec.options.items()
        for value in option.values
    }

    assert [pair for pair, choices in drawn.items() if len(choices) < 3] == []


def test_cases_ask_what_the_engine_answers():
    """The questions a case can ask are those of the engine, and the protocol's schema has them all."""
    assert sorted(questions()) == sorted(QUESTIONS)
    assert all(
        set(required_keys(question)) <= set(valid_keys(question)) for question in questions()
    )


def test_compiled_corpus_follows_its_schema(tmp_path):
    """Manifest and lines are what the schema says, and no case is lost."""
    corpus = compile_corpus(data.corpus_dir(), tmp_path)
    line = definition("manifest", "case")

    assert not list(validator("manifest").iter_errors(corpus.manifest))
    assert not [case["id"] for case in corpus.cases() for _ in line.iter_errors(case)]
    assert sum(1 for _ in corpus.cases()) == len(real_cases())


@pytest.mark.parametrize("question", questions())
def test_positions_and_answers_fit_the_protocol(question):
    """What cases ask, and what the engine answers, is what the protocol's schema describes."""
    params = definition("protocol", f"{question}-params")
    result = definition("protocol", f"{question}-result")
    asked = 0
    for case in real_cases():
        if case.question == question and not case.malformed:
            asked += 1
            answer = ask(_rules(case), question, case.given)

            assert not list(params.iter_errors({**case.given, "variant": "v"})), case.id
            assert not list(result.iter_errors(answer)), (case.id, answer)
    assert asked


def _rules(case):
    """Return a rule set under which a case is asked."""
    own = home(case)
    if own:
        return _rule_set(tuple(own.options.items()))
    variants = (resolve(variant).options for variant in load_spec().variants)
    return _rule_set(tuple(next(o for o in variants if asked_under(case, o)).items()))


@cache
def _rule_set(options):
    return RuleSet.from_options(dict(options), named_tables(dict(options), load_spec()))
