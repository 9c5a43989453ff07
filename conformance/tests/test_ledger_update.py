"""`ledger update` and `ledger check`: what they write, and what they leave as it is."""

from __future__ import annotations

import json
import os
import stat

import pytest
from click.testing import CliRunner
from fixture import HOME, follow_case, standard_cases, write_corpus
from harness import call, miniature
from shengji_conformance.command_ledger import command

ONE, TWO = "two-deck", "two-deck-too"
RIGHT = ("pass", None)
WRONG = ("fail", {"legal": False, "rule": "follow.suit"})
CRASH = (
    "error",
    "asked this alone, the adapter was ended by signal SIGSEGV; its last lines on stderr:\nx",
)


HEADER = {
    "implementation": {"name": "mini"},
    "suite": "0.1.0",
    "protocol": 1,
    "command": [],
    "started": "2026-01-01T00:00:00+00:00",
    "seconds": 0,
    "variants": [ONE, TWO],
    "counts": {"pass": 0, "fail": 0, "error": 0, "unsupported": 0, "not-run": 0},
}


@pytest.fixture
def update(corpus, tmp_path):
    """Return a function that updates a ledger from results and returns its text, and what is said."""

    def updated(text, results, *options, version="0.0.1"):
        ledger, report = tmp_path / "known.yaml", tmp_path / "report.json"
        if text is not None:
            ledger.write_text(text, "utf-8")
        header = HEADER | {"corpus": version}
        report.write_text(json.dumps({"header": header, "results": results}), "utf-8")
        arguments = ["update", ledger, report, "--corpus", corpus, "--lang", "en", *options]
        done = CliRunner().invoke(command, list(map(str, arguments)))
        assert done.exit_code == 0, done.output
        said = done.output.replace(f"{tmp_path}/", "")
        return (ledger.read_text("utf-8") if ledger.exists() else None), said

    return updated


def result(number, verdict, variant=ONE):
    """Return a result of a report."""
    case = follow_case(number)
    status, more = verdict
    found = {"id": case["id"], "variant": variant, "question": "judge_follow", "status": status}
    found |= {"rule": "follow.pair", "chapter": "follow", "from": [], "expected": case["expect"]}
    return found | ({"reason": more} if isinstance(more, str) else {"got": more} if more else {})


def entry(number, *more):
    """Return an entry as text."""
    keys = "".join(f"    {line}\n" for line in more)
    return f"  - id: follow.pair/case-{number:04}\n{keys}"


BUG = ("cause: bug", "reason: a")
PINNED = ("status: fail", "got: {legal: false}")


def test_new_failures(update):
    """They are added with how they fail, under which variants if not all, and with no cause made up."""
    results = [
        *(result(1, WRONG, variant) for variant in (ONE, TWO)),
        *(result(2, verdict) for verdict in (CRASH,)),
        result(2, WRONG, TWO),
        result(4, RIGHT),
        result(5, ("unsupported", None)),
        result(7, ("not-run", None)),
    ]
    text, said = update(None, results)

    assert text.startswith("# What mini is known to get wrong")
    assert text.partition("known:\n")[2] == "\n".join(
        [
            entry(1, *PINNED, "cause: unknown"),
            entry(
                2,
                "variant: two-deck",
                "status: error",
                'error: "the adapter was ended by signal SIGSEGV"',
                "cause: unknown",
            ),
            entry(2, "variant: two-deck-too", *PINNED, "cause: unknown"),
        ]
    )
    assert said == "known.yaml: 3 entries added, 0 changed, 0 removed; 3 in all\n"


def test_entries_that_pass(update):
    """An entry goes when nothing of it fails any more, and is narrowed while something may."""
    text = "known:\n" + entry(1, *PINNED, *BUG) + entry(2, *PINNED, *BUG)
    both = [result(number, RIGHT, variant) for number in (1, 2) for variant in (ONE, TWO)]
    gone, said = update(text, both)

    assert gone == "known: []\n"
    assert said == "known.yaml: 0 entries added, 0 changed, 2 removed; 0 in all\n"
    narrowed, said = update(text, [result(1, RIGHT), result(1, WRONG, TWO), result(2, RIGHT)])
    assert narrowed == "known:\n" + "".join(
        entry(number, "variant: two-deck-too", *PINNED, *BUG) for number in (1, 2)
    )
    assert "0 entries added, 2 changed, 0 removed; 2 in all" in said


def test_entries_that_fail_otherwise(update):
    """They are pinned anew, what people wrote stays, and they are told to read it again."""
    text = "known:\n" + entry(1, "status: fail", "got: {legal: 7}", *BUG)
    both, said = update(text, [result(1, WRONG, variant) for variant in (ONE, TWO)])

    assert both == "known:\n" + entry(1, *PINNED, *BUG)
    assert "known.yaml:2: follow.pair/case-0001 fails in another way now: is the reason" in said
    split, _ = update(text, [result(1, ("fail", {"legal": 7})), result(1, CRASH, TWO)])
    assert split == "known:\n" + "\n".join(
        [
            entry(1, "variant: two-deck", "status: fail", "got: {legal: 7}", *BUG),
            entry(
                1,
                "variant: two-deck-too",
                "status: error",
                'error: "the adapter was ended by signal SIGSEGV"',
                *BUG,
            ),
        ]
    )


def test_entries_that_cover_more(update):
    """An entry takes up the variants under which its case fails in the same way, and no others."""
    text = "known:\n" + entry(1, "variant: two-deck", *PINNED, *BUG)

    assert update(text, [result(1, WRONG, TWO)])[0] == "known:\n" + entry(1, *PINNED, *BUG)
    moved, _ = update(text, [result(1, RIGHT), result(1, WRONG, TWO)])
    assert moved == "known:\n" + entry(1, "variant: two-deck-too", *PINNED, *BUG)
    assert "0 changed" in update(text, [result(1, CRASH, TWO)])[1]


def test_what_the_report_does_not_show(update):
    """Entries about other questions, flaky ones and those as they should be stay to the letter."""
    text = "known:\n" + "".join(
        [
            entry(1, *PINNED, *BUG),
            entry(2, "status: flaky", *BUG, 'until: "2099-01-01"'),
            entry(4, "status: fail", *BUG),
            "  - {id: follow.pair/gone, status: fail, cause: unknown}",
        ]
    )
    same, said = update(text, [result(1, WRONG), result(2, WRONG), result(2, RIGHT, TWO)])

    assert same == text
    assert said == "known.yaml: as the report has it, nothing to change\n"


def test_globs(update):
    """A glob that no longer fits gives way to entries for single cases, once the report has all it covers."""
    glob = "  - id: follow.pair/case-000[12]\n    status: fail\n    cause: bug\n    reason: a\n"
    text = f"known:\n  # all\n{glob}"
    results = [result(1, RIGHT), result(2, WRONG)]
    left, said = update(text, results)

    assert left == text
    assert "no longer fits, but the report has only 2 of the 4 questions it covers" in said
    results += [result(1, RIGHT, TWO), result(2, WRONG, TWO)]
    assert update(text, results)[0] == "known:\n  # all\n" + entry(2, "status: fail", *BUG)
    passing = [result(number, RIGHT, variant) for number in (1, 2) for variant in (ONE, TWO)]
    assert update(text, passing)[0] == "known: []\n"


@pytest.mark.parametrize(
    "got", [{"legal": 1.5}, {"legal": 10**30}, {"legal": "x" * 2000}, {"x": 1}, [1]]
)
def test_answers_that_a_ledger_cannot_say(update, got):
    """They are not pinned."""
    text, _ = update(None, [result(1, ("fail", got))])

    assert entry(1, "variant: two-deck", "status: fail", "cause: unknown") in text


def test_dry_run(update):
    """It shows the changes and writes nothing."""
    text, said = update(None, [result(1, WRONG)], "--dry-run")

    assert text is None
    assert "+  - id: follow.pair/case-0001\n" in said
    assert "1 entry would be added" in said


def test_report_of_another_corpus(update):
    """It is taken, with a remark."""
    _, said = update("known: []\n", [], version="9.9\x1b")

    assert r"! the report is of corpus 9.9\x1b, and this is corpus 0.0.1" in said


def test_what_is_no_report(update, tmp_path):
    """It is a mistake of the user, and the ledger stays as it is; so is a ledger that is none."""
    text, _ = update("known: []\n", [])
    ledger, report = tmp_path / "known.yaml", tmp_path / "report.json"
    report.write_text("[]")
    done = CliRunner().invoke(command, ["update", str(ledger), str(report)])

    assert done.exit_code == 2
    assert ledger.read_text("utf-8") == text
    ledger.write_text("known: 7\n", "utf-8")
    assert CliRunner().invoke(command, ["check", str(ledger)]).exit_code == 2


def test_nowhere_to_write(update, tmp_path):
    """A folder that is not there is told in a sentence."""
    update(None, [result(1, WRONG)])
    nowhere = tmp_path / "gone" / "known.yaml"
    done = CliRunner().invoke(command, ["update", str(nowhere), str(tmp_path / "report.json")])

    assert done.exit_code == 2
    assert "No such file or directory" in done.output


def test_rights_and_links_stay(update, tmp_path):
    """The file behind a link is written, and may be read by those who could read it before."""
    target, link = tmp_path / "real.yaml", tmp_path / "known.yaml"
    target.write_text("\ufeffknown: []\n", "utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    text, _ = update(None, [result(1, WRONG)])

    assert link.is_symlink()
    assert text == target.read_text("utf-8")
    assert text.startswith("\ufeffknown:\n  - id: follow.pair/case-0001\n")
    assert stat.S_IMODE(os.stat(target).st_mode) == 0o600  # noqa: PTH116


def test_from_a_run_to_a_green_run(corpus, tmp_path):
    """What a run writes makes a ledger with which the same run is good, and another is not."""
    report, ledger = tmp_path / "report.json", tmp_path / "known.yaml"
    asked = ("run", "--corpus", corpus, "--json", report)
    first = call(*asked, "--", *miniature("wrong"))
    call("ledger", "update", ledger, report, "--corpus", corpus)
    second = call(*asked, "--ledger", ledger, "--", *miniature("wrong"))

    assert (first.returncode, second.returncode) == (1, 0)
    assert "Nothing new: 0 questions answered right, 71 known failures." in second.stdout


# --- check ---------------------------------------------------------------------------------------------


def test_check(tmp_path):
    """What is wrong with a ledger is said without a run, of cases of every tier."""
    far = follow_case(7, id="follow.pair/far", tier="full")
    corpus = write_corpus(tmp_path / "corpus", [*standard_cases(), far])
    ledger = tmp_path / "known.yaml"
    good = "  - {id: follow.pair/far, status: fail, cause: unknown}\n"
    ledger.write_text(
        f"known:\n{good}"
        "  - {id: 'trick.*', status: fail, cause: bug, reason: x}\n"
        f"  - {{id: follow.pair/case-9000, variant: {HOME}, status: fail, cause: unknown}}\n"
        "  - {id: trick.highest/case-0001, status: fail, cause: unknown}\n"
        "  - {id: follow.pair/case-0001, status: flaky, cause: unknown, until: '2027-01-01'}\n"
    )

    def check(*more):
        arguments = ["check", str(ledger), "--corpus", str(corpus), "--lang", "en", *more]
        return CliRunner().invoke(command, arguments)

    done = check("--today", "2027-01-02")
    assert done.exit_code == 1
    unknown = "4 entries with `cause: unknown` (lines 2, 4, 5, 6)"
    assert done.output.replace(f"{tmp_path}/", "").splitlines() == [
        "! known.yaml:5: trick.highest/case-0001 is covered by line 3 too; one entry is enough",
        "! known.yaml:6: follow.pair/case-0001: the entry held until 2027-01-01 (unknown)",
        "! known.yaml:3: trick.* covers 3 cases; an entry for each would show when one of them is mended",
        f"! known.yaml: {unknown}: find out why, and write down cause and reason",
        "known.yaml: 5 entries, 2 things to mend",
    ]
    ledger.write_text(f"known:\n{good}")
    done = check()
    assert done.exit_code == 0
    assert "1 entry (unknown 1): in order" in done.output
