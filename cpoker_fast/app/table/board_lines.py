"""Tables of boards as text: a board on each line, perhaps with a name, and an empty line after each table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cpoker_fast.app.console.arguments import read_board
from cpoker_fast.app.console.bad_input import BadInput, InputLine, error_in
from cpoker_fast.boards import Board, Foul
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import BoardError, CardError, CpokerError
from cpoker_fast.rulebook import Rules

__all__ = ["boards_by_name", "error_in_table", "tables_of_lines"]

_LINE = "A line is a board, FRONT / MIDDLE / BACK, or a name, a colon and a board: 'Ann: Ah Kd 2c / ...'"


def tables_of_lines(lines: Iterable[InputLine]) -> Iterator[list[InputLine]]:
    """Split boards into tables at empty lines."""
    table: list[InputLine] = []
    for line in lines:
        if line.text:
            table.append(line)
        elif table:
            yield table
            table = []
    if table:
        yield table


def boards_by_name(
    table: Sequence[InputLine], rules: Rules, report: Callable[[BadInput], object]
) -> dict[str, Board | Foul | None] | None:
    """Return the boards of a table: None for a surrender, FOUL for a dead hand. If a line is bad, return None.

    Players without a name are Player 1, Player 2, ..., by their lines. `report` is called with the error of each bad line.
    """
    boards: dict[str, Board | Foul | None] = {}
    for seat, line in enumerate(table, 1):
        try:
            name, board = _read_board(line, rules)
            name = name or f"Player {seat}"
            if name in boards:
                raise error_in(line, f"duplicate name {name!r} at this table")
            boards[name] = board
        except BadInput as error:
            report(error)
    return boards if len(boards) == len(table) else None


def error_in_table(table: Sequence[InputLine], error: CpokerError) -> BadInput:
    """Return a BadInput for an error about a table, with the line of the board that it names, or the first one."""
    place = getattr(error, "index", None)
    return error_in(table[place if place is not None else 0], error)


def _read_board(line: InputLine, rules: Rules) -> tuple[str, Board | Foul | None]:
    """Return the name, or '' without one, and the board."""
    label, colon, text = line.text.rpartition(":")
    name = label.strip()
    try:
        board = read_board(text)
    except BoardError as error:
        hint = "" if colon or error.row or _begins_with_cards(text) else f". {_LINE}"
        raise error_in(line, f"{name}: {error}{hint}" if name else f"{error}{hint}") from None
    if board is None and not rules.has_surrender:
        raise error_in(line, f"rules {rules.name!r} do not allow a surrender: see the option `surrender` of the rules")
    return name, board


def _begins_with_cards(text: str) -> bool:
    try:
        CardSet(text.split(maxsplit=1)[0])
    except (CardError, IndexError):
        return False
    return True
