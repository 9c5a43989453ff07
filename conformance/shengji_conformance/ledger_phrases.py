"""The catalogue's fourth part: what is said of a ledger of known failures.

Law of this file: data only, as in `phrases`.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

__all__ = ["LEDGER"]

#: known failures; `place` is file and line of an entry
LEDGER = {
    "status-flaky": ("flaky", "不稳定"),
    # how a result differs from its entry
    "ledger-passes": ("it passes, and the ledger says {expected}", "已经通过，而清单里记的是{expected}"),
    "ledger-other-status": ("the ledger says {expected}, and it is {status}", "清单里记的是{expected}，实际是{status}"),
    "ledger-other-got": ("the ledger has the answer {expected}, and it answers {got}", "清单里记的回答是 {expected}，实际回答 {got}"),
    "ledger-other-error": ("the ledger has the error “{expected}”, and it is: {reason}", "清单里记的错误是“{expected}”，实际是：{reason}"),
    "ledger-over": ("the entry held until {until}", "这一条只到 {until} 有效"),
    # faults: each makes a run fail
    "ledger-at": ("{place}: {said}", "{place}：{said}"),
    "ledger-mended": ("{case} passes now: remove the entry", "{case} 已经通过：请删掉这一条"),
    "ledger-mended-under": ("{case} passes under {passing}, but not everywhere: name the others under `variant`",
                            "{case} 在 {passing} 下已经通过，但并非处处通过：请在 variant 里写明其余玩法"),
    "ledger-mended-some": ("{case} covers {n:case}, of which {passing}: name the others one by one",
                           "{case} 涵盖 {n} 个用例，其中{passing}：请逐个写出其余用例"),
    "ledger-mended-all": ("all {n:case} that {case} covers pass now: remove the entry", "{case} 涵盖的 {n} 个用例已经全部通过：请删掉这一条"),
    "ledger-passing": ("{n} pass ({listed})", "有 {n} 个已经通过（{listed}）"),
    "ledger-passing-one": ("{listed} passes", " {listed} 已经通过"),
    "ledger-differs": ("{case} fails in another way under {variant}: {how}", "{case} 在 {variant} 下错得不一样了：{how}"),
    "ledger-differs-more": ("{said} (and {n:question} more)", "{said}（另有 {n} 题也是）"),
    "ledger-expired": ("{case}: the entry held until {until} ({cause})", "{case}：这一条只到 {until} 有效（{cause}）"),
    "ledger-duplicate": ("{case} is covered by line {first} too; one entry is enough", "{case} 已由第 {first} 行涵盖；一条就够"),
    "ledger-stale": ("there is no case {case} in corpus {corpus}", "语料库 {corpus} 里没有用例 {case}"),
    "ledger-stale-but": ("there is no case {case} in corpus {corpus}; did you mean {near}?", "语料库 {corpus} 里没有用例 {case}；是不是 {near}？"),
    "ledger-no-variant": ("there is no variant {variant}", "没有玩法 {variant}"),
    "ledger-no-variant-but": ("there is no variant {variant}; did you mean {near}?", "没有玩法 {variant}；是不是 {near}？"),
    "ledger-unused": ("the entry covers nothing: {case} is not asked under {variant}", "这一条什么也没涵盖：{case} 在 {variant} 下不会问到"),
    # notes
    "ledger-covers": ("{case} covers {n:case}; an entry for each would show when one of them is mended",
                      "{case} 涵盖 {n} 个用例；逐个写出，才能看到哪一个修好了"),
    "ledger-covers-many": ("{case} covers more than {n:case}; an entry for each would show when one of them is mended",
                           "{case} 涵盖的用例超过 {n} 个；逐个写出，才能看到哪一个修好了"),
    "ledger-unexplained": ("{n:entry} with `cause: unknown` ({lines}): find out why, and write down cause and reason",
                           "有 {n} 条的 cause 还是 unknown（{lines}）：请查明原因，写上 cause 和 reason"),
    "ledger-line": ("line {n}", "第 {n} 行"),
    "ledger-lines": ("lines {listed}", "第 {listed} 行"),
    # the end of a run
    "ledger-known": ("known failures by {file}: {n:question} of {cases:case} ({causes})", "{file} 里已知的错误：{cases} 个用例，共 {n} 题（{causes}）"),
    "ledger-flaky": ("flaky by {file}: {passed} passed, {failed} failed this time", "{file} 里记为不稳定的：这次通过 {passed} 题，未通过 {failed} 题"),
    "ledger-cause": ("{cause} {n}", "{cause} {n} 题"),
    "cause-bug": ("bug", "缺陷"),
    "cause-wontfix": ("wontfix", "不打算改"),
    "cause-other-variant": ("other-variant", "按别的玩法"),
    "cause-disputes-spec": ("disputes-spec", "不同意规范"),
    "cause-unknown": ("unknown", "原因不明"),
    "word-of-these-known": ("of these known", "其中已知"), "row-ledger": ("ledger", "清单"),
    "known-in-a-line": ("{n} known", "已知 {n}"),
    "end-known": ("Nothing new: {n:question} answered right, {known:known failure}.", "没有新的错误：答对 {n} 题，已知错误 {known} 题。"),
    "end-known-some": ("Nothing new: {n:question} answered right, {known:known failure}; {unsupported:question} it does not support.",
                       "没有新的错误：答对 {n} 题，已知错误 {known} 题；另有 {unsupported} 题它不支持。"),
    "end-ledger": ("No new failure, but the ledger is out of date: {n:thing} to mend in it (see above; `ledger update` takes a report of --json).", "没有新的错误，但清单该更新了：有 {n} 处要改（见上；可用 --json 的报告运行 ledger update）。"),
    "end-and-known": ("Not counted: {known:known failure}. {said}", "另有已知错误 {known} 题，未计入。{said}"),
    "end-and-ledger": ("The ledger is out of date: {n:thing} to mend in it. {said}", "清单该更新了：有 {n} 处要改。{said}"),
    # ledger check
    "check-cause": ("{cause} {n}", "{cause} {n} 条"),
    "check-good": ("{file}: {n:entry} ({causes}): in order", "{file}：共 {n} 条（{causes}），没有问题"),
    "check-empty": ("{file}: no entries", "{file}：一条也没有"),
    "check-bad": ("{file}: {n:entry}, {faults:thing} to mend", "{file}：共 {n} 条，有 {faults} 处要改"),
    # ledger update
    "update-done": ("{file}: {added:entry} added, {changed} changed, {removed} removed; {n} in all", "{file}：新增 {added} 条，修改 {changed} 条，删除 {removed} 条；现共 {n} 条"),
    "update-would": ("{file}: {added:entry} would be added, {changed} changed, {removed} removed; {n} in all (nothing written)",
                     "{file}：将新增 {added} 条，修改 {changed} 条，删除 {removed} 条，共 {n} 条（没有写入）"),
    "update-none": ("{file}: as the report has it, nothing to change", "{file}：与报告一致，无需改动"),
    "update-repinned": ("{case} fails in another way now: is the reason still true?", "{case} 现在错得不一样了：原来的 reason 还对吗？"),
    "update-glob": ("{case} no longer fits, but the report has only {seen} of the {n:question} it covers: left as it is",
                    "{case} 已不符合，但报告里只有它涵盖的 {n} 题中的 {seen} 题：保持原样"),
    "update-other-corpus": ("the report is of corpus {theirs}, and this is corpus {ours}", "报告出自语料库 {theirs}，而这里是语料库 {ours}"),
    "update-no-list": ("{file}:{line}: the list is written in brackets; give every entry a line that begins with a dash", "{file}:{line}：列表写在方括号里；请让每一条另起一行，以短横线开头"),
    "update-cannot": ("{file}: cannot be edited without changing what it says elsewhere; nothing written", "{file}：无法在不影响其他内容的前提下修改；没有写入"),
}
