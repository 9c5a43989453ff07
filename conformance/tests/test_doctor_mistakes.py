"""The canaries are right, and a pattern of wrong answers is named where it fits and nowhere else."""

from __future__ import annotations

import sys
from random import Random

import pytest
from harness import HERE, call
from shengji.rules import RuleSet
from shengji_conformance.doctor.canaries import SIGNATURES, canaries, signatures
from shengji_conformance.doctor.diagnosis import Observed, diagnose, different
from shengji_conformance.phrases import PHRASES
from shengji_spec.conditions import holds
from shengji_spec.model import load_spec
from shengji_spec.variants import resolve

from tools.doctor.mistake import MALFORMED
from tools.doctor.signatures import MISTAKES, asking, lines, published
from tools.mutants.bugs import BUGS
from tools.mutants.pool import forget_orders
from tools.mutants.seam import planted

#: mistakes that one deck cannot show, or cannot tell from each other
NOT_IN_ONE_DECK = {
    "level-cards-plain",
    "level-always-two",
    "last-of-equals",
    "never-legal",
    "always-legal",
    "number-not-counted",
    "kitty-not-multiplied",
    "kitty-never-counts",
    "kitty-always-doubled",
}


def observed(variant, answer, questions=None):
    """Return what an engine answers to the canaries of a variant."""
    found = []
    for canary in canaries():
        if canary.fits(published()[variant][0]) and canary.question in (
            questions or [canary.question]
        ):
            got = answer(canary.question, canary.given)
            found.append(Observed(canary, None if got == MALFORMED else got))
    return found


def mistaken(variant, *mistakes):
    """Return the engine with some mistakes, one on top of the other."""
    ask = published()[variant][1]
    for mistake in mistakes:
        ask = _with(ask, mistake)
    return ask


def _with(ask, mistake):
    return lambda method, params: mistake.answer(ask, method, params)


def the(name, detail=""):
    """Return a mistake."""
    return next(one for one in MISTAKES if (one.id, one.detail) == (name, detail))


def named(variant, answer, questions=None):
    """Return the mistakes that are named, rivals together, and how many answers are left over."""
    options = published()[variant][0]
    found = diagnose(observed(variant, answer, questions), options)
    groups = [sorted({(one.mistake, one.detail) for one in group}) for group in found.mistakes]
    return sorted(groups), len(found.unexplained)


# --- the tables --------------------------------------------------------------------------------------


def test_canaries_are_right():
    """The answers of the table are those of the engine, under every variant that asks them."""
    for variant, (_, right) in published().items():
        assert {one.canary.id for one in observed(variant, right) if one.faults} == set(), variant


def test_canaries_are_asked_somewhere():
    """Each canary is asked under some published variant, has its own name and a rule of the specification."""
    names = [canary.id for canary in canaries()]

    assert len(names) == len(set(names))
    for canary in canaries():
        assert canary.rule in load_spec().rules, canary.id
        assert any(canary.fits(options) for options, _ in published().values()), canary.id


def test_signatures_are_fresh():
    """The stored signatures are what the mistakes answer; else run `python -m tools.doctor`."""
    suits = [mistake for mistake in MISTAKES if mistake.id == "suits-mixed-up"]
    others = [mistake for mistake in MISTAKES if mistake.id != "suits-mixed-up"]
    stored = SIGNATURES.read_text("utf-8").replace("\n]", ",").splitlines()

    assert {one.mistake for one in signatures()} == {one.id for one in MISTAKES}
    for line in lines([*others, *suits[::10]]):
        assert f"{line}," in stored


def test_every_mistake_has_its_words():
    """Each mistake can be named, and has what to change."""
    for name in {one.id for one in MISTAKES}:
        assert {f"mistake-{name}", f"fix-{name}"} <= PHRASES.keys()
    for key in PHRASES:
        if key.startswith(("odd-", "why-", "mistake-")):
            assert f"fix-{key.removeprefix('mistake-')}" in PHRASES, key


# --- naming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["two-deck", "one-deck"])
def test_right_engine(variant):
    """An engine that is right gets a clean bill."""
    assert named(variant, published()[variant][1]) == ([], 0)


@pytest.mark.parametrize("number", range(4))
def test_each_mistake_is_named(number):
    """Each mistake, and no other, is named where it was made."""
    for mistake in MISTAKES[number::4]:
        found = named("two-deck", mistaken("two-deck", mistake))

        assert found == ([[(mistake.id, mistake.detail)]], 0)


def test_with_one_deck():
    """Where one deck is played nothing is named that was not done, and most is."""
    for mistake in MISTAKES[::3]:
        if holds(mistake.when, published()["one-deck"][0]):
            groups, _ = named("one-deck", mistaken("one-deck", mistake))
            if mistake.id not in NOT_IN_ONE_DECK and mistake.detail != "judge_declaration":
                assert groups in ([[(mistake.id, mistake.detail)]], []), mistake
            assert all((mistake.id, mistake.detail) in group for group in groups), mistake


PAIRS = [
    (("winner-from-one", ""), ("points-wrong", "K→0")),
    (("jokers-swapped", ""), ("last-of-equals", "")),
    (("seats-from-one", ""), ("kitty-not-multiplied", "")),
    (("level-cards-plain", ""), ("sides-swapped", "")),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_two_mistakes(pair):
    """Two mistakes that do not hide each other are both named."""
    found = named("two-deck", mistaken("two-deck", *(the(*one) for one in pair)))

    assert found == (sorted([one] for one in pair), 0)


QUESTIONS = ["judge_follow", "judge_trick", "order_cards"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "mistake",
    [("suits-mixed-up", "S→C C→S"), ("level-cards-plain", ""), ("trump-suit-ignored", "")],
)
def test_one_question_will_do(question, mistake):
    """Whoever answers one question only is told the mistake from that, among its rivals if there are any."""
    groups, left = named("two-deck", mistaken("two-deck", the(*mistake)), [question])

    assert left == 0
    assert mistake in groups[0]
    assert len(groups) == 1


def test_chance_is_no_mistake():
    """Answers by lot fit no pattern, and none is named."""
    right = published()["two-deck"][1]
    for seed in range(20):
        draw = Random(seed)

        def lot(method, params, draw=draw):
            got = right(method, params)
            if "legal" in got:
                return {"legal": draw.random() < 0.5, "rule": "x.y"}
            return got | {"winner": draw.randrange(4)} if "winner" in got else got

        assert named("two-deck", lot, ["judge_follow", "judge_trick"])[0] == []


#: faults of the engine itself that are one of the mistakes
REAL_FAULTS = {
    "TRM-01b": "level-always-two",
    "BOT-09a": "jokers-unknown",
    "ROB-04b": "case-ignored",
    "FOL-26a": "suit-not-owed",
    "ORD-05a": "last-of-equals",
    "ROB-17a": "level-cards-without-points",
    "BOT-01a": "kitty-not-multiplied",
    "BOT-02a": "kitty-for-any-winner",
    "FLW-15b": "dealer-taken-for-leader",
    "LVL-08b": "dealer-stays",
    "LVL-08c": "seats-other-way",
}


def _sturdy(rules):
    """Return an engine that answers with an error whatever it dies of."""
    ask = asking(rules)

    def answer(method, params):
        try:
            return ask(method, params)
        except Exception:  # noqa: BLE001
            return MALFORMED

    return answer


def test_real_faults():
    """Of the faults that try the corpus, those are named that are such mistakes."""
    found = {}
    of = resolve("two-deck")
    sample = [bug for n, bug in enumerate(BUGS) if bug.id in REAL_FAULTS or n % 3 == 0]
    for bug in sample:
        forget_orders()
        with planted({bug.place: bug.make}):
            engine = _sturdy(RuleSet.from_options(of.options, of.tables))
            groups, _ = named("two-deck", engine)
        for name in {name for group in groups for name, _ in group}:
            found[bug.id] = name
    forget_orders()

    assert found == REAL_FAULTS


def test_one_wrong_answer_is_no_pattern():
    """Whoever gets a single canary wrong is told which, and no mistake."""
    right = published()["two-deck"][1]
    for canary in canaries():
        if canary.fits(published()["two-deck"][0]) and "legal" in canary.expect:
            given, wrong = canary.given, {"legal": not canary.expect["legal"], "rule": "x.y"}

            def once(method, params, given=given, wrong=wrong):
                return wrong if params is given else right(method, params)

            assert named("two-deck", once) == ([], 1), canary.id


def test_a_wrong_verdict_hides_the_rest():
    """Of an answer whose verdict is wrong nothing else is compared."""
    canary = next(one for one in canaries() if one.id == "lead-single")

    assert different(canary, {"legal": False}) == ["legal"]
    assert different(canary, {"legal": True, "stands": True, "played": ["H7"]}) == ["penalty"]


def test_signatures_have_evidence():
    """Every mistake gets two canaries wrong at least."""
    assert min(len(one.answers) for one in signatures()) >= 2


# --- through a pipe ----------------------------------------------------------------------------------


def doctor(*arguments):
    """Run the doctor on the engine with a mistake."""
    adapter = [sys.executable, HERE / "doctor_mistaken.py", *arguments]
    return call("doctor", "--variant", "two-deck", "--", *adapter)


def test_named_at_the_end():
    """What was swapped is named, counted, and is the last line."""
    done = doctor("jokers-swapped")

    assert done.returncode == 1
    assert "✗ the big and the little joker are swapped (7 answers point to it" in done.stdout
    assert done.stdout.splitlines()[-1] == (
        "First thing to fix: the big and the little joker are swapped — "
        "BJ is the big joker, LJ the little one."
    )


def test_named_though_it_dies():
    """One that dies of every ten is started again, and told what it takes tens for."""
    done = doctor("ten-as-t", "dies")

    assert "and was started again" in done.stdout
    assert "KeyError: 'what card is this?'" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("First thing to fix: ten is spelt T — ")
