"""Build hook: compile the corpus into the wheel, so that installed cases need no YAML."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCorpus(BuildHookInterface[Any]):
    """Adds `shengji_spec/_data/corpus` to the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile from the files of the checkout or the unpacked sdist; an editable install needs none."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "reference_impl"))
        try:
            from shengji_spec.corpus import compile_corpus  # noqa: PLC0415
        finally:
            sys.path.pop(0)
        self._folder = tempfile.mkdtemp()
        compile_corpus(root / "conformance" / "corpus", Path(self._folder))
        build_data["force_include"][self._folder] = "shengji_spec/_data/corpus"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled files once they are in the wheel."""
        del build_data, artifact_path
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)
