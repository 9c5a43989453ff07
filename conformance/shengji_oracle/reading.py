"""Reading the parameters of a question, strictly: what is no position is malformed."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from shengji_oracle.bids import Entry
from shengji_oracle.cards import BY_TOKEN, NO_TRUMP_LEVEL, SUITS, Arrangement, Card, arrange, pack
from shengji_oracle.deal import SEATS
from shengji_oracle.errors import MalformedError
from shengji_oracle.levels import all_levels
from shengji_oracle.ruleset import RuleSet
from shengji_oracle.score import LastTrick
from shengji_oracle.trick import read_trick


class Params:
    """The parameters of one question, under the rules of its variant."""

    def __init__(self, values: dict[str, Any], rules: RuleSet) -> None:
        self.values = values
        self.rules = rules

    def has(self, key: str) -> bool:
        """Tell whether a key is there."""
        return key in self.values

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key that must be there."""
        if key not in self.values:
            raise MalformedError(f"{key} is missing")
        return self.values[key]

    def inner(self, key: str) -> "Params":
        """Return an object among the parameters."""
        value = self[key]
        if not isinstance(value, dict):
            raise MalformedError(f"{key} must be an object")
        return Params(value, self.rules)

    def number(self, key: str, least: int | None = None, most: int | None = None) -> int:
        """Return an integer (true and 1.0 are none)."""
        value = self[key]
        if type(value) is not int:
            raise MalformedError(f"{key} must be an integer")
        if (least is not None and value < least) or (most is not None and value > most):
            raise MalformedError(f"{key} is out of range")
        return value

    def seat(self, key: str) -> int:
        """Return a seat."""
        return self.number(key, 0, SEATS - 1)

    def seat_or_nobody(self, key: str) -> int | None:
        """Return a seat, or None for nobody."""
        return None if self[key] is None else self.seat(key)

    def list_of(self, key: str, number: int | None = None) -> list[Any]:
        """Return a list, of a number of entries if one is named."""
        value = self[key]
        if not isinstance(value, list) or (number is not None and len(value) != number):
            raise MalformedError(f"{key} must be a list of the right length")
        return value

    def cards(self, key: str) -> list[Card]:
        """Return a list of cards."""
        return read_cards(self[key])

    def hands(self, key: str, number: int) -> list[list[Card]]:
        """Return a number of lists of cards."""
        return [read_cards(one) for one in self.list_of(key, number)]

    def level(self, key: str = "level") -> str:
        """Return a level."""
        return self._level(self[key])

    def _level(self, value: Any) -> str:
        """Return a level that exists under these rules."""
        if not isinstance(value, str) or value not in all_levels(self.rules):
            raise MalformedError("there is no such level")
        return value

    def levels(self, key: str = "levels") -> list[str]:
        """Return a level for each team."""
        return [self._level(one) for one in self.list_of(key, 2)]

    def cleared(self) -> list[list[str]]:
        """Return the cleared levels of each team; none if they are not named."""
        if not self.has("cleared"):
            return [[], []]
        teams = self.list_of("cleared", 2)
        if not all(isinstance(team, list) for team in teams):
            raise MalformedError("cleared: a list for each team")
        return [[self._level(one) for one in team] for team in teams]

    def trump(self) -> str | None:
        """Return the trump suit; None in a no-trump deal, as at the no-trump level."""
        value = self["trump"]
        if value is not None and value not in SUITS:
            raise MalformedError("trump must be a suit or null")
        if value is not None and self["level"] == NO_TRUMP_LEVEL:
            raise MalformedError("the no-trump level has no trump suit")
        return None if value is None else str(value)

    def arrangement(self) -> Arrangement:
        """Return the groups of the deal."""
        level = self.level()
        return arrange(self.rules, level, self.trump())

    def history(self) -> list[Entry]:
        """Return bids, counters and passes, the oldest first."""
        entries = [
            Params({"entry": one}, self.rules).inner("entry") for one in self.list_of("history")
        ]
        return [Entry(one.seat("seat"), tuple(one.cards("cards"))) for one in entries]

    def seats(self, key: str) -> list[int]:
        """Return a list of seats; empty if the key is not there."""
        if not self.has(key):
            return []
        return [Params({key: one}, self.rules).seat(key) for one in self.list_of(key)]

    def last_trick(self, arrangement: Arrangement, trump: str | None) -> LastTrick:
        """Return the last trick, whose level and trump suit are known."""
        last = self.inner("last_trick")
        plays = last.hands("plays", SEATS)
        check_copies(self.rules, *plays)
        trick = read_trick(self.rules, arrangement, plays)
        return LastTrick(last.seat("leader"), trick, trump)

    def change(self) -> tuple[str, int]:
        """Return the change of a deal: the side that wins it and the levels of the row."""
        change = self.inner("change")
        if change["side"] not in ("dealer", "attackers"):
            raise MalformedError("change: a side is the dealer or the attackers")
        return str(change["side"]), change.number("levels")


def read_cards(value: Any) -> list[Card]:
    """Return a list of cards."""
    if not isinstance(value, list):
        raise MalformedError("cards must be a list")
    return [_card(one) for one in value]


def _card(value: Any) -> Card:
    """Return the card that a text names."""
    if not isinstance(value, str) or value not in BY_TOKEN:
        raise MalformedError(f"{value} is no card")
    return BY_TOKEN[value]


def check_copies(rules: RuleSet, *piles: Iterable[Card]) -> None:
    """Refuse piles with more copies of a face together than the pack holds."""
    held = Counter(card for pile in piles for card in pile)
    if any(number > pack(rules)[card] for card, number in held.items()):
        raise MalformedError("more copies of a face than the pack holds")
