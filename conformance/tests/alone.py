"""Imports a package whole, draws a page if told to, and says what else was imported with it.

    python alone.py PACKAGE [PAGE]

Prints a JSON object: `modules` that were imported of the package, `engines` that came along, and the
`chapters` that the page has a failing case of. It is a program: only a fresh process has imported nothing.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from pathlib import Path

ENGINES = ("shengji", "shengji_oracle")


def modules_of(name: str) -> list[str]:
    """Import every module of a package and return their names; `__main__` would run the command."""
    package = importlib.import_module(name)
    found = [one.name for one in pkgutil.walk_packages(package.__path__, f"{name}.")]
    names = [one for one in found if not one.endswith(".__main__")]
    for one in names:
        importlib.import_module(one)
    return names


def engines() -> list[str]:
    """Return what this process has imported of an engine."""
    return sorted(name for name in sys.modules if name.partition(".")[0] in ENGINES)


def draw(path: Path) -> list[str]:
    """Draw a page on which a case of every question of every chapter fails; return the chapters."""
    from pages import result, variant_of, write
    from shengji_conformance.corpus import Corpus

    corpus = Corpus.open()
    cases = {}
    for _, _, case in corpus.scan():
        cases.setdefault((case["chapter"], case["question"]), case)
    write(path, corpus, [result(case, variant_of(corpus, case).id) for case in cases.values()])
    return sorted({chapter for chapter, _ in cases})


def main() -> None:
    """Do what the command line says."""
    found = {"modules": modules_of(sys.argv[1])}
    found["chapters"] = draw(Path(sys.argv[2])) if len(sys.argv) > 2 else []
    found["engines"] = engines()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
