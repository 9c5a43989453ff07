"""What is said of a deal, in both languages.

Law of this file: sentences only, side by side; who says which, and when, is the business of `narrate`.
"""

# ruff: noqa: E501, RUF001
# fmt: off

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["LANGUAGES", "PHRASES", "SEATS"]

LANGUAGES = ("en", "zh")

#: names of the seats where a record has none, in playing order, by direction
SEATS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "counterclockwise": ("East", "North", "West", "South"),
        "clockwise": ("East", "South", "West", "North"),
    },
    "zh": {
        "counterclockwise": ("东家", "北家", "西家", "南家"),
        "clockwise": ("东家", "南家", "西家", "北家"),
    },
}

#: by key: English, Chinese
PHRASES: Mapping[str, tuple[str, str]] = {
    # pieces
    "and": (" and ", "、"),
    "comma": (", ", "、"),
    "note-comma": (", ", "，"),
    "note-semicolon": ("; ", "；"),
    "plus": (" + ", " + "),
    "minus": (" - ", " - "),
    "points": ("{n} points", "{n} 分"),
    "suit-trump": ("trump {suit}, level {level}", "打 {level}，主花色 {suit}"),
    "no-trump": ("no trump, level {level}", "打 {level}，无主"),
    "no-trump-level": ("the no-trump level", "打无主"),
    # shapes
    "single": ("single", "单张"),
    "pair": ("pair", "对子"),
    "triple": ("triple", "三张"),
    "tractor": ("tractor of {n}", "{n}连对拖拉机"),
    "titanic": ("titanic of {n}", "{n}连三张"),
    "times": ("{n} {shape}s", "{n}个{shape}"),
    "times-run": ("{n} × {shape}", "{n}个{shape}"),
    "throw": ("throw: {shapes}", "甩牌：{shapes}"),
    # before the deal
    "seats": ("{seats} · {sides}", "{seats} · {sides}"),
    "against": ("{one} against {other}", "{one}对{other}"),
    "played-under": (
        "The record names {stated}; it is played by {variant}.",
        "牌局记录写的是 {stated}，此处按 {variant} 打。",
    ),
    "deal": ("Deal {n}", "第 {n} 局"),
    "levels-equal": ("both sides at level {level}", "双方都打 {level}"),
    "levels-differ": (
        "{one} at level {level}, {other} at level {level_of_other}",
        "{one}打 {level}，{other}打 {level_of_other}",
    ),
    "first-deal": ("no dealer yet", "尚无庄家"),
    "dealer-is": ("{who} deals", "{who}坐庄"),
    "draws-first": ("{who} draws first", "{who}先摸牌"),
    "cards-heading": ("The cards, trumps first", "各家手牌（主牌在前）"),
    "kitty": ("kitty", "底牌"),
    # the draw
    "declares": (
        "{who} declares {cards}{drawn}: {contract}",
        "{who}亮主 {cards}{drawn}：{contract}",
    ),
    "overcalls": (
        "{who} overcalls with {cards}{drawn}: {contract}",
        "{who}反亮 {cards}{drawn}：{contract}",
    ),
    "reinforces": (
        "{who} reinforces with {cards}{drawn}: {contract}",
        "{who}自保，亮 {cards}{drawn}：{contract}",
    ),
    "backs": (
        "{who} backs the partner with {cards}{drawn}: {contract}",
        "{who}帮对家保，亮 {cards}{drawn}：{contract}",
    ),
    "self-counters": (
        "{who} changes over to {cards}{drawn}: {contract}",
        "{who}自反，亮 {cards}{drawn}：{contract}",
    ),
    "drawn-one": (" after the first card", "（刚摸 1 张时）"),
    "drawn": (" after {n} cards", "（共摸 {n} 张时）"),
    "dealer-so-far": ("; {who} is dealer as it stands", "，{who}暂为庄家"),
    "declines": ("{who} gives up declaring.", "{who}放弃亮主。"),
    "redeal-nobody": (
        "Nobody declares, and the cards are dealt again.",
        "无人亮主，重新洗牌、摸牌。",
    ),
    "redeal-asked": (
        "{who} calls for a new deal, with {points} points in hand.",
        "{who}要求重新洗牌、摸牌（手中 {points} 分）。",
    ),
    "nobody-declares": ("Nobody declares: {contract}", "无人亮主：{contract}"),
    "kitty-turned": (
        "Nobody declares. The kitty is turned, {cards}: {contract}",
        "无人亮主，翻底 {cards}：{contract}",
    ),
    "becomes-dealer": ("; {who} is dealer", "，{who}坐庄"),
    "kitty-shown": ("The kitty is shown to all: {cards}.", "底牌亮给各家看：{cards}。"),
    "lot": ("Chance makes {who} dealer.", "抽签，{who}坐庄。"),
    # the kitty and countering
    "takes-up": (
        "{who} takes up the kitty, {cards} ({points} points).",
        "{who}拿起底牌 {cards}（{points} 分）。",
    ),
    "buries": (
        "{who} buries {cards} ({points} points).",
        "{who}扣底 {cards}（{points} 分）。",
    ),
    "takes-up-buries": (
        "{who} takes up the kitty and buries {cards} ({points} points).",
        "{who}拿起底牌，重新扣底 {cards}（{points} 分）。",
    ),
    "counters": ("{who} counters with {cards}: {contract}", "{who}反主，亮 {cards}：{contract}"),
    "takes-the-deal": ("; {who} takes the deal", "，改由{who}坐庄"),
    "passes": ("{who} passes.", "{who}不反。"),
    "pass": ("{who} pass.", "{who}不反。"),
    "stop": (".", "。"),
    # the play
    "holds-the-deal": (
        "{contract}: {dealer} deals with {partner}; {attackers}",
        "{contract}：{dealer}坐庄，对家{partner}；闲家{attackers}",
    ),
    "need": (" need {n} points.", "，{n} 分上台。"),
    "need-nothing": (" attack.", "。"),
    "tricks": (
        "› leads   * wins   (points) stay with the dealer side",
        "› 首出   * 得牌   括号内的分归庄家方",
    ),
    "column-points": ("points", "分"),
    "column-total": ("attackers", "闲家"),
    "ruffs": ("{who} ruffs", "{who}毙"),
    "over-ruffs": ("{who} over-ruffs", "{who}盖毙"),
    "under-ruffs": ("{who} ruffs too low", "{who}毙小了"),
    "throw-failed": (
        "{who} tries {cards} ({shapes}). {beaten}, so {played} must be played.",
        "{who}想甩 {cards}（{shapes}），但{beaten}；甩牌失败，只能出 {played}。",
    ),
    "beaten": ("{who} can beat {parts}", "{who}能大过 {parts}"),
    "penalty-gained": (" The attackers gain {n} points by it.", "闲家因此得 {n} 分。"),
    "penalty-lost": (" The attackers lose {n} points by it.", "闲家因此失 {n} 分。"),
    "penalty-stake": (" It costs half the base stake.", "罚底金的一半。"),
    # the end of a deal
    "kitty-held": (
        "{who} wins the last trick, so the kitty stays with the dealer side: {cards} ({points} points).",
        "{who}赢最后一轮，保住底牌 {cards}（{points} 分）。",
    ),
    "kitty-dug": (
        "{who} wins the last trick, and the attackers dig the kitty, {cards}: {points} × {factor} = {dug} points.",
        "{who}赢最后一轮，闲家抠底 {cards}：{points} 分 × {factor} = {dug} 分。",
    ),
    "total": ("The attackers have {n} points.", "闲家共得 {n} 分。"),
    "sum": ("The attackers have {parts} = {total} points.", "闲家得分：{parts} = {total} 分。"),
    "from-tricks": ("{n} in tricks", "各轮 {n}"),
    "from-penalties": ("{n} by penalties", "罚分 {n}"),
    "from-kitty": ("{n} from the kitty", "底牌 {n}"),
    "hold": ("The dealer side holds the deal", "庄家方守住"),
    "take-over": ("The attackers take over", "闲家上台"),
    "rise": ("{result}, worth {n} levels: {levels}.", "{result}，可升 {n} 级：{levels}。"),
    "rise-one": ("{result}, worth 1 level: {levels}.", "{result}，可升 1 级：{levels}。"),
    "rise-none": ("{result}, worth no level: {levels}.", "{result}，不升级：{levels}。"),
    "level-stays": ("{side} stay at {level}", "{side}仍打 {level}"),
    "level-moves": ("{side} go from {level} to {new}", "{side}由 {level} 升到 {new}"),
    "level-drops": ("{side} go back from {level} to {new}", "{side}由 {level} 回到 {new}"),
    "held-by-rule": (" (held there by the rules)", "（按规则停在此级）"),
    "next-dealer": ("{who} deals next.", "下一局{who}坐庄。"),
    "match-won": ("{side} win the match.", "{side}赢得整场。"),
    "stakes": ("Stakes (base {base}): {by_seat}.", "积分（底金 {base}）：{by_seat}。"),
    "no-stakes": ("Stakes (base {base}): nothing changes hands.", "积分（底金 {base}）：无输赢。"),
    "ratings": ("Ratings: {by_seat}.", "等级分：{by_seat}。"),
    # what a record does not have, or has wrong
    "unfinished": (
        "The record ends here, and the deal is not finished: {next}",
        "记录到此为止，这一局尚未打完：{next}",
    ),
    "next-draw": ("the cards are drawn.", "正在摸牌亮主。"),
    "next-lot": ("chance is to name the dealer.", "待抽签定庄。"),
    "next-bury": ("{who} is to bury.", "待{who}扣底。"),
    "next-counter": ("{who} may counter or pass.", "轮到{who}反主或不反。"),
    "next-no-counter": ("countering is over, and {who} is to lead.", "反主已毕，待{who}首出。"),
    "next-lead": (
        "{who} is to lead to trick {n}; the attackers have {total} points.",
        "待{who}首出第 {n} 轮；闲家已得 {total} 分。",
    ),
    "next-follow": (
        "{who} is to follow in trick {n}; the attackers have {total} points.",
        "第 {n} 轮待{who}跟牌；闲家已得 {total} 分。",
    ),
    "goes-on": (
        "This deal is not finished, and the record goes on with another.",
        "这一局尚未打完，记录却接着记下一局。",
    ),
    "states": (
        "{place}: the record states {key} {stated}; it comes to {found}.",
        "{place}：记录所写 {key} 为 {stated}，实为 {found}。",
    ),
    "states-unfinished": (
        "{place}: the record states {key}, and the deal is not finished.",
        "{place}：记录写有 {key}，而这一局尚未打完。",
    ),
    "states-illegal": (
        "{place}: the record says that event {event} breaks {rule}; {found}.",
        "{place}：记录说事件 {event} 违反 {rule}；{found}。",
    ),
    "found-legal": ("no event is illegal", "并无不合法的事件"),
    "found-illegal": (
        "the first illegal event is {event}, by {rule}",
        "首个不合法的是事件 {event}，依 {rule}",
    ),
    "as-stated": ("So the record says itself.", "与记录所写相符。"),
    "agrees": ("The results that the record states agree.", "记录所写的结果与此相符。"),
    # the illegal event
    "illegal": ("Illegal: event {n} of the deal, {place}", "不合法：本局事件 {n}，{place}"),
    "in-line": ("line {line} of {file}", "{file} 第 {line} 行"),
    "at-line": ("Line {line} of {file}", "{file} 第 {line} 行"),
    "act-declare": ("{who} declares {cards}", "{who}亮主 {cards}"),
    "act-decline": ("{who} gives up declaring", "{who}放弃亮主"),
    "act-redeal": ("{who} has the cards dealt again", "{who}要求重新摸牌"),
    "act-redeal-nobody": (
        "the cards are dealt again because nobody declared",
        "因无人亮主重新摸牌",
    ),
    "act-lot": ("chance makes {who} dealer", "抽签定{who}坐庄"),
    "act-counter": ("{who} counters with {cards}", "{who}反主，亮 {cards}"),
    "act-pass": ("{who} passes", "{who}不反"),
    "act-bury": ("{who} buries {cards}", "{who}扣底 {cards}"),
    "act-play": ("{who} plays {cards}", "{who}出 {cards}"),
    "label-hand": ("hand", "手牌"),
    "label-led": ("led", "首出"),
    "label-standing": ("stands", "现主"),
    "label-owed": ("owed", "应出"),
    "label-missing": ("missing", "手中没有"),
    "label-turn": ("turn", "轮到"),
    "label-taker": ("may bury", "可扣底"),
    "label-phase": ("stage", "阶段"),
    "label-against": ("not allowed", "不许"),
    "label-beaten": ("beaten", "被大过"),
    "label-drawn": ("drawn", "已摸"),
    "label-rule": ("rule", "规则"),
    "label-source": ("source", "出处"),
    "label-under": ("under", "玩法"),
    "cards": ("cards: {n}", "{n} 张"),
    "cards-of": ("cards of {group}: {n}", "{group} {n} 张"),
    "nobody": ("nobody", "无人"),
    "shaped": ("{cards} ({shape})", "{cards}（{shape}）"),
    "by": ("{cards} of {who}", "{who}的 {cards}"),
    "phase-draw": ("the draw", "摸牌亮主"),
    "phase-lot": ("the lot for the dealer", "抽签定庄"),
    "phase-bury": ("the burial", "扣底"),
    "phase-counter": ("countering", "反主"),
    "phase-play": ("the play", "出牌"),
    "phase-over": ("the deal is over", "本局已结束"),
    # several deals
    "summary": ("The deals", "各局"),
    "column-deal": ("deal", "局"),
    "column-dealer": ("dealer", "庄家"),
    "column-contract": ("trump", "主"),
    "column-result": ("result", "结果"),
    "column-levels": ("levels after", "之后的级"),
    "result-hold": ("dealer side +{n}", "庄家方 +{n}"),
    "result-take": ("attackers +{n}", "闲家上台 +{n}"),
    "trump-short": ("{suit} {level}", "{suit} {level}"),
    "no-trump-short": ("NT {level}", "无主 {level}"),
    "not-finished": ("not finished", "未打完"),
    "match-open": ("The match is not over; {who} deals next.", "整场尚未结束，下一局{who}坐庄。"),
}
