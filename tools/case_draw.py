"""
One generated case: drawn by its number, answered by both implementations, `when` found by changes.

Law of this file: a case is named by the version of this file, a seed and a number, and so can be made again
alone. Questions, variants and families take turns. An answer is kept where both give it; `rule` of a
refusal only where both name the same. `when` is what `tools.suggest` finds from the variant it was drawn
under, and no case is kept that has none, or that is not asked there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from shengji.shuffle import Pcg32
from shengji_spec.cases import Case
from shengji_spec.compare import matches
from shengji_spec.conditions import Condition, both, holds
from shengji_spec.model import load_spec
from shengji_spec.questions import FACES, position_needs
from shengji_spec.variants import resolve
from shengji_spec.yaml_loader import Document

from tools.case_words import rule_of, title_of
from tools.positions import VERSION as DRAWING
from tools.positions import Drawn, drawn, families
from tools.probes import Prober
from tools.sides import differences, engine, oracle
from tools.space import Options
from tools.suggest import suggest

__all__ = ["GENERATOR", "Turn", "case_of", "position_of", "turn_of"]

#: changes when a seed gives other cases than before, positions apart
GENERATOR = 1
#: so many turns each question has in a round
SHARES: Mapping[str, int] = {
    "judge_follow": 8,
    "judge_trick": 5,
    "judge_lead": 5,
    "count_follows": 3,
    "classify": 3,
    "score_deal": 3,
    "judge_declaration": 3,
    "judge_counter": 2,
    "judge_burial": 1,
    "order_cards": 1,
    "judge_redeal": 1,
    "resolve_no_bid": 1,
    "advance": 2,
    "settle": 1,
}
#: of so many positions the smallest is taken
TRIES = 3
#: of so many positions one keeps its cards in the order they were drawn in
AS_DRAWN = 8
#: random choices under `when` that have to give the same answer, each time it is found to be too wide
COMBINATIONS = 50
#: lists of cards whose order says nothing, whatever the question
HANDS = ("hand", "cards", "kitty", "lead", "others", "plays")
#: questions in which the order of cards is kept: it is what they are about
KEPT = ("order_cards", "resolve_no_bid")
RANKS = {face: place for place, face in enumerate(FACES)}


class Turn(NamedTuple):
    """What the position of a number is drawn for: its place among those of its question and variant."""

    question: str
    variant: str
    place: int


@cache
def _round() -> tuple[str, ...]:
    """Return the questions of a round, each spread over it."""
    turns = [
        (Fraction(2 * turn + 1, 2 * share), question)
        for question, share in SHARES.items()
        for turn in range(share)
    ]
    return tuple(question for _, question in sorted(turns))


def turn_of(number: int) -> Turn:
    """Return whose turn a number is."""
    variants, questions = sorted(load_spec().variants), _round()
    rest, variant = divmod(number, len(variants))
    rounds, place = divmod(rest, len(questions))
    question = questions[place]
    before = questions[:place].count(question)
    return Turn(question, variants[variant], rounds * SHARES[question] + before)


def position_of(seed: int, number: int) -> Drawn:
    """Return the position of a number: the smallest of some of the family whose turn it is."""
    turn = turn_of(number)
    options = _published(turn.variant)
    fit = families(turn.question, options)
    family = fit[turn.place % len(fit)].name
    text = f"{GENERATOR}/{DRAWING}/{seed}/{number}".encode()
    rng = Pcg32(int.from_bytes(hashlib.sha256(text).digest()[:8], "big"))
    choices = [drawn(rng, options, turn.question, family) for _ in range(TRIES)]
    chosen = min(choices, key=lambda choice: len(json.dumps(choice.given)))
    if turn.question in KEPT or turn.place % AS_DRAWN == AS_DRAWN - 1:
        return chosen
    return Drawn(chosen.family, _sorted(chosen.given))


def _sorted(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position with the cards of each hand in order."""
    result = dict(given)
    for key in HANDS:
        if key in result:
            result[key] = _in_order(result[key])
    if "last_trick" in result:
        result["last_trick"] = _sorted(result["last_trick"])
    return result


def _in_order(cards: list[Any]) -> list[Any]:
    if any(isinstance(card, list) for card in cards):
        return [_in_order(hand) for hand in cards]
    return sorted(cards, key=lambda card: RANKS.get(card, len(RANKS)))


# --- the case ------------------------------------------------------------------------------------


class _Around(Prober):
    """A prober that starts from the rules that a position was drawn under."""

    base: Options

    def bases(self, case: Case) -> list[Options]:
        """Return these rules."""
        del case
        return [self.base]

    def combinations(
        self, case: Case, when: Condition, number: int = COMBINATIONS
    ) -> Iterator[Options]:
        """Yield fewer combinations than a case written by hand is put to, then what is near the published."""
        yield from super().combinations(case, when, number)
        asked = both(when, case.needs)
        near = [options for options in self.published.values() if holds(asked, options)]
        yield from near
        for published in near:
            # where nothing is changed that is read, the answer is that of the published rules
            reads = self.memory(case).reads(published)
            for changed, options in _moves(self, published):
                if not reads.isdisjoint(changed) and holds(asked, options):
                    yield options


#: by the place of a published choice: the options that each neighbour changes, and the neighbour
_MOVES: dict[int, list[tuple[frozenset[str], Options]]] = {}


def _moves(prober: Prober, published: Options) -> list[tuple[frozenset[str], Options]]:
    """Return the neighbours of a published choice, each with the options in which it differs."""
    if id(published) not in _MOVES:
        _MOVES[id(published)] = [
            (_changed(published, options), options)
            for _, _, options in prober.space.neighbours(published)
        ]
    return _MOVES[id(published)]


def _changed(one: Options, other: Options) -> frozenset[str]:
    return frozenset(
        key for key in one.keys() | other.keys() if repr(one.get(key)) != repr(other.get(key))
    )


@cache
def _prober() -> _Around:
    return _Around(load_spec())


@cache
def _published(variant: str) -> Options:
    return dict(resolve(variant).options)


def case_of(seed: int, number: int) -> dict[str, Any] | None:
    """Return the case of a number; None where the two differ or no `when` is found."""
    question, options = turn_of(number).question, _published(turn_of(number).variant)
    family, given = position_of(seed, number)
    expect = _agreed(options, question, given)
    if expect is None:
        return None
    answer = engine(options, question, given)
    rule = rule_of(load_spec(), options, question, given, answer)
    identity = f"{rule}/generated-{GENERATOR}-{seed}-{number:07}"
    prober = _prober()
    prober.base = options
    when = suggest(prober, _as_case(identity, rule, question, given, expect))
    # A box may name an option that does not apply under the rules it was drawn under: nobody would be asked.
    if when is None or not holds(when, options):
        return None
    return {
        "id": identity,
        "rule": rule,
        "question": question,
        "given": given,
        "expect": expect,
        "when": {key: values[0] if len(values) == 1 else values for key, values in when.items()},
        "title": title_of(question, family, given, answer),
    }


def _agreed(options: Options, question: str, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what both answer; None where they differ."""
    one, other = (side(options, question, given) for side in (engine, oracle))
    if {"malformed", "unknown", "error"} & {*one, *other} or differences(
        options, given, one, other
    ):
        return None
    expect = {key: value for key, value in one.items() if (key, value) != ("redeal", False)}
    if one.get("legal") is False and one.get("rule") != other.get("rule"):
        del expect["rule"]
    return expect if not matches(expect, other, question, strict=True) else None


def _as_case(
    identity: str, rule: str, question: str, given: Mapping[str, Any], expect: Mapping[str, Any]
) -> Case:
    """Return as much of a case as `when` depends on."""
    return Case(
        id=identity,
        rule=rule,
        question=question,
        given=given,
        expect=expect,
        when={},
        needs=position_needs(question, given),
        sources=(),
        title={},
        read="",
        document=Document("", None),
        path=(),
    )
