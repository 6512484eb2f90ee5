"""Tables of generated pages: rows that earn points or cards, prices of results, and differences between presets."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator, Mapping
from functools import cache

from page_text import key_link, preset_link, table

import cpoker_fast as cp
from cpoker_fast.commands.rules import rules as rules_command
from cpoker_fast.rulebook import RowTables

ROWS = ("front", "middle", "back")
RANKS = "23456789TJQKA"
SCOOP = "winning all three rows: a scoop"
_LEAST_RUN = 3  # kinds of consecutive ranks that share a line

_PLAIN = {
    "ann": "Ah Kd Qc / 9s 9h 7d 4c 2s / As Ac 8h 8d 5c",
    "bob": "Kh Jd Tc / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "cat": "Ks Jh Td / 5s 5h 4d 3s 2d / Js Jc 6d 6c 9c",
    "dan": "Kc Qh 9d / 2h 2c Ad 7s 3d / Ts Th 8c 8s 4h",
    "wins the front": "2c 2d Jd / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "ties the front": "Ad Ks Qh / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "fouls": "8c 8s Jd / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
}
_LOWBALL = {
    "ann": "Ah Kd Qc / Ts 6h 5d 3c 2s / As Ac 8h 8d 7c",
    "bob": "Kh Jd 9c / Th 7d 5s 4c 2h / Qs Qd 6s 6c 3h",
    "cat": "Ks Jh 9s / Td 8c 4d 3d 2c / Js Jc 5h 5c 7s",
    "dan": "Kc Qh 2d / Tc 8s 7h 6d 4h / 9h 9d Ad 4s 3s",
    "wins the front": "3s 3d Kh / Th 7d 5s 4c 2h / Qs Qd 6s 6c 3h",
    "ties the front": "Ad Kc Qh / Th 7d 5s 4c 2h / Qs Qd 6s 6c 3h",
    "fouls": "9h 9d Kh / Th 7d 5s 4c 2h / 6s 6c Qs Jc 3h",
}
"""Boards without royalties in all presets. The first one wins all rows against the others, except where a name says more."""

# ---- rows that earn points or cards ----


def in_runs(pairs: Mapping[str, int]) -> dict[str, str]:
    """Return kinds of rows and numbers as text, the lowest numbers first.

    Consecutive ranks share a line: ``pair 6 to A``, ``1 to 9``.
    """
    items, lines = sorted(pairs.items(), key=lambda pair: pair[1]), {}
    while items:
        size = _run_of(items)
        (kind, number), (_, last_number) = items[0], items[size - 1]
        if size < _LEAST_RUN:
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


def row_table(tables: RowTables | cp.Royalties) -> list[str]:
    """Return a table with a line for each kind of row, and a column each for front, middle and back."""
    by_row = [in_runs(dict(getattr(tables, row))) for row in ROWS]
    kinds = dict.fromkeys(kind for numbers in by_row for kind in numbers)
    rows = ([kind, *(numbers.get(kind, "") for numbers in by_row)] for kind in kinds)
    return table(["kind of row", *ROWS], rows, right=ROWS) if kinds else []


# ---- prices ----


def prices(rules: cp.Rules) -> dict[str, int]:
    """Return the points of a player for typical results, settled with rows that earn no royalties."""
    boards = _LOWBALL if rules.lowball_middle else _PLAIN

    def points(*names: str) -> int:
        table_boards = [boards["ann"], *(boards[name] for name in names)]
        return cp.settle(table_boards, rules, button=1).points[0]

    results = {
        "winning two rows, losing one": points("wins the front"),
        "winning two rows, tying one": points("ties the front"),
        SCOOP: points("bob"),
    }
    if not rules.has_banker:
        opponents = ("bob", "cat", "dan")[: rules.openface.players - 1 if rules.openface else 3]
        home_run = ": a home run" if rules.has_home_run else ""
        results[f"winning all rows against {'three' if len(opponents) > 2 else 'two'} opponents{home_run}"] = points(
            *opponents
        )
    return {**results, "a foul of the opponent": points("fouls")}


# ---- differences ----


@cache
def differences(name: str, other: str) -> tuple[tuple[str, str, str], ...]:
    """Return the differences that `cpoker rules --compare` shows: the key and both values as text."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        rules_command.main(["--compare", "--json", name, other], standalone_mode=False)
    lines = [json.loads(line) for line in output.getvalue().splitlines()]
    return tuple((line["key"], line[name], line[other]) for line in lines)


def most_similar(name: str) -> str:
    """Return the other preset with the fewest differences."""
    others = [other for other in cp.presets() if other != name]
    return min(others, key=lambda other: len(differences(*sorted((name, other)))))


def _linked(path: str) -> str:
    """Return a path of a difference, such as ``royalties.front.pair A``, with a link to its key."""
    parts = path.split(".")
    length = next((parts.index(row) + 1 for row in ROWS if row in parts), 1 if parts[0] == "naturals" else len(parts))
    kind = ".".join(parts[length:])
    return key_link(".".join(parts[:length])) + (f" {kind}" if kind else "")


def comparison(name: str) -> Iterator[list[str]]:
    """Yield the paragraphs that compare a preset with the most similar one."""
    other = most_similar(name)
    rows = differences(name, other)
    yield [f"## Compared with {other}"]
    if rows:
        yield [f"This is the most similar preset. `cpoker rules --compare {name} {other}` prints the same table."]
        yield table(("key", name, preset_link(other)), ([_linked(key), *values] for key, *values in rows))
    else:
        yield [f"{preset_link(other)} has the same rules under another name."]
