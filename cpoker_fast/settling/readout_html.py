"""Readout of a settlement as tables for a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from cpoker_fast.boards import ROWS, Board
from cpoker_fast.display.markup import cards_html, table_html
from cpoker_fast.settling.readout import chips_by_seat, names_of, pairings_table, pool_lines, remark_on, rows_in_words

if TYPE_CHECKING:
    from cpoker_fast.settling.results import Seat, SettledTable

__all__ = ["settlement_html"]


def _row_cells(seat: Seat) -> list[str]:
    if not isinstance(seat.board, Board):
        return [""] * len(ROWS)
    return [
        f"{cards_html(str(cards))}<br><small>{words}</small>"
        for cards, words in zip(seat.board.rows, rows_in_words(seat), strict=True)
    ]


def _boards_table(settled: SettledTable, names: list[str]) -> str:
    rows = []
    for name, seat, points, chips in zip(names, settled.seats, settled.points, chips_by_seat(settled), strict=True):
        won = ["" if chips is None else f"{chips:+d}"] if settled.chips is not None else []
        rows.append([escape(name), *_row_cells(seat), remark_on(seat, settled.rules), f"{points:+d}", *won])
    head = ["", *ROWS, "", "points", *(["chips"] if settled.chips is not None else [])]
    return table_html(rows, head=head, title=f"Boards, rules {escape(settled.rules.name)}", left=range(5))


def settlement_html(settled: SettledTable) -> str:
    """Return a settlement as HTML: the boards with their points, the pool, and a table of pairings."""
    names = names_of(settled, None)
    pool = "".join(f"<p>{escape(line)}</p>" for line in pool_lines(settled, names)) if settled.pool else ""
    if not (pairings := pairings_table(settled, names)):
        return _boards_table(settled, names) + pool
    head, rows = pairings[0], [list(map(escape, row)) for row in pairings[1:]]
    return _boards_table(settled, names) + pool + table_html(rows, head=head, title="Pairings")
