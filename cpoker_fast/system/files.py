"""Files: paths from users, reading and writing of whole files, locks, and the cache folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError, FileError, MissingFileError

__all__ = [
    "arrays_in", "cache_folder", "checked_path", "file_errors", "lock", "locked_beside", "path_exists", "read_file",
    "write_file",
]  # fmt: skip


def checked_path(value: str | os.PathLike[str], name: str = "path", error: type[CpokerError] = CpokerError) -> Path:
    """Return the value of the argument `name` as a Path; raise `error` if it cannot be a path."""
    try:
        path = os.fspath(value)
        is_path = isinstance(path, str) and path != "" and b"\0" not in os.fsencode(path)
    except (TypeError, UnicodeEncodeError):
        is_path = False
    if not is_path:
        raise error.about(name, f"expected a path, got {quote(value)}")
    return Path(path)


@contextlib.contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn OSError into FileError, or into MissingFileError if the file or its folder does not exist."""
    try:
        yield
    except OSError as error:
        kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
        raise kind(error.errno, error.strerror or str(error), str(path)) from None


def path_exists(path: Path) -> bool:
    """Whether a path exists; False if the system reports an error, for example for a path that is too long."""
    try:
        return path.exists()
    except OSError:
        return False


def read_file(path: Path) -> bytes:
    """Return the content of a file; FileError if it cannot be read."""
    with file_errors(path):
        return path.read_bytes()


_arrays_lock = threading.RLock()


@contextlib.contextmanager
def arrays_in(stream: IO[bytes]) -> Iterator[Any]:
    """Open an archive of NumPy arrays, in one thread at a time.

    NumPy reads the header of an array with `ast`, which sometimes fails if two threads use it (CPython 3.11, gh-106905).
    """
    import numpy as np

    with _arrays_lock, np.load(stream, allow_pickle=False) as arrays:
        yield arrays


def cache_folder() -> Path:
    """Return the user's cache folder, which may not exist yet; the environment variable CPOKER_FAST_CACHE overrides it."""
    override = os.environ.get("CPOKER_FAST_CACHE")
    if override:
        return Path(override)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cpoker_fast"


def write_file(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file atomically: readers see the whole old file or the whole new one, even with several writers.

    Symbolic links and permissions stay as they are. A path that is not a file, such as a pipe, is written to directly.

    Raises
    ------
    FileError
        If the file cannot be written. The old file is then unchanged, and no temporary file is left behind.
    """
    path = checked_path(path)
    with file_errors(path):
        with contextlib.suppress(FileNotFoundError):
            path.lstat()  # an error for a path that is too long, before `resolve` looks up each of its parts
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                write(stream)
            return
        temporary = target.parent / f".{target.name}.{os.getpid()}.{os.urandom(4).hex()}"
        try:
            with temporary.open("xb") as stream:
                write(stream)
                stream.flush()
                os.fsync(stream.fileno())
            with contextlib.suppress(FileNotFoundError):
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise


_LOCKED_BYTE = 1 << 30  # beyond the end of all files, since Windows blocks reading of locked bytes


def lock(stream: IO[bytes], *, waits: bool) -> bool:
    """Lock an open file for this program, until it is closed or the process ends.

    Returns
    -------
    bool
        False if another program has locked it and `waits` is False. True on file systems without locks.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(_LOCKED_BYTE)
            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except (OSError, ImportError):  # Python in a browser has no fcntl, and runs no other program
        pass
    return True


def _is_at(stream: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _lock_file(path: Path) -> IO[bytes] | None:
    """Create, lock and return a lock file; return None if another program has locked it."""
    while True:
        stream = path.open("ab")
        if not lock(stream, waits=False):
            stream.close()
            return None
        if _is_at(stream, path):
            return stream
        stream.close()  # the program that held the lock has just removed the file


@contextlib.contextmanager
def locked_beside(path: Path) -> Iterator[bool]:
    """Lock a file, which `write_file` may replace, by a lock file in the same folder. The lock file is removed at the end.

    Yields whether the file is free: False if another program has locked it. A lock file of a killed program locks nothing.
    """
    target = path.resolve()
    lock_path = target.with_name(f".{target.name}.lock")
    try:
        stream = _lock_file(lock_path)
        is_free = stream is not None
    except OSError:  # a folder in which no lock file can be created
        stream, is_free = None, True
    try:
        yield is_free
    finally:
        if stream is not None:
            if sys.platform == "win32":  # Windows cannot remove an open file
                stream.close()
            with contextlib.suppress(OSError):
                lock_path.unlink()
            stream.close()
