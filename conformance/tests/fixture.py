"""A tiny compiled corpus whose answers follow one silly rule, so that miniature adapters can know them.

The rule: a follow is legal when all cards are of the suit of the first card led.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

RULE = {
    "en": "A follower MUST play {follow.pairs}.",
    "zh": "跟牌者必须{follow.pairs}。",
}
OPTIONS = {"cards.decks": 2, "follow.pairs": "must"}
HOME = "home-0badcafe"


def follow_case(number: int, *, legal: bool = True, **more: Any) -> dict[str, Any]:
    """Return a compiled case of `judge_follow`."""
    cards = ["H4", "H9"] if legal else ["H4", "C9"]
    expect: dict[str, Any] = {"legal": True} if legal else {"legal": False, "rule": "follow.suit"}
    case = {
        "id": f"follow.pair/case-{number:04}",
        "chapter": "follow",
        "rule": "follow.pair",
        "level": "must",
        "question": "judge_follow",
        "given": {
            "level": "10",
            "trump": "S",
            "lead": ["H6", "H6"],
            "hand": ["H4", "H9", "C9", "BJ", f"S{number % 8 + 2}"],
            "cards": cards,
        },
        "expect": expect,
        "when": {},
        "needs": {"cards.decks": [2, 3, 4]},
        "from": ["S4.14"],
        "title": {"en": f"Follow number {number}", "zh": f"跟牌第 {number} 例"},
        "text": RULE,
        "tier": "core",
    }
    return case | more


def trick_case(number: int, **more: Any) -> dict[str, Any]:
    """Return a compiled case of `judge_trick`."""
    return (
        follow_case(number)
        | {
            "id": f"trick.highest/case-{number:04}",
            "chapter": "trick",
            "rule": "trick.highest",
            "question": "judge_trick",
            "given": {"level": "10", "trump": None, "plays": [["H4"], ["H5"], ["HK"], ["C2"]]},
            "expect": {"winner": 2, "points": 15},
        }
        | more
    )


def malformed_case(number: int) -> dict[str, Any]:
    """Return a compiled case of what is no position."""
    case = follow_case(number, expect={"malformed": True}, needs={})
    case["given"] = case["given"] | {"hand": ["X9\u001b[31m", 7]}
    case["id"] = f"follow.pair/malformed-{number:04}"
    return case


def standard_cases(number: int = 30) -> list[dict[str, Any]]:
    """Return cases of two chapters, some refused, one malformed, one with a home."""
    follows = [follow_case(n, legal=n % 3 != 0) for n in range(number)]
    home = follow_case(9000, when={"follow.pairs": "free"}, home=HOME)
    labelled = follow_case(9001, id="follow.pair/labelled:must", when={"follow.pairs": "must"})
    return [*follows, home, labelled, malformed_case(1), *map(trick_case, range(3))]


def write_files(folder: Path, cases: list[dict[str, Any]], ending: str) -> dict[str, Any]:
    """Write a file for each chapter; return what a manifest says of them."""
    entries = {}
    for chapter in sorted({case["chapter"] for case in cases}):
        mine = sorted((c for c in cases if c["chapter"] == chapter), key=lambda c: c["id"])
        lines = [json.dumps(c, ensure_ascii=False, separators=(",", ":")) + "\n" for c in mine]
        data = "".join(lines).encode()
        (folder / f"{chapter}{ending}.jsonl").write_bytes(data)
        entries[chapter] = {"cases": len(mine), "sha256": hashlib.sha256(data).hexdigest()}
    return entries


def write_corpus(folder: Path, cases: list[dict[str, Any]]) -> Path:
    """Write a compiled corpus."""
    folder.mkdir(parents=True, exist_ok=True)
    core = [case for case in cases if case["tier"] != "full"]
    full = [case for case in cases if case["tier"] == "full"]
    tiers = [case["tier"] for case in cases]
    two = {"title": {"en": "Two decks", "zh": "两副牌"}, "options": OPTIONS, "tables": {}}
    manifest = {
        "format": 1,
        "corpus": "0.0.1",
        "protocol": 1,
        "tiers": {tier: tiers.count(tier) for tier in ("smoke", "core", "full")},
        "chapters": write_files(folder, core, ""),
        "full": write_files(folder, full, ".full"),
        "profiles": {
            "play": ["judge_follow", "judge_trick"],
            "deal": [],
            "match": [],
            "record": [],
        },
        "variants": {"two-deck": two, "two-deck-too": two},
        "homes": {HOME: {"options": OPTIONS | {"follow.pairs": "free"}, "tables": {}}},
        "rules": {},
        "phrases": {
            "follow.pairs": {
                '"must"': {"en": "a pair if there is one", "zh": "有对子就出对子"},
                '"free"': {"en": "anything", "zh": "随便出"},
            }
        },
        "sources": {"S4.14": {"en": "A pair is followed by a pair.", "zh": "有对子必须出对子"}},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False), "utf-8")
    return folder
