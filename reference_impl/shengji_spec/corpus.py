"""The compiled corpus: one JSON line a case, one file a chapter, and a manifest.

Law of this file: the same input gives the same bytes on every platform; a folder is complete or not there.
A wheel carries the compiled files; a checkout compiles into the user's cache under a digest of its inputs.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.cases import Case, Home, home, load_cases
from shengji_spec.model import Spec, load_spec
from shengji_spec.variants import resolve

__all__ = ["CORPUS_VERSION", "Corpus", "compile_corpus", "open_corpus"]

FORMAT = 1
PROTOCOL = 1
CORPUS_VERSION = "0.1.0"


class Corpus:
    """A folder of compiled cases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = json.loads(
            (folder / "manifest.json").read_text(encoding="utf-8")
        )

    def cases(self, chapter: str | None = None) -> Iterator[dict[str, Any]]:
        """Yield the cases of a chapter, or all of them, by id within a chapter."""
        for name in self.manifest["chapters"]:
            if chapter in (None, name):
                with (self.folder / f"{name}.jsonl").open(encoding="utf-8") as lines:
                    for line in lines:
                        yield json.loads(line)


@cache
def open_corpus() -> Corpus:
    """Open the corpus that belongs to this installation, compiling it first in a checkout."""
    carried = data.compiled_corpus_dir()
    return Corpus(carried or _cached())


def compile_corpus(source: Path, out: Path, spec: Spec | None = None) -> Corpus:
    """Compile the cases below `source` into `out`; raises SpecError for cases that are wrong."""
    spec = spec or load_spec()
    cases = load_cases(source, spec)
    homes: dict[str, Home] = {}
    chapters: dict[str, Any] = {}
    out.mkdir(parents=True, exist_ok=True)
    for chapter in spec.chapters:
        lines = []
        for case in cases:
            if spec.rules[case.rule].chapter == chapter:
                own = home(case, spec)
                if own:
                    homes[own.id] = own
                lines.append(_line(case, own, spec))
        if lines:
            text = "".join(lines).encode()
            (out / f"{chapter}.jsonl").write_bytes(text)
            chapters[chapter] = {
                "cases": len(lines),
                "sha256": hashlib.sha256(text).hexdigest(),
            }
    manifest = _manifest(spec, chapters, homes)
    (out / "manifest.json").write_bytes(_compact(manifest).encode())
    return Corpus(out)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _line(case: Case, own: Home | None, spec: Spec) -> str:
    rule = spec.rules[case.rule]
    row: dict[str, Any] = {
        "id": case.id,
        "chapter": rule.chapter,
        "rule": case.rule,
        "level": rule.level,
        "question": case.question,
        "given": case.given,
        "expect": case.expect,
        "when": case.when,
        "needs": case.needs,
        "from": case.sources,
        "title": case.title,
        "text": {"en": rule.en, "zh": rule.zh},
        "tier": "core",
    }
    if case.why:
        row["why"] = case.why
    if own:
        row["home"] = own.id
    return _compact(row) + "\n"


def _manifest(spec: Spec, chapters: Mapping[str, Any], homes: Mapping[str, Home]) -> dict[str, Any]:
    variants = {}
    for variant in spec.variants:
        resolved = resolve(variant, spec)
        variants[variant] = {
            "title": resolved.title,
            "options": resolved.options,
            "tables": resolved.tables,
        }
    return {
        "format": FORMAT,
        "corpus": CORPUS_VERSION,
        "protocol": PROTOCOL,
        "chapters": chapters,
        "variants": variants,
        "homes": {
            name: {"options": homes[name].options, "tables": homes[name].tables}
            for name in sorted(homes)
        },
        "rules": {
            rule.id: {"level": rule.level, "en": rule.en, "zh": rule.zh}
            for rule in spec.rules.values()
        },
        "phrases": {
            key: {json.dumps(v.value): v.phrase for v in option.values}
            for key, option in spec.options.items()
        },
        "bases": {key: option.base for key, option in spec.options.items()},
        "sources": {
            **{code: source.title for code, source in spec.sources.items()},
            **{s.id: {"en": s.en, "zh": s.zh} for s in spec.statements.values()},
        },
    }


# --- the cache of a checkout ---------------------------------------------------------------------


def _cached() -> Path:
    """Return the compiled corpus of this checkout, compiling it if its inputs have changed."""
    source = data.corpus_dir()
    assert source is not None
    target = _cache_dir() / _digest(source)
    if (target / "manifest.json").is_file():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=target.parent, prefix="compiling-"))
    try:
        compile_corpus(source, work)
        try:
            work.rename(target)
        except OSError:  # somebody else was faster
            if not (target / "manifest.json").is_file():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


def _cache_dir() -> Path:
    chosen = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(chosen) if chosen else Path.home() / ".cache") / "shengji-conformance"


def _digest(source: Path) -> str:
    """Return a digest of everything the compiled corpus depends on."""
    digest = hashlib.sha256(f"{FORMAT} {CORPUS_VERSION}".encode())
    folders = (data.spec_dir(), data.schema_dir(), source, Path(__file__).parent)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".yaml", ".json", ".py"):
                content = path.read_bytes()
                digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
                digest.update(content)
    return digest.hexdigest()[:24]
