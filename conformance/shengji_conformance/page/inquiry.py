"""What the parts of a drawing ask, and what is known already.

Law of this file: nothing is asked twice. A drawing waits for its answers; so several are tried first, to see
what they will ask, and all of that is asked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import orjson

from shengji_conformance.corpus import Variant
from shengji_conformance.page.reference import Asking, Given, Reference, Result

__all__ = ["Inquiry"]

#: how often drawings are tried: what they ask first, and what they ask when they know that
TRIES = 2

Key = tuple[str, bytes]


class Inquiry:
    """Questions of many drawings to one reference."""

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self._known: dict[Key, Result | None] = {}
        #: what a try would have asked; None while no try is made
        self._wanted: dict[Key, Asking] | None = None

    def ask(self, variant: Variant, asked: Sequence[tuple[str, Given]]) -> list[Result | None]:
        """Return the results of questions under a rule set; None for each that has none."""
        keys = [(variant.id, orjson.dumps(one)) for one in asked]
        new = {
            key: Asking(variant, *one)
            for key, one in zip(keys, asked, strict=True)
            if key not in self._known
        }
        if self._wanted is None:
            self._find_out(new)
        else:
            self._wanted.update(new)
        return [self._known.get(key) for key in keys]

    def look_ahead(self, attempt: Callable[[], None]) -> None:
        """Find out what something will ask; it is tried, in vain, and what was known before is forgotten."""
        self._known.clear()
        for _ in range(TRIES):
            self._wanted = {}
            try:
                attempt()
                wanted = self._wanted
            finally:
                self._wanted = None
            self._find_out(wanted)

    def _find_out(self, wanted: dict[Key, Asking]) -> None:
        answers = self._reference.ask([*wanted.values()])
        self._known.update(zip(wanted, answers, strict=True))
