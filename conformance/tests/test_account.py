"""The account of the seed texts: complete, fresh, and loud about what is not."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from functools import cache

import pytest
from shengji_spec import data
from shengji_spec.cases import load_cases

from tools import account

SETTLED = "S4.14"
EXAMPLE = "S4.20"
IDLE = "S0.56"


@cache
def cases():
    return load_cases(data.corpus_dir())


@cache
def entries():
    return account.account(data.spec_dir(), cases())


def entry(number):
    return next(entry for entry in entries() if entry.id == number)


def changed_spec(tmp_path, edit):
    """Return a copy of the specification with the text of its sources edited."""
    folder = tmp_path / "spec"
    shutil.copytree(data.spec_dir(), folder)
    file = folder / "sources.yaml"
    before = file.read_text("utf-8")
    after = edit(before)
    assert after != before
    file.write_text(after, "utf-8")
    return folder


# --- the real account --------------------------------------------------------------------------------


def test_every_statement_is_accounted_for():
    """No gap, no example without a case, no reason that the specification contradicts."""
    assert list(account.complaints(entries())) == []


def test_the_page_is_fresh(capsys):
    """docs/account.md says what the tool says now."""
    account.main(["--check"], cases=cases())

    assert "stale" not in capsys.readouterr().out


def test_it_goes_through_all_statements_in_order():
    """S0.1 to S0.56, S2.1 to S2.29, S3.1 to S3.39, S4.1 to S4.30, and no other source."""
    last = {"S0": 56, "S2": 29, "S3": 39, "S4": 30}

    assert [e.id for e in entries()] == [
        f"{code}.{number}" for code, end in last.items() for number in range(1, end + 1)
    ]


def test_each_entry_names_what_cites_it():
    """Rules, values with the variants that take them, and cases."""
    pair = entry(SETTLED)

    assert "follow.pair" in pair.rules
    assert "two-deck-classic" in pair.values["follow.pairs: must"]
    assert all(name.partition("/")[0] in pair.rules for name in pair.further)
    assert not set(pair.own) & set(pair.further)
    assert not any(":" in name for name in (*pair.own, *pair.further))


def test_an_alternative_cites_like_a_variant():
    """It stands under its full name."""
    assert "one-deck+hook-back" in entry("S2.28").values["levels.hook-back: jack-and-ace"]


# --- complaints --------------------------------------------------------------------------------------


def test_a_statement_that_nothing_cites_is_a_gap():
    """Cases alone do not settle a statement."""
    gap = replace(entry(SETTLED), rules=(), values={})
    [complaint] = account.complaints([gap])

    assert complaint.startswith(f"{SETTLED}: no rule and no value cites it")


@pytest.mark.parametrize("kept", ["rules", "values"])
def test_a_rule_or_a_value_settles_a_statement(kept):
    """One of them is enough."""
    nothing = {"rules": (), "values": {}}
    del nothing[kept]

    assert not list(account.complaints([replace(entry(SETTLED), **nothing)]))


def test_an_example_needs_a_case_that_cites_it():
    """A case of its rules is not enough."""
    example = replace(entry(EXAMPLE), own=())
    [complaint] = account.complaints([example])

    assert complaint == f"{EXAMPLE}: is an example, and no case cites it"
    assert example.further
    assert not list(account.complaints([replace(example, example=False)]))


def test_a_reason_for_no_rule_is_contradicted_by_a_rule():
    """Who has a rule has no reason to have none."""
    both = replace(entry(SETTLED), reason={"en": "a", "zh": "b"})
    [complaint] = account.complaints([both])

    assert complaint.startswith(f"{SETTLED}: has a reason for no rule, and is cited by ")
    assert "follow.pair" in complaint


# --- the command -------------------------------------------------------------------------------------


def test_a_part_is_left_out_only_of_what_has_rules():
    """Where nothing is carried there is no part to leave out."""
    idle = replace(entry(IDLE), left_out={"en": "a", "zh": "b"})
    [complaint] = account.complaints([idle])

    assert complaint.startswith(f"{IDLE}: a part is left out")


def test_a_reason_taken_away_is_noticed(tmp_path, capsys):
    """The command reads the reasons from `sources.yaml`."""
    cut = re.compile(rf"(  - id: {IDLE}\n(?:    .*\n)*?)    no-rule:\n(?:      .*\n)+")
    folder = changed_spec(tmp_path, lambda text: cut.sub(r"\1", text))

    assert account.main(["--check"], folder=folder, cases=cases()) == 1
    assert f"{IDLE}: no rule and no value cites it" in capsys.readouterr().out


def test_a_reason_too_many_is_noticed(tmp_path, capsys):
    """It stands beside what cites the statement."""
    line = f"  - id: {SETTLED}\n"
    reason = "    no-rule: {en: a, zh: b}\n"
    folder = changed_spec(tmp_path, lambda text: text.replace(line, line + reason))

    assert account.main(["--check"], folder=folder, cases=cases()) == 1
    assert f"{SETTLED}: has a reason for no rule" in capsys.readouterr().out


def test_an_example_that_loses_its_cases_is_noticed(capsys):
    """The command reads `from` of the cases."""
    fewer = [case for case in cases() if EXAMPLE not in case.sources]

    assert account.main(["--check"], cases=fewer) == 1
    assert f"{EXAMPLE}: is an example, and no case cites it" in capsys.readouterr().out


def test_a_stale_page_is_noticed_and_renewed(tmp_path, capsys):
    """Writing makes it fresh; a changed byte, or no page at all, is stale."""
    page = tmp_path / "docs" / "account.md"
    stale = "account.md is stale"

    account.main(["--check"], cases=cases(), target=page)
    assert stale in capsys.readouterr().out

    assert account.main([], cases=cases(), target=page) == 0
    account.main(["--check"], cases=cases(), target=page)
    assert stale not in capsys.readouterr().out

    page.write_bytes(page.read_bytes() + b"\n")
    assert account.main(["--check"], cases=cases(), target=page) == 1
    assert stale in capsys.readouterr().out


def test_a_specification_that_cannot_be_read_is_said(tmp_path, capsys):
    """No traceback, and the exit code of a failure."""
    folder = changed_spec(tmp_path, lambda text: text + "nonsense: [\n")

    assert account.main([], folder=folder, cases=cases()) == 1
    assert "sources.yaml" in capsys.readouterr().err


# --- the page ----------------------------------------------------------------------------------------


def page():
    return (data.root() / account.TARGET).read_text("utf-8")


def test_every_row_has_its_five_cells():
    """No text of a source breaks a table; every statement has one row."""
    rows = [line for line in page().splitlines() if line.startswith("| **S")]

    assert [re.search(r"S\d+\.\d+", row)[0] for row in rows] == [e.id for e in entries()]
    assert {len(re.split(r"(?<!\\)\|", row)) - 2 for row in rows} == {5}


def test_every_link_leads_to_a_file():
    """Rules and cases are linked from where the page is."""
    docs = data.root() / "docs"
    links = set(re.findall(r"\]\(([^)#]+)\)", page()))

    assert len(links) > 50
    assert [link for link in links if not (docs / link).is_file()] == []
