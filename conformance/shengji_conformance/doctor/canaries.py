"""
Canaries: small positions of which each mistake gets its own ones wrong.

Law of this file: it reads the tables beside it and decides nothing. The right answers are in `canaries.yaml`,
worked out by hand; what an engine with a certain mistake answers is in `signatures.json`, which
`python -m tools.doctor` writes. No engine is asked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from shengji_spec.conditions import Condition, holds
from shengji_spec.questions import expect_to_wire, given_to_wire, position_needs
from shengji_spec.yaml_loader import load

__all__ = ["Canary", "Signature", "canaries", "signatures"]

HERE = Path(__file__).parent
SIGNATURES = HERE / "signatures.json"

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class Canary:
    """A position and its right answer."""

    id: str
    rule: str
    question: str
    given: Mapping[str, Any]
    expect: Answer
    when: Condition
    needs: Condition

    def fits(self, options: Mapping[str, Any]) -> bool:
        """Tell whether the answer is right under these options."""
        return holds(self.when, options) and holds(self.needs, options)


@dataclass(frozen=True)
class Signature:
    """What an adapter with one mistake answers to those canaries that it gets wrong."""

    mistake: str
    #: which of the forms of the mistake: `S→C C→S`, or nothing
    detail: str
    #: by canary the keys that are wrong; `malformed` for an error, `answered` for none where there should be
    #: one; None where it may answer this or that
    answers: Mapping[str, Answer | None]
    #: options under which alone it is looked for
    when: Condition = field(default_factory=dict)


@cache
def canaries() -> Sequence[Canary]:
    """Return all canaries."""
    return tuple(_canary(entry) for entry in load(HERE / "canaries.yaml").data)


def _canary(entry: Mapping[str, Any]) -> Canary:
    question, given = entry["ask"], given_to_wire(entry["given"])
    malformed = "malformed" in entry["expect"]
    return Canary(
        entry["id"],
        entry["rule"],
        question,
        given,
        expect_to_wire(entry["expect"]),
        entry.get("when", {}),
        {} if malformed else position_needs(question, given),
    )


@cache
def signatures() -> Sequence[Signature]:
    """Return what every known mistake answers."""
    return tuple(Signature(**entry) for entry in orjson.loads(SIGNATURES.read_bytes()))
