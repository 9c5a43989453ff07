"""HTML that is safe by its type.

Law of this file: a text becomes `Html` here and nowhere else, and escaped. What came from outside, an
implementation's words above all, passes through `words.safe` first, so that nothing acts on a reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NewType

from shengji_conformance.words import LANGUAGES, Said, safe

__all__ = ["Html", "both", "element", "foreign", "join", "said", "text", "tongues"]

#: markup that may be written as it is
Html = NewType("Html", str)

#: an attribute's value; true stands for its name alone, false and None for no attribute
Value = str | int | bool | None


def text(of: str) -> Html:
    """Return text of ours as HTML."""
    return Html(escape(of, quote=True))


def foreign(of: object, limit: int = 300) -> Html:
    """Return text from outside as HTML: cut, without control characters, and read in its own direction."""
    return element("bdi", text(safe(of, limit)))


def element(tag: str, *inside: Html, **attributes: Value) -> Html:
    """Return an element; `class_` and `for_` are spelt so, `data_rule` becomes `data-rule`."""
    spelt = "".join(_attribute(key, value) for key, value in attributes.items())
    body = "".join(inside)
    return Html(f"<{tag}{spelt}>{body}</{tag}>")


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value), quote=True)}"'


def join(parts: Iterable[Html], between: str = "") -> Html:
    """Return parts one after the other."""
    return Html(text(between).join(parts))


def tongues(english: Html, chinese: Html) -> Html:
    """Return what is shown in one language or the other; once, where both are the same."""
    if english == chinese:
        return english
    shown = zip(LANGUAGES, (english, chinese), strict=True)
    return join(element("span", one, lang=language) for language, one in shown)


def both(english: str, chinese: str) -> Html:
    """Return a text of ours in both languages."""
    return tongues(text(english), text(chinese))


def said(of: Said) -> Html:
    """Return a sentence of the catalogue in both languages."""
    return both(of.in_("en"), of.in_("zh"))
