"""Reports made by hand, for what is done with reports."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

STATUSES = ("pass", "fail", "error", "unsupported", "not-run")
RIGHT, WRONG = {"legal": True}, {"legal": False, "rule": "follow.suit"}


def entry(
    case: str, status: str = "pass", variant: str = "two-deck", **more: Any
) -> dict[str, Any]:
    """Return a result; a failing one has an answer, and one that is open a reason."""
    rule = case.partition("/")[0]
    result = {
        "id": case,
        "variant": variant,
        "question": "judge_follow",
        "status": status,
        "rule": rule,
        "chapter": rule.partition(".")[0],
        "from": ["S4.14"],
        "digest": "00000000",
    }
    if status == "fail":
        result |= {"reason": "wrong answer", "expected": RIGHT, "got": WRONG}
    if status == "error":
        result |= {"reason": "the adapter ended by itself with exit code 3", "expected": RIGHT}
    if status in ("unsupported", "not-run"):
        result |= {"reason": "the adapter does not support this variant"}
    return result | more


def counts(results: list[dict[str, Any]]) -> dict[str, int]:
    """Return how many results have each status."""
    counted = Counter(result["status"] for result in results)
    return {status: counted[status] for status in STATUSES}


def write_report(path: Path, results: list[dict[str, Any]], **header: Any) -> Path:
    """Write a report as the runner does."""
    variants = list(dict.fromkeys(result["variant"] for result in results))
    head = {
        "implementation": {"name": "mini", "version": "1"},
        "suite": "0.1.0",
        "corpus": "0.1.0",
        "tier": "core",
        "protocol": 1,
        "command": ["mini"],
        "started": "2026-01-01T00:00:00+00:00",
        "seconds": 1.5,
        "variants": variants,
        "counts": counts(results),
        "counts-by-variant": {
            name: counts([r for r in results if r["variant"] == name]) for name in variants
        },
        "complaints": [],
    } | header
    lines = ",\n".join(json.dumps(result, ensure_ascii=False) for result in results)
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    path.write_text(f'{{"header":{text},"results":[\n{lines}\n]}}\n', "utf-8")
    return path
