"""
What is wrong with a file of cases, beyond its schema.

Law of this file: it looks at the file as written, so that each problem has its line; it knows the shapes of
questions and answers from the protocol's schema and decides no rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from shengji_spec import schema
from shengji_spec.conditions import exclusive
from shengji_spec.consistency import check_condition, check_sources
from shengji_spec.errors import Problem, shown
from shengji_spec.questions import (
    FACES,
    card_lists,
    expect_to_wire,
    given_to_wire,
    required_keys,
    result_keys,
    valid_keys,
)
from shengji_spec.values import Spec
from shengji_spec.variants import implied
from shengji_spec.yaml_loader import Document

__all__ = ["check_cards", "check_file"]

Step = str | int
Path_ = tuple[Step, ...]
Row = Mapping[str, Any]


def check_file(doc: Document, spec: Spec) -> Iterator[Problem]:
    """Yield everything that is wrong with the cases of a rule."""
    rule = doc.data["rule"]
    if rule not in spec.rules:
        yield doc.problem(f"there is no rule {shown(rule)}", "rule", found=rule, valid=spec.rules)
        return
    chapter, _, tail = rule.partition(".")
    path = Path(doc.file)
    if (path.parent.name, path.stem) != (chapter, tail):
        yield doc.problem(f"the cases of {rule} belong into {chapter}/{tail}.yaml", "rule")
    for place, row in enumerate(doc.data["cases"]):
        yield from _case(doc, ("cases", place), row, spec)


def _case(doc: Document, path: Path_, row: Row, spec: Spec) -> Iterator[Problem]:
    answers: Mapping[str, Row] = row.get("answers", {})
    yield from check_sources(doc, spec, row["from"], *path, "from")
    whens = {path: row, **{(*path, "answers", label): a for label, a in answers.items()}}
    unknown = [
        problem
        for place, holder in whens.items()
        for problem in check_condition(doc, spec, holder.get("when"), *place, "when")
    ]
    yield from unknown or _overlapping(doc, path, row, spec)

    places = {(*path, "answers", label): a["expect"] for label, a in answers.items()} or {
        path: row["expect"]
    }
    for place, expect in places.items():
        yield from _expect(doc, (*place, "expect"), row["ask"], expect, spec)
    if not all("malformed" in expect for expect in places.values()):
        yield from _given(doc, (*path, "given"), row["ask"], row["given"])
    if "why" not in row and any(map(_is_open, places.values())):
        hint = "`why` says in both languages why several answers are right"
        yield doc.problem("`why` is missing, and `one-of` needs it", *path, hint=hint)


def _overlapping(doc: Document, path: Path_, row: Row, spec: Spec) -> Iterator[Problem]:
    """Yield a problem for every two answers that could be asked for under the same options."""
    whens = {
        label: implied({**row.get("when", {}), **answer.get("when", {})}, spec)
        for label, answer in row.get("answers", {}).items()
    }
    for (one, first), (other, second) in combinations(whens.items(), 2):
        if not exclusive(first, second):
            message = f"the answers {shown(one)} and {shown(other)} can both be asked for"
            hint = "give some option values in both `when`s that have none in common"
            yield doc.problem(message, *path, "answers", other, at_key=True, hint=hint)


def _is_open(expect: Row) -> bool:
    """Tell whether an expectation has several right answers."""
    return "one-of" in expect or any(
        isinstance(value, dict) and "one-of" in value for value in expect.values()
    )


# --- given -------------------------------------------------------------------------------------------


def _given(doc: Document, path: Path_, question: str, given: Row) -> Iterator[Problem]:
    known = valid_keys(question)
    for key in given:
        if key not in known:
            message = f"{question} has no parameter {shown(key)}"
            yield doc.problem(message, *path, key, at_key=True, found=key, valid=known)
    for key in required_keys(question):
        if key not in given:
            yield doc.problem(f"{question} needs the parameter `{key}`", *path)
    cards = list(check_cards(doc, given, *path))
    yield from cards
    if not cards:
        wire = {**given_to_wire(given), "variant": "any"}
        by = schema.definition("protocol", f"{question}-params")
        said = [f"`{key}` is missing" for key in required_keys(question)]
        for problem in schema.check(doc, by, wire, *path):
            if problem.path != path or problem.message not in said:
                yield problem


def check_cards(doc: Document, given: Row, *path: Step) -> Iterator[Problem]:
    """Yield a problem for every token in the card lists of a position that is no card."""
    for place, value in card_lists(given, *path):
        tokens = value.split() if isinstance(value, str) else value
        for token in tokens if isinstance(tokens, list) else ():
            if token not in FACES:
                message = f"{shown(token)} is no card"
                yield doc.problem(message, *place, found=token, valid=FACES)


# --- expect ------------------------------------------------------------------------------------------


def _expect(
    doc: Document, path: Path_, question: str, expect: Row, spec: Spec
) -> Iterator[Problem]:
    if "malformed" in expect:
        if expect != {"malformed": True}:
            yield doc.problem("`malformed: true` stands alone", *path)
        return
    if "one-of" in expect:
        yield from _choices(doc, path, expect)
        for place, choice in _listed(expect["one-of"]):
            here = (*path, "one-of", place)
            if isinstance(choice, dict) and choice:
                yield from _expect(doc, here, question, choice, spec)
            else:
                yield doc.problem(f"expected a mapping, found {shown(choice)}", *here)
        return
    for key, value in expect.items():
        yield from _named(doc, path, question, key, value)
    rule = expect.get("rule")
    if isinstance(rule, str) and rule not in spec.rules:
        message = f"there is no rule {shown(rule)}"
        yield doc.problem(message, *path, "rule", found=rule, valid=spec.rules)
    if "rule" in expect and expect.get("legal") is not False:
        hint = "the rule alone is compared under --strict only"
        yield doc.problem("a `rule` goes with `legal: false`", *path, "rule", hint=hint)


def _choices(doc: Document, path: Path_, expect: Row) -> Iterator[Problem]:
    choices = expect["one-of"]
    if len(expect) > 1:
        yield doc.problem("`one-of` stands alone", *path)
    if not isinstance(choices, list) or len(choices) < 2:
        yield doc.problem("`one-of` is a list of two or more right answers", *path, "one-of")


def _listed(choices: Any) -> Iterator[tuple[int, Any]]:
    """Yield the right answers with their places; what is no list is a problem of its own."""
    yield from enumerate(choices if isinstance(choices, list) else ())


def _named(doc: Document, path: Path_, question: str, key: str, value: Any) -> Iterator[Problem]:
    """Check one key of an expected result against the shapes the protocol has for it."""
    keys = result_keys(question)
    if key not in keys:
        message = f"{question} answers no {shown(key)}"
        yield doc.problem(message, *path, key, at_key=True, found=key, valid=keys)
        return
    if isinstance(value, dict) and "one-of" in value:
        yield from _choices(doc, (*path, key), value)
        for place, choice in _listed(value["one-of"]):
            yield from _shape(doc, (*path, key, "one-of", place), question, key, choice)
        return
    yield from _shape(doc, (*path, key), question, key, value)


def _shape(doc: Document, path: Path_, question: str, key: str, value: Any) -> Iterator[Problem]:
    wire = expect_to_wire({key: value})[key]
    tries = [schema.check(doc, shape, wire, *path) for shape in _shapes(question)[key]]
    if all(tries):
        yield from min(tries, key=len)


@cache
def _shapes(question: str) -> dict[str, list[Any]]:
    """Return the validators of each key of a result."""
    return {
        key: [schema.within("protocol", shape) for shape in shapes]
        for key, shapes in result_keys(question).items()
    }
