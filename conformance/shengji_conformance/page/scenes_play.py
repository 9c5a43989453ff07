"""The questions about cards, leads, follows and tricks, as tables.

Law of this file: a scene shows the position as the case has it. Where nobody says who sits where, the player
asked about sits at the bottom, and whoever has nothing to do with it has no name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from shengji_conformance.page.owed import Owed
from shengji_conformance.page.scene import (
    Mark,
    Pile,
    Row,
    Scene,
    Seat,
    hand_rows,
    marked,
    shapes,
    split,
)
from shengji_conformance.page.view import View
from shengji_conformance.words import Said, say

__all__ = ["cards", "count_follows", "follow", "lead", "trick", "trick_seats"]

Given = Mapping[str, Any]
#: what was expected and what came, for a drawing that shows where they point
Answers = Sequence[tuple[Said, Any]]

NOBODY = Seat(say("page-other"), empty=True)


def cards(given: Given, view: View, _: Answers) -> Scene:
    """Draw cards that lie there for their order or their shape."""
    del view
    row = Row(None, [Pile(given["cards"])])
    return Scene(middle=[row], drawn=frozenset({"cards"}))


def follow(given: Given, view: View, _: Answers) -> Scene:
    """Draw a follow: the lead, what of the hand is owed to it, and the cards of the play that are not."""
    owed = view.owed(given)
    wrong = owed.wrong if owed else Counter(given["cards"]) - Counter(given["hand"])
    play = marked(split(given["cards"], {Mark.WRONG: Counter(wrong)}))
    player = Seat(say("page-follower"), play=play, hand=_hand(given, view, owed), asked=True)
    leader = Seat(say("page-leader"), play=shapes(given["lead"], view, given))
    seats = [player, NOBODY, NOBODY, leader]
    drawn = frozenset({"lead", "hand", "cards"})
    return Scene(seats, clockwise=view.clockwise, drawn=drawn)


def count_follows(given: Given, view: View, _: Answers) -> Scene:
    """Draw a lead and a hand, and the first of the legal plays."""
    owed = view.owed(given)
    player = Seat(say("page-follower"), hand=_hand(given, view, owed), asked=True)
    leader = Seat(say("page-leader"), play=shapes(given["lead"], view, given))
    plays = owed.plays if owed else ()
    below = [Row(None, [Pile(play)]) for play in plays]
    if below:
        below.insert(0, Row(say("page-legal-plays"), []))
    seats = [player, NOBODY, NOBODY, leader]
    drawn = frozenset({"lead", "hand"})
    return Scene(seats, below=below, clockwise=view.clockwise, drawn=drawn)


def _hand(given: Given, view: View, owed: Owed | None) -> list[Row]:
    """Return the rows of a hand that follows: the led group is named, with how many of it are owed."""
    marks = {Mark.OWED: Counter(owed.always or ())} if owed else {}
    tried: Counter[str] = Counter(given.get("cards", ()))
    marks[Mark.TRIED] = tried - marks.get(Mark.OWED, Counter())
    rows = list(hand_rows(given["hand"], view, given, marks))
    if not owed or not owed.group:
        return rows
    whole = Counter(owed.group)
    paired = sum(copies // 2 for copies in (owed.always or Counter()).values())
    more = owed.pairs > paired
    note = say(
        "page-owed-with-pairs" if more else "page-owed-of-these", n=owed.number, pairs=owed.pairs
    )
    return [
        replace(row, led=True, note=note)
        if Counter(card for pile in row.piles for card in pile.cards) == whole
        else row
        for row in rows
    ]


def lead(given: Given, view: View, answers: Answers) -> Scene:
    """Draw a lead, the hand it comes from and the other hands, with the cards that beat a part of it."""
    missing: Counter[str] = Counter(given["cards"]) - Counter(given["hand"])
    expected = answers[0][1] if answers else None
    played = expected.get("played") if isinstance(expected, dict) else None
    if missing:
        play = marked(split(given["cards"], {Mark.WRONG: Counter(missing)}))
    elif isinstance(played, list) and len(played) < len(given["cards"]):
        play = marked(_forced(given, view, played))
    else:
        play = shapes(given["cards"], view, given)
    hand = list(hand_rows(given["hand"], view, given, {Mark.TRIED: Counter(given["cards"])}))
    beating = view.beating(given) or []
    others = []
    for number, held in enumerate(given.get("others", ())):
        beats = {Mark.BEATS: beating[number]} if number < len(beating) else {}
        rows = list(hand_rows(held, view, given, beats))
        others.append(Seat(say("page-after-leader", n=str(number + 1)), hand=rows))
    seats = [Seat(say("page-leader"), play=play, hand=hand, asked=True), *others]
    seats += [NOBODY] * (4 - len(seats))
    drawn = frozenset({"hand", "cards", "others"})
    return Scene(seats, clockwise=view.clockwise, drawn=drawn)


def _forced(given: Given, view: View, played: Sequence[str]) -> list[Pile]:
    """Return a throw in its shapes, the one that counts after all marked."""
    wanted = sorted(played)
    piles = shapes(given["cards"], view, given)
    place = next((n for n, pile in enumerate(piles) if sorted(pile.cards) == wanted), None)
    return [
        Pile(pile.cards, Mark.COUNTS) if number == place else pile
        for number, pile in enumerate(piles)
    ]


def trick(given: Given, view: View, answers: Answers) -> Scene:
    """Draw a trick; who takes it, and who was said to, is written beside the plays."""
    plays = given["plays"]
    seats = []
    for number, play in enumerate(plays):
        right, *wrong = (_taken(who, answer, number) for who, answer in answers)
        seat = Seat(
            say("page-play", n=str(number + 1)),
            _lead_badge(number),
            _laid(number, play, view, given),
            right=right,
            wrong=[said for one in wrong for said in one],
        )
        seats.append(seat)
    return Scene(seats, clockwise=view.clockwise, drawn=frozenset({"plays"}))


def _taken(who: Said, answer: Any, number: int) -> list[Said]:
    """Return that a play takes the trick, where an answer says so."""
    winner = answer.get("winner") if isinstance(answer, dict) else None
    return [say("page-takes-it", who=who)] if type(winner) is int and winner == number else []


def trick_seats(
    leader: int, plays: Sequence[Any], view: View, given: Given
) -> dict[int, tuple[list[Pile], list[Said]]]:
    """Return by seat what it played to a trick and what is said of it there: who leads, who takes it."""
    won = view.winner(plays, given)
    found = {}
    for number, play in enumerate(plays):
        badges = _lead_badge(number) + ([say("page-takes-trick")] if number == won else [])
        found[(leader + number) % len(plays)] = (_laid(number, play, view, given), badges)
    return found


def _laid(number: int, play: Sequence[Any], view: View, given: Given) -> list[Pile]:
    return shapes(play, view, given) if number == 0 else [Pile(play)]


def _lead_badge(number: int) -> list[Said]:
    return [say("page-leads")] if number == 0 else []
