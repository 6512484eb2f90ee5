"""Facts about a release from the files of the project."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
ABIS = tuple(pattern.removesuffix("-*") for pattern in DECLARED["cibuildwheel"]["build"])
"""The CPythons that a release supports, as in the names of wheels: cp313, cp314t."""
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def version_here() -> str:
    """Return `__version__` from the source."""
    match = re.search(r'__version__ = "(.+)"', (ROOT / "cpoker_fast" / "_version.py").read_text(encoding="utf-8"))
    assert match
    return match[1]
