"""
What schemas cannot say: documents against each other.

Law of this file: every id that a document names exists and is there once, every placeholder names an option,
and every option is named by a rule. It looks at documents, not at values, so that each problem has its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shengji_spec.conditions import among
from shengji_spec.errors import Problem, shown
from shengji_spec.text import placeholders
from shengji_spec.values import Option, Spec, kind_of_table
from shengji_spec.yaml_loader import Document

__all__ = [
    "Files",
    "check_all",
    "check_condition",
    "check_sources",
    "check_table",
    "check_variants",
]

Step = str | int


@dataclass(frozen=True)
class Files:
    """The documents of a specification, variants apart."""

    #: level tables and ladders, by the folder they are in
    tables: Mapping[str, list[Document]]
    options: list[Document]
    rules: list[Document]
    sources: Document
    glossary: Document

    @property
    def all_tables(self) -> list[Document]:
        """Return the tables of all kinds."""
        return [doc for kind in self.tables.values() for doc in kind]


def check_all(files: Files, spec: Spec) -> Iterator[Problem]:
    """Yield everything that is wrong between the documents."""
    yield from _repeated(files.all_tables, None, "id")
    yield from _repeated(files.options, "options", "key")
    yield from _repeated(files.rules, "rules", "id")
    yield from _repeated([files.sources], "sources", "code")
    yield from _repeated([files.sources], "statements", "id")
    for doc in files.all_tables:
        yield from _file_name(doc, "id")
        yield from check_table(doc, doc.data)
        yield from check_sources(doc, spec, doc.data["sources"], "sources")
    for doc in files.options:
        yield from _chapter(doc, "options", "key")
        for place, row in enumerate(doc.data["options"]):
            yield from _option(doc, place, row, spec)
    for doc in files.rules:
        yield from _chapter(doc, "rules", "id")
        for place, row in enumerate(doc.data["rules"]):
            yield from _rule(doc, place, row, spec)
    yield from _unnamed(files.options, spec)
    for place, row in enumerate(files.sources.data["statements"]):
        yield from _statement(files.sources, place, row, spec)


def check_variants(documents: Iterable[Document], spec: Spec) -> Iterator[Problem]:
    """Yield what is wrong with published variants, each by itself."""
    documents = list(documents)
    yield from _repeated(documents, None, "id")
    for doc in documents:
        yield from _file_name(doc, "id")
        yield from check_variant(doc, spec)


def check_variant(doc: Document, spec: Spec) -> Iterator[Problem]:
    """Yield what is wrong with a variant by itself: unknown sources, tables that are none."""
    yield from check_sources(doc, spec, doc.data.get("sources", ()), "sources")
    for key, row in doc.data.get("options", {}).items():
        yield from check_sources(doc, spec, row.get("from", ()), "options", key, "from")
    alternatives = doc.data.get("alternatives", ())
    for place, row in enumerate(alternatives):
        yield from check_sources(doc, spec, row["from"], "alternatives", place, "from")
        if row["id"] in [other["id"] for other in alternatives[:place]]:
            message = f"{shown(row['id'])} is taken: an alternative before has it"
            yield doc.problem(message, "alternatives", place, "id")
    for name, table in doc.data.get("tables", {}).items():
        yield from check_table(doc, table, "tables", name)
        yield from check_sources(doc, spec, table.get("sources", ()), "tables", name, "sources")
        if name in spec.tables:
            message = f"{shown(name)} is a published table"
            hint = "an id of its own keeps the two apart"
            yield doc.problem(message, "tables", name, at_key=True, hint=hint)
        if table.get("id", name) != name:
            yield doc.problem(f"the table is listed as {shown(name)}", "tables", name, "id")


# --- pieces that several kinds of documents have -----------------------------------------------------


def check_condition(
    doc: Document, spec: Spec, condition: Mapping[str, Any] | None, *path: Step
) -> Iterator[Problem]:
    """Yield a problem for every option and value of a condition that does not exist."""
    for key, value in (condition or {}).items():
        option = spec.options.get(key)
        if option is None:
            message = f"there is no option {shown(key)}"
            yield doc.problem(message, *path, key, at_key=True, found=key, valid=spec.options)
            continue
        for place, choice in enumerate(value if isinstance(value, list) else [value]):
            if option.find(choice) is None:
                steps = (*path, key, place) if isinstance(value, list) else (*path, key)
                yield no_value(doc, option, choice, [v.value for v in option.values], *steps)


def no_value(
    doc: Document, option: Option, found: object, valid: Iterable[object], *path: Step
) -> Problem:
    """Return the problem of a value that an option does not have."""
    message = f"{shown(found)} is no value of {option.key}"
    return doc.problem(message, *path, found=found, valid=valid)


def check_sources(
    doc: Document, spec: Spec, codes: str | Iterable[str], *path: Step
) -> Iterator[Problem]:
    """Yield a problem for every source or statement that does not exist."""
    one = isinstance(codes, str)
    for place, code in enumerate((codes,) if isinstance(codes, str) else codes):
        if not spec.knows_source(code):
            message = f"there is no source or statement {shown(code)}"
            steps = path if one else (*path, place)
            yield doc.problem(message, *steps, found=code, valid=spec.source_codes())


def check_table(doc: Document, table: Mapping[str, Any], *path: Step) -> Iterator[Problem]:
    """Yield what is wrong with a table of either kind."""
    check = _check_ladder if kind_of_table(table) == "ladders" else _check_bands
    yield from check(doc, table, *path)


def _check_bands(doc: Document, table: Mapping[str, Any], *path: Step) -> Iterator[Problem]:
    """Yield what is wrong with a level table: its bands begin at 0 and rise."""
    edges = [band["from"] for band in table["bands"]]
    if edges[0] != 0:
        message = (
            f"the first band begins at {edges[0]}; every total needs a band, so it begins at 0"
        )
        yield doc.problem(message, *path, "bands", 0, "from")
    for place in range(1, len(edges)):
        if edges[place] <= edges[place - 1]:
            message = f"bands rise, and {edges[place]} does not lie above {edges[place - 1]}"
            yield doc.problem(message, *path, "bands", place, "from")


def _check_ladder(doc: Document, table: Mapping[str, Any], *path: Step) -> Iterator[Problem]:
    """Yield what is wrong with a ladder: every pattern has a meaning, and is there once."""
    seen: list[tuple[Mapping[str, int], int]] = []
    for place, step in enumerate(table["steps"]):
        for item, pattern in enumerate(step["shows"]):
            steps = (*path, "steps", place, "shows", item)
            suits = [key for key in ("level", "suited") if key in pattern]
            if len(suits) == 2:
                message = "only one of `level` and `suited` can be there"
                yield doc.problem(message, *steps, hint="the suit of a bid is one")
            if "joker-of-colour" in pattern and not suits:
                message = "`joker-of-colour` needs `level` or `suited` beside it"
                yield doc.problem(message, *steps, hint="the colour is that of their suit")
            before = [number for known, number in seen if known == pattern]
            if before:
                message = f"{shown(pattern)} is in step {before[0]} already"
                yield doc.problem(message, *steps)
            seen.append((pattern, place + 1))


def _repeated(documents: Iterable[Document], rows: str | None, key: str) -> Iterator[Problem]:
    """Yield a problem for every id that was there before."""
    first: dict[str, str] = {}
    for doc in documents:
        for place, row in enumerate(doc.data[rows] if rows else [doc.data]):
            steps: tuple[Step, ...] = (rows, place, key) if rows else (key,)
            if row[key] in first:
                message = f"{shown(row[key])} is taken: it is in {first[row[key]]}"
                yield doc.problem(message, *steps)
            else:
                first[row[key]] = f"{Path(doc.file).name}:{doc.marks[steps][0]}"


def _file_name(doc: Document, key: str) -> Iterator[Problem]:
    stem = Path(doc.file).stem
    if doc.data[key] != stem:
        message = f"{shown(doc.data[key])} belongs into a file {doc.data[key]}.yaml"
        yield doc.problem(message, key, found=doc.data[key], valid=[stem])


def _chapter(doc: Document, rows: str, key: str) -> Iterator[Problem]:
    chapter = doc.data["chapter"]
    if Path(doc.file).stem != chapter:
        yield doc.problem(f"chapter {chapter} belongs into a file {chapter}.yaml", "chapter")
    for place, row in enumerate(doc.data[rows]):
        if row[key].partition(".")[0] != chapter:
            message = f"{shown(row[key])} does not begin with its chapter, {chapter}"
            yield doc.problem(message, rows, place, key)


# --- options, rules, statements ----------------------------------------------------------------------


def _option(doc: Document, place: int, row: Mapping[str, Any], spec: Spec) -> Iterator[Problem]:
    path = ("options", place)
    option = spec.options[row["key"]]
    values = [value.value for value in option.values]
    if not among(row["base"], values):
        yield no_value(doc, option, row["base"], values, *path, "base")
    yield from check_condition(doc, spec, row.get("applies"), *path, "applies")
    yield from check_sources(doc, spec, row.get("sources", ()), *path, "sources")
    for i, value in enumerate(row.get("values", ())):
        if among(value["value"], [other["value"] for other in row["values"][:i]]):
            message = f"the value {shown(value['value'])} occurs twice"
            yield doc.problem(message, *path, "values", i, "value")
        yield from check_sources(doc, spec, value["sources"], *path, "values", i, "sources")
        requires = value.get("requires")
        yield from check_condition(doc, spec, requires, *path, "values", i, "requires")


def _rule(doc: Document, place: int, row: Mapping[str, Any], spec: Spec) -> Iterator[Problem]:
    path = ("rules", place)
    yield from check_sources(doc, spec, row["sources"], *path, "sources")
    yield from check_condition(doc, spec, row.get("when"), *path, "when")
    word = row["level"].upper()
    if word not in row["en"]:
        yield doc.problem(
            f"the level is {row['level']}, and the text does not say {word}", *path, "en"
        )
    if sorted(placeholders(row["en"])) != sorted(placeholders(row["zh"])):
        yield doc.problem("the two languages have different placeholders", *path, "zh")
    for key in placeholders(row["en"]):
        option = spec.options.get(key)
        if option is None:
            message = f"{{{key}}} names no option"
            yield doc.problem(message, *path, "en", found=key, valid=spec.options)


def _unnamed(documents: Iterable[Document], spec: Spec) -> Iterator[Problem]:
    named = {
        key for rule in spec.rules.values() for key in (*placeholders(rule.en), *(rule.when or ()))
    }
    for doc in documents:
        for place, row in enumerate(doc.data["options"]):
            if row["key"] not in named:
                hint = "a rule names it by a placeholder or in its `when`"
                message = f"no rule depends on {row['key']}"
                yield doc.problem(message, "options", place, "key", hint=hint)


def _statement(doc: Document, place: int, row: Mapping[str, Any], spec: Spec) -> Iterator[Problem]:
    code = row["id"].partition(".")[0]
    if code not in spec.sources:
        message = f"there is no source {shown(code)}"
        yield doc.problem(message, "statements", place, "id", found=code, valid=spec.sources)
