"""
Verdicts: what was seen on the way, and what the canaries say.

Law of this file: it asks nothing; whatever it tells was noted by the interview or stands in the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from shengji_conformance.doctor.canaries import Signature
from shengji_conformance.doctor.diagnosis import diagnose
from shengji_conformance.doctor.findings import Exam, Finding, Mark
from shengji_conformance.doctor.interview import Interview
from shengji_conformance.words import Said, say

__all__ = ["judge_canaries", "seen"]

SHOWN = 8


def seen(interview: Interview, faults: Sequence[Said]) -> list[Finding]:
    """Return what was seen of ids, lines and shapes, and how often the adapter failed."""
    found = [_ids(interview), _lines(interview), *_shapes(interview)]
    if faults:
        said = say("step-faults", n=len(faults))
        found.append(Finding(Mark.BAD, said, say("fix-faults"), faults[:2], weak=True))
    return found


def _ids(interview: Interview) -> Finding:
    wrong = interview.ids.wrong()
    if wrong is None:
        return Finding(Mark.GOOD, say("step-ids"))
    return Finding(Mark.BAD, wrong, say("fix-id"))


def _lines(interview: Interview) -> Finding:
    if not interview.odd.names:
        return Finding(Mark.GOOD, say("step-stdout"))
    said, *more = interview.odd
    return Finding(Mark.BAD, said, say(f"fix-{interview.odd.names[0]}"), more)


def _shapes(interview: Interview) -> list[Finding]:
    """Return how the messages of both sides fit the schema."""
    ours = [
        Finding(Mark.NOTE, say("step-our-flaw", flaw=said), say("fix-our-flaw"))
        for said in interview.our_flaws
    ]
    flaws = list(interview.flaws)
    grave = [said for said in flaws if not _is_harmless(said)]
    if grave:
        wrong = say("step-schema-wrong")
        theirs = Finding(Mark.BAD, wrong, say("fix-schema"), grave[:SHOWN], weak=True)
    elif flaws:
        theirs = Finding(Mark.NOTE, say("step-schema-rule"), say("fix-schema-rule"))
    else:
        theirs = Finding(Mark.GOOD, say("step-schema"))
    return [*ours, theirs]


def _is_harmless(said: Said) -> bool:
    """Tell whether a flaw is one that a run does not mind: a refusal that names no rule."""
    inner = said.values.get("said", said)
    flaw = inner.values.get("flaw") if isinstance(inner, Said) else None
    return isinstance(flaw, Said) and flaw.key == "wire-missing" and flaw.values["name"] == "rule"


# The canaries.


def judge_canaries(exam: Exam) -> None:
    """Add what the answers to canaries say."""
    if exam.variant is None or not exam.observed:
        return
    exam.diagnosis = found = diagnose(exam.observed, exam.variant.options)
    every = len(exam.observed)
    if not any(one.faults for one in exam.observed):
        exam.good("step-canaries", n=every, variant=exam.variant.id)
    for group, number in zip(found.mistakes, found.explained, strict=True):
        exam.findings.append(_named(group, number))
    if found.unexplained:
        left = len(found.unexplained)
        exam.bad(say("step-unexplained", n=left, all=every), "fix-unexplained", weak=True)
    if exam.unsupported:
        names = ", ".join(exam.unsupported)
        exam.findings.append(Finding(Mark.SKIPPED, say("step-unsupported", names=names)))


def _named(group: Sequence[Signature], number: int) -> Finding:
    """Return the finding of one group of rivals."""
    forms = list(dict.fromkeys((one.mistake, one.detail) for one in group))
    said = [_worded(*form) for form in forms]
    fixes = [say(f"fix-{name}") for name in dict.fromkeys(name for name, _ in forms)]
    what = reduce(lambda first, other: say("either-or", first=first, other=other), said)
    fix = reduce(lambda first, other: say("either-fix", first=first, other=other), fixes)
    if len(said) == 1:
        return Finding(Mark.BAD, say("step-mistake", what=what, n=number), fix, what=what)
    return Finding(Mark.BAD, say("step-either", n=number), fix, said, what=what)


def _worded(mistake: str, detail: str) -> Said:
    said = say(f"mistake-{mistake}")
    return say("detailed", said=said, detail=detail) if detail else said
