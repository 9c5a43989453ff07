"""
The reference adapter with faults of the catalogue planted in it, under another name.

    shengji-conformance run -- python -m tools.broken_adapter FOL-20a WIN-12a --dies-of judge_burial

Law of this file: what is wrong with it is asked for on the command line, and nothing else is.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import ExitStack

from shengji.adapter import Adapter, serve

from tools.mutants.bugs import BUGS
from tools.mutants.seam import planted

__all__ = ["main"]


class _Renamed(Adapter):
    """The reference adapter by another name; it may die of one question."""

    def __init__(self, name: str, dies_of: str) -> None:
        super().__init__()
        self._name, self._dies_of = name, f'"method":"{dies_of}"'.encode() if dies_of else b"\0"

    def answer(self, line: bytes) -> str | None:
        """Answer a line."""
        if self._dies_of in line:
            question = json.loads(line)
            sys.stderr.write(f"panic: {question['method']}: not implemented\n  at engine.rs:212\n")
            sys.stderr.flush()
            os._exit(101)
        answer = super().answer(line)
        if answer and '"implementation"' in answer:
            message = json.loads(answer)
            about = {"name": self._name, "version": "0.3.1", "language": "rust"}
            message["result"]["implementation"] = about
            return json.dumps(message)
        return answer


def main() -> None:
    """Serve with the faults that are named on the command line."""
    parser = argparse.ArgumentParser(description="The reference adapter with faults planted in it.")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help="ids of tools/mutants/bugs")
    parser.add_argument("--name", default="broken", help="what it calls itself")
    parser.add_argument("--dies-of", default="", metavar="QUESTION", help="a question it dies of")
    options = parser.parse_args()
    known = {bug.id: bug for bug in BUGS}
    unknown = [fault for fault in options.faults if fault not in known]
    if unknown:
        parser.error(f"no such fault: {', '.join(unknown)}")
    with ExitStack() as stack:
        for fault in options.faults:
            stack.enter_context(planted({known[fault].place: known[fault].make}))
        serve(_Renamed(options.name, options.dies_of), sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
