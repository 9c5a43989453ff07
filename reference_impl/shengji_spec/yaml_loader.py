"""YAML that says only what JSON can say.

Law of this file: mappings with unique string keys, lists, strings, whole numbers, true, false and null.
Aliases, tags, merge keys, dates, floats and the words that YAML 1.1 reads as booleans are errors that name
line, column, key and what to write instead. Size and depth are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from shengji_spec.errors import Problem, SpecError

__all__ = ["Document", "load", "load_text"]

LARGEST = 4 * 1024 * 1024
DEEPEST = 32

_Parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
#: what some YAML reader takes for a number or a date, and JSON does not have
_NUMBERISH = re.compile(
    r"""[-+]?(
        0[xX][0-9a-fA-F_]+ | 0o?[0-7_]+ | 0b[01_]+       # other bases, leading zeros
      | [0-9][0-9_]*                                     # underscores, a plus sign, too many digits
      | ([0-9][0-9_]*)?\.[0-9_]*([eE][-+]?[0-9]+)?        # floats
      | [0-9][0-9_]*[eE][-+]?[0-9]+
      | \.(inf|Inf|INF|nan|NaN|NAN)
      | [0-9]+(:[0-5]?[0-9])+(\.[0-9_]*)?                # base 60
    ) | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt\s].*)?         # dates""",
    re.VERBOSE,
)
_WORDS = {"true": True, "false": False, "null": None}
_OTHER_WORDS = {"yes", "no", "on", "off", "y", "n", "~", "true", "false", "null"}

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Document:
    """A loaded file: its content, and where each key and item stands."""

    file: str
    data: Any
    #: (line, column), counted from 1, by path
    marks: dict[Path_, tuple[int, int]] = field(repr=False, default_factory=dict)

    def problem(self, message: str, *path: str | int) -> Problem:
        """Return a problem at a key; where the key is missing, at what should hold it."""
        at: Path_ = path
        while at and at not in self.marks:
            at = at[:-1]
        line, column = self.marks.get(at, (1, 1))
        return Problem(self.file, message, line, column, path)


def load(path: Path) -> Document:
    """Load a file; raises SpecError for anything that is not a document in this sense."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise SpecError([Problem(str(path), f"{size} bytes; a document has at most {LARGEST}")])
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError([Problem(str(path), error.strerror or str(error))]) from None
    except UnicodeDecodeError as error:
        raise SpecError([Problem(str(path), f"not UTF-8: byte {error.start}")]) from None
    return load_text(text, str(path))


def load_text(text: str, file: str = "<text>") -> Document:
    """Load a document from its text; `file` is the name for errors."""
    builder = _Builder(file)
    try:
        data = builder.document(yaml.parse(text, Loader=_Parser))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = f"not YAML: {error.problem or error.context}"
        raise SpecError([Problem(file, message, line, column)]) from None
    except yaml.YAMLError as error:
        raise SpecError([Problem(file, f"not YAML: {error}")]) from None
    return Document(file, data, builder.marks)


class _Builder:
    """Builds the content from parser events, one node after the other."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.marks: dict[Path_, tuple[int, int]] = {}

    def fail(self, event: Any, path: Path_, message: str) -> SpecError:
        mark = event.start_mark
        return SpecError([Problem(self.file, message, mark.line + 1, mark.column + 1, path)])

    def document(self, events: Iterator[Any]) -> Any:
        content, documents = None, 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.fail(event, (), "a file holds one document")
            elif not isinstance(
                event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
            ):
                content = self.node(event, events, ())
        return content

    def node(self, event: Any, events: Iterator[Any], path: Path_) -> Any:
        if isinstance(event, yaml.AliasEvent):
            raise self.fail(event, path, "aliases are not allowed; write it out")
        if event.anchor:
            raise self.fail(event, path, "anchors are not allowed")
        if event.tag and event.tag != "!":
            raise self.fail(event, path, f"tags are not allowed: {event.tag}")
        if len(path) > DEEPEST:
            raise self.fail(event, path[:3], f"nested deeper than {DEEPEST}")
        self.marks.setdefault(path, (event.start_mark.line + 1, event.start_mark.column + 1))
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
            key = self.key(event, path)
            if key in result:
                raise self.fail(event, (*path, key), "the key occurs twice")
            self.marks[*path, key] = (event.start_mark.line + 1, event.start_mark.column + 1)
            result[key] = self.node(next(events), events, (*path, key))
        return result

    def key(self, event: Any, path: Path_) -> str:
        if not isinstance(event, yaml.ScalarEvent) or event.anchor or event.tag:
            raise self.fail(event, path, "a key is a plain word")
        if event.value == "<<" and not event.style:
            raise self.fail(event, path, "merge keys are not allowed; write it out")
        return str(event.value)

    def scalar(self, event: Any, path: Path_) -> Any:
        text = event.value
        if event.style:  # quoted or a block; the C parser says "" for a plain one, the other None
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _WHOLE.fullmatch(text):
            return int(text)
        if text == "":
            raise self.fail(
                event, path, "there is no value; write null, or quotes for an empty text"
            )
        if text.lower() in _OTHER_WORDS:
            raise self.fail(
                event, path, f"{text} is ambiguous in YAML; write true, false, null or {text!r}"
            )
        if _NUMBERISH.fullmatch(text):
            raise self.fail(
                event, path, f"{text} is no whole number in JSON; in quotes it is a text"
            )
        return text
