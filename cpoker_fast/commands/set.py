"""`cpoker set`: set hands, also those of Fantasyland."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import nan
from typing import NamedTuple

import click

from cpoker_fast._texts import DecisionWriter, Words
from cpoker_fast.arranging import best_royalties, best_royalties_many
from cpoker_fast.board_arrays import has_no_board
from cpoker_fast.boards import ROWS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.fantasyland import FantasylandOptions, parse_boards, write_fantasylands
from cpoker_fast.commands.inputs import (
    PointsByCards,
    SetsOfCards,
    cards_in_batches,
    equilibrium,
    errors_at,
    file_option,
    is_typed,
    json_option,
    parse_points_by_cards,
    rules_option,
)
from cpoker_fast.commands.work import Work, pieces
from cpoker_fast.decisions import Decisions
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError
from cpoker_fast.fields import Field, arrange_many
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling.results import describe_row

__all__ = ["set_hands"]

_HAND_SIZE = 13


class _Options(NamedTuple):
    rules: Rules
    field: Field | None
    """Equilibrium that the opponents play; None to set hands by royalties."""
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


def _write_boards(hands: SetsOfCards, options: _Options, writer: DecisionWriter, as_json: bool, work: Work) -> None:
    """Write the boards of hands; raise BadInput at the first one that is set by royalties and has no legal board."""
    decisions = options.decide(hands)
    number = _number_set(hands, decisions)
    for piece in pieces(number):
        columns = decisions.boards[piece], decisions.declare[piece].view("u1"), decisions.points[piece]
        text = writer.write(hands.masks[piece], *columns, as_json, not work.number)
        work.write(text, hands.line(piece.stop - 1), piece.stop - piece.start)
    if number < len(hands.masks):
        with errors_at(hands.line(number)):
            best_royalties(CardSet.from_mask(hands.masks[number]), options.rules)  # raises the error


def _check(text: str, against: tuple[Board, ...]) -> None:
    """Raise CardError for a hand that cannot be read, has a wrong size, or shares a card with a known board."""
    hand = CardSet(text)
    if len(hand) not in FANTASYLAND_SIZES:
        raise CardError(f"bad hand: expected {FANTASYLAND_SIZES[0]} to {FANTASYLAND_SIZES[-1]} cards, got {len(hand)}")
    for board in against:
        if shared := hand & board.hand:
            raise CardError(f"bad hand: {shared} is also in the board {board}")


def _by(by: str | None, rules: Rules) -> str | None:
    """Return what all hands are set by; None if it depends on the number of cards."""
    of_fantasyland = [option for name, option in (("bonus", "--stay-bonus"), ("against", "--against")) if is_typed(name)]
    if by not in (None, "fantasyland") and of_fantasyland:
        raise click.UsageError(f"{of_fantasyland[0]} is for --by fantasyland, got --by {by}")
    if by is None and (of_fantasyland or (rules.fantasyland and len(rules.streets) > 1)):
        by = "fantasyland"
    if by is None and not rules.fantasyland:
        by = "points"
    of_points = [option for name, option in (("opponents", "--opponents"), ("has_button", "--has-button")) if is_typed(name)]
    if by not in (None, "points") and of_points:
        raise click.UsageError(f"{of_points[0]} is for --by points; these hands are set by {by}")
    return by


def _in_runs(hands: SetsOfCards) -> Iterator[SetsOfCards]:
    """Yield the hands of 13 cards that follow each other, and those of more cards."""
    first = 0
    for index in range(1, len(hands.sizes) + 1):
        if index == len(hands.sizes) or (hands.sizes[index] == _HAND_SIZE) != (hands.sizes[first] == _HAND_SIZE):
            yield hands.slice(first, index)
            first = index


@click.command("set", short_help="Set hands of 13 to 17 cards into boards.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option
@click.option(
    "--by",
    type=click.Choice(["points", "royalties", "fantasyland"]),
    help="Objective: the most expected points; the most royalties, with ties to the stronger back, middle and front; or, in "
    "Fantasyland, the most royalties, or points against known boards, plus the worth of staying. Default: fantasyland for "
    "hands of Fantasyland, points for others.",
)
@click.option("--opponents", type=click.IntRange(1, 3), default=3, show_default=True, help="Number of opponents.")
@click.option("--has-button", is_flag=True, help="The player has the button.")
@click.option(
    "--stay-bonus", "bonus", metavar="POINTS", callback=parse_points_by_cards,
    help="Worth of staying in Fantasyland in points: one number, or one for each number of cards of the next deal, such as "
    "14=8,15=11; 0 to ignore staying. Default: the measured worth against the opponents of --against (one opponent without "
    "it), or a heuristic if it was not measured.",
)  # fmt: skip
@click.option(
    "--against", multiple=True, metavar="BOARD", callback=parse_boards,
    help="In Fantasyland, a known board of an opponent; repeatable. Points against these boards replace royalties.",
)  # fmt: skip
@click.option(
    "--threads", type=click.IntRange(0, 256), default=1, show_default=True, help="Number of threads; 0 for one per CPU."
)
@json_option
def set_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    by: str | None,
    opponents: int,
    has_button: bool,
    bonus: PointsByCards | None,
    against: tuple[Board, ...],
    threads: int,
    as_json: bool,
) -> None:
    """Set hands of 13 to 17 cards into the best board.

    By points, the opponents play the equilibrium. Points are from all --opponents together. The boards of the opponents are
    drawn from the equilibrium, and it is only estimated how your cards change their chances. `cpoker analyze` deals them the
    other 39 cards. So its points differ from these: under pagat, usually by less than a quarter of a point. The board that
    is set is nearly always among the best there. For dead cards, or known cards of opponents, use `cpoker analyze`. Hands of
    more than 13 cards are set by royalties; the cards left over are discarded.

    In Fantasyland, the board is exactly the best one. If the worth of staying changes it, the best board without that is
    also shown. Under rules with a Fantasyland, hands of more than 13 cards are set so, and all hands if cards are placed on
    several streets.

    \b
    cpoker set As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c
    cpoker set --rules one-six --by royalties --file hands.txt
    cpoker set --rules pineapple Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c
    cpoker set --rules pineapple --stay-bonus 8 "Ks Qh ... 3c" \\
        --against "Kh Kd 2c / As Ah 9s 9h 4c / Ts Th Td 8c 8d"
    """  # noqa: D301
    by = _by(by, rules)
    options = _Options(rules, equilibrium(rules) if by in (None, "points") else None, opponents, has_button, threads)
    in_fantasyland = FantasylandOptions(rules, bonus, against, threads)
    front, middle, back = (_row_in_words(rules, row) for row in ROWS)
    writer = DecisionWriter(compiled(rules), rules.name, (front, middle, back), counted(opponents, "opponent"))
    unavailable = sum(board.hand.mask for board in against)
    with Work("hand") as work:
        for batch in cards_in_batches(hands, path, FANTASYLAND_SIZES, partial(_check, against=against), unavailable):
            for run in _in_runs(batch) if by is None else [batch]:
                if by == "fantasyland" or (by is None and run.sizes[0] > _HAND_SIZE):
                    write_fantasylands(run, in_fantasyland, as_json, work)
                else:
                    _write_boards(run, options, writer, as_json, work)
