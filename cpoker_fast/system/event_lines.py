"""Reading events from JSON lines, the format of the ledger of a table."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError, LedgerError, LedgerWarning
from cpoker_fast.system.files import read_file
from cpoker_fast.system.json_values import read_json

__all__ = ["VERSION", "Event", "events_in", "problem_of_first", "read_events"]

Event = dict[str, Any]

VERSION = 1  # of the events of a table


def problem_of_first(first: Event) -> str:
    """Return the problem of the first event of a ledger; empty if it begins a table of this version."""
    if first.get("event") == "table" and first.get("version") == VERSION:
        return ""
    got = f"{quote(first.get('event'))} of version {quote(first.get('version'))}" if first else "no event"
    return f"expected a table of version {VERSION}, got {got}"


def events_in(data: bytes, path: Path) -> tuple[list[Event], int]:
    """Return the events in the content of a file, and its size in bytes without an unreadable last line."""
    events: list[Event] = []
    size = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line:
            size += number < len(lines)
            continue
        text = line.decode(errors="replace")
        try:
            event = read_json(line)
        except CpokerError as error:
            if any(lines[number:]):
                raise LedgerError(f"{path}, line {number}: {error}", line=number) from None
            warnings.warn(f"{path}, line {number}: dropped the unreadable last line: {quote(text)}", LedgerWarning, 4)
            break
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            raise LedgerError(f"{path}, line {number}: expected an event, got {quote(text)}", line=number)
        events.append(event)
        size += len(line) + (number < len(lines))
    return events, size


def read_events(path: Path) -> list[Event]:
    """Return the events in a file, in order; see `read_ledger` for errors."""
    return events_in(read_file(path), path)[0]
