"""Seats, bids and events in words: who showed what, who passed, what happened at which event.

Law of this file: it words what a case or an answer says and decides nothing; whatever stands where a seat
or cards should stand is shown as it came, made safe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shengji_conformance.cards import SYMBOLS, cards
from shengji_conformance.values import value
from shengji_conformance.words import safe, say

__all__ = [
    "bid",
    "event",
    "levels",
    "numbered",
    "per_seat",
    "played_cards",
    "seat",
    "signed",
    "trump",
]


def _is_number(of: object) -> bool:
    """Tell whether this is a number; true is none."""
    return isinstance(of, (int, float)) and not isinstance(of, bool)


def seat(of: Any, language: str, names: object = None) -> str:
    """Return a seat in words, with the player's name where there is one."""
    if of is None:
        return say("seat-open").in_(language)
    if not isinstance(of, int) or isinstance(of, bool):
        return value(of, language)
    shown = say("seat", n=str(of)).in_(language)
    if isinstance(names, list) and 0 <= of < len(names):
        return say("seat-named", seat=shown, name=safe(names[of], 20)).in_(language)
    return shown


def trump(of: Any, language: str) -> str:
    """Return the trump suit, or that there is none."""
    if of is None:
        return say("no-trump").in_(language)
    symbol = SYMBOLS.get(of) if isinstance(of, str) else None
    return say("trump-is", trump=symbol or safe(value(of, language), 40)).in_(language)


def signed(of: Any, language: str) -> str:
    """Return a number with its sign; nought has none."""
    if not _is_number(of):
        return value(of, language)
    if of == 0:
        return "0"
    return f"{of:+d}" if isinstance(of, int) else f"{of:+g}"


def per_seat(of: Any, language: str) -> str:
    """Return a number for every seat."""
    if not isinstance(of, list) or not of or not all(map(_is_number, of)):
        return value(of, language)
    shown = [f"{seat(n, language)} {signed(one, language)}" for n, one in enumerate(of)]
    return say("comma").in_(language).join(shown)


def levels(of: Any, language: str) -> str:
    """Return what the seats of each team play."""
    if not isinstance(of, list) or len(of) != 2:
        return value(of, language)
    first, second = (safe(value(one, language), 20) for one in of)
    return say("levels-are", first=first, second=second).in_(language)


def bid(of: Any, language: str) -> str:
    """Return an entry of a history: who showed what; no cards are a pass."""
    if not isinstance(of, dict) or not {"seat", "cards"} <= of.keys():
        return value(of, language)
    who, shown = seat(of["seat"], language), of["cards"]
    if shown == []:
        return say("passes", seat=who).in_(language)
    return say("shows", seat=who, cards=played_cards(shown, language)).in_(language)


def played_cards(of: Any, language: str) -> str:
    """Return cards of a record: a list, or a text with spaces between them."""
    if isinstance(of, str):
        of = of.split()
    return cards(of, language) if isinstance(of, list) else value(of, language)


#: what can happen in a record, by the key that says so; a key's value is its cards, or true
EVENTS = ("declare", "decline", "redeal", "lot", "counter", "pass", "bury", "play")
WITH_CARDS = ("declare", "counter", "bury", "play")


def event(of: Any, language: str, names: object = None) -> str:
    """Return an event of a record in words."""
    verbs = [verb for verb in EVENTS if verb in of] if isinstance(of, dict) else []
    if len(verbs) != 1:
        return value(of, language)
    verb = verbs[0]
    if verb == "redeal" and "seat" not in of:
        return say("event-redeal-nobody").in_(language)
    who = seat(of.get("seat"), language, names)
    shown = played_cards(of[verb], language) if verb in WITH_CARDS else ""
    said = say(f"event-{verb}", seat=who, cards=shown).in_(language)
    return said + _drawn(of, language)


def _drawn(of: Mapping[str, Any], language: str) -> str:
    number = of.get("drawn")
    if number is None:
        return ""
    return say("event-drawn", number=safe(value(number, language), 20)).in_(language)


def numbered(
    events: Sequence[Any], places: Sequence[int], language: str, names: object = None
) -> Iterator[str]:
    """Yield events with their numbers, as the protocol counts them."""
    for place in places:
        yield f"{place}. {event(events[place], language, names)}"
