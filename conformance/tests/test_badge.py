"""The badge."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest
from harness import inside
from report_fixture import entry, write_report
from shengji_conformance.badge import COLOURS, badge, endpoint, svg

LEDGER = {"file": "known.yaml", "entries": 1, "known": 1, "faults": [], "notes": []}


def header(*statuses, **more):
    """Return the header of a report of results with these statuses."""
    counts = {status: statuses.count(status) for status in ("pass", "fail", "error")}
    return {"counts": counts | {s: statuses.count(s) for s in ("unsupported", "not-run")}, **more}


@pytest.mark.parametrize(
    ("of", "message", "colour"),
    [
        (header("pass", "pass"), "2 right", "green"),
        (header("pass", "fail"), "1 of 2 wrong", "red"),
        (header("pass", "error", "unsupported"), "1 of 2 wrong", "red"),
        (header("pass", "unsupported"), "1 right, 1 unsupported", "yellow"),
        (header("pass", "not-run"), "1 right, 1 not run", "yellow"),
        (header("pass", "fail", ledger=LEDGER), "1 right, 1 known failure", "yellow"),
        (header("pass", "fail", "fail", ledger=LEDGER), "2 of 3 wrong", "red"),
        (
            header("pass", ledger=LEDGER | {"known": 0, "faults": ["stale"]}),
            "1 right, with remarks",
            "yellow",
        ),
        (header("pass", complaints=["a line on stdout"]), "1 right, with remarks", "yellow"),
        (header("pass", stopped="gave up"), "1 right, ended early", "yellow"),
        (header("pass", shard="1/2"), "1 right, shard 1/2 alone", "yellow"),
        (header("unsupported", "unsupported"), "nothing tested", "lightgrey"),
        (header(), "nothing tested", "lightgrey"),
    ],
)
def test_green_is_for_a_whole_success_alone(of, message, colour):
    """Words and colour follow the report, and say the same."""
    assert endpoint(badge(of), "shengji", "en") == {
        "schemaVersion": 1,
        "label": "shengji",
        "message": message,
        "color": colour,
    }


def test_drawing():
    """The drawing is XML that names itself for a screen reader and fetches nothing."""
    text = svg(badge(header("pass", "fail")), "<升级> & \x1b", "zh")
    root = ET.fromstring(text)  # noqa: S314 (our own text)

    assert root.get("aria-label") == "<升级> & \ufffd: 2 题错 1 题"
    assert root.get("role") == "img"
    assert COLOURS["red"] in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def contrast(colour):
    """Return the contrast of white letters on a colour, by the formula of WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


@pytest.mark.parametrize("colour", COLOURS.values())
def test_letters_are_readable(colour):
    """White letters have the contrast that small text needs."""
    assert contrast(colour) >= 4.5


def test_command(tmp_path):
    """The badge goes to stdout, or to a file; --json is what shields.io reads."""
    report = write_report(tmp_path / "report.json", [entry("follow.pair/one")])
    target = tmp_path / "badge.svg"
    inside("report", "badge", report, "-o", target, "--lang", "zh")
    told = json.loads(inside("report", "badge", report, "--json", "--label", "mine").stdout)

    assert "1 题全对" in target.read_text("utf-8")
    assert told == {"schemaVersion": 1, "label": "mine", "message": "1 right", "color": "green"}


def test_of_no_report(tmp_path):
    """What is no report has no badge."""
    done = inside("report", "badge", tmp_path / "nowhere.json")

    assert done.returncode == 2
    assert "nowhere.json" in done.stderr


@pytest.mark.parametrize("words", [("badge", "-o"), ("matrix", "--html"), ("matrix", "--markdown")])
def test_where_nothing_can_be_written(tmp_path, words):
    """A folder that is not there is told by the name that was given, without a traceback."""
    report = write_report(tmp_path / "report.json", [entry("follow.pair/one")])
    command, option = words
    done = inside("report", command, report, option, tmp_path / "nowhere" / "file")

    assert done.returncode == 2
    assert done.stderr == f"{tmp_path / 'nowhere' / 'file'}: No such file or directory\n"
