"""
The smoke tier: few cases that kill every mutant that the corpus kills.

Law of this file: only what the runner asks counts here, published variants and homes. The cover is greedy -
each time the case that kills most of what is left, of equal ones the first by id - and then thinned: a case
that the others make superfluous goes. That is small, not provably smallest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["cover", "write"]

HEAD = """\
# The smoke tier: cases that together kill every mutant that the corpus kills as the runner asks it.
# Written by `python -m tools.mutants`; mutants.md says how many that are.
"""


def cover(kills: Mapping[str, Iterable[str]]) -> list[str]:
    """Return few cases that kill all mutants; `kills` has by mutant the cases that kill it."""
    by_case: dict[str, set[str]] = defaultdict(set)
    for mutant, cases in kills.items():
        for case in cases:
            by_case[case].add(mutant)
    left = {mutant for mutants in by_case.values() for mutant in mutants}
    chosen: list[str] = []
    while left:
        best = min(by_case, key=lambda case: (-len(by_case[case] & left), case))
        chosen.append(best)
        left -= by_case[best]
    return _thinned(chosen, by_case)


def _thinned(chosen: list[str], by_case: Mapping[str, set[str]]) -> list[str]:
    """Leave out cases whose mutants all die of others, those that kill least first."""
    times: dict[str, int] = defaultdict(int)
    for case in chosen:
        for mutant in by_case[case]:
            times[mutant] += 1
    kept = list(chosen)
    for case in sorted(chosen, key=lambda case: (len(by_case[case]), case)):
        if all(times[mutant] > 1 for mutant in by_case[case]):
            kept.remove(case)
            for mutant in by_case[case]:
                times[mutant] -= 1
    return sorted(kept)


def write(cases: Iterable[str], path: Path) -> None:
    """Write the list of the tier."""
    path.write_text(HEAD + "".join(f"- {case}\n" for case in cases), "utf-8")
