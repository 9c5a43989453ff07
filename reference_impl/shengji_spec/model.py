"""The specification as values: rules, options, tables, variants, sources.

Law of this file: `load_spec` reads every document of `spec/`, checks each against its schema and all of them
against each other, and reports everything that is wrong at once. What it returns is consistent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.conditions import Condition, holds
from shengji_spec.errors import Problem, SpecError
from shengji_spec.schema import validate
from shengji_spec.yaml_loader import Document, load

__all__ = ["Option", "Rule", "Source", "Spec", "Statement", "Value", "VariantFile", "load_spec"]

Text = Mapping[str, str]


@dataclass(frozen=True)
class Value:
    """One way to settle a decision point."""

    value: Any
    #: the phrase that fills a placeholder, by language
    phrase: Text
    sources: tuple[str, ...] = ()
    #: what else must be so where this value is chosen
    requires: Condition | None = None
    note: Text | None = None


@dataclass(frozen=True)
class Option:
    """A decision point: its question and its closed list of values."""

    key: str
    title: Text
    question: Text
    base: Any
    values: tuple[Value, ...]
    #: where the option exists at all
    applies: Condition | None = None
    #: the kind of table whose ids are the values
    table: str | None = None

    @cached_property
    def _by_value(self) -> Mapping[tuple[type, object], Value]:
        return {(type(v.value), v.value): v for v in self.values}

    def find(self, value: object) -> Value | None:
        """Return the entry of a value, or None; true is not 1."""
        try:
            return self._by_value.get((type(value), value))
        except TypeError:  # a list, say
            return None

    def applies_to(self, options: Mapping[str, Any]) -> bool:
        """Tell whether the option exists beside these options."""
        return self.applies is None or holds(self.applies, options)


@dataclass(frozen=True)
class Rule:
    """A normative sentence."""

    id: str
    chapter: str
    level: str
    en: str
    zh: str
    sources: tuple[str, ...]
    when: Condition | None = None

    def applies(self, options: Mapping[str, Any]) -> bool:
        """Tell whether the rule exists under these options."""
        return self.when is None or holds(self.when, options)


@dataclass(frozen=True)
class Source:
    """A text or program that rules are taken from."""

    code: str
    title: Text
    kind: str
    about: Text


@dataclass(frozen=True)
class Statement:
    """A numbered statement of a source."""

    id: str
    en: str
    zh: str
    chapter: str | None = None
    example: bool = False


@dataclass(frozen=True)
class VariantFile:
    """A variant as written: what differs from the one it extends."""

    id: str
    title: Text
    extends: str | None
    document: Document


@dataclass(frozen=True)
class Spec:
    """Everything in `spec/`."""

    chapters: tuple[str, ...]
    options: Mapping[str, Option]
    rules: Mapping[str, Rule]
    #: level tables by id, as they go over the wire
    tables: Mapping[str, Mapping[str, Any]]
    variants: Mapping[str, VariantFile]
    sources: Mapping[str, Source]
    statements: Mapping[str, Statement]
    glossary: tuple[Mapping[str, Any], ...] = ()

    def phrase(self, key: str, value: object, lang: str) -> str:
        """Return the phrase of an option's value; for a table its title."""
        found = self.options[key].find(value)
        return found.phrase[lang] if found else str(value)

    def knows_source(self, code: str) -> bool:
        """Tell whether a code or a statement id exists."""
        return code in self.sources or code in self.statements


CHAPTERS = (
    "cards",
    "shapes",
    "deal",
    "declare",
    "counter",
    "bury",
    "lead",
    "follow",
    "trick",
    "score",
    "levels",
    "settle",
)


@cache
def load_spec(folder: Path | None = None, *, check_variants: bool = True) -> Spec:
    """
    Load `spec/`; raises SpecError with every problem found.

    Without `check_variants` the variants are left out: their schema is made from the rest.
    """
    folder = folder or data.spec_dir()
    tables = {doc.data["id"]: doc.data for doc in _documents(folder / "scoring", "scoring")}
    options = {
        option.key: option
        for doc in _documents(folder / "options", "options")
        for option in _options(doc, tables)
    }
    order = sorted(options, key=lambda key: (CHAPTERS.index(key.partition(".")[0]),))
    rule_files = _documents(folder / "rules", "rules")
    rules = {rule.id: rule for doc in rule_files for rule in _rules(doc)}
    sources = _document(folder / "sources.yaml", "sources")
    spec = Spec(
        chapters=tuple(c for c in CHAPTERS if any(r.chapter == c for r in rules.values())),
        options={key: options[key] for key in order},
        rules=rules,
        tables=tables,
        variants=_variants(folder / "variants") if check_variants else {},
        sources={s["code"]: _source(s) for s in sources.data["sources"]},
        statements={s["id"]: _statement(s) for s in sources.data["statements"]},
        glossary=tuple(_document(folder / "glossary.yaml", "glossary").data["terms"]),
    )
    from shengji_spec.consistency import problems  # noqa: PLC0415  (it needs the values of this file)

    found = problems(spec, folder)
    if found:
        raise SpecError(found)
    return spec


def _document(path: Path, kind: str) -> Document:
    document = load(path)
    validate(document, kind)
    return document


def _documents(folder: Path, kind: str) -> list[Document]:
    """Load all documents of a folder, reporting the problems of all of them."""
    documents: list[Document] = []
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            documents.append(_document(path, kind))
        except SpecError as error:
            problems.extend(error.problems)
    if problems:
        raise SpecError(problems)
    return documents


def _options(doc: Document, tables: Mapping[str, Mapping[str, Any]]) -> list[Option]:
    return [
        Option(
            key=row["key"],
            title=row["title"],
            question=_text(row),
            base=row["base"],
            values=_values(row, tables),
            applies=row.get("applies"),
            table=row.get("table"),
        )
        for row in doc.data["options"]
    ]


def _values(row: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> tuple[Value, ...]:
    if "table" in row:
        rows = sorted(tables.values(), key=lambda table: (table["id"] != row["base"], table["id"]))
        return tuple(Value(t["id"], t["title"], tuple(t.get("sources", ()))) for t in rows)
    return tuple(
        Value(v["value"], _text(v), tuple(v.get("sources", ())), v.get("requires"), v.get("note"))
        for v in row["values"]
    )


def _rules(doc: Document) -> list[Rule]:
    return [
        Rule(
            id=row["id"],
            chapter=doc.data["chapter"],
            level=row["level"],
            en=row["en"],
            zh=row["zh"],
            sources=tuple(row["sources"]),
            when=row.get("when"),
        )
        for row in doc.data["rules"]
    ]


def _text(row: Mapping[str, Any]) -> Text:
    return {"en": row["en"], "zh": row["zh"]}


def _source(row: Mapping[str, Any]) -> Source:
    return Source(row["code"], row["title"], row["kind"], _text(row))


def _statement(row: Mapping[str, Any]) -> Statement:
    return Statement(
        row["id"], row["en"], row["zh"], row.get("chapter"), bool(row.get("example", False))
    )


def _variants(folder: Path) -> dict[str, VariantFile]:
    """Return the variants by id, those that extend no other first."""
    files = sorted(
        map(variant_file, _documents(folder, "variant")),
        key=lambda file: (file.extends is not None, file.id),
    )
    return {file.id: file for file in files}


def variant_file(doc: Document) -> VariantFile:
    """Return a variant document as a value."""
    return VariantFile(doc.data["id"], doc.data["title"], doc.data.get("extends"), doc)
