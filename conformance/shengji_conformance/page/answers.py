"""The answer expected and the answer given, side by side, key by key.

Law of this file: what differs is what the comparison of the suite calls different, and never decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shengji_spec.compare import matches

from shengji_conformance.answers import SENTENCES, answer
from shengji_conformance.cards import is_cards
from shengji_conformance.corpus import Case
from shengji_conformance.page.markup import Html, both, element, foreign, join, said, text
from shengji_conformance.page.pictures import cards
from shengji_conformance.page.scene import Pile
from shengji_conformance.page.table import piles
from shengji_conformance.phrases import PHRASES
from shengji_conformance.words import safe, say

__all__ = ["compared", "side_by_side"]

#: keys of an answer beside those that a case names
ALSO = ("rule", "event", "error")
LONGEST = 600


def side_by_side(case: Case, got: Any, language: str, *, strict: bool = False) -> Html:
    """Return a table of what was expected and what came."""
    expect = case["expect"]
    choice = _nearest(expect, got, case["question"])
    given = got if isinstance(got, dict) else {}
    keys = [*choice, *(key for key in compared(case, got) if key not in choice)]
    body = [_row(key, choice, given, case, language, strict=strict) for key in keys]
    if not isinstance(got, dict) and got is not None:
        body.append(_whole(got))
    heads = [Html(""), said(say("row-expected")), Html(""), said(say("row-got"))]
    head = element("tr", *(element("th", one, scope="col") for one in heads))
    table = element("table", element("thead", head), element("tbody", *body), class_="answers")
    others = [c for c in expect.get("one-of", ()) if c is not choice]
    if not others:
        return table
    also = join((_sentence(one, case["question"]) for one in others), "; ")
    return join([table, element("p", said(say("page-also-right")), text(" "), also, class_="note")])


def compared(case: Case, got: Any) -> list[str]:
    """Return the keys of an answer that are worth a look: what the case names, and what explains it."""
    if not isinstance(got, dict):
        return []
    more = list(ALSO)
    if got.get("legal") is True and case["expect"].get("legal") is False:
        more += SENTENCES.get(case["question"], ())
    return [key for key in more if key in got]


def _nearest(expect: Mapping[str, Any], got: Any, question: str) -> Mapping[str, Any]:
    """Return the right answer that is nearest to what came."""
    choices: Sequence[Mapping[str, Any]] = expect.get("one-of") or [expect]
    return min(choices, key=lambda choice: len(matches(choice, got, question)))


def _row(
    key: str,
    expect: Mapping[str, Any],
    got: Mapping[str, Any],
    case: Case,
    language: str,
    *,
    strict: bool,
) -> Html:
    question = case["question"]
    wanted = key in expect
    differs = wanted and bool(matches({key: expect[key]}, got, question, strict=strict))
    if key == "malformed":
        differs = "error" not in got
    compared = wanted and (strict or key != "rule" or expect[key] == got.get(key))
    sign = ("≠", "page-differs") if differs else ("=", "page-same") if compared else ("", "")
    mark = element("span", text(sign[0]), aria_hidden="true")
    spoken = element("span", said(say(sign[1])), class_="spoken") if sign[1] else Html("")
    cells = [
        element("th", element("code", foreign(key, 40)), scope="row"),
        element("td", _value(key, expect, question, language), class_="expected"),
        element("td", mark, spoken, class_="sign"),
        element("td", _value(key, got, question, language), class_="got"),
    ]
    return element("tr", *cells, class_="differs" if differs else None)


def _whole(got: Any) -> Html:
    cells = [
        element("td", Html("")),
        element("td", Html("")),
        element("td", text("≠"), class_="sign"),
    ]
    shown = element("td", foreign(got, LONGEST), class_="got")
    return element("tr", element("th", Html("")), *cells[1:], shown, class_="differs")


def _value(key: str, of: Mapping[str, Any], question: str, language: str) -> Html:
    """Return a value: cards as cards, the rest in words."""
    if key not in of:
        return text("—")
    found = of[key]
    if is_cards(found) and found:
        return element("span", cards(found, language), class_="cards")
    if key == "components" and isinstance(found, list) and all(map(_is_component, found)):
        return piles([_component(one) for one in found], language)
    if key == "groups" and isinstance(found, dict):
        return _groups(found, language)
    return _sentence({key: found}, question)


def _sentence(of: Mapping[str, Any], question: str) -> Html:
    """Return a part of an answer in words."""
    english, chinese = (answer(dict(of), language, question) for language in ("en", "zh"))
    return both(english, chinese)


def _is_component(of: Any) -> bool:
    return isinstance(of, dict) and isinstance(of.get("type"), str) and is_cards(of.get("cards"))


def _component(of: Mapping[str, Any]) -> Pile:
    key = f"type-{of['type']}"
    known = say(key) if key in PHRASES else say("as-told", text=safe(of["type"], 20))
    return Pile(of["cards"], caption=known)


def _groups(of: Mapping[str, Any], language: str) -> Html:
    """Return groups of classes, a line each: the strongest card first."""
    lines = []
    for name, classes in of.items():
        if not isinstance(classes, list) or not all(map(is_cards, classes)):
            lines.append(element("p", foreign({name: classes}, LONGEST)))
            continue
        label = said(say("trumps")) if name == "T" else foreign(name, 20)
        ranks = [element("span", cards(equal, language), class_="cards") for equal in classes]
        greater = element("span", text(">"), class_="greater")
        shown = [part for rank in ranks for part in (greater, rank)][1:]
        lines.append(element("p", element("span", label, class_="label"), *shown, class_="ladder"))
    return join(lines)
