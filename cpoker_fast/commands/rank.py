"""`cpoker rank`: strengths of rows."""

from __future__ import annotations

from typing import Any

import click

from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import checked, file_option, json_option, lines_of
from cpoker_fast.commands.output import print_json, print_rows
from cpoker_fast.ranking import describe, describe_lowball, lowball_strength, strength

__all__ = ["rank"]


@click.command(short_help="Rank rows of three or five cards.")
@click.argument("rows", nargs=-1, metavar="[ROW]...")
@file_option
@click.option(
    "--wheel",
    type=click.Choice(["lowest", "second"]),
    default="lowest",
    show_default=True,
    help="Place of A-2-3-4-5 among the straights.",
)
@click.option("--lowball", is_flag=True, help="Rank five cards as 2-7 lowball.")
@json_option
def rank(rows: tuple[str, ...], path: str | None, wheel: str, lowball: bool, as_json: bool) -> None:
    """Rank rows of three or five cards: strength (higher is better) and description.

    \b
    cpoker rank Ts Th Tc 4d 4s
    cpoker rank "As Ks Qs Js Ts" "9s 9h 4c"
    cpoker rank --file rows.txt --json
    """  # noqa: D301

    def read(text: str) -> dict[str, Any]:
        cards = CardSet(text)
        value = lowball_strength(cards) if lowball else strength(cards, wheel=wheel)
        words = describe_lowball(value) if lowball else describe(value, wheel=wheel)
        return {"cards": str(cards), "strength": value, "description": words}

    results = checked(lines_of(rows, path), read)
    if as_json:
        print_json(results)
    else:
        print_rows(("cards", "strength", "description"), (list(result.values()) for result in results), right=["strength"])
