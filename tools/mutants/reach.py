"""
Which functions of the engine an ask comes to: a mutant of any other cannot change its answer.

Law of this file: what the engine keeps from one question to the next (orders of cards, ladders, tables) is
built before, so functions that build it are not seen here; nobody must rely on that for their modules.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import shengji

__all__ = ["reached"]

HOME = str(Path(shengji.__file__).parent)


def reached(act: Callable[[], object]) -> frozenset[str]:
    """Return the functions of the engine that are called, as `module:function`."""
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    own = (code for code in seen if code.co_filename.startswith(HOME))
    return frozenset(
        f"{Path(code.co_filename).stem}:{code.co_qualname.partition('.<locals>')[0]}"
        for code in own
    )
