"""
Account of the seed texts, statement by statement: `python -m tools.account [--check]`.

Law of this file: it tells who cites what and judges nothing. A statement is settled by a rule, by a value of
an option, or by the reason it has for carrying no rule; an example is settled by a case that cites it.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shengji_spec import data
from shengji_spec.cases import Case, load_cases
from shengji_spec.errors import SpecError, shown
from shengji_spec.model import load_spec
from shengji_spec.values import Source, Spec, Text, VariantFile, as_codes
from shengji_spec.yaml_loader import load

from tools.pages import cell, publish, table

__all__ = ["Entry", "account", "complaints", "main", "render"]

TARGET = Path("docs") / "account.md"
#: cases that are named of a statement
NAMED = 3


@dataclass(frozen=True)
class Entry:
    """A statement, and all that rests on it."""

    id: str
    text: Text
    example: bool
    #: why it carries no rule
    reason: Text | None
    #: which part of it carries none, and why
    left_out: Text | None
    rules: tuple[str, ...]
    #: "key: value" of an option, and the variants that take the value from this statement
    values: Mapping[str, tuple[str, ...]]
    #: cases that cite it, and further cases of its rules
    own: tuple[str, ...]
    further: tuple[str, ...]

    @property
    def source(self) -> str:
        """Return the code of its source."""
        return self.id.partition(".")[0]


# --- from the documents to entries -------------------------------------------------------------------


def account(folder: Path, cases: Iterable[Case]) -> list[Entry]:
    """Return an entry for each statement of the seeds, in the order of `sources.yaml`."""
    spec = load_spec(folder)
    rules, values = _rules(spec), _values(spec)
    citing: dict[str, list[Case]] = defaultdict(list)
    testing: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        testing[case.rule].append(case)
        for source in case.sources:
            citing[source].append(case)
    entries = []
    for row in load(folder / "sources.yaml").data["statements"]:
        number = row["id"]
        if spec.sources[number.partition(".")[0]].kind == "seed":
            own = _names(citing[number], rules[number])
            further = _names((c for rule in rules[number] for c in testing[rule]), rules[number])
            entries.append(
                Entry(
                    id=number,
                    text={"en": row["en"], "zh": row["zh"]},
                    example=row.get("example", False),
                    reason=row.get("no-rule"),
                    left_out=row.get("left-out"),
                    rules=tuple(rules[number]),
                    values={key: tuple(names) for key, names in values[number].items()},
                    own=own,
                    further=tuple(name for name in further if name not in own),
                )
            )
    return entries


def _names(cases: Iterable[Case], rules: Sequence[str]) -> tuple[str, ...]:
    """Return the names of cases, their labels left out: positions first, and those of certain rules."""
    order = sorted(cases, key=lambda c: (c.malformed, c.rule not in rules, c.id))
    return tuple(dict.fromkeys(case.id.partition(":")[0] for case in order))


def _rules(spec: Spec) -> dict[str, list[str]]:
    """Return the rules that cite each statement, in the order of the specification."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule in spec.rules.values():
        for source in rule.sources:
            found[source].append(rule.id)
    return found


def _values(spec: Spec) -> dict[str, dict[str, list[str]]]:
    """Return the values that rest on each statement, each with the variants that cite it for the value."""
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for option in spec.options.values():
        for value in option.values:
            for source in value.sources:
                found[source][f"{option.key}: {_plain(value.value)}"] = []
    for variant in spec.variants.values():
        for name, key, chosen, sources in _choices(variant):
            for source in sources:
                found[source].setdefault(f"{key}: {_plain(chosen)}", []).append(name)
    places = {key: place for place, key in enumerate(spec.options)}
    for source, values in found.items():
        order = sorted(values, key=lambda name: places[name.partition(":")[0]])
        found[source] = {name: values[name] for name in order}
    return found


def _choices(variant: VariantFile) -> Iterator[tuple[str, str, object, Sequence[str]]]:
    """Yield name, option, value and sources of all that a variant and its alternatives choose."""
    for key, row in variant.rows.items():
        yield variant.id, key, row["value"], as_codes(row.get("from", ()))
    for other in variant.alternatives.values():
        for key, value in other.options.items():
            yield f"{variant.id}+{other.id}", key, value, other.sources


def _plain(value: object) -> str:
    return value if isinstance(value, str) else shown(value)


# --- what is wrong -----------------------------------------------------------------------------------


def complaints(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield what is missing, and reasons that are none."""
    for entry in entries:
        settled = [*entry.rules, *entry.values]
        if not settled and entry.reason is None:
            yield f"{entry.id}: no rule and no value cites it, and it has no reason (`no-rule`)"
        if not settled and entry.left_out is not None:
            yield f"{entry.id}: a part is left out (`left-out`) of what has no rule at all"
        if settled and entry.reason is not None:
            yield f"{entry.id}: has a reason for no rule, and is cited by {', '.join(settled)}"
        if entry.example and not entry.own:
            yield f"{entry.id}: is an example, and no case cites it"


# --- the page ----------------------------------------------------------------------------------------

HEAD = """\
# Account of the sources

来源逐条对照

What became of every statement of the seed texts: the rules that carry it, the values of options that rest on
it (behind each the variants that cite it for that value), and the cases; the answers of a case count as one.
A statement that carries no rule says why. **例** marks a worked example; at least one case cites each.

种子文本的每一条落在何处：载有它的规则、以它为据的选项取值（其后为据此取值的变体）、以及用例。同一用例的几个答案计为一例。
不含规则的条目说明原因。**例**为原文举例，每例至少有一个用例引用。

Written by `python -m tools.account` from `spec/` and `conformance/corpus/`; do not edit.
"""


def render(entries: Sequence[Entry], spec: Spec, cases: Iterable[Case], corpus: Path) -> str:
    """Return the page."""
    files = {c.id.partition(":")[0]: _relative(c, corpus) for c in cases}
    sources = [source for source in spec.sources.values() if source.kind == "seed"]
    parts = [HEAD, _totals(entries, sources)]
    for source in sources:
        rows = [_row(entry, spec, files) for entry in entries if entry.source == source.code]
        parts.append(_section(source, rows))
    return "\n".join(parts)


def _relative(case: Case, corpus: Path) -> str:
    return Path(case.document.file).resolve().relative_to(corpus.resolve()).as_posix()


def _totals(entries: Sequence[Entry], sources: Sequence[Source]) -> str:
    head = (
        "source 来源",
        "statements 条目",
        "in rules 入规则",
        "in values only 仅入取值",
        "no rule 不含规则",
        "examples 举例",
        "cases that cite 引用的用例",
    )
    rows = []
    for code in [*(source.code for source in sources), None]:
        mine = [entry for entry in entries if code in (entry.source, None)]
        counts = (
            len(mine),
            sum(bool(e.rules) for e in mine),
            sum(bool(e.values) and not e.rules for e in mine),
            sum(e.reason is not None for e in mine),
            sum(e.example for e in mine),
            len({case for e in mine for case in e.own}),
        )
        name = f"[{code}](#{code.lower()})" if code else "all 合计"
        rows.append([name, *map(str, counts)])
    return table(head, rows, right=range(1, len(head)))


def _section(source: Source, rows: Iterable[Sequence[str]]) -> str:
    head = ("", "原文", "in English", "rules and values 规则与取值", "cases 用例")
    title = f"## {source.code}\n\n**{source.title['zh']} {source.title['en']}.**"
    about = f"{source.about['en']}\n{source.about['zh']}"
    return f"{title} {about}\n\n{table(head, rows)}"


def _row(entry: Entry, spec: Spec, files: Mapping[str, str]) -> list[str]:
    number = f"**{entry.id}**" + (" 例" if entry.example else "")
    return [
        number,
        cell(entry.text["zh"]),
        cell(entry.text["en"]),
        _where(entry, spec),
        _shown_by(entry, files),
    ]


def _where(entry: Entry, spec: Spec) -> str:
    """Return the cell of rules and values, or of the reason why there are none."""
    lines = []
    if entry.rules:
        links = [f"[{r}](../spec/rules/{spec.rules[r].chapter}.yaml)" for r in entry.rules]
        lines.append(", ".join(links))
    for value, names in entry.values.items():
        lines.append(f"`{value}`" + (f" ({', '.join(names)})" if names else ""))
    if entry.reason is not None:
        lines.append(f"*No rule: {cell(entry.reason['en'])}*")
        lines.append(f"不含规则：{cell(entry.reason['zh'])}")
    if entry.left_out is not None:
        lines.append(f"*Left out: {cell(entry.left_out['en'])}*")
        lines.append(f"未收：{cell(entry.left_out['zh'])}")
    return "<br>".join(lines)


def _shown_by(entry: Entry, files: Mapping[str, str]) -> str:
    """Return the cell of cases: how many, and up to three by name, those that cite the statement first."""
    counts = []
    if entry.own:
        counts.append(f"**{len(entry.own)}** cite{'s' if len(entry.own) == 1 else ''} it")
    if entry.further:
        counts.append(f"{len(entry.further)} {'more ' if entry.own else ''}by rule")
    named = [*entry.own, *entry.further][:NAMED]
    links = [f"[{name}](../conformance/corpus/{files[name]})" for name in named]
    return "<br>".join([", ".join(counts), *links]) if counts else ""


# --- the command -------------------------------------------------------------------------------------


def main(
    arguments: Sequence[str] | None = None,
    *,
    folder: Path | None = None,
    cases: Sequence[Case] | None = None,
    target: Path | None = None,
) -> int:
    """Write the page, or with --check tell what is missing or stale; return 1 when anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.account",
        description="Account for every statement of the seed texts.",
    )
    parser.add_argument("--check", action="store_true", help="only tell what is missing or stale")
    options = parser.parse_args(arguments)
    folder = folder or data.spec_dir()
    target = target or data.root() / TARGET
    corpus = data.corpus_dir()
    assert corpus is not None
    try:
        spec = load_spec(folder)
        cases = load_cases(corpus, spec) if cases is None else cases
        entries = account(folder, cases)
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1
    wrong = list(complaints(entries))
    fresh = publish(target, render(entries, spec, cases, corpus), check=options.check)
    if not options.check:
        print(f"{target.name} {'was fresh' if fresh else 'renewed'}")
    elif not fresh:
        wrong.append(f"{target.name} is stale; run python -m tools.account")
    print("\n".join([*wrong, f"{len(entries)} statements, {len(wrong) or 'nothing'} to look at"]))
    return 1 if options.check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
