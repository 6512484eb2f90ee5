"""Differences between rules, by option, by kind of row and by natural."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from cpoker_fast.display.wording import counted
from cpoker_fast.rulebook.choices import Natural, NaturalMode
from cpoker_fast.rulebook.declaring import Models, path_of
from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.option_words import value_in_words, with_unit
from cpoker_fast.rulebook.options import ABSENT, Option
from cpoker_fast.rulebook.row_runs import in_runs
from cpoker_fast.rulebook.royalties import RowTable, Royalties
from cpoker_fast.rulebook.rules import Rules

__all__ = ["Difference", "Value", "differences", "in_lines"]

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
            yield str(natural.pattern), Value(natural.to_plain(), _natural_in_words(rules, natural, index))
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
