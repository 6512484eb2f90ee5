"""`cpoker rules`: the rules that the library knows."""

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

_APART = ("name", "note", "royalties", "naturals", "openface", "table")  # printed apart from the table of options


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == ():
        return "-"
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(":".join(map(str, each)) if isinstance(each, tuple) else _show(each) for each in value)


def _show_option(value: Model, key: str) -> str:
    """The value of an option, in words."""
    held, kind = getattr(value, key), value.kinds()[key]
    if key == "streets":
        return ", ".join(f"{dealt}/{placed}" for dealt, placed in held)
    return _show(kind.unset if held is None and isinstance(kind, Int) and isinstance(kind.unset, str) else held)


def _options(value: Model, apart: tuple[str, ...] = ()) -> Table:
    table = new_table("option", "value")
    for key in value.kinds():
        if key not in apart:
            add_row(table, key.replace("_", " "), _show_option(value, key))
    return table


def _sources(given: Iterable[str]) -> list[str]:
    """What the letters in brackets of these notes stand for, in lines with a heading; none if there are none."""
    notes = " ".join(given)
    told = [f"[{letters}] {what}" for letters, what in SOURCES.items() if f"[{letters}]" in notes]
    return ["\nSources", *told] if told else []


def _row_tables(tables: Royalties | RowTables, title: str) -> Table:
    """A line for each kind of row, a column for each row."""
    by_row = [dict(getattr(tables, row)) for row in ROWS]
    table = new_table("", *ROWS, title=f"\n{title}", right=ROWS)
    for kind in dict.fromkeys(kind for numbers in by_row for kind in numbers):
        add_row(table, kind, *(numbers.get(kind, "-") for numbers in by_row))
    return table


def _level(natural: Natural, place: int) -> int:
    return place if natural.level is None else natural.level


def _pays(rules: Rules, natural: Natural) -> str:
    return "scoop" if rules.natural_mode is NaturalMode.SCOOP else str(natural.points)


def _openface(plan: OpenFace) -> Iterator[RenderableType]:
    streets = _show_option(plan, "streets")
    streets += ", the first street face up to all" if plan.first_street_open else ""
    yield f"\nOpen-face: up to {plan.players} players, cards dealt/placed {streets}; timeout: {plan.timeout}"
    if plan.fantasyland is not None:
        yield _row_tables(plan.fantasyland.entry, "Fantasyland entry: cards dealt")
        yield _row_tables(plan.fantasyland.stay, "Fantasyland stay: cards dealt")
        yield _options(plan.fantasyland, ("entry", "stay"))


def _rules(one: Rules) -> Iterator[RenderableType]:
    """All that some rules say, one below the other."""
    yield Text(f"{': '.join(filter(None, (one.name, one.note)))}\n", "bold")
    yield _options(one, _APART)
    if one.royalties != Royalties():
        yield _row_tables(one.royalties, f"Royalties, paid on {one.royalties.on}")
    if one.naturals:
        levels = ["level"] if any(natural.level is not None for natural in one.naturals) else []
        table = new_table("natural", "points", *levels, title="\nNaturals, ascending", right=["points", "level"])
        for place, natural in enumerate(one.naturals, 1):
            add_row(table, natural.pattern, _pays(one, natural), *[_level(natural, place) for _ in levels])
        yield table
        if levels:
            yield "Naturals of one level push."
    if one.openface is not None:
        yield from _openface(one.openface)
    if one.table != TableTerms():
        yield from ("\nTable", _options(one.table, ("fees", "rake")))
        if one.table.fees != Fees():
            yield from ("\nFees", _options(one.table.fees))
        if (rake := one.table.rake) != Rake():
            yield from ("\nRake", _options(rake, ("jackpot",)))
            if rake.jackpot is not None:
                yield from ("\nJackpot", _options(rake.jackpot))
    yield from _sources([one.note])


def _listed(known: Sequence[Rules]) -> Iterator[RenderableType]:
    """A line for each of these rules: closed games first."""
    games = {
        "Closed games: all 13 cards at once": [one for one in known if not one.is_open_face],
        "\nOpen-face games: street by street": [one for one in known if one.is_open_face],
    }
    width = max(len(one.name) for one in known)
    for title, rules in games.items():
        yield Text(title, "bold")
        table = new_table("", "")
        table.show_header = False
        table.columns[0].min_width = width
        for one in rules:
            add_row(table, one.name, one.note.split(". ")[0].removesuffix("."))
        yield table
    yield from _sources(one.note for one in known)
    yield "\n`cpoker rules NAME` shows all that some rules say."


def _flat(value: Model, path: str = "") -> Iterator[tuple[str, str]]:
    """All values of some rules, each with its key."""
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
            for place, natural in enumerate(value.naturals, 1):
                yield path_of("naturals", natural.pattern), f"{_pays(value, natural)} (level {_level(natural, place)})"


def _differences(one: Rules, other: Rules) -> list[tuple[str, str, str]]:
    left, right = dict(_flat(one)), dict(_flat(other))
    keys = [*left, *(key for key in right if key not in left)]
    return [(key, left.get(key, "-"), right.get(key, "-")) for key in keys if left.get(key, "-") != right.get(key, "-")]


def _compare(pair: Sequence[Rules], titles: Sequence[str], *, as_json: bool) -> None:
    found = _differences(*pair)
    if as_json:
        print_json(dict(zip(("key", *titles), difference, strict=True)) for difference in found)
    elif found:
        table = new_table("", *titles)
        for row in found:
            add_row(table, *row)
        show([table])
    else:
        click.echo(f"{' and '.join(titles)} are the same rules")


def _as_json(one: Rules) -> dict[str, Any]:
    return {"name": one.name, **one.to_dict()}


@click.command(short_help="List the rules, show some, or compare two.")
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...", shell_complete=complete_rules)
@click.option("--compare", is_flag=True, help="Show the differences between two.")
@click.option("--toml", "as_toml", is_flag=True, help="Print TOML, to edit and pass to --rules.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of rules files, TOML or JSON.")
@json_option
def rules(names: tuple[str, ...], compare: bool, as_toml: bool, schema: bool, as_json: bool) -> None:
    """List the rules that --rules takes, show some of them, or compare two.

    \b
    cpoker rules
    cpoker rules pagat
    cpoker rules --compare american russian
    cpoker rules pagat --toml > ours.toml
    """  # noqa: D301
    asked = [option for option, is_asked in (("--compare", compare), ("--toml", as_toml), ("--schema", schema)) if is_asked]
    if len(asked) > 1:
        raise click.UsageError(f"give {' or '.join(asked)}, not both")
    if schema and names:
        raise click.UsageError("--schema describes all rules files: give no names")
    if schema:
        print_json([Rules.json_schema()])
        return
    shown = [read_rules(each) for each in names]
    if compare:
        if len(shown) != 2:
            raise click.UsageError(f"--compare needs two rules, got {len(shown)}")
        titles = [each.name for each in shown]
        _compare(shown, titles if len(set(titles)) == len(titles) else names, as_json=as_json)
    elif as_toml:
        if len(shown) != 1 or as_json:
            given = "--json" if as_json else str(len(shown))
            raise click.UsageError(f"--toml prints one rules file: expected one name or file, got {given}")
        click.echo(shown[0].to_toml(), nl=False)
    elif as_json:
        print_json(_as_json(one) for one in shown or map(read_rules, presets()))
    else:
        show(chain.from_iterable(map(_rules, shown)) if shown else _listed([*map(read_rules, presets())]))
