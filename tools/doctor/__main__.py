"""The command: `python -m tools.doctor [--check]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from shengji_conformance.doctor.canaries import SIGNATURES

from tools.doctor.signatures import written


def main(arguments: Sequence[str] = ()) -> int:
    """Write the signatures, or with --check say whether those that are there are stale."""
    now = written()
    if "--check" not in arguments:
        SIGNATURES.write_text(now, "utf-8", newline="\n")
        return 0
    stale = not SIGNATURES.is_file() or SIGNATURES.read_text("utf-8") != now
    if stale:
        print(f"{SIGNATURES.name} is stale: python -m tools.doctor", file=sys.stderr)
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
