"""The artefacts: what is in the wheel is what is in the checkout."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build sdist and wheel of the checkout, as pip would, with what is installed here."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def tracked(*folders):
    """Return the files of some folders of the checkout that are no by-products."""
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.parts)
    ]


def test_wheel_holds_the_data_of_the_checkout(built):
    """Every file of spec and schemas is in the wheel, byte for byte, and nothing else beside the corpus."""
    with zipfile.ZipFile(built[0]) as wheel:
        data = {
            name.removeprefix("shengji_spec/_data/"): wheel.read(name)
            for name in wheel.namelist()
            if name.startswith(("shengji_spec/_data/spec/", "shengji_spec/_data/schemas/"))
        }

    assert {str(p.relative_to(ROOT)): p.read_bytes() for p in tracked("spec", "schemas")} == data


def test_wheel_holds_the_packages(built):
    """Every module of the packages is in the wheel, and no tests and no tools."""
    packages = {
        "shengji": "reference_impl",
        "shengji_spec": "reference_impl",
        "shengji_conformance": "conformance",
        "shengji_oracle": "conformance",
    }
    with zipfile.ZipFile(built[0]) as wheel:
        names = {n for n in wheel.namelist() if "_data/" not in n and ".dist-info/" not in n}

    expected = {
        str(path.relative_to(ROOT / parent))
        for package, parent in packages.items()
        for path in tracked(f"{parent}/{package}")
    }
    assert expected == names


def test_wheel_holds_the_compiled_corpus(built):
    """The compiled cases are there, and the manifest counts them."""
    with zipfile.ZipFile(built[0]) as wheel:
        manifest = json.loads(wheel.read("shengji_spec/_data/corpus/manifest.json"))
        for chapter, entry in manifest["chapters"].items():
            lines = wheel.read(f"shengji_spec/_data/corpus/{chapter}.jsonl").splitlines()

            assert entry["cases"] == len(lines)


def test_sdist_holds_what_the_wheel_is_built_from(built):
    """The sdist has the corpus in YAML, the tests and the build hook."""
    with tarfile.open(built[1]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}

    needed = tracked(
        "spec", "schemas", "conformance/corpus", "reference_impl", "conformance", "tools"
    )
    assert {str(path.relative_to(ROOT)) for path in needed} <= names


def test_wheel_works_where_nothing_else_is(built, tmp_path):
    """From the unpacked wheel alone the adapter knows a variant and the corpus opens."""
    with zipfile.ZipFile(built[0]) as wheel:
        wheel.extractall(tmp_path)
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from shengji_spec import data\n"
        "from shengji_spec.corpus import open_corpus\n"
        "from shengji.cli import find_variant\n"
        "assert str(data.root()).startswith(sys.argv[1]), data.root()\n"
        "print(find_variant('two-deck')[0]['cards.decks'], len(list(open_corpus().cases())))\n"
    )
    command = [sys.executable, "-I", "-c", program, str(tmp_path)]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stderr
    decks, cases = map(int, result.stdout.split())
    assert decks == 2
    assert cases > 0
