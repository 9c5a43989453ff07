"""
The specification of Shengji as data: found, loaded, checked, resolved.

Law of this file: names people import first, and nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shengji_spec.errors import Problem, SpecError
    from shengji_spec.model import Spec, load_spec
    from shengji_spec.variants import Resolved, resolve

__all__ = ["Problem", "Resolved", "Spec", "SpecError", "load_spec", "resolve"]

_HOMES = {
    "Problem": "errors",
    "SpecError": "errors",
    "Spec": "model",
    "load_spec": "model",
    "Resolved": "variants",
    "resolve": "variants",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for; the runner needs `compare` alone, and starts fast."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
