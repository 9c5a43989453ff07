"""A deal told: the cards, the bids, the kitty, the tricks and what they come to.

Law of this file: it tells what `game` has made of each event, one sentence for each step; whatever it says
about the rules it asks the chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from shengji import deal, declare, trick
from shengji.bids import JOKERS
from shengji.cards import LEVELS, SEATS, Order, order_of
from shengji.cli.tricks import Trick, table
from shengji.cli.voice import Voice, padded, width, wrapped
from shengji.game import NOBODY, Event, Phase, Start, State
from shengji.rules import RuleSet
from shengji.settle import Settlement

__all__ = [
    "Course",
    "Step",
    "heading",
    "next_step",
    "outcome",
    "result",
    "summary_heading",
    "summary_row",
    "tell",
]

#: totals are looked for up to here when a table is asked what the attackers need
MOST_POINTS = 2000


class Step(NamedTuple):
    """An event and what it changed; no event where the draw ends by itself."""

    event: Event | None
    before: State
    after: State


class Course(NamedTuple):
    """A deal as far as its record goes."""

    rules: RuleSet
    start: Start
    steps: tuple[Step, ...]
    #: after the last step
    state: State

    @property
    def order(self) -> Order:
        """Return the order of cards: that of the deal, or one without trump suit while none is fixed."""
        if self.state.order is not None:
            return self.state.order
        level = self.start.levels[(self.start.dealer or 0) % 2]
        return order_of(self.rules, level, None)


def tell(voice: Voice, course: Course) -> Iterator[str]:
    """Yield the lines of a deal, from the cards to the last trick."""
    yield from _cards(voice, course, course.start.hands, course.start.kitty)
    for number, text in enumerate(_before_play(voice, course)):
        if number == 0:
            yield ""
        yield from [text] if text.startswith(" ") else wrapped(text)
    tricks = [*_tricks(course)]
    if tricks:
        yield ""
        yield from wrapped(_contract(voice, course), "  ", "  ")
        yield ""
        yield "  " + voice.say("tricks")
        assert course.state.dealer is not None
        yield from table(voice, course.rules, tricks, course.state.dealer)


# --- before the play -----------------------------------------------------------------------------


def heading(voice: Voice, start: Start) -> str:
    """Return what a deal begins with."""
    own, theirs = start.levels
    if own == theirs:
        levels = voice.say("levels-equal", level=own)
    else:
        levels = voice.say(
            "levels-differ",
            one=voice.team(0),
            level=own,
            other=voice.team(1),
            level_of_other=theirs,
        )
    dealer = (
        voice.say("first-deal")
        if start.dealer is None
        else voice.say("dealer-is", who=voice.who(start.dealer))
    )
    drawer = voice.say("draws-first", who=voice.who(start.first_drawer))
    number = voice.say("deal", n=start.deal)
    return " · ".join(
        [number, levels, dealer, *([drawer] if start.dealer != start.first_drawer else [])]
    )


def _cards(
    voice: Voice, course: Course, hands: Sequence[Sequence[str]], kitty: Sequence[str]
) -> Iterator[str]:
    """Yield the hands by group, and the kitty."""
    yield "  " + voice.say("cards-heading")
    label = voice.say("kitty")
    column = 4 + max(map(width, (*voice.names, label)))
    rows = [
        (name, voice.hand(course.order, hand))
        for name, hand in zip(voice.names, hands, strict=True)
    ]
    for name, text in (*rows, (label, voice.cards(kitty))):
        first, *more = wrapped(text, " " * column, " " * column)
        yield padded("  " + name, column) + first[column:]
        yield from more


def _before_play(voice: Voice, course: Course) -> Iterator[str]:
    """Yield a sentence for each step up to the first lead; passes in a row are one."""
    steps = [step for step in course.steps if step.event is None or step.event.kind != "play"]
    for passes, group in groupby(steps, lambda s: s.event is not None and s.event.kind == "pass"):
        if passes:
            *_, last = several = [*group]
            seats = [step.event.seat for step in several if step.event]
            yield voice.say("passes" if len(seats) == 1 else "pass", who=voice.all_of(seats))
            yield from _kitty_taken(voice, course, last)
            continue
        for step in group:
            yield from _said(voice, course, step)


def _said(voice: Voice, course: Course, step: Step) -> Iterator[str]:
    """Say one step, and what follows from it at once."""
    event, _, after = step
    who = "" if event is None or event.seat == NOBODY else voice.who(event.seat)
    match event.kind if event else "":
        case "declare" | "counter":
            yield _bid(voice, course, step)
        case "decline":
            yield voice.say("declines", who=who)
        case "lot":
            yield voice.say("lot", who=who)
        case "redeal":
            yield _redealt(voice, step)
            yield from _cards(voice, course, after.hands, after.kitty)
        case "bury":
            yield _buried(voice, course, step)
        case "":
            yield from _draw_ended(voice, step)
    yield from _kitty_taken(voice, course, step)


def _kitty_taken(voice: Voice, course: Course, step: Step) -> Iterator[str]:
    """Say who takes up the kitty, where the step before leads to it."""
    _, before, after = step
    if after.phase is Phase.BURY and before.phase is not Phase.BURY:
        yield _with_points(voice, course, "takes-up", after.turn or 0, before.kitty)


def _with_points(voice: Voice, course: Course, key: str, seat: int, cards: Sequence[str]) -> str:
    return voice.say(
        key,
        who=voice.who(seat),
        cards=voice.sorted(course.order, cards),
        points=trick.points(cards),
    )


def _bid(voice: Voice, course: Course, step: Step) -> str:
    """Say what a declaration or a counter makes of trump suit and dealer."""
    event, before, after = step
    assert event is not None
    draws = event.kind == "declare"
    levels_of = declare.levels_by_seat(course.rules, before.start.dealer, before.start.levels)
    level = levels_of[event.seat] if draws else after.level or ""
    text = voice.say(
        _verb(course.rules, before, event) if draws else "counters",
        who=voice.who(event.seat),
        cards=voice.cards(event.cards),
        drawn=_drawn(voice, event.drawn),
        contract=voice.contract(level, _suit(event.cards)),
    )
    if after.dealer != before.dealer:
        key = "dealer-so-far" if draws else "takes-the-deal"
        text += voice.say(key, who=voice.who(after.dealer))
    return text + voice.say("stop")


def _suit(cards: Sequence[str]) -> str | None:
    """Return the suit that a bid shows."""
    return next((card[0] for card in cards if card not in JOKERS), None)


def _drawn(voice: Voice, number: int | None) -> str:
    """Say how many cards had been drawn, where the record does."""
    if number is None:
        return ""
    return voice.say("drawn-one") if number == 1 else voice.say("drawn", n=number)


def _verb(rules: RuleSet, before: State, event: Event) -> str:
    """Return what a declaration is to the one that stands."""
    standing = before.shows[-1] if before.shows else None
    if standing is None:
        return "declares"
    same_suit = _suit(standing.cards) == _suit(event.cards) is not None
    if standing.seat == event.seat:
        return "reinforces" if same_suit else "self-counters"
    if same_suit and rules.declare_partner_reinforce and deal.same_side(standing.seat, event.seat):
        return "backs"
    return "overcalls"


def _redealt(voice: Voice, step: Step) -> str:
    event = step.event
    assert event is not None
    if event.seat == NOBODY:
        return voice.say("redeal-nobody")
    held = trick.points(step.before.hands[event.seat])
    return voice.say("redeal-asked", who=voice.who(event.seat), points=held)


def _draw_ended(voice: Voice, step: Step) -> Iterator[str]:
    """Say what the kitty decides where nobody has declared, and whether all see it."""
    _, before, after = step
    if not after.shows:
        text = voice.say(
            "kitty-turned" if after.turned else "nobody-declares",
            cards=voice.cards(after.turned),
            contract=voice.contract(after.level or "", after.trump),
        )
        if after.dealer != before.dealer:
            text += voice.say("becomes-dealer", who=voice.who(after.dealer))
        yield text + voice.say("stop")
    elif after.turned:
        yield voice.say("kitty-shown", cards=voice.cards(after.turned))


def _buried(voice: Voice, course: Course, step: Step) -> str:
    event = step.event
    assert event is not None
    key = "takes-up-buries" if step.before.phase is Phase.COUNTER else "buries"
    return _with_points(voice, course, key, event.seat, event.cards)


# --- the play ------------------------------------------------------------------------------------


def _contract(voice: Voice, course: Course) -> str:
    """Say what is played for, and who against whom."""
    state, table_of_levels = course.state, course.rules.level_table
    dealer = state.dealer
    assert dealer is not None
    text = voice.say(
        "holds-the-deal",
        contract=_capital(voice.contract(state.level or "", state.trump)),
        dealer=voice.who(dealer),
        partner=voice.who(deal.partner(dealer)),
        attackers=voice.all_of(sorted(((dealer + 1) % SEATS, (dealer + 3) % SEATS))),
    )
    totals = range(0, MOST_POINTS, 5)
    need = next(
        (n for n in totals if table_of_levels and table_of_levels.band(n).side == "attackers"), None
    )
    return text + voice.say("need-nothing" if need is None else "need", n=need)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tricks(course: Course) -> Iterator[Trick]:
    """Yield the tricks, the last one as far as it was played."""
    plays = [step for step in course.steps if step.event and step.event.kind == "play"]
    for number in range(0, len(plays), SEATS):
        steps = plays[number : number + SEATS]
        after = steps[-1].after
        played = after.table or after.tricks[-1]
        yield Trick(number // SEATS + 1, played, steps[0].before, after)


# --- the end -------------------------------------------------------------------------------------


def result(voice: Voice, course: Course, settled: Settlement | None, base: int) -> Iterator[str]:
    """Yield what a deal that is over comes to."""
    state = course.state
    score, advance = state.score, state.advance
    assert score is not None
    assert advance is not None
    yield voice.say(
        "kitty-dug" if score.multiplier else "kitty-held",
        who=voice.who(_last_winner(course)),
        cards=voice.sorted(course.order, state.kitty),
        points=trick.points(state.kitty),
        factor=score.multiplier,
        dug=score.kitty_points,
    )
    yield _total(voice, state)
    yield _change(voice, course)
    if advance.winner is not None:
        yield voice.say("match-won", side=voice.team(advance.winner))
    else:
        yield voice.say("next-dealer", who=voice.who(advance.dealer))
    if settled:
        key = "stakes" if any(settled.stakes) else "no-stakes"
        yield voice.say(key, base=base, by_seat=_by_seat(voice, settled.stakes))
        if any(settled.ratings):
            yield voice.say("ratings", by_seat=_by_seat(voice, settled.ratings))


def _last_winner(course: Course) -> int:
    last = course.state.tricks[-1]
    plays = [course.order.read(play.cards) for play in last]
    return last[trick.winner(course.rules, course.order, plays)].seat


def _total(voice: Voice, state: State) -> str:
    """Say where the attackers' points come from."""
    score = state.score
    assert score is not None
    if score.total == state.taken:
        return voice.say("total", n=score.total)
    parts = voice.say("from-tricks", n=state.taken)
    for key, n in (("from-penalties", state.penalties), ("from-kitty", score.kitty_points)):
        if n:
            parts += voice.say("minus" if n < 0 else "plus") + voice.say(key, n=abs(n))
    return voice.say("sum", parts=parts, total=score.total)


def _by_seat(voice: Voice, amounts: Sequence[int]) -> str:
    return voice.say("comma").join(
        f"{name} {amount:+d}" if amount else f"{name} 0"
        for name, amount in zip(voice.names, amounts, strict=True)
    )


def _change(voice: Voice, course: Course) -> str:
    """Say who holds the deal, and which level each side plays from now on."""
    advance, dealer = course.state.advance, course.state.dealer
    assert advance is not None
    assert dealer is not None
    held = advance.side == "dealer"
    gainer = dealer % 2 if held else 1 - dealer % 2
    sides = [gainer, 1 - gainer]
    key = {0: "rise-none", 1: "rise-one"}.get(advance.gains, "rise")
    return voice.say(
        key,
        result=voice.say("hold" if held else "take-over"),
        n=advance.gains,
        levels=voice.say("note-semicolon").join(
            _level(voice, course, team, advance.gains if team == gainer else 0) for team in sides
        ),
    )


def _level(voice: Voice, course: Course, team: int, gains: int) -> str:
    """Say where a team stands, and whether the rules kept it from what the table gives."""
    advance = course.state.advance
    assert advance is not None
    before, after = course.start.levels[team], advance.levels[team]
    moved = LEVELS.index(after) - LEVELS.index(before)
    key = "level-stays" if moved == 0 else "level-moves" if moved > 0 else "level-drops"
    text = voice.say(key, side=voice.team(team), level=before, new=after)
    stopped = 0 <= moved < gains and advance.winner is None
    return text + (voice.say("held-by-rule") if stopped else "")


def next_step(voice: Voice, course: Course) -> str:
    """Say what a deal that is not finished waits for."""
    state = course.state
    key = state.phase.value
    if state.phase is Phase.COUNTER and state.turn is None:
        key = "no-counter"
    if state.phase is Phase.PLAY:
        key = "follow" if state.table else "lead"
    seat = state.dealer if key == "no-counter" else state.turn
    return voice.say(
        f"next-{key}",
        who=voice.who(seat),
        n=len(state.tricks) + 1,
        total=state.taken + state.penalties,
    )


# --- several deals -------------------------------------------------------------------------------


def summary_heading(voice: Voice) -> str:
    """Return the heading of a table of deals."""
    keys = ("deal", "dealer", "contract", "points", "result", "levels")
    return _columns(voice, [voice.say(f"column-{key}") for key in keys])


def summary_row(voice: Voice, course: Course) -> str:
    """Return a deal in one line."""
    return _columns(voice, _summed_up(voice, course))


def outcome(voice: Voice, course: Course) -> str:
    """Say how the last deal of a record leaves the match."""
    advance = course.state.advance
    if advance is None:
        return voice.say("unfinished", next=next_step(voice, course))
    if advance.winner is not None:
        return voice.say("match-won", side=voice.team(advance.winner))
    return voice.say("match-open", who=voice.who(advance.dealer))


def _columns(voice: Voice, texts: Sequence[str]) -> str:
    dealer = 2 + max(map(width, (*voice.names, voice.say("column-dealer"))))
    columns = (6, dealer, 10, 10, 20, 14)
    return "  " + "".join(map(padded, texts, columns)).rstrip()


def _summed_up(voice: Voice, course: Course) -> list[str]:
    """Return a deal in short: number, dealer, trump, points, result, levels."""
    state, advance = course.state, course.state.advance
    key = "trump-short" if state.trump else "no-trump-short"
    trump = voice.say(key, suit=voice.suit(state.trump), level=state.level) if state.level else ""
    row = [f"{course.start.deal}", "" if state.dealer is None else voice.who(state.dealer), trump]
    if advance is None or state.score is None:
        return [*row, "", voice.say("not-finished")]
    key = "result-hold" if advance.side == "dealer" else "result-take"
    return [
        *row,
        f"{state.score.total}",
        voice.say(key, n=advance.gains),
        " : ".join(advance.levels),
    ]
