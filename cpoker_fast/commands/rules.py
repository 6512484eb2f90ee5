"""`cpoker rules`: the rules that the library knows."""

from __future__ import annotations

from dataclasses import asdict, fields
from enum import Enum
from typing import Any

import click

from cpoker_fast.boards import ROWS
from cpoker_fast.commands.inputs import json_option
from cpoker_fast.commands.output import add_row, console, new_table, print_json, print_rows
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.variants import presets, rules as preset

__all__ = ["rules"]

_APART = {"name", "note", "royalties", "naturals"}  # fields that are not simply printed


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value.value if isinstance(value, Enum) else value)


def _print(one: Rules) -> None:
    out = console()
    out.print(f"{one.name}: {one.note}\n", style="bold")
    options = new_table("option", "value")
    for item in fields(one):
        if item.name not in _APART:
            add_row(options, item.name.replace("_", " "), _show(getattr(one, item.name)))
    out.print(options)
    paid = [(row, kind, units) for row in ROWS for kind, units in dict(getattr(one.royalties, row)).items()]
    if paid:
        table = new_table("row", "royalty", "points", title=f"\nRoyalties, paid on {one.royalties.on}", right=["points"])
        for row, kind, units in paid:
            add_row(table, row, kind, units)
        out.print(table)
    if one.naturals:
        table = new_table("natural", "points", title="\nNaturals, ascending", right=["points"])
        for natural in one.naturals:
            add_row(table, natural.pattern, natural.points or "scoop")
        out.print(table)


def _to_dict(one: Rules) -> dict[str, Any]:
    """Plain values for JSON, royalties as objects."""
    royalties = {row: dict(getattr(one.royalties, row)) for row in ROWS}
    return {**asdict(one), "royalties": {**royalties, "on": one.royalties.on}}


@click.command(short_help="List the rules, or show some.")
@click.argument("name", required=False)
@json_option
def rules(name: str | None, as_json: bool) -> None:
    """List the rules that --rules takes, or show one of them."""
    try:
        shown = [preset(each) for each in (presets() if name is None else (name,))]
    except RulesError as error:
        raise click.BadParameter(str(error)) from None
    if as_json:
        print_json(_to_dict(one) for one in shown)
    elif name is None:
        print_rows(("rules", "in short"), ((one.name, one.note) for one in shown))
    else:
        _print(shown[0])
