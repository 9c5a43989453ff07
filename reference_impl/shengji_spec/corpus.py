"""
The compiled corpus: one JSON line a case, one file a chapter, and a manifest.

A chapter's generated cases have a file of their own: `follow.full.jsonl` beside `follow.jsonl`.

Law of this file: the same input gives the same bytes on every platform; a folder is complete or not there.
A wheel carries the compiled files; a checkout compiles into the user's cache under a digest of its inputs.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from shengji_spec import data
from shengji_spec.cases import Case, Home, home, load_cases
from shengji_spec.errors import Problem, SpecError
from shengji_spec.model import load_spec
from shengji_spec.questions import PROFILES
from shengji_spec.tiers import TIERS, Generated, smoke_ids
from shengji_spec.values import Spec
from shengji_spec.variants import resolve

__all__ = ["CORPUS_VERSION", "Corpus", "compile_corpus", "open_corpus"]

FORMAT = 1
PROTOCOL = 1
CORPUS_VERSION = "0.1.0"
MANIFEST = "manifest.json"
#: seconds after which a compiled corpus that nobody opened is swept away
KEPT = 30 * 24 * 3600


class Corpus:
    """A folder of compiled cases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))

    def cases(self, chapter: str | None = None, tier: str = "core") -> Iterator[dict[str, Any]]:
        """Yield the cases of a chapter, or all of them, up to a tier, by id within a file."""
        files = [(name, f"{name}.jsonl") for name in self.manifest["chapters"]]
        if tier == "full":
            files += [(name, f"{name}.full.jsonl") for name in self.manifest["full"]]
        for name, file in files:
            if chapter in (None, name):
                with (self.folder / file).open(encoding="utf-8") as lines:
                    for line in lines:
                        case = json.loads(line)
                        if tier != "smoke" or case["tier"] == "smoke":
                            yield case


@cache
def open_corpus() -> Corpus:
    """Open the corpus that belongs to this installation, compiling it first in a checkout."""
    return Corpus(data.compiled_corpus_dir() or _cached())


# --- compiling ---------------------------------------------------------------------------------------


def compile_corpus(source: Path, out: Path, spec: Spec | None = None) -> Corpus:
    """
    Compile the cases below `source`, and the tiers beside it, into `out`.

    Raises SpecError for cases that are wrong.
    """
    spec = spec or load_spec()
    cases = load_cases(source, spec)
    if not cases:
        raise SpecError([Problem(str(source), "there are no cases here")])
    smoke = smoke_ids(data.smoke_file(source), [case.id for case in cases])
    homes = dict(zip((case.id for case in cases), _homes(cases, spec), strict=True))
    out.mkdir(parents=True, exist_ok=True)
    with _Files(out, "") as files:
        for chapter in spec.chapters:
            for case in cases:
                if spec.rules[case.rule].chapter == chapter:
                    tier = "smoke" if case.id in smoke else "core"
                    files.write(chapter, _row(case, homes[case.id], spec, tier))
    generated = Generated(data.generated_file(source), spec, homes.keys())
    with _Files(out, ".full") as full:
        for row in generated.rows():
            full.write(row["chapter"], row)
    known = {own.id: own for own in homes.values() if own} | generated.homes
    manifest = _manifest(spec, files, full, known)
    (out / MANIFEST).write_bytes((_json(manifest) + "\n").encode())
    return Corpus(out)


class _Files(ExitStack):
    """Files of compiled cases, one a chapter, and what a manifest says of them."""

    def __init__(self, out: Path, ending: str) -> None:
        super().__init__()
        self._out, self._ending = out, ending
        self._open: dict[str, IO[bytes]] = {}
        self._digests: dict[str, Any] = {}
        self._counts: dict[str, int] = {}
        self.tiers = dict.fromkeys(TIERS, 0)

    def write(self, chapter: str, row: Mapping[str, Any]) -> None:
        """Add a case to the file of its chapter."""
        if chapter not in self._open:
            file = (self._out / f"{chapter}{self._ending}.jsonl").open("wb")
            self._open[chapter] = self.enter_context(file)
            self._digests[chapter], self._counts[chapter] = hashlib.sha256(), 0
        line = (_json(row) + "\n").encode()
        self._open[chapter].write(line)
        self._digests[chapter].update(line)
        self._counts[chapter] += 1
        self.tiers[row["tier"]] += 1

    def entries(self, chapters: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return the number of cases and the digest of each file."""
        return {
            name: {"cases": self._counts[name], "sha256": self._digests[name].hexdigest()}
            for name in chapters
            if name in self._counts
        }


def _homes(cases: Iterable[Case], spec: Spec) -> Iterator[Home | None]:
    """Yield the homes of cases; raises SpecError with all cases that have none."""
    problems: list[Problem] = []
    for case in cases:
        try:
            yield home(case, spec)
        except SpecError as error:
            problems.extend(error.problems)
            yield None
    if problems:
        raise SpecError(problems)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _row(case: Case, own: Home | None, spec: Spec, tier: str) -> dict[str, Any]:
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
        "tier": tier,
    }
    if case.why:
        row["why"] = case.why
    if own:
        row["home"] = own.id
    return row


def _manifest(spec: Spec, files: _Files, full: _Files, homes: Mapping[str, Home]) -> dict[str, Any]:
    resolved = [resolve(variant, spec) for variant in spec.variants]
    return {
        "format": FORMAT,
        "corpus": CORPUS_VERSION,
        "protocol": PROTOCOL,
        "tiers": {tier: files.tiers[tier] + full.tiers[tier] for tier in TIERS},
        "chapters": files.entries(spec.chapters),
        "full": full.entries(spec.chapters),
        "profiles": PROFILES,
        "variants": {
            v.id: {"title": v.title, "options": v.options, "tables": v.tables} for v in resolved
        },
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


# --- the cache of a checkout -------------------------------------------------------------------------


def _cached() -> Path:
    """Return the compiled corpus of this checkout, compiling it if its inputs have changed."""
    source = data.corpus_dir()
    if source is None:
        raise SpecError([Problem(str(data.root()), "there is no corpus here, compiled or not")])
    folder = _cache_dir()
    target = folder / _digest(source)
    if not (target / MANIFEST).is_file():
        _compile_into(source, target)
        _sweep(folder, keep=target)
    with suppress(OSError):
        os.utime(target)  # it is in use
    return target


def _compile_into(source: Path, target: Path) -> None:
    """Compile beside the target and move it there in one step; whoever comes second finds it done."""
    work = Path(tempfile.mkdtemp(dir=target.parent, prefix="compiling-"))
    try:
        compile_corpus(source, work)
        try:
            work.rename(target)
        except OSError:
            if not (target / MANIFEST).is_file():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _sweep(folder: Path, keep: Path) -> None:
    """Remove what nobody has opened for a month, and what a broken compilation left behind."""
    for path in folder.iterdir():
        try:
            if path != keep and path.is_dir() and time.time() - path.stat().st_mtime > KEPT:
                shutil.rmtree(path, ignore_errors=True)
        except OSError:  # somebody else sweeps too
            continue


def _cache_dir() -> Path:
    """Return the folder for compiled corpora: in the user's cache, or where one can write."""
    chosen = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with suppress(OSError, RuntimeError):  # there may be no home, or none to write in
        folder = (Path(chosen) if chosen else Path.home() / ".cache") / "shengji-conformance"
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    own = Path(tempfile.mkdtemp(prefix="shengji-conformance-"))
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return own


def _digest(source: Path) -> str:
    """Return a digest of everything the compiled corpus depends on: the data and this code."""
    digest = hashlib.sha256(f"{FORMAT} {CORPUS_VERSION}".encode())
    for beside in (data.smoke_file(source), data.generated_file(source)):
        if beside.is_file():
            content = beside.read_bytes()
            digest.update(f"{beside.name} {len(content)}\n".encode())
            digest.update(content)
    for folder in (data.spec_dir(), data.schema_dir(), source, Path(__file__).parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".yaml", ".json", ".py") and path.is_file():
                content = path.read_bytes()
                digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
                digest.update(content)
    return digest.hexdigest()[:24]
