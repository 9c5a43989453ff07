"""A run taken up where an earlier one was left: what has a result there is not asked again.

Law of this file: what is taken up stands in the new report as it stood in the old one, to the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from shengji_spec.compare import matches

from shengji_conformance.corpus import Case
from shengji_conformance.course import Course, Outcome
from shengji_conformance.protocol import Implementation
from shengji_conformance.report_file import ReportFile
from shengji_conformance.selector import UsageError
from shengji_conformance.shard import Shard
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Earlier"]

#: reasons that can be told in the reader's language again
REASONS = {
    str(said): said
    for said in map(say, ("wrong-answer", "no-object", "too-deep", "bad-error", "took-malformed"))
}


class Earlier:
    """The results of a report, handed out in the order of the plan."""

    def __init__(self, path: Path) -> None:
        self._file = ReportFile(path)
        self._results = self._done()
        self._errors = {entry["number"]: entry["stderr"] for entry in self._file.errors()}
        self._next = next(self._results, None)
        self._record: Callable[[Sequence[Result]], None] = lambda _: None
        self._strict = False

    def check(self, digest: str, shard: Shard | None, *, strict: bool) -> None:
        """Refuse a report of another plan."""
        header, file = self._file.header, str(self._file.path)
        plan = header.get("plan")
        theirs = plan.get("digest") if isinstance(plan, dict) else None
        self._strict = strict
        if theirs != digest:
            raise UsageError(say("resume-other-plan", file=file))
        if header.get("shard") != (str(shard) if shard else None):
            raise UsageError(say("resume-other-shard", file=file))
        if header.get("strict", False) != strict:
            raise UsageError(say("resume-strict", file=file))

    def told(self) -> Said:
        """Return how much is taken up."""
        counts = self._file.header.get("counts")
        known = counts if isinstance(counts, dict) else {}
        number = sum(int(n) for status, n in known.items() if status != Status.NOT_RUN)
        return say("begin-resumed", n=number, file=str(self._file.path))

    def begin(self, course: Course, record: Callable[[Sequence[Result]], None]) -> None:
        """Take up what the header says of the implementation, and where results go."""
        self._record = record
        outcome, described = course.outcome, self._file.header.get("implementation")
        if isinstance(described, dict):
            course.vouch = self._vouch
        outcome.complaints.take_up(self._file.header.get("complained"))
        counts = self._file.header.get("counts")
        if isinstance(counts, dict):
            outcome.answers += sum(int(counts.get(name, 0)) for name in ("pass", "fail"))

    def _vouch(self, implementation: Implementation) -> None:
        before = self._file.header["implementation"]
        if before != implementation.described:
            names = {"theirs": _name(before), "ours": _name(implementation.described)}
            file = str(self._file.path)
            raise UsageError(say("resume-other-implementation", file=file, **names))

    def end(self, outcome: Outcome) -> None:
        """Say who was asked, where nobody had to be asked again."""
        described = self._file.header.get("implementation")
        if outcome.implementation is None and isinstance(described, dict):
            name, version = str(described.get("name", "?")), str(described.get("version", ""))
            outcome.implementation = Implementation(name, version, described, None, 0)

    def _done(self) -> Iterator[dict[str, Any]]:
        for result in self._file.results():
            if not isinstance(result.get("number"), int):
                raise self._damaged(result)
            if result["status"] != Status.NOT_RUN:
                yield result

    def __call__(self, number: int, turn: int, case: Case, variant: str) -> bool:
        """Pass on the result of a question, if the report has one."""
        found = self._next
        if found is None or found["number"] > number:
            return False
        if (found["number"], found["id"], found["variant"]) != (number, case["id"], variant):
            raise self._damaged(found)
        self._next = next(self._results, None)
        question = Question(number, case, variant, b"", turn=turn)
        result = _result(question, found, strict=self._strict)
        result.stderr = self._errors.get(number, "")
        self._record([result])
        return True

    def _damaged(self, result: dict[str, Any]) -> UsageError:
        file, number = str(self._file.path), result.get("number")
        return UsageError(say("resume-damaged", file=file, n=f"{number}"))


def _name(described: Mapping[str, Any]) -> str:
    return safe(" ".join(str(described[key]) for key in ("name", "version") if key in described))


def _result(question: Question, entry: dict[str, Any], *, strict: bool) -> Result:
    status, got = Status(entry["status"]), entry.get("got")
    return Result(
        question,
        status,
        _reason(entry.get("reason")),
        got,
        _differences(question, status, got, strict=strict),
    )


def _reason(text: object) -> Said | None:
    if not isinstance(text, str):
        return None
    return REASONS.get(text) or say("as-told", text=text)


def _differences(question: Question, status: Status, got: Any, *, strict: bool) -> list[str] | None:
    """Return where a wrong answer differs, which a report does not say."""
    expect = question.case["expect"]
    if status is not Status.FAIL or "malformed" in expect or not isinstance(got, dict):
        return None
    if "error" in got:
        return None
    return matches(expect, got, question.method, strict=strict) or None
