"""
The whole page: one file, its style and its script within it.

Law of this file: the page asks nothing of any network, and its policy forbids it to. Nothing in it runs but
the one script that is named by its digest, whatever text came from outside.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import chain

import orjson

from shengji_conformance.page.case import Teller
from shengji_conformance.page.figures import chapter_name
from shengji_conformance.page.findings import Findings
from shengji_conformance.page.markup import Html, element, foreign, join, said, text
from shengji_conformance.page.overview import Overview, options
from shengji_conformance.page.pictures import SHAPES, names
from shengji_conformance.words import LANGUAGES, Said, safe, say

__all__ = ["asset", "digest", "languages", "write"]

LANGUAGE_NAMES = {"en": "English", "zh": "中文"}
#: the first cases that are open when the page is opened
OPEN = 1
#: so many are drawn at a time, with what has to be asked for it
AT_ONCE = 50


def write(overview: Overview, teller: Teller, put: Callable[[bytes], None]) -> tuple[bytes, bytes]:
    """Put the parts of the cases one by one; return what stands before and after them."""
    findings = overview.findings
    # What nobody expects comes first.
    listed = sorted(findings.drawn.values(), key=lambda finding: finding.known)
    some = (listed[first : first + AT_ONCE] for first in range(0, len(listed), AT_ONCE))
    for number, part in enumerate(chain.from_iterable(map(teller.parts, some))):
        shown = part.replace("<details ", "<details open ", 1) if number < OPEN else part
        put(shown.encode(errors="replace") + b"\n")
    tally = overview.facts.tally
    put(_named(findings, len(tally.failing | tally.known.cases)).encode(errors="replace"))
    return _before(overview, teller.language).encode(errors="replace"), b"</main></body></html>\n"


def _before(overview: Overview, language: str) -> str:
    style = asset("page.css")
    script = asset("page.js").replace("{NAMES}", orjson.dumps(names()).decode())
    title = _title(overview)
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none';"
        f" style-src '{digest(style)}'; script-src '{digest(script)}'"
    )
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html('<meta name="color-scheme" content="light dark">'),
        element("title", text(title.in_(language))),
        element("style", Html(style)),
    )
    top = element("header", element("h1", said(title)), languages(language))
    body = join(overview.parts())
    cases = _cases_head(overview, language)
    start = f'<!doctype html>\n<html lang="{language}" data-start="{language}">{head}<body>'
    return f"{start}{SHAPES}{top}<main>{body}{cases}<script>{script}</script>\n"


def _title(overview: Overview) -> Said:
    implementation = overview.facts.outcome.implementation
    if implementation is None:
        return say("page-title-nobody")
    name = f"{implementation.name} {implementation.version}".strip()
    return say("page-title", name=safe(name, 80))


def asset(name: str) -> str:
    """Return a file of the page."""
    return files("shengji_conformance.page").joinpath(name).read_text("utf-8")


def digest(of: str) -> str:
    """Return the digest by which the policy names a style or a script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(of.encode()).digest()).decode()


def languages(language: str) -> Html:
    """Return the switch between the languages."""
    inside = [element("legend", said(say("page-language")), class_="spoken")]
    for one in LANGUAGES:
        checked = " checked" if one == language else ""
        button = Html(
            f'<input type="radio" name="language" id="lang-{one}" value="{one}"{checked}>'
        )
        inside.append(element("label", button, text(LANGUAGE_NAMES[one]), for_=f"lang-{one}"))
    return element("fieldset", *inside, class_="languages")


def _cases_head(overview: Overview, language: str) -> Html:
    """Return the heading of the cases, and the means to find one."""
    findings = overview.findings
    if not findings.drawn:
        return Html("")
    tally = overview.facts.tally
    number = say("page-cases-to-look-at", n=len(tally.failing))
    if tally.known.cases:
        number = say("page-and-known", said=number, n=len(tally.known.cases))
    heading = element("h2", said(number), id="cases", tabindex="-1")
    return join(
        [heading, _filters(overview, language), element("p", said(_hint()), class_="note keys")]
    )


def _hint() -> Said:
    return say("page-keys")


def _filters(overview: Overview, language: str) -> Html:
    drawn = overview.findings.drawn.values()
    cases = [one.case for one in drawn]
    chapters = [(c, chapter_name(c)) for c in dict.fromkeys(case["chapter"] for case in cases)]
    rules = [(r, _as_it_is(r)) for r in sorted({case["rule"] for case in cases})]
    variants = [(v, _as_it_is(v)) for v in dict.fromkeys(v for one in drawn for v in one.variants)]
    homes = {ask.variant.id for ask in overview.facts.asks if ask.variant.home}
    named = [pair for pair in variants if pair[0] not in homes]
    if len(named) < len(variants):
        named.append(("home-*", say("other-readings")))
    given = sorted({str(one.result.status) for finding in drawn for one in finding.answers})
    statuses = [(kind, say(f"status-{kind}")) for kind in given]
    search = Html(
        '<input type="search" id="search" autocomplete="off" spellcheck="false"'
        f" {_words('placeholder', say('page-search'), language)}"
        f" {_words('aria-label', say('page-search'), language)}>"
    )
    picks = [
        _select("chapter", say("word-chapter"), chapters, language),
        _select("rule", say("row-rule"), rules, language),
        _select("variant", say("word-variant"), named, language),
        _select("status", say("page-status"), statuses, language),
    ]
    if any(finding.known for finding in drawn):
        kinds = [("new", say("page-is-new")), ("known", say("page-is-known"))]
        picks.append(_select("known", say("row-ledger"), kinds, language))
    count = Html(f'<output id="count" {_words("", say("page-shown"), language)}></output>')
    buttons = [
        element("button", said(say("page-open-all")), type="button", id="open-all"),
        element("button", said(say("page-close-all")), type="button", id="close-all"),
        element("button", said(say("page-clear")), type="reset", id="clear"),
    ]
    line = element("div", count, *buttons, class_="line")
    return element("form", search, *picks, line, class_="filters", role="search")


def _words(attribute: str, of: Said, language: str) -> str:
    """Return an attribute in the page's first language, and in both for the script."""
    prefix = f"data-{attribute}-" if attribute else "data-"
    shown = [f'{prefix}{one}="{text(of.in_(one))}"' for one in LANGUAGES]
    if attribute:
        shown.append(f'{attribute}="{text(of.in_(language))}"')
    return " ".join(shown)


def _as_it_is(of: str) -> Said:
    return say("as-told", text=safe(of, 60))


def _select(key: str, name: Said, pairs: Sequence[tuple[str, Said]], language: str) -> Html:
    every = [("", say("page-any"))]
    chosen = element("select", options([*every, *pairs], language), id=f"pick-{key}", data_key=key)
    return element("label", element("span", said(name)), chosen)


def _named(findings: Findings, failing: int) -> Html:
    """Return the names of the cases that are not drawn, and how many have not even a name here."""
    parts: list[Html] = []
    if findings.named:
        items = (
            element("li", element("code", foreign(identity)), class_=str(status))
            for identity, status in findings.named.items()
        )
        summary = element("summary", said(say("page-only-named", n=len(findings.named))))
        parts.append(element("details", summary, element("ul", *items), class_="named"))
    more = failing - len(findings.drawn) - len(findings.named)
    if more > 0:
        parts.append(element("p", said(say("page-left-out", n=more)), class_="warning"))
    return join(parts)
