"""Records: a deal or a match written down, and played again.

Law of this file: a record holds what came from outside - the cards, what chance decided, what the players
did - and results only to be compared; everything else is worked out by `game`. Reading and writing lose
nothing. A record is plain data (objects, lists, texts), as it stands in YAML or JSON; cards are one text
or a list. The format is `schemas/record.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from shengji.cards import SEATS
from shengji.errors import MalformedInput, Refusal
from shengji.game import NOBODY, Event, Start, State, begin, deal_out, step
from shengji.rules import RuleSet

__all__ = [
    "Replay",
    "deals",
    "differences",
    "event_row",
    "read_event",
    "read_start",
    "replay",
    "results",
    "start_rows",
]

Record = Mapping[str, Any]
#: keys of an event that hold cards, and those that stand for an act alone
SHOWING = ("declare", "counter", "bury", "play")
ACTS = ("decline", "lot", "pass")
KINDS = (*SHOWING, *ACTS, "redeal")


class Replay(NamedTuple):
    """What playing a record again came to."""

    #: after the last legal event
    state: State
    #: how many events were legal
    legal: int
    #: why the next one is not
    refusal: Refusal | None = None


# --- reading -------------------------------------------------------------------------------------


def read_start(rules: RuleSet, record: Record) -> Start:
    """
    Return what a deal begins with; raises MalformedInput where it says too little or nonsense.

    Where the record does not say who draws first it is the dealer, in the first deal seat 0.
    """
    dealer = record.get("dealer")
    dealer = None if dealer is None else _seat(dealer, "dealer")
    levels = _teams(_need(record, "levels"), "levels")
    cleared = [
        _texts(side, "cleared") for side in _teams(record.get("cleared", [[], []]), "cleared")
    ]
    first = _seat(record.get("first-drawer", dealer or 0), "first-drawer")
    hands, kitty = _dealt(rules, record, first)
    number = _whole(_need(record, "deal"), "deal")
    own, theirs = _texts(levels, "levels")
    return Start(number, dealer, (own, theirs), (cleared[0], cleared[1]), first, hands, kitty)


def _dealt(
    rules: RuleSet, record: Record, first: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Read the cards: a pack in the order of drawing, or hands by seat and the kitty."""
    if "pack" in record:
        return deal_out(rules, _cards(record["pack"], "pack"), first)
    hands = _list(_need(record, "hands"), "hands")
    if len(hands) != SEATS:
        msg = f"`hands` has {len(hands)} hands; there are {SEATS} players"
        raise MalformedInput(msg)
    read = tuple(_cards(hand, "hands") for hand in hands)
    return read, _cards(_need(record, "kitty"), "kitty")


def read_event(rules: RuleSet, row: object, first_drawer: int) -> Event:
    """Return one event of a record; raises MalformedInput for a row that is none."""
    event = _object(row, "events")
    kinds = [kind for kind in KINDS if kind in event]
    if len(kinds) != 1:
        msg = f"an event has one of {', '.join(KINDS)}: {row!r:.60}"
        raise MalformedInput(msg)
    (kind,) = kinds
    if kind == "redeal":
        seat = event.get("seat")
        dealt = _dealt(rules, _object(event[kind], kind), first_drawer)
        return Event(kind, NOBODY if seat is None else _seat(seat, "seat"), dealt=dealt)
    seat = _seat(_need(event, "seat"), "seat")
    drawn = None if event.get("drawn") is None else _whole(event["drawn"], "drawn")
    if kind in SHOWING:
        return Event(kind, seat, _cards(event[kind], kind), drawn=drawn)
    if event[kind] is not True:
        msg = f"`{kind}` is true or absent"
        raise MalformedInput(msg)
    return Event(kind, seat)


def replay(rules: RuleSet, record: Record) -> Replay:
    """
    Play the events of one deal until one is refused or there are no more.

    Raises MalformedInput where the record does not describe a deal; the event that is no event is named.
    """
    if "deals" in record:
        msg = "this record holds a match; one deal is asked for"
        raise MalformedInput(msg)
    start = read_start(rules, record)
    state = begin(rules, start)
    for number, row in enumerate(_list(_need(record, "events"), "events")):
        try:
            event = read_event(rules, row, start.first_drawer)
            result = step(state, event)
        except MalformedInput as error:
            msg = f"event {number}: {error}"
            raise MalformedInput(msg) from None
        if isinstance(result, Refusal):
            return Replay(state, number, result)
        state = result
    return Replay(state, len(record["events"]))


def deals(rules: RuleSet, record: Record) -> Iterator[tuple[Record, Replay]]:
    """
    Play a record of one deal or of a match; yield each deal, with what it begins with, and its replay.

    Stops after a deal that is illegal or does not end. Raises MalformedInput where a deal does not go on
    from the one before.
    """
    follows: dict[str, Any] = {}
    rows = record.get("deals", [record])
    for number, row in enumerate(_list(rows, "deals"), 1):
        given = _object(row, "deals")
        for key, value in follows.items():
            if key in given and given[key] != value:
                msg = f"deal {number}: `{key}` is {given[key]!r}, and the deal before leads to {value!r}"
                raise MalformedInput(msg)
        whole = {**follows, **given}
        played = replay(rules, whole)
        yield whole, played
        advance = played.state.advance
        if advance is None:
            return
        if advance.match_over and number < len(rows):
            msg = f"the match is over after deal {number}, and the record goes on"
            raise MalformedInput(msg)
        follows = {
            "deal": played.state.start.deal + 1,
            "dealer": advance.dealer,
            "levels": list(advance.levels),
            "cleared": [list(side) for side in advance.cleared],
        }


# --- results -------------------------------------------------------------------------------------


def results(state: State) -> dict[str, Any]:
    """Return `score` and `advance` of a deal that is over, as the questions of those names have them."""
    assert state.score is not None
    assert state.advance is not None
    return {"score": state.score._asdict(), "advance": state.advance.as_result()}


def differences(record: Record, state: State) -> list[str]:
    """Return which of the results that a record states are not those of the deal."""
    found = results(state)
    return [
        f"{key}.{name}: the record has {value!r}, the deal comes to {found[key].get(name)!r}"
        for key in found
        for name, value in _object(record.get(key, {}), key).items()
        if found[key].get(name) != value
    ]


# --- writing -------------------------------------------------------------------------------------


def start_rows(start: Start) -> dict[str, Any]:
    """Return what a deal begins with as a record has it, cards apart."""
    return {
        "deal": start.deal,
        "dealer": start.dealer,
        "levels": list(start.levels),
        "cleared": [list(side) for side in start.cleared],
        "first-drawer": start.first_drawer,
    }


def event_row(event: Event) -> dict[str, Any]:
    """Return an event as a record has it."""
    row: dict[str, Any] = {} if event.seat == NOBODY else {"seat": event.seat}
    if event.kind in SHOWING:
        row[event.kind] = " ".join(event.cards)
    elif event.dealt is not None:
        hands, kitty = event.dealt
        row[event.kind] = {"hands": [" ".join(hand) for hand in hands], "kitty": " ".join(kitty)}
    else:
        row[event.kind] = True
    if event.drawn is not None:
        row["drawn"] = event.drawn
    return row


# --- pieces --------------------------------------------------------------------------------------


def _need(record: Record, key: str) -> Any:
    if key not in record:
        msg = f"`{key}` is missing"
        raise MalformedInput(msg)
    return record[key]


def _object(value: object, name: str) -> Record:
    if not isinstance(value, Mapping):
        msg = f"`{name}`: not an object: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        msg = f"`{name}` is not a list: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _texts(value: object, name: str) -> tuple[str, ...]:
    texts = _list(value, name)
    if not all(isinstance(text, str) for text in texts):
        msg = f"`{name}` holds something that is no text: {value!r:.60}"
        raise MalformedInput(msg)
    return tuple(texts)


def _cards(value: object, name: str) -> tuple[str, ...]:
    return tuple(value.split()) if isinstance(value, str) else _texts(value, name)


def _teams(value: object, name: str) -> list[Any]:
    teams = _list(value, name)
    if len(teams) != 2:
        msg = f"`{name}` is a list by team: {value!r:.60}"
        raise MalformedInput(msg)
    return teams


def _whole(value: object, name: str) -> int:
    if type(value) is not int:
        msg = f"`{name}` is no whole number: {value!r:.60}"
        raise MalformedInput(msg)
    return value


def _seat(value: object, name: str) -> int:
    seat = _whole(value, name)
    if not 0 <= seat < SEATS:
        msg = f"`{name}`: seat {seat} does not exist"
        raise MalformedInput(msg)
    return seat
