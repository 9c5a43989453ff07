"""Countering: whose turn it is after the last card, what may be shown, and what it changes.

Law of this file: `to_speak` alone says whose turn it is, `refusal` alone whether a counter or a pass is
allowed. Classes of bids come from the ladder, as in `declare`.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji.bids import Auction, Bid, Show, stronger
from shengji.cards import SEATS
from shengji.errors import Refusal
from shengji.rules import RuleSet

__all__ = ["after_burial", "dealer_after", "is_open", "refusal", "to_speak"]


def is_open(rules: RuleSet, declared: int) -> bool:
    """Tell whether there is countering after the last card: it answers a bid (rule counter.window)."""
    return rules.counter_window != "none" and declared > 0


def after_burial(rules: RuleSet, deal: int) -> bool:
    """Tell whether countering comes after the burial, so that the kitty may be taken up again."""
    return rules.counter_window == "after-bury" or (
        rules.counter_window == "first-deal-before-kitty" and deal > 1
    )


def to_speak(rules: RuleSet, dealer: int, holder: int, entries: Sequence[Show]) -> int | None:
    """
    Return the seat that may counter or must pass next; None when countering is over.

    `holder` is the seat whose bid or counter stands, `entries` are the counters and passes.
    Rules counter.turn, counter.order, counter.rejoin.
    """
    last = dealer
    done = {holder}
    for entry in entries:
        last = entry.seat
        if entry.cards and rules.counter_order == "until-all-pass":
            done.clear()
        done.add(entry.seat)
    if rules.counter_rejoin == "dealer-never":
        done.add(dealer)
    order = [(last + step) % SEATS for step in range(1, SEATS + 1)]
    return next((seat for seat in order if seat not in done), None)


def refusal(
    rules: RuleSet,
    so_far: Auction,
    turn: int | None,
    seat: int,
    bid: Bid | None,
    *,
    passes: bool,
) -> Refusal | None:
    """
    Return why a seat may not pass, or may not counter so; None where it may.

    `turn` is the seat to speak, `bid` what the cards make as a counter. Rules counter.turn, counter.ladder,
    declare.reinforce-effect, counter.stronger.
    """
    if seat != turn:
        return Refusal("counter.turn", (("turn", turn),))
    if passes:
        return None
    if bid is None:
        return Refusal("counter.ladder")
    standing = so_far.standing
    assert standing is not None
    facts = (("standing", standing), ("bid", bid))
    if standing.reinforced and rules.declare_reinforce_effect == "locks":
        return Refusal("declare.reinforce-effect", facts)
    if not stronger(rules, bid, standing):
        return Refusal("counter.stronger", facts)
    return None


def dealer_after(rules: RuleSet, deal: int, dealer: int, seat: int) -> int:
    """Return the dealer after a counter of a seat (rule counter.changes-dealer)."""
    changes = rules.counter_changes_dealer
    takes_over = changes == "always" or (changes == "first-deal" and deal == 1)
    return seat if takes_over else dealer
