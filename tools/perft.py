"""
Counts of legal plays, the perft of card games: `python -m tools.perft`.

Law of this file: the deals stand in the file with all their cards; at every decision of them the legal plays
are counted, and from late positions all ways to go on to a stated depth, for each first play. One integer
that differs finds a fault, and the counts by first play say where. The engine counts; the oracle confirms
what is small enough.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from shengji import follow, lead, shapes
from shengji.cards import Group, Order, order_of
from shengji.errors import Refusal
from shengji.player import play_deal, random_start
from shengji.rules import RuleSet
from shengji.shuffle import Pcg32
from shengji_spec.model import load_spec
from shengji_spec.variants import named_tables, resolve

from tools.sides import Side, engine, oracle

__all__ = ["FILE", "Deal", "Late", "continuations", "deals", "main", "unconfirmed", "written"]

FILE = Path(__file__).parent.parent / "conformance" / "counts.yaml"
HEAD = """\
# How many plays are legal at every decision of some deals; written by `python -m tools.perft`.
# A trick: who leads, what is played, and for each player in turn how many plays were legal (the leader's are
# counted as cards that may be tried). `late`: from the beginning of a trick, all ways to go on for so many
# plays, in all and by first play. Two selections of the same cards are one.
"""
#: by seed: the level; the first is the first deal of a match
LEVELS = {1: None, 2: "7", 3: "K"}
#: cards in each hand, and plays that follow
LATE = ((7, 2), (4, 4))
#: selections that the oracle is asked one by one, at most
FEW = 400

Cards = tuple[str, ...]
Hands = tuple[Cards, ...]


class Deal(NamedTuple):
    """A deal as it was played."""

    variant: str
    seed: int
    level: str
    trump: str | None
    #: by trick, who leads and what is played
    tricks: tuple[tuple[int, tuple[Cards, ...]], ...]


class Late(NamedTuple):
    """A position at the beginning of a trick: hands in playing order, the leader's first."""

    options: Mapping[str, Any]
    level: str
    trump: str | None
    hands: Hands

    @property
    def deal(self) -> dict[str, Any]:
        """Return level and trump suit, as questions name them."""
        return {"level": self.level, "trump": self.trump}


# --- deals ---------------------------------------------------------------------------------------


@cache
def rules_of(variant: str) -> RuleSet:
    """Return the rule set of a variant."""
    options = resolve(variant).options
    return RuleSet.from_options(options, named_tables(options, load_spec()))


def played(variant: str, seed: int) -> Deal:
    """Play a deal to its end at random."""
    rules, random, level = rules_of(variant), Pcg32(seed), LEVELS[seed]
    if level is None:
        start, _ = random_start(rules, random)
    else:
        start, _ = random_start(rules, random, 2, seed % 4, (level, level))
    state, _ = play_deal(start, rules, random)
    assert state.level is not None
    tricks = ((trick[0].seat, tuple(play.cards for play in trick)) for trick in state.tricks)
    return Deal(variant, seed, state.level, state.trump, tuple(tricks))


def deals(file: Path = FILE) -> Iterator[Deal]:
    """Yield the deals that the file holds."""
    content = yaml.safe_load(file.read_text("utf-8"))
    for variant, rows in content.items():
        for row in rows:
            tricks = (
                (trick["leader"], tuple(tuple(cards.split()) for cards in trick["plays"]))
                for trick in row["tricks"]
            )
            yield Deal(variant, row["seed"], row["level"], row["trump"], tuple(tricks))


def _less(hand: Cards, cards: Sequence[str]) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _tricks(deal: Deal) -> Iterator[tuple[int, tuple[Cards, ...], Hands]]:
    """Yield for each trick who leads, the plays, and the hands before it by seat."""
    hands: Hands = ((), (), (), ())
    for leader, plays in deal.tricks:
        hands = tuple(hand + plays[(seat - leader) % 4] for seat, hand in enumerate(hands))
    for leader, plays in deal.tricks:
        yield leader, plays, hands
        hands = tuple(_less(hand, plays[(seat - leader) % 4]) for seat, hand in enumerate(hands))


def _in_order(hands: Hands, leader: int) -> Hands:
    return hands[leader:] + hands[:leader]


# --- counting one decision -----------------------------------------------------------------------


def count_leads(rules: RuleSet, order: Order, hand: int, others: Sequence[int]) -> int:
    """Return how many selections of a hand may be tried as a lead."""
    any_throw = (
        rules.lead_throw_groups == "all"
        and not rules.lead_throw_same_size
        and rules.lead_forced != "refused"
    )
    count = 0
    for group in order.groups:
        own = group.of(hand)
        if any_throw:
            copies = own.to_bytes(len(group.face_at), "little")
            product = 1
            for held in copies:
                product *= held + 1
            count += product - 1
            continue
        count += sum(
            _may_lead(rules, order, group, chosen, others)
            for number in range(1, own % 255 + 1)
            for chosen in follow.subsets(own, number)
        )
    return count


def _may_lead(
    rules: RuleSet, order: Order, group: Group, cards: int, others: Sequence[int]
) -> bool:
    parts = shapes.decompose(rules, group, cards)
    if lead.throw_refusal(rules, order, group, parts):
        return False
    return not isinstance(lead.verdict(rules, order, group, parts, others), Refusal)


def _counts(rules: RuleSet, order: Order, plays: Sequence[Cards], hands: Hands) -> list[int]:
    """Return for a trick the numbers of legal plays; hands in playing order."""
    held = [order.read(hand) for hand in hands]
    led = order.read(plays[0])
    leads = count_leads(rules, order, held[0], held[1:])
    return [leads, *(follow.count(rules, order, led, hand) for hand in held[1:])]


# --- going on ------------------------------------------------------------------------------------


def _selections(cards: Cards, number: int) -> list[Cards]:
    """Return the selections of so many cards, each once."""
    return sorted(set(itertools.combinations(sorted(cards), number)))


def _first_plays(side: Side, at: Late) -> Iterator[tuple[Cards, Cards]]:
    """Yield what may be tried as a lead, and what then lies on the table."""
    hand, others = at.hands[0], [list(hand) for hand in at.hands[1:]]
    for number in range(1, len(hand) + 1):
        for cards in _selections(hand, number):
            asked = {**at.deal, "hand": list(hand), "cards": list(cards), "others": others}
            answer = side(at.options, "judge_lead", asked)
            if answer.get("legal"):
                yield cards, tuple(answer["played"])


def _ways(side: Side, at: Late, led: Cards, hands: Hands, depth: int) -> int:
    """Return in how many ways so many players can follow one after the other."""
    if depth == 0:
        return 1
    asked = {**at.deal, "lead": list(led), "hand": list(hands[0])}
    count: int = side(at.options, "count_follows", asked)["count"]
    # who follows does not change what the next player owes, so the numbers multiply
    return count * _ways(side, at, led, hands[1:], depth - 1)


def continuations(side: Side, at: Late, depth: int) -> dict[str, int]:
    """Return by first play in how many ways a trick goes on until so many plays are made."""
    return {
        " ".join(cards): _ways(side, at, led, at.hands[1:], depth - 1)
        for cards, led in _first_plays(side, at)
    }


# --- the file ------------------------------------------------------------------------------------


def _late(deal: Deal) -> Iterator[tuple[Late, int]]:
    """Yield the late positions of a deal and the depth to which they are counted."""
    options = resolve(deal.variant).options
    for cards, depth in LATE:
        for leader, _, hands in _tricks(deal):
            if len(hands[0]) <= cards:
                yield Late(options, deal.level, deal.trump, _in_order(hands, leader)), depth
                break


def _trick_rows(deal: Deal) -> Iterator[dict[str, Any]]:
    rules = rules_of(deal.variant)
    order = order_of(rules, deal.level, deal.trump)
    for leader, plays, hands in _tricks(deal):
        yield {
            "leader": leader,
            "plays": [" ".join(cards) for cards in plays],
            "counts": _counts(rules, order, plays, _in_order(hands, leader)),
        }


def _late_rows(deal: Deal) -> Iterator[dict[str, Any]]:
    for at, depth in _late(deal):
        ways = continuations(engine, at, depth)
        hands = [" ".join(hand) for hand in at.hands]
        total = sum(ways.values())
        yield {"hands": hands, "depth": depth, "total": total, "by-first-play": ways}


def written(counted: Iterable[Deal]) -> str:
    """Return the text of the file that holds some deals."""
    lines, before = [HEAD.rstrip()], ""
    for deal in counted:
        if deal.variant != before:
            lines.append(f"{deal.variant}:")
            before = deal.variant
        lines.append(f"  - seed: {deal.seed}")
        lines.append(f"    level: {_flow(deal.level)}")
        lines.append(f"    trump: {_flow(deal.trump)}")
        for part, rows in (("tricks", _trick_rows(deal)), ("late", _late_rows(deal))):
            lines.append(f"    {part}:")
            lines += [f"      - {_flow(row)}" for row in rows]
    return "\n".join(lines) + "\n"


def _flow(content: Any) -> str:
    text = yaml.safe_dump(content, default_flow_style=True, width=10**9, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...")


# --- the oracle ----------------------------------------------------------------------------------


def unconfirmed(deal: Deal, side: Side = oracle) -> Iterator[tuple[str, str | None]]:
    """
    Yield every decision that is small enough, with what is wrong about it (None: confirmed).

    Follows are counted by one question; leads, and late positions, are asked one by one.
    """
    rules, options = rules_of(deal.variant), resolve(deal.variant).options
    order = order_of(rules, deal.level, deal.trump)
    for number, (leader, plays, hands) in enumerate(_tricks(deal), 1):
        in_order = _in_order(hands, leader)
        mine = _counts(rules, order, plays, in_order)
        at = Late(options, deal.level, deal.trump, in_order)
        theirs: list[int | None] = [_leads_of(side, at, mine[0])]
        theirs += [_ways(side, at, plays[0], (hand,), 1) for hand in in_order[1:]]
        for place, (own, other) in enumerate(zip(mine, theirs, strict=True)):
            if other is not None:
                wrong = None if own == other else f"{own} and {other}"
                yield f"trick {number}, player {place}", wrong
    for at, depth in _late(deal):
        own_ways = continuations(engine, at, depth)
        if len(own_ways) <= FEW:
            other_ways = continuations(side, at, depth)
            for first in {**own_ways, **other_ways}:
                pair = (own_ways.get(first, 0), other_ways.get(first, 0))
                wrong = None if pair[0] == pair[1] else f"{pair[0]} and {pair[1]}"
                yield f"{len(at.hands[0])} cards left, first {first}", wrong


def _leads_of(side: Side, at: Late, few: int) -> int | None:
    """Return how many leads are legal; None where there are too many to ask."""
    hand = at.hands[0]
    if few > FEW or 2 ** len(hand) > 100 * FEW:
        return None
    return sum(1 for _ in _first_plays(side, at))


# --- the command ---------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the counts, or have the oracle confirm them."""
    parser = argparse.ArgumentParser(prog="python -m tools.perft", description=__doc__)
    parser.add_argument("--new", action="store_true", help="play the deals anew")
    parser.add_argument("--confirm", action="store_true", help="ask the oracle")
    parser.add_argument("--variant", action="append", help="with --confirm: only this one")
    options = parser.parse_args(arguments)
    if options.confirm:
        return _confirm(options.variant or sorted(load_spec().variants))
    pairs = itertools.product(sorted(load_spec().variants), LEVELS)
    counted = [played(*pair) for pair in pairs] if options.new else list(deals())
    FILE.write_text(written(counted), "utf-8")
    return 0


def _confirm(variants: Sequence[str]) -> int:
    """Ask the oracle for all that is small enough; return 1 where it counts otherwise."""
    bad = 0
    for deal in deals():
        if deal.variant not in variants:
            continue
        found = list(unconfirmed(deal))
        wrong = [f"{where}: {pair}" for where, pair in found if pair]
        bad += len(wrong)
        print(f"{deal.variant}, seed {deal.seed}: {len(found)} counts asked, {len(wrong)} differ")
        print("".join(f"  {line}\n" for line in wrong), end="", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
