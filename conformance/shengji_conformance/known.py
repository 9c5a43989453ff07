"""What a ledger has to say of results, without the ledger: the marks on them and the sentences at the end.

Law of this file: values only, so that a run without a ledger loads no YAML.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shengji_conformance.words import Said

__all__ = ["FLAKY", "Known", "LedgerFacts"]

#: the one expectation that is no status
FLAKY = "flaky"


@dataclass(frozen=True, slots=True)
class Known:
    """A result's entry in the ledger; `fault` says how the two differ, if they do."""

    line: int
    status: str
    cause: str
    reason: str = ""
    link: str = ""
    fault: Said | None = None

    def described(self) -> dict[str, Any]:
        """Return the mark as a report has it."""
        found: dict[str, Any] = {"line": self.line, "status": self.status, "cause": self.cause}
        found |= {key: text for key in ("reason", "link") if (text := getattr(self, key))}
        return found | ({"fault": str(self.fault)} if self.fault else {})


@dataclass
class LedgerFacts:
    """What a run says of its ledger as a whole."""

    file: str
    entries: int
    #: where ledger and run differ: each keeps the run from being a success
    faults: list[Said] = field(default_factory=list)
    #: what an author would want to know
    notes: list[Said] = field(default_factory=list)

    def described(self) -> dict[str, Any]:
        """Return them as a report has them."""
        return {
            "file": self.file,
            "entries": self.entries,
            "faults": list(map(str, self.faults)),
            "notes": list(map(str, self.notes)),
        }
