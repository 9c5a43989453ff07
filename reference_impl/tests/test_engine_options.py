"""The engine and the specification have the same options, and the engine has no others."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import shengji
from shengji.errors import Unsupported
from shengji.rules import ORDERING, RuleSet, field_name, known_values
from shengji_spec import load_spec, resolve

ENGINE = Path(shengji.__file__).parent
#: the only module of the engine that does I/O, beside the folder cli
ADAPTER = "adapter"
CHAPTERS = sorted(
    path.stem
    for path in ENGINE.glob("*.py")
    if not path.stem.startswith("_") and path.stem != ADAPTER
)


def test_engine_plays_every_value_of_every_option():
    """The fields of a rule set are the options of the specification, with the same values and base."""
    spec = {
        field_name(key): (option.base, {(type(v.value), v.value) for v in option.values})
        for key, option in load_spec().options.items()
        if not option.table
    }
    engine = {
        name: (values[0], {(type(v), v) for v in values}) for name, values in known_values().items()
    }

    assert spec == engine


@pytest.mark.parametrize("variant", sorted(load_spec().variants))
def test_published_variants_are_rule_sets(variant):
    """Every published variant can be played."""
    resolved = resolve(variant)

    assert RuleSet.from_options(resolved.options, resolved.tables).level_table


@pytest.mark.parametrize(
    ("options", "tables"),
    [
        ({"cards.deck": 2}, {}),
        ({"cards.decks": "2"}, {}),
        ({"cards.decks": 5}, {}),
        ({"lead.throw-same-size": 0}, {}),
        ({"levels.table": "nowhere"}, {}),
        ({"levels.table": "t"}, {"t": {"bands": []}}),
        ({"levels.table": "t"}, {"t": {"bands": [{"from": 5, "side": "dealer", "gains": 1}]}}),
        ({"levels.table": "t"}, {"t": {"bands": [{"from": 0, "side": "nobody", "gains": 1}]}}),
        ({"levels.table": "t"}, {"t": {"bands": 7}}),
        ({"levels.table": ["t"]}, {}),
    ],
)
def test_unknown_rules_are_unsupported(options, tables):
    """An option, value or table that the engine does not know is refused, never read as something else."""
    with pytest.raises(Unsupported):
        RuleSet.from_options(options, tables)


def test_orders_depend_on_nothing_else():
    """Building an order reads only the fields by which orders are shared."""
    tree = ast.parse((ENGINE / "cards.py").read_text(encoding="utf-8"))
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "rules"
    }

    assert read - {"orders"} <= set(ORDERING)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chapters_use_the_standard_library_alone(chapter):
    """A chapter module imports the standard library and other chapters, and does no I/O."""
    tree = ast.parse((ENGINE / f"{chapter}.py").read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    allowed = {
        "__future__",
        "collections",
        "dataclasses",
        "enum",
        "functools",
        "itertools",
        "math",
        "operator",
    }
    assert imported <= allowed | {"typing", "shengji"}


def test_no_variant_is_named_in_the_engine():
    """The engine does not know any variant by its id."""
    names = set(load_spec().variants)
    found = {
        node.value
        for path in ENGINE.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }

    assert not found


def test_the_runner_and_the_data_know_no_engine():
    """Neither `shengji_conformance` nor `shengji_spec` imports the engine."""
    roots = (
        ENGINE.parents[1] / "conformance" / "shengji_conformance",
        ENGINE.parent / "shengji_spec",
    )
    for path in (path for root in roots for path in root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []

            assert "shengji" not in {name.split(".")[0] for name in names}, path
