"""The adapter: the protocol on standard input and output.

Law of this file: all I/O of the engine stands here. A line is answered by a line; whatever
arrives, the adapter answers and lives on. It reads what is there, answers all whole lines and
writes once.

Nearly every line is a question in good order about an announced variant: `_quickly` answers those and
nothing else, `_carefully` everything, so that the quick way never has to say what is wrong.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, BinaryIO

import orjson

from shengji.errors import MalformedInput, Unsupported
from shengji.questions import QUESTIONS, ask
from shengji.rules import RuleSet

__all__ = ["Adapter", "serve"]

PROTOCOL = 1
WINDOW = 256
LONGEST_LINE = 16 * 1024 * 1024
CHUNK = 1 << 16

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602

#: finds the options and tables of a published variant by its id; KeyError if there is none
FindVariant = Callable[[str], tuple[Mapping[str, object], Mapping[str, object]]]


def _no_variant(variant: str) -> tuple[Mapping[str, object], Mapping[str, object]]:
    raise KeyError(variant)


class _DuplicateKey(ValueError):
    """A JSON object names a key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        msg = "a key occurs twice"
        raise _DuplicateKey(msg)
    return result


def _no_constant(name: str) -> Any:
    msg = f"{name} is no JSON"
    raise ValueError(msg)


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant).decode
_decode_loosely = json.JSONDecoder(parse_constant=_no_constant).decode
_encode = json.JSONEncoder(separators=(",", ":")).encode


class Adapter:
    """What one conversation knows: the variants that were announced."""

    def __init__(self, find_variant: FindVariant = _no_variant) -> None:
        self._find_variant = find_variant
        self._variants: dict[str, RuleSet] = {}
        self.finished = False

    def answer(self, line: bytes) -> str | None:
        """Return the answer to a line, without its end; None for a notification."""
        try:
            return self._quickly(line)
        except Exception:  # noqa: BLE001  (whatever it is, the careful way finds it again and says so)
            return self._carefully(line)

    def _quickly(self, line: bytes) -> str:
        """Answer a question in good order; raise anything at all for every other line."""
        request = orjson.loads(line)
        params, number = request["params"], request["id"]
        keys = len(request) + len(params)
        if "last_trick" in params:
            keys += len(params["last_trick"])
        # as many colons as keys: no key occurs twice, and no text holds a colon
        if line.count(b":") != keys or request["jsonrpc"] != "2.0" or type(number) is not int:
            raise ValueError
        result = ask(self._variants[params["variant"]], request["method"], params)
        return f'{{"jsonrpc":"2.0","id":{number},"result":{orjson.dumps(result).decode()}}}'

    def _carefully(self, line: bytes) -> str | None:
        try:
            request = _decode(line.decode())
        except _DuplicateKey:
            return self._duplicate(line)
        except (ValueError, RecursionError) as error:
            return _failure(None, PARSE_ERROR, f"not JSON: {error!s:.120}")
        if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
            return _failure(None, INVALID_REQUEST, "not a JSON-RPC 2.0 request")
        method, number = request.get("method"), request.get("id")
        if not isinstance(method, str) or not isinstance(number, (int, str, type(None))):
            return _failure(None, INVALID_REQUEST, "a request needs a method and an id")
        if "id" not in request:
            return None
        return self._respond(number, method, request.get("params", {}))

    def _respond(self, number: Any, method: str, params: Any) -> str:
        try:
            question = QUESTIONS.get(method)
            if question is None:
                return self._manage(number, method, params)
            try:
                rules = self._variants[params["variant"]]
            except (KeyError, TypeError):
                return _failure(number, BAD_PARAMS, "`variant` names no announced variant")
            return _success(number, ask(rules, method, params))
        except MalformedInput as error:
            return _failure(number, BAD_PARAMS, str(error))

    def _manage(self, number: Any, method: str, params: Any) -> str:
        if method == "initialize":
            return _success(number, _introduction())
        if method == "load_variant":
            return _success(number, self._load(params))
        if method == "shutdown":
            self.finished = True
            return _success(number, None)
        return _failure(number, UNKNOWN_METHOD, f"unknown question {method!r:.60}")

    def _load(self, params: Any) -> dict[str, Any]:
        if not isinstance(params, dict) or not isinstance(params.get("variant"), str):
            msg = "`variant` is missing"
            raise MalformedInput(msg)
        options, tables = params.get("options"), params.get("tables", {})
        if options is None:
            try:
                options, tables = self._find_variant(params["variant"])
            except KeyError:
                return {"supported": False, "because": "unknown variant, and no options are given"}
        if not isinstance(options, Mapping) or not isinstance(tables, Mapping):
            msg = "`options` and `tables` are objects"
            raise MalformedInput(msg)
        try:
            self._variants[params["variant"]] = RuleSet.from_options(options, tables)
        except Unsupported as error:
            return {"supported": False, "because": str(error)}
        return {"supported": True}

    def _duplicate(self, line: bytes) -> str:
        try:
            request = _decode_loosely(line.decode())
        except (ValueError, RecursionError):
            request = None
        number = request.get("id") if isinstance(request, dict) else None
        return _failure(
            number if isinstance(number, (int, str)) else None, BAD_PARAMS, "a key occurs twice"
        )


def _introduction() -> dict[str, Any]:
    try:
        release = version("shengji-conformance")
    except PackageNotFoundError:
        release = "0"
    return {
        "protocol": PROTOCOL,
        "implementation": {"name": "shengji", "version": release, "language": "python"},
        "questions": list(QUESTIONS),
        "window": WINDOW,
    }


def _success(number: Any, result: Any) -> str:
    return f'{{"jsonrpc":"2.0","id":{_encode(number)},"result":{_encode(result)}}}'


def _failure(number: Any, code: int, message: str) -> str:
    error = {"code": code, "message": message}
    return f'{{"jsonrpc":"2.0","id":{_encode(number)},"error":{_encode(error)}}}'


def serve(adapter: Adapter, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` on `sink` until it ends or a shutdown is asked for."""
    pending = b""
    while not adapter.finished:
        chunk = source.read1(CHUNK)  # type: ignore[attr-defined]
        *lines, pending = (pending + chunk).split(b"\n")
        if not chunk and pending:
            lines, pending = [pending], b""
        answers = _answers(adapter, lines)
        if len(pending) > LONGEST_LINE:
            answers.append(_failure(None, PARSE_ERROR, "the line is longer than 16 MiB"))
            pending = _skip_line(source)
        if answers:
            sink.write("\n".join([*answers, ""]).encode())
            sink.flush()
        if not chunk:
            return


def _answers(adapter: Adapter, lines: Iterable[bytes]) -> list[str]:
    answers = []
    for line in lines:
        if not line or line.isspace():
            continue
        answer = adapter.answer(line)
        if answer is not None:
            answers.append(answer)
        if adapter.finished:
            break
    return answers


def _skip_line(source: BinaryIO) -> bytes:
    """Read on to the end of a line that is too long; return what comes after it."""
    while chunk := source.read1(CHUNK):  # type: ignore[attr-defined]
        _, end, rest = chunk.partition(b"\n")
        if end:
            return bytes(rest)
    return b""


def main(find_variant: FindVariant = _no_variant) -> int:
    """Serve on standard input and output."""
    try:
        serve(Adapter(find_variant), sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        return 0
    return 0
