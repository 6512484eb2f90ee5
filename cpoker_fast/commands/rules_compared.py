"""Differences between two rules, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cpoker_fast.commands.output import print_json, show, width
from cpoker_fast.commands.rules_shown import heading
from cpoker_fast.display.columns import width_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.comparing import Difference, Value, differences, in_lines
from cpoker_fast.rulebook.option_words import choices_in_words, first_clause, toml_value, unmarked

__all__ = ["show_differences"]


def show_differences(pair: Sequence[Rules], titles: Sequence[str], *, as_json: bool) -> None:
    """Print the differences between two rules with these titles."""
    rows = differences(*pair)
    if as_json:
        print_json(
            {"key": row.path, **{title: value.plain for title, value in zip(titles, row.values, strict=True)}}
            for row in rows
        )
    elif rows:
        show(_tables([*in_lines(rows)], titles))
    else:
        click.echo(f"{' and '.join(titles)} are the same rules")


def _tables(rows: Sequence[Difference], titles: Sequence[str]) -> Iterator[RenderableType]:
    """Yield a table for each group of options, all with the same columns, and a title above."""
    lines = [(row.option.group, [_label(row), *(_words(row, value) for value in row.values)]) for row in rows]
    cells = [["", *titles], *(line for _, line in lines)]
    label_width, *value_widths = (max(map(width_of, column)) for column in zip(*cells, strict=True))
    most = max(_LEAST_WIDTH, (width() - label_width - 2 * _SPACE) // 2)
    widths = [label_width, *(min(value_width, most) for value_width in value_widths)]

    def table(*some: Sequence[str], style: str = "") -> Table:
        grid = Table.grid(padding=(0, _SPACE, 0, 0))
        for column_width in widths:
            grid.add_column(width=column_width, overflow="fold")
        for line in some:
            grid.add_row(*(Text(cell, style) for cell in line))
        return grid

    yield table(cells[0], style="bold")
    for number, (group, inner) in enumerate(groupby(lines, key=lambda line: line[0])):
        title = f"{group.title} [{group.table}]" if group.table else group.title
        yield heading(title) if number else Text(title, "bold")
        yield table(*(line for _, line in inner))


_SPACE = 2
_LEAST_WIDTH = 12  # columns of a value


def _label(row: Difference) -> str:
    """Return the key of an option in the table of its group, with the kind of row or the natural that differs."""
    path, table = row.option.path, row.option.group.table
    if path == table:  # the naturals, or whether there is such a table
        return f"  {row.part or row.option.key}"
    return f"  {path.removeprefix(f'{table}.')} {row.part}".rstrip()


def _words(row: Difference, value: Value) -> str:
    """Return a value in words, with its meaning if it is one of a choice."""
    meaning = choices_in_words(row.option).get(toml_value(value.plain), "")
    return f"{value.words}: {unmarked(first_clause(meaning))}" if meaning else value.words
