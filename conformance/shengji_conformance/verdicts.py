"""Verdicts: what became of a question.

Law of this file: a status is given here and by the runner's faults, and the five are never mixed:
`fail` is a wrong answer, `error` is no answer, `unsupported` is the implementation's own word, `not-run`
was never asked to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import orjson
from shengji_spec.compare import matches

from shengji_conformance.corpus import Case
from shengji_conformance.known import Known
from shengji_conformance.protocol import BAD_PARAMS, UNSUPPORTED, Message, error_text
from shengji_conformance.words import Said, safe, say

__all__ = ["FAILING", "Question", "Result", "Status", "judge"]


#: bytes of a wrong answer, and parts in which it differs, that are kept
LONGEST_KEPT, DIFFERENCES_KEPT = 16384, 8


class Status(StrEnum):
    """What became of a question."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    ERROR = "error"
    UNSUPPORTED = "unsupported"
    NOT_RUN = "not-run"


#: a wrong answer, or none
FAILING = (Status.FAIL, Status.ERROR)


@dataclass(slots=True, eq=False)
class Question:
    """A case under a variant, on its way through a run."""

    #: its number in the plan, of which a run may ask a part
    number: int
    case: Case
    variant: str
    #: the request without its id
    body: bytes
    #: when it was written, on the clock of the event loop
    written: float = 0.0
    #: it was in flight when something went wrong: nothing else is in flight when it is asked again
    alone: bool = False
    #: it was alone, but not the first of its process: the next time it is both
    again: bool = False
    #: its place in the run; results are reported in this order
    turn: int = 0

    @property
    def method(self) -> str:
        """Return the question's name in the protocol."""
        method: str = self.case["question"]
        return method


@dataclass(slots=True, eq=False)
class Result:
    """A question, its status and, unless it passed, why."""

    question: Question
    status: Status
    why: Said | None = None
    #: what came, where that says more than `why`
    got: Any = None
    differences: list[str] | None = None
    #: what the ledger says of it, if it does
    known: Known | None = None
    #: the last lines on stderr before the answer; with several in flight, they may be of another question
    stderr: str = ""

    @property
    def failing(self) -> bool:
        """Tell whether it keeps the run from being a success: a wrong answer or none, and not known."""
        return self.status in FAILING and not self.excused

    @property
    def excused(self) -> bool:
        """Tell whether it is a wrong answer or none, just as the ledger says."""
        return self.known is not None and self.known.fault is None and self.status in FAILING

    @property
    def belies(self) -> bool:
        """Tell whether it neither failed nor erred, and the ledger says otherwise."""
        return bool(self.known and self.known.fault) and self.status not in FAILING


def judge(question: Question, message: Message, *, strict: bool) -> Result:
    """Return the verdict on an answer."""
    try:
        result = _judge(question, message, strict=strict)
        if result.got is not None and len(orjson.dumps(result.got)) > LONGEST_KEPT:
            return _cut(result)
    except (RecursionError, orjson.JSONEncodeError):
        return Result(question, Status.ERROR, say("too-deep"))
    return result


def _cut(result: Result) -> Result:
    """Return a result without an answer that is too long to keep."""
    size = len(orjson.dumps(result.got))
    result.why = say("too-long", said=result.why or say("wrong-answer"), n=size)
    told = result.differences or ()
    result.got, result.differences = None, [safe(one) for one in told[:DIFFERENCES_KEPT]]
    return result


def _judge(question: Question, message: Message, *, strict: bool) -> Result:
    expect = question.case["expect"]
    if "error" in message:
        return _judge_error(question, message["error"], malformed="malformed" in expect)
    got = message.get("result")
    if not isinstance(got, dict):
        return Result(question, Status.ERROR, say("no-object"), got)
    if "malformed" in expect:
        return Result(question, Status.FAIL, say("took-malformed"), got)
    # Most answers are right to the letter; 1 equals True in Python, but not in JSON.
    if got == expect and _text(got) == _text(expect):
        return Result(question, Status.PASS)
    differences = matches(expect, got, question.method, strict=strict)
    if not differences:
        return Result(question, Status.PASS)
    return Result(question, Status.FAIL, say("wrong-answer"), got, differences)


def _text(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _judge_error(question: Question, error: Any, *, malformed: bool) -> Result:
    code = error.get("code") if isinstance(error, dict) else None
    if not isinstance(code, int):
        return Result(question, Status.ERROR, say("bad-error"), {"error": error})
    if code in UNSUPPORTED:
        return Result(
            question, Status.UNSUPPORTED, say("says-unsupported", error=error_text(error))
        )
    if code != BAD_PARAMS:
        return Result(question, Status.ERROR, say("says-error", error=error_text(error)))
    if malformed:
        return Result(question, Status.PASS)
    why = say("took-for-malformed", error=error_text(error))
    return Result(question, Status.FAIL, why, {"error": error})
