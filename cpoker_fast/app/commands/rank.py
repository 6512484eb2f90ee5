"""`cpoker rank`: strengths of rows."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING

import click

from cpoker_fast._ranking import LOWBALL_SIZES, ROW_SIZES
from cpoker_fast._texts import Words, write_rows
from cpoker_fast.app.console.common_options import file_option, json_option, keep_going_option
from cpoker_fast.app.console.input_lines import cards_in_batches
from cpoker_fast.app.console.work import Work, pieces
from cpoker_fast.cards import CardSet
from cpoker_fast.ranking import describe, describe_lowball, lowball_strength, lowball_strengths, strength, strengths

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["rank"]

_LEAST_WIDTH = 14  # of the column of cards: five cards
_HAND = 5  # cards that are ranked; the others are in brackets
_FEW = 16  # rows that are ranked one by one, without NumPy, whose import takes longer


_HELP = """Rank rows of three or five cards, or the best five of six or seven: strength (higher is better) and description.

Of six or seven cards, those that do not count are in brackets.

\b
cpoker rank Ts Th Tc 4d 4s
cpoker rank "As Ks Qs Js Ts" "9s 9h 4c"
cpoker rank As Ah Ac Kd Ks Qs 2h
cpoker rank --file rows.txt --json
"""


@click.command(help=_HELP)
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
@keep_going_option
@json_option
def rank(rows: tuple[str, ...], path: str | None, wheel: str, lowball: bool, keep_going: bool, as_json: bool) -> None:
    """Run ``cpoker rank``."""

    def strength_of(cards: str | CardSet) -> int:
        return lowball_strength(cards) if lowball else strength(cards, wheel=wheel)

    def strengths_of(masks: array[int]) -> array[int] | NDArray[np.uint16]:
        if len(masks) <= _FEW:
            return array("H", [strength_of(CardSet.from_mask(mask)) for mask in masks])
        return lowball_strengths(masks) if lowball else strengths(masks, wheel=wheel)

    words = Words(describe_lowball if lowball else partial(describe, wheel=wheel))
    width = 0  # of the column of cards
    with Work("row", keep_going=keep_going) as work:
        for batch in cards_in_batches(rows, path, LOWBALL_SIZES if lowball else ROW_SIZES, strength_of, report=work.report):
            values = strengths_of(batch.masks)
            most = max(batch.sizes)
            width = width or max(_LEAST_WIDTH, 3 * most - 1 + (len("()") if most > _HAND else 0))
            head = "" if as_json or work.number else f"{'cards':{width}}  strength  description\n"
            for piece in pieces(0, len(values)):
                text = write_rows(batch.masks[piece], values[piece], words, width, as_json, wheel)
                work.write(text if work.number else head + text, batch.line(piece.stop - 1), piece.stop - piece.start)
