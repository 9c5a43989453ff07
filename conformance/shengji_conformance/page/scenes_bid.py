"""The questions about the draw, the bids and the kitty, as tables.

Law of this file: as in `scenes_play`. Seats have their numbers here; the one asked about sits at the bottom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from shengji_conformance.page.scene import Mark, Pile, Row, Scene, Seat, hand_rows, marked, split
from shengji_conformance.page.scenes_play import Answers, Given
from shengji_conformance.page.view import View
from shengji_conformance.words import Said, say

__all__ = ["SEATS", "around", "bid", "burial", "no_bid", "redeal", "seat_name"]

SEATS = 4
POINTS = {"5": 5, "10": 10, "K": 10}


def seat_name(number: object) -> Said:
    """Return what a seat is called."""
    return say("seat", n=str(number))


def around(bottom: int, seats: Sequence[Seat]) -> list[Seat]:
    """Return seats in playing order, from the one that is drawn at the bottom."""
    return [*seats[bottom:], *seats[:bottom]]


def parts(given: Given, seat: int) -> list[Said]:
    """Return what a seat is in this deal."""
    badges = []
    if given.get("dealer") == seat:
        badges.append(say("page-dealer"))
    if given.get("taker") == seat:
        badges.append(say("page-took-kitty"))
    if given.get("first_drawer") == seat:
        badges.append(say("page-draws-first"))
    if seat in (given.get("declined") or ()):
        badges.append(say("page-declined"))
    return badges


def bid(given: Given, view: View, _: Answers) -> Scene:
    """Draw a bid: what everybody has shown so far, in its order, and what one seat tries."""
    asked, shown = given["seat"], given["cards"]
    order = {**given, **_standing(given)}
    seats = []
    for number in range(SEATS):
        piles, notes = _shown(given["history"], number)
        hand: Iterable[Row] = ()
        if number == asked:
            missing: Counter[str] = Counter(shown) - Counter(given["hand"])
            tried = marked(split(shown, {Mark.WRONG: missing}))
            piles += [Pile(p.cards, p.mark, p.caption or say("page-tries")) for p in tried]
            notes += [] if shown else [say("page-wants-to-pass")]
            hand = hand_rows(given["hand"], view, order, {Mark.TRIED: Counter(shown)})
        seats.append(
            Seat(
                seat_name(number),
                parts(given, number),
                piles,
                [*hand],
                notes,
                asked=number == asked,
            )
        )
    drawn = frozenset({"seat", "hand", "cards", "history", "dealer", "declined"})
    drawn -= {"history"} if "declared" in given else set()
    return Scene(around(asked, seats), clockwise=view.clockwise, drawn=drawn)


def _standing(given: Given) -> dict[str, Any]:
    """Return the level that a hand is ordered by in the draw: none, where the sides play different ones."""
    levels = given.get("levels")
    if "level" in given or not isinstance(levels, list):
        return {}
    dealer = given.get("dealer")
    if isinstance(dealer, int):
        return {"level": levels[dealer % 2], "trump": None}
    return {"level": levels[0], "trump": None} if len(set(levels)) == 1 else {}


def _shown(history: Sequence[Any], seat: int) -> tuple[list[Pile], list[Said]]:
    """Return what a seat has shown, numbered by the order of all, and when it passed."""
    piles, notes = [], []
    for number, entry in enumerate(history, 1):
        if entry["seat"] == seat and entry["cards"]:
            piles.append(Pile(entry["cards"], caption=say("page-nth", n=str(number))))
        elif entry["seat"] == seat:
            notes.append(say("page-passed", n=str(number)))
    return piles, notes


def no_bid(given: Given, view: View, _: Answers) -> Scene:
    """Draw the hands and the kitty that is turned card by card."""
    order = {**given, **_standing(given)}
    seats = [
        Seat(seat_name(number), parts(given, number), hand=[*hand_rows(hand, view, order)])
        for number, hand in enumerate(given["hands"])
    ]
    turned = [
        Pile([card], caption=say("page-nth", n=str(number)))
        for number, card in enumerate(given["kitty"], 1)
    ]
    middle = [Row(say("given-kitty-resolve_no_bid"), turned)]
    drawn = frozenset({"hands", "kitty", "dealer", "first_drawer"})
    return Scene(
        around(given["first_drawer"], seats), middle, clockwise=view.clockwise, drawn=drawn
    )


def burial(given: Given, view: View, _: Answers) -> Scene:
    """Draw a hand with the kitty in it, and what of it is to be buried."""
    asked = given["seat"]
    wrong = view.not_buried(given) or Counter(given["cards"]) - Counter(given["hand"])
    marks: dict[Mark, Counter[str]] = {Mark.TRIED: Counter(given["cards"])}
    seats = [
        Seat(
            seat_name(number),
            parts(given, number),
            hand=[*hand_rows(given["hand"], view, given, marks)] if number == asked else (),
            asked=number == asked,
        )
        for number in range(SEATS)
    ]
    buried = marked(split(given["cards"], {Mark.WRONG: Counter(wrong)}))
    note = say("page-number-of-cards", n=len(given["cards"]))
    middle = [Row(say("given-cards-judge_burial"), buried, note=note)]
    drawn = frozenset({"seat", "hand", "cards", "dealer", "taker"})
    return Scene(around(asked, seats), middle, clockwise=view.clockwise, drawn=drawn)


def redeal(given: Given, view: View, _: Answers) -> Scene:
    """Draw a hand, with its points and its trumps counted."""
    asked = given["seat"]
    rows = [*hand_rows(given["hand"], view, given)]
    trumps = sum(len(pile.cards) for row in rows if row.label for pile in row.piles)
    points = sum(POINTS.get(card[1:], 0) for card in given["hand"])
    notes = [say("page-points-and-trumps", points=points, trumps=trumps, n=len(given["hand"]))]
    seats = [
        Seat(
            seat_name(number),
            parts(given, number),
            hand=rows if number == asked else (),
            notes=notes if number == asked else (),
            asked=number == asked,
        )
        for number in range(SEATS)
    ]
    drawn = frozenset({"seat", "hand", "dealer"})
    return Scene(around(asked, seats), clockwise=view.clockwise, drawn=drawn)
