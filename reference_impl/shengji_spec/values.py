"""
What the specification consists of: options and their values, rules, sources, variants as written.

Law of this file: frozen values without I/O; how they are read is `model`'s business, whether they fit each
other `consistency`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shengji_spec.conditions import Condition, holds
from shengji_spec.yaml_loader import Document

__all__ = [
    "CHAPTERS",
    "TABLES",
    "Alternative",
    "Option",
    "Rule",
    "Source",
    "Spec",
    "Statement",
    "Text",
    "Value",
    "VariantFile",
    "as_codes",
    "kind_of_table",
    "of_kind",
]

#: the chapters of the rules, in the order of a deal
CHAPTERS = (
    *("cards", "shapes", "deal", "declare", "counter", "bury"),
    *("lead", "follow", "trick", "score", "levels", "settle"),
)

#: the kinds of tables, each with its folder and its schema
TABLES = ("scoring", "ladders")

#: a text in both languages: `en` and `zh`
Text = Mapping[str, str]
Table = Mapping[str, Any]


def kind_of_table(table: Table) -> str:
    """Return the kind of a table: a ladder has steps, a level table bands."""
    return "ladders" if "steps" in table else "scoring"


def as_codes(sources: str | Iterable[str]) -> tuple[str, ...]:
    """Return the codes of a `from`, which may be one alone."""
    return (sources,) if isinstance(sources, str) else tuple(sources)


def of_kind(tables: Mapping[str, Table], kind: str | None) -> dict[str, Table]:
    """Return the tables of a kind."""
    return {name: table for name, table in tables.items() if kind_of_table(table) == kind}


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
class Alternative:
    """What a source says some tables play instead: options to be laid over the variant."""

    id: str
    title: Text
    sources: tuple[str, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class VariantFile:
    """A variant as written: what differs from the one it extends."""

    id: str
    title: Text
    extends: str | None
    document: Document

    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """Return its options as written, by key."""
        rows: Mapping[str, Mapping[str, Any]] = self.document.data.get("options", {})
        return rows

    @property
    def tables(self) -> Mapping[str, Table]:
        """Return the tables it brings, by id."""
        tables: Mapping[str, Table] = self.document.data.get("tables", {})
        return tables

    @cached_property
    def alternatives(self) -> Mapping[str, Alternative]:
        """Return the alternatives it documents, by id; an heir does not inherit them."""
        return {
            row["id"]: Alternative(row["id"], row["title"], as_codes(row["from"]), row["options"])
            for row in self.document.data.get("alternatives", ())
        }


@dataclass(frozen=True, eq=False)
class Spec:
    """Everything in `spec/`; one specification is another when it was loaded another time."""

    chapters: tuple[str, ...]
    options: Mapping[str, Option]
    rules: Mapping[str, Rule]
    #: level tables and ladders by id, as they go over the wire
    tables: Mapping[str, Table]
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

    def source_codes(self) -> list[str]:
        """Return all codes and statement ids."""
        return [*self.sources, *self.statements]
