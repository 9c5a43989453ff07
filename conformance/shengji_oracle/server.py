"""The protocol: JSON-RPC 2.0, one message a line."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from shengji_oracle.errors import MalformedError, UnsupportedError
from shengji_oracle.questions import QUESTIONS, ask
from shengji_oracle.reading import Params
from shengji_oracle.ruleset import RuleSet, read_rule_set

PROTOCOL = 1
NO_JSON, NO_REQUEST, UNKNOWN_METHOD, MALFORMED, BROKEN = -32700, -32600, -32601, -32602, -32603
UNSUPPORTED = -32001


class Twice(dict[str, Any]):
    """A JSON object in which a key occurs twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, marked if a key occurs twice."""
    keys = [key for key, _ in pairs]
    return dict(pairs) if len(set(keys)) == len(keys) else Twice(pairs)


def _constant(name: str) -> Any:
    """Refuse NaN and the infinities, which are no JSON."""
    raise ValueError(f"{name} is no JSON")


def _holds_twice(value: Any) -> bool:
    """Tell whether a key occurs twice anywhere in a message."""
    if isinstance(value, dict):
        return isinstance(value, Twice) or any(map(_holds_twice, value.values()))
    return isinstance(value, list) and any(map(_holds_twice, value))


class Server:
    """One conversation: the variants that were announced."""

    def __init__(self) -> None:
        self.variants: dict[str, RuleSet | None] = {}
        self.methods: dict[str, Callable[[dict[str, Any]], Any]] = {
            "initialize": self.initialize,
            "load_variant": self.load_variant,
            "shutdown": lambda _: None,
        }

    def serve(self, lines: Iterable[bytes]) -> Iterator[str]:
        """Yield the answer to each line, until there are no more or a shutdown has been asked."""
        for line in lines:
            answer, last = self.reply(line)
            yield json.dumps(answer, separators=(",", ":"))
            if last:
                return

    def reply(self, line: bytes) -> tuple[dict[str, Any], bool]:
        """Return the answer to one line, and whether it is the last."""
        try:
            request = json.loads(line.decode(), object_pairs_hook=_object, parse_constant=_constant)
        except (ValueError, RecursionError):
            return _error(None, NO_JSON, "a line is one JSON text"), False
        if not _is_request(request):
            return _error(None, NO_REQUEST, "no request of JSON-RPC 2.0"), False
        method, number = request["method"], request["id"]
        if method not in self.methods and method not in QUESTIONS:
            return _error(number, UNKNOWN_METHOD, f"{method}: no such question here"), False
        return self._answer(method, number, request), method == "shutdown"

    def _answer(self, method: str, number: Any, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request that this program knows."""
        try:
            result = self._result(method, _params_of(request))
        except MalformedError as error:
            return _error(number, MALFORMED, str(error))
        except UnsupportedError as error:
            return _error(number, UNSUPPORTED, str(error))
        except Exception as error:  # noqa: BLE001 - a fault here must not end the conversation
            return _error(number, BROKEN, f"{type(error).__name__}: {error}")
        return {"jsonrpc": "2.0", "id": number, "result": result}

    def _result(self, method: str, params: dict[str, Any]) -> Any:
        """Return the result of a request."""
        if method in self.methods:
            return self.methods[method](params)
        variant = params.get("variant")
        if not isinstance(variant, str) or variant not in self.variants:
            raise MalformedError("variant: not announced")
        rules = self.variants[variant]
        if rules is None:
            raise UnsupportedError("variant: its rules are not known here")
        return ask(method, Params(params, rules))

    def initialize(self, params: dict[str, Any]) -> Any:
        """Say who this is and what it answers."""
        suite = params.get("suite")
        if type(params.get("protocol")) is not int or not isinstance(suite, dict):
            raise MalformedError("protocol and suite must be there")
        if not all(isinstance(suite.get(key), str) for key in ("name", "version")):
            raise MalformedError("suite: name and version must be there")
        about = {"name": "shengji-oracle", "version": "1", "language": "python"}
        return {"protocol": PROTOCOL, "implementation": about, "questions": list(QUESTIONS)}

    def load_variant(self, params: dict[str, Any]) -> Any:
        """Take up a rule set; a second one under the same id replaces the first."""
        variant = params.get("variant")
        if not isinstance(variant, str) or not variant:
            raise MalformedError("variant must be a text")
        try:
            rules = read_rule_set(params.get("options"), params.get("tables", {}))
        except UnsupportedError as error:
            self.variants[variant] = None
            return {"supported": False, "because": str(error)}
        self.variants[variant] = rules
        return {"supported": True}


def _params_of(request: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a request; only a shutdown needs none."""
    if _holds_twice(request):
        raise MalformedError("a key occurs twice")
    params = request.get("params", {} if request["method"] == "shutdown" else None)
    if not isinstance(params, dict):
        raise MalformedError("params must be an object")
    return params


def _is_request(request: Any) -> bool:
    """Tell whether a JSON text is a request."""
    return (
        isinstance(request, dict)
        and request.get("jsonrpc") == "2.0"
        and isinstance(request.get("method"), str)
        and (type(request.get("id")) is int or isinstance(request.get("id"), str))
    )


def _error(number: Any, code: int, message: str) -> dict[str, Any]:
    """Return an error answer."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}
