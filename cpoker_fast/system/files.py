"""The disk: paths that users give, reading and writing whole files, locks, and the cache folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError, FileError, MissingFileError

__all__ = ["cache_folder", "checked_path", "is_there", "lock", "locked_beside", "own_errors", "read_whole", "write_whole"]


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
    """Whether there is anything at a path, which may be too long for one."""
    try:
        return path.exists()
    except OSError:
        return False


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


_LOCKED_BYTE = 1 << 30  # beyond the end: where a lock keeps others from reading, it does not keep them from what is there


def lock(stream: IO[bytes], *, waits: bool) -> bool:
    """Lock an open file for this program; closing it unlocks it, and so does the end of the process, whatever ends it.

    Returns
    -------
    bool
        False if another program has locked it, and this one does not wait. True where the system has no such locks.
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
    except OSError:
        pass
    return True


def _is_at(stream: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _lock_file(path: Path) -> IO[bytes] | None:
    """A lock file, locked, and made if there is none; None if another program has locked it."""
    while True:
        stream = path.open("ab")
        if not lock(stream, waits=False):
            stream.close()
            return None
        if _is_at(stream, path):
            return stream
        stream.close()  # the program that had locked it has just removed it


@contextlib.contextmanager
def locked_beside(path: Path) -> Iterator[bool]:
    """Lock a file that `write_whole` replaces, by a lock file beside it, which is removed afterwards.

    Yields False if another program has locked it. The lock file of a program that was killed locks nothing.
    """
    target = path.resolve()
    place = target.with_name(f".{target.name}.lock")
    try:
        stream = _lock_file(place)
        is_free = stream is not None
    except OSError:  # where no file can be made, none can be written either
        stream, is_free = None, True
    try:
        yield is_free
    finally:
        if stream is not None:
            if sys.platform == "win32":  # where an open file cannot be removed
                stream.close()
            with contextlib.suppress(OSError):
                place.unlink()
            stream.close()
