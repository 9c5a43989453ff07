"""Cards as a person reads them: suit symbols, and a hand in groups.

Law of this file: it draws and decides nothing. The groups are the plain ones (jokers, level rank and trump
suit together, then the suits), whatever the variant says, and anything at all can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from shengji_conformance.words import safe

__all__ = ["SYMBOLS", "card", "cards", "groups", "is_cards"]

SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS = {"LJ": ("little joker", "小王"), "BJ": ("big joker", "大王")}
NOTHING = "—"


def is_card(token: object) -> TypeGuard[str]:
    """Tell whether this is the name of a card."""
    if not isinstance(token, str):
        return False
    return token in JOKERS or (token[:1] in SYMBOLS and token[1:] in RANKS)


def is_cards(value: object) -> bool:
    """Tell whether this is a list of names of cards."""
    return isinstance(value, list) and all(map(is_card, value))


def card(token: Any, language: str) -> str:
    """Return a card with its suit symbol; what is no card is shown as it came."""
    if not is_card(token):
        return f"“{safe(token, 20)}”"
    if token in JOKERS:
        return JOKERS[token][language == "zh"]
    return SYMBOLS[token[0]] + token[1:]


def cards(tokens: Sequence[Any], language: str) -> str:
    """Return cards side by side, in the order given."""
    separator = "  " if any(token in JOKERS for token in tokens if is_card(token)) else " "
    return separator.join(card(token, language) for token in tokens) or NOTHING


def groups(
    tokens: Sequence[Any], level: object, trump: object
) -> list[tuple[str | None, list[Any]]]:
    """Return a hand in groups, each from high to low: trumps under `None`, suits under their letter."""
    trumps = [token for token in tokens if _is_trump(token, level, trump)]
    drawn: list[tuple[str | None, list[Any]]] = []
    if trumps:
        drawn.append((None, sorted(trumps, key=lambda t: _height(t, level, trump), reverse=True)))
    for suit in SYMBOLS:
        plain = [t for t in tokens if is_card(t) and t[0] == suit and t not in JOKERS]
        plain = [t for t in plain if not _is_trump(t, level, trump)]
        if plain:
            drawn.append((suit, sorted(plain, key=lambda t: RANKS.index(t[1:]), reverse=True)))
    unknown = [token for token in tokens if not is_card(token)]
    if unknown:
        drawn.append(("?", unknown))
    return drawn


def _is_trump(token: Any, level: object, trump: object) -> bool:
    if not is_card(token):
        return False
    return token in JOKERS or token[1:] == level or token[0] == trump


def _height(token: str, level: object, trump: object) -> tuple[int, int, str]:
    if token in JOKERS:
        return (3, list(JOKERS).index(token), "")
    if token[1:] == level:
        return (2, int(token[0] == trump), token)
    return (1, RANKS.index(token[1:]), token)
