"""
YAML that says only what JSON can say.

Law of this file: mappings with unique string keys, lists, strings, whole numbers, true, false and null.
Aliases, tags, merge keys, dates, floats and the words that YAML 1.1 reads as booleans are problems that
name line, column, key and what to write instead. Size and depth are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from shengji_spec.errors import Problem, SpecError, advice, nearest

__all__ = ["Document", "load", "load_text"]

LARGEST = 4 * 1024 * 1024
DEEPEST = 32

#: the parser of libyaml where PyYAML has it; both give the same documents
_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
#: what some YAML reader takes for a number or a date, and JSON does not have
_NUMBERISH = re.compile(
    r"""[-+]?(
        0[xX][0-9a-fA-F_]+ | 0o?[0-7_]+ | 0b[01_]+         # other bases, leading zeros
      | [0-9][0-9_]*                                       # underscores, a plus sign, too many digits
      | ([0-9][0-9_]*\.[0-9_]* | \.[0-9][0-9_]*)([eE][-+]?[0-9]+)?
      | [0-9][0-9_]*[eE][-+]?[0-9]+
      | \.(inf|Inf|INF|nan|NaN|NAN)
      | [0-9]+(:[0-5]?[0-9])+(\.[0-9_]*)?                  # base 60
    ) | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt\s].*)?          # dates""",
    re.VERBOSE,
)
_WORDS = {"true": True, "false": False, "null": None}
#: what a reader of another version takes for one of the three words
_MEANT = {
    **dict.fromkeys(("yes", "on", "y", "true"), "true"),
    **dict.fromkeys(("no", "off", "n", "false"), "false"),
    **dict.fromkeys(("~", "null"), "null"),
}
#: keys that name the item of a list
_NAMES = ("id", "key", "code", "value")

Path_ = tuple[str | int, ...]
Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Document:
    """A loaded file: its content, and where each key and value stands."""

    file: str
    data: Any
    text: str = field(repr=False, default="")
    #: (line, column), counted from 1, by path: of the value, and of the key before it
    marks: Mapping[Path_, Place] = field(repr=False, default_factory=dict)
    keys: Mapping[Path_, Place] = field(repr=False, default_factory=dict)

    def problem(
        self,
        message: str,
        *path: str | int,
        at_key: bool = False,
        found: object = None,
        valid: Iterable[object] = (),
        hint: str = "",
    ) -> Problem:
        """
        Return a problem at the value of a path; where the key is missing, at what should hold it.

        Where `valid` lists what would have been right, the problem names the nearest to `found`.
        """
        line, column = self._place(path, at_key=at_key)
        choices = list(valid)
        return Problem(
            self.file,
            message,
            line,
            column,
            path,
            where=self.words(path),
            found=found,
            nearest=nearest(found, choices),
            hint=hint or advice(found, choices),
            excerpt=self.line(line),
        )

    @cached_property
    def _lines(self) -> list[str]:
        return _BREAK.split(self.text)

    def line(self, number: int) -> str:
        """Return a line of the file, counted from 1; nothing beyond the last."""
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def _place(self, path: Path_, *, at_key: bool) -> Place:
        if at_key and path in self.keys:
            return self.keys[path]
        while path and path not in self.marks:
            path = path[:-1]
        return self.marks.get(path, (1, 1))

    def words(self, path: Path_) -> str:
        """Return a path as a person would say it: `cases > pair-owed > when`."""
        words, node = [], self.data
        for step in path:
            try:
                node = node[step]
            except (KeyError, IndexError, TypeError):
                node = None
            words.append(step if isinstance(step, str) else _item(node, step))
        return " > ".join(words)


def _item(node: object, index: int) -> str:
    """Return the name of an item of a list, its number where it has none."""
    if isinstance(node, dict):
        for key in _NAMES:
            if isinstance(node.get(key), (str, int)):
                return str(node[key])
    return f"item {index + 1}"


def load(path: Path) -> Document:
    """Load a file; raises SpecError for anything that is not a document in this sense."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise SpecError([Problem(str(path), error.strerror or str(error))]) from None
    if len(content) > LARGEST:
        raise SpecError([Problem(str(path), f"larger than {LARGEST // 1024**2} MiB")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{content[error.start]:02x} at offset {error.start}"
        raise SpecError([Problem(str(path), message, line, 1)]) from None
    return load_text(text, str(path))


def load_text(text: str, file: str = "<text>") -> Document:
    """Load a document from its text; `file` is the name for problems."""
    bare = Document(file, None, text)
    control = _CONTROL.search(text)
    if control:
        before = _BREAK.split(text[: control.start()])
        message = f"not YAML: the character U+{ord(control[0]):04X} has no place in a text"
        raise SpecError([Problem(file, message, len(before), len(before[-1]) + 1)])
    builder = _Builder(bare)
    try:
        data = builder.document(yaml.parse(text, Loader=_Parser))
    except yaml.MarkedYAMLError as error:
        raise SpecError([*builder.problems, _syntax(bare, error)]) from None
    except SpecError:
        raise
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # e.g. an escape beyond Unicode
        raise SpecError([*builder.problems, Problem(file, f"not YAML: {error}")]) from None
    if builder.problems:
        raise SpecError(builder.problems)
    return Document(file, data, text, builder.marks, builder.keys)


def _syntax(document: Document, error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    message = f"not YAML: {', '.join(part for part in (error.context, error.problem) if part)}"
    return Problem(document.file, message, line, column, excerpt=document.line(line))


class _Builder:
    """Builds the content from parser events, and goes on after what it can step over."""

    def __init__(self, document: Document) -> None:
        self.source = document
        self.problems: list[Problem] = []
        self.marks: dict[Path_, Place] = {}
        self.keys: dict[Path_, Place] = {}

    def note(
        self, event: Any, path: Path_, message: str, hint: str = "", found: object = None
    ) -> Problem:
        """Record a problem at an event."""
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        problem = Problem(
            self.source.file,
            message,
            line,
            column,
            path,
            where=self.source.words(path),
            found=found,
            hint=hint,
            excerpt=self.source.line(line),
        )
        self.problems.append(problem)
        return problem

    def document(self, events: Iterator[Any]) -> Any:
        content: Any = None
        started = False
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if started:
                    self.note(event, (), "a file holds one document, and a second begins here")
                    break
                started = True
            elif isinstance(event, yaml.NodeEvent):
                content = self.node(event, events, ())
        return content

    def node(self, event: Any, events: Iterator[Any], path: Path_) -> Any:
        if len(path) > DEEPEST:
            problem = self.note(event, (), f"nested deeper than {DEEPEST} levels")
            raise SpecError([problem])
        if isinstance(event, yaml.AliasEvent):
            self.note(event, path, f"aliases are not allowed: *{event.anchor}", "write it out")
            return None
        if event.anchor:
            self.note(event, path, f"anchors are not allowed: &{event.anchor}", "write it out")
        if event.tag:
            self.note(event, path, f"tags are not allowed: {event.tag}", "leave it away")
        self.marks[path] = (event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(events, path)
        return self.mapping(events, path)

    def sequence(self, events: Iterator[Any], path: Path_) -> list[Any]:
        items: list[Any] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.node(event, events, (*path, len(items))))
        return items

    def mapping(self, events: Iterator[Any], path: Path_) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.key(event, events, path)
            below = (*path, key)
            if key in result:
                first = self.keys[below][0]
                self.note(event, below, f"the key occurs twice; the first is in line {first}")
            else:
                self.keys[below] = (event.start_mark.line + 1, event.start_mark.column + 1)
            result[key] = self.node(next(events), events, below)
        return result

    def key(self, event: Any, events: Iterator[Any], path: Path_) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self.note(event, path, "a key is a plain word")
            if not isinstance(event, yaml.AliasEvent):
                self.node(event, events, (*path, "?"))
            return "?"
        if event.anchor or event.tag:
            self.note(event, path, "a key is a plain word, without anchor or tag")
        if event.value == "<<" and not event.style:
            self.note(event, path, "merge keys are not allowed", "write it out")
        return self.whole(event, path)

    def whole(self, event: Any, path: Path_) -> str:
        """Return a text; one with half a character in it could not be written down again."""
        if _SURROGATE.search(event.value):
            self.note(event, path, "half a character: \\u escapes do not pair up in YAML")
        return str(event.value)

    def scalar(self, event: Any, path: Path_) -> Any:
        text = event.value
        if event.style:  # quoted or a block; the C parser says "" for a plain one, the other None
            return self.whole(event, path)
        if text in _WORDS:
            return _WORDS[text]
        if _WHOLE.fullmatch(text):
            return int(text)
        if text == "":
            self.note(event, path, "there is no value", 'write null, or "" for an empty text')
        elif text.lower() in _MEANT:
            hint = f'write {_MEANT[text.lower()]}, or "{text}" for the text'
            self.note(event, path, f"{text} means different things to YAML readers", hint, text)
        elif _NUMBERISH.fullmatch(text):
            self.note(
                event, path, f"{text} is no whole number", f'write "{text}" for the text', text
            )
        return text
