"""Answers in words: what was expected and what came, for the eye.

Law of this file: an answer may be anything an implementation could think of. Known keys get words, all
else is shown as JSON, cut and escaped; nothing here raises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shengji_conformance.cards import SYMBOLS, cards, is_cards
from shengji_conformance.phrases import PHRASES
from shengji_conformance.seats import per_seat, seat, trump
from shengji_conformance.values import value
from shengji_conformance.words import safe, say

__all__ = ["SENTENCES", "answer", "answer_lines", "teams"]

#: words a value
Word = Callable[[Any, str], str]


def answer_lines(of: Any, language: str, question: str = "") -> list[str]:
    """Return an answer in words, on several lines where it is long."""
    if not isinstance(of, dict) or question not in LONG or not LONG[question] & of.keys():
        return [answer(of, language, question)]
    short = {key: of[key] for key in of if key not in LONG[question]}
    first = [answer(short, language, question)] if short else []
    long = [_part(key, of, language, question) for key in of if key in LONG[question]]
    return [*first, *long]


def answer(of: Any, language: str, question: str = "") -> str:
    """Return an answer to a question, expected or given, in words."""
    if not isinstance(of, dict):
        return value(of, language)
    if "malformed" in of:
        return say("malformed").in_(language)
    if "one-of" in of:
        return _one_of(of["one-of"], language, question)
    if isinstance(of.get("error"), dict):
        error = of["error"]
        shown = value(error.get("code"), language)
        text = safe(error.get("message") or "")
        return say("error-answer", code=shown, text=text).in_(language)
    parts = [
        _part(key, of, language, question) for key in of if not (key == "rule" and "legal" in of)
    ]
    return _separator(language).join(parts) or "{}"


def _part(key: str, of: Mapping[str, Any], language: str, question: str) -> str:
    found = of[key]
    if key == "legal" and isinstance(found, bool):
        text = say("legal" if found else "not-legal").in_(language)
        rule = of.get("rule")
        return f"{text} ({value(rule, language)})" if rule else text
    if question in SENTENCES and key in SENTENCES[question]:
        return _sentence(SENTENCES[question][key], found, language)
    if key == "stands" and isinstance(found, bool):
        return say("stands" if found else "falls").in_(language)
    if key == "winner" and question == "judge_trick" and isinstance(found, int):
        return say("play-wins", n=str(found + 1)).in_(language)
    shape = SHAPES.get(key)
    name = f"key-{key}"
    label = say(name).in_(language) if name in PHRASES else safe(key, 40)
    return f"{label} {shape(found, language) if shape else value(found, language)}".lstrip()


def _sentence(word: Word, found: Any, language: str) -> str:
    if isinstance(found, dict) and isinstance(found.get("one-of"), list):
        return say("or").in_(language).join(word(one, language) for one in found["one-of"])
    return word(found, language)


def _one_of(alternatives: Any, language: str, question: str = "") -> str:
    if not isinstance(alternatives, list):
        return value(alternatives, language)
    either = say("or").in_(language)
    return either.join(answer(one, language, question) for one in alternatives)


def _components(of: Any, language: str) -> str:
    if not isinstance(of, list):
        return value(of, language)
    return " + ".join(_component(one, language) for one in of)


def _component(of: Any, language: str) -> str:
    if not isinstance(of, dict) or not isinstance(of.get("type"), str):
        return value(of, language)
    name = f"type-{of['type']}"
    shape = say(name).in_(language) if name in PHRASES else safe(of["type"], 20)
    return f"{shape} {value(of.get('cards'), language)}"


def _groups(of: Any, language: str) -> str:
    if not isinstance(of, dict):
        return value(of, language)
    parts = []
    for name, classes in of.items():
        label = say("trumps").in_(language) if name == "T" else SYMBOLS.get(name, safe(name, 20))
        parts.append(f"{label}: {_classes(classes, language)}")
    return _separator(language).join(parts)


def _classes(of: Any, language: str) -> str:
    if not isinstance(of, list) or not all(map(is_cards, of)):
        return value(of, language)
    return " > ".join(" = ".join(cards([one], language) for one in group) for group in of)


def _change(of: Any, language: str) -> str:
    if not isinstance(of, dict) or of.get("side") not in ("dealer", "attackers"):
        return value(of, language)
    return f"{_side(of['side'], language)} {_signed(of.get('levels'), language)}"


def _signed(of: Any, language: str) -> str:
    return f"{of:+d}" if isinstance(of, int) else value(of, language)


def _side(of: Any, language: str) -> str:
    name = f"side-{of}"
    return say(name).in_(language) if name in PHRASES else value(of, language)


def teams(of: Any, language: str) -> str:
    """Return what two teams have, side by side."""
    if not isinstance(of, list) or len(of) != 2:
        return value(of, language)
    shown = [
        ", ".join(map(str, one)) or "—" if isinstance(one, list) else value(one, language)
        for one in of
    ]
    return say("teams", first=safe(shown[0]), second=safe(shown[1])).in_(language)


def _switch(name: str) -> Word:
    """Return what words a yes or no by two sentences of the catalogue."""

    def word(of: Any, language: str) -> str:
        if isinstance(of, bool):
            return say(f"{name}-{'yes' if of else 'no'}").in_(language)
        return say(name, value=value(of, language)).in_(language)

    return word


def _labelled(name: str, shape: Word) -> Word:
    """Return what words a value by a sentence of the catalogue."""
    return lambda of, language: say(name, value=shape(of, language)).in_(language)


def _deals(of: Any, language: str) -> str:
    key = "dealer-open" if of is None else "seat-deals"
    return say(key, value=seat(of, language)).in_(language)


def _nested(name: str, question: str) -> Word:
    """Return what words an answer within another."""
    return _labelled(name, lambda of, language: answer(of, language, question))


def _separator(language: str) -> str:
    return say("separator").in_(language)


#: how the values of known keys are drawn
SHAPES: Mapping[str, Word] = {
    "components": _components,
    "groups": _groups,
    "change": _change,
    "levels": teams,
    "cleared": teams,
    "last_trick_side": _side,
}

_STANDS = {"level": _labelled("term-level", value), "trump": trump, "dealer": _deals}

#: the keys of some questions that are whole sentences
SENTENCES: Mapping[str, Mapping[str, Word]] = {
    "judge_redeal": {"allowed": _switch("allowed")},
    "judge_declaration": _STANDS,
    "resolve_no_bid": _STANDS | {"redeal": _switch("redeal")},
    "judge_counter": _STANDS | {"takes_kitty": _switch("takes-kitty")},
    "settle": {
        "stakes": _labelled("stakes", per_seat),
        "ratings": _labelled("ratings", per_seat),
    },
    "replay": {
        "event": _labelled("at-event", value),
        "score": _nested("score", "score_deal"),
        "advance": _nested("advance", "advance"),
    },
}

#: the keys of some questions that have a line of their own
LONG: Mapping[str, frozenset[str]] = {
    "settle": frozenset({"stakes", "ratings"}),
    "replay": frozenset({"score", "advance"}),
}
