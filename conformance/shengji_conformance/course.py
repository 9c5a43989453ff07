"""What is known in the course of a run, by all who ask: how to ask, how it goes, what is given up.

Law of this file: what one worker learns of an implementation holds for all; nothing here asks anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from shengji_conformance.complaints import Complaints
from shengji_conformance.patience import Patience
from shengji_conformance.protocol import Implementation
from shengji_conformance.verdicts import Result, Status
from shengji_conformance.words import Said

__all__ = ["Course", "Outcome", "Settings", "Stop"]


@dataclass(frozen=True)
class Settings:
    """How to ask."""

    command: tuple[str, ...]
    timeout: float = 10.0
    start_timeout: float = 30.0
    strict: bool = False
    #: how many copies of the implementation are asked at once
    jobs: int = 1
    #: seconds after which nothing more is asked
    time_budget: float | None = None


@dataclass
class Outcome:
    """How a run went, apart from its results."""

    implementation: Implementation | None = None
    complaints: Complaints = field(default_factory=Complaints)
    #: why it ended before its end
    stopped: Said | None = None
    interrupted: bool = False
    #: how many questions got an answer of any kind
    answers: int = 0


class Stop(Exception):
    """The run cannot go on."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


@dataclass
class Course:
    """What the workers of a run share."""

    settings: Settings
    record: Callable[[Sequence[Result]], None]
    outcome: Outcome = field(default_factory=Outcome)
    #: how many questions a process may have in flight; 0 until an adapter has said what it can take
    window: int = 0
    #: faults that no question was to blame for
    vain: int = 0
    latest_fault: Said | None = None
    #: the questions that were answered since the last fault
    answered_kinds: set[str] = field(default_factory=set)
    #: workers that have, or may get, a process
    working: int = 0
    #: why copies of the implementation were given up while others went on
    lost: list[Said] = field(default_factory=list)
    #: variants that are not played, with what their questions get
    given_up: dict[str, tuple[Status, Said]] = field(default_factory=dict)

    #: refuses an implementation that is not the one it has to be
    vouch: Callable[[Implementation], None] = lambda _: None

    def __post_init__(self) -> None:
        self.working = self.settings.jobs
        self.patience = Patience(self.settings.jobs)
