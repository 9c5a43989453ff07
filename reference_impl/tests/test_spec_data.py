"""The documents in `spec/` and `schemas/`: whole, consistent, fresh."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from jsonschema import Draft202012Validator
from shengji_spec import SpecError, data, load_spec, resolve
from shengji_spec.text import fill, placeholders
from shengji_spec.variants import check

from tools.make_variant_schema import main as make_variant_schema

SEEDS = {"S0": 56, "S2": 29, "S3": 39, "S4": 30}


@pytest.mark.parametrize("path", sorted(data.schema_dir().glob("*.json")), ids=lambda p: p.name)
def test_schemas_are_schemas(path):
    """Every schema is valid JSON Schema 2020-12 and has a title and a description."""
    schema = json.loads(path.read_text(encoding="utf-8"))

    Draft202012Validator.check_schema(schema)
    assert {"$schema", "title", "description"} <= set(schema)


def test_variant_schema_is_fresh():
    """The schema of variants is the one that the options make."""
    assert make_variant_schema(["--check"]) == 0


def test_sources_hold_every_statement_of_the_seeds():
    """Statements S0.1 to S4.30 are all there, with their Chinese phrase."""
    statements = load_spec().statements

    for source, number in SEEDS.items():
        assert [
            f"{source}.{n}" for n in range(1, number + 1) if f"{source}.{n}" not in statements
        ] == []
    assert [s.id for s in statements.values() if not s.zh.strip() or not s.en.strip()] == []


@pytest.mark.parametrize("variant", sorted(load_spec().variants))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_rules_can_be_read_under_every_variant(variant, lang):
    """Every placeholder of a rule that exists is filled, and the sentence is not too long to read."""
    spec, options = load_spec(), resolve(variant).options
    for rule in spec.rules.values():
        if rule.applies(options):
            text = fill(getattr(rule, lang), options, spec, lang)

            assert "{" not in text, rule.id
            assert len(text) < 700, rule.id


def test_must_and_may_stand_where_the_level_says():
    """A rule of level must says MUST, one of level may says MAY; no option's phrase says either."""
    spec = load_spec()
    for rule in spec.rules.values():
        assert ("MUST" in rule.en, "MAY" in rule.en) == (
            rule.level == "must",
            rule.level == "may",
        ), rule.id
    for option in spec.options.values():
        for value in option.values:
            assert not re.search(r"\b(MUST|MAY)\b", value.phrase["en"]), option.key


#: named by rules that hold where they do not apply; their base value is right there
READ_AS_BASE = {
    "shapes.decomposition",
    "counter.window",
    "declare.equal-class",
    "declare.first-change-stands",
    "declare.reinforce",
    "declare.self-counter",
}


def test_every_option_is_named_where_it_applies():
    """A rule that leaves an option open exists only where the option applies, or base and values agree."""
    spec = load_spec()
    for variant in spec.variants:
        options = resolve(variant).options
        for rule in spec.rules.values():
            if rule.applies(options):
                for key in placeholders(rule.en):
                    assert key in options or key in READ_AS_BASE, (rule.id, key)


@pytest.mark.parametrize("variant", sorted(load_spec().variants))
def test_variants_have_a_value_for_each_option_that_applies(variant):
    """Resolved options are whole, and every value says where it comes from."""
    resolved = resolve(variant)

    assert check(resolved.options) == []
    assert set(resolved.origins) == set(resolved.options)
    for key, origin in resolved.origins.items():
        assert bool(origin.sources) != bool(origin.decided), key


@pytest.fixture
def broken(tmp_path):
    """Return a copy of the specification to break, and a function that replaces text in it."""
    folder = tmp_path / "spec"
    shutil.copytree(data.spec_dir(), folder)

    def replace(file, old, new):
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(SpecError) as error:
            load_spec(folder)
        return str(error.value)

    return replace


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules/follow.yaml", "sources: [S0.43, S4.14]", "sources: [S0.43, S4.41]", "S4.41"),
        ("rules/follow.yaml", "when: {follow.pairs: must}", "when: {follow.pair: must}", '"follow.pairs"?'),
        ("rules/follow.yaml", "when: {follow.pairs: must}", "when: {follow.pairs: mast}", '"must"?'),
        ("rules/follow.yaml", "{follow.tractor}", "{follow.tracktor}", "names no option"),
        ("rules/follow.yaml", "level: must", "level: shall", '"shall" is not allowed'),
        ("rules/follow.yaml", "id: follow.pair\n", "id: lead.pair\n", "does not begin with its chapter"),
        ("options/follow.yaml", "base: must", "base: may", '"may" is no value of follow.pairs'),
        ("options/follow.yaml", "title:", "titel:", '"title"?'),
        ("variants/two-deck.yaml", "cards.decks: {value: 2", "cards.deck: {value: 2", '"cards.decks"?'),
        ("variants/two-deck.yaml", "cards.decks: {value: 2", "cards.decks: {value: 7", "not allowed"),
        ("scoring/two-deck-80.yaml", "gains: 3", "gain: 3", '"gains"?'),
    ],
)  # fmt: skip
def test_broken_documents_are_told_from_good_ones(broken, file, old, new, said):
    """Each kind of mistake is found, with the file and the nearest valid value."""
    message = broken(file, old, new)

    assert said in message
    assert file.split("/")[1] in message
