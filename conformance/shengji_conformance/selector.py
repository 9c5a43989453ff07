"""Texts that name cases: an id, a glob, a rule, a chapter, a question.

Law of this file: a text that names nothing is a mistake, and is told with the nearest name that exists.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from fnmatch import translate

from shengji_conformance.corpus import Case, Corpus
from shengji_conformance.flags import DEFAULT_TIER
from shengji_conformance.words import Said, say

__all__ = ["Selector", "UsageError", "unknown"]


class UsageError(Exception):
    """The command asks for something that does not exist; `said` names the nearest thing that does."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


class Selector:
    """Picks cases by texts: an id (also as a glob), a rule, a chapter or a question; several are a union."""

    def __init__(self, texts: Sequence[str], flag: str = "--select") -> None:
        self._flag = flag
        self._exact = {text for text in texts if not _is_glob(text)}
        self._globs = {text: re.compile(translate(text)).match for text in texts if _is_glob(text)}
        self._missing = set(texts)
        self._all = not texts

    def __call__(self, case: Case) -> bool:
        """Tell whether a case is selected."""
        if self._all:
            return True
        names = _names(case)
        hits = self._exact.intersection(names)
        hits.update(text for text, match in self._globs.items() if any(map(match, names)))
        if self._missing:
            self._missing -= hits
        return bool(hits)

    def check_names(self, corpus: Corpus) -> None:
        """Refuse a text that matches nothing in the whole corpus."""
        for text in sorted(self._missing):
            if _tier_of(corpus, text) is None:
                self._refuse(corpus, text)

    def check(self, corpus: Corpus, tier: str = DEFAULT_TIER) -> None:
        """Refuse a text that matched none of the cases seen so far, which are those of a tier."""
        for text in sorted(self._missing):
            deeper = _tier_of(corpus, text)
            if deeper not in (None, tier):
                raise UsageError(
                    say("selects-nothing-yet", flag=self._flag, text=text, tier=deeper)
                )
            self._refuse(corpus, text)

    def _refuse(self, corpus: Corpus, text: str) -> None:
        # The names of generated cases are too many, and none is remembered by anybody.
        known = {name for _, _, case in corpus.scan() for name in _names(case)}
        raise UsageError(unknown("selects-nothing", text, known, flag=self._flag))


def _is_glob(text: str) -> bool:
    return any(mark in text for mark in "*?[")


def _names(case: Case) -> tuple[str, ...]:
    identity = case["id"]
    return (identity, identity.partition(":")[0], case["rule"], case["chapter"], case["question"])


def _tier_of(corpus: Corpus, text: str) -> str | None:
    """Return the lowest tier in which a text selects something."""
    for tier in (DEFAULT_TIER, "full"):
        selector = Selector([text])
        if any(selector(case) for _, _, case in corpus.scan(tier)):
            return tier
    return None


def unknown(key: str, text: str, known: Iterable[str], /, **more: object) -> Said:
    """Return the sentence that a text names nothing known, with what is nearest to it."""
    near = difflib.get_close_matches(text, sorted(known), n=1, cutoff=0.4)
    return (
        say(f"{key}-but", text=text, near=near[0], **more) if near else say(key, text=text, **more)
    )
