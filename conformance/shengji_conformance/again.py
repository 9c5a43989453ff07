"""The command that asks one case again, as it is typed.

Law of this file: what was shown of a case can be had again by copying a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shengji_conformance.corpus import Variant
from shengji_conformance.explain import command_line

__all__ = ["Again"]


@dataclass(frozen=True)
class Again:
    """What such a command repeats of a run's own: before a case's options, and after them."""

    before: Sequence[str] = ()
    after: Sequence[str] = ()

    def line(self, variant: Variant, identity: str) -> str:
        """Return the command for a case under a variant."""
        one = ["--variant", variant.file or variant.id, "--select", identity]
        return command_line(["shengji-conformance", "run", *self.before, *one, *self.after])
