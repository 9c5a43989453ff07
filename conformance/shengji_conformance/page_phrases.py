"""The catalogue's part for the page: what stands around the cases, in English and Chinese.

Law of this file: data only, as in `phrases`, which holds the rest.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

__all__ = ["PAGE"]

PAGE = {
    # the overview
    "page-title": ("{name}: does it play Shengji by the rules?", "{name}：升级规则一致性报告"),
    "page-title-nobody": ("Does it play Shengji by the rules?", "升级规则一致性报告"),
    "page-language": ("Language", "语言"),
    "page-by-chapter": ("By chapter and rule set", "按章节与玩法"), "page-by-rule": ("By rule", "按规则"),
    "page-not-counted": ("Not counted", "未计入"), "page-about": ("About this run", "关于这次运行"),
    "page-homes": ("other readings ({n})", "其他读法（{n}）"),
    "page-n-of": ("{failing} of {n}", "{failing}／{n}"), "page-all-right": ("✓ {n}", "✓ {n}"), "page-none-asked": ("{n} not asked", "{n} 题未问"),
    "page-more-rules": ("{n:further rule} with failures", "还有 {n} 条规则出错"),
    "page-good-rules": ("{n:rule} without a failure", "{n} 条规则没有出错"),
    "page-implementation": ("implementation", "实现"), "page-command": ("command", "命令"), "page-corpus": ("corpus", "语料库"),
    "page-suite": ("suite", "套件"), "page-when": ("started", "开始"), "page-took": ("took", "用时"), "page-seconds": ("{n} s", "{n} 秒"),
    "chapter-cards": ("cards", "牌与主牌"), "chapter-shapes": ("shapes", "牌型"), "chapter-deal": ("deal", "发牌"), "chapter-declare": ("declare", "亮主"),
    "chapter-counter": ("counter", "反主"), "chapter-bury": ("bury", "扣底"), "chapter-lead": ("lead", "首出"), "chapter-follow": ("follow", "跟牌"),
    "chapter-trick": ("trick", "墩"), "chapter-score": ("score", "计分"), "chapter-levels": ("levels", "升级"), "chapter-settle": ("settle", "结算"),
    # the cases
    "page-cases-to-look-at": ("{n:case} to look at", "要看的 {n} 个用例"),
    "page-and-known": ("{said}, and {n:case} that the ledger expects", "{said}，另有 {n} 个已知的（见清单）"),
    "page-is-new": ("new", "新的"), "page-is-known": ("known", "已知"), "page-known-of": ("{known} known, of {n}", "已知 {known}／{n}"),
    "page-ledger-entry": ("The ledger expects this (line {line}: {cause})", "清单第 {line} 行：{cause}"),
    "page-keys": ("Keys: / searches, n and p go to the next and the previous case.", "按键：/ 搜索，n 和 p 跳到下一个、上一个用例。"),
    "page-search": ("Search names, titles and rules", "搜索编号、标题、规则"), "page-status": ("status", "状态"), "page-any": ("all", "全部"),
    "page-shown": ("{{shown}} of {{all}} shown", "显示 {{all}} 个中的 {{shown}} 个"),
    "page-open-all": ("Open all", "全部展开"), "page-close-all": ("Close all", "全部收起"), "page-clear": ("Clear", "清除"),
    "page-only-named": ("{n:further case} not drawn here, to keep the page small (shengji-conformance show CASE draws one)",
                        "另有 {n} 个用例没有画出，以免网页过大（可用 shengji-conformance show 用例编号 查看）"),
    "page-left-out": ("{n:case} more fail and are not listed here; the JSON report (--json) has them all.", "还有 {n} 个用例没有通过，这里没有列出；JSON 报告（--json）里都有。"),
    "page-rule-sets": ("{n:rule set}", "{n} 种玩法"), "page-under": ("Under {names}:", "在 {names} 下："),
    "page-under-more": ("Under {names} and {n} more:", "在 {names} 等另外 {n} 种玩法下："),
    "page-other-answers": ("Under {n:further rule set} yet other answers came; the JSON report has them.", "在另外 {n} 种玩法下还有其他回答，见 JSON 报告。"),
    "page-answer-too-long": ("wrong answer, {n} bytes long; it begins: {text}", "回答不对，长 {n} 字节，开头是：{text}"),
    "page-written": ("{file} written", "已写入 {file}"),
    "page-other-corpus": ("The run asked corpus {theirs}; the positions here are those of corpus {ours}.", "运行所用语料库是 {theirs}，这里的局面取自语料库 {ours}。"),
    "page-no-such-case": ("This corpus does not have the case as it was asked, so that its position cannot be shown.", "这个语料库里没有这个用例（或已改动），无法显示局面。"),
    "page-differs": ("differs", "不同"), "page-same": ("the same", "相同"), "page-also-right": ("Also right:", "以下回答也对："),
    "page-file": ("file", "文件"), "page-request": ("The request as it is sent", "实际发送的请求"), "page-copy": ("Copy", "复制"),
    # the table
    "page-level": ("Level", "打"), "page-trump": ("Trump", "主"), "page-hand": ("Hand", "手牌"), "jokers": ("jokers", "王"),
    "page-other": ("another player", "其他玩家"), "page-leader": ("leader", "首家"), "page-follower": ("the player who follows", "跟牌的玩家"),
    "page-after-leader": ("player {n} after the leader", "首家之后第 {n} 家"), "page-play": ("play {n}", "第 {n} 手"), "page-leads": ("leads", "首出"),
    "page-takes-it": ("takes it, {who}", "{who}，此家赢"), "page-by-the-rules": ("by the rules", "按规则"), "page-by-the-answer": ("says the answer", "按实得回答"),
    "page-takes-trick": ("takes the trick", "赢这一墩"), "page-legal-plays": ("legal plays", "合法的跟法"), "page-nth": ("{n}.", "{n}."),
    "page-led-group": ("the led suit", "首出的这一门"), "page-owed-of-these": ("{n:card} of these owed", "须跟其中 {n} 张"),
    "page-owed-with-pairs": ("{n:card} of these owed, {pairs:pair} among them", "须跟其中 {n} 张，其中 {pairs} 对"),
    "page-before": ("the trick before", "上一墩"), "page-now": ("now", "现在"), "page-side-0": ("seats 0 and 2", "0、2 号位"), "page-side-1": ("seats 1 and 3", "1、3 号位"),
    "page-dealer": ("dealer", "庄家"), "page-took-kitty": ("has the kitty", "拿底牌"), "page-draws-first": ("draws first", "先摸"), "page-declined": ("gave up", "放弃亮主"),
    "page-tries": ("tries", "想出"), "page-wants-to-pass": ("wants to pass", "想不反"), "page-passed": ("{n}. passed", "{n}. 不反"),
    "page-number-of-cards": ("{n:card}", "{n} 张"), "page-points": ("{n:point}", "{n} 分"),
    "page-points-and-trumps": ("{n:card}: {points:point}, {trumps:trump}", "{n} 张：{points} 分，{trumps} 张主牌"),
    "page-stakes": ("stakes {n}, {who}", "{who}，积分 {n}"), "page-ratings": ("ratings {n}, {who}", "{who}，等级分 {n}"),
    "page-failed-throws": ("{n:failed throw}", "甩牌失败 {n} 次"), "page-left": ("left the game", "逃跑"),
    "page-event": ("event {n}: {what}", "第 {n} 步：{what}"),
    "page-does-declare": ("declares", "亮主"), "page-does-decline": ("gives up declaring", "放弃亮主"), "page-does-redeal": ("asks for a new deal", "要求重发"), "page-does-lot": ("is drawn as dealer", "抽签坐庄"),
    "page-does-counter": ("counters", "反主"), "page-does-pass": ("passes", "不反"), "page-does-bury": ("buries", "扣底"), "page-does-play": ("plays", "出牌"),
    "mark-owed": ("must be played", "必须出"), "mark-wrong": ("✗ may not", "✗ 不可以"), "mark-tried": ("tried", "想出"),
    "mark-counts": ("counts as the lead", "算出这些"), "mark-beats": ("higher", "更大"),
}
