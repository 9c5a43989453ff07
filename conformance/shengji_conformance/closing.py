"""The end of a run: its exit code and its last sentence.

Law of this file: nothing run is no success, and the sentence says the same as the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from shengji_conformance.known import LedgerFacts
from shengji_conformance.runner import Outcome
from shengji_conformance.selection import Ask
from shengji_conformance.tally import Tally
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import Said, say

__all__ = ["Exit", "close"]


class Exit(IntEnum):
    """What the shell is told."""

    GOOD = 0
    BAD = 1
    USAGE = 2
    NEVER_ANSWERED = 3
    INTERRUPTED = 130


def close(
    tally: Tally, outcome: Outcome, asks: Sequence[Ask], ledger: LedgerFacts | None = None
) -> tuple[Exit, Said]:
    """Return the exit code of a run and the sentence that explains it."""
    code, said = _close(tally, outcome, asks, len(ledger.faults) if ledger else 0)
    known = tally.known.total()
    if known and "known" not in said.values:
        said = say("end-and-known", said=said, known=known)
    if ledger and ledger.faults and said.key != "end-ledger":
        said = say("end-and-ledger", said=said, n=len(ledger.faults))
    return code, said


def _close(tally: Tally, outcome: Outcome, asks: Sequence[Ask], faults: int) -> tuple[Exit, Said]:
    total, known = tally.total, tally.known.by_status
    passed = total[Status.PASS]
    failed, errors = (total[status] - known[status] for status in FAILING)
    unsupported, left = total[Status.UNSUPPORTED], total[Status.NOT_RUN]
    done = total.total() - left
    if outcome.interrupted:
        return Exit.INTERRUPTED, say("end-interrupted", done=done, n=total.total())
    never = not outcome.answers and not unsupported
    if never and (outcome.stopped or left or not known):
        why = outcome.stopped or say("end-errors-only")
        return Exit.NEVER_ANSWERED, say("end-never-answered", why=why)
    if not passed and not failed and not errors and not left and not known:
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
    if faults:
        return Exit.BAD, say("end-ledger", n=faults)
    return Exit.GOOD, _good(passed, known.total(), unsupported, asks)


def _good(passed: int, known: int, unsupported: int, asks: Sequence[Ask]) -> Said:
    """Return the sentence of a success, which is not a plain one where something failed or was left out."""
    if known:
        key = "end-known-some" if unsupported else "end-known"
        return say(key, n=passed, known=known, unsupported=unsupported)
    if unsupported:
        return say("end-good-some", n=passed, unsupported=unsupported)
    return say("end-good", n=passed, under=_under(asks))


def _under(asks: Sequence[Ask]) -> Said:
    """Return how many rule sets there were."""
    homes = sum(ask.variant.home for ask in asks)
    variants = len(asks) - homes
    if not homes:
        return say("under-variants", variants=variants)
    if not variants:
        return say("under-readings", homes=homes)
    return say("under-both", variants=variants, homes=homes)
