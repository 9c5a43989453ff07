"""The adapter as a process: framing, errors and the end of input."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from shengji.adapter import Adapter, serve

TWO_DECKS = {"variant": "v", "options": {"cards.decks": 2}}


class Pipe:
    """A source that gives its chunks one by one, and a sink that counts its writes."""

    def __init__(self, *chunks):
        self.chunks = list(chunks)
        self.written = []

    def read1(self, _):
        return self.chunks.pop(0) if self.chunks else b""

    def write(self, data):
        self.written.append(data)

    def flush(self):
        pass

    def answers(self):
        return [json.loads(line) for line in b"".join(self.written).splitlines()]


def request(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


def asked(*chunks):
    pipe = Pipe(*chunks)
    serve(Adapter(), pipe, pipe)
    return pipe


def test_lines_may_arrive_in_pieces():
    """A line split over two reads is answered once it is whole."""
    line = request(1, "load_variant", **TWO_DECKS) + b"\n"

    assert [{"supported": True}] == [a["result"] for a in asked(line[:9], line[9:]).answers()]


def test_one_write_for_all_lines_of_a_read():
    """What arrives together is answered together."""
    line = request(1, "initialize") + b"\n"

    assert 1 == len(asked(line * 3).written)


def test_last_line_needs_no_end():
    """Input that ends without a line end is still answered."""
    assert [7] == [a["id"] for a in asked(request(7, "initialize")).answers()]


@pytest.mark.parametrize(
    ("line", "code", "number"),
    [
        (b"{", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","params":NaN}', -32700, None),
        (b"[]", -32600, None),
        (b"3", -32600, None),
        (b'{"id":1,"method":"initialize"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":[],"method":"initialize"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"deal_cards","params":{}}', -32601, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"classify","params":[]}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"classify","params":{"variant":"nobody"}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"classify","params":{"a":1,"a":2}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"load_variant","params":{}}', -32602, 1),
    ],
)
def test_errors_have_the_code_of_the_protocol(line, code, number):
    """Each kind of bad line gets its own code, and the id where there is one."""
    (answer,) = asked(line + b"\n").answers()

    assert (code, number) == (answer["error"]["code"], answer["id"])


def test_unknown_options_are_not_supported():
    """An option or value that the engine does not know is said to be unsupported, with the reason."""
    (answer,) = asked(request(1, "load_variant", variant="v", options={"cards.deck": 2})).answers()

    assert {"supported": False, "because": "unknown option 'cards.deck'"} == answer["result"]


@pytest.mark.parametrize(
    ("params", "answer"),
    [
        ('"cards":["H6"]', {"result"}),
        ('"cards" :["H6"]', {"result"}),
        ('"cards":["H6"],"note":"a:b"', {"result"}),
        ('"cards":["H6"],"more":{"a":1}', {"result"}),
        ('"cards":["H6"],"more":{"a":1,"a":2}', {"error"}),
        ('"cards":["H6"],"cards":["H7"]', {"error"}),
        ('"cards" :["H6"],"cards":["H7"]', {"error"}),
        ('"cards":["H6"],"c\\u0061rds":["H7"]', {"error"}),
        ('"cards":["H6"],"last_trick":5', {"result"}),
    ],
)
def test_a_key_that_occurs_twice_is_found(params, answer):
    """However a line is spaced and whatever its texts hold, only a key that stands twice is an error."""
    head = '{"jsonrpc":"2.0","id":9,"method":"classify","params":{"variant":"v",'
    line = head + '"level":"10","trump":"S",%s}}'
    announce, question = request(1, "load_variant", **TWO_DECKS), (line % params).encode()
    _, last = asked(announce + b"\n" + question + b"\n").answers()

    assert last["id"] == 9
    assert answer == set(last) & {"result", "error"}


def test_shutdown_ends_the_conversation():
    """Nothing after a shutdown is answered."""
    lines = request(1, "shutdown") + b"\n" + request(2, "initialize") + b"\n"

    assert [1] == [a["id"] for a in asked(lines).answers()]


def test_too_long_a_line_is_refused_and_the_next_answered():
    """A line of more than 16 MiB gets one error; what follows it is served."""
    chunks = [b"x" * (1 << 20)] * 18 + [b"\n" + request(2, "initialize") + b"\n"]
    first, second = asked(*chunks).answers()

    assert -32700 == first["error"]["code"]
    assert 2 == second["id"]


def test_the_command_serves_published_variants_by_id():
    """`shengji adapter` knows a variant without being told its options."""
    lines = [
        request(1, "load_variant", variant="two-deck"),
        request(
            2,
            "judge_follow",
            variant="two-deck",
            level="10",
            trump="S",
            lead=["H6", "H6"],
            hand=["H4", "H7", "H7", "H9", "C4"],
            cards=["H4", "H9"],
        ),
    ]
    result = subprocess.run(
        [sys.executable, "-m", "shengji", "adapter"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        check=True,
        timeout=60,
    )
    first, second = map(json.loads, result.stdout.splitlines())

    assert {"supported": True} == first["result"]
    assert {"legal": False, "rule": "follow.pair"} == second["result"]
