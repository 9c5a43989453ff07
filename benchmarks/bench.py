"""
Measure, and assert nothing: how fast the reference adapter and the runner are.

    python -m benchmarks.bench [--number N] [--large N] [--only PART] [--corpus DIR] [-- ADAPTER ...]

start     The command from the shell and back, beside a Python that does nothing.
runner    What the runner adds to a case: a run against an adapter that answers without thinking, beside the
          bare pipe; with one copy and with two, and with reports. Then the same with an adapter that thinks.
memory    The peak of a run of few cases and of many.
questions Questions per second of an adapter over the pipe, by question, beside one that does not think.
whole     A whole run against an adapter, of the cases by hand and of all, with one copy and with two.

Everything is measured in turn, three times (a run of all cases once), and the best counts.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from shengji_conformance.corpus import Corpus
from shengji_conformance.protocol import announcement, body, question_body, request
from shengji_conformance.selection import Selector, choose_variants, plan

from benchmarks.costs import (
    ROUNDS,
    THOUGHTLESS,
    memory,
    overhead,
    pipe_seconds,
    run,
    start,
    tell,
)

REFERENCE = [sys.executable, "-m", "shengji", "adapter"]
PARTS = ("start", "runner", "memory", "questions", "whole")
SUITS = "SHCD"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACKS = [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]


def main() -> None:
    """Measure all parts, or some."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--number", type=int, default=20_000, help="questions a measurement")
    parser.add_argument("--large", type=int, default=100_000, help="cases of the large corpus")
    parser.add_argument("--only", action="append", choices=PARTS, help="measure this part alone")
    parser.add_argument("--corpus", type=Path, help="a compiled corpus folder")
    parser.add_argument("adapter", nargs="*", help="an adapter instead of the reference one")
    arguments = parser.parse_args()
    corpus = Corpus.open(arguments.corpus)
    adapter = arguments.adapter or REFERENCE
    console = Console(width=100)
    number, large = arguments.number, arguments.large
    parts: dict[str, Callable[[], Table]] = {
        "start": start,
        "runner": lambda: overhead(corpus, number),
        "memory": lambda: memory(corpus, (1000, large)),
        "questions": lambda: _by_question(corpus, adapter, number),
        "whole": lambda: _whole_run(corpus, adapter),
    }
    for name in arguments.only or PARTS:
        tell(name)
        console.print(parts[name]())


def _by_question(corpus: Corpus, adapter: Sequence[str], number: int) -> Table:
    """Measure an adapter by question."""
    table = Table(title="an adapter over the pipe, microseconds a question", title_justify="left")
    for name in ("question", "thoughtless", "adapter", "ratio", "questions/s"):
        table.add_column(name, justify="left" if name == "question" else "right")
    variant = corpus.published()[0]
    hello = [
        body("initialize", {"protocol": 1}),
        body("load_variant", announcement(variant)),
    ]
    for question, bodies in _requests(corpus, number).items():
        tell(f"questions: {question}")
        lines = [request(n, rest) for n, rest in enumerate([*hello, *bodies])]
        plain = min(pipe_seconds(THOUGHTLESS, lines) for _ in range(ROUNDS)) / len(bodies)
        clever = min(pipe_seconds(adapter, lines) for _ in range(ROUNDS)) / len(bodies)
        table.add_row(
            question,
            f"{plain * 1e6:.1f}",
            f"{clever * 1e6:.1f}",
            f"{clever / plain:.2f}",
            f"{1 / clever:,.0f}",
        )
    return table


def _requests(corpus: Corpus, number: int) -> dict[str, list[bytes]]:
    """Return requests by question: random follows first, then the corpus, over and over."""
    variant = corpus.published()[0].id
    name = json.dumps(variant).encode()
    found: dict[str, list[bytes]] = defaultdict(list)
    for ask in plan(corpus, choose_variants(corpus, [variant]), Selector([])):
        for case in ask.cases(corpus):
            found[case["question"]].append(question_body(case, name))
    random_follows = [
        question_body({"question": "judge_follow", "given": given}, name)
        for given in _follows(number)
    ]
    return {
        "judge_follow, 25-card hands": random_follows,
        **{q: list(islice(cycle(bodies), number)) for q, bodies in found.items()},
    }


def _follows(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield follows at random: 25-card hands of two packs, every level and trump, leads of all kinds."""
    rng = random.Random(seed)
    while number:
        cards = PACKS * 2
        rng.shuffle(cards)
        leader, hand = cards[:25], cards[25:50]
        level, trump = rng.choice(RANKS), rng.choice([*SUITS, None])
        group = rng.choice("SHCDT")
        mine = [card for card in leader if _group(card, level, trump) == group]
        if not mine:
            continue
        lead = _lead(mine, rng)
        held = [card for card in hand if _group(card, level, trump) == group]
        others = [card for card in hand if _group(card, level, trump) != group]
        rng.shuffle(held)
        number -= 1
        yield {
            "level": level,
            "trump": trump,
            "lead": lead,
            "hand": hand,
            "cards": (held + others)[: len(lead)],
        }


def _group(card: str, level: str, trump: str | None) -> str:
    if card in ("LJ", "BJ") or card[1:] == level or card[0] == trump:
        return "T"
    return card[0]


def _lead(cards: list[str], rng: random.Random) -> list[str]:
    """Return a single, pairs side by side, a tractor where there is one, or a throw."""
    pairs = sorted({card for card in cards if cards.count(card) > 1})
    kind = rng.choice(("single", "pairs", "throw"))
    if kind == "pairs" and pairs:
        start = rng.randrange(len(pairs))
        chosen = pairs[start : start + rng.randint(1, 3)]
        return [card for card in chosen for _ in range(2)]
    if kind == "throw":
        return rng.sample(cards, min(len(cards), rng.randint(2, 5)))
    return [rng.choice(cards)]


def _whole_run(corpus: Corpus, adapter: Sequence[str]) -> Table:
    """Measure a run as a user sees it, from the shell and back: both tiers, one copy and two."""
    table = Table(title="a whole run", title_justify="left")
    for name in ("tier", "jobs", "questions", "seconds", "questions/s", "ratio", "MiB"):
        table.add_column(name, justify="left" if name == "tier" else "right")
    for tier in ("core", "full"):
        asks = plan(corpus, choose_variants(corpus, []), Selector([]), tier)
        number = sum(ask.count for ask in asks)
        once = 0.0
        for jobs in (1, 2):
            tell(f"whole: tier {tier}, {jobs} jobs")
            extra = ["--tier", tier, "--jobs", f"{jobs}"]
            # The full tier takes minutes, and once is enough.
            rounds = ROUNDS if tier == "core" else 1
            best = min(run(corpus.folder, "", adapter, *extra) for _ in range(rounds))
            once = once or best.seconds
            speed = f"{number / best.seconds:,.0f}"
            row = (tier, f"{jobs}", f"{number:,}", f"{best.seconds:.2f}", speed)
            table.add_row(*row, f"{best.seconds / once:.2f}", f"{best.mebibytes:.0f}")
    return table


if __name__ == "__main__":
    main()
