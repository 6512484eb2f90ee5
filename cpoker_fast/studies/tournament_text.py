"""Tournaments as text: the ranking, and a cross-table that fits the width of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast.display.columns import MARGIN, align_columns, fit_columns, width_of, wrap_line
from cpoker_fast.display.quoting import shorten
from cpoker_fast.estimates import margin_text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

__all__ = ["CROSS_TABLE", "FittedTournament", "cross_table", "labels", "ranking_table", "tournament_lines"]

CROSS_TABLE = "Points of the row's bot from the column's bot, with 95 % margins of error"
_STACKED_CROSS_TABLE = "Points of the row's bot from the column's bot, 95 % margins of error below:"
_LONGEST_NAME, _SHORTEST_NAME = 24, 8  # characters of a name in a table: the most, and the least if there is little room
_MILLISECONDS = 1000
_SPACE = 2  # columns between two cells


def labels(ranked: Sequence[dict[str, Any]], longest: int = _LONGEST_NAME) -> list[str]:
    """Return the numbers of ranked bots with their names, of at most `longest` characters."""
    width = len(str(len(ranked)))
    return [f"{number:{width}} {shorten(row['name'], longest)}" for number, row in enumerate(ranked, 1)]


def _labels_in(ranked: Sequence[dict[str, Any]], width: int) -> list[str]:
    """Return labels of some width, or longer ones if names would become too short."""
    return labels(ranked, max(_SHORTEST_NAME, min(width - len(f"{len(ranked)} "), _LONGEST_NAME)))


def ranking_table(ranked: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns of a ranking, and a row of text for each bot."""
    columns = ["bot", "points", MARGIN, "ranks", "faults", "ms"]
    rows = []
    for label, row in zip(labels(ranked), ranked, strict=True):
        best, worst, seconds = row["best_rank"], row["worst_rank"], row["seconds"]
        rows.append([
            label,
            f"{row['mean']:+.4f}",
            margin_text(row),
            str(best) if best == worst else f"{best}-{worst}",
            str(row["faults"]),
            "" if seconds is None else f"{_MILLISECONDS * seconds:.3f}",
        ])  # fmt: skip
    return columns, rows


def _cross_cells(ranked: Sequence[dict[str, Any]]) -> list[list[tuple[str, str]]]:
    """Return the entries of the cross-table with their margins of error, as text; empty if unknown."""
    return [
        [("", "") if entry is None else (f"{entry['mean']:+.3f}", margin_text(entry, 3)) for entry in row["entries"]]
        for row in ranked
    ]


def cross_table(ranked: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns of a cross-table, and a row of text for each bot."""
    columns = ["bot", *(str(number) for number in range(1, len(ranked) + 1))]
    cells = [[f"{mean} +- {margin}" if margin else mean for mean, margin in row] for row in _cross_cells(ranked)]
    return columns, [[label, *row] for label, row in zip(labels(ranked), cells, strict=True)]


def tournament_lines(title: str, ranked: Sequence[dict[str, Any]], note: str, width: int) -> list[str]:
    """Return the lines of a tournament for a terminal of limited width."""
    columns, rows = ranking_table(ranked)
    others = sum(_SPACE + max(map(width_of, column)) for column in list(zip(columns, *rows, strict=True))[1:])
    rows = [[label, *row[1:]] for label, row in zip(_labels_in(ranked, width - others), rows, strict=True)]
    notes = wrap_line(note, width) if note else []
    return [*wrap_line(title, width), *fit_columns(columns, rows, width), *notes, "", *_cross_lines(ranked, width)]


def _cross_lines(ranked: Sequence[dict[str, Any]], width: int) -> list[str]:
    """Return the lines of the cross-table: with margins beside the entries or, in a narrow terminal, below them.

    Columns that do not fit then follow below the others.
    """
    columns, rows = cross_table(ranked)
    wide = align_columns([columns, *rows], right=range(1, len(columns)))
    if max(map(width_of, wide)) <= width:
        return [*wrap_line(f"{CROSS_TABLE}:", width), *wide]
    cells = _cross_cells(ranked)
    widest = _SPACE + max(max(len(mean), len(margin)) for row in cells for mean, margin in row)
    names = _labels_in(ranked, width - len(ranked) * widest)
    fitting = max(1, (width - max(map(width_of, names))) // widest)
    lines = wrap_line(_STACKED_CROSS_TABLE, width)
    for first in range(0, len(names), fitting):
        lines += _stacked_lines(names, cells, range(first, min(first + fitting, len(names))))
    return lines


def _stacked_lines(names: Sequence[str], cells: Sequence[Sequence[tuple[str, str]]], columns: range) -> list[str]:
    rows = [["bot", *(str(column + 1) for column in columns)]]
    for name, row in zip(names, cells, strict=True):
        rows.append([name, *(row[column][0] for column in columns)])
        rows.append(["", *(row[column][1] for column in columns)])
    return align_columns(rows, right=range(1, len(columns) + 1))


class FittedTournament:
    """A tournament for terminals, as lines for their width."""

    def __init__(self, lines: Callable[[int], list[str]]) -> None:
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        yield from map(Text, self.lines(options.max_width))
