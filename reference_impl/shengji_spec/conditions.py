"""
Conditions: which options must have which values.

Law of this file: a condition maps option keys to a value or a list of values; all must hold, and a key that
the options do not have never holds. `when`, `needs`, `applies` and `requires` are all conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["Condition", "allowed", "among", "both", "exclusive", "holds", "same"]

Condition = Mapping[str, Any]


def same(a: object, b: object) -> bool:
    """Tell whether two option values are the same; true is not 1."""
    return type(a) is type(b) and a == b


def among(value: object, values: Iterable[object]) -> bool:
    """Tell whether a value is one of some values."""
    return any(same(value, choice) for choice in values)


def allowed(condition: Condition, key: str) -> list[Any]:
    """Return the values a condition allows for a key it names."""
    values = condition[key]
    return values if isinstance(values, list) else [values]


def holds(condition: Condition, options: Mapping[str, Any]) -> bool:
    """Tell whether options satisfy a condition."""
    for key, wanted in condition.items():
        if key not in options:
            return False
        value = options[key]
        kind = type(value)
        if type(wanted) is list:
            if not any(choice == value and type(choice) is kind for choice in wanted):
                return False
        elif wanted != value or type(wanted) is not kind:
            return False
    return True


def both(first: Condition, second: Condition) -> dict[str, list[Any]]:
    """Return the condition that holds where two do; a key left without values never holds."""
    result = {key: list(allowed(first, key)) for key in first}
    for key in second:
        values = allowed(second, key)
        result[key] = (
            [v for v in result[key] if among(v, values)] if key in result else list(values)
        )
    return result


def exclusive(first: Condition, second: Condition) -> bool:
    """Tell whether some option keeps two conditions from holding at once."""
    return any(not values for values in both(first, second).values())
