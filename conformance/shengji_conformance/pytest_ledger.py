"""A session of pytest held against a ledger: marks where questions are asked, sentences where it ends.

Law of this file: what a mark means and what is wrong with an entry, the runner's reckoning says. Who marks
and who reckons may be two processes; what goes from one to the other is text.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from shengji_conformance.common import Selection
from shengji_conformance.known import Known, LedgerFacts
from shengji_conformance.ledger import read
from shengji_conformance.ledger_survey import held
from shengji_conformance.retold import results
from shengji_conformance.tally import KnownCounts
from shengji_conformance.words import Said, safe, say

if TYPE_CHECKING:
    from shengji_conformance.ledger_run import Reckoning
    from shengji_conformance.verdicts import Result

__all__ = ["Book"]


class Book:
    """A ledger and what a session shows of it."""

    def __init__(self, path: Path, selection: Selection, today: date) -> None:
        self._ledger, self._selection, self._today = read(path), selection, today
        self._marks = self._reckoning(whole=False)
        #: what was told of each question
        self._told: dict[tuple[str, str], str] = {}
        self._counts = KnownCounts()
        self._facts: LedgerFacts | None = None
        #: questions of the plan that the session is to ask; all, until it is known better
        self.asked = self._planned = sum(ask.count for ask in selection.asks)

    def _reckoning(self, *, whole: bool) -> Reckoning:
        return held(self._ledger, replace(self._selection, whole=whole), self._today)

    # Where questions are asked.

    def mark(self, result: Result) -> str:
        """Mark a result, if the ledger speaks of it; return what the reckoning has to know of it."""
        self._marks(result)
        if not result.known:
            return ""
        question = result.question
        told = {
            "id": question.case["id"],
            "chapter": question.case["chapter"],
            "variant": question.variant,
            "status": result.status,
            "reason": str(result.why or ""),
            "got": result.got,
        }
        return orjson.dumps(told).decode()

    def reason(self, result: Result, known: Known) -> Said:
        """Return why a result is none to worry about."""
        texts = [safe(" ".join(text.split())) for text in (known.reason, known.link) if text]
        cause = say(f"cause-{known.cause}")
        why = say("pytest-known-why", cause=cause, text="; ".join(texts)) if texts else cause
        status = say(f"status-{result.status}")
        return say("pytest-known", place=self._place(known), status=status, why=why)

    def fault(self, known: Known) -> Said:
        """Return how a result differs from what its entry says."""
        return say("ledger-at", place=self._place(known), said=known.fault)

    def _place(self, known: Known) -> str:
        return f"{self._ledger.file}:{known.line}"

    # Where the session ends.

    def take(self, told: str) -> None:
        """Hear what came of a question that the ledger speaks of."""
        entry = orjson.loads(told)
        self._told[entry["variant"], entry["id"]] = told

    def facts(self) -> LedgerFacts:
        """Return what there is to say of the ledger, whoever was asked first."""
        if self._facts is None:
            # Entries that no question met are spoken of where all were to be asked, as in a run.
            whole = self._selection.whole and self.asked == self._planned
            reckoning = self._reckoning(whole=whole)
            for result in results(orjson.loads(self._told[key]) for key in sorted(self._told)):
                reckoning(result)
                if result.known:
                    self._counts(result, result.known)
            self._facts = reckoning.facts()
        return self._facts

    def sentences(self, language: str) -> list[Said]:
        """Return what failed as the ledger says, once it is reckoned."""
        return [*self._counts.sentences(self._ledger.file, language)]
