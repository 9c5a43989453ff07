"""A comparison for readers: the same content for a terminal, a CI page and a program.

Law of this file: what regressed stands first and open; all else follows in the order of its importance, and
every question is counted somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson
from rich.table import Table
from rich.text import Text

from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.closing import Exit
from shengji_conformance.comparing import LISTED, REGRESSIONS, Change, Kind, Side
from shengji_conformance.comparison import View
from shengji_conformance.markup import code, inline, table
from shengji_conformance.terminal import Screen
from shengji_conformance.words import safe, say

__all__ = ["as_json", "markdown", "print_view"]

GOOD = (Kind.FIXED, Kind.NEWLY_RIGHT)
STYLES = {Kind.REGRESSION: "red", Kind.LOST: "red"} | dict.fromkeys(GOOD, "green")
#: of Markdown, for a kind: all together stay under what GitHub takes
MOST_BYTES = 75_000


def print_view(view: View, screen: Screen) -> Exit:
    """Print to a terminal; return the exit code."""
    for said in view.facts():
        screen.say(said, "dim")
    for said in view.remarks():
        screen.say(say("complaint", said=said), "yellow")
    for kind in LISTED:
        found = view.compared.of(kind)
        if found:
            _print_kind(view, screen, kind, found)
    screen.blank()
    screen.table(_table(view))
    screen.blank()
    exit_code, sentence = view.end()
    screen.say(sentence, "bold green" if exit_code is Exit.GOOD else "bold red")
    return exit_code


def _print_kind(view: View, screen: Screen, kind: Kind, found: Sequence[Change]) -> None:
    screen.blank()
    screen.say(say(f"kind-{kind}"), f"bold {STYLES.get(kind, '')}".rstrip())
    for change in found[: view.show]:
        mark = "✓" if kind in GOOD else "✗" if kind in REGRESSIONS else "·"
        screen.heading(f"  {mark}", safe(change.case), "", STYLES.get(kind, "yellow"))
        screen.rows(view.rows(change))
    left = _cases(found) - _cases(found[: view.show])
    if left:
        screen.say(say("compare-more", n=left))


def _table(view: View) -> Table:
    shown = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    shown.add_column(view.say("compare-kind"))
    for key in ("compare-questions", "compare-cases"):
        shown.add_column(view.say(key), justify="right", no_wrap=True)
    for kind, cells in _counts(view):
        shown.add_row(*(Text(cell, style=STYLES.get(kind, "")) for cell in cells))
    return shown


def _counts(view: View) -> Iterator[tuple[Kind, list[str]]]:
    for kind in Kind:
        number = view.compared.counts[kind]
        if number:
            cases = _cases(view.compared.of(kind))
            listed = f"{cases:,}" if cases else "·"
            yield kind, [view.say(f"kind-{kind}"), f"{number:,}", listed]


def _cases(found: Sequence[Change]) -> int:
    """Return how many cases changed; the same case may do so in several ways."""
    return len({change.case for change in found})


def markdown(view: View) -> str:
    """Return a summary for a CI."""
    exit_code, sentence = view.end()
    mark = "✅" if exit_code is Exit.GOOD else "❌"
    parts = [f"### {mark} {inline(sentence.in_(view.language))}\n"]
    parts.append("".join(f"- {inline(said.in_(view.language))}\n" for said in view.facts()))
    remarks = [inline(said.in_(view.language)) for said in view.remarks()]
    if remarks:
        parts.append("".join(f"- ⚠️ {text}\n" for text in remarks))
    head = [view.say(f"compare-{key}") for key in ("kind", "questions", "cases")]
    parts.append(table(head, (cells for _, cells in _counts(view))))
    for kind in LISTED:
        found = view.compared.of(kind)
        if found:
            parts.append(_markdown_kind(view, kind, found))
    return "\n".join(parts)


def _markdown_kind(view: View, kind: Kind, found: Sequence[Change]) -> str:
    lines: list[str] = []
    room = MOST_BYTES
    for change in found[: view.show]:
        told = "; ".join(f"{row.label}: {row.lines[0]}" for row in view.rows(change))
        line = f"- {code(change.case)}: {inline(told)}\n"
        room -= len(line.encode())
        if room < 0:
            break
        lines.append(line)
    left = _cases(found) - _cases(found[: len(lines)])
    if left:
        lines.append(f"- {inline(view.say('compare-more', n=left))}\n")
    title, listed = inline(view.say(f"kind-{kind}")), "".join(lines)
    if kind in REGRESSIONS:
        return f"#### {title}\n\n{listed}"
    return f"<details>\n<summary>{title}</summary>\n\n{listed}\n</details>\n"


def as_json(view: View) -> Mapping[str, Any]:
    """Return a comparison for programs."""
    _, sentence = view.end()
    compared = view.compared
    return {
        "before": _header(view.before),
        "after": _header(view.after),
        "regressed": compared.regressed,
        "summary": str(sentence),
        "counts": {kind.value: compared.counts[kind] for kind in Kind},
        "changed-cases": sorted(compared.changed_cases),
        "changes": [_entry(change) for kind in LISTED for change in compared.of(kind)],
    }


def _header(report: CheckedReport) -> dict[str, Any]:
    keys = ("implementation", "suite", "corpus", "tier", "started", "counts", "stopped")
    held = {key: report.header[key] for key in keys if key in report.header}
    return {"file": report.path.name, **held}


def _entry(change: Change) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": change.kind, "id": change.case, "rule": change.rule}
    entry |= {"question": change.question, "variants": change.variants}
    for name, side in (("before", change.before), ("after", change.after)):
        if side:
            entry[name] = {"status": side.status, **_answered(side)}
    return entry


def _answered(side: Side) -> dict[str, Any]:
    found = {"expected": side.expected, "got": side.answer}
    told = {key: _loaded(data) for key, data in found.items() if data}
    return told | ({"reason": side.reason} if side.reason else {})


def _loaded(data: bytes) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return data.decode("utf-8", "replace")
