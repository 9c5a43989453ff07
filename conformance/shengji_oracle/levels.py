"""Chapter levels: what a total changes, mandatory levels, the hook back, the end of the match."""

from dataclasses import dataclass, field

from shengji_oracle.cards import NO_TRUMP_LEVEL, RANKS, Card
from shengji_oracle.errors import MalformedError
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.score import LastTrick
from shengji_oracle.tables import Band, Steps

HOOKS = {
    "none": {},
    "jack-and-ace": {"J": "start", "A": "start"},
    "jack": {"J": "start"},
    "queen": {"Q": "6"},
    "ace": {"A": "J"},
    "jack-queen-ace": {"J": "start", "Q": "6", "A": "J"},
    "by-card": {"J": "9", "A": "K"},
}
HOOKS_WITH_MAIN_CARD = {"J": "7", "A": "J"}


def all_levels(rules: RuleSet) -> tuple[str, ...]:
    """Return the levels from the lowest to the last (levels.no-trump-level)."""
    return (*RANKS, NO_TRUMP_LEVEL) if rules["levels.no-trump-level"] else RANKS


def needs_last_trick(rules: RuleSet) -> bool:
    """Tell whether an option reads the last trick."""
    return (
        bool(rules["levels.last-trick-required"])
        or rules["levels.hook-back"] != "none"
        or rules["levels.attackers-take"] == "last-trick-winner"
    )


@dataclass
class Match:
    """A match while one deal is counted: levels by number, cleared levels, who has passed the end."""

    rules: RuleSet
    levels: list[int]
    cleared: list[set[int]]
    passed: set[int] = field(default_factory=set)

    @property
    def last(self) -> int:
        """Return the last level."""
        return len(all_levels(self.rules)) - 1

    @property
    def start(self) -> int:
        """Return the first level (levels.start)."""
        return RANKS.index(str(self.rules["levels.start"]))

    @property
    def win_as_dealer(self) -> bool:
        """Tell whether a mandatory level has to be won as dealer side (levels.mandatory-win)."""
        return self.rules["levels.mandatory-meaning"] == "win-as-dealer"

    def is_gate(self, team: int, level: int) -> bool:
        """Tell whether a level is mandatory and not cleared (levels.mandatory-stop)."""
        named = str(self.rules["levels.mandatory"]).split("-")
        return all_levels(self.rules)[level] in named and level not in self.cleared[team]

    def clear(self, team: int) -> None:
        """Clear the level of a dealer side that has won the deal on it (levels.cleared)."""
        if self.win_as_dealer and self.is_gate(team, self.levels[team]):
            self.cleared[team].add(self.levels[team])

    def rise(self, team: int, gains: int) -> None:
        """
        Let a side rise from its own level (levels.own-level), as far as it may.

        What goes beyond a stop or the last level is lost (levels.overflow), or begins again at the
        first level (levels.restart).
        """
        if self.win_as_dealer and self.is_gate(team, self.levels[team]):
            return  # levels.mandatory-win
        for _ in range(gains):
            if self.levels[team] == self.last:
                self._pass_the_last(team)
                return
            self.levels[team] += 1
            if self.is_gate(team, self.levels[team]):
                return

    def _pass_the_last(self, team: int) -> None:
        """Note that a side has gained a level beyond the last."""
        self.passed.add(team)
        if self.rules["levels.match-end"] == "endless":
            self.levels[team] = self.start
            self.cleared[team] = set()

    def fall(self, team: int, losses: int) -> None:
        """Let a side fall, not below the first level (levels.loss, levels.floor)."""
        floor = min(self.start, self.levels[team])
        self.levels[team] = max(self.levels[team] - losses, floor)

    def hook(self, team: int, level: int, cleared: set[int]) -> None:
        """
        Take a side back to a level (levels.hook-back, levels.hook-back-cleared).

        Of what it had cleared before the deal only the levels below the new one stay cleared.
        """
        self.levels[team] = level
        self.cleared[team] = {one for one in cleared if one < level}


def row(rules: RuleSet, total: int) -> tuple[Band, int]:
    """Return the row of a total, and the levels it gains (levels.table, levels.table-steps)."""
    table = rules.level_table
    if total < 0 and table.below is not None:
        first = table.bands[0]
        return first, first.gains + _more(table.below, -total)
    counted = max(total, 0)
    rows = [band for band in table.bands if band.start <= counted]
    if not rows:
        raise MalformedError("total: the level table has no row for it")
    band = rows[-1]
    if table.then is not None and band is table.bands[-1]:
        return band, band.gains + _more(table.then, counted - band.start)
    return band, band.gains


def _more(steps: Steps, distance: int) -> int:
    """Return the levels for each full step of a distance, or once."""
    return steps.gains * (distance // steps.every if steps.every else 1)


def advance(
    rules: RuleSet,
    dealer: int,
    levels: list[str],
    cleared: list[list[str]],
    total: int,
    last: LastTrick | None,
) -> dict[str, object]:
    """Return levels, next dealer and end of the match after a deal."""
    names = all_levels(rules)
    numbers = [names.index(level) for level in levels]
    known = [{names.index(one) for one in team} for team in cleared]
    match = Match(rules, numbers[:], [set(team) for team in known])
    if not match.win_as_dealer:  # levels.mandatory-pass
        match.cleared = [set(), set()]
    band, gains = row(rules, total)
    side = _team(dealer, band.side)
    earns = _earns(rules, dealer, band, last)
    if earns:
        if band.side == "dealer":
            match.clear(side)
        match.rise(side, gains)
    _change_other_side(match, 1 - side, band.other_side)
    target = _hook_target(rules, dealer, levels, band, last)
    if target is not None:
        match.hook(dealer % 2, target, known[dealer % 2])
    won = _winner(
        match, dealer % 2, numbers[dealer % 2], band.side, void=target is not None or not earns
    )
    return {
        "change": {"side": band.side, "levels": gains},
        "levels": [names[level] for level in match.levels],
        "dealer": None if won is not None else _next_dealer(rules, dealer, band.side, last),
        "cleared": _cleared_names(match),
        "match_over": won is not None,
        "winner": won,
    }


def _team(dealer: int, side: str) -> int:
    """Return the team of a side: seats two apart are partners."""
    return dealer % 2 if side == "dealer" else 1 - dealer % 2


def _dug(dealer: int, last: LastTrick | None) -> bool:
    """Tell whether the attackers won the last trick."""
    return last is not None and (last.winner - dealer) % 2 == 1


def _earns(rules: RuleSet, dealer: int, band: Band, last: LastTrick | None) -> bool:
    """Tell whether the side that wins the deal may rise by it (levels.last-trick-required)."""
    required = rules["levels.last-trick-required"] and band.side == "dealer"
    return not (required and _dug(dealer, last))


def _change_other_side(match: Match, team: int, change: int) -> None:
    """Let the side that lost the deal fall (levels.loss), or gain, where a table says so."""
    if change < 0:
        match.fall(team, -change)
    else:
        match.rise(team, change)


def _hook_target(
    rules: RuleSet, dealer: int, levels: list[str], band: Band, last: LastTrick | None
) -> int | None:
    """Return the level to which the dealer side is hooked back; None where it is not."""
    level = levels[dealer % 2]
    targets = HOOKS[str(rules["levels.hook-back"])]
    if last is None or level not in targets or not _dug(dealer, last):
        return None
    play = last.winning_play
    if not any(card.rank == level for card in play) or not _applies(rules, band, play):
        return None
    target = targets[level]
    main = last.trump is not None and Card(last.trump, level) in play
    if rules["levels.hook-back"] == "by-card" and main:
        target = HOOKS_WITH_MAIN_CARD[level]
    return RANKS.index(str(rules["levels.start"]) if target == "start" else target)


def _applies(rules: RuleSet, band: Band, play: list[Card]) -> bool:
    """Tell whether the hook back applies (levels.hook-back-condition)."""
    match rules["levels.hook-back-condition"]:
        case "only-if-taken-over":
            return band.side == "attackers"
        case "single-card-only":
            return len(play) == 1
    return True


def _winner(match: Match, dealers: int, played: int, side: str, *, void: bool) -> int | None:
    """
    Return the team that wins the match (levels.match-end); None while it goes on.

    `void`: the dealer side does not win by this deal (levels.hook-back, levels.last-trick-required).
    """
    match match.rules["levels.match-end"]:
        case "win-at-A":
            winners = {dealers} if side == "dealer" and played == match.last else set()
        case "reach-A":
            winners = {team for team in (0, 1) if match.levels[team] == match.last}
        case "pass-A":
            winners = match.passed
        case _:
            winners = set()
    if void:
        winners = winners - {dealers}
    return min(winners, default=None)


def _next_dealer(rules: RuleSet, dealer: int, side: str, last: LastTrick | None) -> int:
    """Return the next dealer (levels.dealer-holds, levels.attackers-take)."""
    if side == "dealer":
        return (dealer + 2) % 4 if rules["levels.dealer-holds"] == "partner" else dealer
    taken = rules["levels.attackers-take"] == "last-trick-winner"
    if taken and last is not None and _dug(dealer, last):
        return last.winner
    return (dealer + 1) % 4


def _cleared_names(match: Match) -> list[list[str]]:
    """Return the cleared levels from low to high."""
    names = all_levels(match.rules)
    return [[names[level] for level in sorted(known)] for known in match.cleared]
