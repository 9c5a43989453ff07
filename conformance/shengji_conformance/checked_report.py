"""A report for commands that read all of it: each part is as the schema has it, or the place is told.

Law of this file: the schema decides. It is too slow for every result; one that has what every result has is
taken at a glance.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from shengji_conformance.report_file import ReportFile
from shengji_conformance.verdicts import Status
from shengji_conformance.words import safe

__all__ = ["CheckedReport"]

TEXTS = ("id", "variant", "question", "rule", "chapter", "status")
STATUSES = frozenset(Status)


class CheckedReport(ReportFile):
    """A report whose header and results can be relied upon."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._check(self.header, "header")

    @property
    def name(self) -> str:
        """Return what the implementation calls itself, or the name of the file."""
        described = self.header["implementation"] or {}
        words = [str(described[key]) for key in ("name", "version") if described.get(key)]
        return safe(" ".join(words) or self.path.name, 60)

    def _checked(self, result: Any, place: int) -> dict[str, Any]:
        texts = isinstance(result, dict) and all(isinstance(result.get(key), str) for key in TEXTS)
        if not texts or result["status"] not in STATUSES:
            self._check(result, "result", "results", place)
        found: dict[str, Any] = result
        return found

    def _check(self, found: Any, kind: str, *place: object) -> None:
        # Both are slow to import, and a fitting result needs neither.
        from jsonschema import Draft202012Validator  # noqa: PLC0415
        from shengji_spec.data import schema_dir  # noqa: PLC0415

        schema = orjson.loads((schema_dir() / "report.schema.json").read_bytes())
        validator = Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})
        for error in validator.iter_errors(found):
            where = ".".join(str(part) for part in (*(place or (kind,)), *error.absolute_path))
            raise self._bad("report-wrong", where=where, why=safe(error.message))
