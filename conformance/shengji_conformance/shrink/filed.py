"""A small failing position as a case in YAML, ready to be filed.

Law of this file: what is printed is a file of cases as `corpus/` has them; what is known about it, and what
is left to do, stands above it as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from shengji_conformance.corpus import Case

__all__ = ["as_yaml"]

#: the digest of a rule text that nobody has read yet
UNREAD = "00000000"
LONGEST_LINE = 100


def as_yaml(case: Case, comments: Sequence[str]) -> str:
    """Return a case as the text of a file of cases."""
    return "\n".join([*(f"# {line}" for line in comments), *_lines(case), ""])


def _lines(case: Case) -> Iterator[str]:
    yield f"rule: {case['rule']}"
    yield "cases:"
    yield f"  - id: {_name(case['id'])}"
    yield f"    title: {_flow(case.get('title') or {})}"
    sources = list(case.get("from") or [])
    yield f"    from: {_flow(sources[0] if len(sources) == 1 else sources)}"
    yield f'    read: "{UNREAD}"'
    if case.get("when"):
        yield from _entry("when", case["when"])
    yield f"    ask: {case['question']}"
    yield from _entry("given", _spelt(case["given"]))
    yield from _entry("expect", _spelt(case["expect"]))


def _name(identity: str) -> str:
    """Return a name for a case that is smaller than another."""
    _, _, name = identity.partition("/")
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + "-smaller"


def _entry(key: str, value: Mapping[str, Any]) -> Iterator[str]:
    """Yield a mapping on one line, or a line for each key."""
    line = f"    {key}: {_flow(value)}"
    if len(line) <= LONGEST_LINE:
        yield line
        return
    yield f"    {key}:"
    for inner, item in value.items():
        yield f"      {_flow(inner)}: {_flow(item)}"


def _spelt(of: Any) -> Any:
    """Return a value as people write it: cards with spaces between them."""
    if isinstance(of, Mapping):
        return {key: _spelt(value) for key, value in of.items()}
    if not isinstance(of, list):
        return of
    if of and all(isinstance(item, str) and _is_word(item) for item in of) and _are_cards(of):
        return " ".join(of)
    return [_spelt(item) for item in of]


def _is_word(text: str) -> bool:
    return bool(text) and not any(character.isspace() for character in text)


def _are_cards(items: Sequence[str]) -> bool:
    return all(re.fullmatch(r"[SHCD](?:10|[2-9JQKA])|LJ|BJ", item) for item in items)


class _Dumper(yaml.SafeDumper):
    """Puts what needs quotes into double ones, as the files of the corpus do."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """Return the node of a text."""
        quoted = yaml.safe_dump(text, allow_unicode=True).startswith(("'", '"'))
        style = '"' if quoted else None
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _Dumper.represent_text)


def _flow(value: Any) -> str:
    """Return a value as YAML on one line."""
    text: str = yaml.dump(
        value,
        Dumper=_Dumper,
        default_flow_style=True,
        allow_unicode=True,
        sort_keys=False,
        width=1_000_000,
    )
    return text.removesuffix("\n").removesuffix("\n...")
