"""The page in a real browser: it fits, it can be read and worked, and it asks nobody for anything.

Where CI promises a browser (`SHENGJI_BROWSER`), a browser that does not start is a failure; elsewhere the
tests are left out where there is none.
"""

from __future__ import annotations

import os

import pytest
from harness import call, miniature
from pages import WRONG, result, variant_of, write
from shengji_conformance.corpus import Corpus
from shengji_conformance.page.scenes import SCENES
from shengji_conformance.words import say

from tools import browser as browsers

FOUND = browsers.find()
pytestmark = pytest.mark.skipif(FOUND is None, reason="no chromium with its driver on this machine")

PAIR = "follow.pair/pair-owed-two-singles-played"
BURIAL = "bury.any-card/pairs"
SCRIPT = "</script></pre><script>document.title='pwned'</script><img src=x onerror=alert(1)>"
LONG = "W" * 400
#: a phone, a small phone, a desk
WIDTHS = (390, 320, 1280)
#: answers that are of no use anywhere
ANSWERS = ({"legal": SCRIPT, "components": LONG, LONG: 1}, {"legal": True}, None)

OVERFLOWING = """
  const wide = [...document.querySelectorAll('main *, header *')].filter((of) => {
    const box = of.getBoundingClientRect();
    return box.width && !of.closest('.scroll, svg, .spoken') && box.right > innerWidth + 1;
  });
  const shown = wide.map((of) => of.outerHTML.slice(0, 200));
  return [document.documentElement.scrollWidth > innerWidth, ...shown];
"""
OPEN_ALL = "for (const of of document.querySelectorAll('details')) of.open = true;"
#: texts whose colour is too near to what they stand on, by the figures of WCAG
FAINT = """
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const over = (top, under) => {
    const a = top[3] ?? 1;
    return top.slice(0, 3).map((c, i) => c * a + under[i] * (1 - a));
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * x + .7152 * y + .0722 * z;
  };
  const ground = (of) => {
    const layers = [];
    for (; of; of = of.parentElement) layers.unshift(channels(getComputedStyle(of).backgroundColor));
    return layers.reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const found = new Set();
  for (const of of document.querySelectorAll('body *')) {
    const own = [...of.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !of.getClientRects().length || of.closest('.spoken, script')) continue;
    const under = ground(of);
    const [a, b] = [light(over(channels(getComputedStyle(of).color), under)), light(under)];
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const name = `${of.tagName}.${of.className} ${of.textContent.slice(0, 30)}`;
    if (contrast < 4.5) found.add(`${contrast.toFixed(2)} ${name}`);
  }
  return [...found];
"""
SHOWN = """
  const shown = [...document.querySelectorAll('details.case')].filter((of) => !of.hidden);
  return shown.map((of) => of.id.slice(5));
"""
FOREIGN_WORDS = """
  const words = [...document.querySelectorAll(`body [lang=${arguments[0]}]`)];
  return words.filter((of) => of.getClientRects().length).length;
"""


@pytest.fixture(scope="module")
def browser():
    """Start one browser for all of this file."""
    with browsers.opened(FOUND) as opened:
        opened.size(1280)
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Write a page with cases of every question, hostile names and answers, and last words."""
    corpus = Corpus.open()
    kept = {question: [] for question in SCENES}
    for _, _, case in corpus.scan():
        if not kept[case["question"]] or case["id"] in (PAIR, BURIAL):
            kept[case["question"]].append(case)
    results = []
    for number, case in enumerate(case for cases in kept.values() for case in cases):
        got = ANSWERS[number % len(ANSWERS)]
        words = say("last-words", said=say("exited", code="1"), words=f"{SCRIPT}\n{LONG}")
        why = WRONG if got else say("blamed", said=words)
        results.append(result(case, variant_of(corpus, case).id, got, why))
    path = tmp_path_factory.mktemp("page") / "page.html"
    write(path, corpus, results, name=SCRIPT + LONG)
    return path


@pytest.fixture
def opened(browser, page):
    """Open the page as somebody who sees it for the first time, at a desk."""
    browser.size(1280)
    browser.media()
    browser.open(page)
    browser.messages()
    browser.requests()
    yield browser
    browser.run("localStorage.clear()")


@pytest.fixture(scope="module")
def matrix(corpus, tmp_path_factory):
    """Write the page of two implementations, one of them hostile."""
    folder = tmp_path_factory.mktemp("matrix")
    few = ("--corpus", corpus, "--select", "follow.pair/case-000[1-4]")
    for mini in ("right", "hostile"):
        call("run", *few, "--json", folder / f"{mini}.json", "--", *miniature(mini))
    reports = (folder / "right.json", folder / "hostile.json")
    call("report", "matrix", *reports, "--corpus", corpus, "--html", folder / "matrix.html")
    return folder / "matrix.html"


def choose(browser, key, value):
    """Choose an option as a person does, with the event that follows."""
    browser.run(
        "const s = document.getElementById(arguments[0]); s.value = arguments[1];"
        "s.dispatchEvent(new Event('input', {bubbles: true}))",
        f"pick-{key}",
        value,
    )


def test_the_browser_that_is_promised_is_there():
    """CI does not pass without having looked."""
    if os.environ.get("SHENGJI_BROWSER"):
        assert FOUND == os.environ["SHENGJI_BROWSER"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_fits(opened, language):
    """On a phone and on a desk nothing is wider than the window, with everything open."""
    opened.click(f"label[for=lang-{language}]")
    opened.run(OPEN_ALL)
    for width in WIDTHS:
        opened.size(width)

        assert opened.run(OVERFLOWING) == [False], width


def test_a_matrix_fits_and_can_be_read(browser, matrix):
    """The page of several implementations is as wide as the window, and its texts have contrast."""
    browser.media()
    browser.open(matrix)
    browser.messages()
    for language in ("en", "zh"):
        browser.size(1280)
        browser.click(f"label[for=lang-{language}]")
        browser.run(OPEN_ALL)
        for width in WIDTHS:
            browser.size(width)

            assert browser.run(OVERFLOWING) == [False], width
    for dark in (False, True):
        browser.media(dark=dark)
        assert browser.run(FAINT) == []
    assert browser.messages() == []


def test_the_looks_at_the_page_can_fail(opened):
    """What is too wide and what is too faint is found."""
    opened.run(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        ' \'<p><b id="wide">wide</b><b id="faint">faint</b></p>\');'
        "wide.style.cssText = 'display: block; width: 3000px'; faint.style.color = '#ccc'"
    )

    assert opened.run(OVERFLOWING)[0]
    assert [line.split()[1:] for line in opened.run(FAINT)] == [["B.", "faint"]]


def test_nothing_is_asked_and_nothing_complains(opened):
    """No request leaves the page, and its console stays empty, hostile text or not."""
    opened.run(OPEN_ALL)

    assert opened.messages() == []
    assert opened.requests() == []
    assert opened.run("return document.title").startswith("</script>")
    assert opened.run("return document.querySelectorAll('img, iframe, main ~ script').length") == 0
    assert opened.run("return document.querySelectorAll('script').length") == 1


def test_a_script_that_got_in_would_not_run(opened):
    """The policy of the page is in force."""
    opened.run(
        "const s = document.createElement('script'); s.textContent = 'window.ran = true';"
        "document.body.append(s); const i = document.createElement('img');"
        "i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i)"
    )

    assert opened.run("return window.ran") is None
    assert any("Content Security Policy" in message for message in opened.messages())


def test_languages(opened, page):
    """One language is shown, the switch changes all of it, and the page remembers."""
    assert opened.run("return document.documentElement.lang") == "en"
    assert opened.run(FOREIGN_WORDS, "zh") == 0
    opened.click("label[for=lang-zh]")

    assert opened.run(FOREIGN_WORDS, "en") == 0
    label = "return document.querySelector('.card.C').getAttribute('aria-label')"
    assert opened.run(label).startswith("梅花")
    assert opened.run("return document.querySelector('#search').placeholder").startswith("搜索")
    assert "个" in opened.run("return document.querySelector('#count').textContent")
    opened.open(page)
    assert opened.run("return document.documentElement.lang") == "zh"
    assert opened.run(label).startswith("梅花")


def test_filters(opened):
    """Cases can be found by chapter, question, status and words; the count follows; clearing shows all."""
    every = opened.run(SHOWN)
    choose(opened, "chapter", "follow")
    follows = opened.run(SHOWN)

    assert PAIR in follows
    assert all(one.startswith("follow.") for one in follows)
    count = opened.run("return document.querySelector('#count').textContent")
    assert count == f"{len(follows)} of {len(every)} shown"
    opened.run("document.querySelector('#search').focus()")
    opened.press("SINGLES not pair")
    assert opened.run(SHOWN) == [PAIR]
    opened.click("#clear")
    opened.run("return new Promise((done) => setTimeout(done))")
    assert opened.run(SHOWN) == every
    choose(opened, "status", "error")
    assert 0 < len(opened.run(SHOWN)) < len(every)


def test_a_cell_of_the_overview_leads_to_its_cases(opened):
    """A click on a chapter under a variant shows the cases that fail there."""
    opened.click(".matrix td.bad a[data-chapter=follow]")
    picked = opened.run("return document.querySelector('#pick-chapter').value")

    assert picked == "follow"
    assert opened.run(SHOWN)
    assert all(one.startswith("follow.") for one in opened.run(SHOWN))


def test_keys(opened):
    """Everything can be done without a mouse."""
    opened.press("/")
    assert opened.run("return document.activeElement.id") == "search"
    opened.run("document.activeElement.blur()")
    opened.press("n")
    opened.press("n")
    second = opened.run("return document.activeElement.parentElement.id")
    assert second == f"case-{opened.run(SHOWN)[1]}"
    assert opened.run("return document.activeElement.parentElement.open")
    opened.press("\ue007")
    assert not opened.run("return document.activeElement.parentElement.open")
    opened.press("p")
    assert opened.run("return document.activeElement.parentElement.id") != second


def test_a_case_can_be_linked_to(opened, page):
    """An address with a case's name opens that case."""
    opened.open(page, f"#case-{PAIR}")

    assert opened.run(f"return document.getElementById('case-{PAIR}').open")


def test_a_command_is_copied(opened):
    """The button takes up the whole command."""
    opened.run(OPEN_ALL)
    opened.run(f"document.getElementById('case-{PAIR}').querySelector('.copy').focus()")
    opened.press("\ue007")

    chosen = opened.run("return getSelection().toString()")
    assert chosen.startswith("shengji-conformance run ")
    assert chosen.endswith(f"--select {PAIR} -- node 'my adapter.js'")


@pytest.mark.parametrize("dark", [False, True])
def test_contrast(opened, dark):
    """All text is dark enough on what it stands on, or light enough."""
    opened.media(dark=dark)
    opened.run(OPEN_ALL)

    assert opened.run(FAINT) == []


def test_what_a_screen_reader_reads(opened):
    """Cards are images with names, and whatever can be worked has a name."""
    opened.run(OPEN_ALL)
    named = opened.names()

    assert "seven of clubs" in named["image"]
    assert "" not in named["image"]
    for role in ("searchbox", "combobox", "button", "radio", "link"):
        assert named[role], role
        assert "" not in named[role]


def test_on_paper(opened):
    """Printed, every case is open, and there is nothing to click."""
    opened.run("dispatchEvent(new Event('beforeprint'))")
    opened.media(printed=True)
    hidden = "return getComputedStyle(document.querySelector(arguments[0])).display"

    assert opened.run(
        "return [...document.querySelectorAll('details.case')].every((of) => of.open)"
    )
    assert opened.run(hidden, ".filters") == "none"
    assert opened.run(hidden, ".copy") == "none"


def test_without_its_script_the_page_is_whole(browser, page, tmp_path):
    """A server that forbids scripts still shows all of it, in either language."""
    bare = tmp_path / "bare.html"
    text = page.read_text("utf-8")
    begin, end = text.rindex("<script>"), text.rindex("</script>")
    bare.write_text(text[:begin] + text[end:], "utf-8")
    browser.media()
    browser.open(bare)

    assert browser.run(FOREIGN_WORDS, "zh") == 0
    browser.click("label[for=lang-zh]")
    assert browser.run(FOREIGN_WORDS, "en") == 0
    assert browser.run("return document.querySelectorAll('details.case').length") > 15
