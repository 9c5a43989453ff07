"""The summary for a CI."""

# ruff: noqa: RUF001

from __future__ import annotations

import subprocess

import fixture
import pytest
from harness import call, command, environment, miniature
from markdown_it import MarkdownIt
from shengji_conformance.markdown import MOST_BYTES
from shengji_conformance.markup import fence, html, inline


@pytest.fixture
def summary(corpus, tmp_path):
    """Return a function that runs a miniature and reads the summary."""

    def read(name, *options, corpus=corpus):
        path = tmp_path / "summary.md"
        call("run", "--corpus", corpus, "--markdown", path, *options, "--", *miniature(name))
        return path.read_text("utf-8")

    return read


def parse(text):
    """Return the tokens of Markdown as GitHub reads it."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)


def test_success(summary):
    """The verdict stands first; then the counts; and nothing of failures."""
    text = summary("right")

    assert text.startswith("### ✅ All 71 questions answered right, under 2 variants")
    assert "| two-deck | 35 | · | · | · | · |" in text
    assert "| follow | 65 | · | · | · | · |" in text
    assert "<details>" not in text


def test_unsupported_is_no_plain_success(summary):
    """What is unsupported has a column, a reason and another mark."""
    text = summary("partial")

    assert text.startswith("### ⚠️ All 6 questions that the implementation supports")
    assert "| follow | · | · | · | 65 | · |" in text
    assert "- unsupported: 65 questions: " in text


def test_failure(summary):
    """A failing case is folded: what was asked, expected and given, the rule, and the command for it."""
    text = summary("wrong", "--select", "follow.pair/case-0001")

    assert text.startswith("### ❌ 2 wrong")
    assert "<summary>❌ <code>follow.pair/case-0001</code> Follow number 1</summary>" in text
    for cell in (
        "<th>under</th><td>two-deck, two-deck-too</td>",
        "<th>lead</th><td>♥6 ♥6</td>",
        "<th>expected</th><td>legal</td>",
        "<td><b>not legal (\\x1b[31mred)</b></td>",
        "follow.pair<br>A follower MUST play a pair if there is one.",
    ):
        assert cell in text
    assert "--variant two-deck --select follow.pair/case-0001 -- " in text
    assert [t.info for t in parse(text) if t.type == "fence"] == ["sh"]


def test_chinese(summary):
    """The summary speaks the reader's language."""
    text = summary("wrong", "--lang", "zh")

    assert text.startswith("### ❌ 71 题中，答错 71 题")
    assert "<th>应为</th><td>不合法" in text
    assert "#### 没有通过的用例" in text


def test_text_of_an_implementation_is_text(summary):
    """Whatever an implementation says, in its name, reasons and answers, ends no block and begins none."""
    text = summary("markup")
    tokens = parse(text)

    assert [t.tag for t in tokens if t.type == "heading_open"] == ["h3", "h4", "h4"]
    assert text.count("<details>") == text.count("</details>") == 23
    assert "<script" not in text
    assert "@all" not in text
    assert "&lt;script&gt;" in text
    assert all("script" not in t.content for t in tokens if t.type == "fence")


def test_complaints_are_told(summary):
    """A breach of the protocol is in the summary."""
    text = summary("chatty")

    assert text.startswith("### ❌ All 71 questions answered right, but")
    assert "- a line on stdout is no JSON" in text


def test_size_is_bounded(summary, tmp_path):
    """Of many cases the first of each rule are told, and of a long one what there is room for."""
    cases = [fixture.follow_case(n, rule=f"follow.rule-{n // 21}") for n in range(126)]
    cases[0]["given"] = cases[0]["given"] | {"cards": ["H4"] * 8000}
    text = summary("wrong", corpus=fixture.write_corpus(tmp_path / "corpus", cases))

    assert len(text.encode()) < MOST_BYTES
    assert text.count("… cut here") == 1
    assert text.count("<details>") == 100
    assert "case-0019<" in text
    assert "case-0020<" not in text
    assert "… and 26 more failing cases; the JSON report" in text


def test_budget(corpus, tmp_path, monkeypatch):
    """When the room is used up, the cases that are left are counted instead."""
    monkeypatch.setattr("shengji_conformance.markdown.MOST_BYTES", 3000)
    path = tmp_path / "summary.md"
    from shengji_conformance.cli import _command

    with pytest.raises(SystemExit):
        _command(
            ["run", "--corpus", str(corpus), "--markdown", str(path), "--", *miniature("wrong")]
        )

    assert len(path.read_bytes()) < 3200
    assert "more failing cases" in path.read_text("utf-8")


def test_to_a_pipe(corpus):
    """A summary can be written to a device, which stays what it is."""
    arguments = ["run", "--corpus", corpus, "--markdown", "/dev/stderr", "--", *miniature("right")]
    done = subprocess.run(
        command(*arguments), capture_output=True, check=True, encoding="utf-8", env=environment()
    )

    assert "### ✅" in done.stderr


def test_to_stdout(corpus):
    """With `-` stdout is the summary's alone, and what is else told of a run goes to stderr."""
    done = call("run", "--corpus", corpus, "--markdown", "-", "--", *miniature("right"))

    assert done.stdout.startswith("### ✅")
    assert "implementation: mini 1\n" not in done.stdout
    assert "All 71 questions answered right" in done.stderr


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a|b", "a&#124;b"),
        ("*x* _y_ `z`", "&#42;x&#42; &#95;y&#95; &#96;z&#96;"),
        ("<b>&", "&#60;b&#62;&#38;"),
        ("one\n\n# two", "one  &#35; two"),
        ("http://a", "http&#58;//a"),
        ("\x1b[2J\u202e", "\ufffd&#91;2J\ufffd"),
        ("♥4, two-deck: 主牌", "♥4, two-deck: 主牌"),
    ],
)
def test_inline(raw, shown):
    """Text in a line of Markdown means nothing but itself."""
    assert inline(raw) == shown


def test_html_has_no_empty_line():
    """Text in a block of HTML cannot end the block."""
    assert html("a\n\n<b>  @x") == "a<br><br>&lt;b&gt; &nbsp;@&#8203;x"


def test_fence_is_longer_than_what_it_holds():
    """A command may hold backticks."""
    assert fence("echo ````").startswith("`````sh\n")
