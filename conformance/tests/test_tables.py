"""The tables of rules, options and agreement: fresh, complete, and told when they are not."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from tools import tables


@cache
def known():
    return tables.Known.load()


def test_the_pages_are_fresh(capsys):
    """docs/ says what the tool says now."""
    code = tables.main(["--check"])

    assert "stale" not in capsys.readouterr().out
    assert code == 0


def test_a_stale_page_is_told(tmp_path, capsys):
    """A page that says something else is stale, and renewed by the same command without --check."""
    (tmp_path / "rules.md").write_text("old", "utf-8")

    assert tables.main(["--check"], target=tmp_path) == 1
    assert capsys.readouterr().out.count("stale") == len(tables.PAGES)
    assert (tmp_path / "rules.md").read_text("utf-8") == "old"
    assert tables.main([], target=tmp_path) == 0
    assert tables.main(["--check"], target=tmp_path) == 0


def test_every_rule_and_option_is_there():
    """The pages leave none out, and the totals are those of the corpus."""
    rules, options = tables.rules_page(known()), tables.options_page(known())

    assert set(re.findall(r"^\| \[([\w.-]+\.[\w.-]+)\]", rules, re.MULTILINE)) == set(
        known().spec.rules
    )
    assert re.findall(r"^### (\S+)$", options, re.MULTILINE) == list(known().spec.options)
    assert f"| {len(known().spec.rules)} | {len(known().cases)} |" in rules


def test_a_case_more_is_a_case_more():
    """A page counts the cases it is given."""
    fewer = replace(known(), cases=known().cases[1:])

    assert tables.rules_page(fewer) != tables.rules_page(known())


def test_the_sums_of_the_agreement():
    """What the page says in all is what the rows say."""
    page = tables.agreement_page(known())
    rows = [*known().agreed["drawn"], *known().agreed["exhaustive"]]

    assert known().agreed["total"] == sum(row["decisions"] for row in rows)
    assert f"{known().agreed['total']:,} questions" in page
