"""Conditions: which options must have which values.

Law of this file: a condition maps option keys to a value or a list of values; all must hold, and a key that
the options do not have never holds. `when`, `needs`, `applies` and `requires` are all conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Condition", "allowed", "holds", "same"]

Condition = Mapping[str, Any]


def same(a: object, b: object) -> bool:
    """Tell whether two option values are the same; true is not 1."""
    return type(a) is type(b) and a == b


def allowed(condition: Condition, key: str) -> list[Any]:
    """Return the values a condition allows for a key it names."""
    values = condition[key]
    return values if isinstance(values, list) else [values]


def holds(condition: Condition, options: Mapping[str, Any]) -> bool:
    """Tell whether options satisfy a condition."""
    for key, choices in condition.items():
        if key not in options:
            return False
        value = options[key]
        if type(choices) is list:
            kind = type(value)
            if not any(choice == value and type(choice) is kind for choice in choices):
                return False
        elif choices != value or type(choices) is not type(value):
            return False
    return True
