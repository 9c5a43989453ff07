"""Chapter settle: stakes, rating points, leaving."""

from shengji_oracle.errors import MalformedError
from shengji_oracle.ruleset import RuleSet

LEAVER_PAYS, OTHERS_GET = 12, 4


def settle(
    rules: RuleSet,
    dealer: int,
    change: tuple[str, int] | None,
    base: int,
    failed_throws: list[int],
    leaver: int | None,
) -> dict[str, object]:
    """Return what each seat wins or loses (settle.zero-sum)."""
    if leaver is None:
        stakes = _moved(dealer, change, base, paid=rules["settle.stakes"] == "by-levels")
        ratings = _moved(dealer, change, 1, paid=rules["settle.ratings"] == "by-levels")
    else:
        pays = rules["settle.leaver"] == "twelve-to-three"
        stakes = _left(leaver, base if pays else 0)
        ratings = _left(leaver, 1 if pays else 0)
    if rules["lead.penalty"] == "half-stake":  # settle.half-stake
        if base % 2:
            raise MalformedError("base: even where half of it is paid")
        stakes = [n - throws * base // 2 for n, throws in zip(stakes, failed_throws, strict=True)]
    return {"stakes": stakes, "ratings": ratings}


def _moved(dealer: int, change: tuple[str, int] | None, base: int, *, paid: bool) -> list[int]:
    """Return what a deal moves (settle.stakes, settle.ratings): one more where attackers win."""
    if change is None or not paid:
        return [0] * 4
    side, levels = change
    amount = base * (levels + (side == "attackers"))
    return [
        amount if ((seat - dealer) % 2 == 0) == (side == "dealer") else -amount for seat in range(4)
    ]


def _left(leaver: int, unit: int) -> list[int]:
    """Return what a leaver pays to the three others (settle.leaver)."""
    return [-LEAVER_PAYS * unit if seat == leaver else OTHERS_GET * unit for seat in range(4)]
