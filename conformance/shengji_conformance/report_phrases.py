"""The catalogue's part for reports that people read: the summary for a CI, and what `report` makes of reports.

Law of this file: data only, as in `phrases`, which holds the rest.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

__all__ = ["REPORT"]

#: the summary for a CI
REPORT = {
    "md-facts": ("implementation: {name}; corpus {corpus}, tier {tier}; {seconds} s", "实现：{name}；语料库 {corpus}，{tier} 档；{seconds} 秒"),
    "md-nobody": ("(it never said its name)", "（没有报出名字）"),
    "md-failing": ("Failing cases", "没有通过的用例"),
    "md-more": ("… and {n:more failing case}; the JSON report (--json) has all.", "……还有 {n} 个用例没有通过；JSON 报告（--json）里有全部。"),
    "md-cut": ("… cut here; the JSON report (--json) has all of it", "……从这里截断；JSON 报告（--json）里有全文"),
    "md-complaints": ("Breaches of the protocol, and remarks", "违反协议之处和提示"),
    "md-reasons": ("Not answered", "没有回答的"),
}
