"""Lines on stdout that answer nothing: what they are, in words.

Law of this file: a line is looked at and named; what follows from it is the session's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from shengji_conformance.protocol import Message, error_text
from shengji_conformance.words import safe

__all__ = ["Noise", "name_line", "name_stray"]


@dataclass(frozen=True)
class Noise:
    """A line that is no answer to a question in flight: a sentence of the catalogue and its values."""

    key: str
    values: Mapping[str, str]
    #: it may have been meant as the answer that is waited for
    meant: bool = True


def name_line(line: bytes) -> Message | Noise:
    """Return the answer that a line holds, or what it is instead."""
    try:
        message = orjson.loads(line)
    except ValueError:
        return Noise("not-json", _quoted(line))
    if not isinstance(message, dict) or not {"result", "error"} & message.keys():
        return Noise("no-answer", _quoted(line))
    return message


def _quoted(line: bytes) -> Mapping[str, str]:
    return {"line": safe(line.decode("utf-8", "replace"), 120)}


def name_stray(message: Message, asked: int) -> Noise:
    """Return what is wrong with an answer whose id belongs to nothing; `asked` ids have been given out."""
    number: Any = message.get("id")
    error = message.get("error")
    if number is None and isinstance(error, dict):
        return Noise("error-without-id", {"error": error_text(error)})
    shown = {"id": safe(f'"{number}"' if isinstance(number, str) else number, 40)}
    if isinstance(number, int) and 0 <= number < asked:
        return Noise("answered-twice", shown, meant=False)
    if isinstance(number, str) and number.isdecimal():
        return Noise("id-is-text", shown)
    return Noise("unknown-id", shown)
