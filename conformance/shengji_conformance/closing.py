"""The end of a run: its exit code and its last sentence.

Law of this file: nothing run is no success, and the sentence says the same as the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from shengji_conformance.runner import Outcome
from shengji_conformance.selection import Ask
from shengji_conformance.tally import Tally
from shengji_conformance.verdicts import Status
from shengji_conformance.words import Said, say

__all__ = ["Exit", "close"]


class Exit(IntEnum):
    """What the shell is told."""

    GOOD = 0
    BAD = 1
    USAGE = 2
    NEVER_ANSWERED = 3
    INTERRUPTED = 130


def close(tally: Tally, outcome: Outcome, asks: Sequence[Ask]) -> tuple[Exit, Said]:
    """Return the exit code of a run and the sentence that explains it."""
    total = tally.total
    passed, failed, errors = total[Status.PASS], total[Status.FAIL], total[Status.ERROR]
    unsupported, left = total[Status.UNSUPPORTED], total[Status.NOT_RUN]
    done = total.total() - left
    if outcome.interrupted:
        return Exit.INTERRUPTED, say("end-interrupted", done=done, n=total.total())
    if not outcome.answers and not unsupported:
        why = outcome.stopped or say("end-errors-only")
        return Exit.NEVER_ANSWERED, say("end-never-answered", why=why)
    if not passed and not failed and not errors and not left:
        return Exit.BAD, say("end-all-unsupported", n=unsupported)
    if failed or errors:
        key = "end-bad-stopped" if outcome.stopped else "end-bad"
        return Exit.BAD, say(
            key,
            n=done - unsupported,
            failed=failed,
            errors=errors,
            cases=len(tally.failing),
            why=outcome.stopped,
        )
    if left or outcome.stopped:
        return Exit.BAD, say("end-stopped", done=done, n=total.total(), left=left)
    if outcome.complaints.grave:
        return Exit.BAD, say("end-complaints", n=passed)
    if unsupported:
        return Exit.GOOD, say("end-good-some", n=passed, unsupported=unsupported)
    return Exit.GOOD, say("end-good", n=passed, under=_under(asks))


def _under(asks: Sequence[Ask]) -> Said:
    """Return how many rule sets there were."""
    homes = sum(ask.variant.home for ask in asks)
    variants = len(asks) - homes
    if not homes:
        return say("under-variants", variants=variants)
    if not variants:
        return say("under-readings", homes=homes)
    return say("under-both", variants=variants, homes=homes)
