"""Variants: inheritance, changes and users' own files."""

from __future__ import annotations

import pytest
from shengji_spec import SpecError, load_spec, resolve
from shengji_spec.conditions import holds
from shengji_spec.variants import base_options, change, check, wire


def test_conditions_hold_only_where_all_keys_do():
    """Values and lists of values; an absent key never holds, and true is not 1."""
    options = {"a.b": 1, "c.d": "x", "e.f": True}

    assert holds({}, options)
    assert holds({"a.b": 1, "c.d": ["w", "x"]}, options)
    assert not holds({"a.b": [2, 3]}, options)
    assert not holds({"a.b": True}, options)
    assert not holds({"e.f": 1}, options)
    assert not holds({"g.h": None}, options)


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


def test_a_change_sets_what_the_value_requires():
    """The mandatory no-trump level brings the no-trump level."""
    changed = change(load_spec(), resolve("two-deck").options, "levels.mandatory", "5-10-K-A-NT")

    assert changed["levels.no-trump-level"] is True
    assert check(changed) == []


def test_a_change_that_contradicts_is_found():
    """Taking the no-trump level away from under a mandatory one is no valid choice."""
    spec = load_spec()
    options = change(spec, resolve("two-deck").options, "levels.mandatory", "5-10-K-A-NT")

    assert check(change(spec, options, "levels.no-trump-level", False))  # noqa: FBT003


def own(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text("id: mine\ntitle: {en: Mine, zh: 我们的}\n" + text, encoding="utf-8")
    return path


WHY = "decided: {en: We like it., zh: 我们喜欢。}"


def test_a_users_file_inherits_and_overrides(tmp_path):
    """A variant file extends a published variant; inherited values keep their origin."""
    resolved = resolve(
        own(tmp_path, f"extends: two-deck\noptions:\n  lead.throw-groups: {{value: all, {WHY}}}\n")
    )

    assert resolved.options == {**resolve("two-deck").options, "lead.throw-groups": "all"}
    assert resolved.origins["lead.throw-groups"].variant == "mine"
    assert resolved.origins["score.multiplier"].variant == "two-deck"


def test_a_users_file_may_bring_a_table(tmp_path):
    """An inline table is a valid value under its own id and goes over the wire."""
    text = (
        f"extends: two-deck\noptions:\n  levels.table: {{value: flat, {WHY}}}\n"
        "tables:\n  flat: {bands: [{from: 0, side: dealer, gains: 1}]}\n"
    )
    params = wire(resolve(own(tmp_path, text)))

    assert params["tables"] == {"flat": {"bands": [{"from": 0, "side": "dealer", "gains": 1}]}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: two-dek", "did you mean 'two-deck'"),
        (f"extends: two-deck\noptions:\n  lead.forced: {{value: lowest, {WHY}}}", "lead.forced"),
        (
            f"extends: two-deck\noptions:\n  lead.force: {{value: refused, {WHY}}}",
            "did you mean 'lead.forced'",
        ),
        ("extends: two-deck\noptions:\n  lead.forced: {value: refused}", "decided"),
        (f"options:\n  cards.decks: {{value: 2, {WHY}}}", "has no value"),
        (
            f"extends: two-deck\noptions:\n  shapes.titanic: {{value: none, {WHY}}}",
            "does not apply",
        ),
        ("extends: two-deck\nextends: two-deck", "twice"),
        (
            "extends: two-deck\noptions:\n  levels.table: {value: nope, from: S3.36}",
            "no value of levels.table",
        ),
    ],
)
def test_mistakes_in_a_users_file_are_named(tmp_path, text, said):
    """The error names the file, the key and the nearest valid value."""
    with pytest.raises(SpecError) as error:
        resolve(own(tmp_path, text))

    assert said in str(error.value)
    assert "mine.yaml:" in str(error.value)


def test_a_missing_variant_is_named():
    """Neither an id nor a file: the nearest id is offered."""
    with pytest.raises(SpecError, match="did you mean 'two-deck-classic'"):
        resolve("two-deck-clasic")
