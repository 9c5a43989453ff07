"""Cases as tables: who sits where, and which cards are marked as what."""

from __future__ import annotations

import json

import pytest
from pages import variant_of
from shengji_conformance.corpus import Corpus
from shengji_conformance.page.inquiry import Inquiry
from shengji_conformance.page.reference import Reference
from shengji_conformance.page.scene import Mark
from shengji_conformance.page.scenes import SCENES, facts, scene
from shengji_conformance.page.view import View
from shengji_conformance.selection import Selector, plan
from shengji_conformance.words import say
from shengji_spec.data import schema_dir

#: every so many cases of the corpus are drawn
STRIDE = 5


@pytest.fixture(scope="module")
def real():
    """Return the corpus of this suite."""
    return Corpus.open()


@pytest.fixture(scope="module")
def reference():
    """Return questions to the reference, asked over the pipe."""
    with Reference() as asked:
        yield Inquiry(asked)


@pytest.fixture
def draw(real, reference):
    """Return a function that draws a case by its id, with an answer that came."""

    def drawn(identity, got=None):
        case = real.find(identity)
        view = View(variant_of(real, case), reference)
        answers = [(say("page-by-the-rules"), case["expect"]), (say("page-by-the-answer"), got)]
        return scene(case, view, answers)

    return drawn


def marked(piles, mark):
    """Return the cards of the piles with a mark."""
    return [card for pile in piles if pile.mark is mark for card in pile.cards]


def in_hand(seat, mark):
    """Return the cards of a hand with a mark."""
    return [card for row in seat.hand for card in marked(row.piles, mark)]


def test_every_question_of_the_protocol_is_drawn():
    """No question is left to words alone."""
    protocol = json.loads((schema_dir() / "protocol.schema.json").read_text("utf-8"))

    assert all(f'"{question}"' in json.dumps(protocol) for question in SCENES)
    assert len(SCENES) == 15


def test_cases_of_the_corpus_have_a_table(real, reference):
    """Every position that is one is drawn; what is in no drawing can be told in words."""
    bare = []
    for ask in plan(real, [*real.published(), *real.homes()], Selector([])):
        view = View(ask.variant, reference)
        for number, case in enumerate(ask.cases(real)):
            if number % STRIDE:
                continue
            drawn = scene(case, view, [(say("page-by-the-rules"), case["expect"])])
            facts(case, drawn.drawn)
            if not (drawn.seats or drawn.middle) and "malformed" not in case["expect"]:
                bare.append(case["id"])

    assert bare == []


def test_a_follow_shows_what_is_owed_and_what_offends(draw):
    """A pair is owed: it is marked in hand, and the two singles that were tried are marked on the table."""
    player, *_, leader = draw("follow.pair/pair-owed-two-singles-played").seats

    assert in_hand(player, Mark.OWED) == ["C7", "C7"]
    assert sorted(marked(player.play, Mark.WRONG)) == ["CK", "CQ"]
    assert [str(pile.caption) for pile in leader.play] == ["pair"]
    assert [str(row.note) for row in player.hand if row.led] == ["2 cards of these owed"]


def test_too_many_plays_to_ask_about(real, reference):
    """How many cards are owed is said, and which of them is not; a card that is not held still offends."""
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    lead = [f"H{rank}" for rank in ranks[:6] for _ in range(2)]
    hand = [f"H{rank}" for rank in ranks for _ in range(2)]
    given = {"level": "2", "trump": "S", "lead": lead, "hand": hand, "cards": [*hand[1:12], "SA"]}
    case = {"question": "judge_follow", "given": given}
    player = scene(case, View(real.published()[0], reference), []).seats[0]

    assert [str(row.note) for row in player.hand] == ["12 cards of these owed"]
    assert in_hand(player, Mark.OWED) == []
    assert marked(player.play, Mark.WRONG) == ["SA"]


def test_a_tractor_is_beaten_by_a_run_alone(real, reference):
    """Two higher pairs beat it where they are neighbours; the highest run is marked."""
    given = {"level": "2", "trump": "S", "cards": ["H5", "H5", "H6", "H6", "HA"]}
    given["hand"] = given["cards"]
    given["others"] = [
        ["H8", "H8", "H10", "H10"],
        ["H7", "H7", "H8", "H8", "H9", "H9"],
        ["H6", "H6", "H7", "H7"],
    ]
    case = {"question": "judge_lead", "given": given}
    _, *others = scene(case, View(real.published()[0], reference), []).seats

    assert [in_hand(seat, Mark.BEATS) for seat in others] == [
        [],
        ["H9", "H9", "H8", "H8"],
        ["H7", "H7", "H6", "H6"],
    ]


def test_a_legal_follow_offends_nobody(draw):
    """Nothing of a legal play is marked."""
    player = draw("cards.counsellors/owed-to-trump:a-club").seats[0]

    assert marked(player.play, Mark.WRONG) == []


def test_a_throw_shows_what_counts_and_what_beats_it(draw):
    """The forced component is marked, and so is the card that beats it, in the hand that holds it."""
    leader, *others = draw("lead.forced/jack-queen-ace").seats

    assert marked(leader.play, Mark.COUNTS) == ["CJ"]
    assert [in_hand(seat, Mark.BEATS) for seat in others] == [[], [], ["CK"]]


def test_a_card_that_is_not_held_offends(draw):
    """A lead of more cards than are held is marked where it goes beyond the hand."""
    leader = draw("lead.cards-in-hand/card-not-held").seats[0]

    assert marked(leader.play, Mark.WRONG)


def test_a_trick_shows_both_winners(draw):
    """Who wins by the rules and who wins by the answer stands at their seats."""
    seats = draw("trick.same-shape/pair-and-single-on-a-triple", {"winner": 1}).seats

    assert [len(seat.right) for seat in seats] == [1, 0, 0, 0]
    assert [len(seat.wrong) for seat in seats] == [0, 1, 0, 0]


def test_a_burial_shows_the_forbidden_cards(draw):
    """An ace that may not be buried is marked."""
    drawn = draw("bury.limit/ace-as-level-card:no-aces")

    assert marked(drawn.middle[0].piles, Mark.WRONG)


def test_a_deal_is_drawn_at_the_event_in_question(draw):
    """Seat 2 plays out of turn: its card is on the table, its hand is what is left."""
    drawn = draw("games/two-deck-out-of-turn", {"legal": True})
    (actor,) = [seat for seat in drawn.seats if seat.asked]

    assert str(actor.name) == "seat 2"
    assert str(actor.notes[0]) == "event 8: plays"
    assert actor.play[-1].cards == ["SA"]
    assert in_hand(actor, Mark.TRIED) == ["SA"]


def test_the_trick_before_shows_who_leads(draw):
    """Where nothing lies on the table yet, the trick before is there to see who won it."""
    seats = draw("games/two-deck-out-of-turn").seats

    assert [str(seat.play[0].caption) for seat in seats] == ["the trick before"] * 4


def test_levels_are_drawn_as_steps(draw):
    """Both sides have a row of levels: where they stand, and where the rules and the answer put them."""
    first, second = draw(
        "levels.own-level/attackers-team-0:two-levels", {"levels": ["3", "Z"]}
    ).tracks

    assert [rank for rank, kind, _ in first.words if kind == "wrong"] == ["3"]
    assert next(kind for _, kind, _ in second.words) == "now"
    assert second.ranks[-1] == "Z"


def test_stakes_stand_at_the_seats(draw):
    """What each seat wins or loses is written beside it, by the rules and by the answer."""
    seats = draw("settle.half-stake/base-two:half", {"stakes": [1, 2, 3, 4]}).seats

    assert [str(seat.right[0]) for seat in seats][:2] == [
        "stakes -1, by the rules",
        "stakes 0, by the rules",
    ]
    assert str(seats[3].wrong[0]) == "stakes +4, says the answer"


def test_direction_of_play(real, reference):
    """Where the turn passes to the left, the table is drawn so."""
    one = real.published()[0]
    left = type(one)(one.id, one.title, {**one.options, "deal.direction": "clockwise"}, one.tables)

    assert not View(one, reference).clockwise
    assert View(left, reference).clockwise


@pytest.mark.parametrize("given", [{}, {"hand": 7, "cards": None}, {"plays": [[1], {}]}])
@pytest.mark.parametrize("question", SCENES)
def test_what_is_no_position_is_told_in_words(real, reference, question, given):
    """Whatever a case holds, drawing it raises nothing, and nothing of it is lost."""
    case = {"question": question, "given": given, "expect": {}, "id": "x"}
    drawn = scene(case, View(real.published()[0], reference), [])
    told = facts(case, drawn.drawn)

    assert len(told) == len(given.keys() - drawn.drawn)


def test_without_rules_a_hand_is_drawn_in_plain_groups(real, reference):
    """A variant that nobody knows here is drawn without the reference's eye."""
    case = real.find("follow.pair/pair-owed-two-singles-played")
    player = scene(case, View(None, reference), [(say("page-by-the-rules"), case["expect"])]).seats[
        0
    ]

    assert in_hand(player, Mark.OWED) == []
    assert {card for row in player.hand for pile in row.piles for card in pile.cards}
