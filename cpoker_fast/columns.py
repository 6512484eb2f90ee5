"""Text in columns, for terminals and files."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Sequence

__all__ = ["in_columns", "width_of"]


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
