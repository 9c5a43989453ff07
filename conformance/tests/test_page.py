"""The page: what is in it, what is left out, and that it stays text whatever anybody says."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from harness import call, miniature
from pages import result, variant_of, write
from shengji_conformance.corpus import Corpus
from shengji_conformance.page.findings import Findings, Limits
from shengji_conformance.page.pictures import name, names
from shengji_conformance.verdicts import Question, Result, Status
from shengji_conformance.words import say

PAIR = "follow.pair/pair-owed-two-singles-played"
VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Reads a page: its elements, its text, and whether every element ends where it should."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.text, self.attributes = [], [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def real():
    """Return the corpus of this suite."""
    return Corpus.open()


@pytest.fixture
def one(real, tmp_path):
    """Return a function that writes a page of one failing case."""

    def written(identity=PAIR, got=None, **more):
        case = real.find(identity)
        variant = variant_of(real, case).id
        results = [result(case, variant, got or {"legal": True})]
        return write(tmp_path / "page.html", real, results, **more)

    return written


@pytest.fixture
def run(corpus, tmp_path):
    """Return a function that runs a miniature and reads the page."""

    def read(mini, *options):
        path = tmp_path / "page.html"
        done = call(
            *("run", "--corpus", corpus, "--html", path, "--start-timeout", 10, *options, "--"),
            *miniature(mini),
        )
        return done, path.read_text("utf-8")

    return read


def test_a_run_writes_a_page(run):
    """Every failing case has its part, with the command that asks it again; a passing one has none."""
    few = ("--variant", "two-deck", "--select", "follow.pair/case-000[4-6]")
    done, page = run("dead-in-the-middle", *few)

    assert done.returncode == 1
    assert 'id="case-follow.pair/case-0005"' in page
    assert "--select follow.pair/case-0005 -- " in page
    assert "case-0004" not in page


def test_a_good_run_has_an_overview_alone(run):
    """Where nothing fails there are figures, and no means to filter nothing."""
    page = run("right")[1]

    assert "All 71 questions answered right" in page
    assert 'class="filters"' not in page
    assert "<details open" not in page


@pytest.mark.parametrize("mini", ["dead-at-start", "chatty", "partial", "dead-in-the-middle"])
def test_whatever_happens_the_page_is_whole(run, mini):
    """A page is well formed, and says in both languages how the run went."""
    few = ("--variant", "two-deck", "--select", "follow.pair/case-000*", "--select", "trick")
    reader = Reader(run(mini, *few)[1])

    assert reader.open == []
    assert reader.tags.count("main") == 1


def test_stderr_is_shown(run):
    """The last words of a process that died stand in the part of the case it died of."""
    page = run("hostile", "--select", "follow.pair/case-0005")[1]

    assert re.search(r'<pre class="stderr"[^>]*>&lt;/pre&gt;&lt;/details&gt;&lt;script&gt;', page)


def test_stderr_of_a_shard_is_found_again(corpus, tmp_path):
    """What was heard before a wrong answer is told on the page, drawn at once or later from a shard."""
    page, report, later = (tmp_path / name for name in ("run.html", "run.json", "later.html"))
    few = ("--corpus", corpus, "--variant", "two-deck", "--select", "follow", "--shard", "2/2")
    call("run", *few, "--html", page, "--json", report, "--", *miniature("logs-alone"))
    call("report", "html", report, "--corpus", corpus, "-o", later)

    for text in (page.read_text("utf-8"), later.read_text("utf-8")):
        words = re.findall(r'<pre class="stderr"[^>]*>([^<]*)', text)
        assert words
        assert all(r"thinking about S7\x1b[31m" in one for one in words)


def test_hostile_text_stays_text(run):
    """Names, answers, messages and last words of an implementation make no element and no attribute."""
    few = ("--variant", "two-deck", "--select", "follow.pair/case-000*", "--select", "trick")
    reader = Reader(run("hostile", *few)[1])

    assert reader.open == []
    assert reader.tags.count("script") == 1
    assert "img" not in reader.tags
    assert not [key for key, _ in reader.attributes if key.startswith("on")]
    assert not [v for k, v in reader.attributes if k == "href" and "javascript" in (v or "")]
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", "".join(reader.text))


def test_nothing_is_asked_of_a_network(one):
    """There is no address in the page that a browser would fetch, and a policy that forbids all of it."""
    page = one()

    assert "default-src 'none'" in page
    assert not re.search(r"""(?:src|srcset|action)\s*=\s*["']|@import|url\(""", page)


def test_both_languages_are_in_the_page(one):
    """The rule, the title and the sentences stand there twice; --lang says which is shown first."""
    page = one(language="zh")

    assert '<html lang="zh"' in page
    assert "When a pair is led, a player who holds a pair" in page
    assert "首出对子时" in page
    assert 'aria-label="梅花7"' in page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_card_has_a_name(language):
    """Fifty-four names, all different."""
    assert len(set(names()[language].values())) == 54


def test_names_of_cards():
    """They are called as a reader calls them."""
    assert name("H10", "en") == "ten of hearts"
    assert name("H10", "zh") == "红桃10"
    assert name("SA", "en") == "ace of spades"
    assert name("BJ", "zh") == "大王"


def test_answers_stand_side_by_side(one):
    """What differs is marked; the rule of a refusal is not compared, and not said to be the same."""
    page = one(got={"legal": True, "rule": "nonsense"})
    rows = re.findall(r'<tr(?: class="(\w+)")?><th scope="row"><code><bdi>(\w+)', page)

    assert rows == [("differs", "legal"), ("", "rule")]
    assert page.count("≠") == 1


def test_the_rule_of_a_refusal_is_told(one):
    """Where an answer names another rule than the case is about, its text stands there, too."""
    page = one("follow.tractor-pairs/second-pair-kept-from-a-run")

    assert "When a tractor is led, a player MUST play the longest tractor that is held" in page


def test_an_answer_to_what_is_no_position(one):
    """What came instead of the error is shown."""
    page = one("trick.points/plays-missing", got={"winner": 2, "points": 15})

    assert re.findall(r'scope="row"><code><bdi>(\w+)', page) == ["malformed", "winner", "points"]
    assert page.count("≠") == 1


def test_different_answers_are_told_apart(real, tmp_path):
    """The same case answered differently under two variants has two answers, the same answer is told once."""
    case = real.find(PAIR)
    answers = {"two-deck": 1, "henan": 2, "three-deck": 1}
    results = [result(case, name, {"legal": n}) for name, n in answers.items()]
    page = write(tmp_path / "page.html", real, results)

    assert page.count('class="answers"') == 2
    assert "Under two-deck, three-deck:" in page
    assert "Under henan:" in page


def test_what_is_left_out_is_said(real, tmp_path):
    """Of many failing cases the first are drawn, the next are named, of the others there is the number."""
    cases = [case for _, _, case in real.scan() if case["rule"] == "follow.pair"][:9]
    results = [result(case, "two-deck", {"legal": 0}) for case in cases]
    page = write(tmp_path / "page.html", real, results, limits=Limits(drawn=3, named=4))

    assert page.count('class="case fail"') == 3
    assert "4 further cases not drawn here" in page
    assert "2 cases more fail and are not listed here" in page
    assert "9 cases to look at" in page


def test_one_rule_does_not_push_out_the_others(real):
    """Of one rule so many cases are drawn and no more, so that there is room for the next."""
    findings = Findings(Limits(of_a_rule=2))
    for _, _, case in real.scan():
        if case["rule"] in ("follow.pair", "follow.suit"):
            findings(result(case, "two-deck", {"legal": 0}))

    rules = [finding.case["rule"] for finding in findings.drawn.values()]
    assert sorted(rules) == ["follow.pair"] * 2 + ["follow.suit"] * 2


def test_what_is_kept_is_bounded(real):
    """Passing results leave counts alone, and an answer of a megabyte is cut."""
    case = real.find(PAIR)
    findings = Findings()
    for number in range(5000):
        findings(Result(Question(number, case, "two-deck", b""), Status.PASS))
    findings(result(case, "two-deck", {"legal": "x" * 1_000_000}))

    assert len(findings.counts) == 2
    (answer,) = findings.drawn[PAIR].answers
    assert answer.result.got is None
    assert "1,000,0" in str(answer.result.why)
    assert len(str(answer.result.why)) < 400


def test_a_case_that_the_corpus_does_not_have(real, tmp_path):
    """It is told without its position, and nothing breaks."""
    case = {"id": "gone/away", "rule": "gone.rule", "chapter": "gone", "question": "judge_follow"}
    gone = case | {"expect": {"legal": True}, "given": {}}
    page = write(tmp_path / "page.html", real, [result(gone, "elsewhere", {"legal": False})])

    assert "This corpus does not have the case as it was asked" in page


def test_a_reason_is_told_in_both_languages(real, tmp_path):
    """An error that no answer came with says so in English and in Chinese."""
    case = real.find(PAIR)
    why = say("blamed", said=say("exited", code="7"))
    page = write(tmp_path / "page.html", real, [result(case, "two-deck", why=why)])

    assert "asked this alone, the adapter ended by itself with exit code 7" in page
    assert "单独问这一题时，适配器自行退出，退出码 7" in page  # noqa: RUF001


def test_a_report_is_drawn_later(corpus, tmp_path):
    """`report html` draws from the JSON what `run --html` draws, reasons in one language apart."""
    page, report = tmp_path / "run.html", tmp_path / "report.json"
    few = ("--corpus", corpus, "--variant", "two-deck", "--select", "follow.pair/case-000*")
    call("run", *few, "--html", page, "--json", report, "--", *miniature("wrong"))
    done = call("report", "html", report, "--corpus", corpus)
    later = (tmp_path / "report.html").read_text("utf-8")

    def parts(text):
        return re.findall(r'<details [^>]*class="case.*', text)

    assert done.returncode == 0, done.stderr
    assert "report.html written" in done.stdout
    assert "two-deck" in later
    assert len(parts(later)) == 10
    assert parts(later) == [
        part.replace(" run ", f" run --corpus {corpus} ", 1) if str(corpus) not in part else part
        for part in parts(page.read_text("utf-8"))
    ]


def test_a_report_of_another_corpus(corpus, small, tmp_path):
    """What the corpus at hand does not have is told without a position."""
    report = tmp_path / "report.json"
    call("run", "--corpus", corpus, "--json", report, "--", *miniature("wrong"))
    done = call("report", "html", report, "--corpus", small, "-o", "-")
    page = done.stdout

    assert done.returncode == 0
    assert page.endswith("</html>\n")
    assert "This corpus does not have the case as it was asked" in page
    assert 'class="felt' in page


def test_what_is_no_report(tmp_path):
    """A file that is none is a sentence and exit code 2, and leaves no page."""
    report = tmp_path / "report.json"
    report.write_text("[]")
    done = call("report", "html", report)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report.html").exists()


def test_known_failures_are_told_apart(corpus, tmp_path):
    """What the ledger expects comes last, with its reason, and is no case to look at."""
    ledger, path = tmp_path / "known.yaml", tmp_path / "page.html"
    entry = "{id: follow.pair/case-0001, status: fail, cause: bug, reason: <b>next week</b>}"
    ledger.write_text(f"known:\n  - {entry}\n", "utf-8")
    few = ("--variant", "two-deck", "--select", "follow.pair/case-000[1-3]")
    options = ("--corpus", corpus, "--html", path, "--ledger", ledger, *few)
    done = call("run", *options, "--", *miniature("wrong"))
    page = path.read_text("utf-8")

    assert done.returncode == 1, done.stderr
    assert re.findall(r'data-known="(\w+)"', page) == ["new", "new", "known"]
    assert "2 cases to look at, and 1 case that the ledger expects" in page
    assert 'id="pick-known"' in page
    assert "&lt;b&gt;next week&lt;/b&gt;" in page


def test_a_ledger_that_nobody_knows(corpus, tmp_path):
    """A report may name causes of its own; they are shown as they are."""
    report = tmp_path / "report.json"
    few = ("--corpus", corpus, "--variant", "two-deck", "--select", "follow.pair/case-0001")
    call("run", *few, "--json", report, "--", *miniature("wrong"))
    found = json.loads(report.read_bytes())
    found["results"][0]["known"] = {"line": 1, "status": "fail", "cause": "<i>"}
    report.write_text(json.dumps(found))
    done = call("report", "html", report, "--corpus", corpus, "-o", "-")

    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr
    assert "<i>" not in done.stdout
