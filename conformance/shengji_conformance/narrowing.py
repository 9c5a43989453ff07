"""What narrows a selection, as the user typed it.

Law of this file: flags of different kinds narrow each other, the same flag given again widens. What a flag
cannot mean is refused with the nearest thing that it can.
"""

from __future__ import annotations

from dataclasses import dataclass

from shengji_conformance.selection import Shard, UsageError
from shengji_conformance.words import say

__all__ = ["Narrowing", "read_shard"]


@dataclass(frozen=True)
class Narrowing:
    """The flags of selection beside --variant, --select and --tier."""

    shard: str | None = None


def read_shard(text: str | None) -> Shard | None:
    """Return the shard that a text means; refuse one that means none."""
    shard = Shard.read(text)
    if text is None or shard:
        return shard
    number, slash, of = text.partition("/")
    if slash and number.isdecimal() and of.isdecimal() and int(of):
        near = min(max(int(number), 1), int(of))
        raise UsageError(say("no-shard-but", text=text, near=f"{near}/{int(of)}"))
    raise UsageError(say("no-shard", text=text))
