"""
The compiled corpus: a folder of JSON lines and a manifest, read as a stream.

A chapter has a file of cases written by hand, of the tiers smoke and core, and one of generated cases, the
tier full, which is opened for that tier alone.

Law of this file: a case is looked at where it lies. Nobody holds all cases at once; what is remembered of
a case is the place of its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

import orjson

from shengji_conformance.flags import DEFAULT_TIER

__all__ = ["Case", "Corpus", "CorpusError", "Variant"]

T = TypeVar("T")
FORMAT = 1

#: a compiled case, as its line says
Case = dict[str, Any]


class CorpusError(Exception):
    """The folder holds no corpus that this runner can read."""


@dataclass(frozen=True)
class Variant:
    """A rule set as it is announced to an adapter; a home stands for one reading of single cases."""

    id: str
    title: Mapping[str, str]
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    home: bool = False
    #: how the user named it, if not by its id
    file: str = ""


class Corpus:
    """A compiled corpus; its cases are read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = _manifest(folder)
        self.version = str(self.manifest["corpus"])
        self.protocol = int(self.manifest["protocol"])

    @classmethod
    def open(cls, folder: Path | None = None) -> Corpus:
        """Open a compiled corpus folder, or the one that belongs to this suite."""
        return cls(folder or _own())

    def published(self) -> list[Variant]:
        """Return the variants of the specification."""
        return [
            Variant(name, of["title"], of["options"], of["tables"])
            for name, of in self.manifest["variants"].items()
        ]

    def homes(self) -> list[Variant]:
        """Return the rule sets made for cases that no published variant answers."""
        return [
            Variant(name, {"en": name, "zh": name}, of["options"], of["tables"], home=True)
            for name, of in self.manifest["homes"].items()
        ]

    def files(self, tier: str = DEFAULT_TIER) -> list[str]:
        """Return the names of the files that hold the cases of a tier."""
        names = list(self.manifest["chapters"])
        if tier == "full":
            names += [f"{chapter}.full" for chapter in self.manifest.get("full", ())]
        return names

    def scan(self, tier: str = DEFAULT_TIER) -> Iterator[tuple[str, int, Case]]:
        """Yield every case of a tier with the name of its file and the place of its line."""
        smoke = tier == "smoke"
        for name in self.files(tier):
            place = 0
            path = self._path(name)
            with path.open("rb") as lines:
                for line in lines:
                    case = _case(line, path, place)
                    if not smoke or case.get("tier") == "smoke":
                        yield name, place, case
                    place += len(line)

    def find(self, identity: str) -> Case | None:
        """Return the case of an id, of whatever tier."""
        name = orjson.dumps(identity)
        for file in self.files("full"):
            path = self._path(file)
            with path.open("rb") as lines:
                for line in lines:
                    if name in line and (case := _case(line, path, 0))["id"] == identity:
                        return case
        return None

    def read(self, file: str, places: Iterable[int]) -> Iterator[Case]:
        """Yield the cases of a file at the given places."""
        return (case for _, case in self.read_marked(file, zip(places, repeat(None))))

    def read_marked(self, file: str, places: Iterable[tuple[int, T]]) -> Iterator[tuple[T, Case]]:
        """Yield the cases of a file at the given places, each with what came with its place."""
        path = self._path(file)
        with path.open("rb") as lines:
            for place, mark in places:
                lines.seek(place)
                yield mark, _case(lines.readline(), path, place)

    def _path(self, file: str) -> Path:
        path = self.folder / f"{file}.jsonl"
        if not path.is_file():
            raise CorpusError(f"{path}: the manifest names this file, but it is not there")
        return path


def _own() -> Path:
    """Return the folder of this suite's corpus; a checkout compiles it first."""
    # Only a checkout needs the YAML machinery, and nobody who brings a corpus of his own.
    from shengji_spec.corpus import open_corpus  # noqa: PLC0415

    return open_corpus().folder


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    try:
        manifest = orjson.loads(path.read_bytes())
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}; is this a compiled corpus?") from error
    except orjson.JSONDecodeError as error:
        raise CorpusError(f"{path}: not JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise CorpusError(f"{path}: not a corpus of format {FORMAT}")
    return manifest


def _case(line: bytes, path: Path, place: int) -> Case:
    try:
        case: Case = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise CorpusError(f"{path}: no case at byte {place}: {error}") from error
    return case
