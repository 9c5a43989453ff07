"""The oracle by itself: its independence, its definitions, its strictness."""

from __future__ import annotations

import ast
import json
import random
import sys
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import yaml
from shengji_oracle import follow, shapes
from shengji_oracle.cards import BY_TOKEN, arrange, pack, token
from shengji_oracle.errors import ForbiddenError
from shengji_oracle.ruleset import OPTIONS, TABLES, read_rule_set
from shengji_oracle.server import Server

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "conformance" / "shengji_oracle"
FACES = sorted(BY_TOKEN)


def documents(folder):
    """Return the documents of a folder of spec, by file name."""
    files = sorted((ROOT / "spec" / folder).glob("*.yaml"))
    return {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in files}


@cache
def option_values():
    """Return every option with its values in the order of the files, the tables by their ids."""
    found = {}
    for document in documents("options").values():
        for option in document["options"]:
            if "table" in option:
                found[option["key"]] = tuple(documents(option["table"]))
            else:
                values = [value["value"] for value in option["values"]]
                values.remove(option["base"])
                found[option["key"]] = (option["base"], *values)
    return found


@cache
def tables():
    """Return all tables by id."""
    return {**documents("ladders"), **documents("scoring")}


def with_tables(changes):
    """Return options: the two tables, and what is changed."""
    return {"declare.ladder": "two-deck", "levels.table": "two-deck-80", **changes}


def rules_of(**changes):
    """Return a rule set of base values but for some: `follow__pairs` is `follow.pairs`."""
    named = {key.replace("__", ".").replace("_", "-"): value for key, value in changes.items()}
    return read_rule_set(with_tables(named), tables())


class Adapter:
    """A server spoken to in Python values."""

    def __init__(self, **options):
        self.server = Server()
        named = {key.replace("__", ".").replace("_", "-"): value for key, value in options.items()}
        self.loaded = self.call(
            "load_variant", variant="v", options=with_tables(named), tables=tables()
        )

    def line(self, text):
        """Return the answer to one line."""
        return self.server.reply(text.encode())[0]

    def call(self, method, **params):
        """Return the whole answer to a request."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.line(json.dumps(request))

    def code(self, method, **params):
        """Return the error code of the answer; None for a result."""
        return self.call(method, variant="v", **params).get("error", {}).get("code")

    def ask(self, method, **params):
        """Return the result of a question."""
        return self.call(method, variant="v", **params)["result"]


# Independence


@pytest.mark.parametrize("module", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.name)
def test_imports_nothing_of_ours(module):
    """Every module imports the standard library and the oracle itself alone."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module)
    roots = {name.split(".")[0] for name in names}

    assert roots <= {*sys.stdlib_module_names, "shengji_oracle"}


# Options


def test_options_are_those_of_the_rules():
    """The oracle knows every option, its values and its base value, and no other."""
    told = {key: values for key, values in option_values().items() if key not in TABLES}

    assert {key: values[0] for key, values in OPTIONS.items()} == {
        key: values[0] for key, values in told.items()
    }
    assert {key: set(map(repr, values)) for key, values in OPTIONS.items()} == {
        key: set(map(repr, values)) for key, values in told.items()
    }


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in option_values().items() for value in values]
)
def test_every_value_is_accepted(key, value):
    """A variant with any value of any option loads."""
    server = Server()
    params = {"variant": "v", "options": with_tables({key: value}), "tables": tables()}

    assert server.load_variant(params) == {"supported": True}


@pytest.mark.parametrize(
    "options",
    [
        {"follow.pairs": "sometimes"},
        {"cards.decks": 5},
        {"cards.decks": True},
        {"declare.overcall": 1},
        {"follow.rainbows": True},
        {"levels.table": "none-such"},
    ],
)
def test_unknown_rules_are_unsupported(options):
    """What the oracle does not know it says, and then answers no question about."""
    adapter = Adapter()
    loaded = adapter.call(
        "load_variant", variant="v", options=with_tables(options), tables=tables()
    )

    assert loaded["result"]["supported"] is False
    assert adapter.code("order_cards", level="5", trump=None, cards=[]) == -32001


# Definitions


def hands_of_one_group(seed, rules, number, most):
    """Yield random small hands of one group, with many equal cards, and leads to them."""
    pick = random.Random(seed)
    groups = arrange(rules, "5", "S").groups
    while number:
        group = groups[pick.choice(["T", "H"])]
        near = pick.sample(range(len(group.places)), 1)[0]
        faces = [n for n, place in enumerate(group.place_of) if near <= place <= near + 4]
        drawn = pick.choices(faces, k=pick.randint(4, most))
        lead = pick.choices(faces, k=pick.randint(2, 6))
        copies = Counter(drawn) + Counter(lead)
        if len(drawn) > len(lead) and all(copies[n] <= pack(rules)[group.faces[n]] for n in copies):
            number -= 1
            count = Counter(drawn), Counter(lead)
            yield group, *(tuple(one[n] for n in range(len(group.faces))) for one in count)


RULES = {
    "two-decks": {},
    "three-decks": {"cards__decks": 3},
    "any-tractor": {"follow__tractor": "any-tractor", "shapes__tractor_min_length": 3},
    "protected": {
        "cards__decks": 3,
        "follow__break_triples": False,
        "follow__break_tractor": False,
    },
    "tuples": {"cards__decks": 4, "follow__titanic_order": "tuples-first"},
    "forced": {"cards__decks": 3, "follow__filler": "lowest-forced"},
}


@pytest.mark.parametrize("name", RULES)
def test_a_follow_is_legal_when_no_selection_matches_better(name):
    """What is set aside from the whole hand matches as well as the best of all selections."""
    rules = rules_of(**RULES[name])
    for group, hand, lead in hands_of_one_group(name, rules, 60, 9):
        duty = follow.duty_of(rules, group, lead, hand)
        owed = [
            follow.best_match(duty, group.counts(chosen), owed_only=True)
            for chosen in combinations(group.cards(hand), sum(lead))
        ]

        assert duty.owed == max(owed)


@pytest.mark.parametrize("name", RULES)
def test_the_count_of_follows_is_the_number_of_legal_ones(name):
    """Counting by pairs and more gives what asking about every selection gives."""
    rules = rules_of(**RULES[name])
    arrangement = arrange(rules, "5", "S")
    for group, hand, lead in hands_of_one_group(name, rules, 40, 9):
        cards, led = group.cards(hand), group.cards(lead)
        count = 0
        for chosen in {tuple(sorted(one)) for one in combinations(cards, len(led))}:
            try:
                follow.judge_follow(rules, arrangement, led, cards, list(chosen))
            except ForbiddenError:
                continue
            count += 1

        assert follow.count_follows(rules, arrangement, led, cards) == {"count": count}


def all_partitions(rules, group, counts):
    """Yield every partition of cards into components."""
    if not any(counts):
        yield ()
        return
    first = next(n for n, held in enumerate(counts) if held)
    for one in shapes.components(rules, group, counts):
        if group.faces[first] in one.faces:
            rest = tuple(held - n for held, n in zip(counts, group.counts(one.cards), strict=True))
            for others in all_partitions(rules, group, rest):
                yield (one, *others)


@pytest.mark.parametrize("name", ["two-decks", "three-decks", "any-tractor"])
def test_longest_first_is_the_best_of_all_partitions(name):
    """Taken one after the other the components are the best of all partitions, by size first."""
    rules = rules_of(**RULES[name])
    for group, hand, _ in hands_of_one_group(name, rules, 40, 7):
        best = max(
            (
                sorted(map(shapes.by_size, split), reverse=True)
                for split in all_partitions(rules, group, hand)
            ),
            key=lambda keys: list(zip(*keys, strict=True)),
        )

        assert [shapes.by_size(one) for one in shapes.decompose(rules, group, hand)] == best


def test_order_of_a_rich_trump_group():
    """Special top, jokers, counsellors, level cards, permanent ranks and the suit, in order."""
    adapter = Adapter(
        cards__special_top="red-fives",
        cards__counsellors="three",
        cards__permanent_ranks="2-3-5",
    )
    groups = adapter.ask("order_cards", level="10", trump="H", cards=FACES)["groups"]

    assert [" ".join(sorted(place)) for place in groups["T"]] == [
        *["H5", "D5", "BJ", "LJ", "H3", "D3", "H10", "C10 D10 S10", "C5 S5", "C3 S3"],
        *["H2", "C2 D2 S2", "HA", "HK", "HQ", "HJ", "H9", "H8", "H7", "H6", "H4"],
    ]
    assert [place[0] for place in groups["D"]] == [
        "DA",
        "DK",
        "DQ",
        "DJ",
        "D9",
        "D8",
        "D7",
        "D6",
        "D4",
    ]


def test_a_hand_of_a_whole_deck():
    """A throw of all trumps and a follow to a long lead are answered all the same."""
    adapter = Adapter(cards__decks=4)
    trumps = [face for face in FACES if face[0] in "SBL" or face.endswith("10")]
    lead = ["S3", "S3", "S4", "S4", "S6", "S6"]
    shape = adapter.ask("classify", level="10", trump="S", cards=trumps * 3)
    follows = adapter.ask("count_follows", level="10", trump="S", lead=lead, hand=trumps * 2)

    assert shape["components"][0]["type"] == "titanic"
    assert follows["count"] > 0


# Strictness

FOLLOW = {"level": "10", "trump": "S", "lead": ["H6"], "hand": ["H4", "H9"], "cards": ["H4"]}
SCORE = {
    "level": "10",
    "trump": "S",
    "dealer": 0,
    "trick_points": 40,
    "kitty": ["H5"],
    "last_trick": {"leader": 1, "plays": [["HA"], ["HK"], ["H4"], ["H3"]]},
}
ADVANCE = {"deal": 1, "dealer": 0, "levels": ["2", "2"], "total": 80}
DECLARE = {
    "deal": 1,
    "dealer": None,
    "levels": ["2", "2"],
    "history": [],
    "seat": 0,
    "hand": ["H2"],
    "cards": ["H2"],
}
COUNTER = {
    "level": "2",
    "trump": "H",
    "deal": 1,
    "dealer": 0,
    "history": [{"seat": 0, "cards": ["H2"]}],
    "seat": 1,
    "hand": ["C2", "C2"],
    "cards": ["C2", "C2"],
}
SETTLE = {"dealer": 0, "change": {"side": "dealer", "levels": 1}, "base": 10}
GOOD = {
    "judge_follow": FOLLOW,
    "score_deal": SCORE,
    "advance": ADVANCE,
    "judge_declaration": DECLARE,
    "judge_counter": COUNTER,
    "settle": SETTLE,
}
BAD = [
    ("judge_follow", {"lead": []}),
    ("judge_follow", {"lead": ["H6", "C6"]}),
    ("judge_follow", {"hand": []}),
    ("judge_follow", {"hand": ["H4", "H6", "H6"]}),
    ("judge_follow", {"cards": "H4"}),
    ("judge_follow", {"cards": ["H1"]}),
    ("judge_follow", {"cards": [4]}),
    ("judge_follow", {"level": "11"}),
    ("judge_follow", {"level": 10}),
    ("judge_follow", {"level": "NT"}),
    ("judge_follow", {"trump": "T"}),
    ("judge_follow", {"trump": []}),
    ("score_deal", {"dealer": 4}),
    ("score_deal", {"dealer": True}),
    ("score_deal", {"dealer": 1.0}),
    ("score_deal", {"trick_points": -5}),
    ("score_deal", {"kitty": ["HA", "HA"]}),
    ("score_deal", {"last_trick": None}),
    ("score_deal", {"last_trick": {"leader": 1, "plays": [["HA"], ["HK"], ["H4"]]}}),
    ("score_deal", {"last_trick": {"leader": 1, "plays": [["HA"], ["HK"], ["H4"], []]}}),
    ("advance", {"total": 82}),
    ("advance", {"levels": ["2"]}),
    ("advance", {"deal": 0}),
    ("advance", {"cleared": [["5"], None]}),
    ("judge_declaration", {"dealer": 0}),
    ("judge_declaration", {"history": [{"seat": 1}]}),
    ("judge_counter", {"declared": 2}),
    ("settle", {"leaver": 1}),
    ("settle", {"change": {"side": "both", "levels": 1}}),
    ("settle", {"failed_throws": [0, 0, 0]}),
    ("settle", {"base": -1}),
]


@pytest.mark.parametrize("method", GOOD)
def test_the_positions_that_are_spoilt_below_are_positions(method):
    """What the next test spoils is answered as it stands, unknown keys ignored."""
    assert Adapter().code(method, weather="fine", **GOOD[method]) is None


@pytest.mark.parametrize(("method", "change"), BAD)
def test_what_is_no_position_is_malformed(method, change):
    """One wrong value makes a position none."""
    assert Adapter().code(method, **{**GOOD[method], **change}) == -32602


@pytest.mark.parametrize(
    ("method", "key"), [(method, key) for method, good in GOOD.items() for key in good]
)
def test_a_missing_key_is_malformed(method, key):
    """Every key that a position has here is needed."""
    left = {name: value for name, value in GOOD[method].items() if name != key}

    assert Adapter().code(method, **left) == -32602


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        ("", None, -32700),
        ("{", None, -32700),
        ('{"id": NaN}', None, -32700),
        ("[]", None, -32600),
        ("1", None, -32600),
        ('{"jsonrpc": "2.0", "method": "settle"}', None, -32600),
        ('{"jsonrpc": "2.0", "id": true, "method": "settle"}', None, -32600),
        ('{"jsonrpc": "1.0", "id": 1, "method": "settle"}', None, -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "replay", "params": {}}', 1, -32601),
        ('{"jsonrpc": "2.0", "id": "a", "method": "settle"}', "a", -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "settle", "params": []}', 1, -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "settle", "params": {"variant": "w"}}', 1, -32602),
        (
            '{"jsonrpc": "2.0", "id": 1, "method": "shutdown", "params": {"a": 1, "a": 2}}',
            1,
            -32602,
        ),
        ('{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}', 1, -32602),
    ],
)
def test_lines_that_are_no_questions(line, number, code):
    """Each kind of wrong line has its code."""
    answer = Adapter().line(line)

    assert (answer["id"], answer["error"]["code"]) == (number, code)


def test_copies_of_an_attempt_do_not_count():
    """More copies than there are may be attempted: they are not in the hand."""
    answer = Adapter().ask("judge_follow", **{**FOLLOW, "cards": ["H4", "H4", "H4"]})

    assert answer == {"legal": False, "rule": "follow.count"}


def test_conversation():
    """It says who it is and what it answers, and stops after a shutdown."""
    suite = {"name": "s", "version": "1"}
    lines = [
        {"id": 0, "method": "initialize", "params": {"protocol": 1, "suite": suite}},
        {"id": 1, "method": "shutdown"},
        {"id": 2, "method": "shutdown"},
    ]
    sent = [json.dumps({"jsonrpc": "2.0", **line}).encode() for line in lines]
    first, *others = map(json.loads, Server().serve(sent))

    assert first["result"]["protocol"] == 1
    assert len(first["result"]["questions"]) == 14
    assert others == [{"jsonrpc": "2.0", "id": 1, "result": None}]


def test_tokens_are_unique():
    """Every face has one name."""
    assert len({token(card) for card in BY_TOKEN.values()}) == 54
