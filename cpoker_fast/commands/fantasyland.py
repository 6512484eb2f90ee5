"""`cpoker fantasyland`: set the hands of Fantasyland."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from cpoker_fast.arranging import FantasylandBoard, openface_fantasyland_many
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import (
    BadInput,
    PointsByCards,
    cards_in_batches,
    file_option,
    json_option,
    parse_points_by_cards,
    rules_option_of,
)
from cpoker_fast.commands.output import coloured, json_line, rows_in_lines, rows_plain, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling import read_seat

__all__ = ["set_fantasylands"]


class _Options(NamedTuple):
    rules: Rules
    bonus: PointsByCards | None
    against: tuple[Board, ...]

    @property
    def has_bonus(self) -> bool:
        """Whether staying adds to the value of a board."""
        return any(self.bonus.values()) if isinstance(self.bonus, dict) else self.bonus != 0

    @property
    def unavailable(self) -> int:
        """Mask of the cards of known boards."""
        return sum(board.hand.mask for board in self.against)

    def check(self, text: str) -> None:
        """Raise CardError for a hand that cannot be read, has a wrong size, or shares a card with a known board."""
        hand = CardSet(text)
        if len(hand) not in FANTASYLAND_SIZES:
            raise CardError(f"bad hand: expected {FANTASYLAND_SIZES[0]} to {FANTASYLAND_SIZES[-1]} cards, got {len(hand)}")
        for board in self.against:
            if shared := hand & board.hand:
                raise CardError(f"bad hand: {shared} is also in the board {board}")


class _Boards(NamedTuple):
    best: FantasylandBoard | None
    """Best board; None if every board of the hand is a foul."""
    without_bonus: FantasylandBoard | None
    """Best board without the worth of staying; None if it is the same as `best`."""


def _bests(hands: list[CardSet], options: _Options, bonus: PointsByCards | None) -> list[FantasylandBoard | None]:
    import numpy as np

    boards = None
    if options.against:
        boards = np.tile(np.array([board.cards() for board in options.against], np.uint8), (len(hands), 1, 1))
    masks = np.array([hand.mask for hand in hands], np.uint64)
    arrays = openface_fantasyland_many(masks, options.rules, bonus, boards=boards)
    bests: list[FantasylandBoard | None] = []
    for hand, cards, royalties, stays, value in zip(
        hands, arrays.boards, arrays.royalties.tolist(), arrays.stays.tolist(), arrays.values.tolist(), strict=True
    ):
        board = board_of_cards(cards)
        best = None if board is None else FantasylandBoard(board, hand - board.hand, royalties, stays or None, value)
        bests.append(best)
    return bests


def _best_boards(hands: list[CardSet], options: _Options) -> Iterator[_Boards]:
    try:
        bests = _bests(hands, options, options.bonus)
        without_bonus = _bests(hands, options, 0.0) if options.has_bonus else bests
    except CpokerError as error:  # about an option: hands and boards were checked before
        raise BadInput(error) from None
    for best, unweighted in zip(bests, without_bonus, strict=True):
        yield _Boards(best, unweighted if unweighted and best and unweighted.board != best.board else None)


def _plain_board(best: FantasylandBoard, rules: Rules) -> dict[str, Any]:
    return {
        "board": str(best.board),
        "rows": rows_plain(best.board, read_seat(best.board, rules)),
        "royalties": best.royalties,
        "discarded": str(best.discarded),
        "stays": best.stays,
        "value": best.value,
    }


def _plain(boards: _Boards, rules: Rules) -> dict[str, Any]:
    best = {"board": None} if boards.best is None else _plain_board(boards.best, rules)
    return {
        "rules": rules.name,
        **best,
        "without_bonus": None if boards.without_bonus is None else _plain_board(boards.without_bonus, rules),
    }


def _in_words(best: FantasylandBoard, options: _Options) -> str:
    """Return royalties, the next deal and the value of a board, in one line."""
    next_deal = f"stays in Fantasyland, with {best.stays} cards" if best.stays else "leaves Fantasyland"
    if best.stays and not options.against and best.value != best.royalties:
        next_deal += f", worth {round(best.value - best.royalties, 2):g}"
    value = f"value {round(best.value, 2):+g}" + (" against the known boards" if options.against else "")
    return f"{counted(best.royalties, 'royalty point')}; {next_deal}; {value}"


def _text(boards: _Boards, options: _Options) -> str:
    if boards.best is None:
        return "every board of this hand is a foul"
    lines = rows_in_lines(boards.best.board, read_seat(boards.best.board, options.rules))
    if boards.best.discarded:
        lines.append(f"Discarded: {boards.best.discarded}.")
    lines.append(wrapped(_in_words(boards.best, options)))
    if boards.without_bonus is not None:
        lines.append(f"Without the bonus: {boards.without_bonus.board}")
        lines.append(wrapped(f"  {_in_words(boards.without_bonus, options)}"))
    return "\n".join(lines)


def _parse_boards(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Board, ...]:
    boards: list[Board] = []
    for text in texts:
        try:
            board = Board.parse(text)
        except CpokerError as error:
            raise BadInput(f"--against: {error}") from None
        for earlier in boards:
            if shared := board.hand & earlier.hand:
                raise BadInput(f"--against: {shared} is in {earlier} and in {board}")
        boards.append(board)
    return tuple(boards)


@click.command("fantasyland", short_help="Set hands of Fantasyland.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option_of("pineapple")
@click.option(
    "--stay-bonus", "bonus", metavar="POINTS", callback=parse_points_by_cards,
    help="Worth of staying in Fantasyland in points: one number, or one for each number of cards of the next deal, such as "
    "14=8,15=11; 0 to ignore staying. Default: the measured worth against the opponents of --against (one opponent without "
    "it), or a heuristic if it was not measured.",
)  # fmt: skip
@click.option(
    "--against", multiple=True, metavar="BOARD", callback=_parse_boards,
    help="Known board of an opponent; repeatable. With --against, points against these boards replace royalties.",
)  # fmt: skip
@json_option
def set_fantasylands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    bonus: PointsByCards | None,
    against: tuple[Board, ...],
    as_json: bool,
) -> None:
    """Set Fantasyland hands of 13 to 17 cards: find the board with the most points plus the worth of staying, exactly.

    Points are royalties or, with --against, the points against known boards.

    If the worth of staying changes the best board, the best board without it is also shown.

    \b
    cpoker fantasyland Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c --stay-bonus 8
    cpoker fantasyland --rules progressive --stay-bonus 14=8 --file hands.txt
    cpoker fantasyland "Ks Qh ... 3c" \\
        --against "Kh Kd 2c / As Ah 9s 9h 4c / Ts Th Td 8c 8d"
    """  # noqa: D301
    options = _Options(rules, bonus, against)
    with Work("hand") as work:
        for batch in cards_in_batches(hands, path, FANTASYLAND_SIZES, options.check, options.unavailable):
            for index, boards in enumerate(_best_boards(list(map(CardSet.from_mask, batch.masks.tolist())), options)):
                text = json_line(_plain(boards, rules)) if as_json else coloured(_text(boards, options))
                work.write(text if as_json else "\n" * bool(work.number) + text, batch.line(index))
