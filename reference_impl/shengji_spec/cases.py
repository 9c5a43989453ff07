"""Cases: from YAML as people write it to what goes over the wire.

Law of this file: it expands the answers of a case, splits card strings, and derives what the position itself
needs and, where no published variant asks a case, its home. It decides no rule of the game.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shengji_spec.conditions import Condition, allowed, holds
from shengji_spec.consistency import condition_problems
from shengji_spec.errors import Problem, SpecError, nearest
from shengji_spec.model import Spec, load_spec
from shengji_spec.schema import validate
from shengji_spec.variants import check, laid_over, resolve
from shengji_spec.yaml_loader import Document, load

__all__ = ["Case", "Home", "asked_under", "home", "load_cases", "needs"]

#: the chapters' questions, and which of their parameters are cards
CARDS = ("cards", "hand", "lead", "kitty")
HANDS = ("others", "plays")
#: where cards are counted: what exists together
ZONES = ("hand", "others", "hands", "lead", "plays", "kitty")
QUESTIONS = {
    "order_cards": ("level", "trump", "cards"),
    "classify": ("level", "trump", "cards"),
    "judge_lead": ("level", "trump", "hand", "cards", "others"),
    "judge_follow": ("level", "trump", "lead", "hand", "cards"),
    "count_follows": ("level", "trump", "lead", "hand"),
    "judge_trick": ("level", "trump", "plays"),
    "score_deal": (
        "level",
        "trump",
        "dealer",
        "trick_points",
        "penalty_points",
        "kitty",
        "last_trick",
    ),
    "advance": ("deal", "dealer", "levels", "total", "last_trick", "cleared"),
}


@dataclass(frozen=True)
class Case:
    """One question with one answer, on the wire's terms."""

    id: str
    rule: str
    question: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]
    when: Condition
    needs: Condition
    sources: tuple[str, ...]
    title: Mapping[str, str]
    read: str
    document: Document
    path: tuple[str | int, ...]
    why: Mapping[str, str] | None = None

    @property
    def malformed(self) -> bool:
        """Tell whether the case is no position at all."""
        return bool(self.expect.get("malformed"))


@dataclass(frozen=True)
class Home:
    """Options under which a case is asked that no published variant asks."""

    id: str
    options: Mapping[str, Any]
    tables: Mapping[str, Mapping[str, Any]]


def load_cases(folder: Path, spec: Spec | None = None) -> list[Case]:
    """Load all cases of a corpus, sorted by id; raises SpecError with all problems."""
    spec = spec or load_spec()
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in sorted(folder.rglob("*.yaml")):
        try:
            document = load(path)
            validate(document, "cases")
            found = list(_cases(document))
            cases.extend(found)
            problems.extend(_problems(document, found, path, spec))
        except SpecError as error:
            problems.extend(error.problems)
    for repeated, n in Counter(case.id for case in cases).items():
        if n > 1:
            last = [case for case in cases if case.id == repeated][-1]
            problems.append(last.document.problem(f"{repeated} occurs twice", *last.path, "id"))
    if problems:
        raise SpecError(problems)
    return sorted(cases, key=lambda case: case.id)


def _cases(document: Document) -> Iterator[Case]:
    rule = document.data["rule"]
    for i, row in enumerate(document.data["cases"]):
        for label, answer in row.get("answers", {"": row}).items():
            when = {**row.get("when", {}), **(answer.get("when", {}) if label else {})}
            expect = answer["expect"]
            malformed = bool(expect.get("malformed"))
            given = {key: _wire(key, value) for key, value in row["given"].items()}
            yield Case(
                id=f"{rule}/{row['id']}" + (f":{label}" if label else ""),
                rule=rule,
                question=row["ask"],
                given=given,
                expect=_wire_expect(expect),
                when=when,
                needs={} if malformed else needs(row["ask"], given),
                sources=(row["from"],) if isinstance(row["from"], str) else tuple(row["from"]),
                title=row["title"],
                read=row["read"],
                document=document,
                path=("cases", i, *(("answers", label) if label else ())),
                why=row.get("why"),
            )


def _wire(key: str, value: Any) -> Any:
    """Turn the spelling of people into that of the wire."""
    if key in CARDS and isinstance(value, str):
        return value.split()
    if key in HANDS and isinstance(value, list):
        return [hand.split() if isinstance(hand, str) else hand for hand in value]
    if key == "last_trick" and isinstance(value, dict):
        return {inner: _wire(inner, v) for inner, v in value.items()}
    return value


def _wire_expect(expect: Mapping[str, Any]) -> dict[str, Any]:
    if "one-of" in expect:
        return {"one-of": [_wire_expect(choice) for choice in expect["one-of"]]}
    return {key: _wire_result(key, value) for key, value in expect.items()}


def _wire_result(key: str, value: Any) -> Any:
    if isinstance(value, dict) and "one-of" in value:
        return {"one-of": [_wire_result(key, choice) for choice in value["one-of"]]}
    if key == "played" and isinstance(value, str):
        return value.split()
    if key == "components":
        return [{**part, "cards": _wire("cards", part["cards"])} for part in value]
    if key == "groups":
        return {group: [_wire("cards", row) for row in rows] for group, rows in value.items()}
    return value


# --- where a case is asked -----------------------------------------------------------------------


def needs(question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return as a condition what the position needs: every face in the pack, and often enough."""
    counts = Counter(_counted(question, given))
    condition: dict[str, Any] = {}
    most = max(counts.values(), default=0)
    if most > 1:
        condition["cards.decks"] = list(range(most, 5))
    faces = {*counts, *_named_cards(given)}
    if faces & {"LJ", "BJ"}:
        condition["cards.jokers"] = "two-per-deck"
    if faces & {"H5", "D5"}:
        condition["cards.removed"] = "none"
    return condition


def _counted(question: str, given: Mapping[str, Any]) -> Iterator[str]:
    if question in ("order_cards", "classify"):
        yield from _flat(given.get("cards", ()))
        return
    for zone in ZONES:
        yield from _flat(given.get(zone, ()))
    if isinstance(given.get("last_trick"), dict):
        yield from _flat(given["last_trick"].get("plays", ()))


def _named_cards(given: Mapping[str, Any]) -> Iterator[str]:
    yield from _flat(given.get("cards", ()))


def _flat(value: Any) -> Iterator[str]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, list):
            yield from _flat(item)
        elif isinstance(item, str):
            yield item


def asked_under(case: Case, options: Mapping[str, Any]) -> bool:
    """Tell whether a case is asked under some options."""
    return holds(case.when, options) and holds(case.needs, options)


def home(case: Case, spec: Spec | None = None) -> Home | None:
    """Return the home of a case; None where a published variant asks it."""
    spec = spec or load_spec()
    if any(asked_under(case, resolve(v, spec).options) for v in spec.variants):
        return None
    for options in _candidates(case, spec):
        if asked_under(case, options) and not check(options, spec):
            text = json.dumps(options, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
            digest = hashlib.sha256(text.encode()).hexdigest()[:8]
            tables = {options[k]: spec.tables[options[k]] for k in options if spec.options[k].table}
            return Home(f"home-{digest}", options, tables)
    message = "no options satisfy `when` and what the position needs"
    raise SpecError([case.document.problem(message, *case.path)])


def _candidates(case: Case, spec: Spec) -> Iterator[dict[str, Any]]:
    """Yield the base values with what the case asks for laid over, the first values of lists first."""
    condition: dict[str, list[Any]] = {key: allowed(case.needs, key) for key in case.needs}
    for key in case.when:
        asked = allowed(case.when, key)
        condition[key] = [v for v in asked if v in condition[key]] if key in condition else asked
    for changes in _choices(condition):
        yield laid_over({}, changes, spec)
        for decks in (3, 4):
            if "cards.decks" not in changes:
                yield laid_over({}, {"cards.decks": decks, **changes}, spec)


def _choices(condition: Mapping[str, list[Any]]) -> Iterable[dict[str, Any]]:
    keys = list(condition)
    if not keys:
        yield {}
        return
    first, rest = keys[0], {key: condition[key] for key in keys[1:]}
    for value in condition[first]:
        for others in _choices(rest):
            yield {first: value, **others}


# --- checking ------------------------------------------------------------------------------------


def _problems(document: Document, cases: list[Case], path: Path, spec: Spec) -> Iterator[Problem]:
    rule = document.data["rule"]
    if rule not in spec.rules:
        yield document.problem(f"unknown rule {rule!r}{nearest(rule, spec.rules)}", "rule")
        return
    chapter, _, tail = rule.partition(".")
    if (path.parent.name, path.stem) != (chapter, tail):
        yield document.problem(f"the cases of {rule} belong into {chapter}/{tail}.yaml", "rule")
    for case in cases:
        for text in _case_problems(case, spec):
            yield document.problem(text, *case.path)


def _case_problems(case: Case, spec: Spec) -> Iterator[str]:
    yield from (f"when: {text}" for text in condition_problems(case.when, spec))
    for code in case.sources:
        if not spec.knows_source(code):
            yield f"unknown source {code!r}{nearest(code, [*spec.sources, *spec.statements])}"
    known = QUESTIONS.get(case.question)
    if known is None:
        yield f"unknown question {case.question!r}{nearest(case.question, QUESTIONS)}"
        return
    rule = case.expect.get("rule")
    if rule is not None and rule not in spec.rules:
        yield f"unknown rule {rule!r}{nearest(rule, spec.rules)}"
    if case.malformed:
        return
    for key in case.given:
        if key not in known:
            yield f"{case.question} has no {key!r}{nearest(key, known)}"
    for token in {*_counted(case.question, case.given), *_named_cards(case.given)}:
        if token not in FACES:
            yield f"{token!r} is no card{nearest(token, FACES)}"


FACES = (
    *(s + r for s in "SHCD" for r in (*"23456789", "10", *"JQKA")),
    "LJ",
    "BJ",
)
