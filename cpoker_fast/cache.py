"""Files of this package's own: the folder for what can be made again, and writing without leaving torn files."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

__all__ = ["cache_folder", "write_whole"]


def cache_folder() -> Path:
    """The user's cache folder for this package, which may not exist yet; CPOKER_FAST_CACHE names another."""
    chosen = os.environ.get("CPOKER_FAST_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cpoker_fast"


def write_whole(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file so that under its name there is always a whole one, the old or the new, whoever else writes it.

    Raises
    ------
    OSError
        If it cannot be written; the old file is left as it was, and nothing else is left.
    """
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
