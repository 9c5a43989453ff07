"""Implementations side by side, for a terminal and for a CI page.

Law of this file: a cell says in signs and figures what its colour says, and is green only where every
question was answered right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from shengji_conformance.answers import answer
from shengji_conformance.explain import Row
from shengji_conformance.markup import code, inline, table
from shengji_conformance.matrix import HOMES, Answer, Difference, Figures, Matrix, cases
from shengji_conformance.phrases import PHRASES
from shengji_conformance.terminal import Screen
from shengji_conformance.verdicts import FAILING, Status
from shengji_conformance.words import Said, safe, say

__all__ = ["Side", "markdown", "print_matrix", "remarks", "sentence", "sign", "signs"]

SIGNS = {"right": "✓", "wrong": "✗", "open": "?"}
#: of Markdown, for the differences
MOST_BYTES = 700_000


@dataclass(frozen=True)
class Side:
    """A matrix, and the differences that are shown, in one language."""

    matrix: Matrix
    shown: Sequence[Difference]
    language: str

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the reader's language."""
        return say(key, **values).in_(self.language)

    def left(self) -> int:
        """Return how many cases that differ are not shown."""
        return cases(self.matrix.differences) - cases(self.shown)

    def variant(self, name: str) -> str:
        """Return a variant's name."""
        return self.say("matrix-homes", n=self.matrix.homes) if name == HOMES else safe(name)

    def rows(self, difference: Difference) -> list[Row]:
        """Return what is to be said of a case that differs: what is right, and who says what."""
        rows = [Row(self.say("row-under"), [safe(", ".join(difference.variants), 200)])]
        if difference.expected is not None:
            told = answer(difference.expected, self.language, difference.question)
            rows.append(Row(self.say("compare-expected"), [safe(told)]))
        for name, one in zip(self.matrix.names, difference.answers, strict=True):
            rows.append(Row("", [f"{sign(one.status)} {name}{self._given(one, difference)}"]))
        return rows

    def _given(self, one: Answer, difference: Difference) -> str:
        if one.status is Status.PASS:
            return ""
        if one.got is not None:
            told = answer(one.got, self.language, difference.question)
        elif one.status is None:
            told = self.say("matrix-absent")
        else:
            told = one.reason.partition("\n")[0] or self.say(f"status-{one.status}")
        return f": {safe(told)}"


def signs(figures: Figures) -> list[tuple[str, str]]:
    """Return what a cell says: kinds, each with its sign and figure."""
    numbers = {"right": figures.right, "wrong": figures.wrong, "open": figures.open}
    return [(kind, f"{SIGNS[kind]} {number:,}") for kind, number in numbers.items() if number]


def sign(status: Status | None) -> str:
    """Return the sign of a status."""
    kind = "right" if status is Status.PASS else "wrong" if status in FAILING else "open"
    return SIGNS[kind]


def sentence(of: Matrix) -> Said:
    """Return what the matrix comes to."""
    if not of.differences:
        return say("end-matrix-same")
    return say("end-matrix-differ", n=cases(of.differences), rules=len(of.by_rule()))


def remarks(of: Matrix) -> Iterator[Said]:
    """Yield what a reader should know before believing the rest."""
    if of.unlike:
        yield say("matrix-unlike", n=of.unlike)
    for name, report in zip(of.names, of.reports, strict=True):
        if report.header.get("stopped"):
            why = safe(str(report.header["stopped"]).partition("\n")[0])
            yield say("matrix-stopped", name=name, why=why)


def print_matrix(side: Side, screen: Screen) -> None:
    """Print to a terminal."""
    screen.table(_totals(side))
    for key, rows in _tables(side).items():
        screen.blank()
        screen.table(_table(side, side.say(f"word-{key}"), rows))
    screen.blank()
    screen.say(say("matrix-legend"), "dim")
    for said in remarks(side.matrix):
        screen.say(say("complaint", said=said), "yellow")
    rule = ""
    for difference in side.shown:
        if difference.rule != rule:
            rule = difference.rule
            screen.blank()
            number = cases(side.matrix.by_rule()[rule])
            screen.say(say("matrix-rule", rule=safe(rule), n=number), "bold")
        screen.heading(" ", safe(difference.case), "", "yellow")
        screen.rows(side.rows(difference))
    if side.left():
        screen.blank()
        screen.say(say("matrix-more", n=side.left()))
    screen.blank()
    screen.say(sentence(side.matrix), "bold")


def _tables(side: Side) -> dict[str, Mapping[str, Sequence[Figures]]]:
    of = side.matrix
    variants = {side.variant(name): figures for name, figures in of.by_variant.items()}
    chapters = {_chapter(side, name): figures for name, figures in of.by_chapter.items()}
    return {"chapter": chapters, "variant": variants}


def _chapter(side: Side, name: str) -> str:
    key = f"chapter-{name}"
    return side.say(key) if key in PHRASES else safe(name)


def _totals(side: Side) -> Table:
    shown = _empty(side.say("matrix-implementation"))
    for name in _total_heads(side):
        shown.add_column(name, justify="right", no_wrap=True)
    for name, cells in _total_rows(side):
        shown.add_row(Text(name), *map(Text, cells))
    return shown


def _total_heads(side: Side) -> list[str]:
    statuses = [side.say(f"status-{status}") for status in Status]
    return [*statuses, side.say("matrix-absent"), side.say("matrix-corpus")]


def _total_rows(side: Side) -> Iterator[tuple[str, list[str]]]:
    of = side.matrix
    for name, report, figures in zip(of.names, of.reports, of.total, strict=True):
        numbers = [*(figures.counted[status] for status in Status), figures.absent]
        shown = [f"{number:,}" if number else "·" for number in numbers]
        yield name, [*shown, safe(report.header["corpus"], 20)]


def _table(side: Side, name: str, rows: Mapping[str, Sequence[Figures]]) -> Table:
    shown = _empty(name)
    for column in side.matrix.names:
        shown.add_column(Text(column), overflow="fold")
    for label, figures in rows.items():
        shown.add_row(Text(label), *map(_cell, figures))
    return shown


def _empty(name: str) -> Table:
    shown = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    shown.add_column(name, overflow="fold")
    return shown


def _cell(figures: Figures) -> Text:
    found = signs(figures)
    styles = {"right": "green" if len(found) == 1 else "", "wrong": "red", "open": "yellow"}
    return Text("  ").join(Text(text, style=styles[kind]) for kind, text in found)


def markdown(side: Side) -> str:
    """Return a page for a CI."""
    of = side.matrix
    parts = [f"### {inline(sentence(of).in_(side.language))}\n"]
    parts += [f"- ⚠️ {inline(said.in_(side.language))}\n" for said in remarks(of)]
    totals = [[inline(name), *cells] for name, cells in _total_rows(side)]
    parts.append(table([side.say("matrix-implementation"), *_total_heads(side)], totals))
    for key, rows in _tables(side).items():
        head = [side.say(f"word-{key}"), *map(inline, of.names)]
        cells = [
            [inline(label), *(" ".join(text for _, text in signs(one)) for one in figures)]
            for label, figures in rows.items()
        ]
        parts.append(table(head, cells))
    parts.append(f"{inline(side.say('matrix-legend'))}\n")
    if side.shown:
        parts.append(f"#### {inline(side.say('matrix-differ'))}\n")
        parts.append("".join(_items(side)))
    return "\n".join(parts)


def _items(side: Side) -> Iterator[str]:
    room, told = MOST_BYTES, set[str]()
    for difference in side.shown:
        lines = "; ".join(
            " ".join([row.label, *row.lines]).strip() for row in side.rows(difference)
        )
        item = f"- {code(difference.case)}: {inline(lines)}\n"
        room -= len(item.encode())
        if room < 0:
            break
        told.add(difference.case)
        yield item
    left = cases(side.matrix.differences) - len(told)
    if left:
        yield f"- {inline(side.say('matrix-more', n=left))}\n"
