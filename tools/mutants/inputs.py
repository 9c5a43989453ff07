"""
Inputs: what the published figures depend on, as digests.

Law of this file: prose does not count - titles, wording, reasons, comments, docstrings - so that a figure is
stale only where a mutant, a case or an option is another. Files are read as plain YAML, which is quick.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import shengji
import yaml
from shengji_spec import data
from shengji_spec.text import placeholders

__all__ = ["inputs", "state"]

#: keys whose values are prose
PROSE = frozenset(
    {"title", "why", "read", "from", "sources", "phrase", "note", "question", "reason", "decided"}
    | {"about", "because", "zh"}
)
#: modules of the engine that no question comes to
UNASKED = frozenset(
    {"__init__", "__main__", "adapter", "cli", "legal", "player", "shuffle", "view"}
)
#: the files of each kind of mutants
OWN = {"option": ("options",), "bug": ("faults",), "code": ("source", "tokens")}
#: inputs that decide which mutant dies of which case
DECISIVE = ("corpus", "engine", "specification")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def inputs() -> dict[str, str]:
    """Return a digest for each kind of input."""
    corpus = data.corpus_dir()
    assert corpus is not None, "the checkout is needed"
    engine = Path(shengji.__file__).parent.glob("*.py")
    own = Path(__file__).parent
    return {
        "corpus": _of_data(corpus.rglob("*.yaml")),
        "engine": _of_code(path for path in engine if path.stem not in UNASKED),
        "exceptions": _of_data([corpus.parent / "unobservable.yaml", own / "survivors.yaml"]),
        "specification": _of_data(
            path
            for path in data.spec_dir().rglob("*.yaml")
            if path.stem not in ("sources", "glossary")
        ),
        "tools": _of_code(path for kind in OWN for path in _tools(kind)),
    }


def state(kind: str, now: Mapping[str, str]) -> str:
    """Return what the verdicts of a kind of mutants depend on."""
    own = _of_code(_tools(kind))
    return _digest([*((k, v) for k, v in now.items() if k in DECISIVE), ("tools", own)])


def _tools(kind: str) -> list[Path]:
    """Return the files that make the mutants of a kind and try them."""
    here = Path(__file__).parent
    names = ("pool", "reach", "trial", "seam", *OWN[kind])
    bugs = [*here.glob("bugs/*.py")] if kind == "bug" else []
    beside = [here.parent / f"{name}.py" for name in ("probes", "space", "traced")]
    return [*(here / f"{name}.py" for name in names), *bugs, *beside]


def _of_data(paths: Iterable[Path]) -> str:
    """Return the digest of YAML files, prose apart."""
    return _digest(
        (path.name, json.dumps(_bare(yaml.load(path.read_bytes(), _Loader)), sort_keys=True))  # noqa: S506
        for path in paths
    )


def _bare(value: Any) -> Any:
    """Remove prose; of an English text the placeholders are left."""
    if isinstance(value, Mapping):
        kept = {str(k): _bare(v) for k, v in value.items() if k != "en" and not _is_prose(k, v)}
        return kept | ({"en": placeholders(value["en"])} if "en" in value else {})
    return [_bare(item) for item in value] if isinstance(value, list) else value


def _is_prose(key: object, value: Any) -> bool:
    """Tell whether a key holds prose; the `from` of a level table is a number."""
    return key in PROSE and not isinstance(value, int)


def _of_code(paths: Iterable[Path]) -> str:
    """Return the digest of Python files, comments and docstrings apart."""
    return _digest((path.name, ast.dump(_plain(path))) for path in paths)


def _plain(path: Path) -> ast.Module:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    return tree


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _digest(parts: Iterable[tuple[str, str]]) -> str:
    total = hashlib.sha256()
    for name, content in sorted(set(parts)):
        total.update(f"{name}\n{content}\n".encode())
    return total.hexdigest()[:16]
