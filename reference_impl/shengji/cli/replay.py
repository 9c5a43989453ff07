"""`shengji replay`: a record read, played again, told, and compared with what it states.

Law of this file: it decides what is printed, in which order, and the exit code: 0 where the record is legal
and says nothing wrong, 1 where an event is illegal or a result is not what the record states, 2 where the
file is no record.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click
from shengji_spec import schema, yaml_loader
from shengji_spec.errors import Problem, SpecError, advice, nearest, shown
from shengji_spec.model import Spec, load_spec
from shengji_spec.variants import Resolved, resolve
from shengji_spec.yaml_loader import Document

from shengji import record
from shengji.cli import narrate, refused
from shengji.cli.mistake import Mistake
from shengji.cli.narrate import Course, Step
from shengji.cli.voice import Voice, painted, safe, wrapped
from shengji.errors import MalformedInput, Refusal
from shengji.game import PHASES, Event, Phase, begin, draw_ended, step
from shengji.rules import RuleSet
from shengji.settle import Settlement, settle

__all__ = ["replay"]

ILLEGAL = 1
#: what a record may state of a deal that is over
RESULTS = ("score", "advance", "settle")
#: a card, and what a schema says of a text that is no cards
CARD = re.compile(r"[SHCD](10|[2-9JQKA])|BJ|LJ")
CARDS = "[SHCD]([2-9]|10|[JQKA])"
#: how `record` names the event that is no event
EVENT = re.compile(r"event (\d+): ")


@dataclass
class Told:
    """What came of one deal of a record."""

    #: of the deal in the document
    path: tuple[str | int, ...]
    course: Course
    #: the event that is refused
    event: Event | None = None
    refusal: Refusal | None = None
    #: what changes hands, where the record names a stake
    settled: Settlement | None = None
    #: where the record states something else: key, stated, found
    wrong: list[tuple[str, Any, Any]] = field(default_factory=list)


def replay(file: str, variant: str | None, lang: str, *, as_json: bool, brief: bool) -> int:
    """Read, play and print a record; return the exit code."""
    try:
        document = _read(file)
        spec = load_spec()
        resolved = _variant(document, variant, spec)
        teller = _Teller(document, spec, resolved, lang, brief=brief)
        if as_json:
            told = [*teller.deals()]
            click.echo(json.dumps(_result(resolved, told), ensure_ascii=False))
        else:
            told = teller.tell()
    except SpecError as error:
        raise Mistake(str(error)) from None
    failed = any(one.wrong or (one.refusal and not teller.stated(one, "illegal")) for one in told)
    return ILLEGAL if failed else 0


# --- reading -------------------------------------------------------------------------------------


def _read(file: str) -> Document:
    """Load a record, from standard input where the file is `-`; raises SpecError."""
    if file != "-":
        document = yaml_loader.load(Path(file))
    else:
        content = sys.stdin.buffer.read(yaml_loader.LARGEST + 1)
        if len(content) > yaml_loader.LARGEST:
            raise SpecError([Problem("<stdin>", "too large for a record")])
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise SpecError([Problem("<stdin>", f"not UTF-8: {error.reason}")]) from None
        document = yaml_loader.load_text(text, "<stdin>")
    try:
        schema.validate(document, "record")
    except SpecError as error:
        raise SpecError(_card_named(document, problem) for problem in error.problems) from None
    return document


def _card_named(document: Document, problem: Problem) -> Problem:
    """Return a problem with cards so that it names the one that is none, at its place."""
    if not isinstance(problem.found, str) or CARDS not in problem.message:
        return problem
    wrong = next((word for word in problem.found.split() if not CARD.fullmatch(word)), None)
    if wrong is None:
        return problem
    message = f"{shown(wrong, 40)} is no card; cards are written S5 H10 CA DK, jokers BJ and LJ"
    word = re.compile(rf"(?<!\w){re.escape(wrong)}(?!\w)")
    for line in range(problem.line, problem.line + 1 + len(problem.found) // 2):
        text = document.line(line)
        found = word.search(text, problem.column - 1 if line == problem.line else 0)
        if found:
            column = found.start() + 1
            return replace(problem, message=message, line=line, column=column, excerpt=text)
    return replace(problem, message=message)


def _variant(document: Document, override: str | None, spec: Spec) -> Resolved:
    """Resolve the variant that the record names, or the one that is asked for instead."""
    if override is not None:
        return resolve(override)
    named = document.data.get("variant")
    if named is None:
        hint = "name one, or give it with --variant"
        raise SpecError([document.problem("`variant` is missing", hint=hint)])
    base, *laid_over = named.split("+")
    if base not in spec.variants:
        message = f"there is no variant {shown(base)}"
        own = "not published: if it is a file of your own, give it with --variant FILE"
        hint = advice(base, spec.variants) if nearest(base, spec.variants) else own
        raise SpecError([document.problem(message, "variant", found=base, hint=hint)])
    try:
        return resolve(named)
    except SpecError as error:
        if not laid_over:
            raise
        message = error.problems[0].message
        raise SpecError([document.problem(message, "variant", found=named)]) from None


# --- playing -------------------------------------------------------------------------------------


class _Teller:
    """Plays the deals of a record one after the other, and prints them."""

    def __init__(
        self, document: Document, spec: Spec, resolved: Resolved, lang: str, *, brief: bool
    ) -> None:
        self.document, self.spec, self.resolved, self.brief = document, spec, resolved, brief
        self.rules = RuleSet.from_options(resolved.options, resolved.tables)
        self.voice = Voice(lang, self.rules.deal_direction, document.data.get("seats"))

    @property
    def paths(self) -> list[tuple[str | int, ...]]:
        """Return where the deals are in the document."""
        data = self.document.data
        return [("deals", i) for i in range(len(data["deals"]))] if "deals" in data else [()]

    def row(self, path: tuple[str | int, ...]) -> Mapping[str, Any]:
        """Return a deal as the document has it."""
        node = self.document.data
        for key in path:
            node = node[key]
        row: Mapping[str, Any] = node
        return row

    def stated(self, told: Told, key: str) -> Any:
        """Return what the record states of a deal, None where it does not."""
        return self.row(told.path).get(key)

    def deals(self) -> Iterator[Told]:
        """Play the deals until one is illegal or not finished; raises SpecError."""
        played = record.deals(self.rules, self.document.data)
        for path in self.paths:
            try:
                whole, found = next(played, (None, None))
            except MalformedInput as error:
                raise SpecError([self._placed(path, str(error))]) from None
            if whole is None or found is None:
                return
            course, event = _course(self.rules, whole)
            told = Told(path, course, event, found.refusal)
            told.settled = self._settled(told)
            told.wrong = [*self._wrong(told)]
            yield told

    def _placed(self, path: tuple[str | int, ...], message: str) -> Problem:
        """Return what is wrong with a deal, at the event or the key that the message names."""
        found = EVENT.match(message)
        if found:
            number = int(found[1])
            return self.document.problem(message[found.end() :], *path, "events", number)
        row = self.row(path)
        words = re.findall(r"[a-z-]+", message)
        keys = [*(word for word in words if word in row), "pack" if "pack" in row else "hands"]
        return self.document.problem(message, *path, keys[0])

    def _settled(self, told: Told) -> Settlement | None:
        """Return what changes hands, where the record names a stake; raises SpecError."""
        state, base = told.course.state, self.document.data.get("base")
        if state.advance is None or state.dealer is None:
            return None
        if base is None:
            if self.stated(told, "settle") is not None:
                message = "`settle` is stated, and there is no `base`"
                raise SpecError([self.document.problem(message, *told.path, "settle")])
            return None
        change = (state.advance.side, state.advance.gains)
        try:
            return settle(self.rules, state.dealer, change, base, state.failed_throws)
        except MalformedInput as error:
            raise SpecError([self.document.problem(str(error), "base")]) from None

    def _wrong(self, told: Told) -> Iterator[tuple[str, Any, Any]]:
        """Yield where the record states something else than the deal comes to."""
        state = told.course.state
        found: dict[str, Any] = record.results(state) if state.score else {}
        if told.settled:
            found["settle"] = {
                name: list(amounts) for name, amounts in told.settled._asdict().items()
            }
        for key in RESULTS:
            stated = self.stated(told, key)
            if stated is not None and key not in found and told.refusal is None:
                yield key, stated, None
            for name, value in (stated or {}).items():
                if key in found and found[key].get(name) != value:
                    yield f"{key}.{name}", value, found[key].get(name)
        illegal = self.stated(told, "illegal")
        if illegal and illegal != _illegal(told):
            yield "illegal", illegal, _illegal(told)
        if told.refusal is None and state.phase is not Phase.OVER and told.path != self.paths[-1]:
            yield "deals", None, None

    # --- printing ----------------------------------------------------------------------------------

    def tell(self) -> list[Told]:
        """Print deal by deal; return what came of them."""
        told: list[Told] = []
        for one in self.deals():
            if not told:
                self._opening()
            told.append(one)
            if self.brief:
                if len(told) == 1:
                    _print(narrate.summary_heading(self.voice))
                _print(narrate.summary_row(self.voice, one.course))
                self._wrong_or_illegal(one)
            else:
                self._deal(one)
        self._closing(told)
        return told

    def _opening(self) -> None:
        voice, data = self.voice, self.document.data
        title = f"{self.resolved.title[voice.lang]} ({self.resolved.id})"
        if "title" in data:
            self._headline(safe(data["title"][voice.lang]))
            self._say(title, indent="")
        else:
            self._headline(title)
        stated = data.get("variant", self.resolved.id)
        if stated != self.resolved.id:
            self._say(voice.say("played-under", stated=stated, variant=self.resolved.id))
        seats = voice.say("comma").join(f"{i} {name}" for i, name in enumerate(voice.names))
        sides = voice.say("against", one=voice.team(0), other=voice.team(1))
        self._say(voice.say("seats", seats=seats, sides=sides))
        click.echo()

    def _deal(self, told: Told) -> None:
        voice, course = self.voice, told.course
        if told.path != self.paths[0]:
            click.echo()
        _print(narrate.heading(voice, course.start), bold=True)
        click.echo()
        for line in narrate.tell(voice, course):
            _print(line)
        if course.state.score is not None:
            click.echo()
            for text in narrate.result(
                voice, course, told.settled, self.document.data.get("base", 0)
            ):
                self._say(text)
        elif told.refusal is None:
            click.echo()
            self._say(voice.say("unfinished", next=narrate.next_step(voice, course)))
        self._wrong_or_illegal(told)

    def _wrong_or_illegal(self, told: Told) -> None:
        """Print the event that is refused, and what the record states otherwise."""
        voice = self.voice
        if told.refusal is not None and told.event is not None:
            number = (_illegal(told) or {})["event"]
            place = self._place("in-line", *told.path, "events", number)
            click.echo()
            self._headline(voice.say("illegal", n=number, place=place), fg="red")
            for line in refused.report(
                voice, self.spec, self.resolved, told.course, told.event, told.refusal
            ):
                _print(line)
            if self.stated(told, "illegal") == _illegal(told):
                self._say(voice.say("as-stated"))
        for text in self._contradictions(told):
            self._say(text, fg="red")

    def _contradictions(self, told: Told) -> Iterator[str]:
        """Yield a sentence for each thing that the record states otherwise."""
        voice = self.voice
        for key, stated, found in told.wrong:
            place = self._place("at-line", *told.path, *key.split("."))
            if key == "deals":
                yield voice.say("goes-on")
            elif key == "illegal":
                words = voice.say("found-illegal", **found) if found else voice.say("found-legal")
                yield voice.say("states-illegal", place=place, found=words, **stated)
            elif found is None:
                yield voice.say("states-unfinished", place=place, key=key)
            else:
                yield voice.say(
                    "states", place=place, key=key, stated=shown(stated), found=shown(found)
                )

    def _closing(self, told: list[Told]) -> None:
        """Print the deals in short, where there are several, and whether the record agrees."""
        voice = self.voice
        if len(told) > 1 and not self.brief:
            click.echo()
            _print(voice.say("summary"), bold=True)
            _print(narrate.summary_heading(voice))
            for one in told:
                _print(narrate.summary_row(voice, one.course))
        last = told[-1].course
        if self.brief or len(told) > 1:
            click.echo()
            self._say(narrate.outcome(voice, last))
        compared = [
            one
            for one in told
            if one.course.state.score and any(self.stated(one, key) for key in RESULTS)
        ]
        if compared and not any(one.wrong or one.refusal for one in told):
            self._say(voice.say("agrees"))

    def _place(self, phrase: str, *path: str | int) -> str:
        line = self.document.problem("", *path).line
        name = safe(Path(self.document.file).name, 40)
        return self.voice.say(phrase, line=line, file=name)

    def _say(self, text: str, fg: str | None = None, indent: str = "  ") -> None:
        for line in wrapped(text, indent, f"{indent}  "):
            _print(line, fg=fg)

    def _headline(self, text: str, fg: str | None = None) -> None:
        for line in wrapped(text, "", "  "):
            _print(line, bold=True, fg=fg)


def _print(line: str, *, bold: bool = False, fg: str | None = None) -> None:
    click.echo(click.style(painted(line), bold=bold, fg=fg) if bold or fg else painted(line))


def _course(rules: RuleSet, row: Mapping[str, Any]) -> tuple[Course, Event | None]:
    """Return a deal step by step, and the event that is refused, if one is."""
    start = record.read_start(rules, row)
    state, steps = begin(rules, start), []
    for given in row["events"]:
        event = record.read_event(rules, given, start.first_drawer)
        if state.phase is Phase.DRAW and event.kind not in PHASES[Phase.DRAW]:
            ended = draw_ended(state)
            if ended is not None:
                steps.append(Step(None, state, ended))
                state = ended
        after = step(state, event)
        if isinstance(after, Refusal):
            return Course(rules, start, tuple(steps), state), event
        steps.append(Step(event, state, after))
        state = after
    return Course(rules, start, tuple(steps), state), None


def _illegal(told: Told) -> dict[str, Any] | None:
    """Return the first illegal event as a record states it."""
    if told.refusal is None:
        return None
    number = sum(step.event is not None for step in told.course.steps)
    return {"event": number, "rule": told.refusal.rule}


# --- as JSON -------------------------------------------------------------------------------------


def _result(resolved: Resolved, told: list[Told]) -> dict[str, Any]:
    """Return what `--json` prints."""
    return {"variant": resolved.id, "deals": [_deal(one) for one in told]}


def _deal(told: Told) -> dict[str, Any]:
    state = told.course.state
    row: dict[str, Any] = {"deal": told.course.start.deal}
    row |= {"legal": told.refusal is None, "finished": state.phase is Phase.OVER}
    row |= _illegal(told) or {}
    row |= record.results(state) if state.score else {}
    if told.settled:
        row["settle"] = told.settled._asdict()
    row["wrong"] = [
        {"key": key, "stated": stated, "found": found} for key, stated, found in told.wrong
    ]
    return row
