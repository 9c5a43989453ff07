"""
Pages of tables in Markdown, made of what the project knows: written, or told to be stale.

Law of this file: it knows Markdown and files, and nothing of rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = ["cell", "publish", "table"]


def cell(text: str) -> str:
    """Return a text that stays in its cell and says what it says."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Return a table; `right` are the columns of numbers."""
    places = frozenset(right)
    marks = ["--:" if place in places else "---" for place in range(len(head))]
    lines = [f"| {' | '.join(row)} |" for row in (head, marks, *rows)]
    return "\n".join(lines) + "\n"


def publish(target: Path, page: str, *, check: bool) -> bool:
    """Write a page unless only its freshness is asked for; return whether it was fresh."""
    content = page.encode()
    fresh = target.is_file() and target.read_bytes() == content
    if not (check or fresh):
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)
    return fresh
