"""What the tests of the pytest plugin share: sessions within a session, on the small corpus."""

from __future__ import annotations

import shlex

import pytest

# Each session within need not import them again.
import shengji_conformance.pytest_ledger
import shengji_conformance.pytest_session  # noqa: F401
from harness import HERE, miniature
from plugin_harness import PLUGIN

ENGINE = """
    import sys
    sys.path.insert(0, {here!r})
    from miniatures import right

    class Said(Exception):
        def __init__(self, code):
            super().__init__("not here")
            self.code = code

    def ask(method, params):
        if method == "load_variant":
            return {{"supported": params["options"]["cards.decks"] == 2}}
        if method == "judge_trick":
            {trick}
        answer = right(method, params)
        params.clear()
        if "error" in answer:
            raise Said(answer["error"]["code"])
        return answer["result"]

    def deep(method, params):
        return ask(method, params)
"""


@pytest.fixture
def alone(monkeypatch):
    """No plugin and no setting of this project takes part in the sessions within."""
    for name in ("PYTEST_ADDOPTS", "SHENGJI_CORPUS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("SHENGJI_LANG", "en")


@pytest.fixture
def suite(pytester, corpus):
    """Return what runs pytest on the small corpus in this process, against a miniature if one is named."""

    def run(*arguments, adapter="", variant="two-deck", suite="shengji_conformance", apart=False):
        given = ["-p", PLUGIN, f"--shengji-corpus={corpus}"]
        given += ["--shengji-variant", variant] if variant else []
        given += ["--shengji-adapter", shlex.join(miniature(adapter))] if adapter else []
        given += ["--pyargs", suite] if suite else []
        start = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return start(*given, *map(str, arguments))

    return run


@pytest.fixture
def engine(pytester):
    """Return what writes an engine that is right, but for what it does with tricks."""

    def write(trick="pass"):
        pytester.makepyfile(my_engine=ENGINE.format(here=str(HERE), trick=trick))
        pytester.syspathinsert()
        return ("--shengji-engine", "my_engine:ask")

    return write
