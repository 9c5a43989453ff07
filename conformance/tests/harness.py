"""Runs the command as a user does, against a miniature adapter, and reads what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

HERE = Path(__file__).parent
SECONDS_FOR_A_RUN = 60
UNWANTED = ("PYTHONUNBUFFERED", "SHENGJI_CORPUS", "NO_COLOR", "FORCE_COLOR")
PLAIN = {"SHENGJI_LANG": "en"} | dict.fromkeys(UNWANTED)


@dataclass
class Run:
    """How the command ended and what it wrote."""

    code: int
    out: str
    err: str
    report: dict[str, Any]

    @property
    def statuses(self) -> dict[str, int]:
        """Return how many results have each status."""
        return dict(Counter(result["status"] for result in self.report["results"]))

    @property
    def header(self) -> dict[str, Any]:
        """Return the report's header."""
        header: dict[str, Any] = self.report["header"]
        return header

    def reasons(self, status: str) -> set[str]:
        """Return the reasons of the results with a status."""
        return {r.get("reason", "") for r in self.report["results"] if r["status"] == status}

    def ids(self, status: str) -> set[str]:
        """Return the cases with a status."""
        return {r["id"] for r in self.report["results"] if r["status"] == status}


def environment() -> dict[str, str]:
    """Return an environment in which buffers are buffers and the language is English."""
    env = {k: v for k, v in os.environ.items() if k not in UNWANTED}
    return env | {"LC_ALL": "C.UTF-8", "SHENGJI_LANG": "en"}


def command(*arguments: object) -> list[str]:
    """Return the command line of the runner."""
    return [sys.executable, "-m", "shengji_conformance", *map(str, arguments)]


def miniature(name: str) -> list[str]:
    """Return the command line of a miniature adapter."""
    return [sys.executable, str(HERE / "miniatures.py"), name]


def call(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end; the environment may have variables more."""
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment() | variables,
        timeout=SECONDS_FOR_A_RUN,
    )


def inside(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command that starts no adapter within this process: quicker by the start of one."""
    from shengji_conformance.cli import _command

    called = CliRunner(env=PLAIN).invoke(_command, [*map(str, arguments)])
    if called.exception and not isinstance(called.exception, SystemExit):
        raise called.exception
    return subprocess.CompletedProcess(
        [*map(str, arguments)], called.exit_code, called.stdout, called.stderr
    )


def run(corpus: Path, name: str, *options: object, **variables: object) -> Run:
    """Run a miniature through a corpus, with short patience."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        patience = ("--timeout", 1, "--start-timeout", 10)
        arguments = ["run", "--corpus", corpus, *patience, "--json", report, *options, "--"]
        env = {key: str(value) for key, value in variables.items()}
        done = call(*arguments, *miniature(name), **env)
        return Run(done.returncode, done.stdout, done.stderr, json.loads(report.read_bytes()))
