"""The catalogue's third part: what is said while a case is made smaller, and of what is left.

Law of this file: data only, as in `phrases`.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

__all__ = ["SHRINK"]

#: making a case smaller
SHRINK = {
    "crash": ("{said}", "{said}"),
    "silence": ("{said}", "{said}"),
    "oracle-gone": ("the oracle cannot be asked: {said}", "无法询问 oracle：{said}"),
    "oracle-does-not-know": ("the oracle does not know {question}", "oracle 不会回答 {question}"),
    "oracle-fails": ("the oracle gave no answer: {said}", "oracle 没有回答：{said}"),
    "oracle-disagrees": ("the oracle gives another answer", "oracle 的回答不同"),
    "shrinking": ("{case} fails under {variant} with {cards:card}: making it smaller …", "{case} 在 {variant} 下没有通过，共 {cards} 张牌：正在缩小……"),
    "shrunk-step": ("{cards:card}, {asked} of at most {limit:position} asked", "{cards} 张牌，已问 {asked} 个局面，至多 {limit} 个"),
    "does-not-fail": ("{case} does not fail under {variants}: there is nothing to make smaller", "{case} 在 {variants} 下没有出错，无需缩小"),
    "reference-unsure": ("{case}: the reference implementation does not give the expected answer under {variant}, so it cannot say what is right in smaller positions",
                         "{case}：参考实现在 {variant} 下给不出应有的回答，因此无法判断更小局面的正确答案"),
    "reference-gone": ("the reference implementation cannot be asked: {said}", "无法询问参考实现：{said}"),
    "filed-head": ("smaller than {case}, which fails under {variant} ({before:card}, now {after}; {asked:position} asked)",
                   "由 {case} 缩小而来，该用例在 {variant} 下没有通过（原有 {before} 张牌，现有 {after} 张；问了 {asked} 个局面）"),
    "filed-file": ("its place is corpus/{file}", "应归入 corpus/{file}"),
    "filed-got": ("answered instead: {got}", "实得：{got}"),
    "filed-why": ("failure: {why}", "错误：{why}"),
    "filed-confirmed": ("the expected answer is the reference's, and the oracle confirms it", "应有的回答来自参考实现，并经 oracle 确认"),
    "filed-unconfirmed": ("the expected answer is the reference's alone: {why}", "应有的回答只来自参考实现：{why}"),
    "filed-faces": ("faces of equal strength in the answer are as right: list them under one-of", "回答中大小相同的其他牌同样正确：请列入 one-of"),
    "filed-when": ("`when` is that of the larger case: python -m tools.check_corpus says which would do", "when 沿用原用例：可用 python -m tools.check_corpus 核对"),
    "filed-when-open": ("no option is named: python -m tools.check_corpus says on which the answer depends", "没有写 when：可用 python -m tools.check_corpus 查明回答取决于哪些选项"),
    "filed-rule": ("the rule is that of the larger case: name the one that this is about", "rule 沿用原用例：请改成相关的规则"),
    "filed-interrupted": ("interrupted: this is the smallest position found by then", "被中断：这是当时找到的最小局面"),
    "filed-exhausted": ("the limit was reached; --limit N asks more", "已到上限；--limit N 可以多问"),
    "filed-stopped": ("the search ended early: {why}", "搜索提前结束：{why}"),
    "filed-unsteady": ("a fresh process that is asked nothing else answers it right: the failure depends on what came before", "单独问一个新进程时回答正确：错误与之前的问题有关"),
    "filed-disputed": ("reference and oracle disagree about {n:position} that came up; the first: {question} {given}", "途中有 {n} 个局面参考实现与 oracle 意见不一，第一个：{question} {given}"),
    "filed-event": ("it is what event {n} of the deal asks", "这是牌局第 {n} 号事件所问的"),
}
