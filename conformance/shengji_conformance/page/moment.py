"""A recorded deal as it stands at an event.

Law of this file: it decides no rule of the game. Who bids, buries and plays the record says; what was bid,
what is left of a throw and whether anybody may speak yet the reference is asked. After an event that
is refused the deal stands as it stood before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from shengji_conformance.page.asked import Asked, Given, Result

__all__ = ["Moment", "moment"]

SEATS = 4
#: events of the draw
DRAW = ("declare", "decline", "redeal")
#: seats and what they played
Plays = list[tuple[int, list[Any]]]


@dataclass
class Moment:
    """A deal at a moment."""

    hands: list[list[Any]]
    #: as dealt, then as buried; empty while somebody has it in hand
    kitty: list[Any]
    dealer: int | None
    level: str | None = None
    trump: str | None = None
    #: level and trump suit are those of the deal: the draw is over
    fixed: bool = False
    #: the trick on the table, and the one before
    table: Plays = field(default_factory=list)
    before: Plays = field(default_factory=list)


def moment(asked: Asked, record: Given, events: int) -> Moment | None:
    """Return a deal as it stands after so many legal events; None where the record makes no sense."""
    whole = asked.one("replay", {"record": record})
    if whole is None:
        return None
    legal = whole["event"] if whole["legal"] is False else events
    if type(legal) is not int or not 0 <= legal <= len(record["events"]):
        return None
    deal = _Deal(asked, record)
    for event in record["events"][: min(events, legal)]:
        if not deal.follow(event):
            break
    return deal.now


class _Refused(Exception):
    """The reference has no answer to go on with."""


class _Deal:
    """A deal on its way through its events."""

    def __init__(self, asked: Asked, record: Given) -> None:
        self._asked, self._record = asked, record
        self._terms = {key: record[key] for key in ("deal", "dealer", "levels")}
        self._history: list[dict[str, Any]] = []
        self._declined: list[Any] = []
        self._declared = 0
        #: the kitty has been in somebody's hand
        self._taken = False
        self._first_drawer = record.get("first-drawer", record["dealer"]) or 0
        self.now = self._dealt(record)

    def follow(self, event: Given) -> bool:
        """Take up what an event changes; tell whether the reference goes along."""
        verb = next(
            key for key in (*DRAW, "lot", "counter", "pass", "bury", "play") if key in event
        )
        try:
            if verb not in DRAW and not self.now.fixed:
                self._end_draw(verb)
            getattr(self, f"_{verb}")(event)
        except _Refused:
            return False
        return True

    def _ask(self, method: str, params: Given) -> Result:
        answer = self._asked.one(method, params)
        if answer is None or answer.get("legal") is False:
            raise _Refused
        return answer

    def _order(self) -> dict[str, Any]:
        return {"level": self.now.level, "trump": self.now.trump}

    def _take_up(self, answer: Result) -> None:
        """Take up what is played, and whose deal it is, after a bid."""
        now = self.now
        now.level, now.trump = answer.get("level", now.level), answer["trump"]
        now.dealer = answer["dealer"]

    # The draw.

    def _dealt(self, cards: Given) -> Moment:
        """Return the deal with its cards drawn; those of a pack go round from the first drawer."""
        dealer = self._record["dealer"]
        if "pack" not in cards:
            return Moment([*map(_cards, cards["hands"])], _cards(cards["kitty"]), dealer)
        pack, events = _cards(cards["pack"]), self._record["events"]
        drawn = len(pack) - next(len(_cards(event["bury"])) for event in events if "bury" in event)
        hands = [pack[(seat - self._first_drawer) % SEATS : drawn : SEATS] for seat in range(SEATS)]
        return Moment(hands, pack[drawn:], dealer)

    def _declare(self, event: Given) -> None:
        given = {**self._terms, "history": self._history, "declined": self._declined}
        given |= {"seat": event["seat"], "hand": self.now.hands[event["seat"]]}
        given["cards"] = _cards(event["declare"])
        self._take_up(self._ask("judge_declaration", given))
        self._history.append({"seat": event["seat"], "cards": given["cards"]})

    def _decline(self, event: Given) -> None:
        self._declined.append(event["seat"])

    def _redeal(self, event: Given) -> None:
        self._history, self._declined = [], []
        self.now = self._dealt(event["redeal"])

    def _end_draw(self, verb: str) -> None:
        """Fix what is played; the kitty is taken up unless that is still to be decided."""
        now, self._declared = self.now, len(self._history)
        if not self._history:
            given = {**self._terms, "first_drawer": self._first_drawer}
            answer = self._ask("resolve_no_bid", {**given, "kitty": now.kitty, "hands": now.hands})
            if answer.get("redeal") is True:
                raise _Refused
            self._take_up(answer)
        now.fixed = True
        if verb == "bury":
            self._take_kitty()

    # The kitty.

    def _take_kitty(self) -> None:
        """Put the kitty into the hand of the seat that takes it up first, unless it was there before."""
        now = self.now
        if self._taken or now.dealer is None:
            return
        self._taken = True
        partner = self._asked.option("bury.taker") == "partner"
        taker = (now.dealer + 2 * partner) % SEATS
        now.hands[taker], now.kitty = now.hands[taker] + now.kitty, []

    def _lot(self, event: Given) -> None:
        self.now.dealer = event["seat"]
        self._take_kitty()

    def _bury(self, event: Given) -> None:
        self._take_kitty()
        now, seat, cards = self.now, event["seat"], _cards(event["bury"])
        now.hands[seat] = _without(now.hands[seat] + now.kitty, cards)
        now.kitty = cards

    # Countering.

    def _counter(self, event: Given) -> None:
        seat, cards = event["seat"], _cards(event.get("counter", []))
        self._take_up(self._ask("judge_counter", self._speaks(seat, cards)))
        self._history.append({"seat": seat, "cards": cards})
        if not self._taken and not self._somebody_speaks():
            self._take_kitty()

    _pass = _counter

    def _speaks(self, seat: int, cards: Sequence[Any]) -> dict[str, Any]:
        given = {**self._order(), "deal": self._record["deal"], "dealer": self.now.dealer}
        given |= {"history": self._history, "declared": self._declared}
        return given | {"seat": seat, "hand": self.now.hands[seat], "cards": cards}

    def _somebody_speaks(self) -> bool:
        """Tell whether somebody is to counter or pass."""
        passes = [("judge_counter", self._speaks(seat, [])) for seat in range(SEATS)]
        return any(answer and answer.get("legal") is True for answer in self._asked.all(passes))

    # Play.

    def _play(self, event: Given) -> None:
        now, seat, cards = self.now, event["seat"], _cards(event["play"])
        if not now.table and len(cards) > 1:
            others = [now.hands[(seat + step) % SEATS] for step in range(1, SEATS)]
            given = {**self._order(), "hand": now.hands[seat], "cards": cards, "others": others}
            played = self._ask("judge_lead", given)["played"]
            # A throw that stands is drawn as it was laid.
            cards = cards if sorted(played) == sorted(cards) else list(played)
        now.hands[seat] = _without(now.hands[seat], cards)
        now.table.append((seat, cards))
        if len(now.table) == SEATS:
            now.table, now.before = [], now.table


def _cards(of: Any) -> list[Any]:
    """Return cards that are written as a list or as one text."""
    return of.split() if isinstance(of, str) else list(of)


def _without(hand: Sequence[Any], cards: Sequence[Any]) -> list[Any]:
    """Return a hand less some of its cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left
