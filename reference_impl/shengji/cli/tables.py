"""Bid ladders and level tables as people read them.

Law of this file: it draws tables as the specification has them; nothing is looked up in them here.
"""

# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shengji.cli.draw import LESS

__all__ = ["bands", "ladder", "ladder_in_words"]

Step = Mapping[str, Any]
Pattern = Mapping[str, int]

#: what a pattern may ask for, in the order in which it is shown
PARTS = ("level", "suited", "joker-of-colour", "joker", "LJ", "BJ")
#: one card of each part; a level card is drawn as the 2 of spades, and so its joker is the little one
ONE = {"level": "♠2", "suited": "♠?", "joker-of-colour": "LJ", "joker": "joker"}
#: one of each part, and several of it
NAMES = {
    "en": {
        "level": ("a level card", "{} equal level cards"),
        "suited": ("a card of a suit", "{} equal cards of a suit"),
        "joker-of-colour": ("the joker of its colour", "{} jokers of their colour"),
        "joker": ("a joker", "{} jokers"),
        "LJ": ("a little joker", "{} little jokers"),
        "BJ": ("a big joker", "{} big jokers"),
    },
    "zh": {
        "level": ("一张级牌", "{}张相同的级牌"),
        "suited": ("一张花色牌", "{}张相同的花色牌"),
        "joker-of-colour": ("同色的王", "{}张同色的王"),
        "joker": ("任一张王", "任{}张王"),
        "LJ": ("一张小王", "{}张小王"),
        "BJ": ("一张大王", "{}张大王"),
    },
}
NUMBERS = {"en": ("", "one", "two", "three", "four"), "zh": ("", "一", "两", "三", "四")}
WORDS = {
    "en": {
        "with": " with ",
        "or": " or ",
        "declare": " (in the draw only)",
        "counter": " (as a counter only)",
        "dealer": "dealer side +{}",
        "attackers": "attackers +{}",
        "other-side": ", the other side {:+d}",
        "take": "attackers deal next",
        "from": "{} or more",
        "range": "{} to {}",
        "then": "and for every {} more",
        "below": "below 0",
        "below-every": "for every {} below 0",
        "again": "+{} more",
    },
    "zh": {
        "with": "带",
        "or": "或",
        "declare": "（仅摸牌时）",
        "counter": "（仅反主时）",
        "dealer": "庄家方升 {} 级",
        "attackers": "闲家方升 {} 级",
        "other-side": "，另一方 {:+d} 级",
        "take": "闲家方上台",
        "from": "{} 以上",
        "range": "{} 至 {}",
        "then": "此后每多 {}",
        "below": "0 以下",
        "below-every": "0 以下每 {}",
        "again": "再升 {} 级",
    },
}
EQUAL = " = "


def ladder(steps: Sequence[Step], window: str = "") -> str:
    """Return a ladder in cards, weak to strong; with a window only the steps open in it."""
    drawn = [EQUAL.join(map(_cards, step["shows"])) for step in _open(steps, window)]
    return f" {LESS} ".join(drawn) or "-"


def ladder_in_words(steps: Sequence[Step], lang: str, window: str = "") -> str:
    """Return a ladder in words; steps open in one window only say so."""
    words = WORDS[lang]
    told = []
    for step in _open(steps, window):
        shown = words["or"].join(_words(pattern, lang) for pattern in step["shows"])
        windows = step.get("in", ())
        told.append(shown + (words[windows[0]] if len(windows) == 1 and not window else ""))
    return LESS.join(told) or "-"


def _open(steps: Sequence[Step], window: str) -> list[Step]:
    return [step for step in steps if not window or window in step.get("in", (window,))]


def _cards(pattern: Pattern) -> str:
    return " ".join(ONE.get(part, part) for part in PARTS for _ in range(pattern.get(part, 0)))


def _words(pattern: Pattern, lang: str) -> str:
    told = []
    for part in PARTS:
        number = pattern.get(part, 0)
        if number:
            one, several = NAMES[lang][part]
            figures = NUMBERS[lang]
            figure = figures[number] if number < len(figures) else str(number)
            told.append(one if number == 1 else several.format(figure))
    return WORDS[lang]["with"].join(told)


def bands(table: Mapping[str, Any], lang: str) -> Iterator[tuple[str, str]]:
    """Yield a level table as ranges of totals and what they bring."""
    words, rows = WORDS[lang], table["bands"]
    below = table.get("below")
    if below:
        every = below.get("every")
        label = words["below-every"].format(every) if every else words["below"]
        yield label, _gain("dealer", below["gains"], lang)
    for row, above in zip(rows, [*rows[1:], None], strict=True):
        first = row["from"]
        if above is None:
            label = words["from"].format(first)
        else:
            last = above["from"] - 5
            label = str(first) if first == last else words["range"].format(first, last)
        other = row.get("other-side")
        gain = _gain(row["side"], row["gains"], lang)
        yield label, gain + (words["other-side"].format(other) if other else "")
    then = table.get("then")
    if then:
        yield words["then"].format(then["every"]), words["again"].format(then["gains"])


def _gain(side: str, levels: int, lang: str) -> str:
    if side == "attackers" and not levels:
        return WORDS[lang]["take"]
    return WORDS[lang][side].format(levels)
