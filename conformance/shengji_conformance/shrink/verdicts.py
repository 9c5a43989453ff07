"""What went wrong with an answer, and whether it is the same that went wrong before.

Law of this file: a smaller position is of use only where the same thing is wrong with the answer: the same
kind of failure, about the same keys, where the same rule is broken or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shengji_spec.compare import matches

from shengji_conformance.corpus import Case
from shengji_conformance.protocol import BAD_PARAMS, Message
from shengji_conformance.session import Fault
from shengji_conformance.verdicts import Question, Result, Status, judge
from shengji_conformance.words import say

__all__ = ["Failure", "failure_of", "right_answer", "verdict"]

#: keys of answers in which one of several faces of equal strength may stand
FACES_CHOSEN = frozenset({"played", "components"})


@dataclass(frozen=True)
class Failure:
    """A way to be wrong."""

    status: Status
    kind: str
    #: the keys that differ
    keys: frozenset[str]
    #: what is refused, where something is
    legal: object
    rule: object
    malformed: bool

    def includes(self, other: Failure) -> bool:
        """Tell whether another failure is this one, or the part of it that is left."""
        if (self.status, self.kind, self.malformed) != (other.status, other.kind, other.malformed):
            return False
        if self.kind != "wrong-answer":
            return True
        alike = (self.legal, self.rule) == (other.legal, other.rule)
        return alike and bool(other.keys) and other.keys <= self.keys


def verdict(case: Case, answer: Message | Fault, *, strict: bool = False) -> Result:
    """Return the verdict on an answer, or on there being none."""
    question = Question(0, case, "", b"")
    if isinstance(answer, Fault):
        key = "silence" if answer.silent else "crash"
        return Result(question, Status.ERROR, say(key, said=answer.said))
    return judge(question, answer, strict=strict)


def failure_of(result: Result, *, strict: bool = False) -> Failure | None:
    """Return how an answer fails; None where it does not."""
    if result.status not in (Status.FAIL, Status.ERROR) or not result.why:
        return None
    case = result.question.case
    expect, got = case["expect"], result.got
    keys = {
        key
        for choice in expect.get("one-of", [expect])
        for key, value in choice.items()
        if matches({key: value}, got, case["question"], strict=strict)
    }
    return Failure(
        result.status,
        result.why.key,
        frozenset(keys),
        expect.get("legal"),
        expect.get("rule"),
        "malformed" in expect,
    )


def only_faces(failure: Failure) -> bool:
    """Tell whether what differs may be a choice among faces of equal strength."""
    return failure.kind == "wrong-answer" and failure.keys <= FACES_CHOSEN


def right_answer(before: Mapping[str, Any], answer: Message | Fault) -> dict[str, Any] | None:
    """Return what the reference's answer makes of an expectation; None where it is none."""
    if isinstance(answer, Fault):
        return None
    error, result = answer.get("error"), answer.get("result")
    if isinstance(error, dict):
        return {"malformed": True} if error.get("code") == BAD_PARAMS else None
    if not isinstance(result, dict):
        return None
    if result.get("legal") is False:
        return dict(result)
    named = {key for choice in before.get("one-of", [before]) for key in choice}
    kept = {key: result[key] for key in result if key in named}
    return kept or dict(result)
