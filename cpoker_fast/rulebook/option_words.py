"""Options in words: their valid values, their values with units, and descriptions.

Texts of this package mark names and values with backticks, as docstrings do; `unmarked` removes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import groupby
from typing import Any

from cpoker_fast.cards import RANKS
from cpoker_fast.display.wording import counted
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.conditions import CardsText, NameOfNatural, NumbersOfCards, RankRange
from cpoker_fast.rulebook.declaring import Choice, Flag, Int, Ints, Kind, Models, One, OneCard, Text
from cpoker_fast.rulebook.descriptions import descriptions_in
from cpoker_fast.rulebook.options import ABSENT, REQUIRED, Option, PresetName
from cpoker_fast.rulebook.royalties import RowKindText, RowTable
from cpoker_fast.rulebook.toml_lines import toml_value

__all__ = [
    "choices_in_words", "default_in_words", "description_of", "first_clause", "in_runs", "streets_in_words", "unmarked",
    "unset_value", "valid_values", "value_in_words", "with_unit",
]  # fmt: skip


def description_of(member: Enum) -> str:
    """Return the description of a member of an enum, which is the text below it; empty if it has none."""
    return descriptions_in(type(member)).get(member.name, "")


_LEAST_RUN = 3  # kinds of consecutive ranks that share a line; one more if their numbers differ


def in_runs(pairs: Mapping[str, int]) -> dict[str, str]:
    """Return kinds of rows and numbers as text, the lowest numbers first.

    Consecutive ranks share a line: ``pair 6 to A``, ``1 to 9``.
    """
    items, lines = sorted(pairs.items(), key=lambda pair: pair[1]), {}
    while items:
        size = _run_of(items)
        (kind, number), (_, last_number) = items[0], items[size - 1]
        if size < _LEAST_RUN + (number != last_number):
            lines[kind], size = f"{number:,}", 1
        else:
            lines[f"{kind} to {items[size - 1][0][-1]}"] = (
                f"{number}" if number == last_number else f"{number} to {last_number}"
            )
        items = items[size:]
    return lines


def _run_of(items: list[tuple[str, int]]) -> int:
    """Return how many kinds at the beginning have one label, consecutive ranks, and numbers in equal steps of 0 or 1."""
    (kind, number), size = items[0], 1
    label, _, rank = kind.rpartition(" ")
    if not label or rank not in RANKS:
        return 1
    step = items[1][1] - number if len(items) > 1 else 0
    for (next_kind, next_number), next_rank in zip(items[1:], RANKS[RANKS.index(rank) + 1 :], strict=False):
        if next_kind != f"{label} {next_rank}" or next_number != number + step * size or step not in (0, 1):
            break
        size += 1
    return size


# ---- valid values ----


_VALUES: dict[type[Kind], str] = {
    CardsText: 'cards, such as `"Ah Ad"`',
    Flag: "`true` or `false`",
    Models: "a list of tables with the keys below",
    One: "a table with the keys below",
    OneCard: 'a card, such as `"Ah"`',
    RankRange: 'two ranks, such as `"8-A"`',
    RowKindText: 'a kind of row, or `""`',
    Text: "text in one line",
}


def valid_values(option: Option) -> str:
    """Return the valid values of an option in words, without the one that stands for None (see `unset_value`)."""
    kind, unit = option.kind, f" {option.unit}" if option.unit else ""
    match kind:
        case Ints() if option.path == "aces":  # the only list that may be empty or complete, but not in between
            words = f"a list of {kind.most} numbers of {_extent(kind.number)}{unit}, or `[]`"
        case PresetName():
            words = ", ".join(kind.names)
        case Choice():
            words = ", ".join(f"`{toml_value(str(member))}`" for member in kind.choices)
        case Int():
            words = f"{_extent(kind)}{unit}"
        case Ints():
            items = f"pairs of numbers:{unit}" if kind.width else f"numbers of {_extent(kind.number)}{unit}"
            words = f"a list of {kind.least} to {kind.most} {items}"
        case NumbersOfCards():
            words = f"a list of lists of numbers of 0 to {kind.most} that add up to 13"
        case RowTable():
            words = f"a table from kinds of rows to numbers of {_extent(kind.number)}{unit}"
        case NameOfNatural():
            patterns = ", ".join(f"`{toml_value(str(pattern))}`" for pattern in Pattern)
            words = f"{patterns}, or any other name for a natural with conditions"
        case _:
            words = _VALUES[type(kind)]
    return words


def unset_value(option: Option) -> str:
    """Return the value that stands for None, as TOML; empty if the option cannot be None."""
    return "" if option.kind.unset is None else toml_value(option.kind.unset)


def _extent(number: Int) -> str:
    return f"{number.low:,} to {number.high:,}"


def choices_in_words(option: Option) -> dict[str, str]:
    """Return the description of each value of an option with a choice, by the value as TOML; empty for other options."""
    members = option.kind.choices if isinstance(option.kind, Choice) else ()
    return {toml_value(str(member)): description_of(member) for member in members}


def default_in_words(option: Option) -> str:
    """Return the default as TOML, or why there is none; empty for an option that holds a table."""
    if option.default is REQUIRED:
        return "none; the key is required"
    if option.default is ABSENT:
        return "none; without it, the other keys change the defaults"
    words = "" if option.default == {} else f"`{toml_value(option.default)}`"
    return f"{words}; in a file, the name of the file" if option.path == "name" else words


# ---- values ----

_UNSET = {
    "match_points": "not used",
    "lowball_qualifier": "no limit",
    "most_points": "no limit",
    "most_home_run_points": "as for other pairings",
    "surrender": "not allowed",
    "fantasyland.entry_by_more": "not used",
    "fantasyland.stay_royalty_over": "not used",
    "fantasyland.most_stays": "no limit",
    "table.buy_in_most": "no maximum",
    "naturals.level": "its place in the list",
}
"""Words for None, where they are not "none"."""


def value_in_words(option: Option, value: Any) -> str:
    """Return a plain value of an option in words, with its unit; ``'none'`` for `ABSENT`, empty texts, lists and tables."""
    kind, unset = option.kind, option.kind.unset
    if type(value) is type(unset) and value == unset:  # 0 is not false
        return _UNSET.get(option.path, value if isinstance(value, str) else "none")
    if value is ABSENT or value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    match kind:
        case RowKindText():
            words = value or "any row"
        case Int():
            words = with_unit(value, option.unit)
        case RowTable():
            words = ", ".join(f"{kind}: {number}" for kind, number in in_runs(value).items())
        case Models():
            words = "; ".join(f"{item['name']} {item.get('points', '')}".rstrip() for item in value)
        case Ints():
            words = _numbers_in_words(option, kind, value)
        case One():
            words = "see its keys"
        case _:
            words = value
    return str(words)


def _numbers_in_words(option: Option, kind: Ints, value: Sequence[Any]) -> str:
    if option.path == "streets":
        return streets_in_words(value)
    if kind.width:
        return ", ".join(": ".join(map(str, item)) for item in value)
    *numbers, last = value
    return " and ".join(filter(None, [", ".join(map(str, numbers)), with_unit(last, option.unit)]))


def with_unit(number: int, unit: str) -> str:
    """Return a number with a unit that is in the plural: ``1 point``, ``50 percent``, ``times 2``; empty for no unit."""
    if unit == "times":
        return f"times {number}"
    return counted(number, unit[:-1]) if unit.endswith("s") else f"{number:,} {unit}".rstrip()


def streets_in_words(streets: Iterable[Sequence[int]]) -> str:
    """Return the cards dealt on all streets: ``5, then 4 times 3 (1 discarded)``."""
    all_streets, texts = list(streets), []
    for (dealt, placed), same in groupby(all_streets):
        times, discarded = len(list(same)), f" ({dealt - placed} discarded)" if dealt > placed else ""
        texts.append(f"{times} times {dealt}{discarded}" if times > 1 else f"{dealt}{discarded}")
    return ", then ".join(texts) if len(all_streets) > 1 else f"{texts[0]} at once"


# ---- sentences ----


def first_clause(description: str) -> str:
    """Return the first clause of a description, without the details after it."""
    return re.split(r"[.;:] ", description, maxsplit=1)[0].rstrip(".")


def unmarked(text: str) -> str:
    """Return a text without the backticks around names and values."""
    return text.replace("`", "")
