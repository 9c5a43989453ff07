"""
The changes: each makes another case of a case, or says that it does not apply.

Law of this file: a change knows of the game only in which group a face is, how often it is in the pack, and
which questions and options name a suit. What the answer becomes is worked out without asking anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

from shengji_conformance.shrink.positions import SUITS, lists_of, replaced
from shengji_spec.questions import FACES

__all__ = ["CHANGES", "Change", "Setting"]

SEATS = 4
JOKERS = ("LJ", "BJ")
BIDDING = ("judge_declaration", "judge_counter", "resolve_no_bid", "replay")
#: options of which every other value names suits, or colours
SUIT_OPTIONS = {"cards.removed": "none", "cards.special-top": "none", "cards.counsellors": "none"}
#: cards that were drawn or are turned in the order given
IN_ORDER = {"replay": ("hands", "kitty", "pack"), "resolve_no_bid": ("kitty",)}
#: cards that are added at most
ADDED = 4

Case = Mapping[str, Any]
#: a position and what is expected of it
Changed = tuple[dict[str, Any], Any]


@dataclass(frozen=True)
class Setting:
    """The rule set of a case, and the group of each face of the pack at its level and trump."""

    options: Mapping[str, Any]
    groups: Mapping[str, str]
    rng: Random

    @property
    def pack(self) -> Counter[str]:
        """Return how often each face is in the pack."""
        return Counter(dict.fromkeys(self.groups, self.options["cards.decks"]))


#: makes another case of a case; None where it does not apply
Change = Callable[[Case, Setting], Changed | None]


# --- the order of cards ------------------------------------------------------------------------------


def shuffled(case: Case, setting: Setting) -> Changed | None:
    """Give every list of cards in another order, but those that are drawn or turned in order."""
    given, changes = case["given"], {}
    in_order = IN_ORDER.get(case["question"], ())
    for path, cards in lists_of(given).items():
        if not {*in_order} & {*path} and len(cards) > 1:
            changes[path] = setting.rng.sample(cards, len(cards))
    other = replaced(given, changes)
    return None if other == given else (other, case["expect"])


# --- the names of suits ------------------------------------------------------------------------------


def renamed(case: Case, setting: Setting) -> Changed | None:
    """Exchange the suits, trump with them."""
    if case["question"] in BIDDING:
        return None
    if any(setting.options.get(key, base) != base for key, base in SUIT_OPTIONS.items()):
        return None
    orders = [order for order in permutations(SUITS) if order != tuple(SUITS)]
    to = dict(zip(SUITS, setting.rng.choice(orders), strict=True))
    other = _renamed(case["given"], to)
    return None if other == case["given"] else (other, _renamed(case["expect"], to))


def _renamed(of: Any, to: Mapping[str, str], key: str = "") -> Any:
    if isinstance(of, Mapping):
        groups = key == "groups"
        return {to.get(k, k) if groups else k: _renamed(value, to, k) for k, value in of.items()}
    if isinstance(of, list):
        return [_renamed(item, to, key) for item in of]
    if key == "trump":
        return to.get(of, of) if isinstance(of, str) else of
    if isinstance(of, str) and of not in JOKERS and of in FACES:
        return to[of[0]] + of[1:]
    return of


# --- cards of other groups ---------------------------------------------------------------------------


def padded(case: Case, setting: Setting) -> Changed | None:
    """Add cards that have nothing to do with the question."""
    if "malformed" in case["expect"] or case["question"] not in PADDED:
        return None
    return PADDED[case["question"]](case, setting)


def _in_follow(case: Case, setting: Setting) -> Changed | None:
    """Add to the hand what is not of the led group; a count stays only where no filler is chosen."""
    given = case["given"]
    led = {setting.groups.get(card) for card in given["lead"]}
    if len(led) != 1:
        return None
    if case["question"] == "count_follows":
        held = sum(setting.groups.get(card) in led for card in given["hand"])
        if held < len(given["lead"]):
            return None
    played = given.get("cards", ())
    faces = [face for face, group in setting.groups.items() if group not in led]
    return _added(case, setting, [("hand",)], [face for face in faces if face not in played])


def _in_lead(case: Case, setting: Setting) -> Changed | None:
    """Add to the hand what is not of the group led, and to the others what is of other side suits."""
    given = case["given"]
    tried = {setting.groups.get(card) for card in given["cards"]}
    faces = [face for face, group in setting.groups.items() if group not in tried]
    own = _added(case, setting, [("hand",)], faces)
    if "others" not in given or own is None:
        return own
    sides = [face for face in faces if setting.groups[face] != "T"]
    others = [("others", place) for place in range(len(given["others"]))]
    return _added({**case, "given": own[0]}, setting, others, sides)


def _in_hand(case: Case, setting: Setting) -> Changed | None:
    """Add to the hand what is neither trump nor of a level nor shown."""
    given = case["given"]
    levels = {given.get("level"), *given.get("levels", ())}
    faces = [
        face
        for face, group in setting.groups.items()
        if group != "T" and face[1:] not in levels and face not in given["cards"]
    ]
    return _added(case, setting, [("hand",)], faces)


def _in_order(case: Case, setting: Setting) -> Changed | None:
    """Add a group of its own, and expect it beside the others."""
    cards, expect = case["given"]["cards"], case["expect"]
    there = {setting.groups.get(card) for card in cards}
    absent = [group for group in dict.fromkeys(setting.groups.values()) if group not in there]
    if "groups" not in expect or not absent:
        return None
    group = setting.rng.choice(absent)
    face = setting.rng.choice([face for face, own in setting.groups.items() if own == group])
    groups = {**expect["groups"], group: [[face]]}
    return {**case["given"], "cards": [*cards, face]}, {**expect, "groups": groups}


def _added(
    case: Case, setting: Setting, paths: Sequence[tuple[str | int, ...]], faces: Sequence[str]
) -> Changed | None:
    """Add cards to some lists, two of a face where the pack has them, as far as it reaches."""
    given = case["given"]
    lists = lists_of(given)
    zones = [cards for path, cards in lists.items() if path[0] in ("hand", "others", "lead")]
    left = setting.pack - Counter(card for cards in zones for card in cards)
    changes: dict[tuple[str | int, ...], Any] = {}
    for path in paths:
        chosen: list[str] = []
        for face in setting.rng.sample(faces, len(faces)):
            copies = min(2, left[face], ADDED - len(chosen))
            chosen += [face] * copies
            left[face] -= copies
        changes[path] = [*lists[path], *chosen]
    other = replaced(given, changes)
    return None if other == given else (other, case["expect"])


PADDED: Mapping[str, Change] = {
    "judge_follow": _in_follow,
    "count_follows": _in_follow,
    "judge_lead": _in_lead,
    "judge_burial": _in_hand,
    "judge_declaration": _in_hand,
    "judge_counter": _in_hand,
    "order_cards": _in_order,
}


# --- the seats ---------------------------------------------------------------------------------------

SEAT_KEYS = frozenset(
    ("dealer", "seat", "taker", "first_drawer", "first-drawer", "leader", "leaver")
)
BY_SEAT = frozenset(("hands", "failed_throws", "seats", "stakes", "ratings"))
BY_TEAM = frozenset(("levels", "cleared"))


def rotated(case: Case, setting: Setting) -> Changed | None:
    """Move everybody one, two or three seats on; a side that becomes the other takes its levels along."""
    by = setting.rng.randrange(1, SEATS)
    given = dict(case["given"])
    record = given.get("record")
    if isinstance(record, dict) and record.get("dealer", 0) is None:
        given["record"] = {"first-drawer": 0, **record}
    other = _rotated(given, by)
    if other == given:
        return None
    expect = _rotated(case["expect"], by)
    return other, _rotated_winner(expect, by) if case["question"] in (
        "advance",
        "replay",
    ) else expect


def _rotated(of: Any, by: int, key: str = "") -> Any:
    if isinstance(of, Mapping):
        return {k: _rotated(value, by, k) for k, value in of.items()}
    if isinstance(of, list):
        if key in BY_SEAT and len(of) == SEATS:
            return [of[(place - by) % SEATS] for place in range(SEATS)]
        if key in BY_TEAM and len(of) == 2:
            return of[::-1] if by % 2 else of
        inner = "seat" if key == "declined" else key if key == "one-of" else ""
        return [_rotated(item, by, inner) for item in of]
    return (of + by) % SEATS if key in SEAT_KEYS and _is_seat(of) else of


def _is_seat(of: Any) -> bool:
    return isinstance(of, int) and not isinstance(of, bool) and 0 <= of < SEATS


def _rotated_winner(of: Any, by: int) -> Any:
    """Name the other team as the winner of a match, where sides have changed places."""
    if isinstance(of, Mapping):
        return {
            key: (value + by) % 2
            if key == "winner" and _is_seat(value)
            else _rotated_winner(value, by)
            for key, value in of.items()
        }
    return [_rotated_winner(item, by) for item in of] if isinstance(of, list) else of


CHANGES: Mapping[str, Change] = {
    "order": shuffled,
    "suits": renamed,
    "others": padded,
    "seats": rotated,
}
