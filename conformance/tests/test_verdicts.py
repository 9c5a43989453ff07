"""From an answer to a status."""

from __future__ import annotations

import pytest
from shengji_conformance.noise import Noise, name_line, name_stray
from shengji_conformance.verdicts import Question, Status, judge
from shengji_conformance.words import say

REFUSED = {"legal": False, "rule": "follow.pair"}


def verdict(expect, message, question="judge_follow", *, strict=False):
    """Return the status of an answer."""
    case = {"id": "x", "question": question, "expect": expect}
    return judge(Question(0, case, "two-deck", b""), message, strict=strict).status


@pytest.mark.parametrize(
    ("expect", "message", "status"),
    [
        ({"legal": True}, {"result": {"legal": True}}, Status.PASS),
        ({"legal": True}, {"result": {"legal": True, "extra": 1}}, Status.PASS),
        ({"legal": True}, {"result": {"legal": 1}}, Status.FAIL),
        ({"legal": True}, {"result": {}}, Status.FAIL),
        ({"legal": True}, {"result": None}, Status.ERROR),
        ({"legal": True}, {"result": [True]}, Status.ERROR),
        ({"legal": True}, {}, Status.ERROR),
        ({"legal": True}, {"error": {"code": -32601, "message": "?"}}, Status.UNSUPPORTED),
        ({"legal": True}, {"error": {"code": -32001}}, Status.UNSUPPORTED),
        ({"legal": True}, {"error": {"code": -32602, "message": "?"}}, Status.FAIL),
        ({"legal": True}, {"error": {"code": -32603, "message": "?"}}, Status.ERROR),
        ({"legal": True}, {"error": {"code": -32700, "message": "?"}}, Status.ERROR),
        ({"legal": True}, {"error": "no"}, Status.ERROR),
        ({"legal": True}, {"error": {"code": "-32601"}}, Status.ERROR),
        ({"malformed": True}, {"error": {"code": -32602, "message": "?"}}, Status.PASS),
        ({"malformed": True}, {"error": {"code": -32603, "message": "?"}}, Status.ERROR),
        ({"malformed": True}, {"error": {"code": -32601, "message": "?"}}, Status.UNSUPPORTED),
        ({"malformed": True}, {"result": {"legal": False}}, Status.FAIL),
        ({"malformed": True}, {"result": {"malformed": True}}, Status.FAIL),
    ],
)
def test_status(expect, message, status):
    """The five statuses are never mixed."""
    assert verdict(expect, message) is status


def test_rule_of_a_refusal_is_compared_only_if_strict():
    """A refusal for another reason passes, unless the run is strict."""
    message = {"result": {"legal": False, "rule": "follow.suit"}}

    assert verdict(REFUSED, message) is Status.PASS
    assert verdict(REFUSED, message, strict=True) is Status.FAIL


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b"hello", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b"[1, 2]", "no-answer"),
        (b"7", "no-answer"),
        (b'{"jsonrpc": "2.0", "method": "log", "params": {}}', "no-answer"),
        (b'{"id": null, "error": {"code": -32700, "message": "?"}}', "error-without-id"),
        (b'{"id": 3, "result": {}}', "answered-twice"),
        (b'{"id": 30, "result": {}}', "unknown-id"),
        (b'{"id": -1, "result": {}}', "unknown-id"),
        (b'{"id": "3", "result": {}}', "id-is-text"),
        (b'{"id": [3], "result": {}}', "unknown-id"),
        (b'{"result": {}}', "unknown-id"),
    ],
)
def test_noise(line, key):
    """A line that answers nothing is named for what it is."""
    found = name_line(line)
    noise = found if isinstance(found, Noise) else name_stray(found, asked=10)

    assert noise.key == key
    assert say(noise.key, **noise.values).in_("zh")
