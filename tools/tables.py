"""
Tables of rules, options and agreement, each a page of `docs/`: `python -m tools.tables [--check]`.

Law of this file: a page is a function of the specification, the corpus and the file of agreement, and counts
what stands there. It is stale when they have changed.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.cases import Case, load_cases
from shengji_spec.conditions import among
from shengji_spec.errors import SpecError, shown
from shengji_spec.model import load_spec
from shengji_spec.values import Option, Rule, Spec, Value
from shengji_spec.variants import resolve

from tools import agreement
from tools.pages import cell, publish, table

__all__ = ["PAGES", "Known", "main"]

WRITTEN = "Written by `python -m tools.tables` from {0}; do not edit.\n"


@dataclass(frozen=True)
class Known:
    """What the pages are made of."""

    spec: Spec
    #: cases written by hand
    cases: Sequence[Case]
    #: by rule: how many generated cases it has
    generated: Mapping[str, int]
    #: the file of agreement
    agreed: Mapping[str, Any]

    @classmethod
    @cache
    def load(cls) -> Known:
        """Read everything, once; raises SpecError."""
        folder = data.corpus_dir()
        assert folder is not None, "the checkout is needed"
        spec = load_spec()
        return cls(spec, load_cases(folder, spec), _generated(folder), agreement.load())

    @cached_property
    def played(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the options of each published variant."""
        return {name: resolve(name, self.spec).options for name in self.spec.variants}


def _generated(folder: Path) -> Counter[str]:
    """Count the generated cases of each rule."""
    file = data.generated_file(folder)
    if not file.is_file():
        return Counter()
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        return Counter(json.loads(line)["rule"] for line in lines)


# --- rules ---------------------------------------------------------------------------------------

RULES = """\
# Rules and their cases

规则与用例

Every rule with the number of its cases: those written by hand, each answer counted, with those that
refuse in brackets, and those generated. *Variants* says how many of the {variants} published variants
the rule exists in. The sentences stand, with their sources, in `spec/rules/`.

每条规则及其用例数：人工编写的（每个答案计一个，括号内为判为不合法的）与生成的；
“变体”为适用该规则的已发布变体数（共 {variants} 个）。条文与出处见 `spec/rules/`。

"""


def rules_page(known: Known) -> str:
    """Return the page of the rules."""
    counts: dict[str, list[Case]] = defaultdict(list)
    for case in known.cases:
        counts[case.rule].append(case)
    parts = [RULES.format(variants=len(known.played))]
    parts += [WRITTEN.format("`spec/` and `conformance/corpus/`"), "\n"]
    parts.append(_totals(known, counts))
    for chapter in known.spec.chapters:
        rules = [rule for rule in known.spec.rules.values() if rule.chapter == chapter]
        head = ("rule 规则", "", "hand 人工", "generated 生成", "variants 变体")
        rows = [_rule(rule, counts[rule.id], known) for rule in rules]
        parts.append(f"\n## {chapter}\n\n{table(head, rows, right=(2, 3, 4))}")
    return "".join(parts)


def _totals(known: Known, counts: Mapping[str, Sequence[Case]]) -> str:
    rows = []
    for chapter in known.spec.chapters:
        rules = [rule.id for rule in known.spec.rules.values() if rule.chapter == chapter]
        hand = sum(len(counts.get(rule, ())) for rule in rules)
        made = sum(known.generated.get(rule, 0) for rule in rules)
        rows.append([f"[{chapter}](#{chapter})", str(len(rules)), str(hand), str(made)])
    sums = (len(known.spec.rules), len(known.cases), sum(known.generated.values()))
    rows.append(["all 合计", *map(str, sums)])
    head = ("chapter 章", "rules 规则", "cases by hand 人工用例", "generated 生成")
    return table(head, rows, right=(1, 2, 3))


def _rule(rule: Rule, cases: Sequence[Case], known: Known) -> list[str]:
    refused = sum(case.expect.get("legal") is False for case in cases)
    hand = f"{len(cases)}" + (f" ({refused})" if refused else "")
    applies = sum(rule.applies(options) for options in known.played.values())
    text = f"{cell(rule.en)}<br>{cell(rule.zh)}"
    made = str(known.generated.get(rule.id, 0) or "")
    return [
        f"[{rule.id}](../spec/rules/{rule.chapter}.yaml)",
        text,
        hand,
        made,
        f"{applies}",
    ]


# --- options -------------------------------------------------------------------------------------

OPTIONS = """\
# Options and their values

选项与取值

Every point on which published rules differ. Behind each value: where it comes from, which published
variants play it, and how many cases written by hand name it in their `when` (one that names two values
counts for both). **Bold** is the value of a variant that says nothing.

已发布规则互有出入的每一点。各取值后为出处、采用它的已发布变体，以及 `when` 中写明该值的人工用例数。
**粗体**为变体未写时的取值。

"""


def options_page(known: Known) -> str:
    """Return the page of the options."""
    named: dict[str, list[Case]] = defaultdict(list)
    for case in known.cases:
        if not case.is_game:
            for key in case.when:
                named[key].append(case)
    parts = [OPTIONS, WRITTEN.format("`spec/` and `conformance/corpus/`")]
    chapter = ""
    for option in known.spec.options.values():
        if option.key.partition(".")[0] != chapter:
            chapter = option.key.partition(".")[0]
            parts.append(f"\n## {chapter}\n")
        parts.append(_option(option, named[option.key], known))
    return "".join(parts)


def _option(option: Option, cases: Sequence[Case], known: Known) -> str:
    head = ("value 取值", "", "sources 出处", "variants 变体", "cases 用例")
    rows = [_value(option, value, cases, known) for value in option.values]
    title = f"\n### {option.key}\n\n{cell(option.title['en'])} {cell(option.title['zh'])}: "
    asked = f"{cell(option.question['en'])} {cell(option.question['zh'])}\n\n"
    return f"{title}{asked}{table(head, rows, right=(4,))}"


def _value(option: Option, value: Value, cases: Iterable[Case], known: Known) -> list[str]:
    name = f"`{value.value if isinstance(value.value, str) else shown(value.value)}`"
    playing = [
        variant
        for variant, options in known.played.items()
        if option.key in options and among(options[option.key], [value.value])
    ]
    naming = sum(among(value.value, _listed(case.when[option.key])) for case in cases)
    phrase = "<br>".join(cell(value.phrase[lang]) for lang in ("en", "zh"))
    return [
        f"**{name}**" if among(value.value, [option.base]) else name,
        phrase,
        ", ".join(value.sources),
        ", ".join(playing),
        str(naming),
    ]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


# --- agreement -----------------------------------------------------------------------------------

AGREEMENT = """\
# Agreement of two implementations

两个实现的一致

The reference engine and the oracle, written apart from each other from the same rule texts, were asked
the same {total:,} questions and gave the same answers. The drawn positions are those that matter
(`tools/positions`), under the published variants and under random combinations of options; any of them
can be asked again by its seed and number. The exhaustive scopes are all hands of a few faces, all leads
and all plays, for every combination of the options that matter there. Where the two had differed before,
the text was made clearer or one of them was put right, and a case says so.

参考引擎与另行编写的对照实现依据同一规则条文，被问及同样的 {total:,} 个问题，答案全部相同。
抽取的局面是关键局面（`tools/positions`），按已发布变体与随机的选项组合提问，均可按种子与编号重问；
穷举范围为若干牌面的一切手牌、首出与出法，以及相关选项的一切组合。

"""


def agreement_page(known: Known) -> str:
    """Return the page of the agreement."""
    drawn, scopes = known.agreed["drawn"], known.agreed["exhaustive"]
    parts = [AGREEMENT.format(total=known.agreed["total"])]
    parts += [WRITTEN.format("`conformance/agreement.yaml`"), "\n## Drawn 抽取\n\n"]
    parts.append(_drawn(drawn))
    head = (
        "scope 范围",
        "question 问题",
        "cards 牌",
        "decks 副",
        "combinations 组合",
        "agreed 一致",
    )
    rows = [
        [
            row["scope"],
            row["question"],
            row["faces"],
            str(row["decks"]),
            str(row["combinations"]),
            f"{row['decisions']:,}",
        ]
        for row in scopes
    ]
    parts.append(f"\n## Exhaustive 穷举\n\n{table(head, rows, right=(3, 4, 5))}")
    return "".join(parts)


def _drawn(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the decisions by question and rule set, of all seeds together."""
    counts: Counter[tuple[str, str]] = Counter()
    seeds = set()
    for row in rows:
        counts[row["question"], row["under"]] += row["decisions"]
        seeds.add(row["seed"])
    questions = list(dict.fromkeys(question for question, _ in counts))
    unders = sorted({under for _, under in counts}, key=lambda under: (under == "random", under))
    head = ("question 问题", *unders, "all 合计")
    body = [
        [question, *_row(counts[question, under] for under in unders)] for question in questions
    ]
    body.append(["all 合计", *_row(sum(counts[q, under] for q in questions) for under in unders)])
    told = f"Seeds 种子: {', '.join(map(str, sorted(seeds)))}.\n\n" if seeds else ""
    return told + table(head, body, right=range(1, len(head)))


def _row(numbers: Iterable[int]) -> Iterator[str]:
    total = 0
    for number in numbers:
        total += number
        yield f"{number:,}"
    yield f"{total:,}"


# --- the command ---------------------------------------------------------------------------------

PAGES: Mapping[str, Callable[[Known], str]] = {
    "rules.md": rules_page,
    "options.md": options_page,
    "agreement.md": agreement_page,
}


def main(arguments: Sequence[str] | None = None, *, target: Path | None = None) -> int:
    """Write the pages, or with --check tell which are stale; return 1 where any is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.tables",
        description="Tables of rules, options and agreement, in docs/.",
    )
    parser.add_argument("--check", action="store_true", help="only tell what is stale")
    options = parser.parse_args(arguments)
    try:
        known = Known.load()
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1
    folder = target or data.root() / "docs"
    stale = 0
    for name, make in PAGES.items():
        fresh = publish(folder / name, make(known), check=options.check)
        stale += not fresh
        told = "is stale; run python -m tools.tables" if options.check else "renewed"
        print(f"{name} {'is fresh' if fresh else told}")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
