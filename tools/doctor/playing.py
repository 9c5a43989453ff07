"""
Mistakes of play: what is trump, what beats what, and who may do what.

Law of this file: one list, `MISTAKES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tools.doctor.mistake import (
    CARD,
    MALFORMED,
    RANKS,
    SUITS,
    Ask,
    Mistake,
    Params,
    Result,
    each_text,
    misread,
    miswritten,
    texts,
)

__all__ = ["MISTAKES"]

LEGAL, ILLEGAL = {"legal": True}, {"legal": False, "rule": "x.y"}
JUDGED = ("classify", "judge_lead", "judge_follow", "judge_burial", "judge_declaration")
#: many of one face, and no rank that is trump for ever
PLAIN = {"cards.decks": [2, 3, 4], "cards.permanent-ranks": "none"}
SORTED = ("order_cards", "judge_trick")

# Trumps.


def _no_trump_suit(_: str, params: Params) -> Params:
    return {**params, "trump": None} if "trump" in params else params


def _plain_level(params: Params) -> Params:
    """Return a position whose level nobody holds, so that the level cards are ordinary ones."""
    held = {text[1:] for text in texts(params) if CARD.fullmatch(text)}
    spare = next((rank for rank in reversed(RANKS) if rank not in held), None)
    return {**params, "level": spare} if spare and "level" in params else params


def _numerals_only(_: str, params: Params) -> Params:
    return _plain_level(params) if str(params.get("level")).isdecimal() else params


def _letters_only(_: str, params: Params) -> Params:
    return params if str(params.get("level")).isdecimal() else _plain_level(params)


def _always_two(_: str, params: Params) -> Params:
    return {**params, "level": "2"} if "level" in params else params


def _null_as(suit: str) -> Callable[[str, Params], Params]:
    def read(_: str, params: Params) -> Params:
        return {**params, "trump": suit} if params.get("trump", suit) is None else params

    return read


def _null_unknown(ask: Ask, method: str, params: Params) -> Result:
    return MALFORMED if params.get("trump", "") is None else ask(method, params)


# Ranks.


def _ranked(order: tuple[str, ...]) -> Callable[[Ask, str, Params], Result]:
    """Return what ranks the cards in another order; only where cards are compared is it asked."""
    there = dict(zip(order, RANKS, strict=True))
    back = dict(zip(RANKS, order, strict=True))

    def spelt(text: str, by: dict[str, str]) -> str:
        if text in ("BJ", "LJ"):
            return text
        return text[0] + by[text[1:]] if CARD.fullmatch(text) else text

    def answer(ask: Ask, method: str, params: Params) -> Result:
        if method not in SORTED:
            return ask(method, params)
        other = each_text(params, lambda text: spelt(text, there))
        result = ask(method, {**other, "level": there[params["level"]]})
        if "points" in result:
            result = {**result, "points": ask(method, params).get("points")}
        return each_text(result, lambda text: spelt(text, back))  # type: ignore[no-any-return]

    return answer


ACE_LOW = (RANKS[-1], *RANKS[:-1])
TWO_HIGH = (*RANKS[1:], RANKS[0])
AS_TEXT = tuple(sorted(RANKS))


# Tricks.


def _discards_win(ask: Ask, method: str, params: Params) -> Result:
    if method != "judge_trick":
        return ask(method, params)
    suit = params["plays"][0][0][0]
    plain = [s for s in SUITS if s not in (suit, params["trump"])]

    def followed(card: str) -> str:
        level = card[1:] == params["level"]
        return suit + card[1:] if card[0] in plain and not level else card

    if not CARD.fullmatch(params["plays"][0][0]) or suit == params["trump"]:
        return ask(method, params)
    return ask(method, {**params, "plays": each_text(params["plays"], followed)})


def _last_of_equals(method: str, params: Params, result: Result) -> Result:
    if method != "judge_trick":
        return result
    best = params["plays"][result["winner"]]
    last = max(place for place, play in enumerate(params["plays"]) if play == best)
    return {**result, "winner": last}


def _from_one(method: str, _: Params, result: Result) -> Result:
    return {**result, "winner": result["winner"] + 1} if method == "judge_trick" else result


# Verdicts.


def _always() -> Iterator[Mistake]:
    for question in JUDGED:
        for blind in (False, True):

            def legal(
                ask: Ask, method: str, params: Params, q: str = question, b: Any = blind
            ) -> Result:
                result = ask(method, params)
                if method != q or result.get("legal") or (result == MALFORMED and not b):
                    return result
                return LEGAL

            def illegal(
                ask: Ask, method: str, params: Params, q: str = question, b: Any = blind
            ) -> Result:
                result = ask(method, params)
                return (
                    ILLEGAL
                    if method == q and (result.get("legal") or (b and result == MALFORMED))
                    else result
                )

            yield Mistake("always-legal", legal, question)
            if question != "judge_burial":  # too few that are legal everywhere
                yield Mistake("never-legal", illegal, question)


def _forgiving(*rules: str) -> Callable[[str, Params, Result], Result]:
    """Return what lets pass whatever breaks one of some rules."""
    return lambda _, __, result: LEGAL if result.get("rule") in rules else result


def _hand_after(ask: Ask, method: str, params: Params) -> Result:
    """Take the hand for what is left after the play."""
    if method not in ("judge_follow", "judge_lead"):
        return ask(method, params)
    return ask(method, {**params, "hand": [*params["hand"], *params["cards"]]})


def _number_only(ask: Ask, method: str, params: Params) -> Result:
    """Look at nothing but the number of cards that follow."""
    if method != "judge_follow":
        return ask(method, params)
    return LEGAL if len(params["cards"]) == len(params["lead"]) else ILLEGAL


MISTAKES = (
    misread("trump-suit-ignored", _no_trump_suit),
    misread("level-cards-plain", lambda _, params: _plain_level(params)),
    misread("level-cards-plain", _numerals_only, "2 3 4 5 6 7 8 9 10"),
    misread("level-cards-plain", _letters_only, "J Q K A"),
    misread("level-always-two", _always_two),
    Mistake("no-trump-unknown", _null_unknown),
    *(misread("no-trump-unknown", _null_as(suit)) for suit in SUITS),
    Mistake("ace-low", _ranked(ACE_LOW), when=PLAIN),
    Mistake("two-high", _ranked(TWO_HIGH), when=PLAIN),
    Mistake("ranks-as-text", _ranked(AS_TEXT), when=PLAIN),
    Mistake("discards-win", _discards_win),
    miswritten("last-of-equals", _last_of_equals),
    miswritten("winner-from-one", _from_one),
    *_always(),
    miswritten("suit-not-owed", _forgiving("follow.suit")),
    miswritten("hand-not-looked-at", _forgiving("follow.cards-in-hand")),
    miswritten("hand-not-looked-at", _forgiving("lead.cards-in-hand")),
    miswritten("hand-not-looked-at", _forgiving("follow.cards-in-hand", "lead.cards-in-hand")),
    Mistake("only-number-counted", _number_only),
    miswritten("number-not-counted", _forgiving("follow.count")),
    Mistake("hand-after-play", _hand_after, when=PLAIN),
)
