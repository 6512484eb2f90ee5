"""Readout of a settlement as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cpoker_fast.boards import ROWS, Board
from cpoker_fast.display.markup import cards_text
from cpoker_fast.settling.boards_in_words import remark_on, rows_in_words
from cpoker_fast.settling.readout import chips_by_seat, names_of, pairings_table, pool_lines

if TYPE_CHECKING:
    from cpoker_fast.settling.results import Seat, SettledTable

__all__ = ["explain_rich"]

_SIGN_STYLES = {"+": "green", "-": "red"}


def _colored(cell: str) -> Text:
    return Text(cell, style=_SIGN_STYLES.get(cell[:1], ""))


def _row_cells(seat: Seat) -> list[Text]:
    if not isinstance(seat.board, Board):
        return [Text("-") for _ in ROWS]
    rows = zip(seat.board.rows, rows_in_words(seat), strict=True)
    return [cards_text(str(cards)).append(f"\n{words}") for cards, words in rows]


def _boards_table(settled: SettledTable, names: Sequence[str]) -> Table:
    table = Table("player", *ROWS, "", title="Boards", title_justify="left")
    table.add_column("points", justify="right")
    if settled.chips is not None:
        table.add_column("chips", justify="right")
    for name, seat, points, chips in zip(names, settled.seats, settled.points, chips_by_seat(settled), strict=True):
        won = [_colored("" if chips is None else f"{chips:+d}")] if settled.chips is not None else []
        table.add_row(Text(name), *_row_cells(seat), Text(remark_on(seat, settled.rules)), _colored(f"{points:+d}"), *won)
    return table


def _pairings_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(columns[0], title="Pairings", title_justify="left")
    for column in columns[1:]:
        table.add_column(column, justify="right")
    for name, *cells in rows:
        table.add_row(Text(name), *map(_colored, cells))
    return table


def explain_rich(settled: SettledTable, names: Sequence[str] | None) -> Group:
    """Explain a settlement in rich text; see `Settlement.explain_rich`."""
    names = names_of(settled, names)
    pairings = pairings_table(settled, names)
    pool = [Text("Pool"), *(Text(f"  {line}") for line in pool_lines(settled, names))] if settled.pool else []
    return Group(_boards_table(settled, names), *pool, *([_pairings_table(pairings[0], pairings[1:])] if pairings else []))
