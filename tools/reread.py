"""
Renew the digests of cases that were read again: `python -m tools.reread [--check] [CASE...]`.

Law of this file: it changes nothing in a case file but the eight digits behind `read:`; comments, layout and
line ends stay. With --check it only names the cases whose rule was reworded since they were last read.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from shengji_spec import data
from shengji_spec.errors import Problem, SpecError, shown
from shengji_spec.model import load_spec
from shengji_spec.records import GAMES
from shengji_spec.schema import validate
from shengji_spec.text import digest
from shengji_spec.values import Spec
from shengji_spec.yaml_loader import Document, load, load_text

__all__ = ["main", "renew", "stale"]

#: the value as it may be written: in quotes of either kind, or without
VALUE = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|[0-9a-f]+")


def stale(document: Document, spec: Spec) -> Iterator[int]:
    """Yield the places of the cases that were last read against another wording of their rule."""
    fresh = digest(spec.rules[document.data["rule"]])
    for place, case in enumerate(document.data["cases"]):
        if case["read"] != fresh:
            yield place


def renew(document: Document, places: Sequence[int], fresh: str) -> str:
    """Return the text of a file with the digests of some cases renewed, and nothing else changed."""
    lines = document.text.splitlines(keepends=True)
    for place in places:
        line, column = document.marks["cases", place, "read"]
        text = lines[line - 1]
        tail = VALUE.sub(f'"{fresh}"', text[column - 1 :], count=1)
        lines[line - 1] = text[: column - 1] + tail
    return "".join(lines)


def _read(path: Path, spec: Spec) -> Document:
    """Load a file of cases whose rule exists."""
    document = load(path)
    validate(document, "cases")
    rule = document.data["rule"]
    if rule not in spec.rules:
        message = f"there is no rule {shown(rule)}"
        raise SpecError([document.problem(message, "rule", found=rule, valid=spec.rules)])
    return document


def _chosen(document: Document, places: Sequence[int], texts: Sequence[str]) -> list[int]:
    rule = document.data["rule"]
    names = {place: f"{rule}/{document.data['cases'][place]['id']}" for place in places}
    return [place for place in places if not texts or any(t in names[place] for t in texts)]


def _write(path: Path, document: Document, places: Sequence[int], fresh: str) -> None:
    text = renew(document, places, fresh)
    before, after = document.data, load_text(text, str(path)).data
    for place in places:
        before["cases"][place]["read"] = fresh
    if before != after:
        raise SpecError([Problem(str(path), "renewing would change more than digests")])
    path.write_bytes(text.encode())


def _treat(path: Path, spec: Spec, texts: Sequence[str], *, only_check: bool) -> list[str]:
    """Renew a file, or only look at it; return the ids of the cases that were stale."""
    document = _read(path, spec)
    rule = document.data["rule"]
    places = _chosen(document, list(stale(document, spec)), texts)
    if places and not only_check:
        _write(path, document, places, digest(spec.rules[rule]))
    return [f"{rule}/{document.data['cases'][place]['id']}" for place in places]


def main(arguments: Sequence[str] | None = None, folder: Path | None = None) -> int:
    """Renew or check; return 1 when a check finds stale cases, or a file cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.reread",
        description="Renew the digests of cases that were read again.",
    )
    parser.add_argument("--check", action="store_true", help="only name stale cases")
    parser.add_argument("cases", nargs="*", help="only cases whose id holds one of these texts")
    options = parser.parse_args(arguments)
    folder = folder or data.corpus_dir()
    assert folder is not None
    try:
        spec = load_spec()
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1
    found: list[str] = []
    failed = False
    for path in sorted(folder.rglob("*.yaml")):
        if path.parent.name == GAMES:  # a whole deal follows all rules and none in particular
            continue
        try:
            found += _treat(path, spec, options.cases, only_check=options.check)
        except SpecError as error:
            failed = True
            print(error, file=sys.stderr)
    if options.check and found:
        print("\n".join(found))
    print(f"{len(found)} {'stale' if options.check else 'renewed'}")
    return 1 if failed or (options.check and found) else 0


if __name__ == "__main__":
    sys.exit(main())
