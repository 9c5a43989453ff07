"""Whether output is coloured: on a terminal, unless somebody said otherwise.

Law of this file: who gets colours is decided here, for every command. An option outweighs the environment,
and the environment outweighs the guess.
"""

from __future__ import annotations

import os
from typing import IO, Any

__all__ = ["COLOUR_CHOICES", "DEFAULT_COLOUR", "paints"]

COLOUR_CHOICES = ("auto", "always", "never")
DEFAULT_COLOUR = "auto"


def paints(choice: str, stream: IO[Any]) -> bool:
    """Tell whether a stream gets colours; `auto` heeds NO_COLOR and FORCE_COLOR."""
    if choice != DEFAULT_COLOUR:
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM", "") not in ("dumb", "unknown")
