"""
Which options an answer read: the engine asked under a rule set that remembers.

Law of this file: an answer depends on nothing but the position and the options that were read on the way,
so under other options that agree in these it is the same and need not be asked for again. `Memory` holds
what was read for one case; a test asks everything again without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from shengji_spec.model import load_spec
from shengji_spec.variants import named_tables

__all__ = ["Memory", "engine", "traced"]

Answer = dict[str, Any]


@cache
def _watching() -> Any:
    """Return the class of rule sets that remember; the engine is imported where cases are checked by it."""
    from shengji.rules import NAMING, ORDERING, RuleSet, field_name, option_key  # noqa: PLC0415

    keys: dict[str, tuple[str, ...]] = {
        field_name(key): (key,) for key in load_spec().options if key not in NAMING
    }
    keys["orders"] = tuple(map(option_key, ORDERING))
    keys["level_table"], keys["bid_ladder"] = (NAMING[0],), (NAMING[1],)

    class Watching(RuleSet):
        """A rule set that notes the options that are read, while somebody wants to know."""

        read: set[str] | None = None

        def __getattribute__(self, name: str) -> Any:
            noted = Watching.read
            if noted is not None and name in keys:
                noted.update(keys[name])
            return object.__getattribute__(self, name)

    return Watching


@lru_cache(maxsize=4096)
def _rules(options: tuple[tuple[str, Any], ...]) -> Any:
    values = dict(options)
    return _watching().from_options(values, named_tables(values, load_spec()))


def traced(
    options: Mapping[str, Any], question: str, given: Mapping[str, Any]
) -> tuple[Answer, frozenset[str]]:
    """
    Return the reference engine's answer and the options it read.

    A crash is an answer that no case expects.
    """
    from shengji.errors import MalformedInput  # noqa: PLC0415
    from shengji.questions import ask  # noqa: PLC0415

    rules, watching = _rules(tuple(options.items())), _watching()
    read: set[str] = set()
    watching.read = read
    try:
        answer = ask(rules, question, given)
    except MalformedInput:
        answer = {"malformed": True}
    except Exception as error:  # noqa: BLE001  (what it was is reported)
        answer = {"error": f"{type(error).__name__}: {error}"}
    finally:
        watching.read = None
    return answer, frozenset(read)


def engine(options: Mapping[str, Any], question: str, given: Mapping[str, Any]) -> Answer:
    """Return the reference engine's answer; a crash is an answer that no case expects."""
    return traced(options, question, given)[0]


class Memory:
    """The answers to one question at one position, by the options that were read for them."""

    def __init__(self, question: str, given: Mapping[str, Any]) -> None:
        self.question = question
        self.given = given
        #: by the options read: their values to the answer
        self._answers: dict[frozenset[str], dict[tuple[object, ...], Answer]] = {}

    def ask(self, options: Mapping[str, Any]) -> Answer:
        """Return the answer under some options, asked for only where none that fits is known."""
        for read, answers in self._answers.items():
            known = answers.get(self._values(options, read))
            if known is not None:
                return known
        read = self.reads(options)
        return self._answers[read][self._values(options, read)]

    def reads(self, options: Mapping[str, Any]) -> frozenset[str]:
        """Return the options that are read for the answer under some options: no others matter to it."""
        for read, answers in self._answers.items():
            if self._values(options, read) in answers:
                return read
        answer, read = traced(options, self.question, self.given)
        self._answers.setdefault(read, {})[self._values(options, read)] = answer
        return read

    def _values(self, options: Mapping[str, Any], keys: frozenset[str]) -> tuple[object, ...]:
        """Return the values of some options; true is not 1. What is absent reads as base."""
        words = _words(options)
        return tuple([words[key] for key in keys])


#: choices whose values have been written out, by identity; the choice is kept, so that no other has its id
_WRITTEN: dict[int, tuple[Mapping[str, Any], dict[str, str]]] = {}
MOST_WRITTEN = 8192


def _words(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of all options written out; the same choice is asked about again and again."""
    known = _WRITTEN.get(id(options))
    if known is None:
        if len(_WRITTEN) == MOST_WRITTEN:
            _WRITTEN.clear()
        known = options, {key: repr(value) for key, value in {**_base(), **options}.items()}
        _WRITTEN[id(options)] = known
    return known[1]


@cache
def _base() -> dict[str, Any]:
    return {key: option.base for key, option in load_spec().options.items()}
