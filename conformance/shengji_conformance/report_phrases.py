"""The catalogue's part for reports that people read: the summary for a CI, and what `report` makes of reports.

Law of this file: data only, as in `phrases`, which holds the rest.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

__all__ = ["REPORT"]

#: two reports held against each other
COMPARE = {
    "report-wrong": ("{file}: not a report of this suite: {where}: {why}", "{file}：不是本套件的报告：{where}：{why}"),
    "compare-before": ("before", "之前"), "compare-after": ("after", "之后"), "compare-expected": ("expected", "应为"),
    "compare-now": ("now", "现在"),
    "compare-facts": ("{file}: {name}, corpus {corpus}, tier {tier}, {n:question}, {started}", "{file}：{name}，语料库 {corpus}，{tier} 档，{n} 题，{started}"),
    "compare-strict": ("One of the runs was --strict and the other was not: it alone compared the rules that refusals name.", "两次运行只有一次用了 --strict：只有那一次比较了拒绝时所报的规则。"),
    "compare-stopped": ("{file}: this run ended early: {why}", "{file}：这次运行提前结束：{why}"),
    "compare-implementations": ("These are reports of different implementations, {before} and {after}; `report matrix` sets implementations side by side.",
                                "这是两个不同实现的报告：{before} 和 {after}；`report matrix` 可以并列比较多个实现。"),
    "compare-no-digests": ("A report has no digests of its cases, and the corpora differ: what looks like a regression may be a change of the corpus.",
                           "有报告没有记录用例的摘要，而两个语料库版本不同：看起来的退步也可能是语料库改了。"),
    "compare-only-in": ("Variants in {file} alone: {variants}", "只在 {file} 里有的玩法：{variants}"),
    "compare-changed-right": ("{n:case} changed between the corpora and are answered right, before and after.",
                              "有 {n} 个用例在两个语料库之间改过，前后都答对。"),
    "compare-change": ("change", "变化"), "compare-kind": ("what became of them", "变化"), "compare-questions": ("questions", "题数"), "compare-cases": ("cases", "用例数"),
    "compare-more": ("… and {n:case} more (--show N shows more, --json has all)", "……还有 {n} 个用例（--show N 显示更多，--json 有全部）"),
    "compare-moves": ("{before} → {after}", "{before} → {after}"), "compare-absent": ("not in the report", "报告里没有"),
    "kind-regression": ("Regressions: right before, wrong now", "退步：原来答对，现在答错"),
    "kind-lost": ("Regressions: right before, not answered now", "退步：原来答对，现在没有回答"),
    "kind-case-changed": ("The case itself changed between the corpora: our change, not yours", "用例本身在两个语料库之间改过：是我们改的，不是实现变了"),
    "kind-newly-wrong": ("Not answered before, wrong now", "原来没有回答，现在答错"),
    "kind-new-wrong": ("New questions, answered wrong", "新增的题，答错"),
    "kind-otherwise-wrong": ("Wrong before and now, but another answer", "前后都错，但回答不同"),
    "kind-unanswered": ("Wrong before, not answered now: no fix", "原来答错，现在没有回答：不算修好"),
    "kind-removed-wrong": ("Wrong before, not in the report now: no fix", "原来答错，现在报告里没有：不算修好"),
    "kind-fixed": ("Fixed: wrong before, right now", "修好：原来答错，现在答对"),
    "kind-newly-right": ("Not answered before, right now", "原来没有回答，现在答对"),
    "kind-moved": ("Not answered before and now, for another reason", "前后都没有回答，原因不同"),
    "kind-new": ("New questions, not wrong", "新增的题，没有答错"),
    "kind-removed": ("Not wrong before, not in the report now", "原来没有答错，现在报告里没有"),
    "kind-still-right": ("Right before and now", "前后都答对"),
    "kind-still-wrong": ("Wrong before and now, the same answer", "前后都错，回答相同"),
    "kind-still-unanswered": ("Not answered before and now", "前后都没有回答"),
    "end-compare-regressed": ("{n:question} of {cases:case} answered right before and not now.", "有 {n} 题（{cases} 个用例）原来答对，现在不对。"),
    "end-compare-changed": ("No regressions; {n:question} of {cases:case} stand otherwise than before.", "没有退步；有 {n} 题（{cases} 个用例）与之前不同。"),
    "end-compare-same": ("No regressions, and no question stands otherwise than before.", "没有退步，也没有任何题与之前不同。"),
    "end-compare-apart": ("The reports have no question in common: nothing was compared.", "两个报告没有共同的题：什么也没有比较。"),
}

#: what a badge says
BADGE = {
    "badge-right": ("{right} right", "{right} 题全对"),
    "badge-wrong": ("{wrong} of {n} wrong", "{n} 题错 {wrong} 题"),
    "badge-known": ("{right} right, {n:known failure}", "对 {right} 题，已知错 {n} 题"),
    "badge-unsupported": ("{right} right, {n} unsupported", "对 {right} 题，不支持 {n} 题"),
    "badge-not-run": ("{right} right, {n} not run", "对 {right} 题，未问 {n} 题"),
    "badge-stopped": ("{right} right, ended early", "对 {right} 题，提前结束"),
    "badge-shard": ("{right} right, shard {shard} alone", "对 {right} 题，只有分片 {shard}"),
    "badge-remarks": ("{right} right, with remarks", "对 {right} 题，另有提示"),
    "badge-nothing": ("nothing tested", "什么也没有测到"),
}

#: implementations side by side
MATRIX = {
    "matrix-title": ("{n:implementation} of Shengji side by side", "{n} 个升级实现并列比较"),
    "matrix-implementation": ("implementation", "实现"), "matrix-implementations": ("Implementations", "各个实现"),
    "matrix-corpus": ("corpus", "语料库"), "matrix-absent": ("not asked", "没有选"),
    "matrix-by-chapter": ("By chapter", "按章节"), "matrix-by-variant": ("By rule set", "按玩法"),
    "matrix-legend": ("✓ right · ✗ wrong, or without an answer · ? unsupported, not run or not asked", "✓ 答对 · ✗ 答错或没有回答 · ? 不支持、没有问到或没有选"),
    "matrix-differ": ("Where they differ: right in one, wrong in another", "不一致之处：有的答对，有的答错"),
    "matrix-rule": ("{rule}: {n:case}", "{rule}：{n} 个用例"),
    "matrix-unlike": ("{n:case} of different corpora: not the same in all reports, and so not compared.", "有 {n} 个用例在各报告所用的语料库里不相同，不作比较。"),
    "matrix-stopped": ("{name}: this run ended early: {why}", "{name}：这次运行提前结束：{why}"),
    "matrix-more": ("… and {n:case} more (--show N shows more)", "……还有 {n} 个用例（--show N 显示更多）"),
    "matrix-homes": ("other readings ({n})", "其他读法（{n}）"),
    "matrix-case": ("case", "用例"), "matrix-cases": ("{n:case}", "{n} 个用例"), "matrix-variants-more": (" and {n} more", " 等另外 {n} 种"),
    "matrix-not-listed": ("{n:further case} of this rule not listed, to keep the page small", "本规则另有 {n} 个用例没有列出，以免网页过大"),
    "matrix-rules-left": ("{n:further rule} with differences not listed, to keep the page small", "另有 {n} 条规则的不一致之处没有列出，以免网页过大"),
    "end-matrix-differ": ("{n:case} of {rules:rule} answered right by one implementation and wrong by another.", "有 {n} 个用例（{rules} 条规则）有的实现答对，有的答错。"),
    "end-matrix-same": ("No case is answered right by one implementation and wrong by another.", "没有任何用例是有的实现答对、有的答错的。"),
}

#: the summary for a CI
REPORT = {
    "md-facts": ("implementation: {name}; corpus {corpus}, tier {tier}; {seconds} s", "实现：{name}；语料库 {corpus}，{tier} 档；{seconds} 秒"),
    "md-nobody": ("(it never said its name)", "（没有报出名字）"),
    "md-failing": ("Failing cases", "没有通过的用例"),
    "md-more": ("… and {n:more failing case}; the JSON report (--json) has all.", "……还有 {n} 个用例没有通过；JSON 报告（--json）里有全部。"),
    "md-cut": ("… cut here; the JSON report (--json) has all of it", "……从这里截断；JSON 报告（--json）里有全文"),
    "md-complaints": ("Breaches of the protocol, and remarks", "违反协议之处和提示"),
    "md-reasons": ("Not answered", "没有回答的"),
    **COMPARE,
    **BADGE,
    **MATRIX,
}
