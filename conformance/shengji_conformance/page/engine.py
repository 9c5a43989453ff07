"""What the reference engine sees in a position: groups, shapes, what is owed.

Law of this file: it serves the drawing and nothing else. It gives no verdict, and where the engine has
nothing to say (another game, a broken position) it answers None and the drawing does without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from shengji_conformance.cards import groups as plain_groups
from shengji_conformance.corpus import Variant

if TYPE_CHECKING:
    from shengji.cards import Order
    from shengji.game import State
    from shengji.rules import RuleSet

__all__ = ["GroupName", "Owed", "View"]

T = TypeVar("T")
Given = Mapping[str, Any]
#: a suit's letter; None for trumps; "?" for what is no card
GroupName = str | None

#: the most legal plays that are looked through
MOST_PLAYS = 3000
#: how many of them are remembered
PLAYS_KEPT = 12


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


class View:
    """The reference engine under one rule set; without one it sees nothing."""

    def __init__(self, variant: Variant | None) -> None:
        self._variant = variant
        self._built = False
        self._rules: RuleSet | None = None

    @property
    def clockwise(self) -> bool:
        """Tell whether the turn passes to the left."""
        return bool(self._variant) and self._option("deal.direction") == "clockwise"

    def _option(self, key: str) -> object:
        return self._variant.options.get(key) if self._variant else None

    def _attempt(self, work: Callable[[RuleSet], T]) -> T | None:
        """Return what the engine finds; None for whatever it cannot read."""
        try:
            rules = self._ruleset()
            return work(rules) if rules else None
        except Exception:  # noqa: BLE001  (a drawing does without; no case may end a report)
            return None

    def _ruleset(self) -> RuleSet | None:
        if not self._built and self._variant:
            # Only a page with failing cases needs the engine.
            from shengji.rules import RuleSet  # noqa: PLC0415

            self._built = True
            self._rules = RuleSet.from_options(self._variant.options, self._variant.tables)
        return self._rules

    def ask(self, method: str, params: Given) -> Mapping[str, Any] | None:
        """Return the engine's answer to a question of the protocol."""
        from shengji.questions import ask  # noqa: PLC0415

        return self._attempt(lambda rules: ask(rules, method, params))

    def groups(self, cards: Sequence[Any], given: Given) -> list[tuple[GroupName, list[Any]]]:
        """Return a hand in its groups, each from high to low."""
        level, trump = given.get("level"), given.get("trump")
        params = {"cards": list(cards), "level": level, "trump": trump}
        answer = self.ask("order_cards", params) if "level" in given else None
        if answer is None:
            return list(plain_groups(cards, level, trump))
        return [
            (None if name == "T" else name, [card for equal in classes for card in equal])
            for name, classes in answer["groups"].items()
        ]

    def components(self, cards: Sequence[Any], given: Given) -> list[tuple[str, list[str]]] | None:
        """Return the shapes that cards fall into as a lead."""
        params = {"cards": list(cards), "level": given.get("level"), "trump": given.get("trump")}
        answer = self.ask("classify", params)
        if answer is None or not answer["legal"]:
            return None
        return [(one["type"], list(one["cards"])) for one in answer["components"]]

    def winner(self, plays: Sequence[Sequence[str]], given: Given) -> int | None:
        """Return which play takes a trick."""
        params = {"plays": plays, "level": given.get("level"), "trump": given.get("trump")}
        answer = self.ask("judge_trick", params)
        return None if answer is None else int(answer["winner"])

    def owed(self, given: Given) -> Owed | None:
        """Return what is owed to a lead, and what of the play asked about should have stayed in hand."""
        return self._attempt(lambda rules: _owed(rules, given))

    def beating(self, given: Given) -> list[Counter[str]] | None:
        """Return for each other hand its cards that beat a component of a throw, each with the lowest."""
        return self._attempt(lambda rules: _beating(rules, given))

    def not_buried(self, given: Given) -> Counter[str]:
        """Return the cards that may not be buried."""

        def work(rules: RuleSet) -> Counter[str]:
            from shengji import bury  # noqa: PLC0415

            named = [given[key] for key in ("taker", "seat", "hand", "cards")]
            refusal = bury.refusal(rules, *named)
            told = dict(refusal.facts) if refusal else {}
            cards: Any = told.get("missing") or told.get("aces") or ()
            return Counter(cards)

        return self._attempt(work) or Counter()

    def moment(self, record: Given, events: int) -> State | None:
        """Return a deal as it stands after so many events."""

        def work(rules: RuleSet) -> State:
            from shengji.record import replay  # noqa: PLC0415

            return replay(rules, {**record, "events": record["events"][:events]}).state

        return self._attempt(work)


def _owed(rules: RuleSet, given: Given) -> Owed:
    from shengji import follow  # noqa: PLC0415
    from shengji.cards import order_of  # noqa: PLC0415
    from shengji.reading import follow_position  # noqa: PLC0415

    order = order_of(rules, given["level"], given["trump"])
    lead, hand = follow_position(order, given)
    group = order.group(lead)
    assert group is not None
    in_group = [card for card in given["hand"] if order.group_of[card] is group]
    number = min(len(given["lead"]), len(in_group))
    found = list(islice(follow.selections(rules, order, lead, hand), MOST_PLAYS + 1))
    if len(found) > MOST_PLAYS:
        return Owed(in_group, number, 0, None, (), Counter())
    size = (hand.bit_length() + 7) // 8
    fields = [play.to_bytes(size, "little") for play in found]
    always = int.from_bytes(bytes(map(min, zip(*fields, strict=True))), "little")
    tried: Counter[str] = Counter(given.get("cards", ()))
    return Owed(
        in_group,
        number,
        min(sum(copies >> 1 for copies in field) for field in fields),
        Counter(_tokens(order, always)),
        [_tokens(order, play) for play in found[:PLAYS_KEPT]],
        _wrong(order, tried, found) if tried else Counter(),
    )


def _tokens(order: Order, x: int) -> list[str]:
    """Return the cards of a multiset, the strongest group and card first."""
    found = []
    for group in order.groups:
        local = list(group.tokens(group.of(x)))
        found += sorted(local, key=lambda c: group.class_of[group.slot_of[c]], reverse=True)
    return found


def _wrong(order: Order, tried: Counter[str], legal: Sequence[int]) -> Counter[str]:
    """Return what is left of a play after the legal play that is nearest to it is taken away."""
    wanted = [(face, order.weight[face].bit_length() - 1, n) for face, n in tried.items()]
    best, wrong = -1, Counter[str]()
    for play in legal:
        shared = {face: min(n, play >> bits & 0xFF) for face, bits, n in wanted}
        number = sum(shared.values())
        if number > best:
            best, wrong = number, tried - Counter(shared)
    return wrong


def _beating(rules: RuleSet, given: Given) -> list[Counter[str]]:
    from shengji import lead, shapes  # noqa: PLC0415
    from shengji.cards import order_of  # noqa: PLC0415

    order = order_of(rules, given["level"], given["trump"])
    cards = order.read(given["cards"])
    group = order.group(cards)
    assert group is not None
    parts = shapes.decompose(rules, group, group.of(cards))
    hands = [order.read(hand) for hand in given["others"]]
    asked = lead.challengers(rules, hands)
    found = []
    for hand in hands:
        local, beats = group.of(hand), Counter[str]()
        for part in parts if hand in asked and len(parts) > 1 else ():
            beats |= Counter(_over(group.classes_with(local, part.width), part, group, local))
        found.append(beats)
    return found


def _over(mask: int, part: Any, group: Any, local: int) -> Iterator[str]:
    """Yield the highest run of a component's shape, if it is higher than the component."""
    from shengji.shapes import starts  # noqa: PLC0415

    begins = starts(mask, part.length)
    if not begins:
        return
    first = (begins.bit_length() - 1) // 8
    if first + part.length - 1 <= part.top:
        return
    for place in range(first, first + part.length):
        slots = group.slots_of_class[place]
        held = group.at_least(local, part.width)
        slot = next(slot for slot in slots if held >> 8 * slot & 1)
        yield from [group.face(slot)] * part.width
