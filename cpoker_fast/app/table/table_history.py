"""The history of a table: its state, the states that `undo` returns to, and the history in the events of a ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from cpoker_fast.app.table.agreed_terms import first_state
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table_checks import state_after
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import LedgerError, TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.event_lines import problem_of_first

__all__ = ["History", "errors_of_line", "history_of"]


class History:
    """The state of a table, and the earlier states that corrections return to."""

    state: TableState

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._earlier: list[tuple[int, TableState]] = []  # line of each event that can be undone, and the state before it

    def states_before(self) -> Mapping[int, TableState]:
        """Return the state before each event that can be undone, by the line of the event."""
        return dict(self._earlier)

    @property
    def last_line(self) -> int | None:
        """Line of the last event that can be undone; None if there is none."""
        return self._earlier[-1][0] if self._earlier else None

    def state_after(self, event: Event, *, settles_again: bool = False) -> TableState:
        """Return the state after an event; for `settles_again` and errors, see `table_checks.state_after`."""
        if event["event"] != "undo":
            return state_after(event, self.state, settles_again=settles_again)
        if event["line"] != self.last_line or not self._earlier:
            raise TableError(f"undo: expected line {self.last_line}, the last event, got {quote(event['line'])}")
        return self._earlier[-1][1]

    def add(self, line: int, event: Event, after: TableState) -> None:
        """Move to the state after the event in a line of the ledger."""
        if event["event"] == "undo":
            self._earlier.pop()
        else:
            self._earlier.append((line, self.state))
        self.state = after


def history_of(events: Sequence[Event], path: Path | None, *, settles_again: bool = False) -> History:
    """Return the history in the events of a ledger; raise LedgerError, which names the line, if one is impossible."""
    first = events[0] if events else {}
    if problem := problem_of_first(first):
        raise _error_in(path, 1, problem)
    with errors_of_line(path, 1):
        rules = Rules.from_dict(first["rules"])
        options = {"reserve_hands": first["reserve_hands"], "stakes": first["stakes"]}
        history = History(first_state(rules, first["unit"], first["button"], **options))
    for line, event in enumerate(events[1:], 2):
        with errors_of_line(path, line):
            history.add(line, event, history.state_after(event, settles_again=settles_again))
    return history


@contextmanager
def errors_of_line(path: Path | None, line: int) -> Iterator[None]:
    """Raise LedgerError, which names the line, for any error that an impossible event causes."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise _error_in(path, line, f"missing key {error}" if isinstance(error, KeyError) else str(error)) from None


def _error_in(path: Path | None, line: int, problem: str) -> LedgerError:
    place = f"line {line}" if path is None else f"{path}, line {line}"
    return LedgerError(f"{place}: {problem}", line=line)
