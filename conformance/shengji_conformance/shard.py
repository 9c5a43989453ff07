"""Shards: the parts into which a plan is cut, so that several machines can ask it.

Law of this file: which shard a case is in depends on its id alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

__all__ = ["Shard"]


@dataclass(frozen=True)
class Shard:
    """One part of a plan out of several; all questions of a case are in the same one."""

    number: int
    of: int

    @classmethod
    def read(cls, text: object) -> Shard | None:
        """Return the shard that a text like `2/3` means, if it means one."""
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text) if isinstance(text, str) else None
        if not found:
            return None
        number, of = int(found[1]), int(found[2])
        return cls(number, of) if 1 <= number <= of else None

    def holds(self, identity: str) -> bool:
        """Tell whether a case is in this shard: by the CRC-32 of its id, which is stable everywhere."""
        return crc32(identity.encode()) % self.of == self.number - 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"
