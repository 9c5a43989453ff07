"""What the runner itself costs: its start, its share of a question, its memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import IO, NamedTuple

from rich.table import Table
from shengji_conformance.corpus import Corpus
from shengji_conformance.protocol import question_body, request

__all__ = [
    "ROUNDS",
    "THOUGHTLESS",
    "memory",
    "overhead",
    "pipe_seconds",
    "run",
    "start",
    "tell",
]

THOUGHTLESS = [sys.executable, str(Path(__file__).with_name("thoughtless.py"))]
#: microseconds that an adapter thinks over a question where it does
THOUGHT = 200
ROUNDS = 3
RUNNER = [sys.executable, "-m", "shengji_conformance"]


class Cost(NamedTuple):
    """What a command took."""

    seconds: float
    #: peak memory of it or of what it started, in MiB; 0 where nobody tells
    mebibytes: float


def tell(what: str) -> None:
    """Say what is being measured."""
    print(f"... {what}", file=sys.stderr, flush=True)


def cost(command: Sequence[str]) -> Cost:
    """Run a command; return what it took."""
    line = [sys.executable, "-S", str(Path(__file__).with_name("waiter.py")), *command]
    told = subprocess.run(line, stdout=subprocess.PIPE, check=True)
    seconds, mebibytes = map(float, told.stdout.split())
    return Cost(seconds, mebibytes)


def run(folder: Path, variant: str, adapter: Sequence[str], *extra: str) -> Cost:
    """Run the runner; return what it took."""
    command = [*RUNNER, "run", "--corpus", str(folder), *extra]
    command += ["--variant", variant] if variant else []
    return cost([*command, "--", *adapter])


def start() -> Table:
    """Measure how long the command takes that has next to nothing to do."""
    table = Table(title="start-up, milliseconds", title_justify="left")
    for name in ("what", "ms", "ratio"):
        table.add_column(name, justify="left" if name == "what" else "right")
    with tempfile.TemporaryDirectory() as name, _copies(Corpus.open(), 1, Path(name)) as variant:
        few = ["--corpus", name, "--variant", variant]
        rows = {
            "python that does nothing": [sys.executable, "-c", ""],
            "--version": [*RUNNER, "--version"],
            "list, one case": [*RUNNER, "list", *few],
            "run, one case": [*RUNNER, "run", *few, "--", *THOUGHTLESS],
        }
        best = {what: min(cost(line).seconds for _ in range(ROUNDS)) for what, line in rows.items()}
    bare = next(iter(best.values()))
    for what, seconds in best.items():
        table.add_row(what, f"{seconds * 1e3:.0f}", f"{seconds / bare:.1f}")
    return table


def overhead(corpus: Corpus, number: int) -> Table:
    """Measure the runner against an adapter that needs next to no time, and one that thinks."""
    table = Table(title=f"the runner, microseconds a case ({number:,} cases)", title_justify="left")
    for name in ("what", "a case", "more than the pipe", "ratio"):
        table.add_column(name, justify="left" if name == "what" else "right")
    with tempfile.TemporaryDirectory() as name, _copies(corpus, number, Path(name)) as variant:
        folder = Path(name)
        reports = ["--json", str(folder / "r.json"), "--junit", str(folder / "r.xml")]
        pipe = min(_bare(corpus, number, THOUGHTLESS) for _ in range(ROUNDS)) / number
        table.add_row("bare pipe, all written at once", f"{pipe * 1e6:.1f}", "", "1.00")
        for what, extra in {
            "runner": [],
            "runner, 2 jobs": ["--jobs", "2"],
            "runner, with JSON and JUnit": reports,
        }.items():
            tell(f"runner: {what}")
            each = _each(folder, variant, THOUGHTLESS, number, extra)
            more = f"{(each - pipe) * 1e6:.1f}"
            table.add_row(what, f"{each * 1e6:.1f}", more, f"{each / pipe:.2f}")
        thinker, few = [*THOUGHTLESS, f"{THOUGHT}"], max(1, number // 4)
        once = 0.0
        for jobs in (1, 2):
            tell(f"runner: an adapter that thinks, {jobs} jobs")
            some = ["--select", "thought.*", "--jobs", f"{jobs}"]
            each = _each(folder, variant, thinker, few, some)
            once = once or each
            what = f"an adapter that thinks {THOUGHT} µs, jobs: {jobs}"
            table.add_row(what, f"{each * 1e6:.1f}", "", f"{each / once:.2f} of one")
    return table


def _each(
    folder: Path, variant: str, adapter: Sequence[str], number: int, extra: Sequence[str]
) -> float:
    """Return the seconds a case, without those that a run takes anyway."""
    jobs = [*extra[extra.index("--jobs") :][:2]] if "--jobs" in extra else []
    one = ["--select", "follow.pair/copy-000000", *jobs]
    bare = min(run(folder, variant, adapter, *one).seconds for _ in range(ROUNDS))
    whole = min(run(folder, variant, adapter, *extra).seconds for _ in range(ROUNDS))
    return (whole - bare) / number


def memory(corpus: Corpus, numbers: Sequence[int]) -> Table:
    """Measure the peak of runs of different sizes."""
    table = Table(title="peak memory of a run with a JSON report, MiB", title_justify="left")
    for name in ("cases", "1 job", "ratio", "2 jobs", "ratio"):
        table.add_column(name, justify="right")
    least: dict[int, float] = {}
    for number in numbers:
        tell(f"memory: {number:,} cases")
        row = []
        with tempfile.TemporaryDirectory() as name, _copies(corpus, number, Path(name)) as variant:
            for jobs in (1, 2):
                extra = ["--json", str(Path(name) / "r.json"), "--jobs", f"{jobs}"]
                peak = run(Path(name), variant, THOUGHTLESS, *extra).mebibytes
                ratio = peak / least.setdefault(jobs, peak or 1.0)
                row += [f"{peak:.0f}", f"{ratio:.2f}"]
        table.add_row(f"{number:,}", *row)
    return table


def _bare(corpus: Corpus, number: int, adapter: Sequence[str]) -> float:
    """Return the seconds that an adapter needs for all questions, written at once."""
    bodies = [question_body(case, b'"x"') for case in islice(_cases(corpus), number)]
    return pipe_seconds(adapter, [request(n, rest) for n, rest in enumerate(bodies)])


def pipe_seconds(command: Sequence[str], lines: list[bytes]) -> float:
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


def _cases(corpus: Corpus) -> Iterator[dict[str, object]]:
    """Yield cases without end."""
    return cycle([case for _, _, case in corpus.scan() if "malformed" not in case["expect"]])


@contextmanager
def _copies(corpus: Corpus, number: int, folder: Path) -> Iterator[str]:
    """Make a corpus of copies that the thoughtless adapter answers right; yield its variant."""
    with (folder / "follow.jsonl").open("w", encoding="utf-8") as lines:
        for n, case in enumerate(islice(_cases(corpus), number)):
            copy = {key: case[key] for key in case if key != "home"}
            # A quarter is under another rule, so that it can be selected.
            rule = "follow.pair" if n % 4 or not n else "thought.over"
            own = {"id": f"{rule}/copy-{n:06}", "rule": rule, "expect": {"legal": True}}
            copy |= own | {"when": {}, "needs": {}}
            lines.write(json.dumps(copy, ensure_ascii=False, separators=(",", ":")) + "\n")
    manifest = corpus.manifest | {
        "chapters": {"follow": {"cases": number}},
        "full": {},
        "homes": {},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    yield corpus.published()[0].id
