"""A session of pytest with questions in it: what is collected, what is told at its end, who is let go.

Law of this file: a session in which nothing was tested is no success, nor is one in which an adapter broke
the protocol or which belies its ledger; and nobody who was started is left behind.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from shengji_conformance import __version__
from shengji_conformance.asking import Asker
from shengji_conformance.common import MISTAKES, told
from shengji_conformance.flags import SELECTION
from shengji_conformance.pytest_nodes import COMPLAINT, NAME, STATUS, Question, Suite, Work
from shengji_conformance.pytest_order import Cases, Order, rule_sets, today
from shengji_conformance.pytest_plugin import respelt
from shengji_conformance.pytest_telling import Teller
from shengji_conformance.selection import UsageError
from shengji_conformance.verdicts import Status
from shengji_conformance.words import LANGUAGES, Said, default_language, say

if TYPE_CHECKING:
    from shengji_conformance.known import LedgerFacts
    from shengji_conformance.pytest_ledger import Book

__all__ = ["Conformance"]

#: what is left out where a question is asked again: its node id says more
NARROWING = tuple(f"--shengji-{flag.name}" for flag in SELECTION if flag.narrows)
LEDGER = "--shengji-ledger"
#: the attribute of a report that has what the ledger is told
TOLD = "shengji_told"


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
        self._book: Book | None = None
        #: what is said where the shard has no question
        self._empty: Said | None = None
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
        except MISTAKES as mistake:
            raise pytest.UsageError(respelt(told(mistake, self._language))) from None

    def _start(self) -> None:
        if not self._nodes:
            option = self._given[0].partition("=")[0]
            raise UsageError(say("pytest-not-collected", option=option))
        if not self._config.option.collectonly:
            self._asker = self._order.asker()
            self._config.add_cleanup(self._let_go)
        selection = self._order.select()
        self._cases = rule_sets(selection, self._nodes)
        if selection.shard and not self._cases:
            whole = sum(ask.whole for ask in selection.asks)
            self._empty = say("end-empty-shard", n=whole, shard=str(selection.shard))
        ledger = self._order.ledger()
        if ledger:
            # Only who has a ledger needs the YAML machinery.
            from shengji_conformance.pytest_ledger import Book  # noqa: PLC0415

            self._book = Book(ledger, selection, today())
        repeated = _repeated([str(one) for one in self._config.invocation_params.args])
        teller = Teller(selection.corpus, self._language, repeated)
        self._work = Work(selection.corpus, teller, self._asker, self._book)

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

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note how many questions are left to ask."""
        self._note([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: Sequence[str]) -> None:  # noqa: ARG002
        """Note it where workers have collected."""
        self._note(ids)

    def _note(self, ids: Sequence[str]) -> None:
        if self._book:
            self._book.asked = sum(one.startswith(f"{NAME}::") for one in ids)

    # Results.

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let the summary have one line of a wrong answer, and a skip no place in our code."""
        report = yield
        if not isinstance(item, Question):
            return report
        if item.told and call.when == "setup":
            setattr(report, TOLD, item.told)
        if call.excinfo is None:
            return report
        crash = getattr(report.longrepr, "reprcrash", None)
        if report.failed and item.summary and crash:
            crash.message = item.summary
        elif report.skipped and isinstance(report.longrepr, tuple):
            report.longrepr = (NAME, 1, report.longrepr[2])
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count; with workers, this is the controller's work."""
        if not report.nodeid.startswith(f"{NAME}::"):
            return
        if self._book and hasattr(report, TOLD):
            self._book.take(getattr(report, TOLD))
        if report.when != "teardown":
            return
        properties = dict(report.user_properties)
        self._counted[str(properties.get(STATUS, Status.PASS))] += 1
        complaints = [str(text) for name, text in report.user_properties if name == COMPLAINT]
        self._complaints.update(dict.fromkeys(complaints))

    # The end.

    def _verdicts(self) -> Iterator[Said]:
        """Yield why this session is no success, though nothing in it failed."""
        total, unsupported = self._counted.total(), self._counted[Status.UNSUPPORTED]
        if total and total == unsupported:
            yield say("pytest-none-supported", n=total)
        elif self._counted[Status.NOT_RUN]:
            yield say("pytest-not-run", n=self._counted[Status.NOT_RUN])
        elif self._complaints:
            yield say("pytest-complaints")
        facts = self._facts()
        if facts and facts.faults:
            yield say("pytest-ledger", n=len(facts.faults))

    def _facts(self) -> LedgerFacts | None:
        """Return what there is to say of the ledger; with workers, the controller says it."""
        listing = self._config.option.collectonly
        if self._book is None or listing or hasattr(self._config, "workerinput"):
            return None
        return self._book.facts()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """End the adapter; a session that tested nothing fails, but for a shard that has nothing to test."""
        self._let_go()
        if self._empty and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
        if session.exitstatus == pytest.ExitCode.OK and any(self._verdicts()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what no single item says."""
        facts, verdicts = self._facts(), [*self._verdicts()]
        good = [self._empty] if self._empty else []
        known = self._book.sentences(self._language) if self._book and facts else []
        notes = facts.notes if facts else []
        if not (verdicts or good or known or notes):
            return
        terminalreporter.ensure_newline()
        terminalreporter.section("shengji-conformance")
        for said in (*good, *known):
            terminalreporter.write_line(said.in_(self._language))
        for said in facts.faults if facts else ():
            terminalreporter.write_line(f"! {said.in_(self._language)}", red=True)
        for text in (*(said.in_(self._language) for said in notes), *self._complaints):
            terminalreporter.write_line(f"! {text}", yellow=True)
        for said in verdicts:
            terminalreporter.write_line(said.in_(self._language), red=True)

    def _let_go(self) -> None:
        asker, self._asker = self._asker, None
        if asker:
            asker.close()


def _repeated(arguments: Sequence[str]) -> list[str]:
    """Return the options of this suite among the arguments that count where one question is asked again."""
    found: list[str] = []
    taking = False
    for text in arguments:
        name, equals, _ = text.partition("=")
        if taking:
            taking = False
        elif name.startswith("--shengji-"):
            wanted = name not in (*NARROWING, LEDGER)
            taking = not equals and name != "--shengji-strict"
        else:
            continue
        if wanted:
            found.append(text)
    return found
