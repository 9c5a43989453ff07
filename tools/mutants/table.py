"""
The published figures: `conformance/mutants.yaml`, and the table `conformance/mutants.md` made of it.

Law of this file: the table is a function of the data file, the specification and the catalogue; the data file
says which inputs its figures were found with, so both can be seen to be stale without trying a mutant.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.model import load_spec
from shengji_spec.values import CHAPTERS
from shengji_spec.yaml_loader import load

from tools.mutants.bugs import APART, BUGS
from tools.mutants.trial import KINDS

__all__ = ["complaints", "data_file", "read", "render", "smoke_file", "table_file", "write"]

HEAD = """\
# Mutants

变异检验

What the corpus notices. Each mutant is the reference engine with one fault; it is **killed** where a case
gets another answer than it expects. Only cases count, no unit test.

语料库能发现什么：每个变异体是植入一处错误的参考引擎，只要有一个用例的答案不对，即为**杀死**；
只算用例，不算单元测试。

* **option** 选项: one option of a published variant played at another value; only cases asked under it count.
* **bug** 错误: a fault that some public implementation once had (`KB` in the sources), planted in the engine.
* **code** 代码: one token of the engine's source changed, by the operators of {tool}.

`killed/total`; behind it in brackets how many further mutants cannot be killed, each with a written reason:
[options](unobservable.yaml), bugs below, [code](../tools/mutants/survivors.yaml).
杀死数/总数；括号内另有若干变异体无法杀死，均写明原因。

Written by `python -m tools.mutants` from [mutants.yaml](mutants.yaml); do not edit.
"""


def _folder() -> Path:
    corpus = data.corpus_dir()
    assert corpus is not None, "the checkout is needed"
    return corpus.parent


def data_file() -> Path:
    """Return the file of the figures."""
    return _folder() / "mutants.yaml"


def table_file() -> Path:
    """Return the file of the table."""
    return _folder() / "mutants.md"


def smoke_file() -> Path:
    """Return the file that lists the smoke tier."""
    return _folder() / "smoke.yaml"


def read(path: Path | None = None) -> dict[str, Any]:
    """Return the figures; nothing where there are none."""
    path = path or data_file()
    found: dict[str, Any] = load(path).data if path.is_file() else {}
    return found


def write(figures: Mapping[str, Any]) -> None:
    """Write the figures and the table."""
    head = "# Written by `python -m tools.mutants`; the table made of it is mutants.md.\n"
    data_file().write_text(head + "".join(_lines(figures)), "utf-8")
    table_file().write_text(render(figures), "utf-8")


def _lines(value: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    """Yield YAML, a mapping without mappings and a list without mappings on one line each."""
    for key, item in value.items():
        start = f"{'  ' * depth}{key}:"
        if isinstance(item, Mapping) and any(isinstance(v, (Mapping, list)) for v in item.values()):
            yield f"{start}\n"
            yield from _lines(item, depth + 1)
        elif isinstance(item, list) and item:
            yield f"{start}\n"
            yield from (f"{'  ' * depth}  - {json.dumps(row)}\n" for row in item)
        elif isinstance(item, Mapping):
            inner = ", ".join(f"{k}: {json.dumps(v)}" for k, v in item.items())
            yield f"{start} {{{inner}}}\n"
        else:
            yield f"{start} {json.dumps(item)}\n"


# --- the table -----------------------------------------------------------------------------------


def render(figures: Mapping[str, Any]) -> str:
    """Return the table."""
    kinds = figures["kinds"]
    lines = [HEAD.format(tool=figures["tool"]), *_summary(figures, kinds)]
    lines += ["\n## By chapter 按章\n\n", *_counts(kinds, "chapters", (*CHAPTERS, "questions"))]
    lines += ["\n## By rule 按规则\n\n", *_counts(kinds, "rules", tuple(load_spec().rules))]
    lines += ["\n## Planted faults 植入的错误\n\n", *_faults(kinds["bug"]["cases"])]
    lines += ["\n## Faults that no question can express 无法提问的错误\n\n"]
    lines += [f"* **{name}** {reason}\n" for name, reason in APART.items()]
    return "".join(lines)


def _share(row: Mapping[str, int]) -> str:
    apart = row.get("apart", 0)
    return f"{row['killed']}/{row['total']}" + (f" (+{apart})" if apart else "")


def _summary(figures: Mapping[str, Any], kinds: Mapping[str, Any]) -> Iterator[str]:
    yield "\n| kind 种类 | killed 杀死 | share 比例 | with those in brackets 含括号内 |"
    yield " only under further values 仅在其他取值下 | survivors 存活 |\n"
    yield "| --- | --: | --: | --: | --: | --: |\n"
    for kind in KINDS:
        row = kinds[kind]["all"]
        share = 100 * row["killed"] / max(row["total"], 1)
        of_all = 100 * row["killed"] / max(row["total"] + row.get("apart", 0), 1)
        left = len(kinds[kind]["survivors"])
        yield f"| {kind} | {_share(row)} | {share:.1f} % | {of_all:.1f} % |"
        yield f" {row.get('beyond', 0)} | {left} |\n"
    smoke = figures["smoke"]
    cases, killed, of = smoke["cases"], smoke["killed"], smoke["of"]
    yield "\nThe smoke tier ([smoke.yaml](smoke.yaml), `run --tier smoke`) "
    yield f"is {cases} cases. As the runner asks them they kill {killed} of the {of} mutants that "
    yield "all cases together kill so.\n"
    if smoke.get("first-only"):
        yield f"Of {smoke['first-only']} of them only the first case that kills is known, so that fewer "
        yield "cases might do.\n"
    yield f"冒烟集共 {cases} 个用例；按常规提问，全部用例能杀死 {of} 个变异体，"
    yield f"它们杀死其中 {killed} 个。\n"


def _counts(kinds: Mapping[str, Any], part: str, names: tuple[str, ...]) -> Iterator[str]:
    yield f"|  | {' | '.join(KINDS)} |\n| --- |{' --: |' * len(KINDS)}\n"
    for name in names:
        rows = [kinds[kind][part].get(name) for kind in KINDS]
        if any(rows):
            chapter = name.partition(".")[0]
            told = f"[{name}](../spec/rules/{chapter}.yaml)" if "." in name else name
            yield f"| {told} | {' | '.join(_share(row) if row else '' for row in rows)} |\n"


def _faults(cases: Mapping[str, str]) -> Iterator[str]:
    yield "| fault 错误 | rules 规则 | a case that kills it 杀死它的用例 |\n| --- | --- | --- |\n"
    for bug in BUGS:
        case = cases.get(bug.id, "")
        by = _link(case) if case else f"*{bug.unobservable or 'none 无'}*"
        yield f"| **{bug.id}** {bug.title} | {', '.join(bug.rules)} | {by} |\n"


def _link(case: str) -> str:
    rule, _, name = case.partition("/")
    if rule == "games":
        return f"[{case}](corpus/games/{name.partition('/')[0]}.yaml)"
    return f"[{case}](corpus/{rule.replace('.', '/', 1)}.yaml)"


# --- freshness -----------------------------------------------------------------------------------


def complaints(now: Mapping[str, str]) -> list[str]:
    """Return what is stale, or wrong, about the published figures."""
    figures = read()
    if not figures:
        return ["there are no figures yet: run python -m tools.mutants"]
    old = figures["inputs"]
    result = [f"{name} has changed since" for name in now if old.get(name) != now[name]]
    if not table_file().is_file() or table_file().read_text("utf-8") != render(figures):
        result.append("mutants.md is not what mutants.yaml makes of it")
    for kind in KINDS:
        left = figures["kinds"][kind]["survivors"]
        if left and kind != "code":
            result.append(f"{len(left)} {kind} mutants survive: {', '.join(left[:5])}")
    return result
