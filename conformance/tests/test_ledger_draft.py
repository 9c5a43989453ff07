"""The text of a ledger after a change: what is changed, and that all else stays as it is."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest
from shengji_conformance.ledger_draft import Draft, flow
from shengji_conformance.selection import UsageError
from shengji_spec.yaml_loader import load_text

TEXT = """\
# What mini gets wrong.
known:
  # the first
  - id: follow.pair/case-0000   # here
    status: fail
    got: {legal: true}  # pinned
    cause: bug
    reason: "Hearts: not hearts."
    # why indeed

  # ---- a section

  # about the second
  # and more of it
  - id: follow.pair/case-0001
    status: fail
    got:
      legal: false   # x
    cause: unknown

  - {id: follow.pair/case-0002, status: fail, cause: unknown}  # flow
  -
    status: fail
    id: follow.pair/case-0004
    cause: bug
    reason: |
      # no comment
      but a text

# the end
"""


def drafted(change, text=TEXT):
    """Return the text after a change."""
    draft = Draft(load_text(text, "known.yaml"))
    change(draft)
    return draft.finish()


def lines(text, first, last):
    """Return some lines of a text, counted from one."""
    return "".join(text.splitlines(keepends=True)[first - 1 : last])


def test_nothing_changes():
    """Without a change the text is the same, to the letter."""
    assert drafted(lambda _: None, TEXT.rstrip() + "\n\n\n") == TEXT.rstrip() + "\n\n\n"


def test_entry_taken_out():
    """The comment right above goes with it; the one that stands apart stays."""
    assert drafted(lambda draft: draft.remove(0)) == lines(TEXT, 1, 2) + lines(TEXT, 11, 99)
    assert drafted(lambda draft: draft.remove(1)) == lines(TEXT, 1, 12) + lines(TEXT, 21, 99)
    assert drafted(lambda draft: draft.remove(2)) == lines(TEXT, 1, 20) + lines(TEXT, 22, 99)


def test_all_taken_out_and_one_put_in():
    """An empty list is written as one, and filled again."""

    def empty(draft):
        for number in range(4):
            draft.remove(number)

    text = drafted(empty)
    assert text == "# What mini gets wrong.\nknown: []\n  # ---- a section\n\n\n# the end\n"
    entry = {"id": "a:b", "status": "fail", "cause": "unknown"}
    assert drafted(lambda draft: draft.add(entry), "known: []  # none\n") == (
        "known:  # none\n  - id: a:b\n    status: fail\n    cause: unknown\n"
    )


def test_changed_keys():
    """Values change where they stand; what is around them stays."""

    def change(draft):
        draft.change(0, {"got": {"legal": False}, "variant": ["a", "b"]})
        draft.change(1, {"status": "error", "got": None, "error": "no: answer"})
        draft.change(2, {"variant": "a"})
        draft.change(3, {"status": "error", "got": None, "error": "x"})

    assert drafted(change) == (
        TEXT.replace("0000   # here\n", "0000   # here\n    variant: [a, b]\n")
        .replace("{legal: true}", "{legal: false}")
        .replace(
            "0001\n    status: fail\n    got:\n      legal: false   # x\n",
            '0001\n    status: error\n    error: "no: answer"\n',
        )
        .replace(
            "{id: follow.pair/case-0002, status: fail, cause: unknown}",
            "id: follow.pair/case-0002\n    variant: a\n    status: fail\n    cause: unknown",
        )
        .replace("  -\n    status: fail\n", "  -\n    status: error\n    error: x\n")
    )


def test_added_entries():
    """They come at the end or after another entry, set apart as the others are."""
    entry = {"id": "z", "status": "fail", "cause": "bug", "reason": "yes", "until": "2027-01-01"}
    added = (
        '  - id: z\n    status: fail\n    cause: bug\n    reason: "yes"\n    until: "2027-01-01"\n'
    )

    assert drafted(lambda draft: draft.add(entry)) == TEXT.replace(
        "but a text\n", "but a text\n" + added
    )
    crlf = "known:\r\n- id: a\r\n  status: fail\r\n  cause: unknown"
    assert drafted(lambda draft: draft.add(entry, 0), crlf) == (
        crlf + "\r\n\r\n" + dedent(added).replace("\n", "\r\n")
    )


@pytest.mark.parametrize("seed", range(40))
def test_any_changes_together(seed):
    """Whatever changes at once, the text says it, and comments that stand apart stay."""
    rolls = random.Random(seed)
    draft = Draft(load_text(TEXT.rstrip() + "\n" * rolls.randrange(3), "known.yaml"))
    values = [{"variant": ["a", "b"]}, {"status": "error", "got": None, "error": "x: y"}]
    for number in range(4):
        roll = rolls.random()
        if roll < 0.3:
            draft.remove(number)
        elif roll < 0.8:
            draft.change(number, rolls.choice([*values, {"got": {"cards": ["H4", 4]}}]))
        if rolls.random() < 0.3:
            after = rolls.choice([number, None])
            draft.add({"id": f"new-{number}", "status": "fail", "cause": "unknown"}, after)
    text = draft.finish()  # it refuses what says anything else

    assert [text.count(mark) for mark in ("# What", "# ---- a section", "# the end")] == [1, 1, 1]


@pytest.mark.parametrize(
    "text",
    [
        "known: [{id: a, status: fail, cause: unknown}]",
        "{known: []}",
        "known:\n  [\n  {id: a, status: fail, cause: unknown}]",
    ],
)
def test_list_in_brackets(text):
    """A list that is not written line by line is not edited."""
    with pytest.raises(UsageError, match="begins with a dash"):
        drafted(lambda draft: draft.remove(0), text)


def test_flow():
    """Values are as plain as they can be, and quoted where YAML would take them for something else."""
    value = {"a": [1, "10", "yes", "H4", None, True], "2": "x: y", "t": "2027-01-01", "n": "#"}

    assert flow(value) == (
        '{a: [1, "10", "yes", H4, null, true], "2": "x: y", t: "2027-01-01", "n": "#"}'
    )
    assert load_text(flow(value)).data == value
