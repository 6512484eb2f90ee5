"""`cpoker set`: set hands."""

from __future__ import annotations

from functools import partial
from math import nan
from typing import NamedTuple

import click

from cpoker_fast._texts import DecisionWriter, Words
from cpoker_fast.arranging import best_royalties, best_royalties_many
from cpoker_fast.board_arrays import has_no_board
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import (
    SetsOfCards,
    cards_in_batches,
    equilibrium,
    errors_at,
    file_option,
    json_option,
    rules_option,
)
from cpoker_fast.commands.work import Work, pieces
from cpoker_fast.decisions import Decisions
from cpoker_fast.display.wording import counted
from cpoker_fast.fields import Field, arrange_many
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling.results import describe_row

__all__ = ["set_hands"]

_HAND_SIZE = 13


class _Options(NamedTuple):
    rules: Rules
    field: Field | None
    """Equilibrium that the opponents play; None to set all boards by royalties."""
    opponents: int
    has_button: bool
    threads: int

    def decide(self, hands: SetsOfCards) -> Decisions:
        """Return the best decisions: by points for 13 cards if there is a field, otherwise by royalties, without points."""
        import numpy as np

        masks, sizes = np.frombuffer(hands.masks, np.uint64), np.frombuffer(hands.sizes, np.uint8)
        by_points = sizes == (_HAND_SIZE if self.field is not None else 0)
        boards, declare = np.empty((len(by_points), _HAND_SIZE), np.uint8), np.zeros(len(by_points), bool)
        points = np.full(len(by_points), nan)
        if by_points.any():
            decided = arrange_many(
                masks[by_points],
                self.rules,
                self.field,
                opponents=self.opponents,
                has_button=self.has_button,
                threads=self.threads,
            )
            boards[by_points], declare[by_points], points[by_points] = decided.boards, decided.declare, decided.points
        if not by_points.all():
            boards[~by_points] = best_royalties_many(masks[~by_points], self.rules, threads=self.threads)
        return Decisions(boards, declare, points)


def _number_set(hands: SetsOfCards, decisions: Decisions) -> int:
    """Return the number of hands before the first one that is set by royalties and has no legal board."""
    import numpy as np

    without_board = np.flatnonzero(has_no_board(decisions.boards) & np.isnan(decisions.points))
    return int(without_board[0]) if len(without_board) else len(hands.masks)


def _row_in_words(rules: Rules, row: str) -> Words:
    return Words(lambda strength: describe_row(row, strength, wheel=rules.wheel, lowball_middle=rules.lowball_middle))


@click.command("set", short_help="Set hands of 13 to 17 cards into boards.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option
@click.option(
    "--by",
    type=click.Choice(["points", "royalties"]),
    default="points",
    show_default=True,
    help="Objective: the most expected points, or the most royalties, with ties to the stronger back, middle and front.",
)
@click.option("--opponents", type=click.IntRange(1, 3), default=3, show_default=True, help="Number of opponents.")
@click.option("--has-button", is_flag=True, help="The player has the button.")
@click.option(
    "--threads", type=click.IntRange(0, 256), default=1, show_default=True, help="Number of threads; 0 for one per CPU."
)
@json_option
def set_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    by: str,
    opponents: int,
    has_button: bool,
    threads: int,
    as_json: bool,
) -> None:
    """Set hands of 13 to 17 cards into the best board against opponents who play the equilibrium.

    Hands of more than 13 cards are set by royalties; the cards left over are discarded.

    Points are from all --opponents together. The boards of the opponents are drawn from the equilibrium, and it is only
    estimated how your cards change their chances. `cpoker analyze` deals them the other 39 cards. So its points differ from
    these: under pagat, usually by less than a quarter of a point. The board that is set is nearly always among the best
    there. For dead cards, or known cards of opponents, use `cpoker analyze`.

    \b
    cpoker set As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c
    cpoker set --rules one-six --by royalties --file hands.txt
    """  # noqa: D301
    options = _Options(rules, equilibrium(rules) if by == "points" else None, opponents, has_button, threads)
    front, middle, back = (_row_in_words(rules, row) for row in ROWS)
    writer = DecisionWriter(compiled(rules), rules.name, (front, middle, back), counted(opponents, "opponent"))
    with Work("hand") as work:
        for batch in cards_in_batches(hands, path, FANTASYLAND_SIZES, partial(best_royalties, rules=rules)):
            decisions = options.decide(batch)
            number = _number_set(batch, decisions)
            for piece in pieces(number):
                columns = decisions.boards[piece], decisions.declare[piece].view("u1"), decisions.points[piece]
                text = writer.write(batch.masks[piece], *columns, as_json, not work.number)
                work.write(text, batch.line(piece.stop - 1), piece.stop - piece.start)
            if number < len(batch.masks):
                with errors_at(batch.line(number)):
                    best_royalties(CardSet.from_mask(batch.masks[number]), rules)  # raises the error
