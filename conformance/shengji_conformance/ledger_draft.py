"""A ledger's text in the making: entries taken out, changed and added, and all else left as people wrote it.

Law of this file: what is not to change stays to the letter, comments and order with it; a comment right above
an entry belongs to that entry. The text is read again before anybody gets it: it says what was asked for, or
there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import yaml
from shengji_spec.errors import SpecError
from shengji_spec.yaml_loader import Document, load_text

from shengji_conformance.selection import UsageError
from shengji_conformance.words import say

__all__ = ["KEYS", "Draft", "flow"]

#: the order of keys in an entry
KEYS = ("id", "variant", "status", "got", "error", "cause", "reason", "link", "until")
_LINE = re.compile(
    "[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])|[^\n\r\x85\u2028\u2029]+"
)
_DASH = re.compile(r"( *)-(?: +| *(?:#.*)?)")
#: texts that need no quotes
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./*?-]*(?:[:#][A-Za-z0-9_./*?-]+)*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_INDENT = 2

Content = Mapping[str, Any]


def flow(value: Any) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_block(node: Any) -> bool:
    """Tell whether a value is written over whole lines."""
    return node.style in ("|", ">") if isinstance(node, yaml.ScalarNode) else not node.flow_style


class Draft:
    """The text of a ledger and what is to become of it; entries are named by their numbers."""

    def __init__(self, document: Document) -> None:
        self._newline = "\r\n" if "\r\n" in document.text else "\n"
        self._text = document.text.rstrip() + self._newline
        self._original = document.text
        # A text on several lines may end otherwise where a line feed follows it.
        self._document = document = load_text(self._text, document.file)
        self._lines = _LINE.findall(self._text)
        self._starts = [0, *accumulate(map(len, self._lines))]
        root: Any = yaml.compose(self._text, Loader=yaml.SafeLoader)
        self._key, self._list = root.value[0]
        if root.flow_style or (self._list.flow_style and self._list.value):
            raise self._refuse(self._list.start_mark.line)
        self._nodes: Sequence[Any] = self._list.value
        self._dashes = [self._dash(node) for node in self._nodes]
        self._edits: list[tuple[int, int, str]] = []
        #: what the list is to be: each entry with those that are added after it
        self._entries: list[dict[str, Any] | None] = [*document.data["known"]]
        self._added: dict[int, list[dict[str, Any]]] = {}

    def _refuse(self, line: int) -> UsageError:
        said = say("update-no-list", file=self._document.file, line=f"{line + 1}")
        return UsageError(said)

    def _dash(self, node: Any) -> tuple[int, int]:
        """Return line and column of the dash before an entry."""
        line, before = node.start_mark.line, node.start_mark.column
        found = _DASH.fullmatch(self._lines[line][:before])
        while not found and not self._lines[line][:before].strip() and line:
            line, before = line - 1, None
            found = _DASH.fullmatch(self._lines[line].rstrip())
        if not found:
            raise self._refuse(line)
        return line, len(found[1])

    # Where things are.

    def _place(self, mark: Any) -> int:
        return self._starts[int(mark.line)] + int(mark.column)

    def _ends(self, first: int, limit: int, column: int) -> int:
        """Return the line after what begins in a line, without the comments and blanks before a limit."""
        while limit > first + 1 and self._is_between(self._lines[limit - 1], column):
            limit -= 1
        return limit

    def _is_between(self, line: str, column: int) -> bool:
        """Tell whether a line at the end of something is no part of it."""
        text = line.strip()
        comment = text.startswith("#") and len(line) - len(line.lstrip()) <= column
        return not text or comment or line.startswith(("...", "---"))

    def _end_of(self, number: int) -> int:
        """Return the line after an entry."""
        line, column = self._dashes[number]
        after = number + 1
        limit = self._dashes[after][0] if after < len(self._dashes) else len(self._lines)
        return self._ends(line, limit, column)

    def _begin_of(self, number: int) -> int:
        """Return the line of the first comment that belongs to an entry."""
        line = self._dashes[number][0]
        floor = self._end_of(number - 1) if number else self._list_line()
        while line > floor and self._lines[line - 1].lstrip().startswith("#"):
            line -= 1
        return line

    def _list_line(self) -> int:
        """Return the line after the key of the list."""
        return int(self._key.end_mark.line) + 1

    # What is to become of it.

    def remove(self, number: int, *, comments: bool = True) -> None:
        """Take an entry out, with the comments right above it unless others take its place."""
        self._entries[number] = None
        first = self._begin_of(number) if comments else self._dashes[number][0]
        after = self._end_of(number)
        opens = first == self._list_line() or not self._lines[first - 1].strip()
        while opens and comments and after < len(self._lines) and not self._lines[after].strip():
            after += 1
        self._edits.append((self._starts[first], self._starts[after], ""))

    def change(self, number: int, values: Content) -> None:
        """Give keys of an entry other values; None takes a key out."""
        entry, node = self._entries[number], self._nodes[number]
        changed = {**(entry or {}), **values}
        ordered = {key: changed[key] for key in KEYS if changed.get(key) is not None}
        self._entries[number] = ordered
        if node.flow_style:
            lines = self._block(ordered, node.start_mark.column)
            text = f"{self._newline}".join(lines).lstrip()
            self._edits.append((self._place(node.start_mark), self._place(node.end_mark), text))
            return
        there = {key.value: place for place, (key, _) in enumerate(node.value)}
        for key in sorted(values, key=KEYS.index):
            if key in there and values[key] is None:
                self._drop(number, there[key])
            elif key in there:
                self._replace(number, there[key], flow(values[key]))
            elif values[key] is not None:
                self._insert(
                    number, there["id" if key == "variant" else "status"], key, values[key]
                )

    def _key_end(self, number: int, place: int) -> int:
        """Return the line after a key and its value."""
        pairs = self._nodes[number].value
        mark = pairs[place][0].start_mark
        last = place + 1 == len(pairs)
        limit = self._end_of(number) if last else pairs[place + 1][0].start_mark.line
        return self._ends(mark.line, limit, mark.column)

    def _replace(self, number: int, place: int, text: str) -> None:
        key, value = self._nodes[number].value[place]
        if _is_block(value):
            start = self._text.index(":", self._place(key.end_mark)) + 1
            end = self._starts[self._key_end(number, place)]
            self._edits.append((start, end, f" {text}{self._newline}"))
        else:
            self._edits.append((self._place(value.start_mark), self._place(value.end_mark), text))

    def _drop(self, number: int, place: int) -> None:
        pairs = self._nodes[number].value
        key = pairs[place][0].start_mark
        if place == 0:
            self._edits.append((self._place(key), self._place(pairs[1][0].start_mark), ""))
        else:
            end = self._starts[self._key_end(number, place)]
            self._edits.append((self._starts[key.line], end, ""))

    def _insert(self, number: int, place: int, key: str, value: Any) -> None:
        column = self._nodes[number].value[place][0].start_mark.column
        at = self._starts[self._key_end(number, place)]
        self._edits.append((at, at, f"{' ' * column}{key}: {flow(value)}{self._newline}"))

    def add(self, content: Content, after: int | None = None) -> None:
        """Add an entry after another, or at the end."""
        ordered = {key: content[key] for key in KEYS if content.get(key) is not None}
        number = len(self._nodes) - 1 if after is None else after
        self._added.setdefault(number, []).append(ordered)

    def _block(self, content: Content, column: int) -> list[str]:
        """Return the lines of an entry whose keys are to stand in a column, the first without its dash."""
        return [f"{' ' * column}{key}: {flow(value)}" for key, value in content.items()]

    def _entry_text(self, content: Content, column: int) -> str:
        lines = self._block(content, column + _INDENT)
        lines[0] = f"{' ' * column}- {lines[0].lstrip()}"
        return "".join(line + self._newline for line in lines)

    # The end.

    def finish(self) -> str:
        """Return the text."""
        expected = [*self._added.get(-1, ())]
        for number, entry in enumerate(self._entries):
            expected += [entry] if entry is not None else []
            expected += self._added.get(number, ())
        for number, contents in self._added.items():
            self._place_added(number, contents)
        if not expected and self._nodes:
            at = self._text.index(":", self._place(self._key.end_mark)) + 1
            self._edits.append((at, at, " []"))
        if not self._edits:
            return self._original
        text = self._edited()
        self._check(text, expected)
        return text

    def _place_added(self, number: int, contents: Sequence[Content]) -> None:
        column = self._dashes[-1][1] if self._dashes else _INDENT
        gap = self._newline if self._has_gaps() else ""
        texts = [self._entry_text(content, column) for content in contents]
        if self._nodes:
            at = self._starts[self._end_of(number)]
            lead = "" if self._entries[number] is None else gap
        else:
            at, lead = self._starts[self._list.end_mark.line + 1], ""
            start, end = self._place(self._list.start_mark), self._place(self._list.end_mark)
            start -= self._text[start - 1 : start] == " "
            self._edits.append((start, end, ""))
        self._edits.append((at, at, lead + gap.join(texts)))

    def _has_gaps(self) -> bool:
        """Tell whether a blank line stands between entries."""
        pairs = [*pairwise(self._dashes)]
        if not pairs:
            return True
        (_, _), (line, _) = pairs[-1]
        first = self._begin_of(len(self._dashes) - 1)
        return not self._lines[min(first, line) - 1].strip()

    def _edited(self) -> str:
        parts: list[str] = []
        done = 0
        for start, end, new in sorted(self._edits, key=lambda edit: edit[:2]):
            parts += self._text[done:start], new
            done = max(done, end)
        return "".join([*parts, self._text[done:]]).rstrip() + self._newline

    def _check(self, text: str, expected: Sequence[Content]) -> None:
        try:
            found = load_text(text, self._document.file).data
        except SpecError:
            found = None
        if found != {**self._document.data, "known": [*expected]}:
            raise UsageError(say("update-cannot", file=self._document.file))
