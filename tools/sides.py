"""
The two implementations side by side: how each is asked, and whether their answers are the same.

Law of this file: whole results are compared. Lists that the protocol calls multisets have no order, a card
may be another one of equal strength where a result names cards, and which rule a refusal names is left out.
An implementation that does not know a question, or a rule set, says so and is not compared.
"""

from __future__ import annotations

import itertools
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from shengji import questions
from shengji.errors import MalformedInput
from shengji.rules import RuleSet
from shengji_spec.model import load_spec
from shengji_spec.variants import named_tables

from tools.positions.pack import Layout, layout

__all__ = ["MALFORMED", "UNKNOWN", "Pipe", "Side", "differences", "engine", "oracle"]

Result = Mapping[str, Any]
Side = Callable[[Mapping[str, Any], str, Mapping[str, Any]], Result]
#: there is no position; the question, or the rule set, is not known
MALFORMED: Result = {"malformed": True}
UNKNOWN: Result = {"unknown": True}
NO_QUESTION, NO_VARIANT, NO_POSITION = -32601, -32001, -32602

# --- asking --------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _engine_rules(options: tuple[tuple[str, Any], ...]) -> RuleSet:
    values = dict(options)
    return RuleSet.from_options(values, named_tables(values, load_spec()))


def engine(options: Mapping[str, Any], question: str, given: Mapping[str, Any]) -> Result:
    """Return the engine's answer, asked in process; a crash is an answer like no other."""
    try:
        return questions.ask(_engine_rules(tuple(options.items())), question, given)
    except MalformedInput:
        return MALFORMED
    except Exception as error:  # noqa: BLE001  (what it was is reported)
        return {"error": f"{type(error).__name__}: {error}"}


@lru_cache(maxsize=4096)
def _oracle_rules(options: tuple[tuple[str, Any], ...]) -> Any:
    from shengji_oracle.ruleset import read_rule_set  # noqa: PLC0415  (may not be installed)

    values = dict(options)
    return read_rule_set(values, named_tables(values, load_spec()))


def oracle(options: Mapping[str, Any], question: str, given: Mapping[str, Any]) -> Result:
    """Return the oracle's answer, asked in process; a crash is an answer like no other."""
    from shengji_oracle.errors import MalformedError, UnsupportedError  # noqa: PLC0415
    from shengji_oracle.questions import QUESTIONS, ask  # noqa: PLC0415
    from shengji_oracle.reading import Params  # noqa: PLC0415

    if question not in QUESTIONS:
        return UNKNOWN
    try:
        answer: Result = ask(question, Params(dict(given), _oracle_rules(tuple(options.items()))))
    except MalformedError:
        return MALFORMED
    except UnsupportedError:
        return UNKNOWN
    except Exception as error:  # noqa: BLE001  (what it was is reported)
        return {"error": f"{type(error).__name__}: {error}"}
    return answer


class Pipe:
    """Any adapter, asked over its pipe one question at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.variants: dict[tuple[tuple[str, Any], ...], str] = {}
        self.numbers = itertools.count(1)
        self._call("initialize", protocol=1, suite={"name": "tools.agree", "version": "1"})

    def __call__(
        self, options: Mapping[str, Any], question: str, given: Mapping[str, Any]
    ) -> Result:
        """Return the adapter's answer."""
        key = tuple(options.items())
        if key not in self.variants:
            tables = named_tables(options, load_spec())
            name = f"rules-{len(self.variants)}"
            announced = self._call("load_variant", variant=name, options=options, tables=tables)
            known = announced.get("result", {}).get("supported")
            self.variants[key] = name if known else ""
        if not self.variants[key]:
            return UNKNOWN
        answer = self._call(question, **given, variant=self.variants[key])
        if "error" not in answer:
            result: Result = answer["result"]
            return result
        code = answer["error"]["code"]
        if code == NO_POSITION:
            return MALFORMED
        return UNKNOWN if code in (NO_QUESTION, NO_VARIANT) else {"error": answer["error"]}

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        request = {
            "jsonrpc": "2.0",
            "id": next(self.numbers),
            "method": method,
            "params": params,
        }
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise ConnectionError("the adapter has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the adapter."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


# --- comparing -----------------------------------------------------------------------------------


def differences(
    options: Mapping[str, Any], given: Mapping[str, Any], one: Result, other: Result
) -> list[str]:
    """Return the keys in which two answers to a question differ; nothing where they agree."""
    if one == other and "error" not in one:
        return []
    mine, theirs = _plain(one), _plain(other)
    keys = [*mine, *(key for key in theirs if key not in mine)]
    stand = layout(options, given["level"], given["trump"]) if "trump" in given else None
    return [
        key
        for key in keys
        if key == "error"
        or key not in mine
        or key not in theirs
        or not _same(key, mine[key], theirs[key], stand)
        or (key == "played" and not _within(given["cards"], mine[key], theirs[key]))
    ]


def _plain(result: Result) -> dict[str, Any]:
    """Return a result without what is not compared: the rule of a refusal, and what may be left out."""
    left_out = {"rule"} if result.get("legal") is False else set()
    if result.get("redeal") is False:
        left_out.add("redeal")
    return {key: value for key, value in result.items() if key not in left_out}


def _same(key: str, one: Any, other: Any, stand: Layout | None) -> bool:
    try:
        if key == "groups":
            return _groups(one) == _groups(other)
        if stand is not None and key == "played":
            return _strength(one, stand) == _strength(other, stand)
        if stand is not None and key == "components":
            return _components(one, stand) == _components(other, stand)
    except (KeyError, TypeError, AttributeError):
        return False
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _within(cards: Sequence[str], *plays: Sequence[str]) -> bool:
    """Tell whether each play is part of some cards."""
    return all(Counter(play) <= Counter(cards) for play in plays)


def _groups(groups: Mapping[str, Sequence[Sequence[str]]]) -> dict[str, list[list[str]]]:
    """Return groups with each class sorted; a group without cards is no group."""
    return {name: [sorted(row) for row in rows] for name, rows in groups.items() if rows}


def _strength(cards: Sequence[str], stand: Layout) -> list[tuple[str, int, list[int]]]:
    """Return for each class how often its faces are there, whichever faces they are."""
    classes: dict[tuple[str, int], list[int]] = {}
    for face, copies in Counter(cards).items():
        classes.setdefault((stand.group_of[face], stand.class_of[face]), []).append(copies)
    return [(*place, sorted(copies)) for place, copies in sorted(classes.items())]


def _components(parts: Sequence[Mapping[str, Any]], stand: Layout) -> tuple[Any, ...]:
    """Return components up to faces of equal strength, and all their cards as they are."""
    cards = sorted(card for part in parts for card in part["cards"])
    return cards, sorted([str(part["type"]), _strength(part["cards"], stand)] for part in parts)
