"""
Where the data is: in the checkout, or carried by the installed package.

Law of this file: nobody else builds a path to spec, schemas or corpus.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = [
    "compiled_corpus_dir",
    "corpus_dir",
    "generated_file",
    "root",
    "schema_dir",
    "smoke_file",
    "spec_dir",
]


@cache
def root() -> Path:
    """Return the folder that holds `spec` and `schemas`."""
    carried = Path(__file__).parent / "_data"
    return carried if carried.is_dir() else Path(__file__).resolve().parents[2]


def spec_dir() -> Path:
    """Return the folder of rules, options, variants and tables."""
    return root() / "spec"


def schema_dir() -> Path:
    """Return the folder of JSON Schemas."""
    return root() / "schemas"


def corpus_dir() -> Path | None:
    """Return the folder of cases in YAML; None where only compiled cases are carried."""
    folder = root() / "conformance" / "corpus"
    return folder if folder.is_dir() else None


def smoke_file(corpus: Path) -> Path:
    """Return the file that names the smoke tier of a corpus in YAML; it need not be there."""
    return corpus.parent / "smoke.yaml"


def generated_file(corpus: Path) -> Path:
    """Return the file of generated cases that belongs to a corpus in YAML; it need not be there."""
    return corpus.parent / "generated" / "cases.jsonl.xz"


def compiled_corpus_dir() -> Path | None:
    """Return the folder of compiled cases that the package carries; None in a checkout."""
    folder = root() / "corpus"
    return folder if (folder / "manifest.json").is_file() else None
