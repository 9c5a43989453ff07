"""Any value in words: cards as cards, alternatives side by side, the rest as JSON.

Law of this file: a value may be anything an implementation or a case could think of; nothing here raises.
"""

from __future__ import annotations

from typing import Any

import orjson

from shengji_conformance.cards import cards, is_cards
from shengji_conformance.words import safe, say

__all__ = ["value"]


def value(of: Any, language: str) -> str:
    """Return any value."""
    if isinstance(of, dict) and isinstance(of.get("one-of"), list):
        return say("or").in_(language).join(value(one, language) for one in of["one-of"])
    if is_cards(of):
        return cards(of, language)
    if isinstance(of, bool) or of is None:
        return say({True: "yes", False: "no", None: "nobody"}[of]).in_(language)
    if isinstance(of, str):
        return safe(of)
    try:
        return safe(orjson.dumps(of).decode())
    except orjson.JSONEncodeError:
        return safe(repr(of))
