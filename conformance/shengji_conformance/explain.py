"""A case for a reader: the position drawn, the question in words, the rule and where it comes from.

Law of this file: it returns labels and lines of plain text; colour and width are the terminal's business.
Both languages come from the corpus and the catalogue.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from shengji_conformance.answers import SENTENCES, answer_lines
from shengji_conformance.cards import SYMBOLS
from shengji_conformance.corpus import Case, Corpus, Variant
from shengji_conformance.phrases import PHRASES
from shengji_conformance.positions import position
from shengji_conformance.records import around
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

    def rule(self, identity: str, options: Mapping[str, Any] | None = None) -> str:
        """Return a rule's text with the phrases of a variant's values, or of the base values."""
        return self.fill(both(self._manifest["rules"].get(identity), self.language), options or {})

    def asked(self, case: Case) -> list[Row]:
        """Return the position and the question."""
        given = case["given"]
        rows = [self._row("asked", [self._question(case)])]
        drawn = position(case["question"], given, self.language)
        return [*rows, *(Row(label, lines) for label, lines in drawn)]

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

    def expected(self, case: Case, options: Mapping[str, Any]) -> Row:
        """Return the right answer."""
        return self._row("expected", [*self._told(case["expect"], case, options)])

    def got(self, result: Result, options: Mapping[str, Any]) -> Row:
        """Return what came instead of the right answer: the keys that count, and why it is none."""
        lines = []
        if result.got is not None:
            case = result.question.case
            lines = [*self._told(_compared(result.got, case), case, options)]
        if result.why and result.why.key != "wrong-answer":
            lines += result.why.in_(self.language).splitlines()
        return self._row("got", lines, "bad")

    def heard(self, result: Result) -> list[Row]:
        """Return what was on stderr before the answer, if anything was."""
        return [self._row("stderr", result.stderr.splitlines())] if result.stderr else []

    def beside_the_ledger(self, result: Result) -> list[Row]:
        """Return how a result differs from what the ledger says of it, if it does."""
        if not result.known or not result.known.fault:
            return []
        return [self._row("ledger", [result.known.fault.in_(self.language)])]

    def _told(self, of: Any, case: Case, options: Mapping[str, Any]) -> Iterator[str]:
        """Yield an answer in words, with the event and the rule that it names."""
        yield from answer_lines(of, self.language, case["question"])
        if not isinstance(of, dict) or of.get("legal") is not False:
            return
        if case["question"] == "replay":
            yield from around(case["given"].get("record"), of.get("event"), self.language)
        rule = of.get("rule")
        if isinstance(rule, str) and rule != case["rule"] and rule in self._manifest["rules"]:
            yield self.fill(both(self._manifest["rules"][rule], self.language), options)

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


def _compared(got: Any, case: Case) -> Any:
    """Return the part of an answer that a case says something about; all it means where that is illegal."""
    if not isinstance(got, dict):
        return got
    expect = case["expect"]
    named = [key for choice in expect.get("one-of", [expect]) for key in choice]
    named += ["rule", "event", "error"]
    if got.get("legal") is True and expect.get("legal") is False:
        named += SENTENCES.get(case["question"], ())
    return {key: got[key] for key in dict.fromkeys(named) if key in got} or got


def _values(of: Any) -> str:
    return " | ".join(str(one) for one in _list(of))


def _list(of: Any) -> list[Any]:
    if of is None:
        return []
    return of if isinstance(of, list) else [of]


def command_line(command: Sequence[str]) -> str:
    """Return a command as it is typed."""
    if sys.platform == "win32":
        return subprocess.list2cmdline(command)
    return shlex.join(command)
