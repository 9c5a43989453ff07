"""Check the corpus by the engine: `python -m tools.check_corpus [--chapter X] [TEXT...]`.

Law of this file: it reports, and changes nothing. A disagreement is settled from the sources, never by
pasting what the engine says.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.cases import Case, load_cases
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec

from tools.probes import Report, answer, examine, homes_of


def selected(cases: Sequence[Case], chapter: str | None, texts: Sequence[str]) -> list[Case]:
    """Return the cases of a chapter whose id holds one of the texts."""
    return [
        case
        for case in cases
        if (chapter is None or case.rule.startswith(f"{chapter}."))
        and (not texts or any(text in case.id for text in texts))
    ]


def describe(case: Case, report: Report) -> Iterator[str]:
    """Yield what a report says, in lines."""
    spec = load_spec()
    place = case.document.problem("", *case.path)
    yield f"{case.id}  ({Path(place.file).name}:{place.line})"
    base = homes_of(case, spec)[0]
    for options, found in report.unsound[:3]:
        changed = {k: v for k, v in options.items() if base.get(k) != v}
        yield f"  unsound under {json.dumps(changed)}: {'; '.join(found)}"
    if report.unsound:
        yield f"  {len(report.unsound)} of {report.asked} probes differ{_culprits(base, report)}"
        yield f"  asked {case.question} {json.dumps(case.given, ensure_ascii=False)}"
        yield (
            f"  expected {json.dumps(case.expect)}; at home the engine says "
            f"{json.dumps(answer(base, case.question, case.given))}"
        )
    for key in report.loose:
        yield f"  not tight: no value of {key} changes the answer"
    for key, value in report.missing:
        yield f"  not full: {key}: {value} always gives the same answer"


def _culprits(base: dict[str, Any], report: Report) -> str:
    """Name the options that are changed in every probe with few changes."""
    few = [{k: v for k, v in o.items() if base.get(k) != v} for o, _ in report.unsound]
    single = {f"{k}={v}" for change in few if len(change) <= 2 for k, v in change.items()}
    return f"; single changes: {', '.join(sorted(single))}" if single else ""


def _examined(case: Case) -> Report:
    return examine(case)


def main(arguments: Sequence[str] | None = None) -> int:
    """Report every case that is wrong, unsound, not tight or not full; return 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_corpus", description=__doc__)
    parser.add_argument("--chapter", help="only this chapter")
    parser.add_argument("--folder", type=Path, default=data.corpus_dir(), help="a corpus folder")
    parser.add_argument("texts", nargs="*", help="only cases whose id holds one of these")
    options = parser.parse_args(arguments)
    folder = options.folder / options.chapter if options.chapter else options.folder
    try:
        cases = selected(load_cases(folder), options.chapter, options.texts)
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1
    wrong = 0
    with ProcessPoolExecutor() as pool:
        for case, report in zip(cases, pool.map(_examined, cases, chunksize=4), strict=True):
            if not report.fine:
                wrong += 1
                print("\n".join(describe(case, report)), flush=True)
    print(f"{len(cases)} cases examined, {wrong} to look at")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
