"""The readout of a settlement as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cpoker_fast.boards import ROWS
from cpoker_fast.settling.readout import names_of, parts_of, pool_lines, shown_pairs, side_parts_of, what_is_special

if TYPE_CHECKING:
    from cpoker_fast.settling.results import Pairing, SettledTable
    from cpoker_fast.settling.stakes import Payment

__all__ = ["explain_rich"]

_WON = {1: "green", -1: "red", 0: "dim"}


def _number(value: int) -> Text:
    return Text(f"{value:+d}" if value else "-", style=_WON[(value > 0) - (value < 0)])


def _seats(settled: SettledTable, names: Sequence[str]) -> Table:
    table = Table("player", *ROWS, "", title="Boards", title_justify="left")
    table.add_column("points", justify="right")
    if settled.chips is not None:
        table.add_column("chips", justify="right")
    for number, (name, seat, points) in enumerate(zip(names, settled.seats, settled.points, strict=True)):
        rows = [
            Text(f"{cards}\n{words}" + (f", {royalty}" if royalty else ""))
            for cards, words, royalty in zip(
                seat.board.rows if seat.board else (), seat.descriptions, seat.royalties, strict=True
            )
        ] or [Text("-")] * len(ROWS)
        cells = [Text(name), *rows, Text(what_is_special(seat)), _number(points)]
        if settled.chips is not None:
            player = settled.owners[number]
            is_first = settled.owners.index(player) == number
            cells.append(_number(settled.chips[player]) if is_first else Text(""))
        table.add_row(*cells)
    return table


def _pairing_cells(pair: Pairing, payments: list[Payment], columns: Sequence[str]) -> list[Text]:
    parts = dict([*parts_of(pair), *side_parts_of(pair)])
    rows = [_number(side) if pair.decided_by == "rows" else Text("") for side in pair.rows]
    times = [Text(f"x{pair.times}" if pair.times != 1 else "")]
    cells = [*rows, *(_number(parts.get(column, 0)) for column in columns), *times, _number(pair.points)]
    if payments:
        due, chips = sum(one.due for one in payments), sum(one.chips for one in payments)
        cells.append(_number(chips) + (f" of {due:+d}" if chips != due else ""))
    return cells


def explain_rich(settled: SettledTable, names: Sequence[str] | None) -> Group:
    """See `Settlement.explain_rich`."""
    names = names_of(settled, names)
    shown = shown_pairs(settled)
    used = [what for pair, _ in shown for what, value in [*parts_of(pair), *side_parts_of(pair)] if value]
    columns = list(dict.fromkeys(used))
    table = Table("pairing", *ROWS, *columns, "", title="Pairings", title_justify="left")
    table.add_column("points", justify="right")
    if settled.payments:
        table.add_column("chips", justify="right")
    for pair, payments in shown:
        table.add_row(Text(f"{names[pair.first]} v {names[pair.second]}"), *_pairing_cells(pair, payments, columns))
    pool = [Text("Pool"), *(Text(f"  {line}") for line in pool_lines(settled, names))] if settled.pool else []
    return Group(_seats(settled, names), *pool, *([table] if shown else []))
