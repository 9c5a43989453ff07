"""What narrows a selection beside the names of cases: profiles, levels, options, and what failed before.

Law of this file: flags of different kinds narrow each other, the same flag given again widens. What a flag
cannot mean is refused with the nearest thing that it can.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from shengji_spec.conditions import allowed, among

from shengji_conformance.corpus import Case, Corpus
from shengji_conformance.report_file import ReportFile
from shengji_conformance.selector import Selector, UsageError, unknown
from shengji_conformance.shard import Shard
from shengji_conformance.words import say

__all__ = ["Narrow", "Narrowing", "read_shard"]

#: what --only-failed asks again
UNDONE = frozenset({"fail", "error", "not-run"})


@dataclass(frozen=True)
class Narrowing:
    """The flags beside --variant, --select and --tier, as the user typed them."""

    profiles: Sequence[str] = ()
    levels: Sequence[str] = ()
    options: Sequence[str] = ()
    excluded: Sequence[str] = ()
    only_failed: Path | None = None
    shard: str | None = None

    def flags(self) -> Iterator[str]:
        """Yield those that were given, but for the shard."""
        for flag, texts in (
            ("--profile", self.profiles),
            ("--level", self.levels),
            ("--option", self.options),
            ("--exclude", self.excluded),
            ("--only-failed", [str(self.only_failed)] if self.only_failed else []),
        ):
            yield from (f"{flag} {text}" for text in texts)


class Narrow:
    """The flags as a test of cases."""

    def __init__(self, corpus: Corpus, flags: Narrowing) -> None:
        self._corpus, self._flags = corpus, flags
        self._questions = _questions(corpus, flags.profiles)
        self._levels = frozenset(flags.levels)
        self._options = [_option(corpus, text) for text in flags.options]
        self._excluded = Selector(flags.excluded, "--exclude") if flags.excluded else None
        #: the variants under which a case is wanted, by its id; None where all are
        self.pairs = _undone(flags.only_failed) if flags.only_failed else None
        #: how many cases passed
        self.passed = 0

    def __call__(self, case: Case) -> bool:
        """Tell whether a case passes all flags."""
        passes = (
            (self._questions is None or case["question"] in self._questions)
            and (not self._levels or case["level"] in self._levels)
            and (not self._options or self._names_option(case))
            and (self.pairs is None or case["id"] in self.pairs)
            and (self._excluded is None or not self._excluded(case))
        )
        self.passed += passes
        return passes

    def _names_option(self, case: Case) -> bool:
        when = case.get("when") or {}
        return any(key in when and among(value, allowed(when, key)) for key, value in self._options)

    def check(self) -> None:
        """Refuse flags that name nothing, and flags that leave nothing."""
        if self._excluded:
            self._excluded.check_names(self._corpus)
        flags = list(self._flags.flags())
        if flags and not self.passed:
            raise UsageError(say("nothing-narrowed", flags=" ".join(flags)))


def read_shard(text: str | None) -> Shard | None:
    """Return the shard that a text means; refuse one that means none."""
    shard = Shard.read(text)
    if text is None or shard:
        return shard
    number, slash, of = text.partition("/")
    if slash and number.isdecimal() and of.isdecimal() and int(of):
        near = min(max(int(number), 1), int(of))
        raise UsageError(say("no-shard-but", text=text, near=f"{near}/{int(of)}"))
    raise UsageError(say("no-shard", text=text))


def _questions(corpus: Corpus, profiles: Sequence[str]) -> Collection[str] | None:
    if not profiles:
        return None
    known = corpus.manifest.get("profiles")
    if not known:
        raise UsageError(say("no-profiles"))
    return frozenset(question for name in profiles for question in known.get(name, ()))


def _undone(path: Path) -> Mapping[str, Collection[str]]:
    pairs: dict[str, set[str]] = {}
    for result in ReportFile(path).results():
        if result["status"] in UNDONE:
            pairs.setdefault(result["id"], set()).add(result["variant"])
    if not pairs:
        raise UsageError(say("nothing-failed", file=str(path)))
    return pairs


def _option(corpus: Corpus, text: str) -> tuple[str, Any]:
    """Return the option and the value that a text names."""
    key, equals, spelt = text.partition("=")
    values = _values(corpus)
    if key not in values:
        raise UsageError(unknown("no-option", key, values))
    known = {_spelt(value): value for value in values[key]}
    if not equals:
        raise UsageError(say("no-value", text=text, near=f"{key}={next(iter(known))}"))
    if spelt not in known:
        raise UsageError(unknown("no-such-value", spelt, known, key=key, all=", ".join(known)))
    return key, known[spelt]


def _values(corpus: Corpus) -> Mapping[str, list[Any]]:
    """Return the options that the corpus knows, with their values."""
    values = {
        key: [orjson.loads(value) for value in phrases]
        for key, phrases in corpus.manifest["phrases"].items()
    }
    for variant in (*corpus.published(), *corpus.homes()):
        for key, value in variant.options.items():
            known = values.setdefault(key, [])
            if not among(value, known):
                known.append(value)
    return values


def _spelt(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
