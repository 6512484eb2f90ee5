"""The disk: paths that users give, reading and writing whole files, and the cache folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from cpoker_fast.errors import CpokerError, FileError, MissingFileError, quote

__all__ = ["cache_folder", "checked_path", "is_there", "own_errors", "read_whole", "write_whole"]


def checked_path(given: str | os.PathLike[str], name: str = "path", error: type[CpokerError] = CpokerError) -> Path:
    """The path that a user gave for an argument; `error` if it cannot be one."""
    try:
        path = os.fspath(given)
        is_path = isinstance(path, str) and path != "" and b"\0" not in os.fsencode(path)
    except (TypeError, UnicodeEncodeError):
        is_path = False
    if not is_path:
        raise error(f"{name}: expected a path, got {quote(given)}")
    return Path(path)


@contextlib.contextmanager
def own_errors(path: Path) -> Iterator[None]:
    """Turns each OSError into a FileError, a MissingFileError if the file or its folder does not exist."""
    try:
        yield
    except OSError as error:
        kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
        raise kind(error.errno, error.strerror or str(error), str(path)) from None


def is_there(path: Path) -> bool:
    """Whether there is anything at a path; FileError if it cannot be one."""
    with own_errors(path):
        return path.exists()


def read_whole(path: Path) -> bytes:
    """The content of a file; FileError if it cannot be read."""
    with own_errors(path):
        return path.read_bytes()


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

    A link stays one, and who may read the file does not change. What is not a file, such as a pipe, is written to.

    Raises
    ------
    FileError
        If it cannot be written. The old file is then unchanged, and no temporary file is left behind.
    """
    path = checked_path(path)
    with own_errors(path):
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                write(stream)
            return
        new = target.parent / f".{target.name}.{os.getpid()}.{os.urandom(4).hex()}"
        try:
            with new.open("xb") as stream:
                write(stream)
                stream.flush()
                os.fsync(stream.fileno())
            with contextlib.suppress(FileNotFoundError):
                shutil.copymode(target, new)
            new.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
