"""Text in columns, for terminals and files."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Sequence

__all__ = ["fitted", "in_columns", "width_of"]


def width_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


def in_columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """A line for each row, with cells below each other; `right` has the numbers of the columns that end together."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - width_of(cell))
            cells.append(space + cell if number in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines


def fitted(columns: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> list[str]:
    """Lines of columns, the first to the left, the others to the right, with a head.

    Those that there is no room for in a width are left out, the last ones first, and named below.
    """
    whole = [columns, *rows]
    for shown in range(len(columns), 0, -1):
        lines = in_columns([row[:shown] for row in whole], right=range(1, shown))
        if max(map(width_of, lines)) <= width:
            break
    if shown < len(columns):
        lines.append(f"(No room at this width for: {', '.join(columns[shown:])}.)")
    return lines
