"""The answer expected and the answer given, side by side, key by key.

Law of this file: what differs is what the comparison of the suite calls different, and never decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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

__all__ = ["SideBySide"]

#: keys of an answer beside those that a case names
ALSO = ("rule", "event", "error")
LONGEST = 600
#: the most keys that are shown of an answer to something else
MOST_KEYS = 8
#: a right answer, or one that came
Answer = Mapping[str, Any]


@dataclass(frozen=True)
class SideBySide:
    """Draws answers beside what was expected."""

    #: the language in which cards are named when the page is opened
    language: str
    strict: bool
    #: the text of a rule that an answer names; nothing where there is none
    rule: Callable[[str], Html]

    def table(self, case: Case, got: Any) -> Html:
        """Return a table of what was expected and what came."""
        expect, question = case["expect"], case["question"]
        choice = _nearest(expect, got, question)
        given = got if isinstance(got, dict) else {}
        keys = [*choice, *(key for key in _worth(case, choice, given) if key not in choice)]
        body = [self._row(key, choice, given, case) for key in keys]
        if not isinstance(got, dict) and got is not None:
            shown = element("td", foreign(got, LONGEST), class_="got")
            empty = (element("td"), element("td"))
            body.append(element("tr", element("th"), *empty, shown, class_="differs"))
        heads = [Html(""), said(say("row-expected")), Html(""), said(say("row-got"))]
        head = element("tr", *(element("th", one, scope="col") for one in heads))
        table = element("table", element("thead", head), element("tbody", *body), class_="answers")
        others = [one for one in expect.get("one-of", ()) if one is not choice]
        if not others:
            return table
        also = join((_sentence(one, question) for one in others), "; ")
        right = element("p", said(say("page-also-right")), text(" "), also, class_="note")
        return join([table, right])

    def _row(self, key: str, expect: Answer, got: Answer, case: Case) -> Html:
        question, wanted = case["question"], key in expect
        one = {key: expect[key]} if wanted else {}
        differs = bool(matches(one, got, question, strict=self.strict))
        if key == "malformed":
            differs = "error" not in got
        compared = wanted and (self.strict or key != "rule" or expect[key] == got.get(key))
        sign = ("≠", "page-differs") if differs else ("=", "page-same") if compared else ("", "")
        mark = element("span", text(sign[0]), aria_hidden="true")
        spoken = element("span", said(say(sign[1])), class_="spoken") if sign[1] else Html("")
        cells = [
            element("th", element("code", foreign(key, 40)), scope="row"),
            element("td", self._value(key, expect, case), class_="expected"),
            element("td", mark, spoken, class_="sign"),
            element("td", self._value(key, got, case), class_="got"),
        ]
        return element("tr", *cells, class_="differs" if differs else None)

    def _value(self, key: str, of: Answer, case: Case) -> Html:
        """Return a value: cards as cards, the rest in words."""
        if key not in of:
            return text("—")
        found, language = of[key], self.language
        if is_cards(found) and found:
            return element("span", cards(found, language), class_="cards")
        if key == "components" and isinstance(found, list) and all(map(_is_component, found)):
            return piles([_component(one) for one in found], language)
        if key == "groups" and isinstance(found, dict):
            return _groups(found, language)
        shown = _sentence({key: found}, case["question"])
        if key != "rule" or not isinstance(found, str) or found == case["rule"]:
            return shown
        norm = self.rule(found)
        return join([shown, element("p", norm, class_="note")]) if norm else shown


def _worth(case: Case, expect: Answer, got: Answer) -> list[str]:
    """Return the keys of an answer that are worth a look beside those that are expected."""
    if not expect.keys() & got.keys():
        return list(got)[:MOST_KEYS]
    more = list(ALSO)
    if got.get("legal") is True and expect.get("legal") is False:
        more += SENTENCES.get(case["question"], ())
    return [key for key in more if key in got]


def _nearest(expect: Answer, got: Any, question: str) -> Answer:
    """Return the right answer that is nearest to what came."""
    choices: Sequence[Mapping[str, Any]] = expect.get("one-of") or [expect]
    return min(choices, key=lambda choice: len(matches(choice, got, question)))


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
