"""
Pictures of the page, for `docs/`: a run with failures, in both languages, on a desk and on a phone.

    python -m tools.screenshots [--out DIR]

Law of this file: the run is a real one, of the reference engine with faults planted in it; what the pictures
show is what a reader gets.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.browser import Browser, find, opened

__all__ = ["main"]

DOCS = Path(__file__).parents[1] / "docs"
VARIANTS = ("two-deck", "henan", "one-deck", "three-deck")
FAULTS = ("THV-05a", "BID-13a", "FOL-01a", "FOL-24a", "CLS-11a")
ADAPTER = (
    "-m",
    "tools.broken_adapter",
    *FAULTS,
    "--name",
    "tractor-rs",
    "--dies-of",
    "judge_burial",
)
DESK, PHONE = (1120, 900), (390, 900)
#: space above and below what is shown
MARGIN = 6


@dataclass(frozen=True)
class Shot:
    """A picture: of the overview, or of a case."""

    name: str
    window: tuple[int, int]
    case: str = ""
    #: how much of it, at most
    height: int = 1400


SHOTS = (
    Shot("overview", DESK, height=1120),
    Shot("follow", DESK, "follow.tractor-pairs/second-pair-kept-from-a-run"),
    Shot("throw", PHONE, "lead.forced/nine-eights-fours-jack:nine"),
)


def main() -> int:
    """Run, open the page and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR")
    out: Path = parser.parse_args().out
    found = find()
    if found is None:
        print("no chromium with its driver on this machine", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, opened(found) as browser:
        page = Path(folder) / "page.html"
        _run(page)
        for language in ("en", "zh"):
            for shot in SHOTS:
                _take(browser, page, shot, language, out / f"report-{shot.name}-{language}.png")
    return 0


def _run(page: Path) -> None:
    """Write the page of a run with failures."""
    chosen = [word for name in VARIANTS for word in ("--variant", name)]
    command = [sys.executable, "-m", "shengji_conformance", "run", *chosen, "--html", str(page)]
    subprocess.run([*command, "--show", "0", "--", "python", *ADAPTER], check=False)


def _take(browser: Browser, page: Path, shot: Shot, language: str, path: Path) -> None:
    browser.size(*shot.window)
    browser.media()
    browser.open(page, f"#case-{shot.case}" if shot.case else "")
    browser.click(f"label[for=lang-{language}]")
    top, height = 0, shot.height
    if shot.case:
        box = browser.run(
            "document.activeElement.blur(); const of = document.getElementById(arguments[0]);"
            "const box = of.getBoundingClientRect(); return [box.top + scrollY, box.height]",
            f"case-{shot.case}",
        )
        top = int(box[0]) - MARGIN
        height = min(int(box[1]) + 2 * MARGIN, shot.height)
    browser.picture(path, top=top, height=height)
    print(f"{path}  {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    sys.exit(main())
