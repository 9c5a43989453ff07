"""
Generated cases: `python -m tools.generate --seed 1 --count 10000 [--variant V] [--chapter C] [-o FILE]`.

Law of this file: a file of cases is made by a seed and a number of draws alone, with the same bytes before
compression everywhere; beside it stands what it was made by (`about.json`), so that a part of it, or all,
can be made again and compared. What a case is, `tools.case_draw` knows.

In parts, each of which is left alone where it is there already:

    python -m tools.generate --seed 1 --count 100000 --part 1/50 -o FILE   (2/50, and so on)
    python -m tools.generate --seed 1 --count 100000 --join 50 -o FILE
    python -m tools.generate --check-sample 0.01 -o FILE
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from shengji_spec import data
from shengji_spec.model import load_spec

from tools.case_draw import GENERATOR, case_of, turn_of
from tools.positions import VERSION as DRAWING

__all__ = ["Plan", "check_sample", "join", "lines_of", "main", "make", "shipped"]

Row = dict[str, Any]
#: of the compression; the file is text, and all of it is within reach of the dictionary
FILTERS = [
    {
        "id": lzma.FILTER_LZMA2,
        "preset": 9 | lzma.PRESET_EXTREME,
        "dict_size": 1 << 26,
        "lc": 4,
        "lp": 0,
        "pb": 0,
    }
]
#: seconds between two words of progress
TOLD = 10.0


class Plan(NamedTuple):
    """What a file is made by: numbers from 0 to `draws` - 1 are drawn."""

    seed: int
    draws: int
    variants: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()

    def case(self, number: int) -> Row | None:
        """Return the case of a number; None where there is none, or it is not asked for."""
        if self.variants and turn_of(number).variant not in self.variants:
            return None
        row = case_of(self.seed, number)
        asked = row is None or not self.chapters or _chapter(row) in self.chapters
        return row if asked else None


def _chapter(row: Row) -> str:
    return load_spec().rules[row["rule"]].chapter


def line(row: Row) -> bytes:
    """Return a case as the file has it."""
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"{text}\n".encode()


def _number(row: Row) -> int:
    return int(row["id"].rpartition("-")[2])


def _position(row: Row) -> bytes:
    """Return a digest of a question and its position."""
    text = json.dumps([row["question"], row["given"]], sort_keys=True)
    return hashlib.sha256(text.encode()).digest()


# --- making --------------------------------------------------------------------------------------


def make(plan: Plan, numbers: Sequence[int]) -> Iterator[Row]:
    """Yield the cases of some numbers and tell how far it is."""
    begun = told = time.monotonic()
    found = 0
    for done, number in enumerate(numbers, 1):
        row = plan.case(number)
        if row is not None:
            found += 1
            yield row
        now = time.monotonic()
        if now - told > TOLD:
            told, rate = now, done / (now - begun)
            left = (len(numbers) - done) / rate
            print(
                f"{found} cases of {done}/{len(numbers)} draws, {rate:.0f} a second, {left:.0f} s left",
                file=sys.stderr,
            )


def lines_of(rows: Iterable[Row]) -> list[bytes]:
    """Return the lines of a file: by id, and of equal positions the first that was drawn."""
    kept: dict[bytes, Row] = {}
    for row in sorted(rows, key=_number):
        kept.setdefault(_position(row), row)
    return [line(row) for row in sorted(kept.values(), key=lambda row: str(row["id"]))]


def write(out: Path, plan: Plan, lines: Sequence[bytes]) -> None:
    """Write a file of cases and what it was made by."""
    content = b"".join(lines)
    packed = lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=FILTERS)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(packed)
    about = {
        "generator": GENERATOR,
        "drawing": DRAWING,
        **plan._asdict(),
        "cases": len(lines),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    text = json.dumps(about, indent=2, sort_keys=True)
    _about(out).write_bytes(f"{text}\n".encode())
    each = f", {len(packed) / len(lines):.1f} a case" if lines else ""
    print(f"{len(lines)} cases, {len(packed)} bytes{each}: {out}")


def _about(out: Path) -> Path:
    return out.parent / "about.json"


# --- in parts ------------------------------------------------------------------------------------


def _part(out: Path, plan: Plan, part: int, parts: int) -> Path:
    asked = json.dumps([GENERATOR, DRAWING, *plan, parts]).encode()
    name = hashlib.sha256(asked).hexdigest()[:8]
    return out.with_name(f"{out.name}.{name}.part-{part}-of-{parts}")


def make_part(out: Path, plan: Plan, part: int, parts: int) -> None:
    """Write a part, whole or not at all; one that is there already is left alone."""
    path = _part(out, plan, part, parts)
    if path.is_file():
        print(f"{path} is there already")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = b"".join(map(line, make(plan, range(part - 1, plan.draws, parts))))
    work = path.with_name(f"{path.name}.work")
    work.write_bytes(content)
    work.replace(path)
    print(f"{path}: {len(content.splitlines())} cases")


def join(out: Path, plan: Plan, parts: int) -> int:
    """Write the file from all its parts and remove them; return 1 where some are missing."""
    paths = [_part(out, plan, part, parts) for part in range(1, parts + 1)]
    missing = [str(part) for part, path in enumerate(paths, 1) if not path.is_file()]
    if missing:
        print(f"parts are missing: {', '.join(missing)}", file=sys.stderr)
        return 1
    rows = (json.loads(text) for path in paths for text in path.read_bytes().splitlines())
    write(out, plan, lines_of(rows))
    for path in paths:
        path.unlink()
    return 0


# --- checking ------------------------------------------------------------------------------------


def check_sample(out: Path, share: Fraction) -> list[str]:
    """
    Make a share of a file again and return what is not as the file has it.

    Where rules, options or positions have changed since, the file has to be made anew.
    """
    about = json.loads(_about(out).read_bytes())
    plan = Plan(about["seed"], about["draws"], tuple(about["variants"]), tuple(about["chapters"]))
    if (about["generator"], about["drawing"]) != (GENERATOR, DRAWING):
        return [f"made by generator {about['generator']}, drawing {about['drawing']}: make it anew"]
    lines = lzma.decompress(out.read_bytes()).splitlines(keepends=True)
    problems = []
    if (
        hashlib.sha256(b"".join(lines)).hexdigest() != about["sha256"]
        or len(lines) != about["cases"]
    ):
        problems.append("the file is not the one that its about.json is of")
    rows = [json.loads(text) for text in lines]
    by_number = {_number(row): text for row, text in zip(rows, lines, strict=True)}
    positions = {_position(row): _number(row) for row in rows}
    for row_number in _sample(plan, share):
        row = plan.case(row_number)
        there = by_number.get(row_number)
        if row is None:
            same = there is None
        elif there is None:  # an equal position was drawn before
            same = positions.get(_position(row), plan.draws) < row_number
        else:
            same = there == line(row)
        if not same:
            problems.append(f"number {row_number} is made otherwise now: {there!r}")
    return problems


def _sample(plan: Plan, share: Fraction) -> list[int]:
    """Return a share of the numbers of a plan, the same each time; all where it is 1."""
    bound = share * (1 << 32)

    def drawn(number: int) -> bool:
        digest = hashlib.sha256(f"sample/{plan.seed}/{number}".encode()).digest()
        return int.from_bytes(digest[:4], "big") < bound

    return [number for number in range(plan.draws) if drawn(number)]


# --- the command ---------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a file of cases, a part of one, or make some of it again; return 1 where it differs."""
    options = _arguments(arguments)
    out: Path = options.output or shipped()
    if options.check_sample is not None:
        problems = check_sample(out, options.check_sample)
        for problem in problems:
            print(problem, file=sys.stderr)
        print(f"{out}: {f'{len(problems)} differ' if problems else 'as it is made now'}")
        return 1 if problems else 0
    plan = Plan(
        options.seed, options.count, tuple(sorted(options.variant)), tuple(sorted(options.chapter))
    )
    if options.join:
        return join(out, plan, options.join)
    if options.part:
        make_part(out, plan, *options.part)
    else:
        write(out, plan, lines_of(make(plan, range(plan.draws))))
    return 0


def shipped() -> Path:
    """Return the file of generated cases of this checkout."""
    return data.generated_file(data.root() / "conformance" / "corpus")


def _of(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdigit() and parts.isdigit() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError("a part is written as 2/50")
    return int(part), int(parts)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    spec = load_spec()
    parser = argparse.ArgumentParser(
        prog="python -m tools.generate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="positions drawn")
    parser.add_argument(
        "--variant", action="append", default=[], choices=sorted(spec.variants), help="only this"
    )
    parser.add_argument(
        "--chapter", action="append", default=[], choices=spec.chapters, help="only this"
    )
    parser.add_argument("-o", "--output", type=Path, help="the file; without it, the one shipped")
    parser.add_argument("--part", type=_of, metavar="I/N", help="make one of so many parts")
    parser.add_argument("--join", type=int, metavar="N", help="make the file from so many parts")
    parser.add_argument(
        "--check-sample", type=Fraction, metavar="SHARE", help="make a share again, compare"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
