"""Renew the digests of cases that were read again: `python -m tools.reread [--check] [TEXT...]`.

Law of this file: it changes nothing in a case file but the eight digits behind `read:`; comments and layout
stay. With --check it only names the cases whose rule was reworded since they were last read.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from shengji_spec import data
from shengji_spec.model import load_spec
from shengji_spec.text import digest
from shengji_spec.yaml_loader import load

READ = re.compile(r'^(\s*read:\s*)"?([0-9a-f]{8})"?', re.MULTILINE)
ID = re.compile(r"^\s*- id:\s*(\S+)", re.MULTILINE)


def stale(folder: Path) -> list[str]:
    """Return the ids of the cases that were last read against another wording of their rule."""
    spec = load_spec()
    found = []
    for path in sorted(folder.rglob("*.yaml")):
        content = load(path).data
        fresh = digest(spec.rules[content["rule"]])
        found += [f"{content['rule']}/{c['id']}" for c in content["cases"] if c["read"] != fresh]
    return found


def renew(path: Path, texts: Sequence[str]) -> int:
    """Renew the digests of a file's cases; return how many changed."""
    spec, text = load_spec(), path.read_text(encoding="utf-8")
    rule = load(path).data["rule"]
    fresh = digest(spec.rules[rule])
    pieces = re.split(r"(?=^\s*- id:)", text, flags=re.MULTILINE)
    changed = 0
    for i, piece in enumerate(pieces):
        name = ID.match(piece)
        if name and (not texts or any(t in f"{rule}/{name[1]}" for t in texts)):
            pieces[i], _ = READ.subn(lambda m: f'{m[1]}"{fresh}"', piece, count=1)
            changed += pieces[i] != piece
    if changed:
        path.write_text("".join(pieces), encoding="utf-8")
    return changed


def main(arguments: Sequence[str] | None = None) -> int:
    """Renew or check; return 1 when a check finds stale cases."""
    parser = argparse.ArgumentParser(prog="python -m tools.reread", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only name stale cases")
    parser.add_argument("texts", nargs="*", help="only cases whose id holds one of these")
    options = parser.parse_args(arguments)
    folder = data.corpus_dir()
    assert folder is not None
    if options.check:
        found = stale(folder)
        print("\n".join([*found, f"{len(found)} stale cases"]))
        return 1 if found else 0
    changed = sum(renew(path, options.texts) for path in sorted(folder.rglob("*.yaml")))
    print(f"{changed} digests renewed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
