"""Text in columns, for terminals and files."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Sequence

__all__ = ["MARGIN", "align_columns", "fit_columns", "fold_columns", "width_of", "wrap_line"]

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


def _with_margins(columns: Sequence[str]) -> list[list[int]]:
    """Return the indexes of columns in groups: each column but the first is with its margins of error, if it has any."""
    groups: list[list[int]] = []
    for number, column in enumerate(columns):
        if column == MARGIN and len(groups) > 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


_INDENT = 4  # spaces before the further lines of a row, if there is room


def fold_columns(columns: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table of limited width: a head, then the rows, with all columns but the first right-aligned.

    If the columns do not fit, the head and each row have several lines. The first cell begins the first line, and all lines
    end at the same place. A column and its margins of error are in the same line.
    """
    all_rows = [columns, *rows]
    widths = [max(map(width_of, column)) for column in zip(*all_rows, strict=True)]
    folds: list[list[int]] = [[]]
    ends = [widths[0]]
    for group in _with_margins(columns)[1:]:
        needed = sum(2 + widths[number] for number in group)
        if ends[-1] + needed > width:
            folds.append([])
            ends.append(-2)  # no space before the first column of a line
        folds[-1] += group
        ends[-1] += needed
    longest = max(ends[1:], default=-_INDENT)
    end = max(longest, min(width, max(ends[0], longest + _INDENT)))
    lines = []
    for row in all_rows:
        for label, fold in zip([row[0], *[""] * (len(folds) - 1)], folds, strict=True):
            cells = "  ".join(_at_right(row[number], widths[number]) for number in fold)
            lines.append(f"{label}{_at_right(cells, end - width_of(label))}".rstrip())
    return lines


def _at_right(cell: str, width: int) -> str:
    return " " * (width - width_of(cell)) + cell


def fit_columns(
    columns: Sequence[str], rows: Iterable[Sequence[str]], width: int, last: str = "", *, has_note: bool = True
) -> list[str]:
    """Return the lines of a table of limited width: a head, then the rows, with all columns but the first right-aligned.

    Columns that do not fit are dropped, from the right, each with its margins of error. The column `last` is dropped after
    the others; the first column is never dropped. A note at the end names the dropped columns, if `has_note`.
    """
    from textwrap import wrap  # imported here: it takes longer than most modules of this package

    all_rows = [columns, *rows]
    groups = _with_margins(columns)
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


def wrap_line(line: str, width: int, before: str = "") -> list[str]:
    """Break a line into lines of at most `width` columns, unless a word is longer; all but the first are indented.

    If one break is sufficient, in front of the last `before`, the line is only broken there.
    """
    if width_of(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    head, _, tail = line.rpartition(f" {before}") if before else ("", "", line)
    if head and max(width_of(head), width_of(f"{indent}{before}{tail}")) <= width:
        return [head, f"{indent}{before}{tail}"]
    first, *words = line.lstrip().split(" ")
    lines = [indent[2:] + first]
    for word in words:
        if width_of(lines[-1]) + 1 + width_of(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines
