"""Messages: how a question is written and what an answer means.

Law of this file: everything that knows JSON-RPC is here, and nothing that knows processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from shengji_conformance import __version__
from shengji_conformance.corpus import Case, Variant
from shengji_conformance.words import Said, safe, say

__all__ = [
    "BAD_PARAMS",
    "PROTOCOL",
    "UNSUPPORTED",
    "Announced",
    "Implementation",
    "Message",
    "Refused",
    "announcement",
    "body",
    "greeting",
    "read_announced",
    "read_greeting",
    "request",
]

PROTOCOL = 1
DEFAULT_WINDOW, LARGEST_WINDOW = 64, 1024

UNKNOWN_QUESTION, NOT_UNDER_THESE_RULES, BAD_PARAMS = -32601, -32001, -32602
UNSUPPORTED = frozenset({UNKNOWN_QUESTION, NOT_UNDER_THESE_RULES})

#: an answer as it came
Message = dict[str, Any]


class Refused(Exception):
    """The adapter's answer to the handshake is none that a run can start from."""

    def __init__(self, said: Said, *, unsupported: bool = False) -> None:
        super().__init__(str(said))
        self.said = said
        self.unsupported = unsupported


@dataclass(frozen=True)
class Implementation:
    """What an adapter says of itself in the handshake."""

    name: str
    version: str
    described: Mapping[str, str]
    questions: frozenset[str] | None
    window: int


@dataclass(frozen=True)
class Announced:
    """What an adapter says to a variant that it will play."""

    without: frozenset[str] = frozenset()

    def leaves_out(self, case: Case) -> str | None:
        """Return an option of a case that the adapter leaves out, if it has one."""
        if not self.without:
            return None
        return next(iter(self.without.intersection(case.get("when") or ())), None)


def request(number: int, rest: bytes) -> bytes:
    """Return the line that asks what a body says."""
    return b'{"jsonrpc":"2.0","id":%d,%b' % (number, rest)


def body(method: str, params: Mapping[str, Any]) -> bytes:
    """Return a request without its id, so that it can be written before its turn."""
    return b'"method":%b,"params":%b}\n' % (orjson.dumps(method), orjson.dumps(params))


def question_body(case: Case, variant: bytes) -> bytes:
    """Return the request of a case under a variant, given as JSON text."""
    given = orjson.dumps(case["given"])
    comma = b"" if given == b"{}" else b","
    return b'"method":"%b","params":{"variant":%b%b%b}\n' % (
        case["question"].encode(),
        variant,
        comma,
        given[1:],
    )


def greeting() -> dict[str, Any]:
    """Return the params of `initialize`."""
    return {"protocol": PROTOCOL, "suite": {"name": "shengji-conformance", "version": __version__}}


def announcement(variant: Variant) -> dict[str, Any]:
    """Return the params of `load_variant`."""
    return {"variant": variant.id, "options": variant.options, "tables": variant.tables}


def read_greeting(message: Message) -> Implementation:
    """Return what the adapter says of itself; refuse an answer that nothing can be built on."""
    result = _result_of("initialize", message)
    if result.get("protocol") != PROTOCOL:
        theirs = safe(orjson.dumps(result.get("protocol")).decode())
        raise Refused(say("wrong-protocol", theirs=theirs, ours=str(PROTOCOL)))
    itself = result.get("implementation")
    itself = itself if isinstance(itself, dict) else {}
    described = {
        key: safe(itself[key])
        for key in ("name", "version", "language", "url")
        if isinstance(itself.get(key), str)
    }
    return Implementation(
        described.get("name", "?"),
        described.get("version", ""),
        described,
        _names(result.get("questions")),
        _window(result.get("window")),
    )


def _names(listed: object) -> frozenset[str] | None:
    if not isinstance(listed, list):
        return None
    return frozenset(name for name in listed if isinstance(name, str))


def _window(asked: object) -> int:
    if not isinstance(asked, int) or isinstance(asked, bool) or asked < 1:
        return DEFAULT_WINDOW
    return min(asked, LARGEST_WINDOW)


def read_announced(message: Message) -> Announced:
    """Return what an adapter leaves out of a variant; refuse if it does not play it."""
    result = _result_of("load_variant", message)
    supported = result.get("supported")
    if supported is True:
        return Announced(_names(result.get("without")) or frozenset())
    if supported is False:
        because = result.get("because")
        said = (
            say("variant-refused-because", because=safe(because))
            if isinstance(because, str) and because
            else say("variant-refused")
        )
        raise Refused(said, unsupported=True)
    raise Refused(say("load-variant-unclear"))


def _result_of(method: str, message: Message) -> Mapping[str, Any]:
    error, result = message.get("error"), message.get("result")
    if isinstance(error, dict):
        code = error.get("code")
        said = say("handshake-error", method=method, error=error_text(error))
        raise Refused(said, unsupported=code in UNSUPPORTED if isinstance(code, int) else False)
    if not isinstance(result, dict):
        raise Refused(say("handshake-no-object", method=method))
    return result


def error_text(error: Mapping[str, Any]) -> str:
    """Return a JSON-RPC error as a person reads it: the code, and the message if there is one."""
    code, message = safe(error.get("code"), 20), error.get("message")
    return f"{code} “{safe(message)}”" if message else code
