"""
The catalogue of planted faults, by the chapters in which they show.

Law of this package: each fault of the research note `known-bugs` that a question can express stands here at
least once, and of the others the reason why not (`apart`).
"""

from __future__ import annotations

from tools.mutants.bugs import bidding, cards, course, follow, lead, levels, score, shapes, trick
from tools.mutants.bugs.apart import APART
from tools.mutants.bugs.entry import Bug, Catalogue

__all__ = ["APART", "BUGS", "Bug", "Catalogue"]

BUGS: list[Bug] = [
    bug
    for part in (cards, shapes, bidding, lead, follow, trick, course, score, levels)
    for bug in part.BUGS
]
