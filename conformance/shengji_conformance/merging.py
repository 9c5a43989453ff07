"""Shards put together: their results in the order of the plan, their headers summed.

Law of this file: what comes out is what a run of the whole would have written, or nothing. Times and
commands stand in the header alone.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import orjson

from shengji_conformance.complaints import Complaints
from shengji_conformance.files import Spool
from shengji_conformance.report_file import HEAD, RESULTS, ReportFile, end_of
from shengji_conformance.selector import UsageError
from shengji_conformance.shard import Shard
from shengji_conformance.words import safe, say

__all__ = ["merge"]

#: what all shards of a run have in common, with the word for it
COMMON = {
    "suite": ("suite",),
    "corpus": ("corpus",),
    "tier": ("tier",),
    "protocol": ("protocol",),
    "strict": ("strict",),
    "plan": ("plan",),
    "implementation": ("implementation",),
}


def merge(paths: Sequence[Path], target: Path) -> int:
    """Write the report of the whole; return its number of results."""
    reports = [ReportFile(path) for path in paths]
    shards = _shards(reports)
    _agree(reports)
    _complete(reports, shards)
    number = 0
    with Spool(target) as spool:
        for number, line in enumerate(_results(reports), 1):
            spool.write((b"\n" if number == 1 else b",\n") + line)
        spool.finish(HEAD + orjson.dumps(_header(reports)) + RESULTS, end_of(_errors(reports)))
    return number


def _shards(reports: Sequence[ReportFile]) -> list[Shard]:
    found = []
    for report in reports:
        shard = Shard.read(report.header.get("shard"))
        if shard is None:
            raise UsageError(say("merge-no-shard", file=str(report.path)))
        found.append(shard)
    return found


def _agree(reports: Sequence[ReportFile]) -> None:
    """Refuse reports of different runs."""
    for key in COMMON:
        first: tuple[Path, Any] | None = None
        for report in reports:
            value = report.header.get(key)
            if key == "implementation" and value is None:
                continue  # it was never asked anything there
            if first is None:
                first = (report.path, value)
            elif value != first[1]:
                raise UsageError(_differ(key, report.path, value, *first))


def _differ(key: str, path: Path, value: Any, other: Path, theirs: Any) -> Any:
    what = say(f"merge-{key}")
    if key == "plan":
        return say("merge-plans", file=str(path), other=str(other))
    return say(
        "merge-differ",
        what=what,
        file=str(path),
        value=_shown(value),
        other=str(other),
        theirs=_shown(theirs),
    )


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return safe(f"{value.get('name', '?')} {value.get('version', '')}".rstrip(), 80)
    return safe(orjson.dumps(value).decode() if not isinstance(value, str) else value, 80)


def _complete(reports: Sequence[ReportFile], shards: Sequence[Shard]) -> None:
    """Refuse shards of different partings, doubled ones, and a set with some missing."""
    of = shards[0].of
    seen: dict[int, Path] = {}
    for report, shard in zip(reports, shards, strict=True):
        if shard.of != of:
            files = {"file": str(report.path), "other": str(reports[0].path)}
            raise UsageError(say("merge-parting", shard=f"{shard}", theirs=f"{shards[0]}", **files))
        if shard.number in seen:
            other = str(seen[shard.number])
            raise UsageError(
                say("merge-doubled", shard=f"{shard}", file=str(report.path), other=other)
            )
        seen[shard.number] = report.path
    missing = [f"{Shard(number, of)}" for number in range(1, of + 1) if number not in seen]
    if missing:
        raise UsageError(say("merge-missing", missing=", ".join(missing)))


def _results(reports: Sequence[ReportFile]) -> Iterator[bytes]:
    """Yield all results in the order of the plan."""
    expected = 0
    streams = [_numbered(report) for report in reports]
    for number, line, path in heapq.merge(*streams, key=itemgetter(0)):
        if number != expected:
            raise UsageError(say("merge-gap", n=f"{expected}", file=str(path)))
        expected += 1
        yield line
    plan = reports[0].header.get("plan") or {}
    if expected != plan.get("questions"):
        raise UsageError(say("merge-gap", n=f"{expected}", file=str(reports[0].path)))


def _numbered(report: ReportFile) -> Iterator[tuple[int, bytes, Path]]:
    for place, (result, line) in enumerate(report.lines()):
        number = result.get("number")
        if not isinstance(number, int):
            lacks = {"n": f"{place + 1}", "key": "number"}
            raise UsageError(say("report-lacks", file=str(report.path), **lacks))
        yield number, line, report.path


def _errors(reports: Sequence[ReportFile]) -> list[dict[str, Any]]:
    found = [entry for report in reports for entry in report.errors()]
    return sorted(found, key=itemgetter("number"))


def _header(reports: Sequence[ReportFile]) -> dict[str, Any]:
    headers = [report.header for report in reports]
    merged = {key: value for key, value in headers[0].items() if key not in ("shard", "stopped")}
    known = (header.get("implementation") for header in headers)
    merged["implementation"] = next((one for one in known if one), None)
    merged["started"] = min(str(header.get("started", "")) for header in headers)
    merged["seconds"] = round(sum(header.get("seconds", 0) for header in headers), 3)
    merged["counts"] = _sum(header.get("counts") for header in headers)
    by_variant = [header.get("counts-by-variant") or {} for header in headers]
    merged["counts-by-variant"] = {
        name: _sum(counted.get(name) for counted in by_variant) for name in by_variant[0]
    }
    complaints = Complaints()
    for header in headers:
        complaints.take_up(header.get("complained"))
    merged["complaints"] = [str(said) for said in complaints.sentences()]
    merged["complained"] = complaints.listed()
    if all(isinstance(header.get("ledger"), dict) for header in headers):
        merged["ledger"] = _ledger([header["ledger"] for header in headers])
    stopped = [f"{h['shard']}: {h['stopped']}" for h in headers if h.get("stopped")]
    if stopped:
        merged["stopped"] = "; ".join(stopped)
    return merged


def _ledger(ledgers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the shards say of a ledger; what several say stands once."""
    told = {
        key: list(dict.fromkeys(said for ledger in ledgers for said in ledger.get(key, ())))
        for key in ("faults", "notes")
    }
    return {**ledgers[0], "known": sum(ledger.get("known", 0) for ledger in ledgers), **told}


def _sum(counts: Iterator[Mapping[str, int] | None]) -> dict[str, int]:
    total: Counter[str] = Counter()
    order: dict[str, None] = {}
    for counted in counts:
        for key, number in (counted or {}).items():
            total[key] += number
            order[key] = None
    return {key: total[key] for key in order}
