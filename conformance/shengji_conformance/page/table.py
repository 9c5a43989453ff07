"""A scene as HTML: the felt, the seats around it, the cards on it.

Law of this file: a seat's place is a class, the style sheet does the rest; whatever a mark means stands
under the cards in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shengji_conformance.page.markup import Html, element, foreign, join, said, text
from shengji_conformance.page.pictures import card, suit, suit_name
from shengji_conformance.page.scene import Mark, Pile, Row, Scene, Seat, Track
from shengji_conformance.words import say

__all__ = ["piles", "rows", "table"]

#: the longest hand that is drawn within a seat's box
SMALL_HAND = 10
SUITS = "SHCD"


def table(scene: Scene, given: dict[str, Any], language: str) -> Html:
    """Return the table; nothing where there is nothing to draw."""
    if not (scene.seats or scene.middle):
        return Html("")
    small = all(_size(seat) <= SMALL_HAND for seat in scene.seats[1:])
    seats = [
        _seat(seat, f"place-{place}", language, hand=small and place > 0)
        for place, seat in enumerate(scene.seats)
    ]
    inside = [
        *seats[1:],
        element("div", *_middle(scene, given, language), class_="middle"),
        *seats[:1],
    ]
    kind = f"felt seats-{len(seats)}" + (" clockwise" if scene.clockwise else "")
    shown = scene.seats[:1] if small else scene.seats
    hands = [_hand(seat, language, named=not small) for seat in shown if seat.hand]
    below = join([*map(_track, scene.tracks), *rows(scene.below, language)])
    return element(
        "div",
        element("div", *inside, class_=kind),
        element("div", *hands, class_="hands") if hands else Html(""),
        element("div", below, class_="below") if below else Html(""),
        class_="table",
    )


def _size(seat: Seat) -> int:
    return sum(len(pile.cards) for row in seat.hand for pile in row.piles)


def _track(track: Track) -> Html:
    """Return the levels of a side as a row of steps, with a word at those that matter."""
    steps = []
    for rank in track.ranks:
        words = [(kind, word) for at, kind, word in track.words if at == rank]
        shown = (element("small", said(word), class_=kind) for kind, word in words)
        kind = " ".join(kind for kind, _ in words) or None
        steps.append(element("li", element("b", foreign(rank, 20)), *shown, class_=kind))
    label = element("span", said(track.label), class_="name")
    return element("div", label, element("ol", *steps), class_="track")


def _seat(seat: Seat, place: str, language: str, *, hand: bool) -> Html:
    if seat.empty:
        name = element("span", said(seat.name), class_="name")
        return element("div", name, class_=f"seat empty {place}")
    badges = (element("span", said(one), class_="badge") for one in seat.badges)
    head = element("div", element("span", said(seat.name), class_="name"), *badges, class_="head")
    notes = join(element("p", said(note), class_="note") for note in seat.notes)
    told = [
        element("p", said(one), class_=f"told {kind}")
        for kind, several in (("right", seat.right), ("wrong", seat.wrong))
        for one in several
    ]
    laid = element("div", piles(seat.play, language), class_="laid") if seat.play else Html("")
    held = join(rows(seat.hand, language)) if hand else Html("")
    asked = " asked" if seat.asked else ""
    return element("div", head, laid, *told, notes, held, class_=f"seat {place}{asked}")


def _hand(seat: Seat, language: str, *, named: bool) -> Html:
    name = said(seat.name if named else say("page-hand"))
    return element(
        "div", element("span", name, class_="name"), *rows(seat.hand, language), class_="hand"
    )


def _middle(scene: Scene, given: dict[str, Any], language: str) -> Iterable[Html]:
    if "level" in given:
        level = element(
            "span", said(say("page-level")), text(" "), _term(given["level"]), class_="term"
        )
        yield element("p", level, _trump(given), class_="terms")
    yield from rows(scene.middle, language)


def _term(of: object) -> Html:
    return element("b", foreign(of, 20))


def _trump(given: dict[str, Any]) -> Html:
    trump = given.get("trump")
    if trump is None:
        return element("span", said(say("no-trump")), class_="term")
    if isinstance(trump, str) and trump in SUITS:
        shown = join([suit(trump), element("b", suit_name(trump))])
    else:
        shown = _term(trump)
    return element("span", said(say("page-trump")), text(" "), shown, class_="term")


def rows(of: Sequence[Row], language: str) -> list[Html]:
    """Return rows of piles, one below the other."""
    return [_row(row, language) for row in of]


def _row(row: Row, language: str) -> Html:
    label = said(row.label) if row.label else Html("")
    if row.suit in SUITS and row.suit:
        label = join([suit(row.suit), label])
    head = element("span", label, class_="label") if label else Html("")
    note = element("span", said(row.note), class_="note") if row.note else Html("")
    led = element("span", said(say("page-led-group")), class_="badge") if row.led else Html("")
    kind = "row led" if row.led else "row"
    return element("div", head, piles(row.piles, language), led, note, class_=kind)


def piles(of: Sequence[Pile], language: str) -> Html:
    """Return piles side by side."""
    return join(_pile(pile, language) for pile in of)


def _pile(pile: Pile, language: str) -> Html:
    shown = element("span", *(card(one, language) for one in pile.cards), class_="cards")
    caption = element("small", said(pile.caption)) if pile.caption else Html("")
    kind = f"pile {pile.mark}" if pile.mark is not Mark.PLAIN else "pile"
    return element("span", shown, caption, class_=kind)
