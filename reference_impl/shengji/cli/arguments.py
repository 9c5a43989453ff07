"""What is typed on the command line, read into what a question takes.

Law of this file: each function reads one kind of text and names the nearest right spelling when it
cannot. Whether the cards make a position is the engine's business.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from shengji_spec.errors import advice, nearest

from shengji.questions import QUESTIONS

__all__ = [
    "cards",
    "change",
    "counts",
    "dealer",
    "hands",
    "history",
    "level",
    "levels",
    "question",
    "seat",
    "seats",
    "trump",
]

PLAYERS = 4
SUITS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
RANKS = (*"23456789", "10", *"JQKA")
FACES = (*(suit + rank for suit in "SHCD" for rank in RANKS), "LJ", "BJ")
NOBODY = ("none", "null", "nt", "-")
PASSES = ("", "-", "pass", "过", "不反")
#: what separates words in a list, and what opens the cards of a seat
GAPS = re.compile(r"[\s,;/、，；]+")
TURN = re.compile(r"(?:^|[\s,;、，；]+)(\d+)\s*[:：]")


def cards(text: str) -> list[str]:
    """Read `S5 H10 BJ`; - and pass are no cards."""
    return [] if text.strip().lower() in PASSES else [_face(word) for word in _words(text)]


def trump(text: str) -> str:
    """Read a suit; no trump is `none`, so that it differs from an option left out."""
    word = SUITS.get(text.strip(), text.strip())
    if word.lower() in NOBODY:
        return "none"
    if word not in SUITS.values():
        _wrong(f"{text!r} is neither a suit nor null", word[:1], [*SUITS.values(), "none"])
    return word


def level(text: str) -> str:
    """Read a level."""
    word = text.strip()
    if word in (*RANKS, "NT"):
        return word
    message = f"level {word!r} does not exist"
    if word.upper() in (*RANKS, "NT"):
        _wrong(message, word, [word.upper()])
    raise click.BadParameter(f"{message}; levels are 2 to 10, J, Q, K and A")


def levels(text: str) -> list[str]:
    """Read a level for each side: `2 5`, `2,5` or `2/5`."""
    ranks = _words(text)
    if len(ranks) != 2:
        sides = "that of seats 0 and 2, then that of seats 1 and 3, such as 2,5"
        raise click.BadParameter(f"{text!r} is not two levels; write {sides}")
    return [level(rank) for rank in ranks]


def seat(text: str) -> int:
    """Read a seat."""
    word = text.strip()
    if not (word.isascii() and word.isdecimal()) or int(word) >= PLAYERS:
        hint = "the seats are 0, 1, 2 and 3 in playing order"
        raise click.BadParameter(f"seat {word!r} does not exist; {hint}")
    return int(word)


def seats(text: str) -> list[int]:
    """Read several seats: `0 2`."""
    return [seat(word) for word in _words(text)]


def dealer(text: str) -> int | None:
    """Read a seat, or `none`."""
    return None if text.strip().lower() in NOBODY else seat(text)


def history(text: str) -> list[dict[str, Any]]:
    """Read what seats showed, oldest first: `0:S2 1:H2,H2 2:-`."""
    return [{"seat": number, "cards": shown} for number, shown in _by_seat(text)]


def hands(text: str) -> list[list[str]]:
    """Read hands by seat: `0:S5,S6 2:H5`; a seat left out holds nothing that matters."""
    held: list[list[str]] = [[] for _ in range(PLAYERS)]
    for number, shown in _by_seat(text):
        held[number] += shown
    return held


def counts(text: str) -> list[int]:
    """Read a number for each seat: `0,1,0,0`."""
    words = _words(text)
    if len(words) != PLAYERS:
        hint = f"write {PLAYERS}, one for each seat, such as 0,1,0,0"
        raise click.BadParameter(f"{text!r} is not {PLAYERS} numbers; {hint}")
    return [_number(word) for word in words]


def change(text: str) -> dict[str, Any]:
    """Read who won a deal, and by how many levels: `dealer,2` or `attackers +1`."""
    side, *rest = _words(text.replace(":", " ")) or [""]
    if side not in ("dealer", "attackers"):
        _wrong(f"{side!r} is no side", side, ["dealer", "attackers"])
    if len(rest) != 1:
        raise click.BadParameter(f"{text!r} is not a side and its levels, such as {side},2")
    return {"side": side, "levels": _number(rest[0])}


def question(text: str) -> str:
    """Read the name of a question."""
    if text not in QUESTIONS:
        _wrong(f"there is no question {text!r}", text, list(QUESTIONS))
    return text


# --- pieces --------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return [word for word in GAPS.split(text) if word]


def _wrong(message: str, found: str, valid: Sequence[str]) -> NoReturn:
    hint = advice(found, valid)
    raise click.BadParameter(f"{message}; {hint}" if hint else message)


def _face(word: str) -> str:
    """Return the face of a card; a suit may be its symbol."""
    face = SUITS[word[0]] + word[1:] if word[0] in SUITS else word
    if face in FACES:
        return face
    message = f"{word!r} is no card of this pack"
    turned = re.sub(r"^(.*?)([SHCD])$", r"\2\1", face.upper().replace("T", "10"))
    if turned in FACES:
        raise click.BadParameter(f"{message}; did you mean {turned}?")
    if nearest(face, FACES) is None:
        hint = "cards are written S5 H10 CA DK, jokers LJ and BJ"
        raise click.BadParameter(f"{message}; {hint}")
    _wrong(message, face, FACES)


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise click.BadParameter(f"{word!r} is no whole number") from None


def _by_seat(text: str) -> list[tuple[int, list[str]]]:
    """Read seats with their cards, spaces and commas as one likes."""
    before, *turns = TURN.split(text.strip())
    if _words(before):
        hint = "write a seat, a colon and its cards, such as 0:S2 1:H2,H2 2:-"
        raise click.BadParameter(f"{before.strip()!r} has no seat; {hint}")
    return [
        (seat(number), cards(shown)) for number, shown in zip(turns[::2], turns[1::2], strict=True)
    ]
