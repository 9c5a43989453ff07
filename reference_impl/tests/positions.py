"""Random rule sets and positions for property tests: few ranks, so that pairs and runs are common."""

from __future__ import annotations

from collections import Counter
from random import Random

from shengji.cards import RANKS, SUITS, faces, order_of
from shengji.rules import RuleSet, known_values

TABLE = {
    "bands": [
        {"from": 0, "side": "dealer", "gains": 3},
        {"from": 5, "side": "dealer", "gains": 2},
        {"from": 40, "side": "dealer", "gains": 1},
        {"from": 75, "side": "dealer", "gains": 1, "other-side": -1},
        {"from": 80, "side": "attackers", "gains": 0},
        {"from": 120, "side": "attackers", "gains": 1},
    ],
    "then": {"every": 40, "gains": 1},
    "below": {"every": 40, "gains": 1},
}

METHODS = (
    "order_cards",
    "classify",
    "judge_lead",
    "judge_follow",
    "judge_follow",
    "count_follows",
    "judge_trick",
    "score_deal",
    "advance",
)

#: options that name a suit or a colour: renaming suits does not carry them along
SUIT_BOUND = {"cards_removed", "cards_special_top", "cards_counsellors"}


def some_rules(rng: Random, *, suit_bound: bool = True) -> RuleSet:
    """Draw a value for every option; half of them keep their base value."""
    from shengji.tables import LevelTable

    values = {}
    for name, known in known_values().items():
        if rng.random() < 0.5 and (suit_bound or name not in SUIT_BOUND):
            values[name] = rng.choice(known)
    if values.get("levels_mandatory") == "5-10-K-A-NT":
        values["levels_no_trump_level"] = True
    return RuleSet(**values, level_table=LevelTable.read(TABLE))


def some_deal(rng: Random, rules: RuleSet, *, narrow: bool = True) -> list[str]:
    """Return a shuffled pack; a narrow one has few ranks, so that hands are full of pairs and runs."""
    pack = list(faces(rules)) * rules.cards_decks
    if narrow:
        ranks = set(rng.sample(RANKS, 5))
        chosen = [card for card in pack if card[1:] in ranks or card in ("LJ", "BJ")]
        pack = chosen if len(chosen) > 8 else pack
    rng.shuffle(pack)
    return pack


def some_level(rng: Random) -> str:
    return rng.choice(RANKS)


def some_trump(rng: Random) -> str | None:
    return rng.choice((*SUITS, None))


def cards_of_one_group(
    rng: Random, rules: RuleSet, level: str, trump: str | None, cards: list[str]
):
    """Return some of the cards, all of one group, sets kept together more often than not."""
    order = order_of(rules, level, trump)
    group = order.group_of[rng.choice(cards)]
    own = sorted(card for card in cards if order.group_of[card] is group)
    start = rng.randrange(len(own))
    return own[start : start + rng.randint(1, 8)]


def some_question(rng: Random, rules: RuleSet) -> tuple[str, dict]:
    """Return a method of the play or match profile and parameters that are a position."""
    level, trump = some_level(rng), some_trump(rng)
    pack = some_deal(rng, rules)
    quarter = min(len(pack) // 4, 25)
    hands = [pack[i * quarter : (i + 1) * quarter] for i in range(4)]
    at = {"level": level, "trump": trump}
    method = rng.choice(METHODS)
    if method in ("order_cards", "classify"):
        return method, at | {"cards": cards_of_one_group(rng, rules, level, trump, hands[0])}
    lead = cards_of_one_group(rng, rules, level, trump, hands[0])
    if method == "judge_lead":
        return method, at | {"hand": hands[0], "cards": lead, "others": hands[1:]}
    plays = [lead, *(likely_follow(rng, rules, at, lead, hand) for hand in hands[1:])]
    if method == "judge_trick":
        return method, at | {"plays": plays}
    if method == "score_deal":
        rest = list((Counter(pack) - Counter(card for play in plays for card in play)).elements())
        last = {"leader": rng.randrange(4), "plays": plays}
        points = {"dealer": rng.randrange(4), "trick_points": 5 * rng.randrange(20)}
        return method, at | points | {"kitty": rest[:8], "last_trick": last}
    if method == "advance":
        last = at | {"leader": rng.randrange(4), "plays": plays}
        sides = [level, some_level(rng)] if rng.random() < 0.5 else [some_level(rng), level]
        return method, {
            "deal": 3,
            "dealer": sides.index(level),
            "levels": sides,
            "total": 5 * rng.randrange(-10, 60),
            "last_trick": last,
        }
    if method == "count_follows":
        lead = lead[:4]
        return method, at | {"lead": lead, "hand": hands[1][: max(9, len(lead))]}
    return method, at | {"lead": lead, "hand": hands[1], "cards": plays[1]}


def likely_follow(rng: Random, rules: RuleSet, at: dict, lead: list[str], hand: list[str]):
    """Return as many cards as were led, of the led group as far as it goes."""
    order = order_of(rules, at["level"], at["trump"])
    group = order.group_of[lead[0]]
    own = sorted(card for card in hand if order.group_of[card] is group)
    rest = sorted(card for card in hand if order.group_of[card] is not group)
    start = rng.randrange(max(1, len(own) - len(lead) + 1))
    return (own[start : start + len(lead)] + rest)[: len(lead)]
