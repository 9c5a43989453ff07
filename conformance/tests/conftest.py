"""Corpora that the tests share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import fixture


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
