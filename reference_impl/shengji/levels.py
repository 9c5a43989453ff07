"""Levels: what a deal changes, where a side must stop, and when the match is over.

Law of this file: `advance` applies one list of steps in one order - clear, gain and stop, loss,
hook back, end, next dealer - and each step is a function of the state before it. How many levels a
total is worth is the level table's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from shengji.cards import LEVELS, NO_TRUMP_LEVEL, RANKS, SEATS, SUITS
from shengji.errors import MalformedInput
from shengji.rules import RuleSet
from shengji.tables import Band

__all__ = ["Advance", "LastTrick", "advance", "reads_last_trick"]


class LastTrick(NamedTuple):
    """What the last trick of the deal decides."""

    #: seat of the winner
    winner: int
    #: his cards
    cards: tuple[str, ...]
    trump: str | None


class Advance(NamedTuple):
    """The state of the match after a deal."""

    #: the side that gains and how many levels, as the table says
    side: str
    gains: int
    levels: tuple[str, str]
    #: seat of the next dealer; None when the match is over
    dealer: int | None
    #: mandatory levels already won as dealer, by team
    cleared: tuple[tuple[str, ...], tuple[str, ...]]
    winner: int | None

    @property
    def match_over(self) -> bool:
        """Tell whether a side has won the match."""
        return self.winner is not None

    def as_result(self) -> dict[str, Any]:
        """Return it as the question `advance` answers."""
        return {
            "change": {"side": self.side, "levels": self.gains},
            "levels": list(self.levels),
            "dealer": self.dealer,
            "cleared": [list(side) for side in self.cleared],
            "match_over": self.match_over,
            "winner": self.winner,
        }


#: where a dealer side goes back to, by its level and whether the card is a trump-suit card; None: the first
HOOKS: dict[str, dict[str, tuple[str | None, str | None]]] = {
    "none": {},
    "jack": {"J": (None, None)},
    "queen": {"Q": ("6", "6")},
    "ace": {"A": ("J", "J")},
    "jack-and-ace": {"J": (None, None), "A": (None, None)},
    "jack-queen-ace": {"J": (None, None), "Q": ("6", "6"), "A": ("J", "J")},
    "by-card": {"J": ("9", "7"), "A": ("K", "J")},
}


def reads_last_trick(rules: RuleSet) -> bool:
    """Tell whether an option makes the result depend on the last trick."""
    return (
        rules.levels_last_trick_required
        or rules.levels_hook_back != "none"
        or rules.levels_attackers_take == "last-trick-winner"
    )


def advance(
    rules: RuleSet,
    dealer: int,
    levels: Sequence[str],
    total: int,
    last: LastTrick | None,
    cleared: Sequence[Sequence[str]] = ((), ()),
) -> Advance:
    """
    Return the state of the match after a deal that gave the attackers `total` points.

    Raises MalformedInput where the rules have no level table.
    """
    if rules.level_table is None:
        msg = "these rules have no level table"
        raise MalformedInput(msg)
    band = rules.level_table.band(total)
    match = _Match(rules, dealer % 2, list(levels), [list(c) for c in cleared])
    held = band.side == "dealer"
    won = held and _wins_last_trick(rules, dealer, last)
    if won:
        match.clear()
    passed = match.gain(band, won=won)
    match.lose(band)
    hooked = match.hook_back(last, taken_over=not held)
    void = hooked or (held and not won)
    winner = match.ended(held=held, passed=passed, void=void)
    return Advance(
        band.side,
        band.gains,
        (match.levels[0], match.levels[1]),
        None if winner is not None else _next_dealer(rules, dealer, held=held, last=last),
        (tuple(match.cleared[0]), tuple(match.cleared[1])),
        winner,
    )


def _wins_last_trick(rules: RuleSet, dealer: int, last: LastTrick | None) -> bool:
    """Tell whether holding the deal is enough to rise (rule levels.last-trick-required)."""
    if not rules.levels_last_trick_required:
        return True
    return last is not None and last.winner % 2 == dealer % 2


def _next_dealer(rules: RuleSet, dealer: int, *, held: bool, last: LastTrick | None) -> int:
    """Return the seat that deals next (rules levels.dealer-holds, levels.attackers-take)."""
    if held:
        return dealer if rules.levels_dealer_holds == "same-player" else (dealer + 2) % SEATS
    to_winner = rules.levels_attackers_take == "last-trick-winner"
    if to_winner and last is not None and last.winner % 2 != dealer % 2:
        return last.winner
    return (dealer + 1) % SEATS


class _Match:
    """The levels of both teams while a deal is settled."""

    def __init__(
        self, rules: RuleSet, dealer_team: int, levels: list[str], cleared: list[list[str]]
    ) -> None:
        self.rules = rules
        self.dealer_team = dealer_team
        self.levels = levels
        self.cleared = cleared
        self.before = levels[dealer_team]
        self.cleared_before = tuple(cleared[dealer_team])
        self.last_level = NO_TRUMP_LEVEL if rules.levels_no_trump_level else RANKS[-1]
        self.mandatory = (
            rules.levels_mandatory.split("-") if rules.levels_mandatory != "none" else []
        )
        self.must_win = bool(self.mandatory) and rules.levels_mandatory_meaning == "win-as-dealer"

    def clear(self) -> None:
        """Note that the dealer side has won its mandatory level (rule levels.cleared)."""
        won = self.cleared[self.dealer_team]
        if self.must_win and self.before in self.mandatory and self.before not in won:
            won.append(self.before)

    def gain(self, band: Band, *, won: bool) -> int | None:
        """
        Raise the side that gains; return the team that went beyond the last level, if one did.

        Rules levels.own-level, levels.mandatory-stop, levels.mandatory-win, levels.overflow.
        """
        attackers = band.side == "attackers"
        team = 1 - self.dealer_team if attackers else self.dealer_team
        if not attackers and not won:
            return None
        if attackers and self.must_win and self._gate(team, self.levels[team]):
            return None
        position, last = LEVELS.index(self.levels[team]), LEVELS.index(self.last_level)
        for _ in range(band.gains):
            if position >= last:
                return self._beyond(team)
            position += 1
            self.levels[team] = LEVELS[position]
            if self._gate(team, LEVELS[position]):
                return None
        return None

    def _gate(self, team: int, level: str) -> bool:
        """Tell whether a rising side must stop at a level."""
        if level not in self.mandatory:
            return False
        return not self.must_win or level not in self.cleared[team]

    def _beyond(self, team: int) -> int:
        """Go beyond the last level, perhaps to a new lap, and return the team (rule levels.restart)."""
        if self.rules.levels_match_end == "endless":
            self.levels[team] = self.rules.levels_start
            self.cleared[team] = []
        return team

    def lose(self, band: Band) -> None:
        """Lower the other side where the table says so (rules levels.loss, levels.floor)."""
        if not band.other_side:
            return
        team = self.dealer_team if band.side == "attackers" else 1 - self.dealer_team
        floor = LEVELS.index(self.rules.levels_start)
        position = LEVELS.index(self.levels[team])
        lowered = max(min(position, floor), position + band.other_side)
        self.levels[team] = LEVELS[min(lowered, LEVELS.index(self.last_level))]

    def hook_back(self, last: LastTrick | None, *, taken_over: bool) -> bool:
        """Send the dealer side back; tell whether it was (rules levels.hook-back, -condition)."""
        target = self._hook_target(last, taken_over=taken_over)
        if target is None:
            return False
        team = self.dealer_team
        self.levels[team] = target
        below = LEVELS[: LEVELS.index(target)]
        self.cleared[team] = [level for level in self.cleared_before if level in below]
        return True

    def _hook_target(self, last: LastTrick | None, *, taken_over: bool) -> str | None:
        hooks = HOOKS[self.rules.levels_hook_back]
        if last is None or self.before not in hooks or last.winner % 2 == self.dealer_team:
            return None
        level_cards = {suit + self.before for suit in SUITS}.intersection(last.cards)
        condition = self.rules.levels_hook_back_condition
        if not level_cards or (condition == "only-if-taken-over" and not taken_over):
            return None
        if condition == "single-card-only" and len(last.cards) > 1:
            return None
        off, main = hooks[self.before]
        suits = {card[0] for card in level_cards}
        target = main if last.trump in suits else off
        return target or self.rules.levels_start

    def ended(self, *, held: bool, passed: int | None, void: bool) -> int | None:
        """
        Return the team that has won the match, or None; `void`: the dealer side does not win by this deal.

        Rules levels.match-end, levels.match-over, levels.last-trick-required, levels.hook-back.
        """
        match self.rules.levels_match_end:
            case "win-at-A" if held and self.before == self.last_level:
                winners = [self.dealer_team]
            case "reach-A":
                winners = [team for team in (0, 1) if self.levels[team] == self.last_level]
            case "pass-A" if passed is not None:
                winners = [passed]
            case _:
                winners = []
        return next((team for team in winners if not (void and team == self.dealer_team)), None)
