"""
The specification as a value: `load_spec`.

Law of this file: it reads every document of `spec/`, checks each against its schema and all of them against
each other, and reports everything that is wrong at once. What it returns is consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shengji_spec import consistency, data, schema
from shengji_spec.errors import Problem, SpecError
from shengji_spec.values import (
    CHAPTERS,
    TABLES,
    Option,
    Rule,
    Source,
    Spec,
    Statement,
    Text,
    Value,
    VariantFile,
    of_kind,
)
from shengji_spec.variant_schema import variant_schema
from shengji_spec.yaml_loader import Document, load

__all__ = [
    "CHAPTERS",
    "Option",
    "Rule",
    "Source",
    "Spec",
    "Statement",
    "Value",
    "VariantFile",
    "load_spec",
    "variant_file",
]


@cache
def load_spec(folder: Path | None = None) -> Spec:
    """Load `spec/`; raises SpecError with every problem found."""
    folder = folder or data.spec_dir()
    reading = _Reading(folder, [])
    files = consistency.Files(
        tables={kind: reading.folder(kind) for kind in TABLES},
        options=reading.folder("options"),
        rules=reading.folder("rules"),
        sources=reading.file("sources"),
        glossary=reading.file("glossary"),
    )
    reading.stop_if_wrong()

    spec = _build(files)
    reading.problems.extend(consistency.check_all(files, spec))
    reading.stop_if_wrong()

    check = schema.validator_of(variant_schema(spec))
    documents = reading.folder("variants", lambda doc: schema.check(doc, check, doc.data))
    reading.problems.extend(consistency.check_variants(documents, spec))
    reading.stop_if_wrong()
    return Spec(**{**vars(spec), "variants": _variants(documents)})


@dataclass
class _Reading:
    """Reads documents one after the other and remembers what is wrong with each."""

    root: Path
    problems: list[Problem]

    def folder(
        self, kind: str, check: Callable[[Document], list[Problem]] | None = None
    ) -> list[Document]:
        """Read all documents of a folder."""
        paths = sorted((self.root / kind).glob("*.yaml"))
        if not paths:
            self.problems.append(Problem(str(self.root / kind), "there is no document here"))
        return [doc for path in paths if (doc := self._read(path, kind, check))]

    def file(self, kind: str) -> Document:
        """Read a single document; an empty one stands for what could not be read."""
        return self._read(self.root / f"{kind}.yaml", kind) or Document(kind, {})

    def _read(
        self, path: Path, kind: str, check: Callable[[Document], list[Problem]] | None = None
    ) -> Document | None:
        try:
            document = load(path)
        except SpecError as error:
            self.problems.extend(error.problems)
            return None
        found = (
            check(document)
            if check
            else schema.check(document, schema.validator(kind), document.data)
        )
        self.problems.extend(found)
        return None if found else document

    def stop_if_wrong(self) -> None:
        """Raise what was found so far."""
        if self.problems:
            raise SpecError(self.problems)


# --- from documents to values ------------------------------------------------------------------------


def _build(files: consistency.Files) -> Spec:
    tables = {doc.data["id"]: doc.data for doc in files.all_tables}
    options = {
        row["key"]: _option(row, tables) for doc in files.options for row in doc.data["options"]
    }
    rules = {
        row["id"]: _rule(row, doc.data["chapter"])
        for doc in files.rules
        for row in doc.data["rules"]
    }
    sources = files.sources.data
    return Spec(
        chapters=tuple(c for c in CHAPTERS if any(r.chapter == c for r in rules.values())),
        options={key: options[key] for key in _by_chapter(options)},
        rules={key: rules[key] for key in _by_chapter(rules)},
        tables=tables,
        variants={},
        sources={row["code"]: _source(row) for row in sources["sources"]},
        statements={row["id"]: _statement(row) for row in sources["statements"]},
        glossary=tuple(files.glossary.data["terms"]),
    )


def _by_chapter(keys: Iterable[str]) -> list[str]:
    """Return keys in the order of the chapters; within one they stay as written."""
    places = {chapter: place for place, chapter in enumerate(CHAPTERS)}
    return sorted(keys, key=lambda key: places.get(key.partition(".")[0], len(places)))


def _option(row: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> Option:
    return Option(
        key=row["key"],
        title=row["title"],
        question=_text(row),
        base=row["base"],
        values=_values(row["values"]) if "values" in row else _table_values(row, tables),
        applies=row.get("applies"),
        table=row.get("table"),
    )


def _table_values(
    option: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]
) -> tuple[Value, ...]:
    base, named = option["base"], of_kind(tables, option["table"])
    rows = sorted(named.values(), key=lambda table: (table["id"] != base, table["id"]))
    return tuple(Value(row["id"], row["title"], tuple(row.get("sources", ()))) for row in rows)


def _values(rows: Iterable[Mapping[str, Any]]) -> tuple[Value, ...]:
    return tuple(
        Value(row["value"], _text(row), tuple(row["sources"]), row.get("requires"), row.get("note"))
        for row in rows
    )


def _rule(row: Mapping[str, Any], chapter: str) -> Rule:
    sources = tuple(row["sources"])
    return Rule(row["id"], chapter, row["level"], row["en"], row["zh"], sources, row.get("when"))


def _text(row: Mapping[str, Any]) -> Text:
    return {"en": row["en"], "zh": row["zh"]}


def _source(row: Mapping[str, Any]) -> Source:
    return Source(row["code"], row["title"], row["kind"], _text(row))


def _statement(row: Mapping[str, Any]) -> Statement:
    example = bool(row.get("example", False))
    return Statement(row["id"], row["en"], row["zh"], row.get("chapter"), example)


def _variants(documents: Iterable[Document]) -> dict[str, VariantFile]:
    """Return the variants by id, those that extend no other first."""
    files = [variant_file(document) for document in documents]
    return {file.id: file for file in sorted(files, key=lambda f: (f.extends is not None, f.id))}


def variant_file(document: Document) -> VariantFile:
    """Return a variant document, already checked, as a value."""
    content = document.data
    return VariantFile(content["id"], content["title"], content.get("extends"), document)
