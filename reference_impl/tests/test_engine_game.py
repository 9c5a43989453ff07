"""A deal as a state machine: phases, refusals, views, records; on deals built by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from shengji import MalformedInput, RuleSet
from shengji.cards import faces
from shengji.deal import hand_size, kitty_size
from shengji.game import NOBODY, Event, Illegal, Phase, Start, apply, begin, check
from shengji.player import play_deal, random_start
from shengji.record import deals, differences, event_row, read_event, replay, start_rows
from shengji.score import Score
from shengji.shuffle import Pcg32
from shengji.view import view
from shengji_spec import resolve

from tools.random_deals import rule_set


def rules_of(variant: str, **changes: object) -> RuleSet:
    resolved = resolve(variant)
    options = {**resolved.options, **{k.replace("__", "."): v for k, v in changes.items()}}
    return RuleSet.from_options(options, resolved.tables)


def start(rules: RuleSet, *begins: str, deal: int = 1, dealer: int | None = None) -> Start:
    """Deal hands that begin with the given cards, by seat, and the rest as it comes."""
    left = Counter(dict.fromkeys(faces(rules), rules.cards_decks))
    wanted = [tuple(cards.split()) for cards in (*begins, *[""] * (4 - len(begins)))]
    left -= Counter(card for cards in wanted for card in cards)
    rest = list(left.elements())
    hands = []
    for cards in wanted:
        number = hand_size(rules) - len(cards)
        hands.append((*cards, *rest[:number]))
        rest = rest[number:]
    return Start(deal, dealer, ("2", "2"), ((), ()), dealer or 0, tuple(hands), tuple(rest))


def after(state, *events: Event):
    for event in events:
        state = apply(state, event)
    return state


def refused(state, event: Event) -> str | None:
    refusal = check(state, event)
    return refusal.rule if refusal else None


# --- the course of a deal ------------------------------------------------------------------------


def test_a_declaration_makes_the_first_dealer_who_takes_the_kitty():
    """The last to declare deals, and has the kitty in hand when the first burial comes."""
    rules = rules_of("two-deck")
    state = begin(rules, start(rules, "S2", "H2 H2"))
    state = after(state, Event("declare", 0, ("S2",)), Event("declare", 1, ("H2", "H2")))

    assert state.phase is Phase.DRAW
    assert state.dealer == 1
    assert refused(state, Event("bury", 0, state.hands[0][:8])) == "bury.taker"
    buried = apply(state, Event("bury", 1, state.hands[1][2:10]))
    assert (buried.phase, buried.turn, buried.trump) == (Phase.PLAY, 1, "H")
    assert list(map(len, buried.hands)) == [25] * 4
    assert "H2" in buried.hands[1]


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Event("play", 0, ("S3",)), "deal.course"),
        (Event("lot", 0), "deal.course"),
        (Event("pass", 1), "deal.course"),
        (Event("redeal", 1, dealt=((), ())), "deal.redeal"),
        (Event("redeal", NOBODY, dealt=((), ())), "declare.no-bid"),
        (Event("decline", 0), "declare.declined"),
    ],
)
def test_what_has_no_place_in_the_draw_is_refused(event, rule):
    """An event of another phase, or a right nobody has, names its rule and changes nothing."""
    rules = rules_of("two-deck")
    state = apply(begin(rules, start(rules, "S2")), Event("declare", 0, ("S2",)))

    assert refused(state, event) == rule
    with pytest.raises(Illegal, match=rule):
        apply(state, event)


def test_nobody_may_act_when_the_deal_is_over():
    """A deal that is over takes no event."""
    rules = rules_of("one-deck")
    state = begin(rules, start(rules))._replace(phase=Phase.OVER)

    assert refused(state, Event("play", 0, ("S3",))) == "deal.course"


@pytest.mark.parametrize(
    "event",
    [
        Event("jump", 0),
        Event("play", 4, ("S3",)),
        Event("play", -1, ("S3",)),
        Event("play", 0, ("X9",)),
        Event("redeal", 0),
        Event("redeal", -2),
    ],
)
def test_what_is_no_event_is_malformed(event):
    """An unknown kind, seat or card is no refusal."""
    rules = rules_of("two-deck")

    with pytest.raises(MalformedInput):
        check(begin(rules, start(rules)), event)


def test_a_shown_card_must_have_been_drawn():
    """With `drawn` a declaration is checked against the cards drawn so far."""
    rules = rules_of("two-deck")
    state = begin(rules, start(rules, "S3", "H4 S2"))  # seat 1 draws the second and the sixth card

    assert refused(state, Event("declare", 1, ("S2",), drawn=5)) == "declare.cards-in-hand"
    assert refused(state, Event("declare", 1, ("S2",), drawn=6)) is None


def test_a_mutiny_deals_again_for_the_same_dealer():
    """An attacker with fewer than 15 points may have new cards; what was declared is void."""
    rules = rules_of("henan")
    poor = "S3 S3 S4 S4 S6 S6 S7 S7 S8 S8 S9 S9 SJ SJ SQ SQ SA SA H3 H3 H4 H4 H6 H6 H7"
    first = start(rules, "S2 LJ", poor, deal=2, dealer=0)
    state = apply(begin(rules, first), Event("declare", 0, ("S2", "LJ")))
    again = start(rules, deal=2, dealer=0)
    mutiny = Event("redeal", 1, dealt=(again.hands, again.kitty))

    assert refused(state, mutiny._replace(seat=2)) == "deal.redeal"
    dealt = apply(state, mutiny)
    assert (dealt.dealer, dealt.shows, dealt.hands) == (0, (), again.hands)


def test_counters_after_the_burial_take_the_kitty_up_again():
    """Who counters may bury anew; the dealer leads when all have passed."""
    rules = rules_of("henan")
    state = begin(rules, start(rules, "S2 LJ", "H2 H2 BJ", deal=2, dealer=0))
    state = apply(state, Event("declare", 0, ("S2", "LJ")))
    state = apply(state, Event("bury", 0, state.hands[0][2:10]))
    assert (state.phase, state.turn) == (Phase.COUNTER, 1)
    assert refused(state, Event("bury", 1, state.kitty)) == "bury.taker"

    countered = apply(state, Event("counter", 1, ("H2", "H2", "BJ")))
    assert (countered.trump, countered.dealer, countered.may_take) == ("H", 0, 1)
    reburied = apply(countered, Event("bury", 1, countered.kitty))
    assert (reburied.burier, reburied.may_take, reburied.turn) == (1, None, 2)
    left = after(countered, Event("pass", 2))
    assert (left.may_take, left.burier) == (None, 0)

    done = after(reburied, Event("pass", 2), Event("pass", 3), Event("pass", 0))
    assert (done.phase, done.turn) == (Phase.PLAY, 0)


def test_a_counter_before_the_kitty_makes_the_dealer():
    """In the first deal of Henan countering comes first, and whoever counters deals."""
    rules = rules_of("henan")
    state = begin(rules, start(rules, "S2 LJ", "H2 H2 BJ"))
    state = apply(state, Event("declare", 0, ("S2", "LJ")))
    state = after(
        state, Event("counter", 1, ("H2", "H2", "BJ")), Event("pass", 2), Event("pass", 3)
    )
    assert refused(state, Event("bury", 1, ("S3",) * 8)) == "bury.taker"

    state = apply(state, Event("pass", 0))

    assert (state.phase, state.dealer, state.turn) == (Phase.BURY, 1, 1)
    assert len(state.hands[1]) == 33


def test_where_chance_names_the_dealer_a_lot_is_drawn():
    """Nobody declared in the first deal: the lot, and nothing else."""
    rules = rules_of("two-deck")
    state = begin(rules, start(rules))

    assert refused(state, Event("bury", 0, ())) == "deal.course"
    drawn = apply(state, Event("lot", 3))
    assert (drawn.phase, drawn.dealer, drawn.turn) == (Phase.BURY, 3, 3)


# --- what a seat sees ----------------------------------------------------------------------------


def buried_state(rules: RuleSet):
    state = begin(rules, start(rules, deal=2, dealer=0))
    return apply(state, Event("bury", 0, (state.hands[0] + state.kitty)[:8]))


def test_only_the_burier_sees_the_kitty():
    """The kitty is seen by whoever buried it, where the rules let him look."""
    state = buried_state(rules_of("two-deck"))
    strict = buried_state(rules_of("two-deck", **{"bury.burier-may-look": False}))

    assert [view(state, seat).kitty is not None for seat in range(4)] == [True, False, False, False]
    assert [view(strict, seat).kitty for seat in range(4)] == [None] * 4


def test_turned_cards_are_seen_by_all():
    """What was turned because nobody declared, or shown before it was taken up, is public."""
    turned = buried_state(rules_of("two-deck")).turned
    shown = buried_state(rules_of("two-deck", **{"bury.shown-before": True}))

    assert turned
    assert shown.turned == shown.start.kitty


@pytest.mark.parametrize(
    ("revealed", "side", "seen"),
    [
        ("at-end", "dealer", True),
        ("at-end", "attackers", True),
        ("only-if-dug", "dealer", False),
        ("only-if-dug", "attackers", True),
    ],
)
def test_the_kitty_is_revealed_as_the_rules_say(revealed, side, seen):
    """At the end of the deal, or only when the attackers dig it."""
    state = buried_state(rules_of("two-deck", **{"bury.revealed": revealed}))
    over = state._replace(phase=Phase.OVER, score=Score(side, 2, 0, 0))

    assert (view(over, 1).kitty is not None) is seen


# --- records -------------------------------------------------------------------------------------


def record_of(rules: RuleSet, seed: int = 1):
    random = Pcg32(seed)
    begun, pack = random_start(rules, random)
    state, events = play_deal(begun, rules, random)
    rows = {**start_rows(begun), "pack": " ".join(pack), "events": [event_row(e) for e in events]}
    return rows, state


def test_events_are_written_and_read_without_loss():
    """Every kind of event comes back as it was."""
    rules = rule_set(resolve("henan"))
    dealt = (start(rules).hands, start(rules).kitty)
    events = [
        Event("declare", 0, ("S2", "LJ"), drawn=40),
        Event("decline", 2),
        Event("lot", 1),
        Event("pass", 3),
        Event("counter", 1, ("H2", "H2", "BJ")),
        Event("bury", 0, ("S3",) * 2),
        Event("play", 0, ("S5", "S5")),
        Event("redeal", 3, dealt=dealt),
        Event("redeal", NOBODY, dealt=dealt),
    ]

    assert [read_event(rules, event_row(event), 0) for event in events] == events


def test_a_match_goes_on_from_deal_to_deal():
    """What the next deal begins with follows, may be left out, and must not contradict."""
    rules = rule_set(resolve("one-deck"))
    first, state = record_of(rules)
    keys = ("deal", "dealer", "levels", "cleared")
    second = {"pack": first["pack"], "events": []}

    whole = [row for row, _ in deals(rules, {"deals": [first, second]})]
    assert [whole[1][key] for key in keys] == [
        2,
        state.advance.dealer,
        list(state.advance.levels),
        [list(side) for side in state.advance.cleared],
    ]
    with pytest.raises(MalformedInput, match="deal 2: `dealer`"):
        list(deals(rules, {"deals": [first, {**second, "dealer": (state.advance.dealer + 1) % 4}]}))


def test_stated_results_are_compared():
    """A record whose results are wrong says which."""
    rules = rule_set(resolve("two-deck"))
    rows, state = record_of(rules)

    assert differences(rows, state) == []
    wrong = {**rows, "score": {"total": state.score.total + 5}}
    assert differences(wrong, state) == [
        f"score.total: the record has {state.score.total + 5}, the deal comes to {state.score.total}"
    ]


def test_a_replay_stops_at_the_first_refused_event():
    """The number of the event, and the rule."""
    rules = rule_set(resolve("two-deck"))
    rows, _ = record_of(rules)
    place = next(i for i, row in enumerate(rows["events"]) if "play" in row)
    seat = rows["events"][place]["seat"]
    rows["events"].insert(place + 1, {"seat": seat, "play": "S3"})

    played = replay(rules, rows)

    assert (played.legal, played.refusal.rule) == (place + 1, "trick.turn")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deal": 0}, "nobody is dealer in the first deal"),
        ({"dealer": 1}, "nobody is dealer in the first deal"),
        ({"dealer": 4}, "seat 4 does not exist"),
        ({"levels": ["2"]}, "`levels` is a list by team"),
        ({"levels": ["2", 3]}, "no text"),
        ({"levels": ["2", "1"]}, "level '1' does not exist"),
        ({"pack": "S3 S4"}, "hands has 25 cards"),
        ({"pack": 7}, "`pack`"),
        ({"events": {}}, "`events` is not a list"),
        ({"events": [{"seat": 0}]}, "event 0: an event has one of"),
        ({"events": [{"seat": 0, "play": "S3", "pass": True}]}, "event 0"),
        ({"events": [{"seat": 0, "pass": False}]}, "`pass` is true or absent"),
        ({"events": [{"play": "S3"}]}, "`seat` is missing"),
        ({"events": [{"seat": 0, "play": "S1"}]}, "event 0: 'S1' is no card"),
        ({"deals": []}, "holds a match"),
    ],
)
def test_what_is_no_record_says_why(change, message):
    """A record that describes no deal is malformed, with the key or the event."""
    rules = rule_set(resolve("two-deck"))
    rows, _ = record_of(rules)

    with pytest.raises(MalformedInput, match=message):
        replay(rules, {**rows, **change})


def test_a_card_too_many_is_named():
    """The pack is counted face by face."""
    rules = rule_set(resolve("two-deck"))
    rows, _ = record_of(rules)
    cards = rows["pack"].split()
    other = next(card for card in cards if card != cards[0])
    cards[cards.index(other)] = cards[0]

    with pytest.raises(MalformedInput, match=f"{cards[0]} occurs 3 times"):
        replay(rules, {**rows, "pack": " ".join(cards)})


def test_sizes_of_hands_and_kitty():
    """Up to eight, or from four: what divides the pack evenly."""
    sizes = {
        decks: [
            (hand_size(rules), kitty_size(rules))
            for kitty in ("up-to-eight", "from-four")
            for rules in [RuleSet(cards_decks=decks, deal_kitty=kitty)]
        ]
        for decks in (1, 2, 3, 4)
    }

    assert sizes == {
        1: [(12, 6), (12, 6)],
        2: [(25, 8), (26, 4)],
        3: [(39, 6), (39, 6)],
        4: [(52, 8), (53, 4)],
    }


def test_the_generator_is_the_published_one():
    """The first numbers of PCG32 for seed 42, stream 54, as its author prints them."""
    random = Pcg32(42)

    assert [random.next() for _ in range(6)] == [
        *(0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)
    ]
