"""The questions about scores, levels, stakes and whole deals, as tables.

Law of this file: as in `scenes_play`. The dealer sits at the bottom; a whole deal is drawn as it stands at
the event in question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shengji_conformance.cards import RANKS, is_cards
from shengji_conformance.page.scene import (
    Mark,
    Pile,
    Row,
    Scene,
    Seat,
    Track,
    hand_rows,
    marked,
    split,
)
from shengji_conformance.page.scenes_bid import POINTS, SEATS, around, parts, seat_name
from shengji_conformance.page.scenes_play import Answers, Given, trick_seats
from shengji_conformance.page.view import View
from shengji_conformance.seats import EVENTS, signed
from shengji_conformance.words import Said, say

__all__ = ["advance", "replay", "score", "settle"]

Laid = dict[int, tuple[list[Pile], list[Said]]]


def score(given: Given, view: View, _: Answers) -> Scene:
    """Draw the last trick around the kitty."""
    points = sum(POINTS.get(card[1:], 0) for card in given["kitty"])
    kitty = Row(say("given-kitty"), [Pile(given["kitty"])], note=say("page-points", n=points))
    laid = _last_trick(given, given, view)
    drawn = frozenset({"dealer", "kitty", "last_trick"})
    return _of_sides(given, view, laid, [kitty], drawn)


def advance(given: Given, view: View, answers: Answers) -> Scene:
    """Draw the sides with their levels, and the last trick where the case has it."""
    last = given.get("last_trick")
    laid = _last_trick(given, last, view) if isinstance(last, dict) else {}
    drawn = {"dealer", "levels"}
    if isinstance(last, dict) and not {"level", "trump"} <= last.keys():
        laid = {}
    drawn |= {"last_trick"} if laid else set()
    tracks = [_track(side, given, answers) for side in range(2)]
    return replace(_of_sides(given, view, laid, [], frozenset(drawn)), tracks=tracks)


def _track(side: int, given: Given, answers: Answers) -> Track:
    """Return the levels of two partners: now, by the rules, and by the answers given."""
    levels = given["levels"]
    words = [(levels[side], "now", say("page-now"))]
    for number, (who, answer) in enumerate(answers):
        after = answer.get("levels") if isinstance(answer, dict) else None
        if isinstance(after, list) and len(after) == 2 and isinstance(after[side], str):
            words.append((after[side], "wrong" if number else "right", who))
    ranks = [*RANKS, *(rank for rank, *_ in words if rank not in RANKS)]
    return Track(say(f"page-side-{side}"), list(dict.fromkeys(ranks)), words)


def settle(given: Given, view: View, answers: Answers) -> Scene:
    """Draw the sides, with what each seat did that costs something, and what it wins or loses."""
    throws = given.get("failed_throws") or [0] * SEATS
    extra = {
        number: [say("page-failed-throws", n=times)] if times else []
        for number, times in enumerate(throws)
    }
    leaver = given.get("leaver")
    if isinstance(leaver, int):
        extra[leaver] = [*extra.get(leaver, []), say("page-left")]
    drawn = frozenset({"dealer", "failed_throws", "leaver"})
    scene = _of_sides(given, view, {}, [], drawn, extra)
    first = given["dealer"]
    seats = [
        replace(
            seat,
            right=_won(answers[:1], (first + place) % SEATS),
            wrong=_won(answers[1:], (first + place) % SEATS),
        )
        for place, seat in enumerate(scene.seats)
    ]
    return replace(scene, seats=seats)


def _won(answers: Answers, seat: int) -> list[Said]:
    """Return what a seat wins or loses, where an answer says so."""
    return [
        say(f"page-{key}", n=signed(answer[key][seat], "en"), who=who)
        for who, answer in answers
        for key in ("stakes", "ratings")
        if isinstance(answer, dict) and _is_numbers(answer.get(key))
    ]


def _is_numbers(of: Any) -> bool:
    """Tell whether this is a number for each seat."""
    return isinstance(of, list) and len(of) == SEATS and all(type(one) is int for one in of)


def _last_trick(given: Given, order: Given, view: View) -> Laid:
    last = given["last_trick"]
    return trick_seats(last["leader"], last["plays"], view, order)


def _of_sides(
    given: Given,
    view: View,
    laid: Laid,
    middle: Sequence[Row],
    drawn: frozenset[str],
    extra: dict[int, list[Said]] | None = None,
) -> Scene:
    """Return the table from the dealer's seat, with each seat's side and level."""
    dealer, levels = given["dealer"], given.get("levels")
    seats = []
    for number in range(SEATS):
        play, badges = laid.get(number, ([], []))
        side = "dealer" if (number - dealer) % 2 == 0 else "attackers"
        notes = [say(f"side-{side}")]
        if isinstance(levels, list):
            notes.append(say("term-level", value=str(levels[number % 2])))
        notes += (extra or {}).get(number, [])
        seats.append(Seat(seat_name(number), parts(given, number) + badges, play, notes=notes))
    return Scene(around(dealer, seats), middle, clockwise=view.clockwise, drawn=drawn)


def replay(given: Given, view: View, answers: Answers) -> Scene:
    """Draw a whole deal at the event in question: what lies there, who holds what, what is done."""
    record = given["record"]
    events = record["events"]
    place = _place(answers, len(events))
    state = view.moment(record, place)
    if state is None:
        return Scene()
    event = events[place] if place < len(events) else {}
    order: Given = {"level": state.level, "trump": state.trump} if state.fixed else {}
    laid = {seat: [Pile(played)] for seat, played in state.table}
    if not laid:
        # Who leads, and why, is seen in the trick before.
        before = say("given-last_trick" if place == len(events) else "page-before")
        laid = {seat: [Pile(played, caption=before)] for seat, played in state.before}
    actor, verb = event.get("seat"), next((v for v in EVENTS if v in event), None)
    cards = event.get(verb) if verb else None
    seats = []
    for number, held in enumerate(state.hands):
        piles, notes, marks = laid.get(number, []), [], {}
        if number == actor and verb:
            notes = [say("page-event", n=str(place), what=say(f"page-does-{verb}"))]
            if isinstance(cards, list) and is_cards(cards):
                missing = Counter(cards) - Counter(held)
                tried = marked(split(cards, {Mark.WRONG: missing}))
                piles = [
                    *piles,
                    *(Pile(p.cards, p.mark, p.caption or say("page-tries")) for p in tried),
                ]
                marks = {Mark.TRIED: Counter(cards)}
        rows = [*hand_rows(held, view, order, marks)]
        badges = parts({"dealer": state.dealer}, number)
        seats.append(Seat(seat_name(number), badges, piles, rows, notes, asked=number == actor))
    middle = [Row(say("given-kitty"), [Pile(state.kitty)])] if state.kitty else []
    bottom = actor if isinstance(actor, int) and 0 <= actor < len(seats) else state.dealer or 0
    return Scene(around(bottom, seats), middle, clockwise=view.clockwise, drawn=frozenset())


def _place(answers: Answers, number: int) -> int:
    """Return the event that the answers talk about first; the end of the deal where none is named."""
    for _, answer in answers:
        event: Any = answer.get("event") if isinstance(answer, dict) else None
        if type(event) is int and 0 <= event < number:
            return event
    return number
