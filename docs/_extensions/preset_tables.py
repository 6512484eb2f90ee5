"""Tables of generated pages: rows that earn points or cards, and differences between presets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from page_text import key_link, preset_link, table

import cpoker_fast as cp
from cpoker_fast.app.rules.comparing import Difference, differences, in_lines
from cpoker_fast.boards import ROWS
from cpoker_fast.rulebook import RowTables
from cpoker_fast.rulebook.option_words import in_runs

# ---- rows that earn points or cards ----


def row_table(tables: RowTables | cp.rulebook.Royalties) -> list[str]:
    """Return a table with a line for each kind of row, and a column each for front, middle and back."""
    by_row = [in_runs(dict(getattr(tables, row))) for row in ROWS]
    kinds = dict.fromkeys(kind for numbers in by_row for kind in numbers)
    rows = ([kind, *(numbers.get(kind, "") for numbers in by_row)] for kind in kinds)
    return table(["kind of row", *ROWS], rows, right=ROWS) if kinds else []


# ---- differences ----


@cache
def _differences(name: str, other: str) -> tuple[Difference, ...]:
    return tuple(differences(cp.rules(name), cp.rules(other)))


def most_similar(name: str) -> str:
    """Return the other preset with the fewest differences."""
    others = [other for other in cp.presets() if other != name]
    return min(others, key=lambda other: len(_differences(*sorted((name, other)))))


def comparison(name: str) -> Iterator[list[str]]:
    """Yield the paragraphs that compare a preset with the most similar one."""
    other = most_similar(name)
    rows = [
        [f"{key_link(row.option.path)} {row.part}".rstrip(), *(value.words for value in row.values)]
        for row in in_lines(_differences(name, other))
    ]
    yield [f"## Compared with {other}"]
    if rows:
        yield [f"This is the most similar preset. `cpoker rules --compare {name} {other}` prints the same table."]
        yield table(("key", name, preset_link(other)), rows)
    else:
        yield [f"{preset_link(other)} has the same rules under another name."]
