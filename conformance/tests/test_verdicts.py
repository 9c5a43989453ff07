"""From an answer to a status."""

from __future__ import annotations

import pytest
from shengji_conformance.verdicts import Question, Status, judge

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
