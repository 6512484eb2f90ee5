"""Text in columns, for terminals and files."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Sequence

__all__ = ["MARGIN", "align_columns", "fit_columns", "width_of"]

MARGIN = "+- 95%"
"""Name of a column with the margins of error (`Estimate.margin`) of the column before it."""


def width_of(text: str) -> int:
    """Return the number of terminal columns that a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


def align_columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Return a line for each row, with its cells in columns; `right` has the indexes of right-aligned columns."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - width_of(cell))
            cells.append(space + cell if number in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines


def fit_columns(
    columns: Sequence[str], rows: Iterable[Sequence[str]], width: int, last: str = "", *, has_note: bool = True
) -> list[str]:
    """Return the lines of a table of limited width: a head, then the rows, with all columns but the first right-aligned.

    Columns that do not fit are dropped, from the right, each with its margins of error. The column `last` is dropped after
    the others; the first column is never dropped. A note at the end names the dropped columns, if `has_note`.
    """
    from textwrap import wrap  # imported here: it takes longer than most modules of this package

    all_rows = [columns, *rows]
    groups: list[list[int]] = []
    for number, column in enumerate(columns):
        if column == MARGIN and len(groups) > 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    dropped: list[list[int]] = []
    droppable = sorted(groups[1:], key=lambda group: (columns[group[0]] != last, group))
    while True:
        shown = [number for group in groups if group not in dropped for number in group]
        lines = align_columns([[row[number] for number in shown] for row in all_rows], right=range(1, len(shown)))
        if not droppable or max(map(width_of, lines)) <= width:
            break
        dropped.append(droppable.pop())
    if dropped and has_note:
        names = ", ".join(columns[group[0]] for group in sorted(dropped))
        lines += wrap(f"(No room at this width for: {names}.)", max(width, 1))
    return lines
