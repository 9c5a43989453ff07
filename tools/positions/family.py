"""
What a family of positions is.

Law of this file: a family is a row of a table: its name, what its positions are about, where it makes
sense, and the function that draws one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from shengji_spec.conditions import Condition, holds

from tools.positions.dice import Below
from tools.positions.pack import Options

__all__ = ["Family", "Given"]

Given = dict[str, Any]
#: positions with pairs, positions with triples
PAIRS: Condition = {"cards.decks": [2, 3, 4]}
TRIPLES: Condition = {"cards.decks": [3, 4]}


@dataclass(frozen=True)
class Family:
    """One kind of position of a question."""

    name: str
    #: what its positions are about, in both languages
    en: str
    zh: str
    draw: Callable[[Random | Below, Options], Given]
    #: how often it is drawn beside the others
    weight: int = 2
    #: the options under which it makes sense
    when: Condition = field(default_factory=dict)

    @property
    def title(self) -> Mapping[str, str]:
        """Return what its positions are about, by language."""
        return {"en": self.en, "zh": self.zh}

    def fits(self, options: Options) -> bool:
        """Tell whether it makes sense under some options."""
        return holds(self.when, options)
