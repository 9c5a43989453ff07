"""
Agreement: positions that matter, put to both implementations: `python -m tools.agree --number 10000`.

Law of this file: a position is named by the version of the drawing, a seed, a question, the rules it is asked
under (a variant, or `random`) and a number, and so can be drawn again; whole results are compared
(`tools.sides`). It judges nobody: a disagreement is printed as a case, with both answers. Totals are
kept only with `--record`, and only where nothing differed.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from shengji.shuffle import Pcg32
from shengji_spec.model import load_spec
from shengji_spec.variants import resolve

from tools import agreement, exhaustive
from tools.lessen import fewer_options, smaller
from tools.positions import QUESTIONS, VERSION, Drawn, drawn
from tools.positions.family import TRIPLES
from tools.positions.spoiling import spoiled
from tools.sides import MALFORMED, UNKNOWN, Pipe, Side, differences, engine, oracle
from tools.space import Space

__all__ = ["Cell", "Tally", "main", "options_of", "position", "run", "tasks"]

RANDOM = "random"
#: positions drawn under the same random options; positions a worker is given at once
BLOCK, CHUNK = 8, 64
#: of so many positions under random options one is none
SPOILED = 16
#: disagreements of one question that are made small and printed
SHOWN = 2
#: conditions under which every second block of random options is drawn, by question
OFTEN: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "classify": [TRIPLES],
    "judge_lead": [
        TRIPLES,
        {"lead.forced": ["smallest-beatable", "failing-type-lowest", "first-found"]},
    ],
    "judge_follow": [TRIPLES, {"follow.break-tractor": False, "follow.break-triples": False}],
    "count_follows": [TRIPLES, {"follow.break-tractor": False, "follow.break-triples": False}],
    "judge_trick": [
        TRIPLES,
        {"trick.ruff-compare": "all-components"},
        {"trick.ruff-compare": ["highest-card", "own-best-type", "largest-then-next"]},
        {"trick.ruff-structure": ["counts-literal", "exact"]},
    ],
    "score_deal": [
        TRIPLES,
        {"score.multiplier-cap": 64, "score.multiplier": "two-pow-cards"},
        {"score.multiplier": ["flat-2-4-8", "flat-2-4", "double", "jokers-only"]},
        {"score.multiplier": ["twice-cards", "one-two-four", "tractor-cards"]},
    ],
    "judge_counter": [{"counter.window": ["after-bury", "first-deal-before-kitty"]}],
    "judge_declaration": [
        {"declare.overcall": True, "declare.reinforce": "also-after-countered"},
        {"declare.reinforce": "also-after-countered", "declare.first-change-stands": True},
        {"declare.equal-class": "higher-suit", "declare.overcall": True},
        {"declare.ladder": "three-deck", "cards.decks": [3, 4], "declare.overcall": True},
        {"declare.reinforce-effect": "locks", "declare.overcall": True},
        {"declare.partner-reinforce": True},
    ],
    "resolve_no_bid": [{"declare.no-bid-dealer": "matching-card"}],
    "advance": [
        {"levels.match-end": "endless"},
        {"levels.table": ["two-deck-take-over-rises", "two-deck-drop-75"]},
        {"levels.table": ["two-deck-below-zero", "two-deck-general"]},
        {"levels.hook-back": ["jack-queen-ace", "by-card"]},
    ],
}


class Cell(NamedTuple):
    """A question, and the variant, or `random`, under which it is asked."""

    question: str
    under: str


class Task(NamedTuple):
    """Positions of a cell that are put to both at once."""

    cell: Cell
    seed: int
    start: int
    stop: int


@dataclass
class Tally:
    """What some positions came to."""

    agreed: int = 0
    #: positions that one of the two does not know
    unknown: int = 0
    #: numbers of the positions in which they differ
    differ: list[int] = field(default_factory=list)
    families: Counter[str] = field(default_factory=Counter)

    @property
    def asked(self) -> int:
        """Return how many positions both have answered."""
        return self.agreed + len(self.differ)


# --- positions by number -------------------------------------------------------------------------


def _number(*parts: object) -> int:
    """Return a number of 64 bits that stands for some words."""
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


@cache
def _space() -> Space:
    return Space(load_spec())


@lru_cache(maxsize=1024)
def _random_options(question: str, seed: int, block: int) -> dict[str, Any]:
    choices = OFTEN.get(question, ())
    condition = choices[block // 2 % len(choices)] if choices and block % 2 else {}
    rng = Random(_number(VERSION, seed, question, RANDOM, "options", block))
    found = next(_space().draw(rng, condition, 1), None)
    return found or next(_space().draw(rng, {}, 1))


@cache
def _published(variant: str) -> dict[str, Any]:
    return dict(resolve(variant).options)


def options_of(cell: Cell, seed: int, number: int) -> dict[str, Any]:
    """Return the options of a position of a cell."""
    if cell.under == RANDOM:
        return _random_options(cell.question, seed, number // BLOCK)
    return _published(cell.under)


def position(cell: Cell, seed: int, number: int) -> Drawn:
    """Return a position of a cell; under random options one in so many is none."""
    rng = Pcg32(_number(VERSION, seed, cell.question, cell.under, number))
    options = options_of(cell, seed, number)
    family, given = drawn(rng, options, cell.question)
    if not is_spoiled(cell, number):
        return Drawn(family, given)
    fault, broken = spoiled(rng, options, cell.question, given)
    return Drawn(replace(family, name=f"malformed-{fault}"), broken)


def is_spoiled(cell: Cell, number: int) -> bool:
    """Tell whether a position of a cell is one that is none."""
    return cell.under == RANDOM and number % SPOILED == SPOILED - 1


# --- asking --------------------------------------------------------------------------------------


def ask(task: Task, one: Side, other: Side) -> Tally:
    """Put positions to both."""
    tally, cell = Tally(), task.cell
    for number in range(task.start, task.stop):
        options = options_of(cell, task.seed, number)
        family, given = position(cell, task.seed, number)
        mine = one(options, cell.question, given)
        theirs = other(options, cell.question, given)
        if UNKNOWN in (mine, theirs):
            tally.unknown += 1
        elif (mine == MALFORMED) != is_spoiled(cell, number) or differences(
            options, given, mine, theirs
        ):  # it differs, or is a position where it should be none, or the other way round
            tally.differ.append(number)
            tally.families[family.name] += 1
        else:
            tally.agreed += 1
    return tally


def tasks(cells: Sequence[Cell], seed: int, number: int) -> Iterator[Task]:
    """Yield all tasks, the cells in turn; random options get as many positions as all variants."""
    variants = {cell.under for cell in cells if cell.under != RANDOM}
    weights = {cell: len(variants) if cell.under == RANDOM and variants else 1 for cell in cells}
    total = sum(weights.values())
    owed = {cell: -(-number * weight // total) for cell, weight in weights.items()}
    for start in range(0, max(owed.values()), CHUNK):
        for cell in cells:
            stop = min(start + CHUNK, owed[cell])
            if start < stop:
                yield Task(cell, seed, start, stop)


def run(
    asked: Iterator[Task],
    jobs: int,
    seconds: float,
    sides: tuple[Side, Side] = (engine, oracle),
) -> dict[Cell, Tally]:
    """Put all tasks to both, in order, until the time is over."""
    totals: dict[Cell, Tally] = {}
    begun = told = time.monotonic()
    for task, tally in _answered(asked, jobs, sides):
        total = totals.setdefault(task.cell, Tally())
        total.agreed += tally.agreed
        total.unknown += tally.unknown
        total.differ += tally.differ
        total.families += tally.families
        now = time.monotonic()
        if now - told > 10:
            told = now
            answered = sum(t.asked for t in totals.values())
            differ = sum(len(t.differ) for t in totals.values())
            print(f"{answered} asked, {differ} differ, {now - begun:.0f} s", file=sys.stderr)
        if now - begun > seconds:
            break
    return totals


def _answered(
    asked: Iterator[Task], jobs: int, sides: tuple[Side, Side]
) -> Iterator[tuple[Task, Tally]]:
    if jobs == 1 or sides != (engine, oracle):
        yield from ((task, ask(task, *sides)) for task in asked)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(_ask, asked)


def _ask(task: Task) -> tuple[Task, Tally]:
    return task, ask(task, engine, oracle)


# --- showing -------------------------------------------------------------------------------------


def show(cell: Cell, seed: int, number: int, sides: tuple[Side, Side]) -> str:
    """Return a disagreement as a case ready to file, made small, with both answers."""
    options = options_of(cell, seed, number)
    family, given = position(cell, seed, number)

    def differs(values: Mapping[str, Any], at: Mapping[str, Any], *, none: bool) -> bool:
        answers = [side(values, cell.question, at) for side in sides]
        if UNKNOWN in answers or (MALFORMED in answers) != none:
            return False
        return bool(differences(values, at, *answers))

    none = MALFORMED in [side(options, cell.question, given) for side in sides]
    if not none:
        given = dict(smaller(given, lambda at: differs(options, at, none=False)))
    when = fewer_options(load_spec(), options, lambda values: differs(values, given, none=none))
    answers = [side(options, cell.question, given) for side in sides]
    named = f"{cell.question}, {cell.under}, seed {seed}, number {number}"
    return agreement.as_case(named, cell.question, family, given, when, answers)


def _report(totals: Mapping[Cell, Tally], seed: int, sides: tuple[Side, Side]) -> int:
    """Print totals by question, then the disagreements; return how many there are."""
    for question in dict.fromkeys(cell.question for cell in totals):
        own = {cell.under: tally for cell, tally in totals.items() if cell.question == question}
        agreed = sum(tally.agreed for tally in own.values())
        words = [f"{under} {tally.agreed}" for under, tally in own.items()]
        unknown = sum(tally.unknown for tally in own.values())
        more = f"; not known to one of them: {unknown}" if unknown else ""
        print(f"{question}: {agreed} agreed ({', '.join(words)}){more}")
    differ = 0
    for cell, tally in totals.items():
        differ += len(tally.differ)
        if tally.differ:
            families = ", ".join(f"{n} {name}" for name, n in tally.families.most_common())
            print(f"\n{cell.question}, {cell.under}: {len(tally.differ)} DIFFER: {families}")
        for number in tally.differ[:SHOWN]:
            print("\n" + show(cell, seed, number, sides))
    return differ


# --- the command ---------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the two; return 1 where they differ."""
    options = _arguments(arguments)
    if options.exhaustive:
        return exhaustive.main(options)
    variants = options.variant or sorted(load_spec().variants)
    unders = [] if options.options == "random" else variants
    unders = unders if options.options == "published" else [*unders, RANDOM]
    cells = [Cell(question, under) for question in options.question for under in unders]
    sides: tuple[Side, Side] = (engine, oracle)
    pipe = Pipe(shlex.split(options.pipe)) if options.pipe else None
    if pipe:
        sides = (engine, pipe)
    asked = tasks(cells, options.seed, options.number)
    totals = run(asked, options.jobs, options.seconds, sides)
    differ = _report(totals, options.seed, sides)
    agreed = sum(tally.agreed for tally in totals.values())
    print(f"\n{agreed} decisions agreed, {differ} differ (seed {options.seed}, drawing {VERSION})")
    if pipe:
        pipe.close()
    elif options.record and not differ:
        agreement.record(agreement.decisions(totals, options.seed))
    return 1 if differ else 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.agree", description=__doc__)
    parser.add_argument("--number", type=int, default=10_000, help="positions in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--question", action="append", choices=QUESTIONS, help="may be repeated")
    parser.add_argument("--variant", action="append", help="only this one; may be repeated")
    parser.add_argument("--options", choices=("random", "published", "both"), default="both")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--pipe", help="the command of an adapter to ask in place of the oracle")
    parser.add_argument("--record", action="store_true", help="keep the totals if all agree")
    parser.add_argument("--exhaustive", action="store_true", help="every position of small groups")
    parser.add_argument("--scope", action="append", help="only this scope of --exhaustive")
    options = parser.parse_args(arguments)
    options.question = options.question or list(QUESTIONS)
    return options


if __name__ == "__main__":
    sys.exit(main())
