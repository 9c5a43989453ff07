"""
What a generated case is filed under, and what it says of itself in both languages.

Law of this file: a refusal belongs to the rule it names; any other answer to the first rule of a list that
exists under the options. A title is one sentence made of the stand, the family of the position and the
answer; it says nothing that the case does not hold.
"""

# ruff: noqa: RUF001
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shengji_spec.values import Spec

from tools.positions.family import Family
from tools.positions.pack import layout
from tools.sides import engine

__all__ = ["rule_of", "title_of"]

Given = Mapping[str, Any]
Answer = Mapping[str, Any]
Words = tuple[str, str]

#: where an answer belongs that no position decides
PLAIN: Mapping[str, Sequence[str]] = {
    "judge_redeal": ("deal.redeal",),
    "judge_counter": ("counter.stronger", "counter.window"),
    "judge_burial": ("bury.count",),
    "advance": ("levels.table",),
    "settle": ("settle.stakes",),
    "resolve_no_bid": ("declare.no-bid",),
}
#: by the type of the one component of a lead
FOLLOWS: Mapping[str, Sequence[str]] = {
    "single": ("follow.suit",),
    "pair": ("follow.pair", "follow.no-structure"),
    "tractor": ("follow.tractor", "follow.no-structure"),
    "triple": ("follow.triple", "follow.suit"),
    "titanic": ("follow.titanic", "follow.triple", "follow.suit"),
}
SUITS: Mapping[str | None, Words] = {
    "S": ("spades trump", "黑桃主"),
    "H": ("hearts trump", "红心主"),
    "C": ("clubs trump", "梅花主"),
    "D": ("diamonds trump", "方块主"),
    None: ("no trump suit", "无主"),
}
SEATS: Sequence[Words] = (
    ("the leader wins", "首家大"),
    ("the second hand wins", "第二家大"),
    ("the third hand wins", "第三家大"),
    ("the fourth hand wins", "第四家大"),
)

# --- the rule ------------------------------------------------------------------------------------


def rule_of(
    spec: Spec, options: Mapping[str, Any], question: str, given: Given, answer: Answer
) -> str:
    """Return the rule of a case."""
    named = answer.get("rule")
    if isinstance(named, str):
        return named
    choices = _rules(options, question, given, answer)
    return next(rule for rule in choices if spec.rules[rule].applies(options))


def _rules(
    options: Mapping[str, Any], question: str, given: Given, answer: Answer
) -> Sequence[str]:
    if question in PLAIN:
        return PLAIN[question]
    if question in ("judge_follow", "count_follows"):
        return _follow(options, given)
    if question == "judge_lead":
        return _lead(options, given, answer)
    if question == "judge_trick":
        return _trick(options, given, answer)
    return (_rule(question, given, answer),)


def _rule(question: str, given: Given, answer: Answer) -> str:
    if question == "order_cards":
        return "cards.trump-order" if given["trump"] else "cards.no-trump"
    if question == "classify":
        return _of_components([part["type"] for part in answer["components"]])
    if question == "judge_declaration":
        return "declare.stronger" if given["history"] else "declare.ladder"
    assert question == "score_deal"
    return "score.multiplier" if answer["last_trick_side"] == "attackers" else "score.total"


def _types(options: Mapping[str, Any], given: Given, cards: Sequence[str]) -> list[str]:
    """Return the types of the components of cards of one group."""
    at = {"level": given["level"], "trump": given["trump"], "cards": list(cards)}
    return [part["type"] for part in engine(options, "classify", at).get("components", ())]


def _of_components(types: Sequence[str]) -> str:
    return f"shapes.{types[0]}" if len(types) == 1 else "shapes.decomposition"


def _lead(options: Mapping[str, Any], given: Given, answer: Answer) -> Sequence[str]:
    if not answer["stands"]:
        return ("lead.forced",)
    if len(_types(options, given, given["cards"])) == 1:
        return ("lead.single-component",)
    return ("lead.throw-stands", "lead.throw-groups")


def _follow(options: Mapping[str, Any], given: Given) -> Sequence[str]:
    group = layout(options, given["level"], given["trump"]).group_of
    lead = group[given["lead"][0]]
    held = sum(group[card] == lead for card in given["hand"])
    if held <= len(given["lead"]):
        return ("follow.short",) if held else ("follow.void",)
    types = _types(options, given, given["lead"])
    return FOLLOWS[types[0]] if len(types) == 1 else ("follow.throw", "follow.suit")


def _trick(options: Mapping[str, Any], given: Given, answer: Answer) -> Sequence[str]:
    stand = layout(options, given["level"], given["trump"])
    groups = [{stand.group_of[card] for card in play} for play in given["plays"]]
    ruffs = sum(group == {"T"} for group in groups[1:])
    thrown = len(_types(options, given, given["plays"][0])) > 1
    if groups[0] == {"T"} or not ruffs:
        return ("trick.throw-in-suit",) if thrown else ("trick.highest",)
    if answer["winner"] and groups[answer["winner"]] == {"T"}:
        return ("trick.ruff",) if ruffs == 1 else ("trick.ruff-compare", "trick.ruff")
    return ("trick.ruff-structure", "trick.ruff")


# --- the title -----------------------------------------------------------------------------------


def title_of(question: str, family: Family, given: Given, answer: Answer) -> dict[str, str]:
    """Return what a case is about."""
    ended = ENDS[question](answer) if question in ENDS else _judged(question, answer)
    if question == "settle":
        about = LEFT if given.get("leaver") is not None else SETTLED
        en, zh = f"Base {given['base']}: {about[0]}", f"底分{given['base']}：{about[1]}"
    elif "trump" in given:
        trump = SUITS[given["trump"]]
        en = f"Level {given['level']}, {trump[0]}: {family.en}"
        zh = f"打{given['level']}，{trump[1]}：{family.zh}"
    else:
        en, zh = f"Deal {given['deal']}: {family.en}", f"第{given['deal']}局：{family.zh}"
    return {"en": f"{en}; {ended[0]}", "zh": f"{zh}，{ended[1]}"}


LEFT: Words = ("somebody leaves", "有人逃跑")
SETTLED: Words = ("a deal is over", "一局结束")
#: what a player tried
TRIED: Mapping[str, Words] = {
    "judge_follow": ("the play", "此跟"),
    "judge_lead": ("the lead", "此首出"),
    "judge_declaration": ("the bid", "此亮主"),
    "judge_counter": ("the step", "此步"),
    "judge_burial": ("the burial", "此扣底"),
}


def _ordered(answer: Answer) -> Words:
    number = len(answer["groups"])
    return f"their order in {number} group{'s'[: number != 1]}", f"分{number}门排大小"


def _classified(answer: Answer) -> Words:
    if not answer["legal"]:
        return "they are of several groups", "不属同一门"
    number = len(answer["components"])
    return f"{number} component{'s'[: number != 1]}", f"拆成{number}个牌型"


def _counted(answer: Answer) -> Words:
    number = answer["count"]
    en = f"{number} plays are legal" if number != 1 else "one play is legal"
    return en, f"合规的跟法有{number}种"


def _redealt(answer: Answer) -> Words:
    return ("a redeal is allowed", "可以重发") if answer["allowed"] else ("no redeal", "不得重发")


def _advanced(answer: Answer) -> Words:
    if answer["match_over"]:
        return "the match is over", "全局结束"
    levels = answer["change"]["levels"]
    plural = "level" if levels == 1 else "levels"
    if answer["change"]["side"] == "dealer":
        return f"the dealer's side is owed {levels} {plural}", f"庄家应升{levels}级"
    if not levels:
        return "the attackers take over", "闲家上台"
    return f"the attackers are owed {levels} {plural}", f"闲家应升{levels}级"


def _judged(question: str, answer: Answer) -> Words:
    en, zh = TRIED[question]
    if not answer["legal"]:
        return f"{en} is refused", f"{zh}不合规"
    if question == "judge_lead" and not answer["stands"]:
        return f"{en} fails", f"{zh}不成立"
    return (f"{en} stands", f"{zh}成立") if "stands" in answer else (f"{en} is legal", f"{zh}合规")


#: by question: what an answer says
ENDS: Mapping[str, Callable[[Answer], Words]] = {
    "order_cards": _ordered,
    "classify": _classified,
    "count_follows": _counted,
    "judge_trick": lambda answer: SEATS[answer["winner"]],
    "judge_redeal": _redealt,
    "resolve_no_bid": lambda answer: SUITS[answer["trump"]],
    "score_deal": lambda answer: (f"{answer['total']} points in all", f"共{answer['total']}分"),
    "advance": _advanced,
    "settle": lambda _: ("what each gets", "各家得失"),
}
