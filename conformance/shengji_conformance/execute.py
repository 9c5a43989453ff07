"""A run from its first line to its last: the runner, those who follow it, and what is printed.

Law of this file: whatever ends a run, its results so far are counted, written and told.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from rich.console import Console

from shengji_conformance.again import Again
from shengji_conformance.closing import Exit, close
from shengji_conformance.colour import DEFAULT_COLOUR
from shengji_conformance.common import Selection
from shengji_conformance.explain import Explainer, command_line
from shengji_conformance.files import STDOUT
from shengji_conformance.known import LedgerFacts
from shengji_conformance.limits import Limit
from shengji_conformance.progress import Bar, Lines, Watch
from shengji_conformance.reference import REFERENCE
from shengji_conformance.reports import Facts, Report
from shengji_conformance.resume import Earlier
from shengji_conformance.runner import Outcome, Runner, Settings
from shengji_conformance.selection import digest
from shengji_conformance.subject import kill_all
from shengji_conformance.tally import InOrder, Problem, Tally
from shengji_conformance.terminal import Screen, console
from shengji_conformance.verdicts import Result
from shengji_conformance.words import say

__all__ = ["Order", "execute"]


class Follower(Protocol):
    """A ledger that marks the results it speaks of, before anybody else sees them."""

    def __call__(self, result: Result) -> None:
        """Mark a result, if the ledger speaks of it."""

    def facts(self) -> LedgerFacts:
        """Return what there is to say at the end."""


@dataclass(frozen=True)
class Order:
    """What to run and how to tell of it."""

    selection: Selection
    settings: Settings
    language: str
    again: Again
    #: how many failing cases to show in full
    show: int
    colour: str = DEFAULT_COLOUR
    ledger: Follower | None = None
    #: how many failures end the run; 0 for any number
    most_failures: int = 0
    #: what has been answered in an earlier run
    earlier: Earlier | None = None


def execute(order: Order, reports: Sequence[Report]) -> Exit:
    """Run, write the reports and print the summary; return the exit code."""
    # A report on stdout has it to itself.
    aside = any(report.spool.path == STDOUT for report in reports)
    out = console(order.colour, stderr=aside)
    screen = Screen(out, order.language)
    selection = order.selection
    asked = sum(ask.count for ask in selection.asks)
    command = order.settings.command
    shown = say("reference") if command == REFERENCE else command_line(command)
    screen.say(say("begin", n=asked, corpus=selection.corpus.version, command=shown), "dim")
    if selection.shard:
        whole = sum(ask.whole for ask in selection.asks)
        screen.say(say("begin-shard", shard=str(selection.shard), n=asked, whole=whole), "dim")
    plan_digest = digest(selection.corpus, selection.asks)
    if order.earlier:
        order.earlier.check(plan_digest, selection.shard, strict=order.settings.strict)
        screen.say(order.earlier.told(), "dim")
    tally = Tally(order.show)
    started, clock = datetime.now(UTC), time.monotonic()
    with _watch(order, out, asked) as watch:
        limit = Limit(order.most_failures)
        marks = [order.ledger] if order.ledger else []
        record = InOrder([limit.cut, *marks, limit.count, tally, watch, *reports], watch.after)
        runner = Runner(selection.corpus, selection.asks, order.settings, record, order.earlier)
        limit.stop = runner.stop
        try:
            outcome = asyncio.run(_until_cancelled(runner))
        except KeyboardInterrupt:
            # Somebody would not wait for the first Ctrl-C; the next must not hit this one.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            kill_all()
            raise
    facts = Facts(
        order.settings.command,
        selection.corpus,
        selection.tier,
        started,
        selection.asks,
        tally,
        outcome,
        time.monotonic() - clock,
        order.ledger.facts() if order.ledger else None,
        strict=order.settings.strict,
        digest=plan_digest,
        shard=selection.shard,
    )
    for report in reports:
        report.finish(facts)
    return _tell(order, screen, facts)


async def _until_cancelled(runner: Runner) -> Outcome:
    """Run; a request to end is a cancellation, from the keyboard or, where there is one, by a signal."""
    task = asyncio.current_task()
    if task:
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
    return await runner.run()


def _watch(order: Order, out: Console, asked: int) -> Watch:
    error = console(order.colour, stderr=True)
    if error.is_terminal:
        return Bar(error, asked, order.language)
    return Lines(out, order.selection.asks, order.language)


def _tell(order: Order, screen: Screen, facts: Facts) -> Exit:
    """Print what a person needs to know, the most important last."""
    tally, outcome = facts.tally, facts.outcome
    if facts.shard and not tally.total:
        whole = sum(ask.whole for ask in order.selection.asks)
        screen.say(say("end-empty-shard", n=whole, shard=str(facts.shard)), "bold green")
        return Exit.GOOD
    explainer = Explainer(order.selection.corpus, order.language)
    for problem in tally.problems.values():
        screen.blank()
        _tell_problem(order, screen, explainer, problem)
    more = len(tally.failing) - len(tally.problems)
    if more:
        screen.blank()
        screen.say(say("more-problems", n=more), "bold")
    screen.blank()
    if outcome.implementation:
        name = f"{outcome.implementation.name} {outcome.implementation.version}".rstrip()
        screen.say(say("implementation", name=name))
        screen.blank()
    screen.counts(order.selection.asks, tally)
    screen.blank()
    if not outcome.stopped:
        screen.reasons(tally)
    for said in outcome.complaints.sentences():
        screen.say(say("complaint", said=said), "yellow")
    if facts.ledger:
        screen.known(tally, facts.ledger)
    code, sentence = close(tally, outcome, order.selection.asks, facts.ledger)
    good = "bold yellow" if tally.known.total() else "bold green"
    screen.say(sentence, good if code is Exit.GOOD else "bold red")
    return code


def _tell_problem(order: Order, screen: Screen, explainer: Explainer, problem: Problem) -> None:
    result = problem.first
    case, identity = result.question.case, result.question.variant
    variant = next(a.variant for a in order.selection.asks if a.variant.id == identity)
    screen.problem_heading(result.status, case["id"], explainer.title(case))
    screen.rows(
        [
            explainer.row("under", [", ".join(problem.variants)]),
            *(explainer.conditions(case) if variant.home else ()),
            *explainer.asked(case),
            explainer.expected(case, variant.options),
            explainer.got(result, variant.options),
            *explainer.heard(result),
            *explainer.beside_the_ledger(result),
            *explainer.norm(case, variant.options),
        ]
    )
    screen.command(explainer.row("again", []).label, order.again.line(variant, case["id"]))
