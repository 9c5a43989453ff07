"""Smaller positions: everything that might go from one, the largest pieces first.

Law of this file: it proposes and decides nothing. Most proposals are no better than what they came from;
whoever asks finds out. Those that keep a position in one piece come first, so that few questions are lost:
what is played goes from the hand too, a card of the lead takes one of the follow along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, permutations, product
from typing import Any

from shengji_spec.questions import required_keys

from shengji_conformance.shrink.positions import (
    RANKS,
    SUITS,
    Path,
    Position,
    changed,
    lists_of,
    measure,
    numbers,
    rank_of,
    replaced,
    sorted_cards,
    suits_of,
    without,
)

__all__ = ["smaller"]

#: ways to take some cards from one list, and from several at once
SUBSETS, PRODUCTS = 20, 250
HAND, CARDS, LEAD = ("hand",), ("cards",), ("lead",)
#: lists of rows that may be shorter
ROWS = ("history", "events", "declined", "cleared")


def smaller(question: str, position: Position) -> Iterator[dict[str, Any]]:
    """Yield positions that are smaller than this one."""
    size = measure(position)
    if question == "replay":
        # A deal is dealt and played to its end, or to the event that is refused: nothing else can go.
        yield from (shorter for shorter in _fewer_rows(position) if measure(shorter) < size)
        return
    for proposal in chain(
        _fewer_keys(question, position),
        _fewer_rows(position),
        _fewer_cards(position),
        _fewer_suits(position),
        _lower_ranks(position),
        _lower_numbers(position),
        _plainer_suits(position),
    ):
        if measure(proposal) < size:
            yield proposal


# --- keys and rows -----------------------------------------------------------------------------------


def _fewer_keys(question: str, position: Position) -> Iterator[dict[str, Any]]:
    wanted = required_keys(question)
    for key in position:
        if key not in wanted:
            yield {k: v for k, v in position.items() if k != key}


def _fewer_rows(position: Position) -> Iterator[dict[str, Any]]:
    for path, rows in _row_lists(position):
        for size in _sizes(len(rows)):
            # The last rows go first: what came before them is the same without them.
            for start in range(len(rows) - size, -1, -1):
                yield replaced(position, {path: rows[:start] + rows[start + size :]})


def _row_lists(of: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    for key, value in of.items():
        if key in ROWS and isinstance(value, list):
            inner = [(place, item) for place, item in enumerate(value) if isinstance(item, list)]
            if inner:
                yield from (((*path, key, place), item) for place, item in inner)
            else:
                yield (*path, key), value
        elif isinstance(value, Mapping):
            yield from _row_lists(value, (*path, key))


# --- cards -------------------------------------------------------------------------------------------


def _fewer_cards(position: Position) -> Iterator[dict[str, Any]]:
    """Yield positions without some cards: of several lists together, then of each alone."""
    lists = lists_of(position)
    yield from _fewer_in_follow(position, lists)
    for paths in _tricks(lists):
        yield from _fewer_in_all(position, lists, paths)
    for path, cards in lists.items():
        loose = without(cards, lists.get(CARDS, ())) if path == HAND else cards
        for size in _sizes(len(loose)):
            for gone in _chunks(loose, size):
                yield replaced(position, _taken(lists, path, gone))


def _taken(lists: Mapping[Path, list[Any]], path: Path, gone: Sequence[Any]) -> dict[Path, Any]:
    """Return the lists without some cards of one of them; what is played goes from the hand too."""
    paths = (CARDS, HAND) if path == CARDS and HAND in lists else (path,)
    return {one: without(lists[one], gone) for one in paths}


def _fewer_in_follow(
    position: Position, lists: Mapping[Path, list[Any]]
) -> Iterator[dict[str, Any]]:
    """Yield follows with as many cards less in the lead."""
    if LEAD not in lists or CARDS not in lists:
        return
    lead, cards = lists[LEAD], lists[CARDS]
    for size in _sizes(min(len(lead), len(cards)) - 1):
        ways = product(_subsets(lead, size), _subsets(cards, size))
        for led, played in islice(ways, PRODUCTS):
            yield replaced(position, {LEAD: without(lead, led), **_taken(lists, CARDS, played)})


def _tricks(lists: Mapping[Path, list[Any]]) -> list[list[Path]]:
    """Return the paths of the plays of each trick."""
    tricks: dict[Path, list[Path]] = {}
    for path in lists:
        if len(path) > 1 and path[-2] == "plays":
            tricks.setdefault(path[:-1], []).append(path)
    return list(tricks.values())


def _fewer_in_all(
    position: Position, lists: Mapping[Path, list[Any]], paths: Sequence[Path]
) -> Iterator[dict[str, Any]]:
    """Yield positions with as many cards less in each of some lists."""
    for size in _sizes(min(len(lists[path]) for path in paths) - 1):
        ways = product(*(_subsets(lists[path], size) for path in paths))
        for gone in islice(ways, PRODUCTS):
            changes = {
                path: without(lists[path], part) for path, part in zip(paths, gone, strict=True)
            }
            yield replaced(position, changes)


def _sizes(number: int) -> list[int]:
    """Return how many to take away of so many: all, half, a quarter ... and the least at last."""
    sizes = [number >> shift for shift in range(number.bit_length())] if number > 0 else []
    return sorted({*sizes, *(size for size in (3, 2, 1) if size <= number)}, reverse=True)


def _chunks(cards: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """Yield cards side by side in order, so that pairs stay together; single cards once a face."""
    ordered = sorted_cards(cards)
    if size == 1:
        yield from ([card] for card in _distinct(ordered))
        return
    step = max(1, size // 2)
    for start in range(0, len(ordered) - size + 1, step):
        yield ordered[start : start + size]


def _subsets(cards: Sequence[Any], size: int) -> list[tuple[Any, ...]]:
    """Return some ways to take so many cards: equal ones together first."""
    ordered = sorted_cards(cards)
    ways = _distinct(islice(combinations(ordered, size), SUBSETS * 10))
    return sorted(ways, key=lambda way: len(_distinct(way)))[:SUBSETS]


def _distinct(items: Any) -> list[Any]:
    seen: list[Any] = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen


# --- suits and ranks ---------------------------------------------------------------------------------


def _fewer_suits(position: Position) -> Iterator[dict[str, Any]]:
    """Yield positions in which one suit has become another: the rarest first, into the most common."""
    suits = suits_of(position)
    for gone in reversed(suits):
        for other in suits:
            if other != gone:
                yield _renamed(position, {gone: other})


def _plainer_suits(position: Position) -> Iterator[dict[str, Any]]:
    """Yield the same position in other suits."""
    for suits in permutations(SUITS):
        yield _renamed(position, dict(zip(SUITS, suits, strict=True)))


def _renamed(position: Position, to: Mapping[str, str]) -> dict[str, Any]:
    return changed(
        position,
        lambda card: to.get(card[0], card[0]) + card[1:],
        lambda suit: to.get(suit, suit),
    )


def _lower_ranks(position: Position) -> Iterator[dict[str, Any]]:
    """Yield positions with lower cards: all ranks at once, one rank, one face, one card."""
    used = _ranks_of(position)
    yield _reranked(position, dict(zip(used, RANKS, strict=False)))
    lowest = RANKS.index(used[0]) if used else 0
    for by in range(lowest, 0, -1):
        yield _reranked(position, {rank: RANKS[RANKS.index(rank) - by] for rank in used})
    for rank in reversed(used):
        for other in RANKS[: RANKS.index(rank)]:
            yield _reranked(position, {rank: other})
    yield from _lower_levels(position)
    lists = lists_of(position)
    for face in _distinct(card for cards in lists.values() for card in cards):
        for other in _lower_faces(face):
            yield changed(position, _exchange(face, other))
    for path, cards in lists.items():
        loose = without(cards, lists.get(CARDS, ())) if path == HAND else cards
        for face in _distinct(loose):
            for other in _lower_faces(face):
                yield replaced(position, _put(lists, path, face, other))


def _exchange(face: str, other: str) -> Callable[[str], str]:
    return lambda card: other if card == face else card


def _put(lists: Mapping[Path, list[Any]], path: Path, face: str, other: str) -> dict[Path, Any]:
    """Return the lists with one copy of a face exchanged; what is played is exchanged in the hand too."""
    taken = _taken(lists, path, [face])
    return {one: [*cards, other] for one, cards in taken.items()}


def _ranks_of(position: Position) -> list[str]:
    """Return the ranks of cards and levels, the lowest first."""
    found: set[str] = set()

    def note(rank: str) -> str:
        found.add(rank)
        return rank

    changed(position, lambda card: card[:1] + note(rank_of(card) or ""), level=note)
    return [rank for rank in RANKS if rank in found]


def _reranked(position: Position, to: Mapping[str, str]) -> dict[str, Any]:
    return changed(
        position,
        lambda card: card[0] + to.get(rank, rank) if (rank := rank_of(card)) else card,
        level=lambda level: to.get(level, level),
    )


def _lower_levels(position: Position) -> Iterator[dict[str, Any]]:
    """Yield positions with lower levels and the same cards."""
    for path, level in _level_paths(position):
        if level in RANKS:
            for other in RANKS[: RANKS.index(level)]:
                yield replaced(position, {path: other})


def _level_paths(of: Any, path: Path = (), *, inside: bool = False) -> Iterator[tuple[Path, Any]]:
    if isinstance(of, Mapping):
        for key, value in of.items():
            level = key in ("level", "levels", "cleared")
            yield from _level_paths(value, (*path, key), inside=level)
    elif isinstance(of, list):
        for place, item in enumerate(of):
            yield from _level_paths(item, (*path, place), inside=inside)
    elif inside and isinstance(of, str):
        yield path, of


def _lower_faces(face: Any) -> list[str]:
    """Return the faces below one in its suit; below the big joker the little one."""
    if face == "BJ":
        return ["LJ"]
    rank = rank_of(face)
    return [face[0] + lower for lower in RANKS[: RANKS.index(rank)]] if rank else []


# --- numbers -----------------------------------------------------------------------------------------


def _lower_numbers(position: Position) -> Iterator[dict[str, Any]]:
    """Yield positions with numbers nearer to nought: points, stakes, deals, seats."""
    for path, number in numbers(position):
        for other in _distinct((0, number // 2, number - 10, number - 5, number - 1, number + 1)):
            if abs(other) < abs(number):
                yield replaced(position, {path: other})
