"""The cache folder, for files that can be computed again, and atomic writing of files."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from cpoker_fast.errors import FileError

__all__ = ["cache_folder", "write_whole"]


def cache_folder() -> Path:
    """The user's cache folder for this package, which may not exist yet; CPOKER_FAST_CACHE overrides it."""
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
    """Write a file atomically: readers see the whole old file or the whole new one, even with several writers.

    Raises
    ------
    FileError
        If it cannot be written. The old file is then unchanged, and no temporary file is left behind.
    """
    path = Path(path)
    new = path.parent / f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}"
    try:
        with new.open("xb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            new.unlink()
        if isinstance(error, OSError):
            raise FileError(error.errno, error.strerror or str(error), str(path)) from None
        raise
