"""Words and cards for one record: names of the seats, cards in short, lines of 80 columns.

Law of this file: text for the eye only. Red cards are marked, not coloured, until a line is printed, so that
lines can be measured and broken before.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

import click

from shengji.cards import SEATS, Order
from shengji.cli import draw
from shengji.cli.phrases import LANGUAGES, PHRASES
from shengji.cli.phrases import SEATS as COMPASS
from shengji.shapes import Component

__all__ = ["COLUMNS", "Voice", "padded", "painted", "safe", "width", "wrapped"]

COLUMNS = 80
#: names are cut at so many columns
LONGEST_NAME = 12
#: around a red card, until it is printed
ON, OFF = "\x01", "\x02"
#: joins cards of one suit, so that a line is not broken between them
TIED = "\u00a0"
JOKERS = {"en": {"BJ": "BJ", "LJ": "LJ"}, "zh": {"BJ": "大王", "LJ": "小王"}}
CHINESE = "\u3000-\u9fff\uff00-\uffef"
#: between a Chinese character and a Latin letter
BESIDE = re.compile("(?<=[\u4e00-\u9fff])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u4e00-\u9fff])")
#: what does not begin a line, and what does not end one
CLOSING, OPENING = "，。：；、）", "（"  # noqa: RUF001
#: a piece of a line that is not broken: a Chinese character with its punctuation, or a word
PIECE = re.compile(
    rf"[{OPENING}]*(?:[{CHINESE}]|[^ {CHINESE}]+)[{CLOSING}]* ?|[{OPENING}{CLOSING}]+| "
)


class Voice:
    """Says things in one language about players with names."""

    def __init__(self, lang: str, direction: str, names: Sequence[str] | None = None) -> None:
        self.lang = lang
        self._language = LANGUAGES.index(lang)
        given = [safe(name, LONGEST_NAME) for name in names or ()]
        self.names = tuple(given) or COMPASS[lang][direction]

    def say(self, phrase: str, /, **values: object) -> str:
        """Return a phrase, filled."""
        text = PHRASES[phrase][self._language].format(**values)
        return BESIDE.sub(" ", text) if self.lang == "zh" else text

    def who(self, seat: int | None) -> str:
        """Return the name of a seat."""
        return self.say("nobody") if seat is None else self.names[seat]

    def listed(self, texts: Iterable[str], last: str = "and") -> str:
        """Return texts one after the other: `a, b and c`."""
        *before, final = texts
        comma, end = self.say("comma"), self.say(last)
        return comma.join(before) + end + final if before else final

    def all_of(self, seats: Iterable[int]) -> str:
        """Return the names of some seats."""
        return self.listed(self.who(seat) for seat in seats)

    def team(self, number: int) -> str:
        """Return the names of a team."""
        return self.all_of((number, number + SEATS // 2))

    # --- cards -----------------------------------------------------------------------------------

    def cards(self, faces: Iterable[str]) -> str:
        """Return cards in short: the suit once, then the ranks that follow it."""
        text, suit = "", ""
        for face in faces:
            joker = JOKERS[self.lang].get(face)
            same = not joker and face[0] == suit
            suit = "" if joker else face[0]
            drawn = joker or (face[1:] if same else draw.SYMBOLS[face[0]] + face[1:])
            if face[0] in draw.RED:
                drawn = f"{ON}{drawn}{OFF}"
            text += (TIED if same else " ") + drawn
        return text.strip(" ") or "-"

    def sorted(self, order: Order, faces: Sequence[str]) -> str:
        """Return cards in short, trumps first, each group from high to low."""
        return self.cards(card for group in ranked(order, faces) for card in group)

    def hand(self, order: Order, faces: Sequence[str]) -> str:
        """Return a hand in groups; of the trumps a dash where there are none."""
        trumps, *sides = ranked(order, faces)
        groups = [self.cards(trumps), *(self.cards(side) for side in sides if side)]
        return f"{TIED}· ".join(groups)

    def contract(self, level: str, trump: str | None) -> str:
        """Return level and trump suit in words."""
        if level == "NT":
            return self.say("no-trump-level")
        suit = self.suit(trump)
        return self.say("suit-trump" if trump else "no-trump", suit=suit, level=level)

    def suit(self, trump: str | None) -> str:
        """Return the symbol of a suit."""
        if trump is None:
            return ""
        symbol = draw.SYMBOLS[trump]
        return f"{ON}{symbol}{OFF}" if trump in draw.RED else symbol

    def shapes(self, parts: Iterable[Component]) -> str:
        """Return components in words: `tractor of 2 + 3 singles`."""
        counted = Counter((part.type, part.length) for part in parts)
        texts = []
        for (kind, length), number in counted.items():
            shape = self.say(kind, n=length)
            several = "times" if length == 1 else "times-run"
            texts.append(shape if number == 1 else self.say(several, n=number, shape=shape))
        return self.say("plus").join(texts)


def ranked(order: Order, faces: Sequence[str]) -> list[list[str]]:
    """Return the cards of each group from high to low; the trumps first, also where there are none."""
    x = order.read(faces)
    return [
        sorted(
            group.tokens(group.of(x)),
            key=lambda face, group=group: (group.class_of[group.slot_of[face]], face),  # type: ignore[misc]
            reverse=True,
        )
        for group in order.groups
    ]


# --- lines ---------------------------------------------------------------------------------------


def safe(text: str, columns: int = COLUMNS) -> str:
    """Return somebody else's text without what a terminal would obey, cut to so many columns."""
    kept = "".join(char if char.isprintable() else "?" for char in text)
    while width(kept) > columns:
        kept = kept[:-2].rstrip() + "…"
    return kept


def width(text: str) -> int:
    """Return how many columns a text takes; marks take none."""
    return sum(
        0 if char in (ON, OFF) or unicodedata.combining(char)
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )  # fmt: skip


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Fill a text up with spaces; `right` puts it at the right end."""
    space = " " * (columns - width(text))
    return space + text if right else text + space


def wrapped(text: str, indent: str = "  ", hanging: str = "    ") -> list[str]:
    """Break a text into lines of 80 columns, the later ones further in."""
    lines = [indent]
    for piece in PIECE.findall(text):
        if width(lines[-1] + piece.rstrip(" ")) > COLUMNS and lines[-1].strip():
            lines[-1] = lines[-1].rstrip(" ")
            lines.append(hanging)
        lines[-1] += piece
    return lines


def painted(line: str) -> str:
    """Return a line as it is printed: red cards in red, no marks."""
    return (
        re.sub(f"{ON}(.*?){OFF}", lambda found: click.style(found[1], fg="red"), line)
        .replace(TIED, " ")
        .rstrip()
    )
