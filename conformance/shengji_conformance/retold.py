"""A report told again: its entries as the results of a run, its header as the facts of one.

Law of this file: nothing is judged anew. What a report says in one language stays in that language, and what
it lacks stays away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from shengji_conformance.complaints import Complaints
from shengji_conformance.corpus import Corpus, Variant
from shengji_conformance.known import Known, LedgerFacts
from shengji_conformance.phrases import PHRASES
from shengji_conformance.protocol import Implementation
from shengji_conformance.reports import Facts
from shengji_conformance.runner import Outcome
from shengji_conformance.selection import Ask
from shengji_conformance.tally import Tally
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import Said, say

__all__ = ["facts", "results"]

Entry = Mapping[str, Any]
Header = Mapping[str, Any]
#: sentences without values can be told in both languages again
KNOWN_SENTENCES = {texts[0]: key for key, texts in PHRASES.items() if "{" not in texts[0]}


def results(entries: Iterator[Entry], errors: Sequence[Entry] = ()) -> Iterator[Result]:
    """Yield the results that a report's entries stand for; their cases have no position."""
    heard = {error["number"]: error["stderr"] for error in errors}
    for place, entry in enumerate(entries):
        number = entry.get("number", place)  # a shard has not all of them
        case = {
            "id": entry["id"],
            "rule": entry.get("rule", ""),
            "chapter": entry.get("chapter", ""),
            "question": entry.get("question", ""),
            "from": entry.get("from", []),
            "expect": entry.get("expected", {}),
            "digest": entry.get("digest", ""),
            "given": {},
        }
        reason = entry.get("reason")
        yield Result(
            Question(number, case, entry["variant"], b""),
            Status(entry["status"]),
            _sentence(reason) if reason else None,
            entry.get("got"),
            known=_known(entry.get("known")),
            stderr=heard.get(entry.get("number"), ""),
        )


def _sentence(text: Any) -> Said:
    key = KNOWN_SENTENCES.get(text)
    return say(key) if key else say("as-told", text=str(text))


def _known(of: Any) -> Known | None:
    if not isinstance(of, dict):
        return None
    texts = {key: str(of.get(key, "")) for key in ("status", "cause", "reason", "link")}
    fault = _sentence(of["fault"]) if of.get("fault") else None
    line = of.get("line")
    return Known(line=line if isinstance(line, int) else 0, fault=fault, **texts)


def facts(header: Header, corpus: Corpus, variants: Sequence[Variant], tally: Tally) -> Facts:
    """Return what a report's header says of its run."""
    asks = [Ask(one) for one in variants if one.id in tally.by_variant]
    stopped = header.get("stopped")
    complaints = Complaints()
    complaints.take_up(header.get("complained"))
    total = tally.total
    outcome = Outcome(
        _implementation(header.get("implementation")),
        complaints,
        _sentence(stopped) if stopped and stopped != "interrupted" else None,
        interrupted=stopped == "interrupted",
        answers=total[Status.PASS] + total[Status.FAIL],
    )
    ledger = header.get("ledger")
    return Facts(
        [str(word) for word in header.get("command") or ()],
        corpus,
        str(header.get("tier", "")),
        _started(header.get("started")),
        asks,
        tally,
        outcome,
        _number(header.get("seconds")),
        _ledger(ledger) if isinstance(ledger, dict) else None,
        strict=header.get("strict") is True,
    )


def _implementation(of: Any) -> Implementation | None:
    if not isinstance(of, dict):
        return None
    described = {str(key): str(found) for key, found in of.items()}
    name, version = described.get("name", "?"), described.get("version", "")
    return Implementation(name, version, described, None, 1)


def _started(of: Any) -> datetime:
    with suppress(TypeError, ValueError):
        return datetime.fromisoformat(of)
    return datetime.fromtimestamp(0, UTC)


def _number(of: Any) -> float:
    return float(of) if isinstance(of, int | float) else 0.0


def _ledger(of: Mapping[str, Any]) -> LedgerFacts:
    sentences: Callable[[str], list[Said]] = lambda key: [_sentence(one) for one in of.get(key, ())]  # noqa: E731
    return LedgerFacts(str(of.get("file", "")), 0, sentences("faults"), sentences("notes"))
