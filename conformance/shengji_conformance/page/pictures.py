"""Cards drawn: a face of paper with its rank and its suit, which a screen reader reads by name.

Law of this file: a suit is known by its shape; colour only helps. The shapes stand in the page once and are
used by reference, so that a card costs few bytes.
"""

from __future__ import annotations

from collections.abc import Iterable

from shengji_conformance.cards import JOKERS, is_card
from shengji_conformance.page.markup import Html, both, element, foreign, join, text
from shengji_conformance.words import LANGUAGES

__all__ = ["SHAPES", "card", "cards", "name", "names", "suit", "suit_name"]

SUITS = {
    "S": ("spades", "黑桃"),
    "H": ("hearts", "红桃"),
    "C": ("clubs", "梅花"),
    "D": ("diamonds", "方块"),
}
RANKS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

#: the outline of each suit, and the star of the jokers, in a square of 24
OUTLINES = {
    "S": "M12 1.5C9.2 6.2 2.5 9.4 2.5 14.6c0 3 2.2 4.9 4.7 4.9 1.5 0 2.8-.7 3.7-1.8-.2 2-.9 3.6-2.6 4.8h7.4"
    "c-1.7-1.2-2.4-2.8-2.6-4.8.9 1.1 2.2 1.8 3.7 1.8 2.5 0 4.7-1.9 4.7-4.9C21.5 9.4 14.8 6.2 12 1.5z",
    "H": "M12 22C5.5 16.4 1.5 12.6 1.5 8.1 1.5 4.9 3.9 2.5 6.9 2.5c2 0 3.9 1.1 5.1 3 "
    "1.2-1.9 3.1-3 5.1-3 3 0 5.4 2.4 5.4 5.6C22.5 12.6 18.5 16.4 12 22z",
    "C": "M12 1.5a4.9 4.9 0 0 0-4.3 7.3 4.9 4.9 0 1 0 3.3 8.6c-.2 2.1-.9 3.8-2.7 5.1h7.4"
    "c-1.8-1.3-2.5-3-2.7-5.1a4.9 4.9 0 1 0 3.3-8.6A4.9 4.9 0 0 0 12 1.5z",
    "D": "M12 1.2 20.5 12 12 22.8 3.5 12z",
    "BJ": "M12 1.8l3.1 6.7 7.3.8-5.4 5 1.5 7.2L12 17.9l-6.5 3.6L7 14.3l-5.4-5 7.3-.8z",
}


def _symbol(key: str, outline: str, extra: str = "") -> str:
    path = f'<path d="{outline}"{extra}/>'
    return f'<symbol id="shape-{key}" viewBox="0 0 24 24">{path}</symbol>'


_HOLLOW = ' fill="none" stroke="currentColor" stroke-width="2"'
SHAPES = Html(
    '<svg class="shapes" aria-hidden="true" width="0" height="0">'
    + "".join(_symbol(key, outline) for key, outline in OUTLINES.items())
    + _symbol("LJ", OUTLINES["BJ"], _HOLLOW)
    + "</svg>"
)


def suit(letter: str) -> Html:
    """Return a suit's shape, for the eye alone."""
    use = Html(f'<use href="#shape-{letter}"/>')
    return element("svg", use, class_=f"suit {letter}", aria_hidden="true")


def suit_name(letter: str) -> Html:
    """Return what a suit is called."""
    return both(*SUITS[letter])


def name(token: str, language: str) -> str:
    """Return what a card is called."""
    if token in JOKERS:
        return JOKERS[token][language == "zh"]
    rank = token[1:]
    english, chinese = SUITS[token[0]]
    if language == "zh":
        return f"{chinese}{rank}"
    return f"{RANKS.get(rank) or NUMBERS[int(rank) - 2]} of {english}"


def card(token: object, language: str, kind: str = "") -> Html:
    """Return a card; what is no card is shown as it came. The page renames it when the language changes."""
    if not is_card(token):
        return element("span", foreign(token, 20), class_="no-card")
    shape = token if token in JOKERS else token[0]
    rank = token if token in JOKERS else token[1:]
    return element(
        "i",
        element("b", text(rank)),
        suit(shape),
        class_=f"card {shape} {kind}".rstrip(),
        role="img",
        aria_label=name(token, language),
    )


def cards(tokens: Iterable[object], language: str) -> Html:
    """Return cards side by side."""
    return join(card(token, language) for token in tokens)


def names() -> dict[str, dict[str, str]]:
    """Return by language the names of all cards, for the page to rename them."""
    tokens = [s + r for s in SUITS for r in [*map(str, range(2, 11)), *RANKS]] + [*JOKERS]
    return {language: {t: name(t, language) for t in tokens} for language in LANGUAGES}
