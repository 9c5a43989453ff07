"""
The examination: what an adapter is asked, in which order, and what is found.

Law of this file: a step is a finding, good or bad, and each bad one says what to change. Nothing follows from
a step that cannot be reached.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from shengji_conformance.corpus import Variant
from shengji_conformance.doctor.canaries import Canary, canaries
from shengji_conformance.doctor.diagnosis import Observed
from shengji_conformance.doctor.findings import Exam, Finding, Mark
from shengji_conformance.doctor.interview import Interview, Reply
from shengji_conformance.doctor.verdict import judge_canaries, seen
from shengji_conformance.protocol import (
    BAD_PARAMS,
    UNKNOWN_QUESTION,
    UNSUPPORTED,
    Implementation,
    Refused,
    announcement,
    greeting,
    read_announced,
    read_greeting,
)
from shengji_conformance.subject import CannotStart
from shengji_conformance.words import Said, safe, say

__all__ = ["examine"]

AT_ONCE = 8
#: an adapter may die of every ten, and is still told what it takes tens for
MOST_DEATHS, MOST_SILENCES = 40, 3
#: in all, in time-outs
LONGEST_AILING = 8
#: who writes so cannot be asked several questions at once
ILL_FORMED = {"odd-several-lines", "odd-no-line-feed", "odd-content-length", "odd-two-on-a-line"}
NO_QUESTION, NO_VARIANT, NO_CARD = "doctor_unknown", "doctor-unknown", "X9"


class _Stop(Exception):
    """No further step can be reached."""


async def examine(command: Sequence[str], variants: Sequence[Variant], patience: float) -> Exam:
    """Examine an adapter."""
    examiner = _Examiner(Interview(command, patience), variants)
    try:
        await examiner.steps()
    except _Stop:
        examiner.cut_short()
    finally:
        await examiner.interview.stop(0)
    return examiner.exam


class _Examiner:
    """Goes from step to step."""

    def __init__(self, interview: Interview, variants: Sequence[Variant]) -> None:
        self.interview = interview
        self.exam = Exam()
        self._variants = variants
        self._implementation: Implementation | None = None
        self._without: frozenset[str] = frozenset()
        self._faults: list[Said] = []
        self._silences = 0
        self._ailing = 0.0
        #: where what was seen on the way is told: after the greeting
        self._place: int | None = None

    async def steps(self) -> None:
        """Take all steps."""
        await self._start()
        await self._greet()
        self._place = len(self.exam.findings)
        await self._announce()
        await self._ask_canaries()
        await self._unknown_question()
        await self._malformed()
        await self._together()
        await self._end()
        self._tell_seen()
        judge_canaries(self.exam)

    def cut_short(self) -> None:
        """Tell what can be told where the steps could not go on."""
        if self._place is not None:
            self._tell_seen()
        self.exam.findings.append(Finding(Mark.SKIPPED, say("step-rest-skipped")))
        if self.exam.observed:
            judge_canaries(self.exam)

    def _tell_seen(self) -> None:
        self.exam.findings[self._place : self._place] = seen(
            self.interview, self._faults if self.exam.variant else ()
        )

    # Start.

    async def _start(self) -> None:
        try:
            await self.interview.start()
        except CannotStart as error:
            self.exam.bad(error.said, "fix-command")
            raise _Stop from error

    async def _greet(self) -> None:
        """Take the steps `starts`, `answers initialize` and `flushes`."""
        exam, reply = self.exam, await self.interview.greet()
        if "odd-no-line-feed" in self.interview.odd.names:
            self._no_line_feed()
        if reply.silent:
            exam.good("step-starts")
            why = await self.interview.why_silent("initialize", greeting())
            self._silence("initialize", reply, why)
            raise _Stop
        if reply.message is None:
            odd = self.interview.odd.names
            advice = f"fix-{odd[0]}" if odd else "fix-ended"
            exam.bad(say("step-ended", why=reply.fault), advice, *self._odd_lines())
            raise _Stop
        exam.good("step-starts")
        try:
            self._implementation = read_greeting(reply.message)
        except Refused as refused:
            key = "fix-protocol" if refused.said.key == "wrong-protocol" else "fix-initialize"
            exam.bad(refused.said, key, *self._odd_lines())
            if not isinstance(reply.result, dict):
                raise _Stop from refused
            return
        about = self._implementation
        name = f"{about.name} {about.version}".rstrip()
        exam.good("step-initialize", name=name)

    def _no_line_feed(self) -> None:
        """Stop where the lines cannot be told apart."""
        keys = self.interview.odd.names
        key = "odd-content-length" if "odd-content-length" in keys else "odd-no-line-feed"
        self.exam.bad(say(key), f"fix-{key}")
        raise _Stop

    def _odd_lines(self) -> list[Said]:
        return list(self.interview.odd)

    def _silence(self, method: str, reply: Reply, why: Said | None) -> None:
        """Say what a silence was about."""
        said = say("step-silent", method=method, why=reply.fault)
        odd = self._odd_lines()
        if why is None or (odd and why.key == "why-unfinished"):
            advice = f"fix-{self.interview.odd.names[0]}" if odd else "fix-silent"
            self.exam.bad(said, advice, *odd)
        else:
            self.exam.bad(why, f"fix-{why.key}", said, *odd)

    # Variants.

    async def _announce(self) -> None:
        """Announce the variants and find the one that most canaries know."""
        supported: dict[str, Variant] = {}
        refused: list[Said] = []
        for variant in self._variants:
            reply = await self.interview.ask("load_variant", announcement(variant))
            if reply.fault:
                await self._lost("load_variant", announcement(variant), reply)
                continue
            try:
                announced = read_announced(reply.message or {})
            except Refused as no:
                refused.append(say("step-no-variant", variant=variant.id, why=no.said))
                continue
            supported[variant.id] = variant
            if self._best(variant):
                self.exam.variant, self._without = variant, announced.without
        names = ", ".join(map(safe, supported))
        if not supported:
            if self._faults and not refused:
                self.exam.bad(self._faults[0], "fix-one-answer")
            else:
                self.exam.bad(say("step-no-variants"), "fix-variants", *refused[:3])
            raise _Stop
        self.exam.findings.append(
            Finding(
                Mark.GOOD,
                say("step-variants", n=len(supported), all=len(self._variants), names=names),
                None,
                refused[:6],
            )
        )
        # The last one announced is the one to be asked about, should the adapter know only one.
        if self.exam.variant:
            await self.interview.ask("load_variant", announcement(self.exam.variant))

    def _best(self, variant: Variant) -> bool:
        if self.exam.variant is None:
            return True
        before, now = (
            sum(canary.fits(one.options) for canary in canaries())
            for one in (self.exam.variant, variant)
        )
        return now > before

    def _chosen(self) -> list[Canary]:
        """Return the canaries that the adapter can be asked."""
        variant, about = self.exam.variant, self._implementation
        known = about.questions if about else None
        return [
            canary
            for canary in canaries()
            if variant
            and canary.fits(variant.options)
            and not self._without & canary.when.keys()
            and (known is None or canary.question in known)
        ]

    # Canaries.

    async def _ask_canaries(self) -> None:
        given_up: set[str] = set()
        unsupported: dict[str, None] = {}
        for canary in self._chosen():
            if canary.question in given_up:
                continue
            params, sound = self._params(canary.given), "malformed" not in canary.expect
            reply = await self.interview.ask(canary.question, params, sound=sound)
            if "odd-no-line-feed" in self.interview.odd.names:
                self._no_line_feed()
            if reply.code in UNSUPPORTED:
                unsupported[canary.question] = None
            elif not reply.silent:
                self.exam.observed.append(Observed(canary, _result(reply)))
            if reply.silent:
                given_up.add(canary.question)
            if reply.fault:
                await self._lost(canary.question, params, reply)
        if not self.exam.observed and not self._faults:
            self.exam.bad(say("step-no-questions"), "fix-no-questions")
        asked = {one.canary.question for one in self.exam.observed}
        self.exam.unsupported = [question for question in unsupported if question not in asked]

    def _params(self, given: Mapping[str, Any], variant: str = "") -> dict[str, Any]:
        return {"variant": variant or (self.exam.variant.id if self.exam.variant else ""), **given}

    async def _lost(self, method: str, params: Mapping[str, Any], reply: Reply) -> None:
        """Survive a fault: find out about the first silence, start again, and give up in the end."""
        clock = asyncio.get_running_loop().time
        before = clock()
        self._faults.append(say("step-fault", method=method, why=reply.fault))
        self._silences += reply.silent
        if reply.silent and self._silences == 1:
            why = await self.interview.why_silent(method, params)
            if why is not None:
                self._faults.clear()
                self._silence(method, reply, why)
                raise _Stop
        ready = await self.interview.restart(self.exam.variant)
        self._ailing += clock() - before
        worn = self._ailing > LONGEST_AILING * self.interview.timeout
        if not ready or worn or self._silences >= MOST_SILENCES or len(self._faults) >= MOST_DEATHS:
            raise _Stop

    # Manners.

    async def _unknown_question(self) -> None:
        reply = await self.interview.ask(NO_QUESTION, {}, sound=False)
        if reply.code == UNKNOWN_QUESTION:
            self.exam.good("step-unknown")
            return
        self.exam.bad(say("step-unknown-wrong", what=_what(reply)), "fix-unknown")
        await self._recover(reply)

    async def _recover(self, reply: Reply) -> None:
        """Start again after a fault that has been told."""
        if reply.fault and not await self.interview.restart(self.exam.variant):
            raise _Stop

    async def _malformed(self) -> None:
        """Ask three times what is no position."""
        base = self._base()
        if base is None:
            return
        params = self._params(base.given)
        wrong: list[Said] = []
        died = False
        for key, spoilt in (
            ("malformed-card", _spoilt(params)),
            ("malformed-key", {k: v for k, v in params.items() if k != _first_key(base)}),
            ("malformed-variant", self._params(base.given, NO_VARIANT)),
        ):
            reply = await self.interview.ask(base.question, spoilt, sound=False)
            if reply.code != BAD_PARAMS:
                what = say(key, name=_first_key(base), card=NO_CARD)
                wrong.append(say("step-malformed-one", what=what, answer=_what(reply)))
                died |= reply.fault is not None
                await self._recover(reply)
        if wrong:
            said = say("step-malformed-dies" if died else "step-malformed-wrong")
            self.exam.bad(said, "fix-malformed", *wrong, note=not died)
        else:
            self.exam.good("step-malformed")

    def _base(self) -> Canary | None:
        """Return a canary that was answered with a result."""
        answered = [one.canary for one in self.exam.observed if one.got is not None]
        with_cards = [one for one in answered if _has_cards(one.given)]
        return next(iter(with_cards or answered), None)

    async def _together(self) -> None:
        """Ask many at once, and one in two pieces, as pipes bring them."""
        answered = [one.canary for one in self.exam.observed if one.got is not None]
        window = self._implementation.window if self._implementation else AT_ONCE
        asked = [
            (one.question, self._params(one.given)) for one in answered[: min(AT_ONCE, window)]
        ]
        if len(asked) < 2 or self.interview.ids.wrong() or self._is_ill_formed():
            return
        number = await self.interview.ask_together(asked)
        if number < len(asked):
            said = say("step-together-wrong", n=number, asked=len(asked))
            self.exam.bad(said, "fix-together")
            await self._recover(Reply(fault=said))
        elif not await self.interview.ask_in_pieces(*asked[0]):
            said = say("step-pieces-wrong")
            self.exam.bad(said, "fix-together")
            await self._recover(Reply(fault=said))
        else:
            self.exam.good("step-together", n=len(asked))

    def _is_ill_formed(self) -> bool:
        return bool(ILL_FORMED.intersection(self.interview.odd.names))

    async def _end(self) -> None:
        late = await self.interview.stop()
        if not self.interview.ended:
            self.exam.bad(say("step-lives-on"), "fix-lives-on", note=True)
        elif late:
            self.exam.bad(say("why-lags"), "fix-why-lags")
        else:
            self.exam.good("step-ends")


def _result(reply: Reply) -> dict[str, Any] | None:
    """Return the result, if it is an object that is not nested without end."""
    try:
        orjson.dumps(reply.result)
    except orjson.JSONEncodeError:
        return None
    return reply.result if isinstance(reply.result, dict) else None


def _what(reply: Reply) -> Said:
    """Say in short what came."""
    if reply.fault is not None:
        return reply.fault
    if reply.code is not None:
        return say("what-error", code=str(reply.code))
    return say("what-result")


def _has_cards(given: Mapping[str, Any]) -> bool:
    return any(isinstance(given.get(key), list) for key in ("cards", "plays"))


def _first_key(canary: Canary) -> str:
    return "level" if "level" in canary.given else next(iter(canary.given))


def _spoilt(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position with a card that does not exist, or where there are no cards with such a seat."""
    changed = dict(params)
    if "plays" in params:
        changed["plays"] = [[NO_CARD], *params["plays"][1:]]
    elif "hand" in params:
        changed["hand"] = [NO_CARD, *params["hand"]]
    elif "cards" in params:
        changed["cards"] = [NO_CARD, *params["cards"]]
    else:
        changed["dealer"] = 9
    return changed
