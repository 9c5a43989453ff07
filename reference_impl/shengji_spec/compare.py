"""
An answer against what a case expects.

Law of this file: only the keys a case names are compared; `cards`, `played`, `components` and each class of
`groups` compare as multisets, every other list in order; `one-of` lists several right answers; `rule` is
compared only when strict. Messages are never compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["matches"]

#: keys whose lists have no order
UNORDERED = frozenset({"cards", "played", "components"})


def matches(
    expect: Mapping[str, Any], result: object, question: str = "", *, strict: bool = False
) -> list[str]:
    """
    Return what differs, in words; nothing when the result is right.

    One comparison serves all questions; `question` is there for the day when one of them needs its own.
    """
    if "malformed" in expect:
        return [f"no position, and yet there is an answer: {_short(result)}"]
    if "one-of" in expect:
        tries = [matches(choice, result, question, strict=strict) for choice in expect["one-of"]]
        return [] if not all(tries) else min(tries, key=len)
    if not isinstance(result, Mapping):
        return [f"the result is no object: {_short(result)}"]
    differences = []
    for key, wanted in expect.items():
        if key == "rule" and not strict:
            continue
        if key not in result:
            differences.append(f"{key} is missing; expected {_short(wanted)}")
        elif not _equal(key, wanted, result[key]):
            differences.append(f"{key}: expected {_short(wanted)}, got {_short(result[key])}")
    return differences


def _equal(key: str, wanted: Any, got: Any) -> bool:
    """Tell whether two values under a key are equal as JSON has it; true is not 1."""
    if isinstance(wanted, Mapping):
        if "one-of" in wanted:
            return any(_equal(key, choice, got) for choice in wanted["one-of"])
        return isinstance(got, Mapping) and _equal_objects(key, wanted, got)
    if not isinstance(wanted, list):
        return wanted == got and type(wanted) is type(got)
    if not isinstance(got, list) or len(wanted) != len(got):
        return False
    if key in UNORDERED:
        return sorted(map(_text, wanted)) == sorted(map(_text, got))
    inner = "cards" if key == "classes" else ""
    return all(_equal(inner, one, other) for one, other in zip(wanted, got, strict=True))


def _equal_objects(key: str, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    """Compare the keys that are wanted; of `groups` all, but a group without cards is no group."""
    if key == "groups":
        names = {name for groups in (wanted, got) for name, rows in groups.items() if rows != []}
        return all(_equal("classes", wanted.get(name), got.get(name)) for name in names)
    return all(name in got and _equal(name, wanted[name], got[name]) for name in wanted)


def _text(item: Any) -> str:
    """Return a text that is the same for items that are equal: a card, or a component."""
    if isinstance(item, str):
        return item
    if isinstance(item, Mapping) and isinstance(item.get("cards"), list):
        return json.dumps([item.get("type"), sorted(map(_text, item["cards"]))])
    return json.dumps(item, sort_keys=True)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
