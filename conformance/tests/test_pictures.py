"""The pictures of the page in `docs/`, and what makes them."""

from __future__ import annotations

import re
from pathlib import Path

from shengji_conformance.corpus import Corpus

from tools.mutants.bugs import BUGS
from tools.screenshots import DOCS, FAULTS, SHOTS

README = Path(__file__).parents[1] / "README.md"


def test_the_pictures_are_there():
    """Every picture exists in both languages, and is small enough to be looked at on a page."""
    for shot in SHOTS:
        for language in ("en", "zh"):
            size = (DOCS / f"report-{shot.name}-{language}.png").stat().st_size
            assert 10_000 < size < 300_000


def test_the_readme_shows_them():
    """Each is linked, and no link leads nowhere."""
    linked = set(re.findall(r"docs/(report-\w+-\w+\.png)", README.read_text("utf-8")))

    assert linked == {f"report-{shot.name}-{one}.png" for shot in SHOTS for one in ("en", "zh")}


def test_they_can_be_taken_again():
    """The cases and the planted faults that they show still exist."""
    corpus = Corpus.open()

    assert set(FAULTS) <= {bug.id for bug in BUGS}
    assert all(corpus.find(shot.case) for shot in SHOTS if shot.case)
