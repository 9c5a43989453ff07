"""
Cases: from YAML as people write it to what goes over the wire.

Law of this file: it expands the answers of a case, splits card strings, and derives what the position itself
needs and, where no published variant asks a case, its home. It decides no rule of the game.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shengji_spec import case_checks
from shengji_spec.conditions import Condition, among, both, holds
from shengji_spec.errors import Problem, SpecError, shown
from shengji_spec.model import load_spec
from shengji_spec.questions import expect_to_wire, given_to_wire, position_needs
from shengji_spec.records import GAMES, check_game, whole_deals
from shengji_spec.schema import validate
from shengji_spec.text import digest
from shengji_spec.values import Spec, as_codes
from shengji_spec.variants import check, implied, laid_over, named_tables, resolve
from shengji_spec.yaml_loader import Document, load

__all__ = ["Case", "Home", "asked_under", "home", "load_cases", "needs"]

#: combinations of values that are tried before a case is said to have no home
MOST_TRIES = 20_000


@dataclass(frozen=True, eq=False)
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
    #: the digest of the rule's text when the case was last read
    read: str
    #: the file, and the place of the case, or of its answer, in it
    document: Document
    path: tuple[str | int, ...]
    why: Mapping[str, str] | None = None

    @property
    def is_game(self) -> bool:
        """Tell whether the case is a whole deal, asked under one rule set and no other."""
        return self.id.startswith(f"{GAMES}/")

    @property
    def malformed(self) -> bool:
        """Tell whether the case is no position at all."""
        return bool(self.expect.get("malformed"))

    @property
    def place(self) -> str:
        """Return file and line."""
        line, _ = self.document.marks[self.path]
        return f"{self.document.file}:{line}"


@dataclass(frozen=True)
class Home:
    """Options under which a case is asked that no published variant asks."""

    id: str
    options: Mapping[str, Any]
    tables: Mapping[str, Mapping[str, Any]]


# --- loading -----------------------------------------------------------------------------------------


def load_cases(folder: Path, spec: Spec | None = None) -> list[Case]:
    """Load all cases of a corpus folder, or of a part of it, sorted by id; raises SpecError."""
    spec = spec or load_spec()
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in sorted(folder.rglob("*.yaml")):
        try:
            cases.extend(_load(path, spec))
        except SpecError as error:
            problems.extend(error.problems)
    problems.extend(_taken(cases))
    if problems:
        raise SpecError(problems)
    return sorted(cases, key=lambda case: case.id)


def _load(path: Path, spec: Spec) -> Iterator[Case]:
    """Load the cases of a file, or the deals of a game; raises SpecError."""
    document = load(path)
    game = path.parent.name == GAMES
    if not game:
        validate(document, "cases")
    found = check_game(document, spec) if game else case_checks.check_file(document, spec)
    problems = list(found)
    if problems:
        raise SpecError(problems)
    return _deals(document, spec) if game else _cases(document)


def _taken(cases: Iterable[Case]) -> Iterator[Problem]:
    """Yield a problem for every id that was there before; answers of one case share it."""
    first: dict[str, Case] = {}
    for case in cases:
        name = case.id.partition(":")[0]
        before = first.setdefault(name, case)
        if (before.document, before.path[:2]) != (case.document, case.path[:2]):
            at = f"{Path(before.document.file).name}:{before.document.marks[before.path[:2]][0]}"
            yield case.document.problem(
                f"{shown(name)} is taken: it is in {at}", *case.path[:2], "id"
            )


def _cases(document: Document) -> Iterator[Case]:
    """Yield the cases of a file, one for each answer."""
    rule = document.data["rule"]
    for place, row in enumerate(document.data["cases"]):
        given = given_to_wire(row["given"])
        for label, answer in row.get("answers", {"": row}).items():
            own = answer.get("when", {}) if label else {}
            malformed = bool(answer["expect"].get("malformed"))
            yield Case(
                id=f"{rule}/{row['id']}" + (f":{label}" if label else ""),
                rule=rule,
                question=row["ask"],
                given=given,
                expect=expect_to_wire(answer["expect"]),
                when={**row.get("when", {}), **own},
                needs={} if malformed else position_needs(row["ask"], given),
                sources=as_codes(row["from"]),
                title=row["title"],
                read=row["read"],
                document=document,
                path=("cases", place, *(("answers", label) if label else ())),
                why=row.get("why"),
            )


def _deals(document: Document, spec: Spec) -> Iterator[Case]:
    """Yield the deals of a game, each a case under the rule set it was played by."""
    game = document.data
    rows = game.get("deals", [game])
    for place, (row, deal) in enumerate(zip(rows, whole_deals(game), strict=True)):
        illegal = row.get("illegal")
        rule = illegal["rule"] if illegal else "deal.end"
        given = {"record": deal}
        number = place + 1 if "deals" in game else None
        yield Case(
            id=f"{GAMES}/{game['id']}" + (f"/deal-{number}" if number else ""),
            rule=rule,
            question="replay",
            given=given,
            expect={"legal": False, **illegal} if illegal else _results(row),
            when=resolve(game["variant"], spec).options,
            needs=position_needs("replay", given),
            sources=as_codes(game["from"]),
            title=_numbered(game["title"], number),
            read=digest(spec.rules[rule]),
            document=document,
            path=("deals", place) if number else (),
            why=game.get("why"),
        )


def _results(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"legal": True, "score": row["score"], "advance": row["advance"]}


def _numbered(title: Mapping[str, str], number: int | None) -> Mapping[str, str]:
    if number is None:
        return title
    return {"en": f"{title['en']}, deal {number}", "zh": f"{title['zh']} 第 {number} 局"}


# --- where a case is asked ---------------------------------------------------------------------------


def needs(case: Case) -> Condition:
    """Return what the position of a case needs: every face in the pack, and often enough."""
    return {} if case.malformed else position_needs(case.question, case.given)


def asked_under(case: Case, options: Mapping[str, Any]) -> bool:
    """Tell whether a case is asked under some options."""
    return holds(case.when, options) and holds(case.needs, options)


def home(case: Case, spec: Spec | None = None) -> Home | None:
    """
    Return the home of a case; None where a published variant asks it.

    Raises SpecError where no options satisfy its `when` and what its position needs.
    """
    spec = spec or load_spec()
    if any(asked_under(case, resolve(variant, spec).options) for variant in spec.variants):
        return None
    for changes in itertools.islice(_readings(case, spec), MOST_TRIES):
        options = laid_over({}, changes, spec)
        if asked_under(case, options) and not check(options, spec):
            return Home(_home_id(options), options, named_tables(options, spec))
    message = "no options satisfy `when` and what the position needs"
    hint = f"the position needs {shown(case.needs)}" if case.needs else ""
    raise SpecError([case.document.problem(message, *case.path, hint=hint)])


def _home_id(options: Mapping[str, Any]) -> str:
    text = json.dumps(options, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return f"home-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _readings(case: Case, spec: Spec) -> Iterator[dict[str, Any]]:
    """
    Yield choices of values for what a case asks for, those to try first first.

    Of a list in `when` the first value comes first; of what the position needs, and of what makes the
    options in `when` apply, the base value, then the order of the specification (so the fewest decks).
    """
    wanted = implied(both(case.when, case.needs), spec)
    for key, values in wanted.items():
        base = spec.options[key].base
        if key not in case.when and among(base, values):
            wanted[key] = [base]
    for chosen in itertools.product(*wanted.values()):
        yield dict(zip(wanted, chosen, strict=True))
