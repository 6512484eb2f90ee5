"""Scratch folders, in which the commands on pages run while the site is built.

Each page has one. It begins with a copy of ``examples/``, and is deleted when the build ends.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SECONDS = 120
"""Time limit of a command."""

_EXAMPLES = Path(__file__).parents[2] / "examples"
_LOOK = ("TEXTUAL_", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_")  # beginnings of variables that change outputs


@cache
def _folder_of_the_build() -> TemporaryDirectory[str]:
    """Return the folder of all scratch folders, which is deleted when this process ends."""
    return TemporaryDirectory(prefix="cpoker-docs-")


def scratch_folder(page: str) -> Path:
    """Return the scratch folder of a page, such as ``guides/records``."""
    folder = Path(_folder_of_the_build().name) / page.replace("/", "_")
    if not folder.exists():
        shutil.copytree(_EXAMPLES, folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def variables(folder: Path, **settings: str) -> dict[str, str]:
    """Return the environment variables of a command: those of this process, changed, and `settings`.

    The programs of this Python environment come first on the path. Variables that change the look of outputs are removed.
    The package caches files in a folder of the build, not in that of the user.
    """
    others = {name: text for name, text in os.environ.items() if not name.startswith(_LOOK)}
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    return {**others, "PATH": path, "PYTHONUTF8": "1", "XDG_CACHE_HOME": str(folder.parent / "cache"), **settings}


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the folder when the build begins, so that the processes of a parallel build share it."""
    app.connect("builder-inited", lambda _app: _folder_of_the_build())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
