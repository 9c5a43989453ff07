"""What pytest collects: the suite, a rule set for every variant, a question for every case under it.

Law of this file: a node remembers where its case lies and nothing of it, for there may be very many. The
setup of a question gets the answer and its call judges it, so that pytest's errors are the answers that
never came, and its failures the wrong ones; what fails as the ledger says is expected to fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from shengji_conformance.asking import Asker
from shengji_conformance.corpus import Corpus
from shengji_conformance.pytest_order import Cases
from shengji_conformance.pytest_telling import Teller
from shengji_conformance.verdicts import Result, Status

if TYPE_CHECKING:
    from shengji_conformance.pytest_ledger import Book

__all__ = ["COMPLAINT", "NAME", "STATUS", "Question", "Suite", "Work"]

NAME = "shengji_conformance"
#: properties of an item, which its reports carry from worker to controller and into JUnit files
STATUS, COMPLAINT = "shengji-status", "shengji-complaint"


@dataclass(frozen=True)
class Work:
    """What the nodes of a session share."""

    corpus: Corpus
    teller: Teller
    #: nobody where nothing but a list is wanted
    asker: Asker | None
    #: the known failures, if there is a ledger
    book: Book | None = None


class Suite(pytest.Collector):
    """All that is asked; its node id is the same wherever this package lies."""

    def __init__(self, *, work: Work, cases: Sequence[Cases], **more: Any) -> None:
        super().__init__(**more)
        self.work, self._cases = work, cases

    def collect(self) -> Iterator[RuleSet]:
        """Yield the rule sets."""
        for one in self._cases:
            yield RuleSet.from_parent(self, name=one.variant.id, work=self.work, cases=one)


class RuleSet(pytest.Collector):
    """The questions under one variant."""

    def __init__(self, *, work: Work, cases: Cases, **more: Any) -> None:
        super().__init__(**more)
        self.work, self.variant = work, cases.variant
        self._entries = cases.entries

    def collect(self) -> Iterator[Question]:
        """Yield the questions."""
        for name, file, place in self._entries:
            question: Question = Question.from_parent(self, name=name)
            question.file, question.place = file, place
            yield question


class Question(pytest.Item):
    """A case under a variant."""

    parent: RuleSet
    file: str
    place: int
    #: what is wrong, at length and in one line
    text = ""
    summary = ""
    #: why it is known to be wrong, if it is wrong as the ledger says
    known = ""
    #: what the ledger has to be told of it
    told = ""

    def setup(self) -> None:
        """Get the answer; if there is none, this is an error, or what the implementation leaves out."""
        work, variant = self.parent.work, self.parent.variant
        result = self._ask()
        if result.status is not Status.PASS:
            self.user_properties.append((STATUS, result.status.value))
        elif not result.belies:
            return
        if work.book and result.known and result.excused:
            self.known = work.teller.one_line(work.book.reason(result, result.known))
        elif work.book and result.known and result.belies:
            self.text = work.teller.text(result, variant, self.nodeid)
            self.summary = work.teller.one_line(work.book.fault(result.known))
        elif result.status in (Status.UNSUPPORTED, Status.NOT_RUN):
            pytest.skip(work.teller.reason(result))
        else:
            self.text = work.teller.text(result, variant, self.nodeid)
            self.summary = work.teller.summary(result)
        if result.status is Status.ERROR:
            self._fail()

    def _ask(self) -> Result:
        """Ask, and note what breaks the protocol and what is written beside a wrong answer."""
        work = self.parent.work
        asker = work.asker
        if asker is None:
            raise AssertionError("a question is put, and there is nobody to answer")
        (case,) = work.corpus.read(self.file, (self.place,))
        known = set(asker.complaints.grave)
        result = asker.ask(self.parent.variant, case)
        for key, complaint in asker.complaints.grave.items():
            if key not in known:
                self.user_properties.append((COMPLAINT, work.teller.one_line(complaint.said)))
        if work.book:
            self.told = work.book.mark(result)
        when = "call" if result.status is Status.FAIL else "setup"
        self.add_report_section(when, "stderr (adapter)", result.stderr)
        return result

    def runtest(self) -> None:
        """Judge the answer."""
        if self.text or self.known:
            self._fail()

    def _fail(self) -> None:
        """Fail, as expected or not."""
        if self.known:
            raise pytest.xfail.Exception(self.known, pytrace=False)
        pytest.fail(self.text, pytrace=False)

    def teardown(self) -> None:
        """Forget the answer."""
        self.text = self.summary = self.known = self.told = ""

    def reportinfo(self) -> tuple[Any, int, str]:
        """Return where this is told of."""
        return self.config.rootpath / NAME, 0, f"{self.name} ({self.parent.variant.id})"
