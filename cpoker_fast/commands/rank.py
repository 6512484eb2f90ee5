"""`cpoker rank`: strengths of rows."""

from __future__ import annotations

import click

from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import errors_at, file_option, json_option, lines_of
from cpoker_fast.commands.output import json_line
from cpoker_fast.commands.work import Work
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
    help="Rank of A-2-3-4-5 among the straights.",
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
    with Work("row") as work:
        for line in lines_of(rows, path):
            with errors_at(line):
                cards = CardSet(line.text)
                value = lowball_strength(cards) if lowball else strength(cards, wheel=wheel)
            words = describe_lowball(value) if lowball else describe(value, wheel=wheel)
            if as_json:
                text = json_line({"cards": str(cards), "strength": value, "description": words})
            else:
                head = "" if work.number else f"{'cards':14}  strength  description\n"
                text = f"{head}{cards!s:14}  {value:8}  {words}"
            work.write(text, line)
