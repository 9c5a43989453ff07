"""What holds for every rule set and every position, whatever the rules say."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import positions
from hypothesis import given, settings
from hypothesis import strategies as st
from shengji import follow
from shengji.adapter import Adapter
from shengji.cards import SUITS, order_of
from shengji.questions import QUESTIONS, ask

seeds = st.integers(0, 2**48)
EXAMPLES = 400


def classes(rules, params, cards):
    """Return the cards as their classes of strength, so that equal faces cannot be told apart."""
    order = order_of(rules, params["level"], params["trump"])
    return Counter(
        (order.group_of[c].name, order.group_of[c].class_of[order.group_of[c].slot_of[c]])
        for c in cards
    )


def normal(rules, method, params, result):
    """Return a result without what the order of cards and equal strength leave open."""
    if method == "order_cards":
        return {g: [Counter(cls) for cls in rows] for g, rows in result["groups"].items()}
    if method == "classify" and result["legal"]:
        return Counter(
            (c["type"], frozenset(classes(rules, params, c["cards"]).items()))
            for c in result["components"]
        )
    if method == "judge_lead" and result["legal"]:
        return {**result, "played": classes(rules, params, result["played"])}
    return result


def mapped(value, change):
    """Return a question or an answer with every list of cards changed, whatever it stands in."""
    if isinstance(value, dict):
        return {key: mapped(v, change) for key, v in value.items()}
    if isinstance(value, list):
        if all(isinstance(v, str) for v in value):
            return change(value)
        return [mapped(v, change) for v in value]
    return value


#: lists of strings that are no cards
LEVELS = ("levels", "cleared")


def with_cards(params, change):
    """Return a question with its lists of cards changed."""
    return {key: v if key in LEVELS else mapped(v, change) for key, v in params.items()}


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_order_of_cards_never_matters(seed):
    """Shuffling every list of cards of a question leaves the answer as it is."""
    rng = Random(seed)
    rules = positions.some_rules(rng)
    method, params = positions.some_question(rng, rules)
    shuffled = with_cards(params, lambda cards: rng.sample(cards, len(cards)))

    expected = normal(rules, method, params, ask(rules, method, params))
    assert expected == normal(rules, method, params, ask(rules, method, shuffled))


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_renaming_suits_renames_the_answer(seed):
    """A permutation of the suits, trump with them, changes an answer only up to equal faces."""
    rng = Random(seed)
    rules = positions.some_rules(rng, suit_bound=False)
    method, params = positions.some_question(rng, rules)
    renamed_suits = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))

    def rename(cards):
        return [renamed_suits[card[0]] + card[1:] if card[0] in SUITS else card for card in cards]

    renamed = with_cards(params, rename)
    for part in (renamed, renamed.get("last_trick", {})):
        if "trump" in part:
            part["trump"] = renamed_suits.get(part["trump"])
    before = ask(rules, method, params)
    if method == "order_cards":
        groups = {
            renamed_suits.get(g, g): mapped(rows, rename) for g, rows in before["groups"].items()
        }
        before = {"groups": groups}
    elif method in ("classify", "judge_lead") and before["legal"]:
        for part in before.get("components", [before]):
            key = "cards" if "cards" in part else "played"
            part[key] = rename(part[key])

    expected = normal(rules, method, renamed, before)
    assert expected == normal(rules, method, renamed, ask(rules, method, renamed))


def follow_position(rng, rules, largest):
    level, trump = positions.some_level(rng), positions.some_trump(rng)
    pack = positions.some_deal(rng, rules)
    lead = positions.cards_of_one_group(rng, rules, level, trump, pack[: len(pack) // 2])
    size = max(len(lead), rng.randint(1, largest))
    return order_of(rules, level, trump), lead, pack[len(pack) // 2 :][:size]


def all_selections(counts, n):
    """Yield every multiset of n cards, face by face, without any cleverness."""
    if not counts:
        if n == 0:
            yield []
        return
    (face, held), *rest = counts
    for taken in range(min(held, n) + 1):
        for more in all_selections(rest, n - taken):
            yield [face] * taken + more


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds)
def test_legal_follows_are_those_that_are_not_refused(seed):
    """The follows that are built and the follows that are checked are the same, and counted right."""
    rng = Random(seed)
    rules = positions.some_rules(rng)
    order, lead, hand = follow_position(rng, rules, 9)
    if len(hand) < len(lead):
        return
    led, held = order.read(lead), order.read(hand)
    checked = [
        order.read(cards)
        for cards in all_selections(sorted(Counter(hand).items()), len(lead))
        if follow.refusal(rules, order, led, held, order.read(cards), len(lead)) is None
    ]
    built = list(follow.selections(rules, order, led, held))

    assert sorted(checked) == sorted(built)
    assert len(checked) == follow.count(rules, order, led, held)
    assert checked, "a player can always follow"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["S5", "BJ", "H10", "2", "T", "two-deck", []]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                ["hand", "cards", "lead", "plays", "level", "trump", "variant", "dealer"]
            )
            | st.text(),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def announced():
    adapter = Adapter()
    request = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "load_variant",
        "params": {"variant": "v", "options": {"cards.decks": 2}},
    }
    assert json.loads(adapter.answer(json.dumps(request).encode()))["result"] == {"supported": True}
    return adapter


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    st.sampled_from([*QUESTIONS, "load_variant", "initialize", "nonsense"]),
    st.dictionaries(
        st.sampled_from(
            [
                "hand",
                "cards",
                "lead",
                "plays",
                "level",
                "trump",
                "others",
                "dealer",
                "kitty",
                "last_trick",
                "total",
                "levels",
                "deal",
                "options",
                "tables",
            ]
        ),
        json_values,
    ),
)
def test_adapter_answers_whatever_it_is_asked(method, params):
    """Random parameters get a result or a protocol error, never an exception."""
    line = json.dumps(
        {"jsonrpc": "2.0", "id": 7, "method": method, "params": {**params, "variant": "v"}}
    )
    answer = json.loads(
        announced().answer(line.replace("NaN", "null").replace("Infinity", "0").encode())
    )

    assert answer["id"] in (7, None)
    assert "result" in answer or answer["error"]["code"] in (-32601, -32602, -32700)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=200))
def test_adapter_answers_rubbish(line):
    """Bytes that are no request get an error with id null."""
    answer = json.loads(announced().answer(line))

    assert answer["error"]["code"] in (-32700, -32600)
    assert answer["id"] is None
