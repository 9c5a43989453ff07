"""How a question fails, as an entry pins it: the answer given, or a part of the reason of an error.

Law of this file: answers compare as the runner compares them, and messages never count. What is said here of
a difference has no place in it and no count, so that a shard says the same as the whole run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson
from shengji_spec.compare import matches

from shengji_conformance.known import FLAKY
from shengji_conformance.ledger import Entry
from shengji_conformance.verdicts import Status
from shengji_conformance.words import Said, safe, say

__all__ = ["difference", "essence", "pin"]

LONGEST = 200
#: where a reason goes on with what may differ from run to run
_CIRCUMSTANCE = re.compile(r"; | within \d|\n| “")
#: what says only when it was seen
_OCCASION = re.compile(r"(?:asked this alone|at the announcement of this variant), ")


def difference(entry: Entry, status: str, got: Any, reason: str) -> Said | None:
    """Return in what way a result that did not pass differs from what an entry says, if it does."""
    expected = (Status.FAIL, Status.ERROR) if entry.status == FLAKY else (entry.status,)
    if status not in expected:
        return say("ledger-other-status", expected=_status(entry.status), status=_status(status))
    if entry.got is not None and status == Status.FAIL and _departs(entry.got, got):
        return say(
            "ledger-other-got", expected=_short(entry.got), got=_short(_like(entry.got, got))
        )
    if entry.error and status == Status.ERROR and entry.error not in reason:
        return say("ledger-other-error", expected=safe(entry.error), reason=safe(essence(reason)))
    return None


def _departs(wanted: Mapping[str, Any], got: Any) -> bool:
    return bool(matches(wanted, got, strict=True))


def _status(status: str) -> Said:
    return say(f"status-{status}")


def _like(wanted: Mapping[str, Any], got: Any) -> Any:
    """Return the part of an answer that an entry is about."""
    return {key: got[key] for key in wanted if key in got} if isinstance(got, dict) else got


def _short(of: Any) -> str:
    return safe(orjson.dumps(of).decode(), LONGEST)


def essence(reason: str) -> str:
    """Return the part of an error's reason that stays the same from run to run."""
    return _CIRCUMSTANCE.split(_OCCASION.sub("", reason, count=1), maxsplit=1)[0]


def pin(expected: Any, got: Any) -> dict[str, Any] | None:
    """Return the part of a wrong answer that tells how it is wrong; None where it has no such part."""
    if not isinstance(got, dict):
        return None
    if isinstance(got.get("error"), dict):
        return {"error": {"code": got["error"].get("code")}}
    expected = expected if isinstance(expected, dict) else {}
    if "malformed" in expected:
        return {key: got[key] for key in got if key != "rule"} or None
    choices = expected.get("one-of", [expected])
    named = dict.fromkeys(key for choice in choices for key in choice)
    found = {key: got[key] for key in named if key in got and key != "rule"}
    if "rule" in got and "rule" in named and not any(matches(c, found) for c in choices):
        found["rule"] = got["rule"]
    return found or None
