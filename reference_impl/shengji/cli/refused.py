"""The event that is refused: what was tried, what the player held and owed, and the rule.

Law of this file: the verdict is the engine's and the rule's text the specification's; this file lays them
side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from shengji_spec.model import Spec
from shengji_spec.text import fill
from shengji_spec.variants import Resolved

from shengji import shapes
from shengji.bids import Bid
from shengji.cards import SUITS, Group
from shengji.cli import draw
from shengji.cli.narrate import Course
from shengji.cli.voice import Voice, padded, width, wrapped
from shengji.errors import Refusal
from shengji.game import NOBODY, Event, State
from shengji.ladders import Rung

__all__ = ["report"]

Rows = Iterator[tuple[str, str]]


def report(
    voice: Voice, spec: Spec, resolved: Resolved, course: Course, event: Event, refusal: Refusal
) -> Iterator[str]:
    """Yield the lines of a refused event: what it was, the position, the rule."""
    yield from wrapped(act(voice, course, event))
    rows = [*_position(voice, course, event, refusal), *_reasons(voice, spec, resolved, refusal)]
    column = 4 + max(width(label) for label, _ in rows)
    for label, text in rows:
        first, *more = wrapped(text, " " * column, " " * column)
        yield padded("  " + label, column) + first[column:]
        yield from more


def act(voice: Voice, course: Course, event: Event) -> str:
    """Say what was tried."""
    key = "redeal-nobody" if event.seat == NOBODY else event.kind
    who = "" if event.seat == NOBODY else voice.who(event.seat)
    return voice.say(
        f"act-{key}", who=who, cards=voice.sorted(course.order, event.cards)
    ) + voice.say("stop")


def _position(voice: Voice, course: Course, event: Event, refusal: Refusal) -> Rows:
    """Yield what was on the table and in the hand, and what the rule counts."""
    state = course.state
    if state.table:
        led = state.table[0]
        parts = _parts(course, led.cards)
        text = voice.say("by", cards=voice.sorted(course.order, led.cards), who=voice.who(led.seat))
        yield voice.say("label-led"), voice.say("shaped", cards=text, shape=voice.shapes(parts))
    standing = dict(refusal.facts).get("standing")
    if isinstance(standing, Bid):
        text = voice.say("by", cards=voice.cards(standing.cards), who=voice.who(standing.seat))
        yield voice.say("label-standing"), text
    hand = _hand(state, event)
    if event.seat != NOBODY:
        yield voice.say("label-hand"), voice.hand(course.order, hand)
    if event.drawn is not None:
        yield voice.say("label-drawn"), voice.say("cards", n=event.drawn)
    missing = Counter(event.cards) - Counter(hand)
    if missing:
        yield voice.say("label-missing"), voice.sorted(course.order, [*missing.elements()])
    for name, value in refusal.facts:
        if name in FACTS:
            label, worded = FACTS[name]
            yield voice.say(f"label-{label}"), worded(voice, course, value)


def _hand(state: State, event: Event) -> Sequence[str]:
    """Return what a player may choose from; whoever may take up the kitty also from that."""
    if event.seat == NOBODY:
        return ()
    hand = state.hands[event.seat]
    return hand + state.kitty if event.kind == "bury" and state.may_take == event.seat else hand


def _parts(course: Course, cards: Sequence[str]) -> tuple[shapes.Component, ...]:
    order = course.order
    group, x = order.group_of[cards[0]], order.read(cards)
    return shapes.decompose(course.rules, group, group.of(x))


# --- what a refusal counts -----------------------------------------------------------------------


def _number(voice: Voice, _: Course, value: Any) -> str:
    return voice.say("cards", n=value)


def _seat(voice: Voice, _: Course, value: Any) -> str:
    return voice.who(value)


def _phase(voice: Voice, _: Course, value: Any) -> str:
    return voice.say(f"phase-{value}")


def _cards(voice: Voice, course: Course, value: Any) -> str:
    return voice.sorted(course.order, value)


def _components(voice: Voice, course: Course, value: Any) -> str:
    return voice.listed(voice.sorted(course.order, part.cards) for part in value)


def _rungs(voice: Voice, _: Course, value: Sequence[Rung]) -> str:
    return "; ".join(draw.owed(rung, voice.lang) for rung in value)


def _group(voice: Voice, course: Course, value: Group) -> str:
    """Say how many cards of a group must be played."""
    led = len(course.state.table[0].cards)
    held = sum(course.order.group_of[card] is value for card in _turn_hand(course.state))
    name = voice.suit(value.name) if value.name in SUITS else draw.WORDS[voice.lang]["trump"]
    return voice.say("cards-of", n=min(led, held), group=name)


def _turn_hand(state: State) -> Sequence[str]:
    return state.hands[state.turn] if state.turn is not None else ()


#: by name of a fact: the label, and how the value is worded
FACTS: Mapping[str, tuple[str, Callable[[Voice, Course, Any], str]]] = {
    "owed": ("owed", _number),
    "rungs": ("owed", _rungs),
    "group": ("owed", _group),
    "turn": ("turn", _seat),
    "taker": ("taker", _seat),
    "phase": ("phase", _phase),
    "aces": ("against", _cards),
    "beaten": ("beaten", _components),
}


# --- why -----------------------------------------------------------------------------------------


def _reasons(voice: Voice, spec: Spec, resolved: Resolved, refusal: Refusal) -> Rows:
    """Yield the rule with its text and source, and the variant."""
    yield voice.say("label-rule"), refusal.rule
    rule = spec.rules.get(refusal.rule)
    if rule is not None:
        yield "", fill(getattr(rule, voice.lang), resolved.options, spec, voice.lang)
        yield voice.say("label-source"), ", ".join(rule.sources)
    yield voice.say("label-under"), f"{resolved.id} - {resolved.title[voice.lang]}"
