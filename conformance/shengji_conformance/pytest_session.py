"""A session of pytest with questions in it: what is collected, what is told at its end, who is let go.

Law of this file: a session in which nothing was tested is no success, nor is one in which an adapter broke
the protocol; and nobody who was started is left behind.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Sequence

import pytest

from shengji_conformance import __version__
from shengji_conformance.asking import Asker
from shengji_conformance.pytest_nodes import COMPLAINT, NAME, STATUS, Question, Suite, Work
from shengji_conformance.pytest_order import Cases, Order, rule_sets
from shengji_conformance.pytest_telling import Teller
from shengji_conformance.selection import UsageError
from shengji_conformance.verdicts import Status
from shengji_conformance.words import LANGUAGES, Said, default_language, say

__all__ = ["Conformance"]

#: how messages name the options, and how they are called here
OPTIONS = ("--select", "--variant", "--tier")


class Conformance:
    """The hooks of one session."""

    def __init__(
        self, config: pytest.Config, nodes: Sequence[tuple[str, ...]], given: Sequence[str]
    ) -> None:
        self._config, self._nodes, self._given = config, nodes, given
        said = os.environ.get("SHENGJI_LANG", "")
        self._language = said if said in LANGUAGES else default_language()
        self._order = Order(config)
        self._asker: Asker | None = None
        self._work: Work | None = None
        self._cases: Sequence[Cases] = ()
        self._counted: Counter[str] = Counter()
        self._complaints: dict[str, None] = {}

    # The beginning.

    def pytest_report_header(self) -> str:
        """Return a line about who is asked."""
        _, text = self._order.whom()
        return f"shengji-conformance: {__version__}, {text or '-'}"

    def pytest_sessionstart(self) -> None:
        """Find out what to ask, and whom."""
        try:
            self._start()
        except UsageError as error:
            text = error.said.in_(self._language)
            for option in OPTIONS:
                text = text.replace(option, option.replace("--", "--shengji-"))
            raise pytest.UsageError(text) from None

    def _start(self) -> None:
        if not self._nodes:
            option = self._given[0].partition("=")[0]
            raise UsageError(say("pytest-not-collected", option=option))
        if not self._config.option.collectonly:
            self._asker = self._order.asker()
            self._config.add_cleanup(self._let_go)
        selection = self._order.select()
        self._cases = rule_sets(selection, self._nodes)
        repeated = _repeated([str(one) for one in self._config.invocation_params.args])
        teller = Teller(selection.corpus, self._language, repeated)
        self._work = Work(selection.corpus, teller, self._asker)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Put the suite beside whatever else a session has."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed and self._work:
            suite = Suite.from_parent(
                collector, name=NAME, nodeid=NAME, work=self._work, cases=self._cases
            )
            report.result.append(suite)
        return report

    # Results.

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let the summary have one line of a wrong answer, and a skip no place in our code."""
        report = yield
        if not isinstance(item, Question) or call.excinfo is None:
            return report
        crash = getattr(report.longrepr, "reprcrash", None)
        if report.failed and item.summary and crash:
            crash.message = item.summary
        elif report.skipped and isinstance(report.longrepr, tuple):
            report.longrepr = (NAME, 1, report.longrepr[2])
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count; with workers, this is the controller's work."""
        if report.when != "teardown" or not report.nodeid.startswith(f"{NAME}::"):
            return
        properties = dict(report.user_properties)
        self._counted[str(properties.get(STATUS, Status.PASS))] += 1
        complaints = [str(text) for name, text in report.user_properties if name == COMPLAINT]
        self._complaints.update(dict.fromkeys(complaints))

    # The end.

    def _verdict(self) -> Said | None:
        """Return why this session is no success, though nothing in it failed."""
        total, unsupported = self._counted.total(), self._counted[Status.UNSUPPORTED]
        if total and total == unsupported:
            return say("pytest-none-supported", n=total)
        if self._counted[Status.NOT_RUN]:
            return say("pytest-not-run", n=self._counted[Status.NOT_RUN])
        return say("pytest-complaints") if self._complaints else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """End the adapter; a session that tested nothing fails."""
        self._let_go()
        if session.exitstatus == pytest.ExitCode.OK and self._verdict():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what no single item says."""
        verdict = self._verdict()
        if not verdict:
            return
        terminalreporter.ensure_newline()
        terminalreporter.section("shengji-conformance")
        for text in self._complaints:
            terminalreporter.write_line(f"! {text}", yellow=True)
        terminalreporter.write_line(verdict.in_(self._language), red=True)

    def _let_go(self) -> None:
        asker, self._asker = self._asker, None
        if asker:
            asker.close()


def _repeated(arguments: Sequence[str]) -> list[str]:
    """Return the options of this suite among the arguments."""
    found: list[str] = []
    takes_value = False
    for text in arguments:
        if takes_value or text.startswith("--shengji-"):
            found.append(text)
            takes_value = not takes_value and "=" not in text and text != "--shengji-strict"
    return found
