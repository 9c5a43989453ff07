"""The tricks of a deal as a table: who played what, who won, and the points.

Law of this file: what won and what ruffed is asked of `trick`, what a throw failed on of `lead`; this file
draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shengji import deal, lead, shapes, trick
from shengji.cards import SEATS, Order
from shengji.cli.voice import COLUMNS, Voice, padded, width, wrapped
from shengji.errors import Refusal
from shengji.game import Play, State
from shengji.rules import RuleSet
from shengji.shapes import Component

__all__ = ["Trick", "table"]

#: columns of the number before a row, and between it and what stands behind
NUMBER, GAP = 4, 2
#: the cards of a play in the table take at most so many columns
WIDEST = 9
COUNTED = ("column-points", "column-total")
#: before the cards that are led, and behind those that win
LEADS, WINS = "›", "*"  # noqa: RUF001


class Trick(NamedTuple):
    """A trick, and the deal before and after it."""

    number: int
    plays: tuple[Play, ...]
    before: State
    after: State


class _Row(NamedTuple):
    """A trick as it is drawn."""

    trick: Trick
    #: the cards of each play, in the order of playing
    cards: list[str]
    #: place of the play that wins
    best: int
    points: str
    total: str
    #: what was led, where it is no single card
    led: str
    #: who ruffed, by place
    ruffs: dict[int, str]
    failed: str


def table(voice: Voice, rules: RuleSet, tricks: Sequence[Trick], dealer: int) -> Iterator[str]:
    """Yield the lines of a table; tricks whose plays are too wide for it get a line for each play."""
    rows = [_row(voice, rules, one, dealer) for one in tricks]
    fitting = [width(text) for row in rows for text in row.cards if width(text) <= WIDEST]
    column = 3 + max([*map(width, voice.names), *fitting])
    yield _heading(voice, column)
    for row in rows:
        if max(map(width, row.cards)) <= column - 3:
            yield from _narrow(voice, row, column)
        else:
            yield from _wide(voice, row, column)
        if row.failed:
            yield from wrapped(row.failed, " " * (NUMBER + 1), " " * (NUMBER + 1))


def _heading(voice: Voice, column: int) -> str:
    names = "".join(" " + padded(name, column - 1) for name in voice.names)
    return " " * NUMBER + names + _counted(voice, *map(voice.say, COUNTED))


def _counted(voice: Voice, points: str, total: str) -> str:
    """Return the points of a trick and the attackers' total as two columns."""
    columns = (GAP + width(voice.say(key)) for key in COUNTED)
    return "".join(
        padded(text, max(6, column), right=True)
        for text, column in zip((points, total), columns, strict=True)
    )


def _narrow(voice: Voice, row: _Row, column: int) -> Iterator[str]:
    """Yield a row with a column for each seat, and what there is to say behind it or below."""
    cells = [""] * SEATS
    for place, (play, cards) in enumerate(zip(row.trick.plays, row.cards, strict=True)):
        cells[play.seat] = _marked(row, place, cards)
    line = padded(f"{row.trick.number}", NUMBER - 1, right=True) + " "
    line += "".join(padded(cell, column) for cell in cells)
    line += _counted(voice, row.points, row.total)
    note = voice.say("note-comma").join(note for note in (row.led, *row.ruffs.values()) if note)
    if width(f"{line}  {note}") <= COLUMNS or not note:
        yield f"{line}  {note}".rstrip()
    else:
        yield line
        yield from wrapped(note, " " * (NUMBER + 1))


def _wide(voice: Voice, row: _Row, column: int) -> Iterator[str]:
    """Yield a line for each play, in the order of playing, the points behind the last one or below."""
    name = 2 + max(map(width, voice.names))
    for place, (play, cards) in enumerate(zip(row.trick.plays, row.cards, strict=True)):
        number = f"{row.trick.number}" if place == 0 else ""
        head = padded(number, NUMBER - 1, right=True) + "  " + padded(voice.who(play.seat), name)
        under = " " * (width(head) + 1)
        first, *more = wrapped(_marked(row, place, cards), under[:-1], under)
        lines = [head + first[len(under) - 1 :], *more]
        note = row.led if place == 0 else row.ruffs.get(place, "")
        if note and width(f"{lines[-1]}   {note}") <= COLUMNS:
            lines[-1] += f"   {note}"
        elif note:
            lines += wrapped(note, under, under)
        yield from lines[:-1]
        if place < len(row.cards) - 1:
            yield lines[-1]
            continue
        end = NUMBER + SEATS * column
        if width(lines[-1]) > end:
            yield lines.pop()
            lines.append("")
        yield (padded(lines[-1], end) + _counted(voice, row.points, row.total)).rstrip()


def _marked(row: _Row, place: int, cards: str) -> str:
    complete = len(row.cards) == SEATS
    return (LEADS if place == 0 else " ") + cards + (WINS if complete and place == row.best else "")


def _row(voice: Voice, rules: RuleSet, one: Trick, dealer: int) -> _Row:
    order, plays = one.before.order, one.plays
    assert order is not None
    read = [order.read(play.cards) for play in plays]
    best = trick.winner(rules, order, read)
    points = sum(trick.points(play.cards) for play in plays)
    kept = deal.same_side(plays[best].seat, dealer)
    taken = (f"({points})" if kept else f"+{points}") if points and len(plays) == SEATS else ""
    total = f"{one.after.taken + one.after.penalties}" if len(plays) == SEATS else ""
    cards = [voice.sorted(order, play.cards) for play in plays]
    ruffs = _ruffs(voice, rules, order, plays, read)
    failed = _failed(voice, rules, one, order) if plays[0].tried != plays[0].cards else ""
    return _Row(one, cards, best, taken, total, _led(voice, rules, order, read[0]), ruffs, failed)


def _parts(rules: RuleSet, order: Order, cards: int) -> tuple[Component, ...]:
    group = order.group(cards)
    assert group is not None
    return shapes.decompose(rules, group, group.of(cards))


def _led(voice: Voice, rules: RuleSet, order: Order, cards: int) -> str:
    """Name what is led, where it is more than a card."""
    parts = _parts(rules, order, cards)
    if len(parts) > 1:
        return voice.say("throw", shapes=voice.shapes(parts))
    return voice.shapes(parts) if parts[0].size > 1 else ""


def _ruffs(
    voice: Voice, rules: RuleSet, order: Order, plays: Sequence[Play], read: Sequence[int]
) -> dict[int, str]:
    """Say who ruffed, and over whom."""
    group, parts = order.group(read[0]), _parts(rules, order, read[0])
    assert group is not None
    found: dict[int, str] = {}
    for place in range(1, len(read)):
        if trick.is_ruff(rules, order, group, parts, read[place]):
            leads = trick.winner(rules, order, read[: place + 1]) == place
            key = "under-ruffs" if not leads else "over-ruffs" if found else "ruffs"
            found[place] = voice.say(key, who=voice.who(plays[place].seat))
    return found


# --- failed throws -------------------------------------------------------------------------------


def _failed(voice: Voice, rules: RuleSet, one: Trick, order: Order) -> str:
    """Say what was tried, who beats it, and what it costs."""
    play, state = one.plays[0], one.before
    parts = _parts(rules, order, order.read(play.tried))
    beaten: dict[tuple[int, ...], list[str]] = {}
    for part in parts:
        seats = _beaters(rules, state, order, play.seat, part)
        if seats:
            beaten.setdefault(seats, []).append(voice.sorted(order, part.cards))
    text = voice.say(
        "throw-failed",
        who=voice.who(play.seat),
        cards=voice.sorted(order, play.tried),
        shapes=voice.shapes(parts),
        beaten=voice.say("note-semicolon").join(
            voice.say("beaten", who=voice.all_of(seats), parts=voice.listed(cards))
            for seats, cards in beaten.items()
        ),
        played=voice.sorted(order, play.cards),
    )
    moved = one.after.penalties - state.penalties
    if moved:
        text += voice.say("penalty-gained" if moved > 0 else "penalty-lost", n=abs(moved))
    if rules.lead_penalty == "half-stake":
        text += voice.say("penalty-stake")
    return text


def _beaters(
    rules: RuleSet, state: State, order: Order, leader: int, part: Component
) -> tuple[int, ...]:
    """Return the seats that beat a component of a throw."""
    seats = [(leader + step) % SEATS for step in range(1, SEATS)]
    if rules.lead_challengers == "opponents":
        seats = seats[::2]
    return tuple(seat for seat in seats if _beats(rules, order, part, state.hands[seat]))


def _beats(rules: RuleSet, order: Order, part: Component, hand: Sequence[str]) -> bool:
    """Tell whether a hand beats a component: the component twice would be a throw that fails."""
    group = order.group_of[part.faces[0]]
    verdict = lead.verdict(rules, order, group, (part, part), [order.read(hand)])
    return isinstance(verdict, Refusal) or not verdict.stands
