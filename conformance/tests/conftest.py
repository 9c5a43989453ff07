"""Corpora that the tests share."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import fixture

# A shell lets what it starts in the background ignore Ctrl-C, and so would all that the tests start.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small corpus of follows and tricks, four of them about the trump seven."""
    folder = tmp_path_factory.mktemp("corpus")
    return fixture.write_corpus(folder, fixture.standard_cases())


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of four follows: for miniatures that cost time with every question."""
    folder = tmp_path_factory.mktemp("small")
    return fixture.write_corpus(folder, [fixture.follow_case(n) for n in range(4)])
