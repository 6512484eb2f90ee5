"""`cpoker set`: set hands into boards."""

from __future__ import annotations

from typing import Any

import click

from cpoker_fast.arranging import best_royalties
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import checked, file_option, json_option, lines_of, rules_option
from cpoker_fast.commands.output import add_row, console, new_table, print_json
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat

__all__ = ["set_hands"]


@click.command("set", short_help="Set hands of 13 to 17 cards into boards.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option
@json_option
def set_hands(hands: tuple[str, ...], path: str | None, rules: Rules, as_json: bool) -> None:
    """Set hands of 13 to 17 cards into the legal board with the most royalties, then the strongest back, middle and front.

    \b
    cpoker set As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h
    cpoker set --rules one-six --file hands.txt
    """  # noqa: D301

    def read(text: str) -> dict[str, Any]:
        board = best_royalties(text, rules)
        seat = read_seat(board, rules)
        return {
            "rules": rules.name,
            "board": str(board),
            "rows": [
                {"row": row, "cards": str(cards), "description": words, "royalties": royalty}
                for row, cards, words, royalty in zip(ROWS, board.rows, seat.descriptions, seat.royalties, strict=True)
            ],
            "royalties": sum(seat.royalties),
            "discarded": str(CardSet(text) - board.hand),
            "natural": None if seat.natural is None else str(seat.natural),
        }

    results = checked(lines_of(hands, path), read)
    if as_json:
        print_json(results)
        return
    out = console()
    for number, result in enumerate(results):
        if number:
            out.print()
        table = new_table("row", "cards", "description", "royalties", right=["royalties"])
        for row in result["rows"]:
            add_row(table, *row.values())
        out.print(table)
        if result["discarded"]:
            out.print(f"Discarded: {result['discarded']}.")
        if result["natural"]:
            out.print(f"The hand makes a natural: {result['natural']}.")
