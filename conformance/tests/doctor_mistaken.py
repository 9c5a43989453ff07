"""The reference engine with a mistake, as an adapter: `python doctor_mistaken.py MISTAKE [dies]`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from shengji.questions import QUESTIONS
from shengji.rules import RuleSet

# it is started as a program, which does not see the checkout
sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.doctor.mistake import MALFORMED
from tools.doctor.signatures import MISTAKES, asking


def answer(mistake, variants, method, params):
    """Return the answer to anything, without its envelope."""
    if method == "initialize":
        known = ["order_cards", "judge_lead"] if sys.argv[2:] else list(QUESTIONS)
        about = {"protocol": 1, "implementation": {"name": mistake.id}, "questions": known}
        return {"result": about}
    if method == "load_variant":
        rules = RuleSet.from_options(params["options"], params["tables"])
        variants[params["variant"]] = asking(rules)
        return {"result": {"supported": True}}
    if method not in QUESTIONS:
        return {"error": {"code": -32601, "message": "unknown"}}
    if params.get("variant") not in variants:
        return {"error": {"code": -32602, "message": "no variant"}}
    given = {key: of for key, of in params.items() if key != "variant"}
    found = mistake.answer(variants[params["variant"]], method, given)
    if found != MALFORMED:
        return {"result": found}
    if sys.argv[2:] and "X9" not in str(given) and "level" in given:
        raise KeyError("what card is this?")
    return {"error": {"code": -32602, "message": "no position"}}


if __name__ == "__main__":
    the = next(one for one in MISTAKES if one.id == sys.argv[1])
    loaded: dict = {}
    for line in sys.stdin:
        request = json.loads(line)
        content = answer(the, loaded, request["method"], request["params"])
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **content}), flush=True)
