"""The JSON Schemas: sound, fresh, and able to refuse."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from jsonschema import Draft202012Validator
from shengji_spec import data
from shengji_spec.schema import definition, load_schema, validator

SCHEMAS = sorted(path.name for path in data.schema_dir().glob("*.schema.json"))
KINDS = [
    *("rules", "options", "variant", "scoring", "ladders", "sources", "glossary"),
    *("cases", "record", "protocol", "report", "comparison", "manifest", "ledger"),
]
LEVEL = {"variant": "v", "level": "10", "trump": "S"}
TRICK = {"leader": 0, "plays": [["CA"], ["C4"], ["C6"], ["C7"]]}

DEAL = {
    "deal": 1,
    "dealer": None,
    "levels": ["2", "2"],
    "hands": [["S2"], [], [], []],
    "kitty": [],
    "events": [{"seat": 0, "declare": ["S2"]}],
}

PARAMS = {
    "order_cards": {**LEVEL, "cards": ["BJ", "H10"]},
    "classify": {**LEVEL, "cards": ["H6", "H6"]},
    "judge_lead": {**LEVEL, "hand": ["H6"], "cards": ["H6"], "others": [["H7"], [], []]},
    "judge_follow": {**LEVEL, "lead": ["H6"], "hand": ["H7"], "cards": ["H7"]},
    "count_follows": {**LEVEL, "lead": ["H6"], "hand": ["H7"]},
    "judge_trick": {**LEVEL, "plays": TRICK["plays"]},
    "judge_redeal": {**LEVEL, "trump": None, "deal": 1, "dealer": None, "seat": 2, "hand": ["H7"]},
    "judge_declaration": {
        "variant": "v",
        "deal": 1,
        "dealer": None,
        "levels": ["2", "2"],
        "seat": 1,
        "history": [{"seat": 0, "cards": ["H2"]}],
        "hand": ["S2", "S2"],
        "cards": ["S2", "S2"],
    },
    "resolve_no_bid": {
        "variant": "v",
        "deal": 1,
        "dealer": None,
        "first_drawer": 0,
        "levels": ["2", "2"],
        "kitty": ["H2"],
        "hands": [[], [], [], []],
    },
    "judge_counter": {
        **LEVEL,
        "deal": 2,
        "dealer": 0,
        "history": [],
        "seat": 1,
        "hand": [],
        "cards": [],
    },
    "judge_burial": {**LEVEL, "dealer": 0, "taker": 0, "seat": 0, "hand": ["H7"], "cards": ["H7"]},
    "score_deal": {**LEVEL, "dealer": 0, "trick_points": 35, "kitty": ["H5"], "last_trick": TRICK},
    "advance": {
        "variant": "v",
        "deal": 3,
        "dealer": 0,
        "levels": ["10", "NT"],
        "total": -5,
        "last_trick": {**TRICK, "level": "10", "trump": None},
        "cleared": [["J"], []],
    },
    "settle": {"variant": "v", "dealer": 0, "change": {"side": "dealer", "levels": 1}, "base": 10},
    "replay": {"variant": "v", "record": DEAL},
}

RESULTS = {
    "order_cards": [{"groups": {"T": [["BJ"], ["H10"]]}}],
    "classify": [
        {"legal": True, "components": [{"type": "pair", "cards": ["H6", "H6"]}]},
        {"legal": False, "rule": "shapes.one-group"},
    ],
    "judge_lead": [
        {"legal": True, "stands": True, "played": ["H6"], "penalty": 0},
        {"legal": False, "rule": "lead.one-group"},
    ],
    "judge_follow": [{"legal": True}, {"legal": False, "rule": "follow.pair"}],
    "count_follows": [{"count": 12}],
    "judge_trick": [{"winner": 3, "points": 15}],
    "judge_redeal": [{"allowed": False}],
    "judge_declaration": [{"legal": True, "level": "2", "trump": None, "dealer": 1}],
    "resolve_no_bid": [{"redeal": True}, {"level": "2", "trump": "S", "dealer": None}],
    "judge_counter": [{"legal": True, "trump": None, "dealer": 1, "takes_kitty": True}],
    "judge_burial": [{"legal": True}],
    "score_deal": [{"last_trick_side": "dealer", "multiplier": 0, "kitty_points": 0, "total": -10}],
    "advance": [
        {
            "change": {"side": "attackers", "levels": 2},
            "levels": ["2", "NT"],
            "dealer": None,
            "cleared": [[], ["J"]],
            "match_over": True,
            "winner": 1,
        }
    ],
    "settle": [{"stakes": [1, -1, 1, -1], "ratings": [0, 0, 0, 0]}],
    "replay": [{"legal": False, "event": 3, "rule": "follow.suit"}],
}


def errors(check, instance):
    """Return what a validator finds."""
    return [error.message for error in check.iter_errors(instance)]


def test_there_is_a_schema_for_each_kind():
    """Each kind of file and message has its schema, and the shared pieces theirs."""
    assert sorted([*(f"{kind}.schema.json" for kind in KINDS), "common.schema.json"]) == SCHEMAS


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_a_schema(name):
    """Each is valid JSON Schema 2020-12, has a title, and every reference leads somewhere."""
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    for file, _, pointer in references(schema):
        node = load_schema(file) if file else schema
        for step in pointer.strip("/").split("/"):
            node = node[step]


def references(node):
    """Yield the references in a schema, split at the `#`."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].partition("#")
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


@pytest.mark.parametrize(
    "kind",
    ["rules", "options", "sources", "glossary", "cases", "record", "manifest", "variant", "ledger"],
)
def test_files_have_no_other_keys(kind):
    """A key that nobody knows is a mistake in a file."""
    assert errors(validator(kind), {"surprise": 1})


# --- the protocol ------------------------------------------------------------------------------------


def request(method, params):
    """Return a request."""
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


@pytest.mark.parametrize("question", sorted(PARAMS))
def test_question_as_the_protocol_page_has_it(question):
    """A request with all its parameters is one; further keys are ignored."""
    message = request(question, {**PARAMS[question], "surprise": 1})

    assert errors(validator("protocol"), message) == []


@pytest.mark.parametrize(
    ("question", "key"),
    [
        (question, key)
        for question, params in sorted(PARAMS.items())
        for key in params
        if key not in ("others", "last_trick", "cleared", "change") or question == "score_deal"
    ],
)
def test_question_without_a_parameter_that_must_be_there(question, key):
    """What is not optional on the protocol's page is missed when it is not there."""
    params = {k: v for k, v in PARAMS[question].items() if k != key}

    assert errors(validator("protocol"), request(question, params))


@pytest.mark.parametrize(
    ("question", "change"),
    [
        ("judge_follow", {"level": 10}),
        ("judge_follow", {"level": "11"}),
        ("judge_follow", {"trump": "T"}),
        ("judge_follow", {"hand": "H7"}),
        ("judge_follow", {"cards": ["H1"]}),
        ("judge_follow", {"cards": ["SmallJoker"]}),
        ("judge_trick", {"plays": [["H6"]]}),
        ("score_deal", {"dealer": 4}),
        ("score_deal", {"trick_points": -5}),
        ("score_deal", {"dealer": True}),
        ("advance", {"total": 42}),
        ("advance", {"levels": ["10"]}),
        ("advance", {"deal": 0}),
        ("advance", {"last_trick": TRICK}),
        ("settle", {"leaver": 1}),
        ("replay", {"record": {}}),
        ("replay", {"record": {**DEAL, "kitty": "S3"}}),
        ("replay", {"record": {**DEAL, "events": [{"seat": 0, "play": "S2"}]}}),
        ("replay", {"record": {**DEAL, "events": [{"redeal": {"pack": "S2"}}]}}),
        ("replay", {"record": {**DEAL, "hands": ["S2", [], [], []]}}),
    ],
)
def test_what_is_no_question(question, change):
    """Wrong types, cards, levels and seats are seen by the schema."""
    assert errors(validator("protocol"), request(question, {**PARAMS[question], **change}))


@pytest.mark.parametrize("question", sorted(RESULTS))
def test_results_as_the_protocol_page_has_them(question):
    """Each kind of answer is one; further keys are ignored, and what must be there is missed."""
    check = definition("protocol", f"{question}-result")
    for result in RESULTS[question]:
        assert errors(check, {**result, "surprise": 1}) == []
        for key in result:
            if key != "redeal":
                assert errors(check, {k: v for k, v in result.items() if k != key}), key


def test_refusal_with_the_fields_of_an_answer():
    """A refusal names the rule; what else it holds does not make it an answer."""
    check = definition("protocol", "judge_lead-result")

    assert errors(check, {"legal": True, "rule": "lead.one-group"})
    assert errors(check, {"legal": "yes"})


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 7, "result": {"legal": True}},
        {"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "no such card"}},
        {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no JSON"}},
        request("initialize", {"protocol": 1, "suite": {"name": "s", "version": "1"}}),
        request(
            "load_variant", {"variant": "two-deck", "options": {"cards.decks": 2}, "tables": {}}
        ),
        request("load_variant", {"variant": "two-deck"}),
        {"jsonrpc": "2.0", "id": 1, "method": "shutdown"},
    ],
)
def test_other_messages(message):
    """Answers, errors and what frames a run are messages of the protocol."""
    assert errors(validator("protocol"), message) == []


@pytest.mark.parametrize(
    "message",
    [
        {"id": 7, "result": {}},
        {"jsonrpc": "1.0", "id": 7, "result": {}},
        {"jsonrpc": "2.0", "result": {}},
        {"jsonrpc": "2.0", "id": None, "result": {}},
        {"jsonrpc": "2.0", "id": 7, "result": {}, "error": {"code": 1, "message": "x"}},
        {"jsonrpc": "2.0", "id": 7, "error": {"code": "1", "message": "x"}},
        {"jsonrpc": "2.0", "id": 7, "error": "no"},
        request("judge_folow", {}),
        request("load_variant", {"variant": "v", "options": {"cards.decks": None}}),
        {"jsonrpc": "2.0", "id": 7, "method": "judge_follow"},
        [request("load_variant", {"variant": "v"})],
    ],
)
def test_what_is_no_message(message):
    """What the protocol does not have is refused."""
    assert errors(validator("protocol"), message)


def test_answers_of_the_adapter_that_frame_a_run():
    """`initialize` and `load_variant` are answered as the page says."""
    hello = {"protocol": 1, "implementation": {"name": "x"}, "questions": ["judge_follow"]}
    check = definition("protocol", "initialize-result")

    assert errors(check, hello) == []
    assert errors(check, {**hello, "window": 0})
    assert errors(check, {**hello, "questions": "all"})
    check = definition("protocol", "load_variant-result")
    assert errors(check, {"supported": False, "because": "three decks"}) == []
    assert errors(check, {"supported": True, "without": ["follow.tractor"]}) == []
    assert errors(check, {"because": "x"})


# --- the report --------------------------------------------------------------------------------------


def report(**result):
    """Return a report of one result."""
    counts = {"pass": 1, "fail": 0, "error": 0, "unsupported": 0, "not-run": 0}
    row = {"id": "a.b/c", "variant": "v", "question": "classify", "status": "pass", "rule": "a.b"}
    header = {
        "implementation": None,
        "suite": "0.1.0",
        "corpus": "0.1.0",
        "protocol": 1,
        "command": [],
        "started": "2026-01-01T00:00:00+00:00",
        "seconds": 0.5,
        "variants": ["v"],
        "counts": counts,
    }
    return {"header": header, "results": [{**row, "chapter": "a", "from": [], **result}]}


def test_report():
    """A report has its header and one row a result; the status is one of five."""
    assert errors(validator("report"), report(reason="x", expected={}, got=None)) == []
    assert errors(validator("report"), report(status="skipped"))
    assert errors(validator("report"), report(surprise=1))
    assert errors(validator("report"), {"results": []})
    assert json.dumps(report())


# --- records -----------------------------------------------------------------------------------------

#: a deal as people write it; what it plays matters to nobody here
WRITTEN = {**DEAL, "hands": ["S2 S3", "H2", "", ["D2"]], "kitty": "BJ"}
EVENTS = [
    {"seat": 0, "declare": "S2 S2", "drawn": 17},
    {"seat": 2, "decline": True},
    {"seat": 3, "redeal": {"hands": ["S2", "", "", ""], "kitty": "H5"}},
    {"redeal": {"pack": "S2 H2"}},
    {"seat": 2, "lot": True},
    {"seat": 1, "counter": "H2 H2 BJ"},
    {"seat": 2, "pass": True},
    {"seat": 0, "bury": ["S3"]},
    {"seat": 0, "play": "S5  S5"},
]


def record(**more):
    """Return the record of a deal."""
    return {"variant": "henan+line-of-100", **WRITTEN, **more}


def test_record_of_a_deal_and_of_a_match():
    """A deal stands alone or in a list; a later one leaves away what follows from the one before."""
    later = {"pack": "S2 S3", "events": EVENTS}
    match = {"variant": "henan", "seats": ["a", "b", "c", "d"], "base": 100}
    results = {"score": RESULTS["score_deal"][0], "advance": RESULTS["advance"][0]}

    assert errors(validator("record"), record(events=EVENTS, **results)) == []
    assert errors(validator("record"), record(kitty="S2  S3\nH10\n")) == []
    assert errors(validator("record"), {**match, "deals": [{**WRITTEN, "cleared": [[], []]}]}) == []
    assert errors(validator("record"), {**match, "deals": [WRITTEN, later, later]}) == []


@pytest.mark.parametrize(
    "wrong",
    [
        record(surprise=1),
        record(variant="no such"),
        record(pack="S2"),
        record(deals=[WRITTEN]),
        record(hands=["S2", "S2"]),
        record(hands=["S2", "S2", "", "S22"]),
        record(seats=["a", "a", "b", "c"]),
        record(base=-1),
        record(events=[{"seat": 0, "bury": "S2 , S3"}]),
        record(events=[{"seat": 0, "pass": False}]),
        record(score={"total": 80}),
        record(illegal={"event": 0}),
        {"variant": "henan", "deals": []},
        {"variant": "henan", "deals": [{"pack": "S2", "events": []}]},
        {"variant": "henan", "deals": [WRITTEN, {**WRITTEN, "seat": 1}]},
        WRITTEN,
        [],
    ],
)
def test_what_is_no_record(wrong):
    """Unknown keys, two dealings at once, other numbers of seats and half results are refused."""
    assert errors(validator("record"), wrong)


def test_record_over_the_wire_is_one_with_arrays():
    """A message may hold all that a file of one deal holds, its cards as arrays."""
    check = definition("protocol", "replay-params")
    arrays = {"hands": [[], [], [], []], "kitty": ["BJ"]}

    assert errors(check, {"variant": "v", "record": record(**arrays)}) == []
    assert errors(check, {"variant": "v", "record": record()})


def test_game_is_a_record_with_results():
    """A game has id, title and source, and of each deal the results or the first illegal event."""
    check = definition("record", "game")
    head = {"id": "first", "title": {"en": "First", "zh": "第一"}, "from": "S1"}
    ends = {"score": RESULTS["score_deal"][0], "advance": RESULTS["advance"][0]}
    stops = {"illegal": {"event": 0, "rule": "declare.ladder"}}

    assert errors(check, record(**head, **ends)) == []
    assert errors(check, record(**head, **stops)) == []
    assert errors(check, record(**stops))
    assert errors(check, record(**head))
    assert errors(check, record(**head, **stops, **ends))
    assert errors(check, record(**head, score=ends["score"]))
    deals = [{**WRITTEN, **ends}, {"pack": "S2", "events": [], **stops}]
    assert errors(check, {"variant": "henan", **head, "deals": deals}) == []
    assert errors(check, {"variant": "henan", **head, "deals": [*deals, WRITTEN]})


def outputs(seed):
    """Yield what PCG32 gives, word for word as the schema has it."""
    low = 2**64 - 1
    state, increment = 0, 2 * 54 + 1

    def step():
        nonlocal state
        old, state = state, (state * 6364136223846793005 + increment) & low
        mixed = (((old >> 18) ^ old) >> 27) & (2**32 - 1)
        turns = old >> 59
        return (mixed >> turns | mixed << (32 - turns)) & (2**32 - 1)

    step()
    state = (state + seed) & low
    step()
    while True:
        yield step()


def test_shuffle_that_the_schema_describes():
    """The examples of the schema are what its words say."""
    numbers, shuffle = load_schema("record.schema.json")["$defs"]["shuffle"]["examples"]
    faces = [suit + rank for suit in "SHCD" for rank in (*"23456789", "10", *"JQKA")]
    pack = [*faces, "LJ", "BJ"] * shuffle["decks"]
    drawn = outputs(shuffle["seed"])
    for i in range(len(pack) - 1, 0, -1):
        bound = i + 1
        threshold = (2**32 - bound) % bound
        j = next(r for r in drawn if r >= threshold) % bound
        pack[i], pack[j] = pack[j], pack[i]

    assert list(islice(outputs(numbers["seed"]), 5)) == numbers["outputs"]
    assert pack[:10] == shuffle["pack"]
