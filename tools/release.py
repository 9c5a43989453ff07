"""
Make the folder of a release: `python -m tools.release OUT`.

It holds the compiled corpus of all tiers with its manifest, the schemas, the licence, a README and the
checksums of them all: what somebody needs who has nothing else of this project.

Law of this file: the folder is whole or not there, and the same checkout gives the same bytes.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from shengji_spec import data
from shengji_spec.corpus import Corpus, open_corpus
from shengji_spec.errors import SpecError
from shengji_spec.schema import definition, validator

__all__ = ["CHECKSUMS", "ReleaseError", "main", "release"]

CHECKSUMS = "SHA256SUMS"
#: of the generated cases one in so many is held against the schema
SAMPLE = 100
README = """\
# Shengji conformance corpus {corpus}

Positions of the card game Shengji (升级, 拖拉机) with their right answers, for any implementation.

{tiers}
in {files} files of JSON lines under `corpus/`. `corpus/manifest.json` holds the rule sets they are asked
under, the rules, and counts and checksums; `schemas/` has the shapes of manifest and cases
(`manifest.schema.json`) and of the messages of protocol {protocol} (`protocol.schema.json`).
`sha256sum -c {checksums}` checks the whole folder.

A case is asked under a rule set whose options satisfy its `when` and its `needs`: each maps an option to a
value or a list of values, all have to hold, and an option that a rule set does not have holds nothing. A case
with a `home` is asked under that rule set of the manifest alone. Of `expect` only the keys that are there are
compared; `cards`, `played`, `components` and the classes of `groups` have no order, `one-of` lists several
right answers, and `malformed` stands for error -32602.

# 升级规则一致性语料库 {corpus}

升级（拖拉机）的局面及其正确答案，任何语言的实现都可以用。`corpus/` 下每行一个用例，
`corpus/manifest.json` 有各种玩法、规则、数目和校验和，`schemas/` 有格式说明。
`when` 和 `needs` 都满足的玩法才问这个用例；有 `home` 的用例只在 manifest 里的那套规则下问。
"""


class ReleaseError(Exception):
    """There is no release to be made."""


def release(out: Path, corpus: Corpus | None = None) -> None:
    """Write the folder `out`; raises ReleaseError, and leaves nothing, where something is wrong."""
    if out.exists():
        raise ReleaseError(f"{out}: is there already")
    if not out.parent.is_dir():
        raise ReleaseError(f"{out.parent}: no such folder")
    corpus = corpus or open_corpus()
    work = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        _fill(work, corpus)
        work.chmod(0o755)
        work.rename(out)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise


def _fill(folder: Path, corpus: Corpus) -> None:
    """Write all files, the checksums last."""
    problems = [*_wrong_manifest(corpus.manifest), *_wrong_files(corpus)]
    if problems:
        raise ReleaseError("\n".join(problems[:20]))
    _copy(corpus.folder, folder / "corpus")
    _copy(data.schema_dir(), folder / "schemas")
    shutil.copyfile(data.root() / "LICENSE", folder / "LICENSE")
    (folder / "README.md").write_bytes(_readme(corpus.manifest).encode())
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = [f"{_digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in files]
    (folder / CHECKSUMS).write_bytes("".join(sums).encode())


def _copy(source: Path, target: Path) -> None:
    target.mkdir()
    for path in source.iterdir():
        shutil.copyfile(path, target / path.name)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _readme(manifest: Mapping[str, Any]) -> str:
    tiers = [f"* {tier}: {number:,} cases\n" for tier, number in manifest["tiers"].items()]
    return README.format(
        corpus=manifest["corpus"],
        protocol=manifest["protocol"],
        tiers="".join(tiers),
        files=len(manifest["chapters"]) + len(manifest["full"]),
        checksums=CHECKSUMS,
    )


# --- what would be wrong with it ----------------------------------------------------------------------


def _wrong_manifest(manifest: Mapping[str, Any]) -> Iterator[str]:
    for error in validator("manifest").iter_errors(manifest):
        yield f"manifest.json: {error.json_path}: {error.message}"


def _wrong_files(corpus: Corpus) -> Iterator[str]:
    """Yield what in the files is not as the manifest and the schema say."""
    for ending, key in (("", "chapters"), (".full", "full")):
        for chapter, entry in corpus.manifest[key].items():
            name = f"{chapter}{ending}.jsonl"
            path = corpus.folder / name
            if _digest(path) != entry["sha256"]:
                yield f"{name}: not the bytes that the manifest names"
            yield from _wrong_lines(path, entry["cases"], SAMPLE if ending else 1)


def _wrong_lines(path: Path, number: int, step: int) -> Iterator[str]:
    line_schema = definition("manifest", "case")
    found = 0
    with path.open(encoding="utf-8") as lines:
        for found, line in enumerate(lines, 1):
            if found % step == 0:
                for error in line_schema.iter_errors(json.loads(line)):
                    yield f"{path.name}:{found}: {error.message}"
    if found != number:
        yield f"{path.name}: {found} cases, where the manifest counts {number}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a release; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("out", type=Path, help="the folder to make")
    out: Path = parser.parse_args(arguments).out
    try:
        release(out)
    except (ReleaseError, SpecError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{out}: {sum(1 for path in out.rglob('*') if path.is_file())} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
