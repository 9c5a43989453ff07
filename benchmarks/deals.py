"""
Measure, and assert nothing: whole deals a second, in process, on one core.

    python benchmarks/deals.py [--number N]

A deal is shuffled, drawn, declared, buried, played to the last card, counted, and the match moved on.
Three figures a variant: deals *played* (a random player proposes, the engine judges), the same deals
*replayed* from their events (the engine alone), and packs *shuffled* by the same generator, the
yardstick. Three rounds in turn, the best of each counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from shengji.game import Event, Start, apply, begin
from shengji.player import play_deal, random_start
from shengji.rules import RuleSet
from shengji.shuffle import Pcg32, shuffled_pack
from shengji_spec import load_spec, resolve

ROUNDS = 3


def main() -> None:
    """Measure all published variants."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--number", type=int, default=200, help="deals a measurement")
    number = parser.parse_args().number
    table = Table("variant", title=f"whole deals a second, {number} deals a round")
    for heading in ("played", "replayed", "packs shuffled", "shuffled / replayed"):
        table.add_column(heading, justify="right")
    for variant in load_spec().variants:
        resolved = resolve(variant)
        rules = RuleSet.from_options(resolved.options, resolved.tables)
        played, replayed, shuffled = _measure(rules, number)
        table.add_row(
            variant,
            f"{number / played:,.0f}",
            f"{number / replayed:,.0f}",
            f"{number / shuffled:,.0f}",
            f"{replayed / shuffled:.1f}",
        )
    Console(width=100).print(table)


def _measure(rules: RuleSet, number: int) -> Sequence[float]:
    """Return the seconds to play, replay and shuffle so many deals: the best of three rounds."""
    deals: list[tuple[Start, list[Event]]] = []

    def play() -> None:
        deals.clear()
        for seed in range(number):
            random = Pcg32(seed)
            start, _ = random_start(rules, random)
            _, events = play_deal(start, rules, random)
            deals.append((start, events))

    def replay() -> None:
        for start, events in deals:
            state = begin(rules, start)
            for event in events:
                state = apply(state, event)

    def shuffle() -> None:
        for seed in range(number):
            shuffled_pack(rules, Pcg32(seed))

    rounds = [[_seconds(act) for act in (play, replay, shuffle)] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*rounds, strict=True)]


def _seconds(act: Callable[[], None]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
