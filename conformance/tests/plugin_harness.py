"""Names that the tests of the pytest plugin share."""

from __future__ import annotations

from harness import HERE

PLUGIN = "shengji_conformance.pytest_plugin"
ROOT = HERE.parents[1]
SELECT = "--shengji-select"
CASE = "shengji_conformance::two-deck::follow.pair/case-0001"
