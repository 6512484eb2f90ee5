"""`cpoker rules`: list, show and compare rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cpoker_fast.boards import ROWS
from cpoker_fast.commands.completion import complete_rules
from cpoker_fast.commands.inputs import json_option, read_rules
from cpoker_fast.commands.output import add_row, new_table, print_json, show
from cpoker_fast.rulebook import (
    Fees,
    Model,
    Natural,
    NaturalMode,
    OpenFace,
    Rake,
    RowTables,
    Royalties,
    Rules,
    TableTerms,
    path_of,
)
from cpoker_fast.rulebook.declaring import Int
from cpoker_fast.rulebook.presets import SOURCES, presets

__all__ = ["rules"]

_SEPARATE = ("name", "note", "royalties", "naturals", "openface", "table")  # printed outside the table of options


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == ():
        return "-"
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(":".join(map(str, item)) if isinstance(item, tuple) else _show(item) for item in value)


def _show_option(value: Model, key: str) -> str:
    """Return the value of an option as text."""
    option, kind = getattr(value, key), value.kinds()[key]
    if key == "streets":
        return ", ".join(f"{dealt}/{placed}" for dealt, placed in option)
    return _show(kind.unset if option is None and isinstance(kind, Int) and isinstance(kind.unset, str) else option)


def _options(value: Model, omitted: tuple[str, ...] = ()) -> Table:
    table = new_table("option", "value")
    for key in value.kinds():
        if key not in omitted:
            add_row(table, key.replace("_", " "), _show_option(value, key))
    return table


def _sources(notes: Iterable[str]) -> list[str]:
    """Return a heading and the sources that notes cite by letters in brackets; an empty list if they cite none."""
    text = " ".join(notes)
    sources = [f"[{letters}] {source}" for letters, source in SOURCES.items() if f"[{letters}]" in text]
    return ["\nSources", *sources] if sources else []


def _row_tables(tables: Royalties | RowTables, title: str) -> Table:
    """Return a table with a line for each kind of row, and a column each for front, middle and back."""
    by_row = [dict(getattr(tables, row)) for row in ROWS]
    table = new_table("", *ROWS, title=f"\n{title}", right=ROWS)
    for kind in dict.fromkeys(kind for numbers in by_row for kind in numbers):
        add_row(table, kind, *(numbers.get(kind, "-") for numbers in by_row))
    return table


def _level(natural: Natural, index: int) -> int:
    return index if natural.level is None else natural.level


def _pays(rules: Rules, natural: Natural) -> str:
    return "scoop" if rules.natural_mode is NaturalMode.SCOOP else str(natural.points)


def _openface(openface: OpenFace) -> Iterator[RenderableType]:
    streets = _show_option(openface, "streets")
    streets += ", the first street face up to all" if openface.first_street_open else ""
    yield f"\nOpen-face: up to {openface.players} players, cards dealt/placed {streets}; timeout: {openface.timeout}"
    if openface.fantasyland is not None:
        yield _row_tables(openface.fantasyland.entry, "Fantasyland entry: cards dealt")
        yield _row_tables(openface.fantasyland.stay, "Fantasyland stay: cards dealt")
        yield _options(openface.fantasyland, ("entry", "stay"))


def _parts(rules: Rules) -> Iterator[RenderableType]:
    """Yield all parts of rules, one below the other."""
    yield Text(f"{': '.join(filter(None, (rules.name, rules.note)))}\n", "bold")
    yield _options(rules, _SEPARATE)
    if rules.royalties != Royalties():
        yield _row_tables(rules.royalties, f"Royalties, paid on {rules.royalties.on}")
    if rules.naturals:
        levels = ["level"] if any(natural.level is not None for natural in rules.naturals) else []
        table = new_table("natural", "points", *levels, title="\nNaturals, ascending", right=["points", "level"])
        for index, natural in enumerate(rules.naturals):
            add_row(table, natural.pattern, _pays(rules, natural), *[_level(natural, index) for _ in levels])
        yield table
        if levels:
            yield "Different naturals of the same level push."
    if rules.openface is not None:
        yield from _openface(rules.openface)
    if rules.table != TableTerms():
        yield from ("\nTable", _options(rules.table, ("fees", "rake")))
        if rules.table.fees != Fees():
            yield from ("\nFees", _options(rules.table.fees))
        if (rake := rules.table.rake) != Rake():
            yield from ("\nRake", _options(rake, ("jackpot",)))
            if rake.jackpot is not None:
                yield from ("\nJackpot", _options(rake.jackpot))
    yield from _sources([rules.note])


def _list_of(presets: Sequence[Rules]) -> Iterator[RenderableType]:
    """Yield the list of presets, a line each: closed games first."""
    games = {
        "Closed games: all 13 cards at once": [rules for rules in presets if not rules.is_open_face],
        "\nOpen-face games: street by street": [rules for rules in presets if rules.is_open_face],
    }
    width = max(len(rules.name) for rules in presets)
    for title, group in games.items():
        yield Text(title, "bold")
        table = new_table("", "")
        table.show_header = False
        table.columns[0].min_width = width
        for rules in group:
            add_row(table, rules.name, rules.note.split(". ")[0].removesuffix("."))
        yield table
    yield from _sources(rules.note for rules in presets)
    yield "\n`cpoker rules NAME` shows all options of rules."


def _flat(value: Model, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the key and the value of each option, as text."""
    if isinstance(value, Royalties | RowTables):
        for row in ROWS:
            yield from ((path_of(path, row, kind), _show(number)) for kind, number in dict(getattr(value, row)).items())
        if isinstance(value, Royalties):
            yield path_of(path, "on"), _show(value.on)
    else:
        for key in value.kinds():
            if isinstance(part := getattr(value, key), Model):
                yield from _flat(part, path_of(path, key))
            elif path or key not in ("name", "note", "naturals"):
                yield path_of(path, key), _show_option(value, key)
        if isinstance(value, Rules):
            for index, natural in enumerate(value.naturals):
                yield path_of("naturals", natural.pattern), f"{_pays(value, natural)} (level {_level(natural, index)})"


def _differences(first: Rules, second: Rules) -> list[tuple[str, str, str]]:
    left, right = dict(_flat(first)), dict(_flat(second))
    keys = [*left, *(key for key in right if key not in left)]
    return [(key, left.get(key, "-"), right.get(key, "-")) for key in keys if left.get(key, "-") != right.get(key, "-")]


def _compare(pair: Sequence[Rules], titles: Sequence[str], *, as_json: bool) -> None:
    differences = _differences(*pair)
    if as_json:
        print_json(dict(zip(("key", *titles), difference, strict=True)) for difference in differences)
    elif differences:
        table = new_table("", *titles)
        for row in differences:
            add_row(table, *row)
        show([table])
    else:
        click.echo(f"{' and '.join(titles)} are the same rules")


def _plain(rules: Rules) -> dict[str, Any]:
    return {"name": rules.name, **rules.to_dict()}


@click.command(short_help="List the rules, show some, or compare two.")
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...", shell_complete=complete_rules)
@click.option("--compare", is_flag=True, help="Show the differences between two rules.")
@click.option("--toml", "as_toml", is_flag=True, help="Print TOML, to edit and pass to --rules.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of rules files, TOML or JSON.")
@json_option
def rules(names: tuple[str, ...], compare: bool, as_toml: bool, schema: bool, as_json: bool) -> None:
    """List the rules that --rules accepts, show some of them, or compare two.

    \b
    cpoker rules
    cpoker rules pagat
    cpoker rules --compare american russian
    cpoker rules pagat --toml > ours.toml
    """  # noqa: D301
    chosen = [option for option, is_on in (("--compare", compare), ("--toml", as_toml), ("--schema", schema)) if is_on]
    if len(chosen) > 1:
        raise click.UsageError(f"give {' or '.join(chosen)}, not both")
    if schema and names:
        raise click.UsageError("--schema describes all rules files: give no names")
    if schema:
        print_json([Rules.json_schema()])
        return
    shown = [read_rules(name) for name in names]
    if compare:
        if len(shown) != 2:
            raise click.UsageError(f"--compare: expected two rules, got {len(shown)}")
        titles = [rules.name for rules in shown]
        _compare(shown, titles if len(set(titles)) == len(titles) else names, as_json=as_json)
    elif as_toml:
        if len(shown) != 1 or as_json:
            got = "--json" if as_json else str(len(shown))
            raise click.UsageError(f"--toml prints one rules file: expected one name or file, got {got}")
        click.echo(shown[0].to_toml(), nl=False)
    elif as_json:
        print_json(map(_plain, shown or map(read_rules, presets())))
    else:
        show(chain.from_iterable(map(_parts, shown)) if shown else _list_of([*map(read_rules, presets())]))
