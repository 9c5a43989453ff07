"""Chapter deal: the sizes of hand and kitty, and the right to a redeal."""

from shengji_oracle.cards import TRUMP, Arrangement, Card, pack, points
from shengji_oracle.ruleset import RuleSet

SEATS = 4


def kitty_size(rules: RuleSet) -> int:
    """Return the number of cards in the kitty: all hands have the same (deal.hand-size)."""
    cards = pack(rules).total()
    if rules["deal.kitty"] == "from-four":
        return next(size for size in range(4, 4 + SEATS) if (cards - size) % SEATS == 0)
    return next(size for size in range(8, 8 - SEATS, -1) if (cards - size) % SEATS == 0)


def hand_size(rules: RuleSet) -> int:
    """Return the number of cards that each player draws (deal.hand-size)."""
    return (pack(rules).total() - kitty_size(rules)) // SEATS


def is_attacker(seat: int, dealer: int | None) -> bool:
    """Tell whether a seat is an attacker: nobody is while there is no dealer (deal.sides)."""
    return dealer is not None and (seat - dealer) % 2 == 1


def judge_redeal(
    rules: RuleSet, arrangement: Arrangement, dealer: int | None, seat: int, hand: list[Card]
) -> dict[str, object]:
    """Return whether a full hand allows its holder a redeal (deal.redeal, -full-hand)."""
    full = len(hand) == hand_size(rules)
    return {"allowed": full and _weak(rules, arrangement, hand, attacker=is_attacker(seat, dealer))}


def _weak(rules: RuleSet, arrangement: Arrangement, hand: list[Card], *, attacker: bool) -> bool:
    """Tell whether a hand is as weak as deal.redeal asks, and its holder one who may say so."""
    trumps = len(arrangement.among(arrangement.groups[TRUMP], hand))
    match rules["deal.redeal"]:
        case "attackers-under-15":
            return attacker and points(hand) < 15
        case "attackers-15-or-three-trumps":
            return attacker and (points(hand) <= 15 or trumps <= 3)
        case "no-points-or-no-trumps":
            return points(hand) == 0 or trumps == 0
    return False
