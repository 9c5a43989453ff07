"""A recorded deal as the single questions it consists of, to find the one that is answered wrong.

Law of this file: it decides no rule of the game. Who bids, plays and leads the record says; what came of it
the reference is asked, event by event. Where a record makes no sense, its questions end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from shengji_conformance.corpus import Case
from shengji_conformance.protocol import Message
from shengji_conformance.session import Fault
from shengji_conformance.shrink.parties import Party
from shengji_conformance.shrink.positions import without
from shengji_conformance.shrink.verdicts import failure_of, right_answer, verdict

__all__ = ["first_wrong"]

SEATS = 4
#: a question with its parameters, the number of its event, and the reference's answer
Asked = tuple[int, str, dict[str, Any], Message | Fault]


async def first_wrong(
    case: Case, reference: Party, subject: Party, *, strict: bool
) -> tuple[Case, int] | None:
    """Return the first question of a deal that the subject answers wrong, and its event."""
    deal = _Deal(reference)
    async for event, question, given, right in deal.questions(case["given"].get("record")):
        expect = right_answer({}, right)
        if expect is None:
            return None
        single = {**case, "question": question, "given": given, "expect": expect}
        single["rule"] = expect.get("rule", case["rule"])
        single["id"] = f"{case['id']}-event-{event}"
        single.pop("home", None)
        if not case["id"].startswith(case["rule"]):  # a game: its `when` is a whole rule set
            single["when"] = {}
        result = verdict(single, await subject.ask(question, given), strict=strict)
        if failure_of(result, strict=strict):
            return single, event
    return None


class _EndOfRecord(Exception):
    """The record stops here, or makes no sense to somebody who knows no rules."""


@dataclass
class _Deal:
    """How a deal stands."""

    reference: Party
    hands: list[list[Any]] = field(default_factory=list)
    kitty: list[Any] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    declined: list[Any] = field(default_factory=list)
    #: how many of the history were declared in the draw; None while it lasts
    declared: int | None = None
    level: Any = None
    trump: Any = None
    dealer: Any = None
    leader: int = 0
    plays: list[list[Any]] = field(default_factory=list)
    points: int = 0
    penalties: int = 0
    #: questions asked for the event at hand
    asked: list[tuple[str, dict[str, Any], Message | Fault]] = field(default_factory=list)

    async def questions(self, record: Any) -> AsyncIterator[Asked]:
        """Yield what is asked at each event."""
        try:
            self._begin(record)
            for number, event in enumerate(record["events"]):
                over = False
                try:
                    await self._follow(record, event)
                except _EndOfRecord:
                    over = True
                for question, given, right in self._take():
                    yield number, question, given, right
                if over:
                    return
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            return

    def _take(self) -> list[tuple[str, dict[str, Any], Message | Fault]]:
        asked, self.asked = self.asked, []
        return asked

    async def _ask(self, question: str, given: dict[str, Any]) -> Mapping[str, Any]:
        """Ask the reference; anything but a legal answer is the end."""
        right = await self.reference.ask(question, given)
        self.asked.append((question, given, right))
        result = None if isinstance(right, Fault) else right.get("result")
        if not isinstance(result, dict) or result.get("legal") is False:
            raise _EndOfRecord
        return result

    # The draw.

    def _begin(self, record: Mapping[str, Any]) -> None:
        self.dealer = record["dealer"]
        self._deal_out(record, record)

    def _deal_out(self, record: Mapping[str, Any], cards: Mapping[str, Any]) -> None:
        """Take up the cards; those of a pack go round from the first drawer."""
        self.history, self.declined, self.declared = [], [], None
        if "hands" in cards:
            self.hands, self.kitty = [list(hand) for hand in cards["hands"]], list(cards["kitty"])
            return
        sizes = [len(event["bury"]) for event in record["events"] if "bury" in event]
        drawn = cards["pack"][: len(cards["pack"]) - sizes[0]]
        first = self._first_drawer(record)
        self.hands = [drawn[(seat - first) % SEATS :: SEATS] for seat in range(SEATS)]
        self.kitty = cards["pack"][len(drawn) :]

    def _first_drawer(self, record: Mapping[str, Any]) -> int:
        first = record.get("first-drawer", record["dealer"])
        return int(first or 0)

    async def _follow(self, record: Mapping[str, Any], event: Mapping[str, Any]) -> None:
        """Ask what an event asks, and take up what comes of it."""
        seat = event.get("seat")
        terms = {key: record[key] for key in ("deal", "dealer", "levels")}
        if "declare" in event:
            hand = self.hands[event["seat"]]
            given = {**terms, "history": list(self.history), "declined": list(self.declined)}
            given |= {"seat": seat, "hand": hand, "cards": event["declare"]}
            self._take_up(await self._ask("judge_declaration", given))
            self.history.append({"seat": seat, "cards": event["declare"]})
        elif "decline" in event:
            self.declined.append(seat)
        elif "redeal" in event:
            if seat is not None and self.level is not None:
                given = {"level": self.level, "trump": self.trump, "deal": record["deal"]}
                given |= {"dealer": self.dealer, "seat": seat, "hand": self.hands[seat]}
                await self._ask("judge_redeal", given)
            self.level = self.trump = None
            self._deal_out(record, event["redeal"])
        else:
            await self._after_the_draw(record, event)

    def _take_up(self, result: Mapping[str, Any]) -> None:
        self.level = result.get("level", self.level)
        self.trump, self.dealer = result["trump"], result["dealer"]

    # After the draw.

    async def _after_the_draw(self, record: Mapping[str, Any], event: Mapping[str, Any]) -> None:
        if self.declared is None:
            self.declared = len(self.history)
            if not self.history:
                given = {key: record[key] for key in ("deal", "dealer", "levels")}
                given |= {"first_drawer": self._first_drawer(record)}
                given |= {"kitty": list(self.kitty), "hands": [list(hand) for hand in self.hands]}
                self._take_up(await self._ask("resolve_no_bid", given))
        seat = event["seat"]
        terms = {"level": self.level, "trump": self.trump}
        if "lot" in event:
            self.dealer = seat
        elif "counter" in event or "pass" in event:
            cards = event.get("counter", [])
            given = {**terms, "deal": record["deal"], "dealer": self.dealer, "seat": seat}
            given |= {"history": list(self.history), "declared": self.declared}
            given |= {"hand": self.hands[seat], "cards": cards}
            self._take_up(await self._ask("judge_counter", given))
            self.history.append({"seat": seat, "cards": cards})
        elif "bury" in event:
            hand = self.hands[seat] + self.kitty
            given = {**terms, "dealer": self.dealer, "taker": seat, "seat": seat}
            await self._ask("judge_burial", given | {"hand": hand, "cards": event["bury"]})
            self.hands[seat], self.kitty = without(hand, event["bury"]), event["bury"]
            self.leader = self.dealer
        else:
            await self._play(record, seat, event["play"], terms)

    async def _play(
        self, record: Mapping[str, Any], seat: int, cards: list[Any], terms: Mapping[str, Any]
    ) -> None:
        hand = self.hands[seat]
        if seat != (self.leader + len(self.plays)) % SEATS:
            raise _EndOfRecord
        if not self.plays:
            others = [self.hands[(seat + step) % SEATS] for step in range(1, SEATS)]
            given = {**terms, "hand": hand, "cards": cards, "others": others}
            result = await self._ask("judge_lead", given)
            cards = result["played"]
            self.penalties += result["penalty"] * (-1 if self._attacks(seat) else 1)
        else:
            given = {**terms, "lead": self.plays[0], "hand": hand, "cards": cards}
            await self._ask("judge_follow", given)
        self.hands[seat] = without(hand, cards)
        self.plays.append(cards)
        if len(self.plays) == SEATS:
            await self._end_trick(record, terms)

    def _attacks(self, seat: int) -> bool:
        return bool((seat - self.dealer) % 2)

    async def _end_trick(self, record: Mapping[str, Any], terms: Mapping[str, Any]) -> None:
        plays, self.plays = self.plays, []
        result = await self._ask("judge_trick", {**terms, "plays": plays})
        last = {"leader": self.leader, "plays": plays}
        self.leader = (self.leader + result["winner"]) % SEATS
        self.points += result["points"] if self._attacks(self.leader) else 0
        if any(self.hands):
            return
        given = {**terms, "dealer": self.dealer, "trick_points": self.points}
        given |= {"penalty_points": self.penalties, "kitty": self.kitty, "last_trick": last}
        total = (await self._ask("score_deal", given))["total"]
        given = {"deal": record["deal"], "dealer": self.dealer, "levels": record["levels"]}
        given |= {"total": total, "last_trick": last | dict(terms)}
        if "cleared" in record:
            given["cleared"] = record["cleared"]
        await self._ask("advance", given)
