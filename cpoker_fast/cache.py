"""Files: the folder for what can be made again, and writing that never leaves a torn file."""

from __future__ import annotations

import os
import secrets
import sys
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
    """Write a file so that its name always stands for a whole file, the old one or the new one, whoever else writes it.

    Raises
    ------
    OSError
        If it cannot be written. The old file is then left as it was, and no other file stays behind.
    """
    path = Path(path)
    new = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with new.open("xb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
