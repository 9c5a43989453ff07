"""The catalogue of a run's bounds: how its questions are narrowed, parted and put together again.

Law of this file: data only, as in `phrases`.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["RUN"]

_NARROWING = {
    "no-profiles": ("--profile: this corpus does not say which questions a profile has", "--profile：这个语料库没有说明每个方面包含哪些问题"),
    "no-option": ("--option {text}: there is no such option", "--option {text}：没有这个规则选项"),
    "no-option-but": ("--option {text}: there is no such option; did you mean {near}?", "--option {text}：没有这个规则选项；是不是 {near}？"),
    "no-value": ("--option {text}: a value is missing; write it as in {near}", "--option {text}：缺少取值；写法如 {near}"),
    "no-such-value": ("--option {key}={text}: the option has no such value; it has {all}", "--option {key}={text}：这个选项没有这个取值；可以是 {all}"),
    "no-such-value-but": ("--option {key}={text}: the option has no such value; did you mean {near}? It has {all}",
                          "--option {key}={text}：这个选项没有这个取值；是不是 {near}？可以是 {all}"),
    "nothing-failed": ("--only-failed {file}: nothing failed there, and all was asked", "--only-failed {file}：里面没有失败的，也没有漏问的"),
    "nothing-narrowed": ("nothing selected: no case passes all of {flags} (and --select, --tier)", "没有选中任何问题：没有用例同时符合 {flags}（以及 --select、--tier）"),
    "no-shard": ("--shard {text}: write it as K/N, as in 1/3 for the first of three shards", "--shard {text}：写法是 K/N，例如 1/3 表示三份中的第一份"),
    "no-shard-but": ("--shard {text}: there is no such shard; did you mean {near}?", "--shard {text}：没有这一份；是不是 {near}？"),
    "failures-enough": ("there were {n:failure}, as many as were to be borne", "已有 {n} 题未通过，到了设定的上限"),
    "resume-other-plan": ("--resume {file}: other questions were asked there; resume with the same flags of selection and the same corpus",
                          "--resume {file}：里面问的不是这些题；请用同样的选题选项和同一个语料库"),
    "resume-other-shard": ("--resume {file}: another shard was asked there", "--resume {file}：里面问的是另一份"),
    "resume-strict": ("--resume {file}: one of the two runs is --strict, and the other is not", "--resume {file}：两次运行一次带 --strict，一次不带"),
    "resume-other-implementation": ("--resume {file}: another implementation was asked there: {theirs}; this one says it is {ours}",
                                    "--resume {file}：里面问的是另一个实现：{theirs}；这一个自称 {ours}"),
    "resume-damaged": ("--resume {file}: result {n} is not the question that has this number", "--resume {file}：第 {n} 个结果不是这个编号的题"),
    "begin-resumed": ("{n:result} taken up from {file}", "从 {file} 接上 {n} 个结果"),
    "budget-spent": ("the time budget of {seconds} s was spent", "{seconds} 秒的时间预算用完了"),
    "begin-shard": ("shard {shard}: {n:question} of {whole}", "第 {shard} 份：{whole} 题中的 {n} 题"),
    "end-empty-shard": ("None of the {n:question} falls into shard {shard}: nothing to ask, and nothing wrong with that.",
                        "{n} 题中没有一题落在第 {shard} 份里：没有要问的，这不算问题。"),
}

_REPORTS = {
    "heard": ("On stderr before the answer (with several questions in flight, perhaps about another):\n{words}",
              "回答之前 stderr 上有（同时问多题时，可能属于另一题）：\n{words}"),
    "as-told": ("{text}", "{text}"),
    "report-unreadable": ("{file}: {why}", "{file}：{why}"),
    "report-no-json": ("{file}: this is no JSON, so it is no report of run --json", "{file}：不是 JSON，也就不是 run --json 的报告"),
    "report-none": ("{file}: this is no report of run --json", "{file}：不是 run --json 的报告"),
    "report-broken": ("{file}: line {line} is no JSON; the report is damaged", "{file}：第 {line} 行不是 JSON；报告已损坏"),
    "report-cut-off": ("{file}: the report breaks off before its end", "{file}：报告不完整，到一半就断了"),
    "report-lacks": ("{file}: result {n} has no “{key}”; was it written by an older version?", "{file}：第 {n} 个结果没有“{key}”；是不是旧版本写的？"),
    "merged": ("{shards:shard}, {n:result}: {file}", "{shards} 份，{n} 个结果：{file}"),
    "merge-no-shard": ("{file}: this is no report of a shard (run --shard K/N --json FILE writes one)", "{file}：这不是一份分片的报告（用 run --shard K/N --json FILE 写）"),
    "merge-differ": ("{file}: {what} is {value}, but in {other} it is {theirs}; only shards of one run can be merged",
                     "{file}：{what}是 {value}，而 {other} 里是 {theirs}；只能合并同一次运行的各份"),
    "merge-plans": ("{file} and {other}: different questions were selected; run all shards with the same flags and the same corpus",
                    "{file} 和 {other}：选的题不一样；各份要用同样的选项和同一个语料库"),
    "merge-suite": ("the suite", "套件版本"),
    "merge-corpus": ("the corpus", "语料库"),
    "merge-tier": ("the tier", "档"),
    "merge-protocol": ("the protocol", "协议"),
    "merge-strict": ("--strict", "--strict "),
    "merge-plan": ("the plan", "题目"),
    "merge-implementation": ("the implementation", "实现"),
    "merge-parting": ("{file}: this is shard {shard}, but {other} is shard {theirs}", "{file}：这是第 {shard} 份，而 {other} 是第 {theirs} 份，份数不同"),
    "merge-doubled": ("shard {shard} is there twice: {other} and {file}", "第 {shard} 份给了两次：{other} 和 {file}"),
    "merge-missing": ("not all shards are there: {missing} missing", "各份不全：缺 {missing}"),
    "merge-gap": ("the results are not whole: question {n} is missing or doubled (see {file})", "结果不完整：第 {n} 题缺了或重复了（见 {file}）"),
}

#: key -> (English, Chinese)
RUN: Mapping[str, tuple[str, str]] = {**_NARROWING, **_REPORTS}
