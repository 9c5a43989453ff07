"""
Measure, and assert nothing: how fast the reference adapter and the runner are.

    python benchmarks/bench.py [--number N] [--corpus DIR] [-- ADAPTER ...]

1. Questions per second of an adapter over the pipe, by question, beside one that answers without thinking
   (same requests, same minute), as a ratio.
2. What the runner adds to a case: a whole run against the thoughtless adapter, beside the bare pipe.
3. Cases per second of a whole run of the corpus.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import IO, Any

from rich.console import Console
from rich.table import Table
from shengji_conformance.corpus import Corpus
from shengji_conformance.protocol import announcement, body, question_body, request
from shengji_conformance.selection import Selector, choose_variants, plan

REFERENCE = [sys.executable, "-m", "shengji", "adapter"]
THOUGHTLESS = [sys.executable, str(Path(__file__).with_name("thoughtless.py"))]
ROUNDS = 3
SUITS = "SHCD"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACKS = [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]


def main() -> None:
    """Run all three."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--number", type=int, default=20_000, help="questions a measurement")
    parser.add_argument("--corpus", type=Path, help="a compiled corpus folder")
    parser.add_argument("adapter", nargs="*", help="an adapter instead of the reference one")
    arguments = parser.parse_args()
    corpus = Corpus.open(arguments.corpus)
    adapter = arguments.adapter or REFERENCE
    console = Console(width=100)
    console.print(_by_question(corpus, adapter, arguments.number))
    console.print(_overhead(corpus, arguments.number))
    console.print(_whole_run(corpus, adapter))


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
        lines = [request(n, rest) for n, rest in enumerate([*hello, *bodies])]
        plain = min(_seconds(THOUGHTLESS, lines) for _ in range(ROUNDS)) / len(bodies)
        clever = min(_seconds(adapter, lines) for _ in range(ROUNDS)) / len(bodies)
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


def _seconds(command: Sequence[str], lines: list[bytes]) -> float:
    """Return the seconds from the third answer, when all is loaded, to the last."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for line in lines[:2]:
            process.stdin.write(line)
            process.stdin.flush()
            process.stdout.readline()
        start = time.perf_counter()
        writer = threading.Thread(target=_write, args=(process.stdin, b"".join(lines[2:])))
        writer.start()
        left = len(lines) - 2
        while left:
            chunk = process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not chunk:
                raise SystemExit(f"{command}: ended {left} answers early")
            left -= chunk.count(b"\n")
        seconds = time.perf_counter() - start
        writer.join()
    return seconds


def _write(sink: IO[bytes], data: bytes) -> None:
    sink.write(data)
    sink.flush()
    sink.close()


def _overhead(corpus: Corpus, number: int) -> Table:
    """Measure the runner against an adapter that needs next to no time."""
    table = Table(title="the runner, microseconds a case", title_justify="left")
    for name in ("what", "per case"):
        table.add_column(name, justify="left" if name == "what" else "right")
    cases = [case for _, _, case in corpus.scan() if "malformed" not in case["expect"]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        variant = _write_corpus(corpus, cases, number, folder)
        few = ["--select", "follow.pair/copy-000000"]
        start = min(_run(folder, variant, THOUGHTLESS, *few) for _ in range(ROUNDS))
        whole = min(_run(folder, variant, THOUGHTLESS) for _ in range(ROUNDS)) - start
        extra = ["--json", str(folder / "r.json"), "--junit", str(folder / "r.xml")]
        reported = min(_run(folder, variant, THOUGHTLESS, *extra) for _ in range(ROUNDS)) - start
        bodies = [question_body(case, b'"x"') for case in islice(cycle(cases), number)]
        lines = [request(n, rest) for n, rest in enumerate(bodies)]
        pipe = min(_seconds(THOUGHTLESS, lines) for _ in range(ROUNDS))
    rows = {
        "bare pipe, all written at once": pipe,
        "runner, window of 256": whole,
        "runner, with JSON and JUnit reports": reported,
    }
    for what, seconds in rows.items():
        table.add_row(what, f"{seconds / number * 1e6:.1f}")
    return table


def _write_corpus(corpus: Corpus, cases: list[dict[str, Any]], number: int, folder: Path) -> str:
    """Write a corpus of copies that the thoughtless adapter answers right; return its variant."""
    with (folder / "follow.jsonl").open("w", encoding="utf-8") as lines:
        for n, case in enumerate(islice(cycle(cases), number)):
            copy = {key: case[key] for key in case if key != "home"}
            copy |= {
                "id": f"follow.pair/copy-{n:06}",
                "expect": {"legal": True},
                "when": {},
                "needs": {},
            }
            lines.write(json.dumps(copy, ensure_ascii=False, separators=(",", ":")) + "\n")
    manifest = corpus.manifest | {"chapters": {"follow": {"cases": number}}, "homes": {}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return corpus.published()[0].id


def _whole_run(corpus: Corpus, adapter: Sequence[str]) -> Table:
    """Measure a run as a user sees it, from the shell and back."""
    table = Table(title="a whole run of the corpus", title_justify="left")
    for name in ("questions", "seconds", "questions/s"):
        table.add_column(name, justify="right")
    asks = plan(corpus, choose_variants(corpus, []), Selector([]))
    number = sum(ask.count for ask in asks)
    seconds = min(_run(corpus.folder, "", adapter) for _ in range(ROUNDS))
    table.add_row(f"{number:,}", f"{seconds:.2f}", f"{number / seconds:,.0f}")
    return table


def _run(folder: Path, variant: str, adapter: Sequence[str], *extra: str) -> float:
    command = [sys.executable, "-m", "shengji_conformance", "run", "--corpus", str(folder), *extra]
    command += ["--variant", variant] if variant else []
    start = time.perf_counter()
    subprocess.run([*command, "--", *adapter], capture_output=True, check=False)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
