"""
Check that what cannot matter does not: `python -m tools.metamorphic [--chapter X] [CASE...]`.

Law of this file: it reports, and changes nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence

from shengji_conformance.corpus import Corpus
from shengji_spec.errors import SpecError

from tools.metamorphic.changes import CHANGES
from tools.metamorphic.checks import Finding, check, rule_sets

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Report every change that changes an answer; return 1 if there is one."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.metamorphic",
        description="Ask the reference engine every case with its cards in another order, with other "
        "suits, with cards of other groups, and from other seats.",
    )
    parser.add_argument("--chapter", help="only the cases of this chapter")
    parser.add_argument("--tier", choices=("smoke", "core", "full"), default="core")
    parser.add_argument("cases", nargs="*", help="only cases whose id holds one of these texts")
    options = parser.parse_args(arguments)
    try:
        corpus = Corpus.open()
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1
    asking = rule_sets(corpus)
    cases = (
        (case, variant)
        for _, _, case in corpus.scan(options.tier)
        if options.chapter in (None, case["chapter"])
        and (not options.cases or any(text in case["id"] for text in options.cases))
        for variant in asking(case)
    )
    applied: Counter[str] = Counter()
    found = 0
    for finding in check(cases, applied):
        found += 1
        print("\n".join(_told(finding)), end="\n\n")
    counts = ", ".join(f"{name} {applied[name]:,}" for name in CHANGES)
    print(f"changes asked: {counts}; {found or 'none'} to look at")
    return 1 if found else 0


def _told(finding: Finding) -> list[str]:
    given = json.dumps(finding.given, ensure_ascii=False)
    lines = [f"{finding.case}  (under {finding.variant}; changed: {finding.change})"]
    return [*lines, *(f"  {text}" for text in finding.differences), f"  {finding.question} {given}"]


if __name__ == "__main__":
    sys.exit(main())
