"""Chapter counter: counters after the last card has been drawn."""

from dataclasses import dataclass

from shengji_oracle.bids import Entry, Shown, is_higher, shown_by
from shengji_oracle.cards import NO_TRUMP_LEVEL, Card
from shengji_oracle.deal import SEATS
from shengji_oracle.declare import Bidding, add_bid
from shengji_oracle.errors import ForbiddenError, MalformedError
from shengji_oracle.lead import in_hand
from shengji_oracle.ruleset import RuleSet


@dataclass(frozen=True, eq=False)
class Countering:
    """Where countering stands: the bids of the draw, then counters and passes."""

    rules: RuleSet
    level: str
    trump: str | None
    deal: int
    dealer: int | None
    drawn: list[Entry]
    since: list[Entry]


@dataclass(frozen=True)
class Standing:
    """The bid or counter that stands; whether its suit is locked."""

    seat: int
    shown: Shown
    locked: bool


def judge_counter(
    table: Countering, seat: int, hand: list[Card], cards: list[Card]
) -> dict[str, object]:
    """Return whether a seat may counter, or pass, and what stands after it."""
    if table.rules["counter.window"] == "none" or not table.drawn:
        raise ForbiddenError("counter.window")
    if table.dealer is None:
        raise MalformedError("dealer: the turn starts with the seat after the dealer")
    standing = _standing(table)
    if seat != _turn(table, standing, table.dealer):
        raise ForbiddenError("counter.turn")
    if not cards:  # counter.pass
        return _answer(table.trump, table.dealer, takes_kitty=False)
    shown = _check_counter(table, standing, hand, tuple(cards))
    trump = None if table.level == NO_TRUMP_LEVEL else shown.suit  # counter.trump
    return _answer(trump, _dealer_after(table, seat), takes_kitty=_buried(table))


def _answer(trump: str | None, dealer: int | None, *, takes_kitty: bool) -> dict[str, object]:
    """Return the answer to a counter or pass that is legal."""
    return {"legal": True, "trump": trump, "dealer": dealer, "takes_kitty": takes_kitty}


def _standing(table: Countering) -> Standing:
    """Return the bid or counter that stands."""
    bidding = Bidding()
    for entry in table.drawn:
        bidding = add_bid(table.rules, bidding, entry, table.level, strict=False)
    last = bidding.bids[-1]
    standing = Standing(last.seat, last.shown, last.locked)
    for entry in table.since:
        if entry.cards:
            shown = shown_by(table.rules, "counter", table.level, entry.cards)
            if shown is None:
                raise MalformedError("history: cards that make no counter")
            standing = Standing(entry.seat, shown, standing.locked)
    return standing


def _turn(table: Countering, standing: Standing, dealer: int) -> int | None:
    """Return whose turn it is (counter.turn); None when countering is over."""
    if _is_over(table, standing, dealer):
        return None
    last = table.since[-1].seat if table.since else dealer
    following = [(last + step) % SEATS for step in range(1, SEATS + 1)]
    had = _had_turns(table)
    return next(seat for seat in following if seat in _open(table, standing, dealer) - had)


def _open(table: Countering, standing: Standing, dealer: int) -> set[int]:
    """Return who has a turn: not whose bid stands, nor the dealer where that is the rule."""
    seats = set(range(SEATS)) - {standing.seat}
    return seats - {dealer} if table.rules["counter.rejoin"] == "dealer-never" else seats


def _had_turns(table: Countering) -> set[int]:
    """
    Return who can have no further turn for now (counter.order).

    In one round whoever has had one; else whoever has passed since the last bid or counter.
    """
    if table.rules["counter.order"] == "one-round":
        return {entry.seat for entry in table.since}
    passed: set[int] = set()
    for entry in table.since:
        passed = set() if entry.cards else passed | {entry.seat}
    return passed


def _is_over(table: Countering, standing: Standing, dealer: int) -> bool:
    """Tell whether countering is over (counter.order)."""
    return _open(table, standing, dealer) <= _had_turns(table)


def _check_counter(
    table: Countering, standing: Standing, hand: list[Card], cards: tuple[Card, ...]
) -> Shown:
    """Return what a counter shows, once nothing forbids it."""
    if not in_hand(hand, list(cards)):
        raise ForbiddenError("counter.cards-in-hand")
    shown = shown_by(table.rules, "counter", table.level, cards)
    if shown is None:
        raise ForbiddenError("counter.ladder")
    if standing.locked and shown.suit != standing.shown.suit:
        raise ForbiddenError("declare.reinforce-effect")
    if not is_higher(table.rules, shown, standing.shown):
        raise ForbiddenError("counter.stronger")
    return shown


def _dealer_after(table: Countering, seat: int) -> int | None:
    """Return the dealer after a counter (counter.changes-dealer)."""
    changes = table.rules["counter.changes-dealer"]
    becomes = changes == "always" or (changes == "first-deal" and table.deal == 1)
    return seat if becomes else table.dealer


def _buried(table: Countering) -> bool:
    """Tell whether the kitty has been buried when a counter is made (counter.takes-kitty)."""
    return table.rules["counter.window"] == "after-bury" or table.deal > 1
