"""Pieces of a case's part: terms, reasons, a line to copy.

Law of this file: each piece is whole in itself; which of them stand in a part, and where, is said in `case`.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji_conformance.known import Known
from shengji_conformance.page.markup import Html, both, element, join, said, text, tongues
from shengji_conformance.page.scene import Fact
from shengji_conformance.phrases import PHRASES
from shengji_conformance.words import LANGUAGES, Said, safe, say

__all__ = ["LONGEST_LINE", "fact_list", "in_the_ledger", "term", "to_copy", "why_not"]

#: the longest line that can be copied
LONGEST_LINE = 20_000


def fact_list(of: Sequence[Fact]) -> Html:
    """Return facts as a list of terms."""
    rows = [
        term(both(english[0], chinese[0]), [both(*pair) for pair in _pairs(english[1], chinese[1])])
        for english, chinese in of
    ]
    return element("dl", *rows, class_="facts") if rows else Html("")


def _pairs(english: Sequence[str], chinese: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(english, chinese, strict=True)) or [("—", "—")]


def term(label: Html, lines: Sequence[Html], kind: str = "") -> Html:
    """Return a label and the lines that belong to it."""
    shown = join(element("p", line) for line in lines or [text("—")])
    return element("div", element("dt", label), element("dd", shown), class_=kind or None)


def why_not(why: Said, kind: str = "why") -> Html:
    """Return why there is no right answer; what follows the first line is what the program itself said."""
    told = [why.in_(language).split("\n", 1) for language in LANGUAGES]
    head = tongues(*(_line(lines[0]) for lines in told))
    tail = told[0][1] if len(told[0]) > 1 else ""
    words = (
        element("pre", _foreign_lines(tail), class_="stderr", tabindex="0") if tail else Html("")
    )
    return join([element("p", head, class_=kind), words])


def in_the_ledger(known: Known) -> Html:
    """Return what the ledger says of an answer."""
    key = f"cause-{known.cause}"
    cause = say(key) if key in PHRASES else say("as-told", text=safe(known.cause, 40))
    entry = say("page-ledger-entry", line=str(known.line), cause=cause)
    words = [text(safe(part)) for part in (known.reason, known.link) if part]
    lines = [join([said(entry), *words], " · ")]
    lines += [said(known.fault)] if known.fault else []
    return join(element("p", line, class_="note") for line in lines)


def _line(line: str) -> Html:
    return text(safe(line, 2000))


def _foreign_lines(of: str) -> Html:
    """Return several lines from outside."""
    return join((text(safe(line, 500)) for line in of.splitlines()), "\n")


def to_copy(label: Said | None, line: str) -> Html:
    """Return a line with a button that copies it."""
    head = element("span", said(label), class_="label") if label else Html("")
    shown = element("code", text(safe(line, LONGEST_LINE)))
    button = element("button", said(say("page-copy")), type="button", class_="copy")
    done = element("span", role="status", class_="spoken")
    return element("div", head, shown, button, done, class_="copied")
