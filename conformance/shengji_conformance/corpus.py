"""The compiled corpus: a folder of JSON lines and a manifest, read as a stream.

Law of this file: a case is looked at where it lies. Nobody holds all cases at once; what is remembered of
a case is the place of its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

__all__ = ["Case", "Corpus", "CorpusError", "Variant"]

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
        self.chapters: tuple[str, ...] = tuple(self.manifest["chapters"])

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

    def scan(self) -> Iterator[tuple[str, int, Case]]:
        """Yield every case with its chapter and the place of its line."""
        for chapter in self.chapters:
            place = 0
            path = self._path(chapter)
            with path.open("rb") as lines:
                for line in lines:
                    yield chapter, place, _case(line, path, place)
                    place += len(line)

    def read(self, chapter: str, places: Iterable[int]) -> Iterator[Case]:
        """Yield the cases of a chapter at the given places."""
        path = self._path(chapter)
        with path.open("rb") as lines:
            for place in places:
                lines.seek(place)
                yield _case(lines.readline(), path, place)

    def _path(self, chapter: str) -> Path:
        path = self.folder / f"{chapter}.jsonl"
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
