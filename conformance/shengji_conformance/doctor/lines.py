"""
A line on stdout: the answer in it, and what is wrong with how it was written.

Law of this file: it looks at one line and is lenient, so that whoever made a mistake of form is still heard.
A habit is named as a person would name it, and each has a sentence `odd-...` in the catalogue.
"""

from __future__ import annotations

import ast
import codecs
from dataclasses import dataclass
from typing import Any

import orjson

from shengji_conformance.words import Said, safe, say

__all__ = ["Heard", "read_line", "read_together"]

SHOWN = 120
RESULTS = frozenset({"legal", "groups", "winner", "count", "supported", "protocol", "total"})


@dataclass(frozen=True)
class Heard:
    """What a line holds: perhaps an answer, perhaps something odd about it."""

    message: dict[str, Any] | None = None
    odd: Said | None = None


def read_line(line: bytes) -> Heard:
    """Return what a line holds."""
    if b"\x00" in line:
        return Heard(odd=say("odd-utf-16"))
    if line.startswith(codecs.BOM_UTF8):
        heard = read_line(line.removeprefix(codecs.BOM_UTF8))
        return Heard(heard.message, say("odd-bom"))
    if line.lower().startswith(b"content-length:"):
        return Heard(odd=say("odd-content-length"))
    try:
        found = orjson.loads(line)
    except ValueError:
        return _no_json(line)
    return _read(found, line)


def read_together(lines: list[bytes]) -> Heard | None:
    """Return the answer that several lines hold together, if they do."""
    try:
        found = orjson.loads(b"\n".join(lines))
    except ValueError:
        return None
    if not isinstance(found, dict) or not found.keys() & {"result", "error", "id"}:
        return None
    return Heard(found, say("odd-several-lines"))


def _read(found: Any, line: bytes) -> Heard:
    noise = Heard(odd=say("odd-noise", line=_shown(line)))
    if isinstance(found, list):
        only = found[0] if len(found) == 1 and isinstance(found[0], dict) else None
        return Heard(only, say("odd-batch"))
    if isinstance(found, str):
        inner = read_line(found.encode("utf-8", "replace")).message
        return Heard(inner, say("odd-twice-encoded")) if inner else noise
    return _read_object(found, line) or noise if isinstance(found, dict) else noise


def _read_object(found: dict[str, Any], line: bytes) -> Heard | None:
    """Return the answer that an object is, or its like."""
    ends = found.keys() & {"result", "error"}
    if len(ends) > 1 and None in (found["result"], found["error"]):
        name = "error" if found["error"] is None else "result"
        rest = {key: value for key, value in found.items() if key != name}
        return Heard(rest, say("odd-null-too", name=name))
    if ends:
        return Heard(found)
    if "method" in found:
        return Heard(odd=say("odd-echo", line=_shown(line)))
    if found.keys() & RESULTS:
        bare = {key: value for key, value in found.items() if key not in ("id", "jsonrpc")}
        message = {"id": found.get("id"), "result": bare}
        return Heard(message, say("odd-no-envelope", line=_shown(line)))
    return None


def _no_json(line: bytes) -> Heard:
    text = line.decode("utf-8", "replace").strip()
    if text.startswith("{'"):
        try:
            found = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found = None
        message = _read(found, line).message if isinstance(found, dict) else None
        return Heard(message, say("odd-python", line=_shown(line)))
    start, end = text.find('{"'), text.rfind("}")
    if 0 <= start < end:
        return _embedded(text, line)
    return Heard(odd=say("odd-noise", line=_shown(line)))


def _embedded(text: str, line: bytes) -> Heard:
    """Return the answer that stands in a line behind or before something else."""
    start = text.find('{"')
    for end in (text.rfind("}") + 1, text.find("}{") + 1):
        if end > start:
            try:
                found = orjson.loads(text[start:end])
            except ValueError:
                continue
            key = "odd-two-on-a-line" if "}{" in text else "odd-text-beside"
            message = found if isinstance(found, dict) and "id" in found else None
            return Heard(message, say(key, line=_shown(line)))
    return Heard(odd=say("odd-noise", line=_shown(line)))


def _shown(line: bytes) -> str:
    return safe(line.decode("utf-8", "replace").rstrip("\r"), SHOWN)
