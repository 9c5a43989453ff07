"""
Results: what came of each mutant, kept from run to run.

Law of this file: a result is good for the inputs it was found with; under other inputs it is only a hint
which case to try first, and only for a function that is still the same. Each result is a line, appended at
once, so that a run that is cut short loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.mutants.pool import cache_dir
from tools.mutants.trial import Mutant, Verdict

__all__ = ["Results"]


@dataclass
class Results:
    """The verdicts of one kind of mutants."""

    kind: str
    #: what the inputs are now
    state: str
    folder: Path = field(default_factory=cache_dir)
    _rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    _lines: int = 0

    def __post_init__(self) -> None:
        """Read what was kept; a line cut short is none."""
        if self.path.is_file():
            for line in self.path.read_text("utf-8").splitlines():
                self._lines += 1
                try:
                    row = json.loads(line)
                    self._rows[row["id"]] = row
                except (ValueError, KeyError):
                    continue

    @property
    def path(self) -> Path:
        """Return the file of the results."""
        return self.folder / f"results-{self.kind}.jsonl"

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Keep a verdict."""
        row = {"id": mutant.id, "state": self.state, "digest": mutant.digest}
        self._keep({**row, **verdict._asdict()})

    def add_kills(self, mutant: Mutant, kills: Sequence[str], of: str) -> None:
        """Keep which cases kill a mutant that has a verdict; `of` stands for those that were asked."""
        self._keep({**self._rows[mutant.id], "kills": list(kills), "of": of})

    def _keep(self, row: dict[str, Any]) -> None:
        self._rows[row["id"]] = row
        self._lines += 1
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def now(self, mutant: Mutant) -> Verdict | None:
        """Return the verdict of a mutant under the present inputs, if there is one."""
        row = self._rows.get(mutant.id)
        if row is None or row["state"] != self.state or row["digest"] != mutant.digest:
            return None
        return Verdict(**{name: row[name] for name in Verdict._fields})

    def kills(self, mutant: Mutant, of: str) -> list[str] | None:
        """Return which of some cases kill a mutant under the present inputs, if that was asked."""
        row = self._rows.get(mutant.id, {})
        return row.get("kills") if self.now(mutant) is not None and row.get("of") == of else None

    def hint(self, mutant: Mutant) -> str | None:
        """Return the case that killed a mutant before, of a function that is still the same."""
        row = self._rows.get(mutant.id)
        return row["case"] if row is not None and row["digest"] == mutant.digest else None

    def tidy(self, mutants: Iterable[Mutant]) -> None:
        """Write the file anew, without mutants that no longer exist and lines that were replaced."""
        known = {mutant.id for mutant in mutants}
        rows = [row for key, row in self._rows.items() if key in known]
        if self._lines > 2 * len(rows):
            half = self.path.with_suffix(".half")
            half.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
            half.replace(self.path)
