"""
A mistake: a wrapper around an engine that is right.

Law of this file: the means, and no mistake of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from shengji_spec.conditions import Condition

__all__ = [
    "CARD",
    "MALFORMED",
    "RANKS",
    "SUITS",
    "Ask",
    "Mistake",
    "Params",
    "Result",
    "arrows",
    "each_text",
    "misread",
    "miswritten",
    "mixed_suits",
    "suited",
    "texts",
]

Params = Mapping[str, Any]
Result = dict[str, Any]
#: (method, params) to the result; `MALFORMED` where there is no position
Ask = Callable[[str, Params], Result]
Answer = Callable[[Ask, str, Params], Result]

MALFORMED: Result = {"malformed": True}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "SHCD"
CARD = re.compile(r"[SHCD](?:[2-9]|10|[JQKA])|[BL]J")


@dataclass(frozen=True)
class Mistake:
    """What somebody got wrong, in which form, and how that engine answers."""

    id: str
    answer: Answer
    detail: str = ""
    #: options under which alone it is looked for
    when: Condition = field(default_factory=dict)


def misread(name: str, read: Callable[[str, Params], Params], detail: str = "") -> Mistake:
    """Return the mistake of somebody who takes every question for another."""
    return Mistake(name, lambda ask, method, params: ask(method, read(method, params)), detail)


def miswritten(
    name: str, write: Callable[[str, Params, Result], Result], detail: str = ""
) -> Mistake:
    """Return the mistake of somebody who knows the answer and tells it otherwise."""

    def answer(ask: Ask, method: str, params: Params) -> Result:
        result = ask(method, params)
        return result if result == MALFORMED else write(method, params, result)

    return Mistake(name, answer, detail)


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with every text in it changed; names of keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [each_text(one, change) for one in value]
    if isinstance(value, Mapping):
        return {key: each_text(one, change) for key, one in value.items()}
    return value


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from texts(one)


def mixed_suits() -> Iterator[dict[str, str]]:
    """Yield every way to mix up the suit letters."""
    for order in permutations(SUITS):
        if order != tuple(SUITS):
            yield dict(zip(SUITS, order, strict=True))


def suited(mixed: Mapping[str, str]) -> Callable[[str], str]:
    """Return what gives a card another suit; a joker has none."""

    def change(text: str) -> str:
        joker = text in ("BJ", "LJ")
        return mixed[text[0]] + text[1:] if CARD.fullmatch(text) and not joker else text

    return change


def arrows(mixed: Mapping[str, str]) -> str:
    """Return which letters stand for which: `S→C C→S`."""
    return " ".join(f"{one}→{other}" for one, other in mixed.items() if one != other)
