"""The deals of an evening in a file, with undo. The last deal may be in progress."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from cpoker_fast.app.console.arguments import rules_named
from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.recorder.entering import moves_undone, next_record
from cpoker_fast.app.table.deal_files import kind_of_other_file
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import NotationError, TableError
from cpoker_fast.notation import Record, format_deal
from cpoker_fast.notation.files import lines_in, read_blocks
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.files import read_file, write_file

__all__ = ["Recording"]


class _State(NamedTuple):
    """The deals of the file before the last one, as text and as a number, and the record of the last one."""

    before: bytes
    number: int
    record: Record | None

    def content(self) -> bytes:
        """Return the content of the file."""
        return self.before if self.record is None else self.before + format_deal(self.record).encode() + b"\n"


class Recording:
    """Deals that are entered card by card. Every change is written to the file before it takes effect.

    Parameters
    ----------
    rules : Rules or None
        The rules of new deals; by default those of the last deal in the file, or ``pineapple``.
    path : Path or None
        The file; None to write none. If it has deals, they stay as they are, and a last deal in progress continues.

    Raises
    ------
    BadInput
        If the last deal in the file is damaged, or in progress under other rules.
    FileError
        If the file cannot be read.
    """

    def __init__(self, rules: Rules | None, path: Path | None) -> None:
        self._path = path
        self._content = b""
        if path is not None and path.exists():
            self._content = read_file(path)
        elif path is not None:
            write_file(path, lambda _: None)  # to report an error now, not after the first entry
        self._states = self._states_in_file(rules)
        last = self.record
        if rules is not None and last is not None and not last.is_over and rules != last.rules:
            problem = f"deal {self.number} is in progress under {quote(last.rules.name)}: finish it, or omit the rules"
            raise BadInput(f"{path}: {problem}")
        self.rules: Rules = rules or (rules_named("pineapple") if last is None else last.rules)

    def _states_in_file(self, rules: Rules | None) -> list[_State]:
        """Return the states that `undo` can restore: those of the last two deals in the file, after each of their moves."""
        results, states = [*read_blocks(lines_in(BytesIO(self._content)), rules)], []
        lines = self._content.split(b"\n")
        for number in range(max(0, len(results) - 2), len(results)):
            first, record = results[number]
            before = b"".join(line + b"\n" for line in lines[: first - 1])
            if number == 0:
                states.append(_State(before, 0, None))
            if not isinstance(record, NotationError):
                record = record if record.is_over else replace(record, stacks=())  # the cards to come are entered
                moves = len(record.moves) + bool(record.hand)
                records = [*(moves_undone(record, count) for count in range(moves)), record]
                states += [_State(before, number, state) for state in records]
            elif number == len(results) - 1:
                if other := kind_of_other_file(self._content):
                    raise BadInput(f"{self._path}: expected deals in the notation, got {other}")
                raise BadInput(f"{self._path}:{record.line}:{record.column}: {record.problem}")
        return states or [_State(self._content, 0, None)]

    @property
    def record(self) -> Record | None:
        """The last deal; None before the first one."""
        return self._states[-1].record

    @property
    def number(self) -> int:
        """The number of deals in the file."""
        _, number, record = self._states[-1]
        return number + (record is not None)

    def begin(self, *names: str) -> Record:
        """Begin the next deal, and return it; raise CpokerError if that is impossible."""
        if self.record is not None and not self.record.is_over:
            raise TableError(f"deal {self.number} is in progress: `undo` takes back what was entered")
        record = next_record(self.rules, self.record, names)
        content = self._content.rstrip(b"\n")
        self._add(_State(content + b"\n\n" if content else b"", self.number, record))
        return record

    def change(self, record: Record) -> None:
        """Set the state of the last deal."""
        self._add(self._states[-1]._replace(record=record))

    def undo(self) -> None:
        """Restore the state before the last entry; raise TableError if there is none."""
        if len(self._states) == 1:
            raise TableError("there is nothing to undo")
        self._write(self._states[-2])
        self._states.pop()

    def _add(self, state: _State) -> None:
        self._write(state)
        self._states.append(state)

    def _write(self, state: _State) -> None:
        content = state.content()
        if self._path is not None:
            write_file(self._path, lambda stream: stream.write(content))
        self._content = content
