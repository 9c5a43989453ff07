"""
The pool: every case of the corpus, and all rule sets under which it is asked.

Law of this file: an *ask* is a case under one rule set: one that the runner asks it under (a published
variant that satisfies its `when`, or its home: a *base*); or a base with one option of the `when` at another
of the values that the `when` allows; or a base with another option that the answer reads at another value; or
one of the few rule sets that show every other value of every option. The last two are *beyond*.
Of asks that are no bases those are left out that read nothing but what another ask of the case reads, too.
It knows no mutant; what a wrong answer is says `tools.probes`.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from shengji import cards, ladders, questions
from shengji import rules as rule_sets
from shengji.errors import MalformedInput
from shengji.rules import RuleSet
from shengji_spec import data
from shengji_spec.cases import Case, asked_under, load_cases
from shengji_spec.conditions import allowed
from shengji_spec.model import load_spec
from shengji_spec.values import Spec
from shengji_spec.variants import named_tables
from shengji_spec.yaml_loader import Document

from tools.mutants.reach import reached
from tools.probes import Prober, differences
from tools.space import Options, Space
from tools.traced import traced

__all__ = ["Ask", "Pool", "cache_dir", "file_digest", "forget_orders", "load_pool"]

#: part of the name of a stored pool: another form, another name
FORM = 6
NOWHERE = Document("", None)


class Ask(NamedTuple):
    """A case under a rule set, both by their places in the pool."""

    case: int
    rules: int
    #: the runner asks it so
    base: bool
    #: it reads the same options as another base of the case, with the same values
    again: bool = False


@dataclass
class Pool:
    """Cases, option sets and asks; each ask once, bases first."""

    cases: list[Case]
    options: list[Options]
    asks: list[Ask]
    #: published variants: the places of their options
    variants: Mapping[str, int]
    #: further asks, under rule sets that are no base, nor one step of `when` away
    beyond: list[Ask]
    #: functions of the engine that an ask comes to
    reach: dict[Ask, frozenset[str]] = field(default_factory=dict, repr=False)
    _rules: dict[int, RuleSet] = field(default_factory=dict, repr=False)
    #: rule sets of options outside the pool
    _further: dict[tuple[tuple[str, Any], ...], RuleSet] = field(default_factory=dict, repr=False)

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        """Return the place of each case."""
        return {case.id: place for place, case in enumerate(self.cases)}

    @cached_property
    def by_case(self) -> Mapping[int, list[Ask]]:
        """Return the asks of each case, its bases first."""
        result: dict[int, list[Ask]] = {}
        for ask in self.asks:
            result.setdefault(ask.case, []).append(ask)
        return result

    @cached_property
    def by_chapter(self) -> Mapping[str, list[Ask]]:
        """Return the asks of each chapter, whole games apart, the bases first."""
        return self._by_chapter(self.asks)

    @cached_property
    def beyond_by_chapter(self) -> Mapping[str, list[Ask]]:
        """Return the further asks of each chapter."""
        return self._by_chapter(self.beyond)

    def _by_chapter(self, asks: Iterable[Ask]) -> Mapping[str, list[Ask]]:
        result: dict[str, list[Ask]] = {}
        for ask in asks:
            result.setdefault(chapter_of(self.cases[ask.case]), []).append(ask)
        return result

    def rules(self, place: int) -> RuleSet:
        """Return a rule set of the pool."""
        found = self._rules.get(place)
        return found or self._rules.setdefault(place, rule_set(self.options[place]))

    def play(self, place: int, rules: RuleSet) -> None:
        """Let the engine play by other rules than the options of a place say."""
        self._rules[place] = rules

    def moved(self, asks: Iterable[Ask], changes: Mapping[str, Any]) -> Iterator[Ask]:
        """Yield asks with some options at other values, where the cases are asked so."""
        space = Space(load_spec())
        for ask in asks:
            choice = space.laid(self.options[ask.rules], changes)
            if choice is not None and asked_under(self.cases[ask.case], choice):
                self.options.append(choice)
                yield Ask(ask.case, len(self.options) - 1, base=False)

    def asked_under(self, variant: str) -> list[Ask]:
        """Return what the runner asks under a published variant."""
        place = self.variants[variant]
        return [ask for ask in self.asks if ask.rules == place and ask.base]

    def forget(self, *, tables: bool = False) -> None:
        """Forget what the engine has worked out before: orders of cards, ladders, with `tables` rule sets."""
        if tables:
            self._rules.clear()
            self._further.clear()
        forget_orders((*self._rules.values(), *self._further.values()))

    def warm(self) -> None:
        """Ask once, so that orders are built; raises AssertionError where the engine is wrong."""
        wrong = sorted({self.cases[ask.case].id for ask in self.asks if not self.right(ask)})
        assert not wrong, f"the engine as it is fails {len(wrong)} cases: {', '.join(wrong[:5])}"

    def survey(self) -> None:
        """Find out which functions each ask comes to; equal sets are one."""
        one: dict[frozenset[str], frozenset[str]] = {}
        self.warm()
        for ask in (*self.asks, *self.beyond):
            found = reached(lambda ask=ask: self.right(ask))  # type: ignore[misc]
            self.reach[ask] = one.setdefault(found, found)
        self._rules.clear()

    def right(self, ask: Ask) -> bool:
        """Tell whether the engine, as it is now, answers as the case expects."""
        return self.answers_right(self.cases[ask.case], self.rules(ask.rules))

    def answers_right(self, case: Case, rules: RuleSet) -> bool:
        """Tell whether the engine answers a case as it expects under some rules."""
        return not differences(case, {}, lambda _, question, given: _answer(rules, question, given))

    def answer(self, options: Options, question: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the engine's answer under options that need not be in the pool."""
        key = tuple(options.items())
        if key not in self._further:
            self._further[key] = rule_set(options)
        return _answer(self._further[key], question, given)


def _answer(rules: RuleSet, question: str, given: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return questions.ask(rules, question, given)
    except MalformedInput:
        return {"malformed": True}
    except Exception as error:  # noqa: BLE001  (a crash is no answer)
        return {"error": f"{type(error).__name__}: {error}"}


def chapter_of(case: Case) -> str:
    """Return the chapter of a case's rule; `games` for whole deals."""
    return "games" if case.is_game else case.rule.partition(".")[0]


def rule_set(options: Options) -> RuleSet:
    """Return the rule set of some options."""
    return RuleSet.from_options(options, named_tables(options, load_spec()))


def forget_orders(known: Iterable[RuleSet] = ()) -> None:
    """Forget what the engine keeps of orders of cards and ladders."""
    for rules in known:
        rules.orders.clear()
    rule_sets._shared_orders.cache_clear()  # noqa: SLF001
    cards._faces.cache_clear()  # noqa: SLF001
    ladders._ladder.cache_clear()  # noqa: SLF001


# --- building ------------------------------------------------------------------------------------


def load_pool(folder: Path | None = None) -> Pool:
    """Return the pool of a corpus folder, kept in the cache by the digest of corpus and specification."""
    folder = folder or data.corpus_dir()
    assert folder is not None, "the pool needs the checkout"
    own = [Path(__file__), *(Path(__file__).parents[1] / f"{n}.py" for n in ("probes", "traced"))]
    engine = Path(questions.__file__).parent.glob("*.py")
    files = [*folder.rglob("*.yaml"), *data.spec_dir().rglob("*.yaml"), *own, *engine]
    name = f"pool-{FORM}-{file_digest(files)}.pickle"
    kept = cache_dir() / name
    if kept.is_file():
        pool: Pool = pickle.loads(kept.read_bytes())  # noqa: S301  (our own)
        return pool
    pool = _build(load_cases(folder), load_spec())
    pool.survey()
    for old in cache_dir().glob("pool-*.pickle"):
        old.unlink(missing_ok=True)
    _store(kept, pickle.dumps(pool))
    return pool


def _build(cases: list[Case], spec: Spec) -> Pool:
    prober = Prober(spec)
    options: list[Options] = []
    places: dict[tuple[tuple[str, Any], ...], int] = {}
    asks: list[Ask] = []

    def place(choice: Options) -> int:
        key = tuple(choice.items())
        if key not in places:
            places[key] = len(options)
            options.append(choice)
        return places[key]

    variants = {name: place(choice) for name, choice in prober.published.items()}
    for number, case in enumerate(cases):
        bases = prober.bases(case)
        own = dict.fromkeys(place(base) for base in bases)
        asks += [Ask(number, rules, base=True) for rules in own]
        others = dict.fromkeys(place(choice) for choice in _allowed(prober, case, bases))
        asks += [Ask(number, rules, base=False) for rules in others if rules not in own]
    asks.sort(key=lambda ask: not ask.base)
    bare = [replace(case, document=NOWHERE, path=()) for case in cases]
    beyond = _beyond(bare, options, asks, list(variants.values()))
    have = {*asks, *beyond}
    beyond += [
        ask
        for number, choice in _beside(prober, bare)
        if (ask := Ask(number, place(choice), base=False)) not in have
    ]
    noted = list(_noted((*asks, *beyond), bare, options, spec))
    close = set(asks)
    near = [ask for ask in noted if ask._replace(again=False) in close]
    far = [ask for ask in noted if ask._replace(again=False) not in close]
    near.sort(key=lambda ask: (not ask.base, ask.again))
    return Pool(bare, options, near, variants, far)


def _noted(
    asks: Iterable[Ask], cases: list[Case], options: list[Options], spec: Spec
) -> Iterator[Ask]:
    """Yield all bases, of other asks those that read something new; bases that do not are marked."""
    unset = {key: option.base for key, option in spec.options.items()}
    seen: set[tuple[Any, ...]] = set()
    for ask in asks:
        case, choice = cases[ask.case], options[ask.rules]
        _, read = traced(choice, case.question, case.given)
        what = (ask.case, *((key, repr(choice.get(key, unset[key]))) for key in sorted(read)))
        again = what in seen
        seen.add(what)
        if ask.base or not again:
            yield ask._replace(again=again)


def _beyond(
    cases: list[Case], options: list[Options], asks: list[Ask], published: list[int]
) -> list[Ask]:
    """Return the asks of all cases under rule sets that show every value which no published variant has."""
    pairs = [set(choice.items()) for choice in options]
    seen = set().union(*(pairs[rules] for rules in published))
    homes = {ask.rules for ask in asks if ask.base}
    chosen: list[int] = []
    for places in (sorted(homes), range(len(options))):
        while best := max(places, key=lambda rules: len(pairs[rules] - seen)):
            if not pairs[best] - seen:
                break
            chosen.append(best)
            seen |= pairs[best]
    have = set(asks)
    return [
        ask
        for number, case in enumerate(cases)
        for ask in (Ask(number, rules, base=False) for rules in chosen)
        if not case.is_game
        and not {ask, ask._replace(base=True)} & have
        and asked_under(case, options[ask.rules])
    ]


def _allowed(prober: Prober, case: Case, bases: Iterable[Options]) -> Iterator[Options]:
    """Yield the bases with one option of a case's `when` at another value that it allows."""
    for base in () if case.is_game else bases:
        for key in case.when:
            for value in allowed(case.when, key):
                moved = prober.space.moved(base, key, value)
                if moved is not None and asked_under(case, moved):
                    yield moved


def _beside(prober: Prober, cases: Sequence[Case]) -> Iterator[tuple[int, Options]]:
    """Yield the first base of each case with one option that is read, but not named, at another value."""
    moves: dict[tuple[str, str, str], Options | None] = {}
    for number, case in enumerate(cases):
        if case.is_game:
            continue
        base = prober.bases(case)[0]
        _, read = traced(base, case.question, case.given)
        for key in sorted((read & base.keys()) - case.when.keys()):
            for choice in prober.spec.options[key].values:
                move = (repr(base), key, repr(choice.value))
                if move not in moves:
                    moves[move] = prober.space.moved(base, key, choice.value)
                moved = moves[move]
                if moved is not None and asked_under(case, moved):
                    yield number, moved


# --- the cache -----------------------------------------------------------------------------------


def cache_dir() -> Path:
    """Return the folder for what can be worked out again; it exists."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(root) / "shengji-conformance" / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def file_digest(files: Iterable[Path]) -> str:
    """Return a digest of the bytes of some files."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path.name}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def _store(path: Path, content: bytes) -> None:
    """Write a file so that nobody reads half of it."""
    half = path.with_suffix(f".{os.getpid()}")
    half.write_bytes(content)
    half.replace(path)
