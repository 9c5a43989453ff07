"""
The hunt: positions that would kill what no case kills.

Law of this file: positions are drawn as for the agreement of the two implementations (`tools.agree`), put to
the engine with and without the fault, and the first that tells them apart is made as small as it goes. What
is found is a case to be written, its answer derived from the source; nothing found proves nothing.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from shengji_spec.conditions import holds
from shengji_spec.model import load_spec
from shengji_spec.questions import position_needs

from tools.agree import RANDOM, Cell, options_of, position
from tools.lessen import fewer_options, smaller
from tools.mutants.forks import Lost, Stuck, each, patience
from tools.mutants.pool import Pool, cache_dir
from tools.mutants.reach import reached
from tools.mutants.tokens import KEPT, CodeMutant
from tools.mutants.trial import PATIENCE, BrokenEngine, Mutant
from tools.positions import QUESTIONS
from tools.sides import MALFORMED, differences, oracle
from tools.space import Options

__all__ = ["Found", "Position", "drawn", "hunt"]

SEED = 4
Given = Mapping[str, Any]
Answer = Mapping[str, Any]


class Position(NamedTuple):
    """A position, the engine's answer and the functions it comes to."""

    question: str
    options: Options
    given: Given
    answer: Answer
    reach: frozenset[str]


class Found(NamedTuple):
    """A position that kills a mutant: the options off their base values, and both answers."""

    question: str
    options: Options
    given: Given
    right: Answer
    wrong: Answer
    #: the oracle gives the engine's answer
    confirmed: bool


def drawn(pool: Pool, number: int, state: str) -> list[Position]:
    """Return so many positions of each question, kept in the cache."""
    kept = cache_dir() / f"hunt-{number}-{state}.pickle"
    if kept.is_file():
        found: list[Position] = pickle.loads(kept.read_bytes())  # noqa: S301  (our own)
        return found
    found = list(_drawn(pool, number))
    for old in cache_dir().glob("hunt-*.pickle"):
        old.unlink(missing_ok=True)
    kept.write_bytes(pickle.dumps(found))
    return found


def _drawn(pool: Pool, number: int) -> Iterator[Position]:
    for question in QUESTIONS:
        cell = Cell(question, RANDOM)
        for n in range(number):
            options, given = options_of(cell, SEED, n), position(cell, SEED, n).given
            answer = pool.answer(options, question, given)

            def again(o: Options = options, q: str = question, g: Given = given) -> None:
                pool.answer(o, q, g)

            yield Position(question, options, given, answer, reached(again))


def hunt(
    pool: Pool, mutants: Iterable[Mutant], positions: list[Position], jobs: int
) -> Iterator[tuple[Mutant, Found | None]]:
    """Yield each mutant with a position that kills it, if there is one."""

    def search(mutant: Mutant) -> Found | None:
        return _search(pool, mutant, positions)

    for mutant, found in each(mutants, search, jobs):
        yield mutant, None if isinstance(found, Lost) else found


def _search(pool: Pool, mutant: Mutant, positions: list[Position]) -> Found | None:
    told: Position | None = None
    with mutant.planted(pool):
        for where in positions:
            if _comes_to(mutant, where) and _differs(where, _asked(pool, where)):
                told = where
                break
    return _small(pool, mutant, told) if told else None


def _comes_to(mutant: Mutant, where: Position) -> bool:
    if not isinstance(mutant, CodeMutant):
        return True
    mutation = mutant.mutation
    if mutation.module in KEPT or not mutation.is_function:
        return True
    return f"{mutation.module}:{mutation.name}" in where.reach


def _asked(pool: Pool, where: Position) -> Answer:
    """Return the answer of the engine as it is now."""
    try:
        with patience(PATIENCE) as start:
            start()
            return pool.answer(where.options, where.question, where.given)
    except (Stuck, MemoryError):
        return {"error": "no answer"}


def _differs(where: Position, answer: Answer) -> bool:
    """Tell whether an answer is another one, the rule of a refusal included."""
    if answer == where.answer:
        return False
    if answer.get("rule") != where.answer.get("rule"):
        return True
    found = differences(where.options, where.given, where.answer, answer)
    return bool(found)


def _small(pool: Pool, mutant: Mutant, where: Position) -> Found:
    """Make a position small while the fault shows."""

    def both(options: Options, given: Given) -> tuple[Position, Answer]:
        right = pool.answer(options, where.question, given)
        now = where._replace(options=options, given=given, answer=right)
        try:
            with mutant.planted(pool):
                return now, _asked(pool, now)
        except BrokenEngine:
            return now, {"error": "it does not start"}

    def shows(options: Options, given: Given) -> bool:
        if not holds(position_needs(where.question, given), options):
            return False
        now, wrong = both(options, given)
        return now.answer != MALFORMED and "error" not in now.answer and _differs(now, wrong)

    options, given = where.options, where.given
    if shows(options, given):
        given = smaller(given, lambda candidate: shows(options, candidate))
    few = fewer_options(load_spec(), options, lambda laid: shows(laid, given))
    now, wrong = both(options, given)
    told = oracle(options, where.question, given)
    agreed = not differences(options, given, now.answer, told)
    return Found(where.question, few, given, now.answer, wrong, agreed)
