"""The catalogue: every sentence of the runner, in English and Chinese; `case_phrases` has those of a case.

Law of this file: data only. A key's two texts have the same values in braces, which a test checks;
`{n:question}` is a number with its noun.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

from collections.abc import Mapping

from shengji_conformance.case_phrases import CASE
from shengji_conformance.doctor_phrases import DOCTOR
from shengji_conformance.ledger_phrases import LEDGER
from shengji_conformance.page_phrases import PAGE
from shengji_conformance.pytest_phrases import PYTEST
from shengji_conformance.report_phrases import REPORT
from shengji_conformance.run_phrases import RUN
from shengji_conformance.shrink_phrases import SHRINK

__all__ = ["PHRASES"]

#: usage errors
_USAGE = {
    "selects-nothing": ("{flag} {text}: no case has this id, rule, chapter or question",
                        "{flag} {text}：没有用例的编号、规则、章节或问题是这个"),
    "selects-nothing-but": ("{flag} {text}: no case has this id, rule, chapter or question; did you mean {near}?",
                            "{flag} {text}：没有用例的编号、规则、章节或问题是这个；是不是 {near}？"),
    "selects-nothing-yet": ("{flag} {text}: this is in the tier {tier}; add --tier {tier}", "{flag} {text}：这在 {tier} 档里；请加 --tier {tier}"),
    "empty-tier": ("--tier {tier}: this corpus has no such cases", "--tier {tier}：这个语料库没有这一档的用例"),
    "no-variant": ("--variant {text}: neither a known variant nor a file",
                   "--variant {text}：既不是已知的玩法，也不是文件"),
    "no-variant-but": ("--variant {text}: neither a known variant nor a file; did you mean {near}?",
                       "--variant {text}：既不是已知的玩法，也不是文件；是不是 {near}？"),
    "bad-variant": ("--variant {text}: {why}", "--variant {text}：{why}"),
    "no-case": ("{text}: no such case", "{text}：没有这个用例"),
    "no-case-but": ("{text}: no such case; did you mean {near}?", "{text}：没有这个用例；是不是 {near}？"),
    "nothing-fits": ("nothing selected: no selected case is asked under {variants} (their conditions do not hold there)",
                     "没有选中任何问题：所选用例在 {variants} 下都不适用（条件不成立）"),
}

#: what an adapter did wrong
_FAULTS = {
    "no-such-command": ("cannot start {program}: no such command", "无法启动 {program}：没有这个命令"),
    "no-such-command-quoted": ("cannot start {program}: no such command; give the command and its arguments as separate words, not in one pair of quotes",
                               "无法启动 {program}：没有这个命令；命令和参数请分开写，不要放在同一对引号里"),
    "cannot-start": ("cannot start {program}: {why}", "无法启动 {program}：{why}"),
    "exited": ("the adapter ended by itself with exit code {code}", "适配器自行退出，退出码 {code}"),
    "killed": ("the adapter was ended by signal {signal}", "适配器被信号 {signal} 终止"),
    "closed-stdout": ("the adapter closed its stdout and lived on", "适配器关闭了 stdout，但进程还在"),
    "closed-stdin": ("the adapter closed its stdin and lived on", "适配器关闭了 stdin，但进程还在"),
    "line-too-long": ("the adapter wrote a line longer than 16 MiB", "适配器输出了超过 16 MiB 的一行"),
    "floods": ("the adapter wrote {n:line} to stdout and no answer among them", "适配器向 stdout 输出了 {n} 行，其中没有一个回答"),
    "silent": ("no answer within {seconds} s, though the process is alive", "进程还在，但 {seconds} 秒内没有回答"),
    "silent-call": ("no answer to {method} within {seconds} s, though the process is alive", "进程还在，但 {seconds} 秒内没有回答 {method}"),
    "did-you-flush": ("{said}; did you flush stdout after the answer?", "{said}；回答之后有没有刷新（flush）stdout？"),
    "flush": ("{said}; the answer came only when stdin was closed: flush stdout after every answer",
              "{said}；关闭 stdin 之后回答才出来：每个回答之后都要刷新（flush）stdout"),
    "unfinished-line": ("{said}; an unfinished line is waiting: “{line}”; end every answer with a line feed",
                        "{said}；有一行没有写完：“{line}”；每个回答都要以换行结束"),
    "and-noise": ("{said}; {noise}", "{said}；{noise}"),
    "noise-instead": ("no answer came, but this did: {noise}", "没有回答，却有：{noise}"),
    "last-words": ("{said}; its last lines on stderr:\n{words}", "{said}；stderr 的最后几行：\n{words}"),
    "blamed": ("asked this alone, {said}", "单独问这一题时，{said}"),
    "fault-at-announcement": ("at the announcement of this variant, {said}", "宣布这个玩法时，{said}"),
    "no-handshake": ("the handshake failed: {said}", "握手失败：{said}"),
    "wrong-protocol": ("the adapter speaks protocol {theirs}, this suite speaks protocol {ours}",
                       "适配器用协议 {theirs}，本套件用协议 {ours}"),
    "handshake-error": ("the adapter answered {method} with error {error}", "适配器对 {method} 回答了错误 {error}"),
    "handshake-no-object": ("the adapter's answer to {method} has no object as its result", "适配器对 {method} 的回答里 result 不是对象"),
    "load-variant-unclear": ("the answer to load_variant says neither supported: true nor supported: false",
                             "load_variant 的回答既没说 supported: true 也没说 supported: false"),
    "question-given-up": ("{question} is not asked any more: the adapter failed at it too often in a row",
                          "不再问 {question}：适配器在这一问上接连出错太多次"),
    "faults-in-a-row": ("it failed again and again without answering anything in between", "它接连出错，其间一题也没有回答"),
    "faults-in-all": ("it had to be started again {n:time}", "它已被重新启动 {n} 次"),
    "gave-up": ("gave up on the adapter: {why}; the last time, {said}", "放弃这个适配器：{why}；最后一次，{said}"),
}

#: reasons of results
_REASONS = {
    "wrong-answer": ("wrong answer", "回答不对"),
    "no-object": ("not an answer: the result is no object", "不是回答：result 不是对象"),
    "too-long": ("{said}, of {n:byte}: too long to keep", "{said}；回答有 {n} 字节，太长，不保留"),
    "too-deep": ("not an answer: the result is nested too deeply", "不是回答：result 嵌套太深"),
    "bad-error": ("not an answer: the error has no code", "不是回答：error 没有 code"),
    "took-malformed": ("answered as if this were a position; error -32602 was expected", "当作局面回答了；应当报错 -32602"),
    "took-for-malformed": ("error {error}, where a verdict was expected: this is a position", "报错 {error}，但应当给出判断：这是一个局面"),
    "says-unsupported": ("the adapter answers error {error}", "适配器回答错误 {error}"),
    "says-error": ("the adapter answers error {error}", "适配器回答错误 {error}"),
    "variant-refused": ("the adapter does not support this variant", "适配器不支持这个玩法"),
    "variant-refused-because": ("the adapter does not support this variant: {because}", "适配器不支持这个玩法：{because}"),
    "leaves-out-option": ("the adapter leaves out {option}", "适配器不处理 {option}"),
    "leaves-out-question": ("{question} is not among the adapter's questions", "适配器列出的问题里没有 {question}"),
    "interrupted": ("interrupted", "被中断"),
    "not-run-stopped": ("not asked: {why}", "没有问：{why}"),
}

#: breaches of the protocol, and remarks
_COMPLAINTS = {
    "not-json": ("a line on stdout is no JSON: “{line}”; stdout is for answers, print to stderr",
                 "stdout 上有一行不是 JSON：“{line}”；stdout 只放回答，其他请写到 stderr"),
    "no-answer": ("a line on stdout is JSON, but no answer: “{line}”; stdout is for answers, print to stderr",
                  "stdout 上有一行是 JSON，但不是回答：“{line}”；stdout 只放回答，其他请写到 stderr"),
    "error-without-id": ("error {error} came without an id: the adapter could not read a line", "错误 {error} 没有 id：适配器没能读懂一行"),
    "answered-twice": ("the question with id {id} was answered more than once", "编号 {id} 的问题回答了不止一次"),
    "id-is-text": ("an answer carries the id {id} as text; send the number back as it came", "回答里的 id {id} 是文本；请原样送回数字"),
    "unknown-id": ("an answer carries the id {id}, and no such question was asked", "回答里的 id 是 {id}，没有问过这样的问题"),
    "died-for-no-question": ("the adapter failed {n:time} and was started again, though no single question makes it fail; the last time, {said}",
                             "适配器出错并被重新启动 {n} 次，但单独问任何一题都不出错；最后一次，{said}"),
    "one-by-one": ("with several questions in flight the adapter failed, with one it did not; the rest was asked one by one",
                   "同时问多题时适配器出错，单独问时不出错；其余的题逐一提问"),
    "fewer-copies": ("the run went on with {n} of {jobs} copies, as the rest could not be started: {said}",
                     "{jobs} 个副本中只有 {n} 个继续运行，其余的无法启动：{said}"),
    "lives-on": ("the adapter did not end within {seconds} s after its stdin was closed", "stdin 关闭之后 {seconds} 秒内适配器没有退出"),
    "times": ("{said} ({n:time})", "{said}（共 {n} 次）"),
}

#: the end of a run
_ENDINGS = {
    "end-good": ("All {n:question} answered right, under {under}.", "在{under}下，全部 {n} 题回答正确。"),
    "under-variants": ("{variants:variant}", " {variants} 种玩法"),
    "under-readings": ("{homes:reading} that no published variant has", " {homes} 种其他读法"),
    "under-both": ("{variants:variant} and {homes:other reading}", " {variants} 种玩法和 {homes} 种其他读法"),
    "reference": ("the reference implementation", "参考实现"),
    "end-good-some": ("All {n:question} that the implementation supports answered right; {unsupported:question} it does not support.",
                      "实现所支持的 {n} 题全部回答正确；另有 {unsupported} 题它不支持。"),
    "end-bad": ("{failed} wrong, {errors} without an answer, of {n:question}: {cases:case} to look at.",
                "{n} 题中，答错 {failed} 题，没有回答 {errors} 题；有 {cases} 个用例要看。"),
    "end-bad-stopped": ("{failed} wrong, {errors} without an answer, of {n:question} ({cases:case}), and the run stopped early: {why}",
                        "{n} 题中，答错 {failed} 题，没有回答 {errors} 题（{cases} 个用例）；运行提前结束：{why}"),
    "end-all-unsupported": ("The implementation supports none of {n:question}: nothing was tested.", "{n} 题实现一题也不支持：什么也没有测到。"),
    "end-complaints": ("All {n:question} answered right, but the adapter broke the protocol (see above).", "全部 {n} 题回答正确，但适配器违反了协议（见上）。"),
    "end-stopped": ("{done} of {n:question} asked; {left} not run (see above).", "{n} 题中问了 {done} 题；{left} 题没有问（见上）。"),
    "end-never-answered": ("The implementation never answered a question: {why}", "实现没有回答过任何一题：{why}"),
    "end-errors-only": ("see the errors above", "见上面的错误"),
    "end-interrupted": ("Interrupted after {done} of {n:question}; what had been answered by then counts.", "被中断：{n} 题中已完成 {done} 题，已有的结果保留。"),
    "begin": ("{n:question} from corpus {corpus} to: {command}", "语料库 {corpus}，{n} 题，提问对象：{command}"),
    "implementation": ("implementation: {name}", "实现：{name}"),
    "more-problems": ("… and {n} more failing (--show N shows more, --json has all)", "……还有 {n} 个用例没有通过（--show N 显示更多，--json 有全部）"),
    "reason": ("{status}: {n:question}: {why}", "{status}：{n} 题：{why}"),
    "more-reasons": ("… and {n:reason} more", "……还有 {n} 种原因"),
    "complaint": ("! {said}", "! {said}"),
    "bar-wrong": ("{n} wrong", "{n} 题未通过"),
    "line-done": ("{name}: {counts}", "{name}：{counts}"),
    "count": ("{n} {status}", "{status} {n}"),
    "line-going-on": ("… {n} of {total:question}", "……{total} 题中已完成 {n} 题"),
    "other-readings": ("other readings", "其他读法"),
    "word-homes": ("other readings ({{n}})", "其他读法（{{n}}）"),
    "word-total": ("all", "合计"),
    "word-variant": ("variant", "玩法"),
    "word-chapter": ("chapter", "章节"),
    "status-pass": ("pass", "通过"),
    "status-fail": ("fail", "答错"),
    "status-error": ("error", "错误"),
    "status-unsupported": ("unsupported", "不支持"),
    "status-not-run": ("not run", "未问"),
    "list-footer": ("{cases:case}, {n:question} under {variants:variant}", "{cases} 个用例，在 {variants} 种玩法下共 {n} 题"),
    "list-more": (" and {homes:reading}", "和 {homes} 种其他读法"),
}

#: key -> (English, Chinese)
PHRASES: Mapping[str, tuple[str, str]] = {
    **_USAGE,
    **_FAULTS,
    **_REASONS,
    **_COMPLAINTS,
    **_ENDINGS,
    **CASE,
    **REPORT,
    **RUN,
    **PAGE,
    **SHRINK,
    **DOCTOR,
    **LEDGER,
    **PYTEST,
}
