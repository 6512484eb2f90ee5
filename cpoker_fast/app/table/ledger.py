"""A ledger: the events of a table as JSON lines. Each event is written to disk before it takes effect."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self

from cpoker_fast.errors import LedgerError
from cpoker_fast.system.event_lines import Event, events_in, read_events
from cpoker_fast.system.files import checked_path, file_errors, lock, read_file

__all__ = ["Event", "Ledger", "read_ledger"]


def read_ledger(path: str | os.PathLike[str]) -> list[Event]:
    """Return the events of a ledger, in order.

    An unreadable last line, which a killed program can leave, is dropped with a `LedgerWarning`.

    Raises
    ------
    LedgerError
        If any other line is not an event. The attribute `line` is the number of this line.
    FileError
        If the file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> path = tempfile.mktemp()
    >>> table = Table("pagat", ledger=path)
    >>> seat = table.sit("Ann", 100)
    >>> [event["event"] for event in read_ledger(path)]
    ['table', 'sit']
    >>> Table.from_ledger(path).stacks
    {'Ann': 100}
    """
    return read_events(checked_path(path))


def _line_of(event: Event) -> bytes:
    return json.dumps(event, ensure_ascii=False).encode() + b"\n"


class Ledger:
    """Events in memory and, if there is a path, in an append-only file. A new ledger begins with the event `first`.

    Only one program at a time can write: `append` raises LedgerError if another program has changed the size of the file.
    """

    size: int
    file_size: int

    def __init__(self, path: str | os.PathLike[str] | None, first: Event) -> None:
        self.path: Path | None = None if path is None else checked_path(path, "ledger", LedgerError)
        self.events: list[Event] = []
        self.size = self.file_size = 0  # in bytes; only `file_size` includes an unreadable last line
        if self.path is not None:
            self._begin(self.path, _line_of(first))
        try:
            self.append(first)
        except OSError:
            if self.path is not None:  # an empty file is not a ledger
                self.path.unlink(missing_ok=True)
            raise

    def _begin(self, path: Path, line: bytes) -> None:
        """Create the file; raise LedgerError if it exists, unless it contains nothing or only a part of `line`."""
        with file_errors(path):
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                content = path.read_bytes()
                if content == line or not line.startswith(content):
                    raise LedgerError(f"{path}: the file exists: Table.from_ledger resumes a ledger") from None
                self.file_size = len(content)

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> Self:
        """Resume the ledger in a file; the next event overwrites an unreadable last line."""
        ledger = cls.__new__(cls)
        ledger.path = checked_path(path)
        data = read_file(ledger.path)
        ledger.events, ledger.size = events_in(data, ledger.path)
        ledger.file_size = len(data)
        return ledger

    @classmethod
    def of(cls, events: list[Event]) -> Self:
        """Return a ledger of events, without a file."""
        ledger = cls.__new__(cls)
        ledger.path, ledger.events, ledger.size, ledger.file_size = None, list(events), 0, 0
        return ledger

    def append(self, event: Event) -> None:
        """Write an event and flush it to disk; after a FileError, the file has no part of the event.

        Raises LedgerError if another program has written to the file.
        """
        if self.path is not None:
            with file_errors(self.path), self.path.open("r+b", buffering=0) as stream:
                lock(stream, waits=True)
                if os.fstat(stream.fileno()).st_size != self.file_size:
                    raise LedgerError(
                        f"{self.path}: another program has written to this ledger: read it again with Table.from_ledger"
                    )
                self.size = self.file_size = self._write(stream, _line_of(event))
        self.events.append(event)

    def _write(self, stream: Any, line: bytes) -> int:
        if self.size:  # the last line may lack its line break
            stream.seek(self.size - 1)
            if stream.read(1) != b"\n":
                line = b"\n" + line
        stream.seek(self.size)
        stream.truncate()
        try:
            if stream.write(line) != len(line):
                raise OSError("only a part of an event could be written")
            os.fsync(stream.fileno())
        except BaseException:
            try:
                stream.truncate(self.size)
            finally:
                self.file_size = os.fstat(stream.fileno()).st_size
            raise
        return self.size + len(line)
