"""Cards and shapes as people read them.

Law of this file: text for the eye only; nothing here is compared or parsed.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

import click

from shengji.cards import Order
from shengji.ladders import Rung

__all__ = ["card", "cards", "hand", "owed", "shape", "width", "wrapped"]

SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
#: what a line is not broken within: a word or a Chinese character, with its brackets and stops
PIECE = re.compile(
    r"[（《“‘]*(?:[\u3040-\u9fff]|[^\s\u3000-\u9fff\uff00-\uffef“”‘’]+|.)[，。；：、）》”’！？]*\s*"
)
#: what stands between the groups of a hand
GAP = "  |  "
#: what stands between the steps of a ladder
LESS = " < "
RED = {"H", "D", "B"}
JOKERS = {
    "en": {"BJ": "big-joker", "LJ": "little-joker"},
    "zh": {"BJ": "大王", "LJ": "小王"},
}
TYPES = {
    "en": {
        "single": "single",
        "pair": "pair",
        "triple": "triple",
        "tractor": "tractor",
        "titanic": "titanic",
    },
    "zh": {
        "single": "单张",
        "pair": "对子",
        "triple": "三同张",
        "tractor": "拖拉机",
        "titanic": "泰坦尼克",
    },
}
WORDS = {
    "en": {
        "trump": "trumps",
        "trumps": "trumps: ",
        "pairs": "{} pairs",
        "pair": "a pair",
        "triples": "{} triples",
        "triple": "a triple",
        "tractor": "a tractor of {} pairs",
        "titanic": "a titanic of {} triples",
        "mixed": "a triple beside a pair",
        "nothing": "no shape",
        "and": " and ",
    },
    "zh": {
        "trump": "主牌",
        "trumps": "主牌：",
        "pairs": "{}对",
        "pair": "一对",
        "triples": "{}副三同张",
        "triple": "一副三同张",
        "tractor": "{}对的拖拉机",
        "titanic": "{}连的泰坦尼克",
        "mixed": "相邻的三同张带一对",
        "nothing": "不限牌型",
        "and": "加",
    },
}


def width(text: str) -> int:
    """Return how many columns a text takes on a terminal; Chinese characters take two."""
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in click.unstyle(text))


def wrapped(text: str, columns: int) -> list[str]:
    """
    Break a text into lines: at spaces, and between Chinese characters.

    Hands are broken between groups only, ladders between steps; in Chinese no line begins with a stop.
    """
    if width(text) <= columns:
        return [text]
    for gap in (GAP, LESS):
        if gap in text:
            return _by_parts(text.split(gap), gap, columns)
    if click.unstyle(text) != text:
        return [text]
    lines = [""]
    for piece in PIECE.findall(text):
        if width(lines[-1] + piece.rstrip()) > columns:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece
    return lines


def _by_parts(parts: Sequence[str], gap: str, columns: int) -> list[str]:
    """Put parts on lines; a line that goes on with a smaller-than sign begins with it."""
    lines = [parts[0]]
    for part in parts[1:]:
        longer = lines[-1] + gap + part
        if width(longer) <= columns:
            lines[-1] = longer
        else:
            lines.append(part if gap == GAP else gap.lstrip() + part)
    return lines


def card(face: str, lang: str) -> str:
    """Return a card with its suit symbol, red suits in red where colours are shown."""
    text = JOKERS[lang].get(face) or SYMBOLS[face[0]] + face[1:]
    return click.style(text, fg="red") if face[0] in RED else text


def cards(faces: Iterable[str], lang: str) -> str:
    """Return cards side by side."""
    return " ".join(card(face, lang) for face in faces)


def hand(order: Order, faces: Sequence[str], lang: str) -> str:
    """Return a hand in groups, trumps first, each from high to low."""
    x = order.read(faces)
    parts = []
    for group in order.groups:
        local = group.of(x)
        if local:
            held = sorted(
                group.tokens(local),
                key=lambda face: (group.class_of[group.slot_of[face]], face),
                reverse=True,
            )
            name = WORDS[lang]["trumps"] if group is order.trump_group else ""
            parts.append(name + cards(held, lang))
    return GAP.join(parts) or "-"


def shape(kinds: Iterable[str], lang: str) -> str:
    """Return component types with their numbers: `tractor + 2 single`."""
    counted = Counter(kinds)
    return " + ".join((f"{n} " if n > 1 else "") + TYPES[lang][kind] for kind, n in counted.items())


def owed(rung: Rung, lang: str) -> str:
    """Return what a follow owes to one component."""
    words = WORDS[lang]
    parts = []
    for run in rung.runs:
        if len(set(run)) > 1:
            parts.append(words["mixed"])
        else:
            parts.append(words["tractor" if run[0] == 2 else "titanic"].format(len(run)))
    for name, number in (("triple", rung.triples), ("pair", rung.pairs)):
        if number:
            parts.append(words[name] if number == 1 else words[name + "s"].format(number))
    return words["and"].join(parts) or words["nothing"]
