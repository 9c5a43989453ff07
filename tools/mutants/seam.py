"""
The seam: one function or table entry of the engine replaced for a while.

Law of this file: a place is named `module:attribute`, with `.name` for what a class holds and `[key]` for an
entry of a table (`follow:refusal`, `cards:Group.at_least`, `score:FACTORS[double]`). Whoever has imported the
replaced object under the same name sees the replacement; afterwards all is as before.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

__all__ = ["Replacement", "engine_modules", "planted", "replaced"]

#: makes the replacement out of the original
Replacement = Callable[[Any], Any]
PACKAGE = "shengji"
_PLACE = re.compile(r"(\w+):(\w+)((?:\.\w+|\[[^\]]+\])*)")
_STEP = re.compile(r"\.(\w+)|\[([^\]]+)\]")


def engine_modules() -> list[ModuleType]:
    """Return the modules of the engine that are loaded."""
    head = f"{PACKAGE}."
    return [module for name, module in list(sys.modules.items()) if name.startswith(head)]


@contextmanager
def planted(replacements: Mapping[str, Replacement]) -> Iterator[None]:
    """Replace what stands at some places; KeyError or AttributeError for a place that does not exist."""
    with ExitStack() as stack:
        for place, make in replacements.items():
            stack.enter_context(_one(place, make))
        yield


def _one(place: str, make: Replacement) -> Any:
    found = _PLACE.fullmatch(place)
    assert found, f"{place!r} is no place"
    module = importlib.import_module(f"{PACKAGE}.{found[1]}")
    steps = _STEP.findall(found[3])
    if not steps:
        old = getattr(module, found[2])
        return replaced(found[2], old, make(old))
    holder = getattr(module, found[2])
    for name, key in steps[:-1]:
        holder = getattr(holder, name) if name else holder[key]
    name, key = steps[-1]
    return _attribute(holder, name, make) if name else _entry(holder, key, make)


@contextmanager
def replaced(name: str, old: Any, new: Any) -> Iterator[None]:
    """Put a new object in the place of an old one wherever the engine has it under a name or in a table."""
    holders = [(vars(module), name) for module in engine_modules() if name in vars(module)]
    holders += _in_tables()
    holders = [(holder, key) for holder, key in holders if holder[key] is old]
    for holder, key in holders:
        holder[key] = new
    try:
        yield
    finally:
        for holder, key in holders:
            holder[key] = old


def _in_tables() -> list[tuple[dict[Any, Any], Any]]:
    """Return the entries of all tables of the engine, and of the tables in them, that are functions."""
    tables = [value for module in engine_modules() for value in _dicts(vars(module))]
    tables += [value for table in tables for value in _dicts(table)]
    return [(table, key) for table in tables for key, value in table.items() if callable(value)]


def _dicts(holder: Mapping[Any, Any]) -> list[dict[Any, Any]]:
    return [v for k, v in holder.items() if type(v) is dict and not str(k).startswith("__")]


@contextmanager
def _attribute(holder: Any, name: str, make: Replacement) -> Iterator[None]:
    old = vars(holder)[name]
    setattr(holder, name, make(old))
    try:
        yield
    finally:
        setattr(holder, name, old)


@contextmanager
def _entry(holder: dict[Any, Any], key: str, make: Replacement) -> Iterator[None]:
    old = holder[key]
    holder[key] = make(old)
    try:
        yield
    finally:
        holder[key] = old
