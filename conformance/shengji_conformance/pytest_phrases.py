"""The catalogue's part for pytest: what its users did wrong, and how a session ended.

Law of this file: data only, as in `phrases`.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

__all__ = ["PYTEST"]

PYTEST = {
    "pytest-whom": ('shengji_conformance: whom to ask? Give --shengji-adapter "COMMAND" or --shengji-engine package.module:object (in the ini file: shengji_adapter, shengji_engine)',
                    'shengji_conformance：问谁？请给出 --shengji-adapter "命令" 或 --shengji-engine 包.模块:对象（配置文件里是 shengji_adapter、shengji_engine）'),
    "pytest-both": ("{first} and {second} are both given: one of them can be asked", "同时给了 {first} 和 {second}：只能问其中一个"),
    "pytest-not-collected": ("{option} is given, but no case is collected: add --pyargs shengji_conformance", "给了 {option}，但没有收集任何用例：请加上 --pyargs shengji_conformance"),
    "pytest-no-node": ("{text}: no selected case has this id under this variant", "{text}：所选用例里，这个玩法下没有这个编号"),
    "pytest-no-node-but": ("{text}: no selected case has this id under this variant; did you mean {near}?", "{text}：所选用例里，这个玩法下没有这个编号；是不是 {near}？"),
    "pytest-no-number": ("shengji_timeout: {text} is no number of seconds above 0", "shengji_timeout：{text} 不是大于 0 的秒数"),
    "no-choice": ("--{name} {text}: there are {all}", "--{name} {text}：只有 {all}"),
    "no-choice-but": ("--{name} {text}: there are {all}; did you mean {near}?", "--{name} {text}：只有 {all}；是不是 {near}？"),
    "pytest-no-folder": ("shengji_{name}: {text} is no folder", "shengji_{name}：{text} 不是文件夹"),
    "pytest-no-file": ("shengji_{name}: {text} is no file", "shengji_{name}：{text} 不是文件"),
    "pytest-no-day": ("SHENGJI_TODAY: {text} is no day; write it as 2026-12-31", "SHENGJI_TODAY：{text} 不是日期；请写成 2026-12-31"),
    "pytest-quotes": ("{option} {text}: a quotation mark is not closed", "{option} {text}：引号没有配对"),
    "pytest-nobody": ("{option}: the command is empty", "{option}：命令是空的"),
    "pytest-none-supported": ("The implementation supports none of {n:question}: nothing was tested.", "{n} 题实现一题也不支持：什么也没有测到。"),
    "pytest-not-run": ("{n:question} not asked (see the errors above).", "{n} 题没有问（见上面的错误）。"),
    "pytest-complaints": ("The adapter broke the protocol (see above).", "适配器违反了协议（见上）。"),
    "pytest-known": ("{place}: known {status}: {why}", "{place}：已知的{status}：{why}"),
    "pytest-known-why": ("{cause}; {text}", "{cause}；{text}"),
    "pytest-ledger": ("The ledger is out of date: {n:thing} to mend in it.", "清单该更新了：有 {n} 处要改。"),
    "pytest-skipped": ("{status}: {why}", "{status}：{why}"),
    "engine-spelling": ("--shengji-engine {text}: write it as package.module:object", "--shengji-engine {text}：请写成 包.模块:对象"),
    "engine-no-module": ("--shengji-engine {text}: there is no module {name}; the folder that holds it has to be on sys.path (pytest's ini option `pythonpath` puts it there)",
                         "--shengji-engine {text}：没有模块 {name}；它所在的文件夹要在 sys.path 里（pytest 的配置项 `pythonpath` 可以加上）"),
    "engine-import": ("--shengji-engine {text}: the import of {name} fails: {error}", "--shengji-engine {text}：导入 {name} 时出错：{error}"),
    "engine-no-object": ("--shengji-engine {text}: there is no {name}", "--shengji-engine {text}：没有 {name}"),
    "engine-no-object-but": ("--shengji-engine {text}: there is no {name}; did you mean {near}?", "--shengji-engine {text}：没有 {name}；是不是 {near}？"),
    "engine-not-callable": ("--shengji-engine {text}: this is not callable; it has to take a method and its params", "--shengji-engine {text}：这个对象不可调用；它应当接受问题名和参数"),
    "engine-raised": ("the engine raised {error}\n{trace}", "引擎抛出了 {error}\n{trace}"),
    "engine-no-json": ("not an answer: what the engine returned is no JSON: {why}", "不是回答：引擎返回的值不是 JSON：{why}"),
}
