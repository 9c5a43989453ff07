"""
Making a disagreement small: fewer cards, fewer options off their base values, while it lasts.

Law of this file: it tries changes and keeps those under which the two implementations still differ and both
see a position; it knows which parts of a position belong together and no rule.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from shengji_spec.conditions import same
from shengji_spec.values import Spec
from shengji_spec.variants import base_options

from tools.space import Options, Space

__all__ = ["fewer_options", "smaller"]

Given = Mapping[str, Any]
#: changes that are tried before a position is small enough
PATIENCE = 1500
#: keys that may be left out
OPTIONAL = ("cleared", "failed_throws", "penalty_points", "declined")


def smaller(given: Given, differs: Callable[[Given], bool]) -> Given:
    """Return a smaller position that two implementations still answer differently."""
    tries = 0
    while True:
        for candidate in _candidates(given):
            tries += 1
            if tries > PATIENCE:
                return given
            if differs(candidate):
                given = candidate
                break
        else:
            return given


def fewer_options(
    spec: Spec, options: Mapping[str, Any], differs: Callable[[Options], bool]
) -> dict[str, Any]:
    """Return the values off the base that a disagreement needs."""
    space, base = Space(spec), base_options(spec)
    needed = {k: v for k, v in options.items() if k not in base or not same(base[k], v)}
    while True:
        for key in needed:
            fewer = {k: v for k, v in needed.items() if k != key}
            laid = space.laid(base, fewer)
            kept = laid is not None and all(same(laid.get(k), v) for k, v in fewer.items())
            if laid is not None and kept and differs(laid):
                needed = fewer
                break
        else:
            return needed


def _candidates(given: Given) -> Iterator[Given]:
    """Yield what is one step smaller, the greatest steps first."""
    yield from ({k: v for k, v in given.items() if k != key} for key in OPTIONAL if key in given)
    for number in range(len(given.get("history", ()))):
        yield {**given, "history": _without(given["history"], number)}
    if "lead" in given:
        yield from _shorter_leads(given)
    yield from _shorter_tricks(given)
    if "cards" in given and "hand" in given:
        yield from _shorter_in_hand(given)
    yield from _shorter_hands(given)


def _shorter_hands(given: Given) -> Iterator[Given]:
    """Yield the position with a card less in some hand, or among those tried."""
    for key in ("others", "hands"):
        for i, hand in enumerate(given.get(key, ())):
            for number in range(len(hand)):
                hands = list(given[key])
                hands[i] = _without(hand, number)
                yield {**given, key: hands}
    for key in ("hand", "cards"):
        for number in range(len(given.get(key, ()))):
            yield {**given, key: _without(given[key], number)}


def _shorter_tricks(given: Given) -> Iterator[Given]:
    """Yield the position with a card less in every play."""
    for plays in _shorter_plays(given.get("plays", [[]])):
        yield {**given, "plays": plays}
    last = given.get("last_trick", {})
    for plays in _shorter_plays(last.get("plays", [[]])):
        yield {**given, "last_trick": {**last, "plays": plays}}


def _without(items: list[Any], number: int) -> list[Any]:
    return items[:number] + items[number + 1 :]


def _shorter_in_hand(given: Given) -> Iterator[Given]:
    """Yield the position with a card less in the hand and among those tried."""
    for number, card in enumerate(given["cards"]):
        if card in given["hand"]:
            hand = _without(given["hand"], given["hand"].index(card))
            yield {**given, "hand": hand, "cards": _without(given["cards"], number)}


def _shorter_leads(given: Given) -> Iterator[Given]:
    """Yield the position with a card less in the lead, in the hand and in the play."""
    for number in range(len(given["lead"])):
        lead = _without(given["lead"], number)
        if "cards" not in given:
            yield {**given, "lead": lead}
            continue
        for shorter in _shorter_in_hand(given):
            yield {**shorter, "lead": lead}


def _shorter_plays(plays: list[list[str]]) -> Iterator[list[list[str]]]:
    """Yield plays with a card less each."""
    if len(plays[0]) > 1:
        for numbers in itertools.product(*(range(len(play)) for play in plays)):
            yield [_without(play, number) for play, number in zip(plays, numbers, strict=True)]
