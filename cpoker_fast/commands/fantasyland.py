"""Hands of Fantasyland in `cpoker set`: the best boards of hands, and texts and objects of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from cpoker_fast.arranging import FantasylandBoard, openface_fantasyland_many
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import BadInput, PointsByCards, SetsOfCards
from cpoker_fast.commands.output import coloured, json_line, rows_in_lines, rows_plain, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat

__all__ = ["FantasylandOptions", "parse_boards", "write_fantasylands"]


class FantasylandOptions(NamedTuple):
    """Options of `cpoker set` for hands of Fantasyland."""

    rules: Rules
    bonus: PointsByCards | None
    """Worth of staying; None for the measured one."""
    against: tuple[Board, ...]
    """Known boards of opponents."""
    threads: int

    @property
    def has_bonus(self) -> bool:
        """Whether staying adds to the value of a board."""
        return any(self.bonus.values()) if isinstance(self.bonus, dict) else self.bonus != 0


class _Boards(NamedTuple):
    best: FantasylandBoard | None
    """Best board; None if every board of the hand is a foul."""
    without_bonus: FantasylandBoard | None
    """Best board without the worth of staying; None if it is the same as `best`."""


def _bests(hands: SetsOfCards, options: FantasylandOptions, bonus: PointsByCards | None) -> list[FantasylandBoard | None]:
    import numpy as np

    masks, boards = np.frombuffer(hands.masks, np.uint64), None
    if options.against:
        boards = np.tile(np.array([board.cards() for board in options.against], np.uint8), (len(masks), 1, 1))
    arrays = openface_fantasyland_many(masks, options.rules, bonus, boards=boards, threads=options.threads)
    bests: list[FantasylandBoard | None] = []
    columns = (array.tolist() for array in (masks, arrays.royalties, arrays.stays, arrays.values))
    for cards, mask, royalties, stays, value in zip(arrays.boards, *columns, strict=True):
        board = board_of_cards(cards)
        if board is None:
            bests.append(None)
        else:
            discarded = CardSet.from_mask(mask) - board.hand
            bests.append(FantasylandBoard(board, discarded, royalties, stays or None, value))
    return bests


def _best_boards(hands: SetsOfCards, options: FantasylandOptions) -> Iterator[_Boards]:
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


def _in_words(best: FantasylandBoard, options: FantasylandOptions) -> str:
    """Return royalties, the next deal and the value of a board, in one line."""
    next_deal = f"stays in Fantasyland, with {best.stays} cards" if best.stays else "leaves Fantasyland"
    if best.stays and not options.against and best.value != best.royalties:
        next_deal += f", worth {round(best.value - best.royalties, 2):g}"
    value = f"value {round(best.value, 2):+g}" + (" against the known boards" if options.against else "")
    return f"{counted(best.royalties, 'royalty point')}; {next_deal}; {value}"


def _text(boards: _Boards, options: FantasylandOptions) -> str:
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


def write_fantasylands(hands: SetsOfCards, options: FantasylandOptions, as_json: bool, work: Work) -> None:
    """Write the best board of each hand of Fantasyland, in words or as JSON."""
    for index, boards in enumerate(_best_boards(hands, options)):
        text = json_line(_plain(boards, options.rules)) if as_json else coloured(_text(boards, options))
        work.write(text if as_json or not work.number else f"\n{text}", hands.line(index))


def parse_boards(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Board, ...]:
    """Parse the boards of an option; raise BadInput if two of them share a card."""
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
