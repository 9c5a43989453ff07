"""
Mistakes of spelling: the cards, suits and levels are written or read otherwise.

Law of this file: one list, `MISTAKES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from tools.doctor.mistake import (
    CARD,
    MALFORMED,
    Ask,
    Mistake,
    Params,
    Result,
    arrows,
    each_text,
    misread,
    miswritten,
    mixed_suits,
    suited,
    texts,
)

__all__ = ["MISTAKES"]

JOKERS = {"BJ": "LJ", "LJ": "BJ"}
NUMBERS = {"J": 11, "Q": 12, "K": 13, "A": 14}


def _jokers(ask: Ask, method: str, params: Params) -> Result:
    swapped: Result = each_text(
        ask(method, each_text(params, lambda t: JOKERS.get(t, t))), lambda t: JOKERS.get(t, t)
    )
    return swapped


def _no_jokers(ask: Ask, method: str, params: Params) -> Result:
    return MALFORMED if JOKERS.keys() & set(texts(params)) else ask(method, params)


# Suits.


def _suits() -> Iterator[Mistake]:
    for mixed in mixed_suits():
        detail = arrows(mixed)
        yield misread("suits-mixed-up", partial(_trump, mixed), detail)
        yield misread("suits-mixed-up", partial(_cards, mixed), detail)
        yield miswritten("suits-mixed-up", partial(_written, mixed), detail)


def _cards(mixed: Mapping[str, str], _: str, params: Params) -> Params:
    changed: Params = each_text(params, suited(mixed))
    return changed


def _trump(mixed: Mapping[str, str], _: str, params: Params) -> Params:
    if params.get("trump") is None:
        return params
    return {**params, "trump": mixed[params["trump"]]}


def _written(mixed: Mapping[str, str], _: str, __: Params, result: Result) -> Result:
    changed: Result = each_text(result, suited(mixed))
    if "groups" in changed:
        changed["groups"] = {mixed.get(key, key): of for key, of in changed["groups"].items()}
    if changed.get("trump"):
        changed["trump"] = mixed[changed["trump"]]
    return changed


# Other spellings of cards.


def _upper(text: str) -> str:
    return text.upper() if CARD.fullmatch(text.upper()) else text


def _lower_groups(result: Result) -> Result:
    changed: Result = each_text(result, lambda t: t.lower() if CARD.fullmatch(t) else t)
    if "groups" in changed:
        changed["groups"] = {key.lower(): of for key, of in changed["groups"].items()}
    return changed


def _small(ask: Ask, method: str, params: Params, *, writes: bool, only: bool) -> Result:
    if only and any(CARD.fullmatch(text) for text in texts(params)):
        return MALFORMED
    result = ask(method, each_text(params, _upper))
    return _lower_groups(result) if writes and result != MALFORMED else result


def _turned(text: str) -> str:
    """Return a card with its rank first, or one that has it first with its suit first."""
    if text in JOKERS:
        return text
    if CARD.fullmatch(text):
        return text[1:] + text[0]
    turned = text[-1:] + text[:-1]
    return turned if CARD.fullmatch(turned) else text


def _rank_first(ask: Ask, method: str, params: Params, *, only: bool) -> Result:
    if only and any(CARD.fullmatch(text) and text not in JOKERS for text in texts(params)):
        return MALFORMED
    other = each_text(params, lambda t: t if CARD.fullmatch(t) else _turned(t))
    result: Result = ask(method, other)
    return each_text(result, _turned)  # type: ignore[no-any-return]


def _letter_t(ask: Ask, method: str, params: Params, *, levels: bool, only: bool) -> Result:
    found = list(texts(params))
    if only and any(t[1:] == "10" and CARD.fullmatch(t) for t in found):
        return MALFORMED
    if levels and only and "10" in found:
        return MALFORMED
    result = ask(method, each_text(params, lambda t: t[0] + "10" if t[1:] == "T" else t))
    tens = {f"{suit}10": f"{suit}T" for suit in "SHCD"} | ({"10": "T"} if levels else {})
    changed: Result = each_text(result, lambda t: tens.get(t, t))
    return changed


# Levels.


def _number(text: str, *, letters: bool) -> Any:
    if text.isdecimal():
        return int(text)
    return NUMBERS.get(text, text) if letters else text


def _as_numbers(result: Result, *, letters: bool) -> Result:
    changed = dict(result)
    if "levels" in changed:
        changed["levels"] = [_number(one, letters=letters) for one in changed["levels"]]
    if isinstance(changed.get("level"), str):
        changed["level"] = _number(changed["level"], letters=letters)
    return changed


def _wants_numbers(ask: Ask, method: str, params: Params) -> Result:
    given = [params.get("level"), *params.get("levels", ())]
    if any(isinstance(level, str) and level.isdecimal() for level in given):
        return MALFORMED
    return ask(method, params)


def _nothing(_: Ask, __: str, ___: Params) -> Result:
    return MALFORMED


MISTAKES = (
    Mistake("jokers-swapped", _jokers),
    Mistake("jokers-unknown", _no_jokers),
    *_suits(),
    Mistake("small-letters", lambda *of: _small(*of, writes=True, only=True)),
    Mistake("small-letters", lambda *of: _small(*of, writes=True, only=False)),
    miswritten("small-letters", lambda *of: _lower_groups(of[2])),
    Mistake("case-ignored", lambda *of: _small(*of, writes=False, only=False)),
    Mistake("rank-first", lambda *of: _rank_first(*of, only=True)),
    Mistake("rank-first", lambda *of: _rank_first(*of, only=False)),
    Mistake("ten-as-t", lambda *of: _letter_t(*of, levels=False, only=True)),
    Mistake("ten-as-t", lambda *of: _letter_t(*of, levels=True, only=True)),
    Mistake("ten-as-t", lambda *of: _letter_t(*of, levels=False, only=False)),
    Mistake("ten-as-t", lambda *of: _letter_t(*of, levels=True, only=False)),
    miswritten("levels-as-numbers", lambda *of: _as_numbers(of[2], letters=True)),
    miswritten("levels-as-numbers", lambda *of: _as_numbers(of[2], letters=False)),
    Mistake("levels-as-numbers", _wants_numbers),
    Mistake("no-position", _nothing),
)
