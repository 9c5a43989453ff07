"""The search for the smallest position that still fails.

Law of this file: a position is taken only if the reference says what is right there, the implementation is
wrong about it in the same way as before, and the oracle does not contradict. The number of questions is
bounded, and whatever ends the search, the best position so far is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from shengji_spec.compare import matches

from shengji_conformance.corpus import Case
from shengji_conformance.protocol import Message
from shengji_conformance.session import Fault
from shengji_conformance.shrink.deals import first_wrong
from shengji_conformance.shrink.faces import chosen_faces, classes_of, exchanged
from shengji_conformance.shrink.parties import Gone, Party
from shengji_conformance.shrink.positions import lists_of, replaced, sorted_cards
from shengji_conformance.shrink.smaller import smaller
from shengji_conformance.shrink.verdicts import (
    Failure,
    failure_of,
    only_faces,
    right_answer,
    verdict,
)
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said, say

__all__ = ["Found", "Parties", "Search", "Unsure"]

#: the oracle works by brute force: what it cannot say in this time it is asked again when all is small
ORACLE_SECONDS = 2.0


class Unsure(Exception):
    """The reference does not give the answer that the case expects, so it cannot tell what is right."""


@dataclass(frozen=True)
class Parties:
    """Who is asked."""

    subject: Party
    reference: Party
    oracle: Party

    async def close(self) -> None:
        """End all three."""
        for party in (self.subject, self.reference, self.oracle):
            await party.close()


@dataclass(frozen=True)
class Found:
    """A position that fails, and what is known about it."""

    case: Case
    result: Result
    #: why nobody confirms that the expected answer is right; None where the oracle did
    unconfirmed: Said | None
    asked: int = 0
    interrupted: bool = False
    exhausted: bool = False
    #: why it ended before its end
    stopped: Said | None = None
    #: it failed, but not when a fresh process was asked nothing else
    unsteady: bool = False
    #: the event of a deal in which the position came up
    event: int | None = None
    #: another face of equal strength might stand in the answer
    ambiguous: bool = False
    #: positions about which reference and oracle disagree
    disputed: list[Case] = field(default_factory=list)


class Search:
    """Shrinks one case under one rule set."""

    def __init__(
        self,
        parties: Parties,
        *,
        limit: int,
        strict: bool = False,
        tell: Callable[[Found], None] = lambda _: None,
    ) -> None:
        self._parties, self._limit, self._strict, self._tell = parties, limit, strict, tell
        self._seen: set[bytes] = set()
        self._asked = 0
        self._disputed: list[Case] = []
        #: why the oracle is not asked any more
        self._no_oracle: Said | None = None

    async def run(self, case: Case) -> Found | None:
        """Return the smallest position found; None where the case does not fail. Raises Gone, Unsure."""
        first = await self._first(case)
        if first is None:
            return None
        event = None
        try:
            if case["question"] == "replay":
                first, event = await self._single(case, first)
            best, failure = first
            best = await self._shrunk(best, failure)
            best = await self._tidied(best, failure)
            best = await self._checked(best, failure)
        except asyncio.CancelledError:
            best = replace(self._best, interrupted=True)
        except Gone as gone:
            best = replace(self._best, stopped=gone.said)
        return replace(best, asked=self._asked, event=event, disputed=self._disputed)

    async def _single(
        self, case: Case, first: tuple[Found, Failure]
    ) -> tuple[tuple[Found, Failure], int | None]:
        """Return the single question at which a deal goes wrong; the deal itself where there is none."""
        subject, reference = self._parties.subject, self._parties.reference
        found = await first_wrong(case, reference, subject, strict=self._strict)
        if found is None:
            return first, None
        self._no_oracle = None
        single, event = found
        alone = await self._first(single)
        return (alone, event) if alone else (first, None)

    async def _first(self, case: Case) -> tuple[Found, Failure] | None:
        """Ask the case as it is."""
        result = verdict(case, await self._ask(self._parties.subject, case), strict=self._strict)
        failure = failure_of(result, strict=self._strict)
        if failure is None:
            return None
        try:
            right = await self._ask(self._parties.reference, case)
        except Gone as gone:
            raise Gone(say("reference-gone", said=gone.said)) from gone
        if verdict(case, right, strict=True).status is not Status.PASS:
            raise Unsure
        self._best = Found(case, result, await self._doubt(case))
        return self._best, failure

    async def _ask(self, party: Party, case: Case, patience: float = 0) -> Message | Fault:
        return await party.ask(case["question"], case["given"], patience)

    # Smaller and smaller.

    async def _shrunk(self, best: Found, failure: Failure) -> Found:
        """Take the first smaller position that fails, over and over."""
        better: Found | None = best
        while better is not None:
            self._best, better = better, None
            for given in smaller(self._best.case["question"], self._best.case["given"]):
                if self._asked >= self._limit:
                    return replace(self._best, exhausted=True)
                better = await self._tried(given, failure)
                if better is not None:
                    self._tell(replace(better, asked=self._asked))
                    break
        return self._best

    async def _tried(self, given: Mapping[str, Any], failure: Failure) -> Found | None:
        """Return a position if it fails as the case does."""
        key = orjson.dumps(given)
        if key in self._seen:
            return None
        self._seen.add(key)
        self._asked += 1
        before = self._best.case
        trial = {**before, "given": given}
        right, answer = await asyncio.gather(
            self._ask(self._parties.reference, trial), self._ask(self._parties.subject, trial)
        )
        expect = right_answer(before["expect"], right)
        if expect is None:
            return None
        trial["expect"] = expect
        result = verdict(trial, answer, strict=self._strict)
        found = failure_of(result, strict=self._strict)
        if found is None or not failure.includes(found):
            return None
        if only_faces(found) and await self._equal(trial, result.got):
            return None
        doubt = await self._doubt(trial)
        return None if doubt and doubt.key == "oracle-disagrees" else Found(trial, result, doubt)

    async def _equal(self, case: Case, got: Mapping[str, Any]) -> bool:
        """Tell whether an answer differs from the expected one by faces of equal strength alone."""
        given, expect = case["given"], case["expect"]
        faces = {face for one in (expect, got) for face in chosen_faces(one)}
        question = {"level": given.get("level"), "trump": given.get("trump"), "cards": list(faces)}
        answer = await self._parties.reference.ask("order_cards", question)
        rows = classes_of(_result(answer))
        same = {face: row[0] for row in rows for face in row}
        return bool(rows) and not matches(
            exchanged(expect, same), exchanged(got, same), case["question"]
        )

    # The oracle.

    async def _doubt(self, case: Case, patience: float = ORACLE_SECONDS) -> Said | None:
        """Return why the oracle does not confirm the right answer of a case; None where it does."""
        if self._no_oracle:
            return self._no_oracle
        try:
            answer = await self._ask(self._parties.oracle, case, patience)
        except Gone as gone:
            self._no_oracle = say("oracle-gone", said=gone.said)
            return self._no_oracle
        result = verdict(case, answer, strict=True)
        if result.status is Status.PASS:
            return None
        if result.status is Status.UNSUPPORTED:
            self._no_oracle = say("oracle-does-not-know", question=case["question"])
            return self._no_oracle
        if result.status is Status.ERROR:
            return say("oracle-fails", said=result.why)
        failure = failure_of(result, strict=True)
        if failure and only_faces(failure) and await self._equal(case, result.got):
            return None
        self._disputed.append(case)
        return say("oracle-disagrees")

    # The end.

    async def _tidied(self, best: Found, failure: Failure) -> Found:
        """Put the cards in order, where that changes nothing."""
        given = best.case["given"]
        changes = {
            path: sorted_cards(cards)
            for path, cards in lists_of(given).items()
            if best.case["question"] != "resolve_no_bid" or path[0] != "kitty"
        }
        tidy = replaced(given, changes)
        better = await self._tried(tidy, failure) if tidy != given else None
        if better is not None:
            self._best = replace(better, exhausted=best.exhausted)
        return self._best if better else best

    async def _checked(self, best: Found, failure: Failure) -> Found:
        """Ask once more: a fresh process of the subject, and the oracle if it was too slow before."""
        if best.unconfirmed and best.unconfirmed.key == "oracle-fails":
            best = replace(best, unconfirmed=await self._doubt(best.case, 5 * ORACLE_SECONDS))
            self._best = best
        await self._parties.subject.close()
        answer = await self._ask(self._parties.subject, best.case)
        again = failure_of(verdict(best.case, answer, strict=self._strict), strict=self._strict)
        unsteady = again is None or not failure.includes(again)
        return replace(best, unsteady=unsteady, ambiguous=await self._ambiguous(best.case))

    async def _ambiguous(self, case: Case) -> bool:
        """Tell whether another face of equal strength is among the cards of a position."""
        chosen = set(chosen_faces(case["expect"]))
        if not chosen:
            return False
        given = case["given"]
        cards = {card for found in lists_of(given).values() for card in found}
        question = {"level": given.get("level"), "trump": given.get("trump"), "cards": list(cards)}
        rows = classes_of(_result(await self._parties.reference.ask("order_cards", question)))
        return any(len(row) > 1 and chosen & set(row) for row in rows)


def _result(answer: Message | Fault) -> Any:
    return None if isinstance(answer, Fault) else answer.get("result")
