"""
Signatures: every mistake asked every canary under every published variant.

Law of this file: only what differs from the right answer is kept. Where variants that ask a canary differ in
what a mistake answers to it, or where it makes more of a face than a pack has, its answer is open: null.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from shengji.errors import MalformedInput
from shengji.questions import ask
from shengji.rules import RuleSet
from shengji_conformance.doctor.canaries import Canary, canaries
from shengji_conformance.doctor.diagnosis import different
from shengji_spec.conditions import holds
from shengji_spec.model import load_spec
from shengji_spec.variants import resolve

from tools.doctor import counting, playing, spelling
from tools.doctor.mistake import MALFORMED, Ask, Mistake, Params, Result

__all__ = ["MISTAKES", "asking", "lines", "published", "written"]

MISTAKES = (*spelling.MISTAKES, *playing.MISTAKES, *counting.MISTAKES)


@cache
def published() -> Mapping[str, tuple[Mapping[str, Any], Ask]]:
    """Return the options of every published variant, and the engine under it."""
    found = {name: resolve(name) for name in load_spec().variants}
    return {
        name: (of.options, asking(RuleSet.from_options(of.options, of.tables)))
        for name, of in found.items()
    }


def asking(rules: RuleSet) -> Ask:
    """Return the right engine under a rule set; most mistakes ask it most questions as they are."""
    known: dict[str, Result] = {}

    def answer(method: str, params: Params) -> Result:
        key = json.dumps([method, params])
        if key not in known:
            try:
                known[key] = ask(rules, method, params)
            except MalformedInput:
                known[key] = MALFORMED
        return known[key]

    return answer


def written() -> str:
    """Return the file of signatures."""
    return "[\n" + ",\n".join(lines(MISTAKES)) + "\n]\n"


def lines(mistakes: Iterable[Mistake]) -> list[str]:
    """Return the lines of the file for some mistakes; forms that answer the same have one."""
    entries = map(_signature, mistakes)
    spelt = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in entries)
    return list(dict.fromkeys(spelt))


def _signature(mistake: Mistake) -> dict[str, Any]:
    answers: dict[str, Result | None] = {}
    for canary in canaries():
        found = _answers(mistake, canary)
        if len(found) > 1 or (mistake.when and MALFORMED in found):
            answers[canary.id] = None
        elif found and not _is_right(canary, found[0]):
            answers[canary.id] = found[0]
    if not answers:
        raise AssertionError(f"no canary notices {mistake.id} {mistake.detail}")
    entry = {"mistake": mistake.id, "detail": mistake.detail, "answers": answers}
    return entry | ({"when": mistake.when} if mistake.when else {})


def _answers(mistake: Mistake, canary: Canary) -> list[Result]:
    """Return what the mistake answers to a canary, under whatever variants it is asked."""
    found: list[Result] = []
    for options, right in published().values():
        if canary.fits(options) and holds(mistake.when, options):
            result = mistake.answer(right, canary.question, canary.given)
            answer = _asked_for(canary, result)
            found += [] if answer in found else [answer]
    return found


def _asked_for(canary: Canary, result: Result) -> Result:
    """Return of a result what differs from the right answer."""
    if result == MALFORMED:
        return MALFORMED
    if "malformed" in canary.expect:
        return {"answered": True}
    return {key: result[key] for key in different(canary, result)}


def _is_right(canary: Canary, answer: Result) -> bool:
    return answer == MALFORMED if "malformed" in canary.expect else answer == {}
