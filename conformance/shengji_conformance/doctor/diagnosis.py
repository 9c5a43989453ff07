"""
Diagnosis: which mistakes explain the wrong answers to canaries.

Law of this file: a mistake is named only where every canary that it gets wrong was answered as it answers, at
least two of them, and where no wrong answer to the same questions is left over. A mistake that explains less
than another is not named, and two that explain the same are named together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shengji_spec.compare import matches
from shengji_spec.conditions import holds

from shengji_conformance.doctor.canaries import Canary, Signature, signatures

__all__ = ["Diagnosis", "Observed", "diagnose", "different"]

LEAST_EVIDENCE = 2

#: a key of the answer to a canary; the empty key stands for the answer as such
Fault = tuple[str, str]


@dataclass(frozen=True)
class Observed:
    """A canary and what came of it: a result, or none where there was an error or a crash."""

    canary: Canary
    got: Any

    @property
    def faults(self) -> frozenset[Fault]:
        """Return what is wrong with the answer."""
        name, result = self.canary.id, self.got if isinstance(self.got, Mapping) else None
        if "malformed" in self.canary.expect:
            # Which error it is another step looks at.
            return frozenset() if result is None else frozenset({(name, "")})
        if result is None:
            return frozenset({(name, "")})
        return frozenset((name, key) for key in different(self.canary, result))


@dataclass(frozen=True)
class Diagnosis:
    """What explains the wrong answers: groups of rivals, one of each, and what nothing explains."""

    mistakes: Sequence[Sequence[Signature]]
    explained: Sequence[int]
    unexplained: Sequence[Observed]


def different(canary: Canary, result: Mapping[str, Any]) -> list[str]:
    """Return the keys that are wrong in a result; where the verdict is, nothing else counts."""
    wrong = [
        key
        for key, wanted in canary.expect.items()
        if key != "rule" and matches({key: wanted}, result, canary.question)
    ]
    return ["legal"] if "legal" in wrong else wrong


def diagnose(observed: Sequence[Observed], options: Mapping[str, Any]) -> Diagnosis:
    """Name what explains the wrong answers."""
    by_name = {one.canary.id: one for one in observed}
    faults = frozenset(fault for one in observed for fault in one.faults)
    fitting: dict[frozenset[Fault], list[Signature]] = {}
    for signature in signatures():
        if holds(signature.when, options):
            explained = _explained(signature, by_name, faults)
            if explained:
                fitting.setdefault(explained, []).append(signature)
    chosen = _fewest(fitting)
    certain = _certain(chosen, faults, by_name)
    covered = frozenset(fault for explained in certain for fault in explained)
    left = [one for one in observed if one.faults - covered]
    return Diagnosis([fitting[one] for one in certain], [_canaries(one) for one in certain], left)


def _canaries(faults: frozenset[Fault]) -> int:
    return len({name for name, _ in faults})


def _explained(
    signature: Signature, observed: Mapping[str, Observed], faults: frozenset[Fault]
) -> frozenset[Fault]:
    """Return which faults a mistake explains; none if one of its canaries was answered otherwise."""
    explained: set[Fault] = set()
    evidence = 0
    for name, answer in signature.answers.items():
        one = observed.get(name)
        if one is None:
            continue
        if answer is None:
            explained |= one.faults
        elif not _agrees(answer, one):
            return frozenset()
        else:
            evidence += 1
            keys = [""] if answer.keys() & {"malformed", "answered"} else list(answer)
            explained |= {(name, key) for key in keys}
    return frozenset(explained & faults) if evidence >= LEAST_EVIDENCE else frozenset()


def _agrees(answer: Mapping[str, Any], one: Observed) -> bool:
    result = one.got if isinstance(one.got, Mapping) else None
    if "malformed" in answer:
        return result is None
    if "answered" in answer:
        return result is not None
    return result is not None and not matches(answer, result, one.canary.question)


def _fewest(fitting: Mapping[frozenset[Fault], object]) -> list[frozenset[Fault]]:
    """Return the explanations that are needed, the largest first."""
    chosen: list[frozenset[Fault]] = []
    covered: frozenset[Fault] = frozenset()
    for explained in sorted(fitting, key=len, reverse=True):
        if not explained <= covered:
            chosen.append(explained)
            covered |= explained
    return chosen


def _certain(
    chosen: Sequence[frozenset[Fault]],
    faults: frozenset[Fault],
    observed: Mapping[str, Observed],
) -> list[frozenset[Fault]]:
    """Return the explanations beside which no wrong answer to the same question is left over."""
    covered = frozenset(fault for explained in chosen for fault in explained)
    open_ = {observed[name].canary.question for name, _ in faults - covered}
    certain = [
        explained
        for explained in chosen
        if not {observed[name].canary.question for name, _ in explained} & open_
    ]
    return certain if len(certain) == len(chosen) else _certain(certain, faults, observed)
