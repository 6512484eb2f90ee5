"""Recorded deals in the terminal: boards side by side, the showdown, and the payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cpoker_fast.app.console.output import fantasyland_line, new_table, width
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import format_card
from cpoker_fast.display.columns import width_of
from cpoker_fast.display.markup import card_style
from cpoker_fast.game import Move
from cpoker_fast.notation import Record
from cpoker_fast.notation.record import is_hidden
from cpoker_fast.settling import Settlement
from cpoker_fast.settling.boards_in_words import rows_in_words

__all__ = ["boards_table", "open_hands", "payments", "showdown"]


def _cards(moves: Sequence[Move], row: int, street: int) -> Text:
    """Return the cards of a row, or the discards as row 3, in the order of placement; highlight the cards of `street`."""
    text = Text()
    for move in moves:
        for card in str((*move.placement.rows, move.placement.discards)[row]).split():
            style = card_style(card) + (" reverse" if move.street == street else "")
            text.append(" " if text else "").append(card, style)
    return text


def boards_table(record: Record, names: Sequence[str], title: str, street: int) -> Table:
    """Return all boards after a street, side by side; for street -1, only the boards set in Fantasyland have cards."""
    table = new_table(title, *names)
    moves_by_seat = [[move for move in record.moves if move.seat == seat] for seat in range(record.players)]
    shown = [
        [move._replace(street=-1) if cards else move for move in moves if cards or move.street <= street]
        for moves, cards in zip(moves_by_seat, record.fantasyland, strict=True)
    ]
    for number, name in enumerate(ROWS):
        cells = [
            Text("?") if moves and is_hidden(moves[0]) else _cards(moves, number, street) or Text("-") for moves in shown
        ]
        table.add_row(name, *cells)
    if any(dealt > placed for dealt, placed in record.streets) or any(record.fantasyland):
        discards = []
        for moves in shown:
            text = _cards(moves, len(ROWS), street)
            unknown = sum(record.unknown_discards(move._replace(street=max(move.street, 0))) for move in moves)
            discards.append(Text(" ").join(filter(None, [text, *[Text("?")] * unknown])))
        table.add_row("discards", *discards)
    return table


def showdown(record: Record, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield the boards in words and the payments. The boards are one below the other: side by side, they are too wide."""
    settlement = record.settlement()
    table = new_table("showdown", "", "")
    for name, seat in zip(names, settlement.seats, strict=True):
        for row, words in zip(ROWS, rows_in_words(seat) or ("surrenders", "", ""), strict=True):
            table.add_row(Text(name if row == ROWS[0] else ""), row, Text(words))
        if seat.is_foul:
            table.add_row("", "", Text("foul", "bold red"))
    yield Text()
    yield table
    yield Text()
    yield from payments(record, settlement, names)


def payments(record: Record, settlement: Settlement, names: Sequence[str]) -> Iterator[Text]:
    """Yield who pays whom at the showdown, and the Fantasylands of the next deal."""
    paid = settlement.summary(names)
    if max(map(width_of, paid.splitlines())) > width():
        paid = settlement.explain(names, width=width())
    yield Text(paid)
    if line := fantasyland_line(record.rules, names, record.next_fantasyland):
        yield Text(line)


def open_hands(record: Record, names: Sequence[str]) -> Iterator[Text]:
    """Yield a line for each player who still has to place cards that were dealt face up."""
    for name, cards in zip(names, record.open_hands, strict=False):
        if cards:
            yield Text(f"{name} has to place {' '.join(map(format_card, cards))}")
