"""Faces of equal strength in answers: any of them is as right as another.

Law of this file: which faces are equal the answer to `order_cards` says; nothing here knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["chosen_faces", "classes_of", "exchanged"]

#: keys of answers that hold cards, or components with cards
KEYS = frozenset({"played", "components", "cards"})


def classes_of(result: Any) -> list[list[str]]:
    """Return the classes of equal strength in a result of `order_cards`."""
    groups = result.get("groups", {}) if isinstance(result, Mapping) else {}
    return [row for rows in groups.values() for row in rows]


def chosen_faces(of: Any) -> list[str]:
    """Return the cards in an answer."""
    if isinstance(of, Mapping):
        choices = of.get("one-of", ())
        inner = [of[key] for key in of.keys() & KEYS]
        return [face for item in (*inner, *choices) for face in chosen_faces(item)]
    if isinstance(of, list):
        texts = [[item] if isinstance(item, str) else chosen_faces(item) for item in of]
        return [face for found in texts for face in found]
    return []


def exchanged(of: Any, same: Mapping[str, str]) -> Any:
    """Return an answer in which one face stands for all of equal strength."""
    if isinstance(of, Mapping):
        return {
            key: exchanged(value, same) if key in KEYS or key == "one-of" else value
            for key, value in of.items()
        }
    if isinstance(of, list):
        return [exchanged(item, same) for item in of]
    return same.get(of, of) if isinstance(of, str) else of
