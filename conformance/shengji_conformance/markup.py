"""Text for Markdown and HTML: what came from outside stays text in both.

Law of this file: nothing here decides what is said. A piece of Markdown is one line, or one block of HTML
without an empty line, so that no text can end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["code", "fence", "html", "inline", "seen", "table"]

#: what could begin anything in the middle of a line of Markdown; a colon in an address, too
MARKS = re.compile(r"[\\`*_\[\]<>|~&#$\"@]|:(?=//)")
#: keeps a name in a comment from being told that it was named
NO_MENTION = "@&#8203;"
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)


def seen(text: str) -> str:
    """Return text without what has no look, or turns the direction of others."""
    return UNSEEN.sub("\ufffd", text)


def html(text: str) -> str:
    """Return text for a block of HTML; its line ends break lines."""
    lines = seen(text).split("\n")
    spaced = (escape(line).replace("  ", " &nbsp;").replace("@", NO_MENTION) for line in lines)
    return "<br>".join(spaced)


def inline(text: str) -> str:
    """Return text for a line of Markdown, or a cell of a table."""
    flat = seen(" ".join(text.split("\n")))
    return MARKS.sub(_entity, flat)


def _entity(match: re.Match[str]) -> str:
    return NO_MENTION if match[0] == "@" else f"&#{ord(match[0])};"


def code(text: str) -> str:
    """Return text of a line in the type of a program."""
    return f"<code>{inline(text)}</code>"


def fence(text: str) -> str:
    """Return lines to be copied; GitHub and GitLab give them a button for it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    bar = "`" * max(3, longest + 1)
    return f"{bar}sh\n{seen(text)}\n{bar}\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """Return a table of cells that are Markdown already; the first columns are set left, the others right."""
    edges = [":--" if number < left else "--:" for number in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, edges, *rows))
