"""A recorded deal in short: whose record it is, how it began, what was done before the play.

Law of this file: a record is summed up, never replayed. Its events keep the numbers that answers use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shengji_conformance.answers import teams
from shengji_conformance.seats import levels, numbered, seat
from shengji_conformance.values import value
from shengji_conformance.words import safe, say

__all__ = ["around", "events_of", "rows"]

Record = Mapping[str, Any]

#: events before the play that are shown
MOST_SHOWN = 12
#: events shown before one that is talked about
BEFORE = 3
#: how the record begins, in the order in which it is shown
BEGINNING = ("deal", "dealer", "first-drawer", "levels", "cleared", "base")


def rows(record: Record, language: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the parts of a record: a key for the label, and lines."""
    variant = record.get("variant")
    if variant is not None:
        yield "variant", [safe(value(variant, language), 60)]
    for key in BEGINNING:
        if key in record:
            yield key.replace("-", "_"), [_term(key, record[key], language)]
    events = events_of(record)
    if events is None:
        yield "events", [value(record.get("events"), language)]
        return
    yield "events", [*_events(record, events, language)]


def events_of(record: object) -> Sequence[Any] | None:
    """Return the events of a record, where it has a list of them."""
    found = record.get("events") if isinstance(record, dict) else None
    return found if isinstance(found, list) else None


def around(record: Any, place: object, language: str) -> list[str]:
    """Return an event that an answer talks about, and those just before it."""
    events = events_of(record)
    if events is None or type(place) is not int or not 0 <= place < len(events):
        return []
    places = range(max(0, place - BEFORE), place + 1)
    *before, last = numbered(events, places, language, record.get("seats"))
    return [*(f"  {line}" for line in before), f"→ {last}"]


def _term(key: str, found: Any, language: str) -> str:
    if key in ("dealer", "first-drawer"):
        return seat(found, language)
    shape = {"levels": levels, "cleared": teams}.get(key, value)
    return shape(found, language)


def _events(record: Record, events: Sequence[Any], language: str) -> Iterator[str]:
    yield say("events-in-all", n=len(events), last=str(len(events) - 1)).in_(language)
    others = [n for n, one in enumerate(events) if not isinstance(one, dict) or "play" not in one]
    yield from numbered(events, others[:MOST_SHOWN], language, record.get("seats"))
    if len(others) > MOST_SHOWN:
        yield say("events-more", n=len(others) - MOST_SHOWN).in_(language)
    if len(others) < len(events):
        yield say("events-plays", n=len(events) - len(others)).in_(language)
