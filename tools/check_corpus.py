"""
Check the corpus by the engine: `python -m tools.check_corpus [--chapter X] [CASE...]`.

Law of this file: it reports, and changes nothing. A disagreement is settled from the sources, never by
pasting what the engine says.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.cases import Case, load_cases
from shengji_spec.errors import SpecError, shown
from shengji_spec.model import load_spec

from tools.probes import Prober, Report
from tools.suggest import as_yaml, suggest

#: distinct reasons that are shown of a case
SHOWN = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Report every case that is wrong, not sound, not tight or not full; return 1 if there is one."""
    options = _arguments(arguments)
    try:
        cases = _selected(options)
    except SpecError as error:
        print(error, file=sys.stderr)
        print(f"{len(error.problems)} problems; no case was asked", file=sys.stderr)
        return 1
    if not cases:
        print("no case has such an id", file=sys.stderr)
        return 1
    bad = 0
    with ProcessPoolExecutor(options.jobs, initializer=_start, initargs=(cases,)) as pool:
        for lines in pool.map(_examined, range(len(cases)), chunksize=4):
            if lines:
                bad += 1
                print("\n".join(lines), end="\n\n", flush=True)
    print(f"{len(cases)} cases examined, {bad or 'none'} to look at")
    return 1 if bad else 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.check_corpus",
        description="Ask the reference engine every case at its probes.",
    )
    parser.add_argument("--chapter", help="only the cases of this chapter")
    parser.add_argument("--folder", type=Path, default=data.corpus_dir(), help="a corpus folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("cases", nargs="*", help="only cases whose id holds one of these texts")
    return parser.parse_args(arguments)


def _selected(options: argparse.Namespace) -> list[Case]:
    folder = options.folder / options.chapter if options.chapter else options.folder
    texts = options.cases
    return [c for c in load_cases(folder) if not texts or any(text in c.id for text in texts)]


# --- in the processes --------------------------------------------------------------------------------

_CASES: list[Case] = []


def _start(cases: list[Case]) -> None:
    _CASES[:] = cases


@cache
def _prober() -> Prober:
    return Prober(load_spec())


def _examined(number: int) -> list[str]:
    """Return what is to be said of a case; nothing when it is fine."""
    case, prober = _CASES[number], _prober()
    try:
        report = prober.examine(case)
    except SpecError as error:
        return [str(error)]
    return [] if report.fine else list(describe(prober, case, report))


def describe(prober: Prober, case: Case, report: Report) -> Iterator[str]:
    """Yield what a report says, in lines."""
    yield f"{case.id}  ({_place(case)})"
    bases = prober.bases(case)
    refuted = next((base for base in bases if prober.wrong(case, base)), None)
    if refuted is not None:
        yield from _wrong(prober, case, refuted)
        return
    if report.unsound:
        yield f"  not sound: {len(report.unsound)} of {report.asked} probes answer differently"
        yield from _reasons(prober, case, report)
    for key in report.loose:
        yield f"  not tight: no value of {key} that is left out changes the answer"
    for key, value in report.missing:
        yield f"  not full: {key}: {shown(value)} always gives the same answer"
    suggested = suggest(prober, case)
    if suggested is not None and suggested != dict(case.when):
        yield f"  perhaps   when: {as_yaml(suggested)}" if suggested else "  perhaps   no `when`"


def _place(case: Case) -> str:
    path = Path(case.place.rpartition(":")[0])
    line = case.place.rpartition(":")[2]
    return f"{path.parent.name}/{path.name}:{line}"


def _wrong(prober: Prober, case: Case, base: dict[str, Any]) -> Iterator[str]:
    name = next((v for v, o in prober.published.items() if o == base), "its home")
    yield f"  wrong under {name}: {'; '.join(prober.wrong(case, base))}"
    yield f"    ask      {case.question} {_json(case.given)}"
    yield f"    expect   {_json(case.expect)}"
    yield f"    answer   {_json(prober.ask(base, case.question, case.given))}"


def _reasons(prober: Prober, case: Case, report: Report) -> Iterator[str]:
    """Yield the fewest changes that refute a case, each once."""
    seen: list[dict[str, Any]] = []
    for options, found in report.unsound:
        changes = prober.culprits(case, options)
        if changes not in seen:
            seen.append(changes)
            words = ", ".join(f"{key}: {shown(value)}" for key, value in changes.items())
            yield f"    with {words}: {'; '.join(found)}"
        if len(seen) == SHOWN:
            return


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
