"""
Every position of small groups, under every combination of the options that matter there.

Law of this file: a scope names some faces of one group and the options that are varied; nothing is drawn.
Every multiset of the faces is classified; every lead of some faces and every longer hand of some is asked
with every play of the hand, and the number of legal plays is asked too.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
import time
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from shengji_spec.conditions import same
from shengji_spec.model import load_spec
from shengji_spec.variants import base_options

from tools import agreement
from tools.sides import MALFORMED, UNKNOWN, differences, engine, oracle
from tools.space import Options, Space

__all__ = ["SCOPES", "Scope", "combinations", "main", "positions"]

#: options that say what a follow owes, and what a component is, wherever the cards lie
RUNS = ("follow.pairs", "follow.tractor", "follow.break-tractor", "shapes.tractor-min-length")
FOLLOW = (*RUNS, "follow.throw", "follow.filler")
SHAPES = ("shapes.titanic", "shapes.decomposition")
TRIPLES = (*RUNS, *SHAPES, "follow.break-triples", "follow.titanic-order")


class Scope(NamedTuple):
    """Faces of one group, and the options that are varied."""

    name: str
    question: str
    level: str
    trump: str | None
    decks: int
    #: what is classified, or what a hand holds
    faces: str
    #: options that get every value; the others keep their base value
    varied: tuple[str, ...]
    #: what is led
    lead: str = ""


SCOPES = (
    # the level's gap in the middle; the upper end of the trumps; level cards and jokers, no trump suit
    Scope(
        *("classify-side-2", "classify", "5", "S", 2, "H3 H4 H6 H7 H8"),
        ("shapes.level-gap", "shapes.tractor-min-length"),
    ),
    Scope(
        *("classify-trumps-2", "classify", "5", "S", 2, "SA H5 D5 S5 LJ BJ"),
        ("shapes.trump-chain", "shapes.tractor-min-length"),
    ),
    Scope(
        *("classify-no-trump-2", "classify", "5", None, 2, "S5 H5 C5 LJ BJ"),
        ("cards.no-trump-level-cards", "shapes.no-trump-chain", "shapes.tractor-min-length"),
    ),
    Scope(
        *("classify-side-3", "classify", "5", "S", 3, "H3 H4 H6 H7 H8"),
        ("shapes.level-gap", "shapes.tractor-min-length", *SHAPES),
    ),
    Scope(
        *("classify-trumps-3", "classify", "5", "S", 3, "SA H5 D5 S5 LJ"),
        ("shapes.trump-chain", "shapes.tractor-min-length", *SHAPES),
    ),
    Scope(
        *("follow-side-2", "judge_follow", "8", "S", 2, "H6 H7 H9 H10"),
        (*FOLLOW, "shapes.level-gap"),
        "H3 H4",
    ),
    Scope(
        *("follow-trumps-2", "judge_follow", "5", "S", 2, "SA H5 D5 S5"),
        (*FOLLOW, "shapes.trump-chain"),
        "S3 S4",
    ),
    Scope(
        *("follow-no-trump-2", "judge_follow", "5", None, 2, "S5 H5 LJ BJ"),
        (*FOLLOW, "shapes.no-trump-chain"),
        "D5 LJ",
    ),
    Scope(
        *("follow-long-2", "judge_follow", "8", "S", 2, "H6 H7 H9 H10"),
        (*RUNS, "follow.throw", "shapes.level-gap"),
        "H2 H3 H4",
    ),
    Scope(
        *("follow-side-3", "judge_follow", "2", "S", 3, "H6 H7 H8"),
        TRIPLES,
        "H3 H4",
    ),
)


# --- positions and options -----------------------------------------------------------------------


def _selections(faces: str, copies: int) -> Iterator[list[str]]:
    """Yield every multiset of some cards, none left out."""
    named = faces.split()
    for counts in itertools.product(range(copies + 1), repeat=len(named)):
        if any(counts):
            yield [face for face, n in zip(named, counts, strict=True) for _ in range(n)]


def positions(scope: Scope) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every question of a scope and its parameters."""
    deal = {"level": scope.level, "trump": scope.trump}
    if scope.question == "classify":
        for cards in _selections(scope.faces, scope.decks):
            yield "classify", {**deal, "cards": cards}
        return
    for lead in _selections(scope.lead, scope.decks):
        for hand in _selections(scope.faces, scope.decks):
            both = lead + hand
            if len(hand) > len(lead) and all(both.count(card) <= scope.decks for card in lead):
                yield from _follows(deal, lead, hand)


def _follows(
    deal: Mapping[str, Any], lead: list[str], hand: list[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the questions of a lead and a hand: how many plays are legal, and each play."""
    asked = {**deal, "lead": lead, "hand": hand}
    yield "count_follows", asked
    for cards in sorted(set(itertools.combinations(hand, len(lead)))):
        yield "judge_follow", {**asked, "cards": list(cards)}


@cache
def _space() -> Space:
    return Space(load_spec())


def combinations(scope: Scope) -> list[Options]:
    """Return every valid combination of the options that a scope varies, each once."""
    spec, space = load_spec(), _space()
    base = space.laid(base_options(spec), {"cards.decks": scope.decks})
    assert base is not None
    values = [[choice.value for choice in spec.options[key].values] for key in scope.varied]
    found: dict[tuple[tuple[str, Any], ...], Options] = {}
    for chosen in itertools.product(*values):
        changes = dict(zip(scope.varied, chosen, strict=True))
        laid = space.laid(base, changes)
        if laid is not None and all(same(laid.get(k, v), v) for k, v in changes.items()):
            found.setdefault(tuple(laid.items()), laid)
    return list(found.values())


# --- the command ---------------------------------------------------------------------------------


def compare(scope: Scope, options: Options) -> tuple[int, list[str]]:
    """Ask everything under one combination; return how many agreed, and what did not."""
    agreed, differ = 0, []
    for question, given in positions(scope):
        mine, theirs = engine(options, question, given), oracle(options, question, given)
        if (
            UNKNOWN in (mine, theirs)
            or mine == MALFORMED
            or differences(options, given, mine, theirs)
        ):
            varied = {key: options[key] for key in scope.varied if key in options}
            differ.append(f"{question} {given} under {varied}: {mine} and {theirs}")
        else:
            agreed += 1
    return agreed, differ


def _compare(task: tuple[Scope, Options]) -> tuple[int, list[str]]:
    return compare(*task)


def main(options: argparse.Namespace) -> int:
    """Go through the scopes; return 1 where the two differ."""
    found = 0
    for scope in SCOPES:
        if options.scope and scope.name not in options.scope:
            continue
        begun, agreed, differ = time.monotonic(), 0, list[str]()
        choices = combinations(scope)
        with multiprocessing.Pool(options.jobs) as pool:
            for number, some in pool.imap(_compare, [(scope, choice) for choice in choices]):
                agreed += number
                differ += some
        took = time.monotonic() - begun
        words = f"{len(choices)} combinations, {agreed} decisions agreed, {len(differ)} differ"
        print(f"{scope.name}: {words} ({took:.0f} s)", flush=True)
        for line in differ[:5]:
            print(f"  {line}", file=sys.stderr)
        found += len(differ)
        if options.record and not differ:
            agreement.record([_row(scope, len(choices), agreed)])
    return 1 if found else 0


def _row(scope: Scope, choices: int, agreed: int) -> dict[str, Any]:
    """Return the row of a scope for the file of agreement."""
    return {
        "scope": scope.name,
        "question": scope.question,
        "faces": f"{scope.lead} / {scope.faces}" if scope.lead else scope.faces,
        "decks": scope.decks,
        "combinations": choices,
        "decisions": agreed,
        "disagreements": 0,
    }
