"""Implementations side by side."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest
from harness import inside
from report_fixture import entry, write_report
from shengji_conformance.checked_report import CheckedReport
from shengji_conformance.matrix import HOMES, matrix
from shengji_conformance.verdicts import Status

from tools.browser import find, opened

EVIL = "</td></table><script>document.title='x'</script><img src=http://evil/>"
IDS = ("follow.pair/one", "follow.pair/two", "trick.highest/three", "lead.throw/four")
VARIANTS = ("two-deck", "henan", "home-0badcafe")


def write(folder, name, statuses, **header):
    """Write a report in which some cases have another status than pass; None leaves one out."""
    results = [
        entry(case, status, variant)
        for variant in VARIANTS
        for case in IDS
        if (status := statuses.get(case, "pass"))
    ]
    about = {"implementation": {"name": name, "version": "1"}} | header
    return write_report(folder / f"{name}.json", results, **about)


@pytest.fixture
def three(tmp_path):
    """Return reports of three implementations, only one of which is right throughout."""
    middling = {IDS[0]: "fail", IDS[2]: "error", IDS[3]: "unsupported"}
    return [
        write(tmp_path, "right", {}),
        write(tmp_path, "middling", middling),
        write(tmp_path, "partly", {IDS[0]: "fail", IDS[2]: None, IDS[3]: "not-run"}),
    ]


def test_figures(three):
    """What is in another report and not in this one is not asked, and counts as neither right nor wrong."""
    found = matrix([CheckedReport(path) for path in three])

    assert found.names == ["right 1", "middling 1", "partly 1"]
    assert [one.right for one in found.total] == [12, 3, 3]
    assert [one.wrong for one in found.total] == [0, 6, 3]
    assert [one.open for one in found.total] == [0, 3, 6]
    assert [one.absent for one in found.by_chapter["trick"]] == [0, 0, 3]
    assert list(found.by_variant) == ["two-deck", "henan", HOMES]


def test_differences(three):
    """A case differs where one implementation is right and another wrong; what is open is neither."""
    found = matrix([CheckedReport(path) for path in three]).by_rule()

    assert list(found) == ["follow.pair", "trick.highest"]
    assert found["follow.pair"][0].variants == list(VARIANTS)
    assert found["follow.pair"][0].statuses == (Status.PASS, Status.FAIL, Status.FAIL)
    assert found["trick.highest"][0].statuses == (Status.PASS, Status.ERROR, None)


def test_cases_of_different_corpora_are_not_compared(tmp_path):
    """Another position, or another right answer, is no difference between implementations."""
    one = write_report(tmp_path / "1.json", [entry(IDS[0])])
    other = write_report(tmp_path / "2.json", [entry(IDS[0], "fail", digest="ffffffff")])
    found = matrix([CheckedReport(one), CheckedReport(other)])

    assert not found.differences
    assert found.unlike == 1
    assert "1 case of different corpora" in inside("report", "matrix", one, other).stdout


def test_terminal(three):
    """The tables say in signs what is right, wrong and open; the differences say who says what."""
    told = inside("report", "matrix", *three).stdout

    assert "lead      ✓ 3       ? 3          ? 3" in told
    assert "follow    ✓ 6       ✓ 3  ✗ 3     ✓ 3  ✗ 3" in told
    assert "follow.pair: 1 case\n  follow.pair/one" in told
    assert "✗ middling 1: not legal (follow.suit)" in told
    assert "? partly 1: not asked" in told
    assert "%" not in told
    assert told.splitlines()[-1].startswith("2 cases of 2 rules answered right by one")


def test_green_is_for_all_right_alone(three):
    """A cell with anything unsupported or not asked is not green."""
    told = inside("report", "matrix", *three, "--color", "always").stdout
    right, middling, partly = (
        line for line in told.splitlines() if line.startswith(("right 1", "follow", "lead"))
    )

    assert "\x1b[32m" not in right
    assert middling.count("\x1b[32m") == partly.count("\x1b[32m") == 1


def test_chinese_markdown(three):
    """The page for a CI has the same tables, in the reader's language."""
    told = inside("report", "matrix", *three, "--markdown", "-", "--lang", "zh").stdout

    assert told.startswith("### 有 2 个用例（2 条规则）")
    assert "| 跟牌 | ✓ 6 | ✓ 3 ✗ 3 | ✓ 3 ✗ 3 |" in told
    assert "- <code>follow.pair/one</code>" in told


def test_names(tmp_path):
    """Two reports of one implementation are told apart by their files; hostile names are shown escaped."""
    first = write(tmp_path, "mini", {})
    second = write_report(tmp_path / "other.json", [entry(IDS[0])], implementation=None)
    third = write(tmp_path, "x", {}, implementation={"name": "mini", "version": "1"})
    evil = write(tmp_path, "y", {}, implementation={"name": "\x1b[2J<b>"})
    found = matrix([CheckedReport(path) for path in (first, second, third, evil)])

    assert found.names == ["mini 1 (mini.json)", "other.json", "mini 1 (x.json)", r"\x1b[2J<b>"]


def test_a_question_that_stands_twice(tmp_path):
    """In a report that is damaged so, the first result of a question counts."""
    path = write_report(tmp_path / "1.json", [entry(IDS[0], "not-run"), entry(IDS[0], "fail")])
    found = matrix([CheckedReport(path)])

    assert found.total[0].open == 1


def test_agreement_and_limits(three):
    """Implementations that agree are said to, and no more differences are shown than asked for."""
    same = inside("report", "matrix", three[0], three[0]).stdout
    few = inside("report", "matrix", *three, "--show", "1").stdout

    assert same.splitlines()[-1].startswith("No case is answered right by one")
    assert "… and 1 case more" in few


def test_early_end(tmp_path):
    """A run that ended early is named: its open questions are nobody's refusal."""
    path = write(tmp_path, "tired", {IDS[0]: "not-run"}, stopped="gave up\nlast words")

    assert "! tired 1: this run ended early: gave up\n" in inside("report", "matrix", path).stdout


@pytest.fixture
def page(corpus, tmp_path):
    """Return a page of two implementations, one of them hostile, and its file."""
    cases = [f"follow.pair/case-{number:04}" for number in range(3)]
    right = [entry(case) for case in cases]
    wrong = [entry(case, "fail", got={"legal": EVIL}, expected={"legal": True}) for case in cases]
    paths = [
        write_report(tmp_path / "1.json", right),
        write_report(tmp_path / "2.json", wrong, implementation={"name": EVIL}),
    ]
    target = tmp_path / "matrix.html"
    inside("report", "matrix", *paths, "--corpus", corpus, "--html", target)
    return target.read_text("utf-8"), target


def test_page(page):
    """The page has the tables, the differences with titles and answers, and both languages."""
    text, _ = page

    for part in (
        '<td class="good"><span class="right">✓ 3</span></td>',
        '<td class="bad"><span class="wrong">✗ 3</span></td>',
        '<span lang="en">Follow number 1</span><span lang="zh">跟牌第 1 例</span>',
        '<span lang="en">By chapter</span><span lang="zh">按章节</span>',
    ):
        assert part in text
    assert "%" not in text.partition("</style>")[2]


def test_page_is_text_whatever_anybody_says(page):
    """There is no script in the page, nothing that is fetched, and a policy that forbids both."""
    text, _ = page

    assert "<script" not in text
    assert "<img" not in text
    assert "&lt;script&gt;" in text
    assert "default-src &#x27;none&#x27;" in text or "default-src 'none'" in text


@pytest.mark.skipif(find() is None, reason="no browser on this machine")
def test_page_in_a_browser(page):
    """It fits a phone, speaks both languages without a script, and asks nothing of any network."""
    _, path = page
    with opened(find()) as browser:
        browser.size(360)
        browser.open(path)
        wide, narrow = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
        english = browser.run("return document.querySelector('h1').innerText")
        browser.click("label[for=lang-zh]")
        chinese = browser.run("return document.querySelector('h1').innerText")

        assert wide == narrow == 360
        assert english == "2 implementations of Shengji side by side"
        assert chinese == "2 个升级实现并列比较"
        assert browser.run("return document.title") == english
        assert not browser.requests()
        assert not browser.messages()
