"""A position drawn: every parameter of a question as a label and its lines.

Law of this file: it draws and decides nothing. A case may hold anything at all, so whatever is not of the
expected shape is shown as it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from shengji_conformance import records
from shengji_conformance.answers import teams
from shengji_conformance.cards import SYMBOLS, cards, groups
from shengji_conformance.phrases import PHRASES
from shengji_conformance.seats import bid, levels, seat, signed
from shengji_conformance.values import value
from shengji_conformance.words import safe, say

__all__ = ["position"]

Given = Mapping[str, Any]
Draw = Callable[[Any, Given, str], Iterator[str]]
#: a label and the lines that belong to it
Lines = tuple[str, Sequence[str]]

#: the longest hand that is shown on one line, in characters
ONE_LINE = 60
GAP = "   "


def position(question: str, given: Given, language: str) -> Iterator[Lines]:
    """Yield the things of a position, labelled, in the order of `GIVEN`; level and trump are left out."""
    known = [key for key in GIVEN if key in given]
    others = [key for key in given if key not in GIVEN and key not in ("level", "trump")]
    for key in [*known, *others]:
        if key == "record" and isinstance(given[key], dict):
            for part, drawn in records.rows(given[key], language):
                yield _label(part, "record", language), drawn
        elif key == "history" and question == "judge_counter":
            yield from _turns(given, language)
        elif key != "declared" or not _split(given):
            lines = list(GIVEN.get(key, _plain)(given[key], given, language))
            yield _label(key, question, language), lines


def _label(key: str, question: str, language: str) -> str:
    for label in (f"given-{key}-{question}", f"given-{key}"):
        if label in PHRASES:
            return say(label).in_(language)
    return safe(key, 20)


def _turns(given: Given, language: str) -> Iterator[Lines]:
    """Yield what was shown in the draw and what after it, where it can be told."""
    drawn = list(_history(given["history"], given, language))
    if not _split(given) or not given["history"]:
        yield say("given-history").in_(language), drawn
        return
    declared = given.get("declared", 1)
    yield say("in-the-draw").in_(language), drawn[:declared] or [say("nothing").in_(language)]
    yield say("afterwards").in_(language), drawn[declared:] or [say("nothing").in_(language)]


def _split(given: Given) -> bool:
    """Tell whether a history says which of its entries were made in the draw."""
    history = given.get("history")
    declared = given.get("declared", 1)
    number = isinstance(declared, int) and not isinstance(declared, bool)
    return isinstance(history, list) and number and 0 <= declared <= max(len(history), 1)


# How the things of a position are drawn: each gives lines.


def _plain(found: Any, _: Given, language: str) -> Iterator[str]:
    yield value(found, language)


def _seat(found: Any, _: Given, language: str) -> Iterator[str]:
    yield seat(found, language)


def _player(found: Any, given: Given, language: str) -> Iterator[str]:
    """Yield a seat with its part in the deal: partners are two seats apart."""
    dealer, shown = given.get("dealer"), seat(found, language)
    if isinstance(found, bool) or not isinstance(found, int) or not isinstance(dealer, int):
        yield shown
        return
    apart = (found - dealer) % 4
    part = "attacker" if apart % 2 else "partner" if apart else "dealer"
    yield say("seat-as", seat=shown, part=say(f"part-{part}")).in_(language)


def _seats(found: Any, _: Given, language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    comma = say("comma").in_(language)
    yield comma.join(seat(one, language) for one in found) or say("nobody").in_(language)


def _cards(found: Any, _: Given, language: str) -> Iterator[str]:
    yield cards(found, language) if isinstance(found, list) else value(found, language)


def _tried(found: Any, given: Given, language: str) -> Iterator[str]:
    if found == [] and "history" in given:
        yield say("a-pass").in_(language)
    else:
        yield from _cards(found, given, language)


def _kitty(found: Any, given: Given, language: str) -> Iterator[str]:
    """Yield a kitty; where nobody declared its cards are turned one after the other."""
    if isinstance(found, list) and found and "first_drawer" in given:
        yield say("then").in_(language).join(cards([one], language) for one in found)
    else:
        yield from _cards(found, given, language)


def _hand(found: Any, given: Given, language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    drawn = groups(found, given.get("level"), given.get("trump"))
    if not drawn:
        yield "—"
    for suit, held in drawn:
        name = say("trumps-are").in_(language) if suit is None and "level" in given else ""
        yield name + cards(held, language)


def _hands(found: Any, given: Given, language: str) -> Iterator[str]:
    yield from _listed(found, given, language, lambda place: f"{place + 1}.")


def _hands_by_seat(found: Any, given: Given, language: str) -> Iterator[str]:
    yield from _listed(found, given, language, lambda place: seat(place, language))


def _listed(found: Any, given: Given, language: str, name: Callable[[int], str]) -> Iterator[str]:
    """Yield hands, each on a line, a long one in its groups below its name."""
    if not isinstance(found, list):
        yield value(found, language)
        return
    for place, held in enumerate(found):
        drawn = list(_hand(held, given, language))
        line = f"{name(place)} " + GAP.join(drawn)
        if len(line) <= ONE_LINE:
            yield line
        else:
            yield name(place)
            yield from (f"  {group}" for group in drawn)


def _plays(found: Any, _: Given, language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    for number, play in enumerate(found, 1):
        drawn = cards(play, language) if isinstance(play, list) else value(play, language)
        yield f"{number}. {drawn}"


def _last_trick(found: Any, _: Given, language: str) -> Iterator[str]:
    if not isinstance(found, dict):
        yield value(found, language)
        return
    terms = [_term(key, one, language) for key, one in found.items() if key != "plays"]
    if terms:
        yield say("comma").in_(language).join(terms)
    if "plays" in found:
        yield from _plays(found["plays"], found, language)


def _levels(found: Any, _: Given, language: str) -> Iterator[str]:
    yield levels(found, language)


def _cleared(found: Any, _: Given, language: str) -> Iterator[str]:
    yield teams(found, language)


def _term(key: str, found: Any, language: str) -> str:
    if key == "trump" and isinstance(found, str) and found in SYMBOLS:
        return say("trump-is", trump=SYMBOLS[found]).in_(language)
    if key == "trump" and found is None:
        return say("no-trump").in_(language)
    label = f"term-{key}"
    shown = safe(value(found, language), 40)
    return say(label, value=shown).in_(language) if label in PHRASES else f"{safe(key, 20)} {shown}"


def _history(found: Any, _: Given, language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    for one in found:
        yield bid(one, language)
    if not found:
        yield say("nothing").in_(language)


def _change(found: Any, _: Given, language: str) -> Iterator[str]:
    if isinstance(found, dict) and found.get("side") in ("dealer", "attackers"):
        side = say(f"side-{found['side']}").in_(language)
        yield f"{side} {signed(found.get('levels'), language)}"
    else:
        yield value(found, language)


def _counts(found: Any, _: Given, language: str) -> Iterator[str]:
    """Yield how often each seat did something."""
    if not isinstance(found, list) or not all(type(one) is int for one in found):
        yield value(found, language)
        return
    shown = [
        say("seat-times", seat=seat(place, language), number=one).in_(language)
        for place, one in enumerate(found)
        if one
    ]
    yield say("comma").in_(language).join(shown) or say("nothing").in_(language)


#: the things of a position in the order in which they are shown
GIVEN: Mapping[str, Draw] = {
    "record": _plain,
    "deal": _plain,
    "dealer": _seat,
    "levels": _levels,
    "cleared": _cleared,
    "change": _change,
    "base": _plain,
    "failed_throws": _counts,
    "leaver": _seat,
    "total": _plain,
    "trick_points": _plain,
    "penalty_points": _plain,
    "first_drawer": _seat,
    "history": _history,
    "declared": _plain,
    "declined": _seats,
    "lead": _cards,
    "taker": _seat,
    "seat": _player,
    "hand": _hand,
    "cards": _tried,
    "others": _hands,
    "plays": _plays,
    "kitty": _kitty,
    "hands": _hands_by_seat,
    "last_trick": _last_trick,
}
