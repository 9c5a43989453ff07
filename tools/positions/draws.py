"""
Positions of `judge_declaration`: bids one step apart, reinforced, countered, raised again.

Law of this file: every history can have happened on one table: the cards shown are in one pack, and a seat
still holds what it has shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tools.positions.bidding import SEATS, the_deal
from tools.positions.dice import Below, Dice
from tools.positions.family import Family, Given
from tools.positions.ladder import Auction, Shown, both_shown, shows
from tools.positions.pack import NO_TRUMP_LEVEL, Options, faces_of, levels_of

__all__ = ["JUDGE_DECLARATION"]


class Draw:
    """A draw in which something has been bid."""

    def __init__(self, rng: Random | Below, options: Options) -> None:
        self.dice = Dice(rng)
        self.options = options
        self.auction = Auction(options["cards.decks"])
        self.deal, self.dealer = the_deal(self.dice)
        levels = [level for level in levels_of(options) if level != NO_TRUMP_LEVEL]
        if len(levels_of(options)) > len(levels) and self.dice.one_in(8):
            levels = [NO_TRUMP_LEVEL]
        first = self.dice.pick(levels)
        self.levels = [first, first if self.dice.one_in(2) else self.dice.pick(levels)]
        self.waits = options["declare.who"] == "dealer-side-first" and self.dealer is not None
        self.declined: list[int] = []
        self.history: list[dict[str, object]] = []
        self.last: Shown | None = None
        self.locked = False
        if self.waits:
            assert self.dealer is not None
            side = [self.dealer, (self.dealer + 2) % 4]
            self.declined = self.dice.some(side, self.dice.pick((0, 1, 2, 2)))

    @property
    def open_to(self) -> list[int]:
        """Return the seats that may have bid before."""
        if not self.waits:
            return list(SEATS)
        assert self.dealer is not None
        if len(self.declined) == 2:
            return [(self.dealer + 1) % 4, (self.dealer + 3) % 4]
        return [s for s in (self.dealer, (self.dealer + 2) % 4) if s not in self.declined]

    def level(self, seat: int) -> str:
        """Return the level a seat bids with."""
        if self.dealer is None:
            return self.levels[seat % 2]
        if self.waits and len(self.declined) == 2:
            return self.levels[seat % 2]
        return self.levels[self.dealer % 2]

    def choices(self, seat: int) -> list[Shown]:
        """Return what a seat can show beside all that has been shown."""
        found = shows(self.options, self.level(seat), "declare")
        return [shown for shown in found if self.auction.can(seat, shown.cards)]

    def bid(self, seat: int, fit: Sequence[Shown]) -> bool:
        """Let a seat show something; tell whether there was anything to show."""
        if not fit or self.locked:
            return False
        self.last = self.dice.pick(fit)
        self.locked = self._locks(seat, self.last)
        self.auction.show(seat, self.last.cards)
        self.history.append({"seat": seat, "cards": self.dice.shuffled(self.last.cards)})
        return True

    def _locks(self, seat: int, shown: Shown) -> bool:
        """Tell whether a bid may be a reinforcing one that no other bid can follow."""
        before = [*self.auction.shown[seat], *self.auction.shown[(seat + 2) % 4]]
        same = shown.suit is not None and any(card[0] == shown.suit for card in before)
        return same and self.options.get("declare.reinforce-effect") == "locks"

    def weak(self, seat: int) -> list[Shown]:
        """Return what may be shown first: mostly on the lowest step."""
        found = self.choices(seat)
        lowest = min((shown.step for shown in found), default=0)
        return found if self.dice.one_in(3) else [s for s in found if s.step == lowest]

    def close(self, seat: int) -> list[Shown]:
        """Return what is at most a step away from the standing bid."""
        found, last = self.choices(seat), self.last
        near = [s for s in found if last and abs(s.step - last.step) <= 1]
        return near or found

    def higher(self, seat: int) -> list[Shown]:
        """Return what is on a higher step than the standing bid."""
        last = self.last
        return [shown for shown in self.choices(seat) if last is None or shown.step > last.step]

    def asked(self, seat: int, fit: Sequence[Shown], *, held: bool = True) -> Given:
        """Return the question whether a seat may show something."""
        cards = list(self.dice.pick(fit).cards) if fit else []
        hand = both_shown(self.auction.shown[seat].elements(), cards)
        faces = faces_of(self.options)
        for _ in range(self.dice.between(1, 3)):
            face = self.dice.pick(faces)
            if hand.count(face) + self._others(seat, face) < self.auction.decks:
                hand.append(face)
        if not held and cards:
            hand = [card for card in hand if card != cards[0]]
            hand += cards[:1] * (cards.count(cards[0]) - 1)
        given: Given = {
            "deal": self.deal,
            "dealer": self.dealer,
            "levels": self.levels,
            "history": self.history,
            "seat": seat,
            "hand": self.dice.shuffled(hand),
            "cards": self.dice.shuffled(cards),
        }
        return {**given, "declined": sorted(self.declined)} if self.declined else given

    def _others(self, seat: int, face: str) -> int:
        return sum(held[face] for s, held in enumerate(self.auction.shown) if s != seat)


# --- what is asked -------------------------------------------------------------------------------


def _first_bid(draw: Draw) -> Given:
    seat = draw.dice.below(4)
    return draw.asked(seat, draw.choices(seat))


def _nearly_a_bid(draw: Draw) -> Given:
    """Show one card more or less than a bid, or another one, or none."""
    seat = draw.dice.below(4)
    given = draw.asked(seat, draw.choices(seat))
    cards, faces = given["cards"], faces_of(draw.options)
    match draw.dice.below(4):
        case 0:
            cards = cards[1:]
        case 1:
            cards = [*cards, draw.dice.pick([face for face in faces if face not in cards])]
        case 2:
            cards = [*cards[1:], draw.dice.pick(faces)]
    cards = [card for card in cards if cards.count(card) <= draw.auction.decks]
    hand = both_shown(given["hand"], cards)
    return {**given, "hand": draw.dice.shuffled(hand), "cards": cards}


def _not_held(draw: Draw) -> Given:
    seat = draw.dice.below(4)
    return draw.asked(seat, draw.choices(seat), held=False)


def _over_another(draw: Draw) -> Given:
    """Bid over a bid of another player, a step higher, lower, or on the same."""
    first = draw.dice.pick(draw.open_to)
    fit = draw.choices(first)
    highest = max((shown.step for shown in fit), default=0)
    strong = [shown for shown in fit if shown.step == highest]
    draw.bid(first, draw.dice.pick((draw.weak(first), draw.weak(first), fit, strong)))
    seat = draw.dice.pick([seat for seat in SEATS if seat != first])
    return draw.asked(seat, draw.higher(seat) if draw.dice.one_in(2) else draw.close(seat))


def _over_own(draw: Draw) -> Given:
    """Bid over the own bid: in the same suit, in another, or jokers."""
    seat = draw.dice.pick(draw.open_to)
    draw.bid(seat, draw.weak(seat))
    return draw.asked(seat, _in_same_suit(draw, seat, draw.choices(seat), often=2))


def _over_partner(draw: Draw) -> Given:
    """Bid over the partner's bid, mostly in the same suit."""
    seat = draw.dice.pick(draw.open_to)
    draw.bid(seat, draw.weak(seat))
    partner = (seat + 2) % 4
    return draw.asked(partner, _in_same_suit(draw, partner, draw.choices(partner), often=4))


def _after_counter(draw: Draw) -> Given:
    """Bid again after having been countered."""
    seat = draw.dice.pick(draw.open_to)
    draw.bid(seat, draw.weak(seat))
    first = draw.last
    other = draw.dice.pick([s for s in draw.open_to if s != seat] or [seat])
    draw.bid(other, draw.higher(other))
    fit = [s for s in draw.choices(seat) if first and s.suit == first.suit]
    return draw.asked(seat, fit if fit and draw.dice.below(4) else draw.close(seat))


def _after_changes(draw: Draw) -> Given:
    """Bid after two or three bids, each stronger than the last."""
    for _ in range(draw.dice.between(2, 3)):
        seat = draw.dice.pick(draw.open_to)
        draw.bid(seat, draw.higher(seat) if draw.history else draw.weak(seat))
    seat = draw.dice.below(4)
    return draw.asked(seat, draw.higher(seat) if draw.dice.one_in(2) else draw.close(seat))


def _reinforced(draw: Draw) -> Given:
    """Bid over a bid that its bidder has reinforced."""
    seat = draw.dice.pick(draw.open_to)
    draw.bid(seat, [s for s in draw.weak(seat) if s.suit] or draw.weak(seat))
    own = draw.last
    draw.bid(seat, [s for s in draw.higher(seat) if own and s.suit == own.suit])
    other = draw.dice.below(4)
    fit = draw.higher(other) if draw.dice.one_in(2) else draw.close(other)
    return draw.asked(other, fit)


def _in_same_suit(draw: Draw, seat: int, fit: list[Shown], *, often: int) -> list[Shown]:
    """Return what is in the suit of the standing bid; all, once in a while."""
    last = draw.last
    same = [shown for shown in fit if last and shown.suit == last.suit]
    return same if same and draw.dice.below(often) else fit or draw.choices(seat)


def _drawn(ask: Callable[[Draw], Given], rng: Random | Below, options: Options) -> Given:
    return ask(Draw(rng, options))


WAITS = {"declare.who": "dealer-side-first"}
ROWS: Sequence[tuple[str, str, str, Callable[[Draw], Given], int]] = (
    ("first-bid", "the first bid", "首次亮主", _first_bid, 2),
    ("nearly-a-bid", "cards that are nearly a bid", "只差一张的亮主", _nearly_a_bid, 2),
    ("not-held", "a bid with a card that is not held", "亮出手中没有的牌", _not_held, 1),
    ("over-another", "a bid over another player's", "反别家的主", _over_another, 5),
    ("over-own", "a bid over one's own", "自保或自反", _over_own, 5),
    ("over-partner", "a bid over the partner's", "在对家的主上再亮", _over_partner, 4),
    ("after-counter", "a bid after having been countered", "被反之后再亮", _after_counter, 5),
    ("after-changes", "a bid after several bids", "几次反主之后再亮", _after_changes, 4),
    ("reinforced", "a bid over a reinforced one", "反自保之后的主", _reinforced, 4),
)
JUDGE_DECLARATION = tuple(
    Family(name, en, zh, partial(_drawn, ask), weight) for name, en, zh, ask, weight in ROWS
)
