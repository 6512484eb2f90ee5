"""A ledger: the events of a table as JSON lines, each on the disk before it takes effect."""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path
from typing import Any, Self

from cpoker_fast.errors import LedgerError, LedgerWarning

__all__ = ["Ledger", "read_ledger"]

Event = dict[str, Any]


def _read(path: Path) -> tuple[list[Event], int]:
    """The events, and how many bytes of the file they take."""
    data = path.read_bytes()
    events: list[Event] = []
    size = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line:
            size += number < len(lines)
            continue
        try:
            event = json.loads(line)
        except (ValueError, RecursionError) as error:
            if any(lines[number:]):
                raise LedgerError(f"{path}, line {number}: not JSON: {error}", line=number) from None
            warnings.warn(f"{path}, line {number}: dropped the torn last line: {line[:80]!r}", LedgerWarning, 3)
            break
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            raise LedgerError(f"{path}, line {number}: expected an event, got {line[:80]!r}", line=number)
        events.append(event)
        size += len(line) + (number < len(lines))
    return events, size


def read_ledger(path: str | os.PathLike[str]) -> list[Event]:
    """The events of a ledger, in order.

    A torn last line, left by a program that was killed while it wrote, is dropped with a `LedgerWarning`.

    Raises
    ------
    LedgerError
        If any other line is not an event; `line` is its number.
    OSError
        If the file cannot be read.
    """
    return _read(Path(path))[0]


class Ledger:
    """Events in memory and, if there is a path, in an append-only file; a new ledger begins with the event `first`."""

    def __init__(self, path: str | os.PathLike[str] | None, first: Event) -> None:
        self.path = None if path is None else Path(path)
        self.events: list[Event] = []
        self.size = 0
        if self.path is not None:
            try:
                self.path.open("xb").close()
            except FileExistsError:
                raise LedgerError(f"{path}: the file exists: Table.from_ledger resumes a ledger") from None
        try:
            self.append(first)
        except OSError:
            if self.path is not None:  # an empty file is not a ledger
                self.path.unlink(missing_ok=True)
            raise

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> Self:
        """Resume the ledger in a file; the next event cuts off a torn last line."""
        ledger = cls.__new__(cls)
        ledger.path = Path(path)
        ledger.events, ledger.size = _read(ledger.path)
        return ledger

    def append(self, event: Event) -> None:
        """Write an event and flush it to the disk. After an OSError the file is unchanged."""
        if self.path is not None:
            line = json.dumps(event, ensure_ascii=False).encode() + b"\n"
            with self.path.open("r+b", buffering=0) as stream:
                self.size = self._write(stream, line)
        self.events.append(event)

    def _write(self, stream: Any, line: bytes) -> int:
        if self.size:  # begin a new line, even if the last one has no line break
            stream.seek(self.size - 1)
            if stream.read(1) != b"\n":
                line = b"\n" + line
        stream.seek(self.size)
        stream.truncate()
        try:
            if stream.write(line) != len(line):
                raise OSError(f"{self.path}: only a part of an event could be written")
            os.fsync(stream.fileno())
        except BaseException:
            stream.truncate(self.size)
            raise
        return self.size + len(line)
