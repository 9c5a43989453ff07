"""
Entries of the catalogue: what a planted fault is.

Law of this file: an entry says whose fault it is like (the id of `known-bugs`, and a letter), what goes
wrong, which rules are broken, and makes the replacement of one place of the engine out of what stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tools.mutants.seam import Replacement

__all__ = ["Bug", "Catalogue", "under"]

Function = Callable[..., Any]


@dataclass(frozen=True)
class Bug:
    """One fault."""

    id: str
    title: str
    rules: tuple[str, ...]
    place: str
    make: Replacement
    #: why no case can notice it; empty where one must
    unobservable: str = ""
    #: options that it reads and the engine does not: the cases of its rules are asked with them too
    reads: Mapping[str, object] = field(default_factory=dict)


class Catalogue(list[Bug]):
    """Faults, in the order in which they are written down."""

    def bug(
        self,
        name: str,
        title: str,
        *rules: str,
        at: str,
        unobservable: str = "",
        reads: Mapping[str, object] | None = None,
    ) -> Callable[[Replacement], Replacement]:
        """Enter the fault whose replacement the decorated function makes."""

        def enter(make: Replacement) -> Replacement:
            self.append(Bug(name, title, rules, at, make, unobservable, reads or {}))
            return make

        return enter


def under(original: Function, **changes: object) -> Function:
    """Return a function that takes a rule set first, and plays by other options."""

    def changed(rules: Any, *args: Any, **named: Any) -> Any:
        return original(replace(rules, **changes), *args, **named)

    return changed
