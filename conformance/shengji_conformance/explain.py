"""A case for a reader: the position drawn, the question in words, the rule and where it comes from.

Law of this file: it returns labels and lines of plain text; colour and width are the terminal's business.
Both languages come from the corpus and the catalogue.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from shengji_conformance.answers import answer, teams, value
from shengji_conformance.cards import SYMBOLS, cards, groups
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.phrases import PHRASES
from shengji_conformance.verdicts import Result
from shengji_conformance.words import both, safe, say

__all__ = ["Explainer", "Row", "command_line"]

PLACEHOLDER = re.compile(r"\{([a-z0-9.-]+)\}")


@dataclass(frozen=True)
class Row:
    """A label and the lines that belong to it; `kind` tells the terminal how to show them."""

    label: str
    lines: Sequence[str]
    kind: str = ""


class Explainer:
    """Explains cases of a corpus in one language."""

    def __init__(self, corpus: Corpus, language: str) -> None:
        self._manifest = corpus.manifest
        self.language = language

    def title(self, case: Case) -> str:
        """Return the case's title."""
        return both(case.get("title"), self.language)

    def asked(self, case: Case) -> list[Row]:
        """Return the position and the question."""
        given = case["given"]
        rows = [self._row("asked", [self._question(case)])]
        known = [key for key in GIVEN if key in given]
        others = [key for key in given if key not in GIVEN and key not in ("level", "trump")]
        rows += [self._given(key, case) for key in [*known, *others]]
        return rows

    def _question(self, case: Case) -> str:
        key, given = f"ask-{case['question']}", case["given"]
        words = say(key).in_(self.language) if key in PHRASES else case["question"]
        terms = []
        if "level" in given:
            terms.append(say("level-is", level=safe(given["level"], 20)).in_(self.language))
        if "trump" in given:
            trump = given["trump"]
            symbol = SYMBOLS.get(trump) if isinstance(trump, str) else None
            key = "no-trump" if trump is None else "trump-is"
            terms.append(say(key, trump=symbol or safe(trump, 20)).in_(self.language))
        if not terms:
            return words
        comma = say("comma").in_(self.language)
        return say("terms-and-question", terms=comma.join(terms), question=words).in_(self.language)

    def _given(self, key: str, case: Case) -> Row:
        given = case["given"]
        found = given[key]
        lines = list(GIVEN.get(key, _plain)(found, given, self.language))
        for label in (f"given-{key}-{case['question']}", f"given-{key}"):
            if label in PHRASES:
                return Row(say(label).in_(self.language), lines)
        return Row(safe(key, 20), lines)

    def expected(self, case: Case) -> Row:
        """Return the right answer."""
        return self._row("expected", [answer(case["expect"], self.language, case["question"])])

    def got(self, result: Result) -> Row:
        """Return what came instead of the right answer: the keys that count, and why it is none."""
        lines = []
        if result.got is not None:
            case = result.question.case
            shown = _compared(result.got, case["expect"])
            lines = [answer(shown, self.language, case["question"])]
        if result.why and result.why.key != "wrong-answer":
            lines += result.why.in_(self.language).splitlines()
        return self._row("got", lines, "bad")

    def norm(self, case: Case, options: Mapping[str, Any]) -> list[Row]:
        """Return the rule with the variant's phrases, where it comes from, and why several answers do."""
        text = case.get("text") or self._manifest["rules"].get(case["rule"], {})
        rows = [
            self._row("rule", [case["rule"], self.fill(both(text, self.language), options)]),
            self._row("source", [self._source(code) for code in _list(case.get("from"))]),
        ]
        if case.get("why"):
            rows.append(self._row("why", [both(case["why"], self.language)]))
        return rows

    def _source(self, code: str) -> str:
        text = both(self._manifest.get("sources", {}).get(code), self.language)
        return f"{code}  {text}" if text else code

    def fill(self, text: str, options: Mapping[str, Any]) -> str:
        """Return a rule's text with the phrases of the variant's values."""

        def phrase(match: re.Match[str]) -> str:
            option = match[1]
            chosen = options.get(option, self._manifest.get("bases", {}).get(option))
            spelt = orjson.dumps(chosen).decode()
            known = self._manifest["phrases"].get(option, {}).get(spelt)
            return both(known, self.language) or str(chosen)

        return PLACEHOLDER.sub(phrase, text)

    def conditions(self, case: Case) -> list[Row]:
        """Return the option values under which the answer holds."""
        when = {**(case.get("when") or {}), **(case.get("needs") or {})}
        return [self._row("when", [f"{k}: {_values(v)}" for k, v in when.items()])] if when else []

    def applies(self, case: Case, variants: Sequence[Variant]) -> list[Row]:
        """Return the conditions of a case and the variants under which it is asked."""
        under = self._row("under", [", ".join(variant.id for variant in variants) or "—"])
        return [*self.conditions(case), under]

    def row(self, key: str, lines: Sequence[str], kind: str = "") -> Row:
        """Return a row with a label of the catalogue."""
        return self._row(key, lines, kind)

    def _row(self, key: str, lines: Sequence[str], kind: str = "") -> Row:
        return Row(say(f"row-{key}").in_(self.language), lines, kind)


def _compared(got: Any, expect: Mapping[str, Any]) -> Any:
    """Return the part of an answer that a case says something about."""
    if not isinstance(got, dict):
        return got
    choices = expect.get("one-of", [expect])
    named = {key for choice in choices for key in choice} | {"rule", "error"}
    return {key: got[key] for key in got if key in named} or got


def _values(of: Any) -> str:
    return " | ".join(str(one) for one in _list(of))


def _list(of: Any) -> list[Any]:
    if of is None:
        return []
    return of if isinstance(of, list) else [of]


# How the things of a position are drawn: each gives lines.


def _plain(found: Any, _: Mapping[str, Any], language: str) -> Iterator[str]:
    yield value(found, language)


def _cards(found: Any, _: Mapping[str, Any], language: str) -> Iterator[str]:
    yield cards(found, language) if isinstance(found, list) else value(found, language)


def _hand(found: Any, given: Mapping[str, Any], language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    drawn = groups(found, given.get("level"), given.get("trump"))
    if not drawn:
        yield "—"
    for suit, held in drawn:
        name = say("trumps-are").in_(language) if suit is None else ""
        yield name + cards(held, language)


def _hands(found: Any, given: Mapping[str, Any], language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    for number, held in enumerate(found, 1):
        drawn = list(_hand(held, given, language))
        yield f"{number}. " + "   ".join(drawn)


def _plays(found: Any, _: Mapping[str, Any], language: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield value(found, language)
        return
    for number, play in enumerate(found, 1):
        drawn = cards(play, language) if isinstance(play, list) else value(play, language)
        yield f"{number}. {drawn}"


def _last_trick(found: Any, _: Mapping[str, Any], language: str) -> Iterator[str]:
    if not isinstance(found, dict):
        yield value(found, language)
        return
    terms = [_term(key, one, language) for key, one in found.items() if key != "plays"]
    if terms:
        yield say("comma").in_(language).join(terms)
    if "plays" in found:
        yield from _plays(found["plays"], found, language)


def _teams(found: Any, _: Mapping[str, Any], language: str) -> Iterator[str]:
    yield teams(found, language)


def _term(key: str, found: Any, language: str) -> str:
    if key == "trump" and isinstance(found, str) and found in SYMBOLS:
        return say("trump-is", trump=SYMBOLS[found]).in_(language)
    if key == "trump" and found is None:
        return say("no-trump").in_(language)
    label = f"term-{key}"
    shown = safe(value(found, language), 40)
    return say(label, value=shown).in_(language) if label in PHRASES else f"{safe(key, 20)} {shown}"


Draw = Callable[[Any, Mapping[str, Any], str], Iterator[str]]

#: the things of a position in the order in which they are shown
GIVEN: Mapping[str, Draw] = {
    "deal": _plain,
    "dealer": _plain,
    "levels": _teams,
    "cleared": _teams,
    "total": _plain,
    "trick_points": _plain,
    "penalty_points": _plain,
    "lead": _cards,
    "hand": _hand,
    "cards": _cards,
    "others": _hands,
    "plays": _plays,
    "kitty": _cards,
    "last_trick": _last_trick,
}


def command_line(command: Sequence[str]) -> str:
    """Return a command as it is typed."""
    if sys.platform == "win32":
        return subprocess.list2cmdline(command)
    return shlex.join(command)
