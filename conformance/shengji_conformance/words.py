"""What the runner says, in the reader's language.

Law of this file: a sentence is a key and its values until somebody reads it, so that one run can be told
in both languages. Text that came from outside passes through `safe` before it may stand in a sentence.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from shengji_conformance.phrases import PHRASES

__all__ = ["LANGUAGES", "Count", "Said", "both", "default_language", "safe", "say"]

LANGUAGES = ("en", "zh")
LONGEST_QUOTE = 300


class Count(int):
    """A number that knows its plural: `{n:question}` is "1 question" or "1,234 questions"."""

    def __format__(self, noun: str) -> str:
        """Return the number, followed by the noun in the right number if there is one."""
        figure = f"{int(self):,}"
        if not noun:
            return figure
        return f"{figure} {noun}" if self == 1 else f"{figure} {_plural(noun)}"


def _plural(noun: str) -> str:
    return noun[:-1] + "ies" if noun.endswith("ry") else noun + "s"


@dataclass(frozen=True)
class Said:
    """A sentence of the catalogue with its values; a value may be another sentence."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def in_(self, language: str) -> str:
        """Return the sentence in a language."""
        values = {name: _value(value, language) for name, value in self.values.items()}
        return PHRASES[self.key][LANGUAGES.index(language)].format(**values)

    def __str__(self) -> str:
        return self.in_("en")


def _value(value: object, language: str) -> object:
    if isinstance(value, Said):
        return value.in_(language)
    if isinstance(value, int) and not isinstance(value, bool):
        return Count(value)
    return value


def say(key: str, /, **values: object) -> Said:
    """Return a sentence of the catalogue."""
    return Said(key, values)


def both(text: object, language: str) -> str:
    """Return a text of the corpus, a mapping from language to words, in a language."""
    if isinstance(text, Mapping):
        return str(text.get(language) or text.get("en") or "")
    return str(text or "")


def safe(text: object, limit: int = LONGEST_QUOTE) -> str:
    """Return text from outside without anything a terminal would act on, and not too long."""
    raw = text if isinstance(text, str) else _spelt(text)
    shown = "".join(c if c.isprintable() else _escaped(c) for c in raw[:limit])
    return shown if len(raw) <= limit else f"{shown}… (+{len(raw) - limit:,})"


def _spelt(value: object) -> str:
    try:
        return str(value)
    except RecursionError:
        return "…"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")


def default_language() -> str:
    """Return the language of the reader's locale."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    spoken = (locale.getlocale()[0] or "").lower()
    return "zh" if spoken.startswith(("zh", "chinese")) else "en"
