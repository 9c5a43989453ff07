"""An engine in this process: a callable that takes a method and its params.

Law of this file: whatever the engine raises belongs to the question that it was asked, and nothing that it
does to its params is seen by anybody else. An answer is what JSON makes of it.
"""

from __future__ import annotations

import difflib
import importlib
import os
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import orjson

from shengji_conformance.complaints import Complaints
from shengji_conformance.corpus import Case, Variant
from shengji_conformance.protocol import (
    BAD_PARAMS,
    UNSUPPORTED,
    Announced,
    Message,
    Refused,
    announcement,
    question_body,
    read_announced,
)
from shengji_conformance.selection import UsageError
from shengji_conformance.verdicts import Question, Result, Status, judge
from shengji_conformance.words import Said, safe, say

__all__ = ["Engine", "find_engine"]

#: the errors that the protocol has a meaning for; any other exception is shown with its traceback
MEANT = UNSUPPORTED | {BAD_PARAMS}
FRAMES_SHOWN = 12

Call = Callable[[str, dict[str, Any]], Any]
#: what the engine said to a variant, or what all questions about it get
Standing = Announced | tuple[Status, Said]


def find_engine(text: str) -> Call:
    """Return what `package.module:object` names."""
    name, colon, path = text.partition(":")
    if not (name and colon and path):
        raise UsageError(say("engine-spelling", text=safe(text)))
    try:
        found = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise UsageError(say("engine-no-module", text=text, name=error.name)) from error
        raise UsageError(_cannot_import(text, name, error)) from error
    except (Exception, SystemExit) as error:
        raise UsageError(_cannot_import(text, name, error)) from error
    for part in path.split("."):
        if not hasattr(found, part):
            near = difflib.get_close_matches(part, dir(found), n=1)
            key = "engine-no-object-but" if near else "engine-no-object"
            raise UsageError(say(key, text=text, name=part, near="".join(near)))
        found = getattr(found, part)
    if not callable(found):
        raise UsageError(say("engine-not-callable", text=text))
    return found


def _cannot_import(text: str, name: str, error: BaseException) -> Said:
    return say("engine-import", text=text, name=name, error=_spelt(error))


class Engine:
    """A callable that is asked like a program, but for `initialize`."""

    def __init__(self, call: Call, *, strict: bool) -> None:
        self._engine, self._strict = call, strict
        self._standing: dict[str, Standing] = {}
        self.complaints = Complaints()

    def ask(self, variant: Variant, case: Case) -> Result:
        """Return what became of a case under a variant."""
        body = question_body(case, orjson.dumps(variant.id))
        question = Question(0, case, variant.id, body)
        if variant.id not in self._standing:
            self._standing[variant.id] = self._announce(variant)
        standing = self._standing[variant.id]
        if isinstance(standing, tuple):
            return Result(question, *standing)
        option = standing.leaves_out(case)
        if option:
            return Result(question, Status.UNSUPPORTED, say("leaves-out-option", option=option))
        answer = self._call(question.method, {"variant": variant.id, **case["given"]})
        if isinstance(answer, Said):
            return Result(question, Status.ERROR, answer)
        return judge(question, answer, strict=self._strict)

    def _announce(self, variant: Variant) -> Standing:
        answer = self._call("load_variant", announcement(variant))
        if isinstance(answer, Said):
            return Status.ERROR, say("fault-at-announcement", said=answer)
        try:
            return read_announced(answer)
        except Refused as refused:
            status = Status.UNSUPPORTED if refused.unsupported else Status.ERROR
            return status, refused.said

    def _call(self, method: str, params: Mapping[str, Any]) -> Message | Said:
        """Return the answer as a message, or how the engine failed to give one."""
        copied = orjson.loads(orjson.dumps(params))
        try:
            result = self._engine(method, copied)
        except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever it is, it is theirs)
            code = getattr(error, "code", None)
            if isinstance(code, int) and code in MEANT:
                return {"error": {"code": code, "message": str(error)}}
            return say("engine-raised", error=_spelt(error), trace=_trace(error))
        try:
            return {"result": orjson.loads(orjson.dumps(result))}
        except (TypeError, ValueError, RecursionError) as error:
            return say("engine-no-json", why=safe(error))

    def close(self) -> None:
        """Do nothing: the engine is somebody else's."""


def _spelt(error: BaseException) -> str:
    return safe("".join(traceback.format_exception_only(error)).strip())


def _trace(error: BaseException) -> str:
    """Return the frames of the engine, without the one that called it."""
    frames = traceback.extract_tb(error.__traceback__)[1:][-FRAMES_SHOWN:]
    for frame in frames:
        # A short path is not broken in two by the width of the page.
        if Path(frame.filename).is_relative_to(Path.cwd()):
            frame.filename = os.path.relpath(frame.filename)
    lines = "".join(traceback.format_list(frames)).splitlines()
    return "\n".join(map(safe, lines))
