"""
Random deals against what must always hold: `python -m tools.random_deals --number 10000`.

Law of this file: after every event cards and points are conserved, a view holds nothing hidden, and what
`legal` lists is what `check` allows; the record of a deal, read back from JSON, gives the same result. It
prints what it played, and stops at the first deal that breaks a law, with the seed that repeats it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from shengji import MalformedInput
from shengji.deal import pack_size
from shengji.game import Event, Illegal, Phase, Start, State, apply, begin, check
from shengji.legal import legal
from shengji.player import play_on, random_start
from shengji.questions import ask
from shengji.record import event_row, results, start_rows
from shengji.rules import RuleSet
from shengji.shuffle import Pcg32
from shengji.trick import points
from shengji.view import view
from shengji_spec import load_spec, resolve
from shengji_spec.variants import Resolved

__all__ = ["Broken", "deal_by_seed", "rule_set"]

#: events listed to see whether `legal` and `check` agree: all of them where there are no more
LISTED = 300
#: hands so short that every lead is listed
SHORT = 4


class Broken(AssertionError):
    """A law of dealing does not hold."""


def rule_set(variant: Resolved) -> RuleSet:
    """Return the rules of a variant."""
    return RuleSet.from_options(variant.options, variant.tables)


def deal_by_seed(rules: RuleSet, seed: int) -> Counter[str]:
    """Play the deal of a seed and check everything; return how often each event occurred."""
    random = Pcg32(seed)
    start = _some_start(rules, random)
    state, events = begin(rules, start), []
    _check_state(state)
    while state.phase is not Phase.OVER:
        before = state
        if random.below(16) == 0 or sum(map(len, state.hands)) <= SHORT * 4:
            _check_legal(state, random)
        _check_refused(state, random)
        _require(state == before, "a refused event changed the state")
        event, state = play_on(state, random)
        _require(check(before, event) is None, f"applied, and refused by check: {event}")
        events.append(event)
        _check_state(state)
    _check_replay(rules, start, events, state)
    return Counter(event.kind for event in events)


def _some_start(rules: RuleSet, random: Pcg32) -> Start:
    """Deal the first deal of a match, or a later one at levels of any height."""
    if random.below(3) == 0:
        return random_start(rules, random)[0]
    ranks = ("2", "3", "5", "6", "10", "J", "Q", "K", "A")
    sides = (random.pick(ranks), random.pick(ranks))
    return random_start(rules, random, 2, random.below(4), sides)[0]


# --- the laws ------------------------------------------------------------------------------------


def _require(holds: bool, message: str) -> None:  # noqa: FBT001
    if not holds:
        raise Broken(message)


def _check_state(state: State) -> None:
    """Cards and points are conserved; a view shows what the seat may see and nothing more."""
    played = [
        card for trick in (*state.tricks, state.table) for play in trick for card in play.cards
    ]
    there = Counter(card for cards in (*state.hands, state.kitty, played) for card in cards)
    dealt = Counter(card for cards in (*state.start.hands, state.start.kitty) for card in cards)
    _require(there.total() == pack_size(state.rules), f"{there.total()} cards")
    redealt = there != dealt and state.phase is Phase.DRAW
    _require(there == dealt or redealt, "cards came or went")
    won = sum(points(play.cards) for trick in state.tricks for play in trick)
    _require(0 <= state.taken <= won, f"attackers have {state.taken} of {won} points")
    for seat in range(4):
        _check_view(state, seat)


def _check_view(state: State, seat: int) -> None:
    """A view is the same whatever lies in the hands of others, and in a kitty that is not seen."""
    seen = view(state, seat)
    _require(seen.hand == state.hands[seat], "a view with another hand")
    one, other = [place for place in range(4) if place not in (seat, state.turn)][:2]
    hands = list(state.hands)
    hands[one], hands[other] = hands[other], hands[one]
    kitty = state.kitty if seen.kitty is not None else state.kitty[::-1]
    if len(hands[one]) == len(hands[other]):
        hidden = state._replace(hands=tuple(hands), kitty=kitty)
        _require(view(hidden, seat) == seen, "a view shows what is hidden")
    looks = state.burier == seat or state.phase is Phase.OVER
    _require(seen.kitty is None or looks, "a hidden kitty is seen")


def _check_legal(state: State, random: Pcg32) -> None:
    """What is listed is allowed, listed once, and what is allowed is listed."""
    listed = [*itertools.islice(legal(state), LISTED + 1)]
    for event in listed:
        _require(check(state, event) is None, f"listed, and refused: {event}")
    keys = [_key(event) for event in listed]
    _require(len(set(keys)) == len(keys), "an event is listed twice")
    if len(listed) > LISTED:
        return
    for event in _attempts(state, random):
        if check(state, event) is None:
            _require(_key(event) in keys, f"allowed, and not listed: {event}")


def _key(event: Event) -> tuple[Any, ...]:
    return (event.kind, event.seat, *sorted(event.cards))


def _attempts(state: State, random: Pcg32) -> Iterator[Event]:
    """Yield events of all kinds, most of them forbidden."""
    for kind in ("declare", "decline", "lot", "counter", "pass", "bury", "play"):
        for _ in range(6):
            seat = random.below(4)
            hand = list(state.hands[seat])
            random.shuffle(hand)
            bare = kind in ("decline", "lot", "pass")
            number = 0 if bare else random.below(min(9, len(hand) + 1))
            yield Event(kind, seat, tuple(hand[:number]))


def _check_refused(state: State, random: Pcg32) -> None:
    event = next(itertools.islice(_attempts(state, random), random.below(40), None))
    refusal = check(state, event)
    try:
        apply(state, event)
    except Illegal as illegal:
        _require(illegal.refusal == refusal, "check and apply name different rules")
        return
    _require(refusal is None, f"check refuses, and apply does not: {event}")


def _check_replay(rules: RuleSet, start: Start, events: Sequence[Event], state: State) -> None:
    """The record of a deal, as JSON has it, gives the same result; without its end it is none."""
    cards = {"hands": [" ".join(hand) for hand in start.hands], "kitty": " ".join(start.kitty)}
    record = {**start_rows(start), **cards, "events": [event_row(event) for event in events]}
    again = json.loads(json.dumps(record))
    answer = ask(rules, "replay", {"record": again})
    _require(answer == {"legal": True, **results(state)}, f"the replay differs: {answer}")
    again["events"].pop()
    try:
        ask(rules, "replay", {"record": again})
    except MalformedInput:
        return
    raise Broken("a record without its end is taken for whole")


# --- the command ---------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Play so many deals over the published variants; return 1 at the first that breaks a law."""
    options = _arguments(arguments)
    variants = options.variant or sorted(load_spec().variants)
    for place, variant in enumerate(variants):
        rules = rule_set(resolve(variant))
        number = options.number // len(variants) + (place < options.number % len(variants))
        kinds: Counter[str] = Counter()
        for seed in range(options.seed, options.seed + number):
            try:
                kinds += deal_by_seed(rules, seed)
            except Exception as error:  # noqa: BLE001  (whatever it is, the seed repeats it)
                print(f"{variant}: seed {seed}: {type(error).__name__}: {error}", file=sys.stderr)
                return 1
        events = ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds))
        print(f"{variant}: {number} deals from seed {options.seed}: {events}", flush=True)
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.random_deals", description=__doc__)
    parser.add_argument("--number", type=int, default=600, help="deals over all variants")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--variant", action="append", help="only this one; may be repeated")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
