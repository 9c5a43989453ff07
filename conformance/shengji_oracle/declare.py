"""Chapter declare: bids in the draw."""

from dataclasses import dataclass, replace

from shengji_oracle.bids import Entry, Shown, is_higher, shown_by
from shengji_oracle.cards import NO_TRUMP_LEVEL, Card
from shengji_oracle.deal import SEATS, is_attacker
from shengji_oracle.errors import ForbiddenError, MalformedError
from shengji_oracle.lead import in_hand
from shengji_oracle.ruleset import RuleSet


@dataclass(frozen=True)
class Draw:
    """A draw as far as it has come: the dealer before it, the levels, who has given up."""

    rules: RuleSet
    first_deal: bool
    dealer: int | None
    levels: tuple[str, ...]
    declined: frozenset[int]

    @property
    def waits(self) -> bool:
        """Tell whether the attackers have to wait for the dealer side (declare.who)."""
        return not self.first_deal and self.rules["declare.who"] == "dealer-side-first"

    def level_of(self, seat: int) -> str:
        """Return the level at which a seat bids (declare.level)."""
        if self.dealer is None or (self.waits and is_attacker(seat, self.dealer)):
            return self.levels[seat % 2]
        return self.levels[self.dealer % 2]


@dataclass(frozen=True)
class Bid:
    """A bid: its bidder, its cards and what they show; whether its suit is locked."""

    seat: int
    cards: tuple[Card, ...]
    shown: Shown
    locked: bool = False


@dataclass(frozen=True)
class Bidding:
    """All bids, the one that stands last; whether suit cards have changed one."""

    bids: tuple[Bid, ...] = ()
    changed: bool = False

    @property
    def standing(self) -> Bid | None:
        """Return the bid that stands."""
        return self.bids[-1] if self.bids else None


def judge_declaration(
    draw: Draw, history: list[Entry], seat: int, hand: list[Card], cards: list[Card]
) -> dict[str, object]:
    """Return whether a seat may make a bid in the draw, and what stands after it."""
    _check_draw(draw)
    bidding = Bidding()
    for entry in history:
        bidding = add_bid(draw.rules, bidding, entry, draw.level_of(entry.seat), strict=False)
    if not in_hand(hand, cards):
        raise ForbiddenError("declare.cards-in-hand")
    _check_who(draw, seat)
    level = draw.level_of(seat)
    after = add_bid(draw.rules, bidding, Entry(seat, tuple(cards)), level, strict=True)
    suit = after.bids[-1].shown.suit
    return {
        "legal": True,
        "level": level,
        "trump": None if level == NO_TRUMP_LEVEL else suit,  # declare.trump
        "dealer": _dealer_after(draw, after),
    }


def _check_draw(draw: Draw) -> None:
    """Refuse what is no position: a dealer in the first deal, or none in a later one."""
    if draw.first_deal != (draw.dealer is None):
        raise MalformedError("dealer: nobody throughout the first deal, somebody in later ones")


def _check_who(draw: Draw, seat: int) -> None:
    """
    Refuse a bid of who may not bid any more, or not yet (declare.declined, declare.who).

    Nobody gives up where the attackers do not wait for it, so there `declined` says nothing.
    """
    if not draw.waits:
        return
    if seat in draw.declined:
        raise ForbiddenError("declare.declined")
    given_up = [one for one in draw.declined if not is_attacker(one, draw.dealer)]
    if is_attacker(seat, draw.dealer) and len(given_up) < SEATS // 2:
        raise ForbiddenError("declare.who")


def _dealer_after(draw: Draw, after: Bidding) -> int | None:
    """Return the dealer after a bid (declare.first-dealer, -dealer-stays, -fall-back)."""
    bidder = after.bids[-1].seat
    if draw.dealer is None:
        return {
            "last-declarer": bidder,
            "first-declarer": after.bids[0].seat,
            "chance": None,
        }[str(draw.rules["declare.first-dealer"])]
    return bidder if draw.waits and is_attacker(bidder, draw.dealer) else draw.dealer


def add_bid(rules: RuleSet, bidding: Bidding, entry: Entry, level: str, *, strict: bool) -> Bidding:
    """
    Return the bidding after one more bid of the draw.

    A strict look refuses what is forbidden; history is taken as it is, but must consist of bids.
    """
    joint = _joint(rules, bidding.standing, entry, level)
    if joint is not None:
        if strict:
            _check_joint(rules, bidding, joint.shown)
        return _with(rules, bidding, joint, entry)
    shown = shown_by(rules, "declare", level, entry.cards)
    if shown is None:
        raise _no_bid(strict=strict)
    bid = Bid(entry.seat, entry.cards, shown)
    if strict and bidding.standing is not None:
        _check_first_change(rules, bidding, shown)
        _check_replaces(rules, bidding, bidding.standing, bid)
    return _with(rules, bidding, bid, entry)


def _no_bid(*, strict: bool) -> Exception:
    """Return what is wrong with cards that make no bid (declare.ladder)."""
    return ForbiddenError("declare.ladder") if strict else MalformedError("history: no bid")


def _joint(rules: RuleSet, standing: Bid | None, entry: Entry, level: str) -> Bid | None:
    """
    Return what a partner's cards and the bid make together (declare.partner-reinforce).

    None where they do not count together, or make no bid.
    """
    allowed = rules["declare.reinforce"] != "none" and rules["declare.partner-reinforce"]
    if standing is None or not allowed or (standing.seat + 2) % SEATS != entry.seat:
        return None
    suits = {card.suit for card in entry.cards if card.suit}
    cards = standing.cards + entry.cards
    shown = shown_by(rules, "declare", level, cards)
    if shown is None or suits != {standing.shown.suit}:
        return None
    return replace(standing, cards=cards, shown=shown)


def _check_joint(rules: RuleSet, bidding: Bidding, joint: Shown) -> None:
    """Refuse a partner's cards that do not bring the bid to a higher step."""
    _check_first_change(rules, bidding, joint)
    if joint.step <= bidding.bids[-1].shown.step:
        raise ForbiddenError("declare.partner-reinforce")


def _check_first_change(rules: RuleSet, bidding: Bidding, shown: Shown) -> None:
    """Refuse further suit cards where the first change stands (declare.first-change-stands)."""
    if rules["declare.first-change-stands"] and bidding.changed and shown.suit is not None:
        raise ForbiddenError("declare.first-change-stands")


def _check_replaces(rules: RuleSet, bidding: Bidding, standing: Bid, bid: Bid) -> None:
    """Refuse a bid that does not replace the one that stands."""
    if standing.locked and bid.shown.suit != standing.shown.suit:
        raise ForbiddenError("declare.reinforce-effect")
    if standing.seat != bid.seat:
        _check_overcall(rules, bidding, standing, bid)
    elif _same_suit(bid, standing):
        if rules["declare.reinforce"] == "none" or bid.shown.step <= standing.shown.step:
            raise ForbiddenError("declare.reinforce")
    else:
        _check_self_counter(rules, standing, bid)


def _same_suit(bid: Bid, other: Bid) -> bool:
    """Tell whether two bids show the same suit."""
    return bid.shown.suit is not None and bid.shown.suit == other.shown.suit


def _check_self_counter(rules: RuleSet, standing: Bid, bid: Bid) -> None:
    """Refuse a bid in another suit or of jokers over one's own (declare.self-counter)."""
    may = rules["declare.self-counter"]
    allowed = may == "any-stronger" or (may == "jokers-only" and bid.shown.suit is None)
    if not allowed:
        raise ForbiddenError("declare.self-counter")
    if not is_higher(rules, bid.shown, standing.shown):
        raise ForbiddenError("declare.stronger")


def _check_overcall(rules: RuleSet, bidding: Bidding, standing: Bid, bid: Bid) -> None:
    """Refuse a bid over another player's that does not replace it (declare.overcall)."""
    if not rules["declare.overcall"]:
        raise ForbiddenError("declare.overcall")
    if _raises_countered(rules, bidding, bid):
        if bid.shown.step < standing.shown.step:
            raise ForbiddenError("declare.stronger")
    elif not is_higher(rules, bid.shown, standing.shown):
        raise ForbiddenError("declare.stronger")


def _raises_countered(rules: RuleSet, bidding: Bidding, bid: Bid) -> bool:
    """Tell whether a bid adds suit cards to an own one that another player has replaced."""
    if rules["declare.reinforce"] != "also-after-countered":
        return False
    return any(
        earlier.seat == bid.seat != after.seat and _adds(bid, earlier)
        for earlier, after in zip(bidding.bids, bidding.bids[1:], strict=False)
    )


def _adds(bid: Bid, earlier: Bid) -> bool:
    """Tell whether a bid shows further cards of the suit of an earlier one."""
    return _same_suit(bid, earlier) and bid.shown.suit_cards > earlier.shown.suit_cards


def _with(rules: RuleSet, bidding: Bidding, bid: Bid, entry: Entry) -> Bidding:
    """Return the bidding with a bid that stands now (declare.reinforce-effect)."""
    standing = bidding.standing
    if standing is None:
        return Bidding((bid,))
    reinforced = standing.seat == bid.seat and _adds(bid, standing)
    locks = rules["declare.reinforce-effect"] == "locks" and (
        reinforced or _raises_countered(rules, bidding, bid)
    )
    bid = replace(bid, locked=standing.locked or locks)
    by_suit = any(card.suit for card in entry.cards)
    return Bidding((*bidding.bids, bid), bidding.changed or by_suit)
