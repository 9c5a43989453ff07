"""
Positions of `judge_counter`: turns of a counter round, counters one step apart.

Law of this file: a history is a bid or two in the draw, then counters and passes in playing order; now and
then the seat that is asked is not the one to speak.
"""

from __future__ import annotations

from random import Random

from tools.positions.board import Board
from tools.positions.dice import Below, Dice
from tools.positions.family import Family, Given
from tools.positions.ladder import Auction, Shown, shows
from tools.positions.pack import NO_TRUMP_LEVEL, Options, faces_of, levels_of

__all__ = ["JUDGE_COUNTER"]


class Round:
    """What has been bid and countered."""

    def __init__(self, rng: Random | Below, options: Options) -> None:
        self.dice = Dice(rng)
        self.options = options
        self.auction = Auction(options["cards.decks"])
        self.level = self.dice.pick(levels_of(options))
        self.history: list[dict[str, object]] = []
        self.standing: Shown | None = None
        self.holder = 0

    def fit(self, seat: int, window: str) -> list[Shown]:
        """Return what a seat can show in a window."""
        found = shows(self.options, self.level, window)
        return [shown for shown in found if self.auction.can(seat, shown.cards)]

    def stronger(self, seat: int, window: str) -> list[Shown]:
        """Return what a seat can show that is on a higher step than what stands."""
        step = -1 if self.standing is None else self.standing.step
        return [shown for shown in self.fit(seat, window) if shown.step > step]

    def show(self, seat: int, shown: Shown) -> None:
        """Let a seat bid or counter."""
        self.auction.show(seat, shown.cards)
        self.history.append({"seat": seat, "cards": self.dice.shuffled(shown.cards)})
        self.standing, self.holder = shown, seat

    def declare(self) -> int:
        """Let somebody bid in the draw, now and then be outbid; return how many bids that was."""
        for number in range(1 if self.dice.below(4) else 2):
            seat = self.dice.below(4)
            found = self.stronger(seat, "declare")
            lowest = [s for s in found if s.step == found[0].step]
            if found:
                self.show(seat, self.dice.pick(found if self.dice.one_in(3) else lowest))
            elif not number:
                return 0
        return len(self.history)


def _round(rng: Random | Below, options: Options) -> Given:
    """Counter or pass somewhere in a round."""
    table = Round(rng, options)
    dice = table.dice
    declared = table.declare()
    if not declared:
        return _nobody_bid(rng, options)
    bidder = table.holder
    dealer = bidder if dice.one_in(2) else dice.below(4)
    seat = (dealer + 1) % 4
    for _ in range(dice.pick((0, 0, 1, 2, 3, 3, 4, 5, 6))):
        if seat == table.holder or (
            seat == dealer and options.get("counter.rejoin") == "dealer-never"
        ):
            seat = (seat + 1) % 4
            continue
        found = table.stronger(seat, "counter")
        if found and dice.one_in(4):
            table.show(seat, dice.pick(found))
        else:
            table.history.append({"seat": seat, "cards": []})
        seat = (seat + 1) % 4
    if seat == table.holder and dice.below(4):
        seat = (seat + 1) % 4
    if dice.one_in(5):
        seat = dice.below(4)
    return _asked(table, declared, dealer, seat)


def _asked(table: Round, declared: int, dealer: int, seat: int) -> Given:
    """Ask whether a seat may pass, or show something near what stands."""
    dice, standing = table.dice, table.standing
    cards: list[str] = []
    if dice.below(4):
        fit = table.fit(seat, "counter") or table.fit(seat, "declare")
        near = [s for s in fit if standing and abs(s.step - standing.step) <= 1]
        fit = near if near and dice.one_in(2) else fit
        cards = list(dice.pick(fit).cards) if fit else []
        more = [face for face in faces_of(table.options) if face not in cards]
        cards += [dice.pick(more)] if cards and dice.one_in(12) else []
    hand = list((table.auction.shown[seat]).elements())
    hand += [card for card in set(cards) for _ in range(cards.count(card) - hand.count(card))]
    if cards and dice.one_in(10) and not table.auction.shown[seat][cards[0]]:
        hand.remove(cards[0])
    for _ in range(dice.between(1, 3)):
        face = dice.pick(faces_of(table.options))
        if hand.count(face) < table.auction.decks - _shown_by_others(table, seat, face):
            hand.append(face)
    return {
        "level": table.level,
        "trump": None if standing is None or table.level == NO_TRUMP_LEVEL else standing.suit,
        "deal": dice.pick((1, 1, 2, 3)),
        "dealer": dealer,
        "history": table.history,
        "declared": declared,
        "seat": seat,
        "hand": dice.shuffled(sorted(hand)),
        "cards": dice.shuffled(cards),
    }


def _shown_by_others(table: Round, seat: int, face: str) -> int:
    return sum(held[face] for s, held in enumerate(table.auction.shown) if s != seat)


def _nobody_bid(rng: Random | Below, options: Options) -> Given:
    """Counter where nobody has bid."""
    board = Board(rng, options)
    found = shows(options, board.layout.level, "counter") or [Shown(0, ())]
    cards = board.take_all(board.dice.pick(found).cards)
    return {
        **board.deal,
        "deal": board.dice.between(1, 3),
        "dealer": board.dice.below(4),
        "history": [],
        "declared": 0,
        "seat": board.dice.below(4),
        "hand": cards + board.any(2),
        "cards": cards,
    }


OPEN = {"counter.window": ["after-bury", "first-deal-before-kitty"]}
JUDGE_COUNTER = (
    Family("round", "a turn of a counter round", "反主一轮中的一步", _round, 12, when=OPEN),
    Family("window", "a counter where there may be none", "可能不许反主时反主", _round, 1),
    Family("nobody-bid", "a counter where nobody has bid", "无人亮主时反主", _nobody_bid, 1),
)
