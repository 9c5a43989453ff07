"""What a person sees of a run: its progress, the failing cases, the tables and the last sentence.

Law of this file: styles and width are decided here and nowhere else. Text goes through `rich` as `Text`,
never as markup.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.cells import set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from shengji_conformance.colour import DEFAULT_COLOUR, paints
from shengji_conformance.explain import Row
from shengji_conformance.known import LedgerFacts
from shengji_conformance.selection import Ask
from shengji_conformance.tally import REASONS_SHOWN, Tally, known_by_variant, rows_by_variant
from shengji_conformance.verdicts import Status
from shengji_conformance.words import Said, say

__all__ = ["COLOURS", "MARKS", "Screen", "console"]

PLAIN_WIDTH = 120
LABEL_WIDTH = 12
RED_CARD = re.compile(r"[♥♦](?:10|[2-9JQKA])?|big joker|大王")
STRONG = re.compile(r"\bMUST(?: NOT)?\b|\bMAY\b|必须|不得")
COLOURS = {
    Status.PASS: "green",
    Status.FAIL: "red",
    Status.ERROR: "magenta",
    Status.UNSUPPORTED: "yellow",
    Status.NOT_RUN: "yellow",
}
MARKS = {Status.FAIL: "✗", Status.ERROR: "!"}


def console(colour: str = DEFAULT_COLOUR, *, stderr: bool = False) -> Console:
    """Return a console for a stream: as wide as the terminal, or wide enough for a log."""
    stream = sys.stderr if stderr else sys.stdout
    if hasattr(stream, "reconfigure") and (stream.encoding or "").lower() not in ("utf-8", "utf8"):
        # Suit symbols have to get through a log of any code page.
        stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    width = None if stream.isatty() else PLAIN_WIDTH
    return Console(
        file=stream,
        width=width,
        force_terminal=stream.isatty(),
        color_system="standard" if paints(colour, stream) else None,
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
    )


class Screen:
    """Prints to a console in one language."""

    def __init__(self, to: Console, language: str) -> None:
        self._to, self._language = to, language

    def say(self, said: Said, style: str = "") -> None:
        """Print a sentence; lines after its first are indented."""
        first, *more = said.in_(self._language).splitlines() or [""]
        self._to.print(Text(first, style=style), soft_wrap=not self._to.is_terminal)
        for line in more:
            self._to.print(Text(f"  {line}", style="dim"), soft_wrap=True)

    def table(self, table: Table) -> None:
        """Print a table."""
        self._to.print(table)

    def blank(self) -> None:
        """Print an empty line."""
        self._to.print()

    def heading(self, mark: str, identity: str, title: str, style: str) -> None:
        """Print the first lines of a case."""
        self._to.print(Text(f"{mark} {identity}", style=f"bold {style}"), soft_wrap=True)
        if title:
            self._to.print(Text(f"  {title}", style="bold"))

    def problem_heading(self, status: Status, identity: str, title: str) -> None:
        """Print the first lines of a failing case."""
        self.heading(MARKS[status], identity, title, COLOURS[status])

    def rows(self, rows: Iterable[Row]) -> None:
        """Print labels and their lines, side by side."""
        width = max(self._to.width - LABEL_WIDTH - 2, 20)
        for row in rows:
            style = "bold" if row.kind == "bad" else ""
            label = row.label
            for line in row.lines or ["—"]:
                for part in _drawn(line, style).wrap(self._to, width):
                    part.rstrip()
                    margin = ("  " + set_cell_size(label, LABEL_WIDTH), "dim")
                    self._to.print(Text.assemble(margin, part), no_wrap=True)
                    label = ""

    def command(self, label: str, line: str) -> None:
        """Print a command that can be copied: on one line, however long."""
        margin = ("  " + set_cell_size(label, LABEL_WIDTH), "dim")
        self._to.print(Text.assemble(margin, (line, "cyan")), soft_wrap=True)

    def counts(self, asks: Sequence[Ask], tally: Tally) -> None:
        """Print the table of variants, and that of chapters if something failed."""
        homes = self._word("homes")
        rows, known = rows_by_variant(asks, tally, homes), known_by_variant(asks, tally, homes)
        if len(rows) > 1:
            rows.append((self._word("total"), tally.total))
            known[self._word("total")] = tally.known.total()
        self._table(self._word("variant"), rows, known, total=len(rows) > 1)
        if tally.failing and len(tally.by_chapter) > 1:
            self.blank()
            chapters = list(tally.by_chapter.items())
            self._table(self._word("chapter"), chapters, tally.known.by_chapter, total=False)

    def _table(
        self,
        name: str,
        rows: list[tuple[str, Counter[Status]]],
        known: Mapping[str, int],
        *,
        total: bool,
    ) -> None:
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
        table.add_column(name, overflow="fold")
        for status in Status:
            table.add_column(self._word(f"status-{status}"), justify="right", no_wrap=True)
        any_known = any(known.values())
        if any_known:
            table.add_column(self._word("of-these-known"), justify="right", no_wrap=True)
        for number, (label, counted) in enumerate(rows):
            if total and number == len(rows) - 1:
                table.add_section()
            cells = [_figure(counted[status], COLOURS[status]) for status in Status]
            cells += [_figure(known[label], "yellow")] if any_known else []
            table.add_row(Text(label), *cells)
        self._to.print(table)

    def reasons(self, tally: Tally) -> None:
        """Print why questions were unsupported or not run."""
        for status, said in tally.told_reasons(self._language):
            self.say(said, COLOURS[status])
        left = len(tally.reasons) - REASONS_SHOWN
        if left > 0:
            self.say(say("more-reasons", n=left))

    def diff(self, lines: Iterable[str]) -> None:
        """Print the changes to a text."""
        styles = {"+": "green", "-": "red", "@": "cyan"}
        for line in lines:
            style = "bold" if line.startswith(("+++", "---")) else styles.get(line[:1], "")
            self._to.print(Text(line, style=style), soft_wrap=True)

    def known(self, tally: Tally, ledger: LedgerFacts) -> None:
        """Print what the ledger knew, what is wrong with it, and what else there is to say of it."""
        for said in tally.known.sentences(ledger.file, self._language):
            self.say(said, "yellow")
        for fault in ledger.faults:
            self.say(say("complaint", said=fault), "bold red")
        for note in ledger.notes:
            self.say(say("complaint", said=note), "yellow")

    def _word(self, key: str) -> str:
        return say(f"word-{key}" if not key.startswith("status-") else key).in_(self._language)


def _figure(number: int, style: str) -> Text:
    return Text(f"{number:,}", style=style) if number else Text("·", style="dim")


def _drawn(line: str, style: str) -> Text:
    text = Text(line, style=style)
    text.highlight_regex(RED_CARD, "red")
    text.highlight_regex(STRONG, "bold")
    return text
