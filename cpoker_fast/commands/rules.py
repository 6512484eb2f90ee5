"""`cpoker rules`: the rules that the library knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click
from rich.table import Table

from cpoker_fast.boards import ROWS
from cpoker_fast.commands.completion import complete_rules
from cpoker_fast.commands.inputs import json_option, read_rules
from cpoker_fast.commands.output import add_row, console, new_table, print_json, print_rows
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


def _options(value: Model, apart: tuple[str, ...] = ()) -> Table:
    table = new_table("option", "value")
    for key, kind in value.kinds().items():
        if key not in apart:
            given = getattr(value, key)
            if given is None and isinstance(kind, Int) and isinstance(kind.unset, str):
                given = kind.unset
            add_row(table, key.replace("_", " "), _show(given))
    return table


def _sources(given: Iterable[str]) -> str:
    """A line that tells what the letters in brackets of these notes stand for; empty if there are none."""
    notes = " ".join(given)
    told = [f"[{letters}] {what}" for letters, what in SOURCES.items() if f"[{letters}]" in notes]
    return f"Sources: {', '.join(told)}." if told else ""


def _row_tables(tables: Royalties | RowTables, title: str) -> Table:
    """A line for each kind of row, a column for each row."""
    by_row = [dict(getattr(tables, row)) for row in ROWS]
    table = new_table("", *ROWS, title=f"\n{title}", right=ROWS)
    for kind in dict.fromkeys(kind for numbers in by_row for kind in numbers):
        add_row(table, kind, *(numbers.get(kind, "-") for numbers in by_row))
    return table


def _level(natural: Natural, place: int) -> int:
    return place if natural.level is None else natural.level


def _print_openface(plan: OpenFace) -> None:
    out = console()
    streets = ", ".join(f"{dealt}/{placed}" for dealt, placed in plan.streets)
    out.print(f"\nOpen-face: up to {plan.players} players, cards dealt/placed {streets}; timeout: {plan.timeout}")
    if plan.fantasyland is not None:
        out.print(_row_tables(plan.fantasyland.entry, "Fantasyland entry: cards dealt"))
        out.print(_row_tables(plan.fantasyland.stay, "Fantasyland stay: cards dealt"))
        out.print(_options(plan.fantasyland, ("entry", "stay")))


def _print(one: Rules) -> None:
    out = console()
    out.print(f"{': '.join(filter(None, (one.name, one.note)))}\n", style="bold")
    out.print(_options(one, _APART))
    if one.royalties != Royalties():
        out.print(_row_tables(one.royalties, f"Royalties, paid on {one.royalties.on}"))
    if one.naturals:
        levels = ["level"] if any(natural.level is not None for natural in one.naturals) else []
        table = new_table("natural", "points", *levels, title="\nNaturals, ascending", right=["points", "level"])
        for place, natural in enumerate(one.naturals, 1):
            pays = "scoop" if one.natural_mode is NaturalMode.SCOOP else natural.points
            add_row(table, natural.pattern, pays, *[_level(natural, place) for _ in levels])
        out.print(table)
        if levels:
            out.print("Naturals of one level push.")
    if one.openface is not None:
        _print_openface(one.openface)
    if one.table != TableTerms():
        out.print("\nTable", _options(one.table, ("fees", "rake")))
        if one.table.fees != Fees():
            out.print("\nFees", _options(one.table.fees))
        if (rake := one.table.rake) != Rake():
            out.print("\nRake", _options(rake, ("jackpot",)))
            if rake.jackpot is not None:
                out.print("\nJackpot", _options(rake.jackpot))
    if sources := _sources([one.note]):
        out.print(f"\n{sources}")


def _flat(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All values of some rules, each with its key."""
    if isinstance(value, Royalties | RowTables):
        for row in ROWS:
            yield from ((path_of(path, row, kind), _show(number)) for kind, number in dict(getattr(value, row)).items())
        if isinstance(value, Royalties):
            yield path_of(path, "on"), _show(value.on)
    elif isinstance(value, Model):
        for key in value.kinds():
            if path or key not in ("name", "note", "naturals"):
                yield from _flat(getattr(value, key), path_of(path, key))
        if isinstance(value, Rules):
            for place, natural in enumerate(value.naturals, 1):
                yield path_of("naturals", natural.pattern), f"{natural.points} (level {_level(natural, place)})"
    else:
        yield path, _show(value)


def _differences(one: Rules, other: Rules) -> list[tuple[str, str, str]]:
    left, right = dict(_flat(one)), dict(_flat(other))
    keys = [*left, *(key for key in right if key not in left)]
    return [(key, left.get(key, "-"), right.get(key, "-")) for key in keys if left.get(key, "-") != right.get(key, "-")]


def _compare(one: Rules, other: Rules, *, as_json: bool) -> None:
    found = _differences(one, other)
    if as_json:
        print_json({"key": key, one.name: left, other.name: right} for key, left, right in found)
    elif found:
        print_rows(("", one.name, other.name), found)
    else:
        click.echo(f"{one.name} and {other.name} are the same rules")


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
    if schema:
        print_json([Rules.json_schema()])
        return
    shown = [read_rules(each) for each in names]
    if compare:
        if len(shown) != 2:
            raise click.UsageError(f"--compare needs two rules, got {len(shown)}")
        _compare(*shown, as_json=as_json)
    elif as_json:
        print_json(_as_json(one) for one in shown or map(read_rules, presets()))
    elif as_toml:
        for one in shown:
            click.echo(one.to_toml())
    elif not shown:
        known = list(map(read_rules, presets()))
        print_rows(("rules", "in short"), ((one.name, one.note.split(". ")[0]) for one in known))
        console().print(f"\n{_sources(one.note for one in known)}")
    else:
        for one in shown:
            _print(one)
