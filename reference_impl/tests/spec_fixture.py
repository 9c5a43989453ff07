"""
A small specification and corpus, whole and right, for tests to break one thing at a time.

Law of this file: `write_spec` and `write_cases` write what is here with some texts exchanged; nothing is read
from the real `spec/`.
"""

from __future__ import annotations

from pathlib import Path

SPEC = {
    "options/cards.yaml": """\
chapter: cards
options:
  - key: cards.decks
    title: {en: Decks, zh: 副数}
    en: How many decks are there?
    zh: 用几副牌
    base: 2
    values:
      - {value: 2, en: two, zh: 两副, sources: [S1]}
      - {value: 1, en: one, zh: 一副, sources: [S1]}
      - {value: 3, en: three, zh: 三副, sources: [S1]}
      - {value: 4, en: four, zh: 四副, sources: [S1]}
  - key: cards.jokers
    title: {en: Jokers, zh: 王}
    en: Are there jokers?
    zh: 有没有王
    base: two-per-deck
    values:
      - {value: two-per-deck, en: two, zh: 两张, sources: [S1]}
      - {value: none, en: none, zh: 没有, sources: []}
  - key: cards.removed
    title: {en: Removed, zh: 去牌}
    en: Are cards taken out?
    zh: 去掉哪些牌
    base: none
    values:
      - {value: none, en: none, zh: 不去, sources: [S1]}
      - {value: red-fives, en: the red fives, zh: 去红五, sources: [BOOK]}
""",
    "options/declare.yaml": """\
chapter: declare
options:
  - key: declare.ladder
    title: {en: Ladder, zh: 阶梯}
    en: Which bids are there?
    zh: 有哪些亮主
    base: short
    table: ladders
""",
    "options/follow.yaml": """\
chapter: follow
options:
  - key: follow.pairs
    title: {en: Pairs, zh: 对子}
    en: Is a pair owed?
    zh: 必须出对子吗
    base: must
    values:
      - {value: must, en: a pair, zh: 对子, sources: [S1.1]}
      - {value: free, en: anything, zh: 任意, sources: [BOOK]}
  - key: follow.triples
    title: {en: Triples, zh: 三张}
    en: Is a triple owed?
    zh: 必须出三张吗
    base: true
    applies: {cards.decks: [3, 4], follow.pairs: must}
    values:
      - {value: true, en: a triple, zh: 三张, sources: [S1.2]}
      - {value: false, en: no triple, zh: 不必, sources: [BOOK]}
  - key: follow.order
    title: {en: Order, zh: 次序}
    en: Which comes first?
    zh: 先出什么
    base: long
    applies: {follow.triples: true}
    values:
      - {value: long, en: the longest, zh: 最长的, sources: [S1]}
      - {value: wide, en: the widest, zh: 最宽的, sources: [BOOK]}
""",
    "options/levels.yaml": """\
chapter: levels
options:
  - key: levels.table
    title: {en: Table, zh: 分数表}
    en: Which table counts?
    zh: 用哪张表
    base: eighty
    table: scoring
  - key: levels.no-trump
    title: {en: No-trump level, zh: 无主级}
    en: Is there a level after A?
    zh: A 之后还有级吗
    base: false
    values:
      - {value: false, en: there is none, zh: 没有, sources: [S1]}
      - {value: true, en: there is one, zh: 有, sources: [BOOK]}
  - key: levels.mandatory
    title: {en: Mandatory, zh: 必打}
    en: Which levels cannot be skipped?
    zh: 哪些级必打
    base: A
    values:
      - {value: A, en: A, zh: A, sources: [S1]}
      - {value: none, en: none, zh: 没有, sources: [BOOK]}
      - {value: NT, en: the last, zh: 无主级, sources: [BOOK], requires: {levels.no-trump: true}}
  - key: levels.start
    title: {en: Start, zh: 起始级}
    en: Where does a match begin?
    zh: 从几打起
    base: "2"
    values:
      - {value: "2", en: at 2, zh: 从 2, sources: [S1]}
      - {value: "3", en: at 3, zh: 从 3, sources: [BOOK]}
""",
    "rules/cards.yaml": """\
chapter: cards
rules:
  - id: cards.pack
    level: must
    en: "The pack MUST be {cards.decks}, with {cards.jokers} jokers, less {cards.removed}."
    zh: "牌必须是{cards.decks}、王{cards.jokers}、{cards.removed}。"
    sources: [S1]
""",
    "rules/deal.yaml": """\
chapter: deal
rules:
  - id: deal.end
    level: must
    en: "A deal MUST end with the last trick."
    zh: "一局必须在最后一轮结束。"
    sources: [S1]
""",
    "rules/declare.yaml": """\
chapter: declare
rules:
  - id: declare.ladder
    level: must
    en: "A bid MUST be on {declare.ladder}."
    zh: "亮主必须依{declare.ladder}。"
    sources: [S1]
""",
    "rules/follow.yaml": """\
chapter: follow
rules:
  - id: follow.pair
    level: must
    en: "A follower MUST play {follow.pairs}."
    zh: "跟牌必须出{follow.pairs}。"
    sources: [S1.1]
  - id: follow.any
    level: may
    en: "A follower MAY play anything."
    zh: "跟牌可以任意。"
    sources: [BOOK]
    when: {follow.pairs: free}
  - id: follow.triple
    level: must
    en: "A follower MUST play {follow.triples}, {follow.order} first."
    zh: "跟牌必须出{follow.triples}、先出{follow.order}。"
    sources: [S1.2]
    when: {follow.triples: [true, false]}
""",
    "rules/levels.yaml": """\
chapter: levels
rules:
  - id: levels.table
    level: must
    en: "Levels MUST go by {levels.table} from {levels.start}, {levels.no-trump}, {levels.mandatory}."
    zh: "升级必须按{levels.table}、{levels.start}、{levels.no-trump}、{levels.mandatory}。"
    sources: [S1]
""",
    "scoring/eighty.yaml": """\
id: eighty
title: {en: Eighty, zh: 八十分}
sources: [S1]
bands:
  - {from: 0, side: dealer, gains: 1}
  - {from: 80, side: attackers, gains: 0}
then: {every: 40, gains: 1}
""",
    "scoring/forty.yaml": """\
id: forty
title: {en: Forty, zh: 四十分}
sources: [BOOK]
bands:
  - {from: 0, side: dealer, gains: 1}
  - {from: 40, side: attackers, gains: 0, other-side: -1}
""",
    "ladders/short.yaml": """\
id: short
title: {en: the short ladder, zh: 短阶梯}
sources: [S1]
steps:
  - {shows: [{level: 1}]}
  - {shows: [{LJ: 2}, {BJ: 2}], in: [counter]}
""",
    "ladders/tall.yaml": """\
id: tall
title: {en: the tall ladder, zh: 长阶梯}
sources: [BOOK]
note: {en: Two steps., zh: 两级。}
steps:
  - {shows: [{level: 1, joker-of-colour: 1}], in: [declare]}
  - {shows: [{suited: 2, joker: 1}]}
""",
    "variants/plain.yaml": """\
id: plain
title: {en: Plain, zh: 普通}
sources: [S1]
options:
  cards.decks: {value: 2, from: S1}
  cards.jokers: {value: two-per-deck, from: S1}
  cards.removed: {value: none, from: S1}
  declare.ladder: {value: short, from: S1}
  follow.pairs: {value: must, from: S1.1}
  levels.table: {value: eighty, from: [S1.1, BOOK]}
  levels.no-trump: {value: false, decided: {en: The source is silent., zh: 原文未说。}}
  levels.mandatory: {value: A, from: S1}
  levels.start: {value: "2", from: S1}
alternatives:
  - {id: from-three, from: BOOK, title: {en: from 3, zh: 从三打起}, options: {levels.start: "3"}}
  - id: three-decks
    from: [S1.1, BOOK]
    title: {en: three decks, zh: 三副牌}
    options: {cards.decks: 3, follow.order: wide, levels.table: forty}
""",
    "variants/book.yaml": """\
id: book
title: {en: Book, zh: 书本}
extends: plain
options:
  levels.start: {value: "3", from: BOOK}
  levels.table: {value: forty, from: BOOK}
""",
    "sources.yaml": """\
sources:
  - code: S1
    title: {en: A text, zh: 一文}
    kind: seed
    en: A text.
    zh: 一篇文字。
  - code: BOOK
    title: {en: A book, zh: 一书}
    kind: book
    en: A book.
    zh: 一本书。
statements:
  - {id: S1.1, en: Pairs follow pairs., zh: 有对出对, chapter: follow}
  - {id: S1.2, en: Triples follow triples., zh: 有三出三, example: true}
""",
    "glossary.yaml": """\
terms:
  - {en: throw, zh: 甩牌, pinyin: shuǎi pái}
""",
}

CASES = {
    "follow/pair.yaml": """\
# the comment stays
rule: follow.pair
cases:
  - id: pair-owed
    title: {en: A pair is owed, zh: 有对出对}
    from: S1.1
    read: "00000000"
    when: {follow.pairs: must}
    ask: judge_follow
    given: {level: "10", trump: S, lead: H6 H6, hand: H4 H7 H7 H9 C4, cards: H4 H9}
    expect: {legal: false, rule: follow.pair}
  - id: three-alike
    title: {en: Three alike, zh: 三张}
    from: [S1.1, BOOK]
    read: '00000000'
    ask: judge_follow
    given: {level: "10", trump: null, lead: H6 H6, hand: BJ H7 H7 H7, cards: H7 H7}
    answers:
      owed:
        when: {follow.pairs: must}
        expect: {legal: true}
      free:
        when: {follow.pairs: free}
        expect: {legal: true}
  - id: no-card
    title: {en: No card, zh: 没有这张牌}
    from: S1.1
    read: 00000000x
    ask: judge_follow
    given: {level: "10", trump: S, lead: X9, hand: [1, H7], cards: H7}
    expect: {malformed: true}
""".replace("00000000x", '"00000000"'),
    "cards/pack.yaml": """\
rule: cards.pack
cases:
  - id: hearts-in-order
    title: {en: Hearts in order, zh: 红桃的次序}
    from: S1
    read: "00000000"
    ask: order_cards
    given: {level: "10", trump: S, cards: H5 HK HK BJ}
    expect: {groups: {T: [BJ], H: [HK HK, H5]}}
  - id: split
    title: {en: A pair and a single, zh: 一对一单}
    from: S1
    read: "00000000"
    ask: classify
    given: {level: "10", trump: S, cards: HK HK HQ}
    expect:
      legal: true
      components: [{type: pair, cards: HK HK}, {type: single, cards: HQ}]
  - id: either
    title: {en: Either card, zh: 任一张}
    from: S1
    read: "00000000"
    ask: judge_lead
    given: {level: "10", trump: S, hand: H10 C10 S3, cards: H10 C10 S3, others: [BJ, D3, ""]}
    expect:
      one-of:
        - {legal: true, stands: false, played: H10}
        - {legal: true, stands: false, played: C10}
    why: {en: The two are equal in strength., zh: 两张大小相同。}
""",
    "declare/ladder.yaml": """\
rule: declare.ladder
cases:
  - id: stronger
    title: {en: A pair is stronger, zh: 对子更大}
    from: S1
    read: "00000000"
    ask: judge_declaration
    given:
      deal: 1
      dealer: null
      levels: ["2", "2"]
      history: [{seat: 0, cards: H2}]
      seat: 1
      hand: S2 S2 S5
      cards: S2 S2
    expect: {legal: true, level: "2", trump: S, dealer: 1}
  - id: nothing-shown
    title: {en: Nothing is shown, zh: 没有亮牌}
    from: S1
    read: "00000000"
    ask: replay
    given:
      record:
        deal: 1
        dealer: null
        levels: ["2", "2"]
        hands: [S2, H2, C2, D2]
        kitty: S2 S3
        events:
          - {seat: 0, declare: ""}
    expect: {legal: false, event: 0, rule: declare.ladder}
""",
}

#: a game of one deal, and a match; what is played in them matters to nobody here
GAMES = {
    "games/once.yaml": """\
id: once
title: {en: One deal, zh: 只有一局}
from: S1
variant: plain
base: 100
seats: [East, North, West, South]
deal: 1
dealer: null
levels: ["2", "2"]
pack: S2 S2 H3 H3
events:
  - {seat: 0, declare: S2, drawn: 1}
  - {seat: 2, pass: true}
illegal: {event: 1, rule: declare.ladder}
""",
    "games/twice.yaml": """\
id: twice
title: {en: Two deals, zh: 共两局}
from: [S1.1, BOOK]
why: {en: The levels of the second follow., zh: 第二局的级由此而来。}
variant: book
deals:
  - deal: 4
    dealer: 2
    levels: ["3", "5"]
    hands: [S2 S2, [H3], "", ""]
    kitty: BJ
    events:
      - {seat: 2, bury: BJ}
      - {seat: 2, play: S2 S2}
    score: {last_trick_side: dealer, multiplier: 0, kitty_points: 0, total: 5}
    advance:
      change: {side: dealer, levels: 1}
      levels: ["4", "5"]
      dealer: 0
      cleared: [["3"], []]
      match_over: false
      winner: null
  - pack: S2 H3
    first-drawer: 3
    events: []
    score: {last_trick_side: dealer, multiplier: 0, kitty_points: 0, total: 5}
    advance:
      change: {side: dealer, levels: 1}
      levels: ["5", "5"]
      dealer: 2
      cleared: [["3", "4"], []]
      match_over: false
      winner: null
""",
}

Exchanges = dict[str, tuple[str, str]]


def write_spec(folder: Path, exchanges: Exchanges | None = None, **more: str) -> Path:
    """Write the small specification; `exchanges` is (old, new) by file, `more` whole files."""
    return _write(folder / "spec", SPEC, exchanges, more)


def write_cases(folder: Path, exchanges: Exchanges | None = None, **more: str) -> Path:
    """Write the small corpus likewise."""
    return _write(folder / "corpus", CASES, exchanges, more)


def write_games(folder: Path, exchanges: Exchanges | None = None, **more: str) -> Path:
    """Write two games into the small corpus likewise."""
    return _write(folder / "corpus", GAMES, exchanges, more)


def _write(
    folder: Path, files: dict[str, str], exchanges: Exchanges | None, more: dict[str, str]
) -> Path:
    for name, text in {**files, **more}.items():
        old, new = (exchanges or {}).get(name, ("", ""))
        assert old in text, f"{name} does not hold {old!r}"
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.replace(old, new, 1).encode() if old else text.encode())
    return folder


def one(path: str, old: str, new: str) -> Exchanges:
    """Return the exchange of one text in one file."""
    return {path: (old, new)}
