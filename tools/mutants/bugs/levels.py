"""Faults in levels, the next dealer and the end of a match."""

# ruff: noqa: ANN001, ANN002, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from shengji.cards import LEVELS
from shengji.errors import MalformedInput
from shengji.tables import Band, LevelTable

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
BAND, GAIN, ENDED = "tables:LevelTable.band", "levels:_Match.gain", "levels:_Match.ended"
ADVANCE, NEXT = "levels:advance", "levels:_next_dealer"
#: the table of two decks with steps of 40
FORTY = LevelTable(
    (
        *(Band(0, "dealer", 3), Band(5, "dealer", 2), Band(40, "dealer", 1)),
        *(Band(80, "attackers", 0), Band(120, "attackers", 1), Band(160, "attackers", 2)),
    ),
    (40, 1),
)


@bug("SCO-01a", "No points are worth no more than few", "levels.table", at=BAND)
def _(original):
    return lambda self, total: original(self, total or 5)


@bug("SCO-01b", "A row begins above its edge", "levels.table", at=BAND)
def _(original):
    return lambda self, total: original(self, max(total - 1, min(total, 0)))


@bug("SCO-01c", "Nothing is added above the last row", "levels.table-steps", at=BAND)
def _(original):
    return lambda self, total: original(self._replace(then=(0, 0)), total)


@bug("SCO-01d", "The last row is no cap", "levels.table-steps", at=BAND)
def _(original):
    return lambda self, total: original(
        self if self.then[0] else self._replace(then=(40, 1)), total
    )


@bug("SCO-07a", "Taking over the deal is worth a level", "levels.table", at=BAND)
def _(original):
    def band(self, total):
        row = original(self, total)
        return row._replace(gains=row.gains + 1) if row.side == "attackers" else row

    return band


@bug("SCO-07b", "Taking over the deal is never worth a level", "levels.table", at=BAND)
def _(original):
    def band(self, total):
        row = original(self, total)
        first = next(b for b in self.bands if b.side == "attackers")
        return row._replace(gains=0) if row.start == first.start and row.side == first.side else row

    return band


@bug("SCO-09a", "A negative total counts as 0", "levels.table-steps", at=BAND)
def _(original):
    return lambda self, total: original(self, max(total, 0))


@bug("SCO-09b", "Steps go on below 0 in every table", "levels.table-steps", at=BAND)
def _(original):
    return lambda self, total: original(
        self if self.below[1] else self._replace(below=(40, 1)), total
    )


@bug("SCO-11a", "On A the attackers need 120", "levels.table", at=ADVANCE)
def _(original):
    def advance(rules, dealer, levels, total, *rest):
        short = levels[dealer % 2] == "A" and 80 <= total < 120
        return original(rules, dealer, levels, 75 if short else total, *rest)

    return advance


@bug("SCO-14a", "Every table has steps of 40", "levels.table", at=BAND)
def _(original):
    return lambda _self, total: original(FORTY, total)


@bug("SCO-06a", "The attackers rise from the dealers' level", "levels.own-level", at=GAIN)
def _(original):
    def gain(self, band, *, won):
        if band.side == "attackers":
            self.levels[1 - self.dealer_team] = self.before
        return original(self, band, won=won)

    return gain


@bug(
    "LVL-01a", "A mandatory level is jumped over", "levels.mandatory-stop", at="levels:_Match._gate"
)
def _(_original):
    return lambda _self, _team, _level: False


@bug(
    "LVL-02a",
    "Attackers leave a mandatory level that they never won",
    "levels.mandatory-win",
    at=GAIN,
)
def _(original):
    def gain(self, band, *, won):
        team = 1 - self.dealer_team
        stays = self.must_win and band.side == "attackers" and self._gate(team, self.levels[team])
        if not stays:
            return original(self, band, won=won)
        cleared, level = self.cleared[team], self.levels[team]
        self.cleared[team] = [*cleared, level]
        try:
            return original(self, band, won=won)
        finally:
            self.cleared[team] = cleared

    return gain


@bug("LVL-02b", "A level that was won is forgotten", "levels.cleared", at="levels:_Match.clear")
def _(_original):
    return lambda _self: None


@bug("LVL-04a", "Reaching the last level wins the match", "levels.match-end", at=ENDED)
def _(original):
    def ended(self, *, won, passed):
        reached = self.last_level in self.levels
        return (
            self.levels.index(self.last_level)
            if reached
            else original(self, won=won, passed=passed)
        )

    return ended


@bug("LVL-05a", "Attackers on the last level win by taking over", "levels.match-end", at=ADVANCE)
def _(original):
    def advance(rules, dealer, levels, *rest):
        found, team = original(rules, dealer, levels, *rest), 1 - dealer % 2
        last = "NT" if rules.levels_no_trump_level else "A"
        wins = found.side == "attackers" and levels[team] == last
        return found._replace(winner=team, dealer=None) if wins else found

    return advance


@bug("LVL-05b", "The dealer side never wins the match by holding", "levels.match-end", at=ENDED)
def _(original):
    return lambda self, **named: original(self, **{**named, "won": False})


@bug("LVL-07a", "Both sides have one level", "levels.own-level", at=ADVANCE)
def _(original):
    def advance(rules, dealer, *rest):
        found = original(rules, dealer, *rest)
        team = dealer % 2 if found.side == "dealer" else 1 - dealer % 2
        return found._replace(levels=(found.levels[team],) * 2)

    return advance


@bug(
    "LVL-08a",
    "The winner of the last trick deals next, on either side",
    "levels.attackers-take",
    at=NEXT,
)
def _(original):
    def following(rules, dealer, *, held, last):
        taken = not held and last is not None
        return last.winner if taken else original(rules, dealer, held=held, last=last)

    return following


@bug("LVL-08b", "The same player deals again after a hold", "levels.dealer-holds", at=NEXT)
def _(original):
    return under(original, levels_dealer_holds="same-player")


@bug("LVL-08c", "The player before the dealer deals next", "levels.attackers-take", at=NEXT)
def _(original):
    def following(rules, dealer, *, held, last):
        found = original(rules, dealer, held=held, last=last)
        return (dealer - 1) % 4 if not held else found

    return following


@bug("LVL-12a", "There is no level after A", "levels.no-trump-level", at="levels:_Match.__init__")
def _(original):
    def build(self, *args):
        original(self, *args)
        self.last_level = "A"

    return build


@bug("LVL-12b", "A side on A does not rise", "levels.no-trump-level", at=GAIN)
def _(original):
    def gain(self, band, *, won):
        team = self.dealer_team if band.side == "dealer" else 1 - self.dealer_team
        stuck = self.levels[team] == "A" and self.last_level != "A"
        return None if stuck else original(self, band, won=won)

    return gain


@bug("LVL-14a", "The change of levels told is the one after the stop", "levels.table", at=ADVANCE)
def _(original):
    def advance(rules, dealer, levels, *rest):
        found = original(rules, dealer, levels, *rest)
        team = dealer % 2 if found.side == "dealer" else 1 - dealer % 2
        rise = LEVELS.index(found.levels[team]) - LEVELS.index(levels[team])
        return found._replace(gains=max(0, min(rise, found.gains)))

    return advance


@bug("LVL-16a", "A side on 2 does not rise", "levels.own-level", at=GAIN)
def _(original):
    def gain(self, band, *, won):
        team = self.dealer_team if band.side == "dealer" else 1 - self.dealer_team
        return original(self, band, won=won) if LEVELS.index(self.levels[team]) else None

    return gain


@bug("LVL-19a", "Five levels ahead end the match", "levels.match-end", at=ADVANCE)
def _(original):
    def advance(rules, *args):
        found = original(rules, *args)
        ahead = LEVELS.index(found.levels[0]) - LEVELS.index(found.levels[1])
        over = found.winner is None and abs(ahead) >= 5
        return found._replace(winner=int(ahead < 0), dealer=None) if over else found

    return advance


@bug(
    "LVL-19b",
    "A match is over at A though it is endless",
    "levels.match-end",
    "levels.restart",
    at=ENDED,
)
def _(original):
    def ended(self, *, won, passed):
        endless = (
            self.rules.levels_match_end == "endless" and won and self.before == self.last_level
        )
        return self.dealer_team if endless else original(self, won=won, passed=passed)

    return ended


@bug("LVL-20a", "A next dealer is named after the match", "levels.match-over", at=ADVANCE)
def _(original):
    def advance(rules, dealer, *rest):
        found = original(rules, dealer, *rest)
        return found._replace(dealer=dealer) if found.dealer is None else found

    return advance


@bug("LVL-20b", "After the match there is no answer", "levels.match-over", at=ADVANCE)
def _(original):
    def advance(*args):
        found = original(*args)
        return found._replace(dealer=found.dealer + 0)

    return advance


@bug(
    "ROB-15a",
    "A deal is not settled without its last trick",
    "levels.table",
    at="reading:last_trick",
)
def _(original):
    def last_trick(rules, params):
        if params.get("last_trick") is None:
            msg = "no last trick"
            raise MalformedInput(msg)
        return original(rules, params)

    return last_trick
