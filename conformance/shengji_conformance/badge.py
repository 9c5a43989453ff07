"""A badge for a README: what a report comes to, in a few words and a colour.

Law of this file: green is for a whole run that answered everything right, and for nothing else. The words say
all that the colour says.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from shengji_conformance.markup import seen
from shengji_conformance.words import Said, say

__all__ = ["Badge", "badge", "endpoint", "svg"]

#: white letters are readable on all of them
COLOURS = {"green": "#1a7f37", "red": "#cf222e", "yellow": "#9a6700", "lightgrey": "#57606a"}
LABEL_COLOUR = "#24292f"
HEIGHT, EDGE, SIZE = 20, 7, 11
#: of letters of this size, about
WIDTHS = {"narrow": 3.9, "wide": 10.0, "capital": 7.4, "other": 6.7, "chinese": 11.0}


@dataclass(frozen=True)
class Badge:
    """What a badge says."""

    said: Said
    #: a name that shields.io knows
    colour: str


def badge(header: Mapping[str, Any]) -> Badge:
    """Return what the header of a report comes to."""
    counts = header["counts"]
    right, wrong = counts["pass"], counts["fail"] + counts["error"]
    ledger = header.get("ledger") or {}
    known = min(ledger.get("known", 0), wrong)
    asked = right + wrong
    if wrong > known:
        return Badge(say("badge-wrong", wrong=wrong, n=asked), "red")
    if not right:
        return Badge(say("badge-nothing"), "lightgrey")
    left = {"known": known, "unsupported": counts["unsupported"], "not-run": counts["not-run"]}
    for key, number in left.items():
        if number:
            return Badge(say(f"badge-{key}", right=right, n=number), "yellow")
    if header.get("stopped"):
        return Badge(say("badge-stopped", right=right), "yellow")
    if header.get("shard"):
        return Badge(say("badge-shard", right=right, shard=str(header["shard"])), "yellow")
    if header.get("complaints") or ledger.get("faults"):
        return Badge(say("badge-remarks", right=right), "yellow")
    return Badge(say("badge-right", right=right), "green")


def endpoint(of: Badge, label: str, language: str) -> dict[str, Any]:
    """Return what shields.io reads from an endpoint."""
    message = of.said.in_(language)
    return {"schemaVersion": 1, "label": label, "message": message, "color": of.colour}


def svg(of: Badge, label: str, language: str) -> str:
    """Return the badge drawn."""
    left, right = seen(label), of.said.in_(language)
    first, second = _width(left), _width(right)
    split, whole = first + 2 * EDGE, first + second + 4 * EDGE
    title = escape(f"{left}: {right}")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" \
viewBox="0 0 {whole} {HEIGHT}" role="img" aria-label="{title}" lang="{language}">
<title>{title}</title>
<rect width="{whole}" height="{HEIGHT}" rx="3" fill="{COLOURS[of.colour]}"/>
<path d="M3 0H{split}V{HEIGHT}H3A3 3 0 0 1 0 {HEIGHT - 3}V3A3 3 0 0 1 3 0Z" fill="{LABEL_COLOUR}"/>
<g fill="#fff" font-family="Verdana,'DejaVu Sans','Noto Sans CJK SC',sans-serif" font-size="{SIZE}">
<text x="{EDGE}" y="14" textLength="{first}" lengthAdjust="spacingAndGlyphs">{escape(left)}</text>
<text x="{split + EDGE}" y="14" textLength="{second}" lengthAdjust="spacingAndGlyphs">{escape(right)}</text>
</g>
</svg>
"""


def _width(text: str) -> int:
    return max(1, round(sum(WIDTHS[_kind(letter)] for letter in text)))


def _kind(letter: str) -> str:
    if unicodedata.east_asian_width(letter) in "WF":
        return "chinese"
    if letter in "fijlrtI.,:;'|!() ":
        return "narrow"
    if letter in "mwMW@%":
        return "wide"
    return "capital" if letter.isupper() else "other"
