"""What a follow has to hold, from the plays that the reference calls legal.

Law of this file: which plays are legal is asked, play by play; here they are only compared. Where there are
too many to ask about, nothing is said of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shengji_conformance.page.asked import Asked, Given, Groups

__all__ = ["Owed", "owed"]

#: the most plays that are asked about
MOST_PLAYS = 3000
#: how many legal ones are remembered
PLAYS_KEPT = 12

#: how many of each face, in the order of the faces
Copies = tuple[int, ...]


@dataclass(frozen=True)
class Owed:
    """What a follow has to hold."""

    #: the cards of the led group in hand, and how many of them are owed
    group: Sequence[str]
    number: int
    #: how many pairs every legal play holds at least
    pairs: int
    #: cards that every legal play holds; None where there are too many plays to tell
    always: Counter[str] | None
    #: the first legal plays
    plays: Sequence[Sequence[str]]
    #: cards of the play asked about that have to stay in hand
    wrong: Counter[str]


def owed(asked: Asked, given: Given) -> Owed | None:
    """Return what is owed to a lead, and what of the play asked about should have stayed in hand."""
    lead, tried = given["lead"], Counter[str](given.get("cards", ()))
    led, hand = asked.groups(lead, given["hand"], given=given)
    if not led or len(led) > 1 or not hand:
        return None
    (name,) = led
    group = [card for row in hand.get(name, ()) for card in row]
    number = min(len(lead), len(group))
    faces = _faces(hand)
    bounds = _bounds(faces, set(group), len(lead))
    if _number_of(bounds, len(lead)) > MOST_PLAYS:
        return Owed(group, number, 0, None, (), tried - Counter(given["hand"]))
    plays = [*_selections(bounds, len(lead))]
    legal = _legal(asked, given, faces, plays)
    if not legal:
        return None
    return Owed(
        group,
        number,
        min(sum(copies // 2 for copies in play) for play in legal),
        Counter(_cards(faces, tuple(map(min, zip(*legal, strict=True))))),
        [[*_as_in_hand(hand, _cards(faces, play))] for play in legal[:PLAYS_KEPT]],
        _wrong(tried, faces, legal) if tried else Counter(),
    )


def _legal(
    asked: Asked, given: Given, faces: Counter[str], plays: Sequence[Copies]
) -> list[Copies]:
    """Return the legal ones of some plays; none where the play that a case is about is no play at all."""
    position = {key: given[key] for key in ("level", "trump", "lead", "hand") if key in given}
    tried = [given["cards"]] if "cards" in given else []
    attempts = [*tried, *(_cards(faces, play) for play in plays)]
    answers = asked.all([("judge_follow", {**position, "cards": cards}) for cards in attempts])
    if None in answers[: len(tried)]:
        return []
    return [
        play
        for play, answer in zip(plays, answers[len(tried) :], strict=True)
        if answer and answer.get("legal") is True
    ]


def _faces(hand: Groups) -> Counter[str]:
    """Return how many of each face are held: the groups from the last to the first, each from high to low."""
    rows = [row for classes in reversed(hand.values()) for row in classes]
    return Counter(card for row in rows for card in row)


def _cards(faces: Counter[str], play: Copies) -> list[str]:
    return [face for face, copies in zip(faces, play, strict=True) for _ in range(copies)]


def _as_in_hand(hand: Groups, cards: Sequence[str]) -> Iterator[str]:
    """Yield cards in the order in which a hand is held."""
    left = Counter(cards)
    for row in (row for classes in hand.values() for row in classes):
        for card in row:
            if left[card]:
                left[card] -= 1
                yield card


# --- plays to ask about --------------------------------------------------------------------------


def _bounds(faces: Counter[str], group: set[str], size: int) -> list[tuple[int, int]]:
    """
    Return for each face how many copies a play may hold: at least, at most.

    All cards of the led group where there are not more of them than were led, and no others where there are
    enough. Plays outside these bounds do not follow suit.
    """
    held = sum(copies for face, copies in faces.items() if face in group)
    short = held <= size
    return [
        (copies if short and face in group else 0, copies if short or face in group else 0)
        for face, copies in faces.items()
    ]


def _number_of(bounds: Sequence[tuple[int, int]], size: int) -> int:
    """Return how many selections of so many cards there are."""
    ways = [1] + [0] * size
    for least, most in bounds:
        ways = [
            sum(ways[n - taken] for taken in range(least, most + 1) if taken <= n)
            for n in range(size + 1)
        ]
    return ways[size]


def _selections(bounds: Sequence[tuple[int, int]], size: int) -> Iterator[Copies]:
    """Yield the selections of so many cards, the first faces first."""
    rest = [sum(most for _, most in bounds[n:]) for n in range(len(bounds) + 1)]
    forced = [sum(least for least, _ in bounds[n:]) for n in range(len(bounds) + 1)]

    def chosen(place: int, left: int) -> Iterator[Copies]:
        if not forced[place] <= left <= rest[place]:
            return
        if place == len(bounds):
            yield ()
            return
        least, most = bounds[place]
        for taken in range(min(most, left), least - 1, -1):
            for others in chosen(place + 1, left - taken):
                yield taken, *others

    return chosen(0, size)


def _wrong(tried: Counter[str], faces: Counter[str], legal: Sequence[Copies]) -> Counter[str]:
    """Return what is left of a play after the legal play that is nearest to it is taken away."""
    wanted = [tried[face] for face in faces]
    shared = [tuple(map(min, wanted, play)) for play in legal]
    return tried - Counter(_cards(faces, max(shared, key=sum)))
