"""An answer against what a case expects.

Law of this file: only the keys a case names are compared; `cards`, `played`, `components` and each class of
`groups` compare as multisets, every other list in order; `one-of` lists several right answers; `rule` is
compared only when strict. Messages are never compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["matches"]

MULTISETS = {"cards", "played", "components"}


def matches(
    expect: Mapping[str, Any], result: object, question: str = "", *, strict: bool = False
) -> list[str]:
    """Return what differs, in words; nothing when the result is right."""
    del question  # one comparison serves all questions
    if "one-of" in expect:
        tries = [matches(choice, result, strict=strict) for choice in expect["one-of"]]
        return [] if not all(tries) else min(tries, key=len)
    if not isinstance(result, Mapping):
        return [f"the result is no object: {_short(result)}"]
    differences = []
    for key, wanted in expect.items():
        if key == "rule" and not strict:
            continue
        if key not in result:
            differences.append(f"{key} is missing")
        elif not _equal(key, wanted, result[key]):
            differences.append(f"{key}: expected {_short(wanted)}, got {_short(result[key])}")
    return differences


def _equal(key: str, wanted: Any, got: Any) -> bool:
    if isinstance(wanted, Mapping) and "one-of" in wanted:
        return any(_equal(key, choice, got) for choice in wanted["one-of"])
    return bool(_normal(key, wanted) == _normal(key, got))


def _normal(key: str, value: Any) -> Any:
    """Return a value in which only what matters is left to compare; true is not 1."""
    if isinstance(value, Mapping):
        if key == "groups":
            return {
                g: [_multiset(c) for c in rows] if _is_list(rows) else rows
                for g, rows in value.items()
            }
        return {k: _normal(k, v) for k, v in value.items()}
    if _is_list(value):
        return _multiset(value) if key in MULTISETS else [_normal("", v) for v in value]
    return (type(value).__name__, value)


def _multiset(value: Any) -> Any:
    if not _is_list(value):
        return value
    return sorted(repr(_normal("", item)) for item in value)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."
