"""Positions as data: their cards, suits, ranks and numbers, how large they are, and how to change them.

Law of this file: nothing here knows what a card is worth or what a question means, and anything at all may
stand where cards should stand. A changed position is a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from shengji_spec.questions import FACES, card_lists

__all__ = [
    "RANKS",
    "SUITS",
    "Path",
    "Position",
    "card_count",
    "changed",
    "lists_of",
    "measure",
    "numbers",
    "rank_of",
    "replaced",
    "sorted_cards",
    "suits_of",
    "without",
]

#: the parameters of a question
Position = Mapping[str, Any]
#: keys and indexes from the top of a position
Path = tuple[str | int, ...]

SUITS = "SHCD"
RANKS = (*"23456789", "10", *"JQKA")
#: the level after A; and jokers stand above all ranks
HEIGHTS = {rank: number for number, rank in enumerate((*RANKS, "NT", "LJ", "BJ"))}
JOKERS = ("LJ", "BJ")
KNOWN = frozenset(FACES)


def lists_of(position: Position) -> dict[Path, list[Any]]:
    """Return all lists of cards by their paths."""
    return {path: cards for path, cards in card_lists(position) if isinstance(cards, list)}


def suits_of(position: Position) -> list[str]:
    """Return the suits that occur, trump first, then by the number of cards."""
    counted: Counter[str] = Counter()
    for cards in lists_of(position).values():
        counted.update(card[0] for card in cards if rank_of(card))
    found = [suit for suit, _ in counted.most_common()]
    trumps = [suit for suit in _values(position, "trump") if suit in tuple(SUITS)]
    return list(dict.fromkeys([*trumps, *found]))


def rank_of(card: object) -> str | None:
    """Return the rank of a card; None for jokers and what is no card."""
    return card[1:] if isinstance(card, str) and card in KNOWN and card not in JOKERS else None


def _values(of: Any, wanted: str) -> Iterator[Any]:
    """Yield the values of a key, wherever it is."""
    if isinstance(of, dict):
        for key, value in of.items():
            if key == wanted:
                yield value
            else:
                yield from _values(value, wanted)
    elif isinstance(of, list):
        for item in of:
            yield from _values(item, wanted)


# --- how large a position is -------------------------------------------------------------------------


def measure(position: Position) -> tuple[int, ...]:
    """
    Return how large a position is.

    First counts the number of cards, then that of keys and rows, suits, numbers, ranks, and last how far the
    suits are from spades as trump and hearts beside it.
    """
    lists = lists_of(position)
    cards = [card for found in lists.values() for card in found]
    suits = suits_of(position)
    levels = [level for key in ("level", "levels", "cleared") for level in _levels(position, key)]
    trumps = [suit for suit in _values(position, "trump") if suit in tuple(SUITS)]
    return (
        len(cards),
        _rows(position),
        len(suits),
        sum(abs(number) for _, number in numbers(position)),
        sum(_height(card) for card in cards) + sum(HEIGHTS.get(level, 0) for level in levels),
        sum(SUITS.index(suit) for suit in trumps) * 1000
        + sum(SUITS.index(card[0]) for card in cards if rank_of(card)),
    )


def card_count(position: Position) -> int:
    """Return the number of cards."""
    return sum(map(len, lists_of(position).values()))


def _height(card: object) -> int:
    if not isinstance(card, str) or card not in KNOWN:
        return 0
    return HEIGHTS[card if card in JOKERS else card[1:]]


def _levels(position: Position, key: str) -> Iterator[str]:
    for value in _values(position, key):
        yield from _texts(value)


def _texts(of: Any) -> Iterator[str]:
    if isinstance(of, str):
        yield of
    elif isinstance(of, list):
        for item in of:
            yield from _texts(item)


def _rows(of: Any) -> int:
    """Return the number of keys and of rows; cards are no rows."""
    if isinstance(of, dict):
        return len(of) + sum(map(_rows, of.values()))
    if isinstance(of, list):
        return sum(1 + _rows(item) for item in of if not _is_card(item))
    return 0


def _is_card(of: object) -> bool:
    return isinstance(of, str) and of in KNOWN


def numbers(of: Any, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Yield all numbers with their paths."""
    if isinstance(of, Mapping):
        for key, value in of.items():
            yield from numbers(value, (*path, key))
    elif isinstance(of, list):
        for place, item in enumerate(of):
            yield from numbers(item, (*path, place))
    elif isinstance(of, int) and not isinstance(of, bool):
        yield path, of


# --- another position --------------------------------------------------------------------------------


def replaced(position: Position, changes: Mapping[Path, Any]) -> dict[str, Any]:
    """Return the position with other values at some paths."""
    result: dict[str, Any] = _copy(position)
    for path, value in changes.items():
        node: Any = result
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = value
    return result


def _copy(of: Any) -> Any:
    if isinstance(of, Mapping):
        return {key: _copy(value) for key, value in of.items()}
    return [_copy(item) for item in of] if isinstance(of, list) else of


def changed(
    position: Position,
    card: Callable[[str], str],
    suit: Callable[[str], str] = lambda suit: suit,
    level: Callable[[str], str] = lambda level: level,
) -> dict[str, Any]:
    """Return the position with every card, trump suit and level exchanged."""
    cards = {
        path: [card(one) if _is_card(one) else one for one in found]
        for path, found in lists_of(position).items()
    }
    result = replaced(position, cards)
    _exchange(result, suit, level)
    return result


def _exchange(of: Any, suit: Callable[[str], str], level: Callable[[str], str]) -> None:
    if isinstance(of, list):
        for item in of:
            _exchange(item, suit, level)
    elif isinstance(of, dict):
        for key, value in of.items():
            if key == "trump" and value in tuple(SUITS):
                of[key] = suit(value)
            elif key in ("level", "levels", "cleared"):
                of[key] = _each(value, level)
            else:
                _exchange(value, suit, level)


def _each(of: Any, level: Callable[[str], str]) -> Any:
    if isinstance(of, list):
        return [_each(item, level) for item in of]
    return level(of) if isinstance(of, str) and of in HEIGHTS else of


def without(cards: Sequence[Any], gone: Sequence[Any]) -> list[Any]:
    """Return cards without some of them, one copy for each that goes."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def sorted_cards(cards: Sequence[Any]) -> list[Any]:
    """Return cards suit by suit, each from low to high; jokers, and what is no card, come last."""

    def order(card: Any) -> tuple[int, int, int]:
        rank = rank_of(card)
        return (0, SUITS.index(card[0]), RANKS.index(rank)) if rank else (1, 0, _height(card))

    return sorted(cards, key=order)
