"""`shengji-conformance run`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date, datetime
from pathlib import Path

import click

from shengji_conformance.again import Again
from shengji_conformance.closing import Exit
from shengji_conformance.common import (
    Selection,
    colour_option,
    failing_politely,
    language_option,
    selection_options,
    today_option,
)
from shengji_conformance.execute import Follower, Order, execute
from shengji_conformance.explain import Explainer
from shengji_conformance.markdown import MarkdownReport
from shengji_conformance.narrow import Narrowing
from shengji_conformance.reference import REFERENCE
from shengji_conformance.reports import JsonReport, JUnitReport, Report
from shengji_conformance.resume import Earlier
from shengji_conformance.runner import Settings

__all__ = ["command"]

DEFAULT_TIMEOUT = 10.0
SECONDS = click.FloatRange(min=0, min_open=True)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("run", context_settings={"allow_interspersed_args": False})
@selection_options
@click.option(
    "--timeout",
    type=SECONDS,
    default=DEFAULT_TIMEOUT,
    show_default=True,
    metavar="S",
    help="Seconds to wait for an answer.",
)
@click.option(
    "--start-timeout",
    type=SECONDS,
    default=30.0,
    show_default=True,
    metavar="S",
    help="Seconds to wait for the answers to initialize and load_variant.",
)
@click.option("--strict", is_flag=True, help="Compare the rule that a refusal names.")
@click.option("--junit", type=FILE, metavar="FILE", help="Write JUnit XML.")
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write the report as JSON.")
@click.option("--html", type=FILE, metavar="FILE", help="Write a page that draws what failed.")
@click.option(
    "--markdown",
    type=FILE,
    metavar="FILE",
    help="Write a summary for a CI, in the language of --lang.",
)
@click.option(
    "--ledger",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Known failures, which do not make the run fail; see `ledger --help`.",
)
@today_option(hidden=True)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=256),
    default=1,
    show_default=True,
    metavar="N",
    help="Ask N copies of the implementation at once.",
)
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--max-failures",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop when N questions have failed or erred that no ledger knows.",
)
@click.option(
    "--time-budget", type=SECONDS, metavar="S", help="Stop after S seconds; what was asked counts."
)
@click.option(
    "--resume",
    type=FILE,
    metavar="REPORT",
    help="Take up the results of a report of the same questions, and ask what was not run there.",
)
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="How many failing cases to show in full.",
)
@colour_option
@language_option
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND ...]")
def command(  # noqa: PLR0913
    *,
    variant: Sequence[str],
    select: Sequence[str],
    tier: str,
    corpus: Path | None,
    narrowing: Narrowing,
    timeout: float,
    start_timeout: float,
    strict: bool,
    junit: Path | None,
    json_file: Path | None,
    markdown: Path | None,
    ledger: Path | None,
    today: datetime,
    html: Path | None,
    jobs: int,
    fail_fast: bool,
    max_failures: int | None,
    time_budget: float | None,
    resume: Path | None,
    show: int,
    color: str,
    lang: str,
    command: tuple[str, ...],
) -> None:
    """
    Ask an implementation and say what is wrong with its answers.

    COMMAND starts the adapter; without one the reference implementation is asked.

    \b
      shengji-conformance run --variant two-deck -- ./my-engine
      shengji-conformance run --profile play --exclude count_follows --jobs 4 -- ./my-engine
      shengji-conformance run --shard 1/3 --json 1.json -- ./my-engine
      shengji-conformance run --only-failed report.json --fail-fast -- ./my-engine
      shengji-conformance run --time-budget 60 --resume r.json --json r.json -- ./my-engine

    Exit codes: 0 all good; 1 failures, errors, a broken protocol, a ledger out of date, or everything
    unsupported; 2 usage, or nothing selected; 3 the implementation never answered a question; 130
    interrupted.
    """  # noqa: D301
    try:
        with failing_politely(lang), ExitStack() as stack:
            selection = Selection.of(corpus, variant, select, tier, narrowing)
            explainer = Explainer(selection.corpus, "en")
            reports: list[Report] = []
            if json_file:
                reports.append(JsonReport(json_file))
            if junit:
                reports.append(JUnitReport(junit, explainer, selection.variants))
            again = _again(corpus, tier, timeout, command, strict=strict)
            if markdown:
                own = Explainer(selection.corpus, lang)
                reports.append(MarkdownReport(markdown, own, selection.variants, again))
            if html:
                # Nobody else pays for the drawing.
                from shengji_conformance.page.report import HtmlReport, Setting  # noqa: PLC0415

                setting = Setting(selection.corpus, selection.variants, lang, again, strict)
                reports.append(HtmlReport(html, setting))
            for report in reports:
                stack.enter_context(report.spool)
            settings = Settings(
                command or REFERENCE, timeout, start_timeout, strict, jobs, time_budget
            )
            known = _ledger(ledger, selection, today.date()) if ledger else None
            most = 1 if fail_fast else max_failures or 0
            earlier = Earlier(resume) if resume else None
            order = Order(selection, settings, lang, again, show, color, known, most, earlier)
            code = execute(order, reports)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    sys.exit(code)


def _ledger(path: Path, selection: Selection, today: date) -> Follower:
    """Open a ledger; only who has one needs the YAML machinery."""
    from shengji_conformance.ledger_survey import follower  # noqa: PLC0415

    return follower(path, selection, today)


def _again(
    corpus: Path | None, tier: str, timeout: float, command: Sequence[str], *, strict: bool
) -> Again:
    """Return what to repeat of the command line."""
    options = ["--corpus", str(corpus)] if corpus else []
    options += ["--tier", tier] if tier == "full" else []
    options += ["--timeout", f"{timeout:g}"] if timeout != DEFAULT_TIMEOUT else []
    options += ["--strict"] if strict else []
    return Again(options, ["--", *command] if command else [])
