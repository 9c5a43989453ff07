"""
Ids: how those that came back differ from those that were sent.

Law of this file: one question is open at a time, so whose answer it is stands to reason; what its id says is
looked at here, over all answers, and named once.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import orjson

from shengji_conformance.words import Said, safe, say

__all__ = ["Ids"]


class Ids:
    """The ids of all answers to questions asked one by one."""

    def __init__(self) -> None:
        self._pairs: list[tuple[int, Any]] = []
        self._missing = 0

    def add(self, sent: int, message: dict[str, Any]) -> None:
        """Note what came back for an id."""
        self._pairs.append((sent, message.get("id")))
        self._missing += "id" not in message

    def wrong(self) -> Said | None:
        """Return what is wrong with the ids; nothing if they come back as they went."""
        wrong = [(sent, got) for sent, got in self._pairs if got != sent or type(got) is not int]
        if not wrong:
            return None
        values = {"sent": str(wrong[-1][0]), "got": _shown(wrong[-1][1])}
        kinds = Counter(self._kind(sent, got) for sent, got in wrong)
        kind = kinds.most_common(1)[0][0]
        numbers = {got for _, got in self._pairs if type(got) is int}
        if kind == "other" and len(numbers) == 1 and len(self._pairs) > 2:
            kind = "constant"
        elif kind == "other" and self._counts():
            kind = "own-count"
        return say(f"id-{kind}", **values)

    def _kind(self, sent: int, got: Any) -> str:
        if got is None:
            return "missing" if self._missing else "null"
        if isinstance(got, str):
            return "text" if got.strip() == str(sent) else "other"
        if isinstance(got, float) and got == sent:
            return "fraction"
        return "other"

    def _counts(self) -> bool:
        """Tell whether the adapter numbers its answers by itself."""
        got = [number for _, number in self._pairs]
        if not all(type(number) is int for number in got):
            return False
        return len(got) > 2 and all(b - a == 1 for a, b in pairwise(got))


def _shown(value: Any) -> str:
    try:
        return safe(orjson.dumps(value).decode(), 40)
    except orjson.JSONEncodeError:
        return "…"
