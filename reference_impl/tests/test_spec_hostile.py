"""Whatever a file holds, it is loaded or refused in words: no traceback ever reaches a user."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from random import Random

import pytest
from shengji_spec.cases import home, load_cases
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.variants import resolve
from shengji_spec.yaml_loader import load
from spec_fixture import CASES, SPEC, write_cases, write_spec

#: what is put where it does not belong
VALUES = [
    *(None, True, False, 0, 1, -5, 80, 10**17, "", "x", "S1", "must", "H6 H6", "cards.decks"),
    *([], {}, [1], ["x"], [[]], [None], [["H6"], 5], {"en": "a", "zh": "b"}, {"a": 1}),
    *({"one-of": [1, 2]}, {"one-of": {}}, {"malformed": True}, {"cards.decks": []}),
    *({"cards.decks": [3, 9]}, {"follow.order": "wide"}, {"T": ["BJ"]}),
]
KEYS = [
    *("x", "when", "id", "expect", "given", "answers", "values", "table", "extends", "rule"),
    *("one-of", "why", "options", "cards.decks", "requires", "applies", "bands", "then"),
]


def places(node, path=()):
    """Yield the path of every node of a document."""
    yield path
    items = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, value in items:
        yield from places(value, (*path, key))


def spoilt(document, random):
    """Return a document with one to three nodes replaced, removed or added."""
    document = copy.deepcopy(document)
    for _ in range(random.choice([1, 1, 2, 3])):
        path = random.choice([path for path in places(document) if path] or [()])
        if not path:
            return document
        node = document
        for key in path[:-1]:
            node = node[key]
        value, what = copy.deepcopy(random.choice(VALUES)), random.random()
        if what < 0.6:
            node[path[-1]] = value
        elif what < 0.8:
            del node[path[-1]]
        elif isinstance(node, dict):
            node[random.choice(KEYS)] = value
        else:
            node.insert(path[-1], value)
    return document


@pytest.mark.parametrize("name", sorted(CASES))
def test_spoilt_cases(tmp_path, name):
    """A file of cases with anything anywhere is loaded, or refused with problems."""
    random, spec = Random(name), load_spec(write_spec(tmp_path))
    corpus = write_cases(tmp_path)
    content = load(corpus / name).data
    for _ in range(200):
        (corpus / name).write_text(json.dumps(spoilt(content, random)), encoding="utf-8")
        with suppress(SpecError):
            for case in load_cases(corpus, spec):
                home(case, spec)


@pytest.mark.parametrize("name", sorted(SPEC))
def test_spoilt_specification(tmp_path, name):
    """So is a specification, with the variants and cases that go by it."""
    random, folder, corpus = Random(name), write_spec(tmp_path), write_cases(tmp_path)
    content = load(folder / name).data
    for _ in range(40):
        (folder / name).write_text(json.dumps(spoilt(content, random)), encoding="utf-8")
        load_spec.cache_clear()
        with suppress(SpecError):
            spec = load_spec(folder)
            for variant in spec.variants:
                resolve(variant, spec)
            load_cases(corpus, spec)


def test_spoilt_variant_of_a_user(tmp_path):
    """So is a user's own variant."""
    random, spec = Random(1), load_spec(write_spec(tmp_path))
    content = load(tmp_path / "spec/variants/plain.yaml").data
    path = tmp_path / "mine.yaml"
    for _ in range(200):
        path.write_text(json.dumps(spoilt({**content, "id": "mine"}, random)), encoding="utf-8")
        with suppress(SpecError):
            resolve(path, spec)
