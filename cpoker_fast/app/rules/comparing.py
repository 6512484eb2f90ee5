"""Differences between rules, by option, by kind of row and by natural, and how they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cpoker_fast.app.console.output import print_json, show, width
from cpoker_fast.app.rules.shown import heading
from cpoker_fast.display.columns import width_of
from cpoker_fast.display.wording import counted
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.choices import Natural, NaturalMode
from cpoker_fast.rulebook.declaring import Models, path_of
from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.option_words import choices_in_words, first_clause, in_runs, unmarked, value_in_words, with_unit
from cpoker_fast.rulebook.options import ABSENT, Option
from cpoker_fast.rulebook.royalties import RowTable, Royalties
from cpoker_fast.rulebook.toml_lines import toml_value

__all__ = ["Difference", "Value", "differences", "in_lines", "show_differences"]

_NAMES = ("base", "name", "note")


class Value(NamedTuple):
    """A value of an option."""

    plain: Any
    """As in a file; None if the rules have no such option, kind of row or natural."""
    words: str


class Difference(NamedTuple):
    """An option, a kind of row or a natural that differs between rules."""

    option: Option
    part: str
    """Kind of row, or pattern of a natural; empty for other options."""
    values: tuple[Value, Value]

    @property
    def path(self) -> str:
        """Path in a file, such as ``royalties.front.pair A``."""
        return path_of(self.option.path, self.part)


def differences(first: Rules, second: Rules) -> list[Difference]:
    """Return the differences between rules, in the order of the groups of options; names and notes are ignored.

    Of a table that only one of them has, options that are switched off are no differences.
    """
    result = []
    for option in all_options().values():
        left, right = dict(_parts(option, first)), dict(_parts(option, second))
        for part in [*left, *(part for part in right if part not in left)]:
            missing = Value(None, _absent(option))
            pair = left.get(part, missing), right.get(part, missing)
            is_off = any(value.plain is None for value in pair) and any(value.plain is False for value in pair)
            if pair[0] != pair[1] and not is_off:
                result.append(Difference(option, part, pair))
    return result


def in_lines(rows: Iterable[Difference]) -> Iterator[Difference]:
    """Yield differences, with one for all kinds of rows of consecutive ranks that only one of the rules lists."""
    for (option, missing), group in groupby(rows, key=lambda row: (row.option, _side_without(row))):
        inner = list(group)
        if missing is None:
            yield from inner
            continue
        numbers = {row.part: row.values[1 - missing].plain for row in inner}
        for part, words in in_runs(numbers).items():
            number = numbers.get(part)  # None for several ranks
            value = Value(number, f"{words} {option.unit}" if number is None else with_unit(number, option.unit))
            absent = inner[0].values[missing]
            yield Difference(option, part, (value, absent) if missing else (absent, value))


def _side_without(row: Difference) -> int | None:
    """Return the index of the rules that do not list a kind of row; None if both do, and for other options."""
    plains = [value.plain for value in row.values]
    return plains.index(None) if isinstance(row.option.kind, RowTable) and None in plains else None


def _parts(option: Option, rules: Rules) -> Iterator[tuple[str, Value]]:
    """Yield the value of an option, or that of each kind of row or natural in it."""
    value = option.value_in(rules)
    if value is ABSENT or option.is_in_list or option.path in _NAMES:
        return
    if isinstance(option.kind, Models):
        for index, natural in enumerate(value):
            yield str(natural.name), Value(natural.to_plain(), _natural_in_words(rules, natural, index))
    elif isinstance(option.kind, RowTable):
        yield from ((kind, Value(number, with_unit(number, option.unit))) for kind, number in value)
    elif option.kind.unset is False and option.model is not None:  # whether the rules have the table
        yield "", Value(value is not None, "yes" if value is not None else value_in_words(option, False))
    elif option.model is None:
        plain = option.plain_in(rules)
        yield "", Value(plain, value_in_words(option, plain))


def _absent(option: Option) -> str:
    """Return words for an option, a kind of row or a natural that rules do not have."""
    if isinstance(option.kind, Models) or option.table == Royalties.PATH:
        return "not listed"
    return "none"


def _natural_in_words(rules: Rules, natural: Natural, index: int) -> str:
    """Return the payment of the natural at an index of the list, and its level if that decides which of two is paid."""
    if rules.natural_mode is NaturalMode.SCOOP:
        return "as a scoop"
    words = counted(natural.points, "point")
    level = index if natural.level is None else natural.level
    return f"{words} (level {level})" if rules.natural_mode is NaturalMode.FULL else words


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
