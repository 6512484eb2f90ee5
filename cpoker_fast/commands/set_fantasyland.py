"""Hands of Fantasyland in `cpoker set`: their best boards, as text or JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from cpoker_fast.arranging import FantasylandBoard, best_fantasyland_many
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import BadInput, PointsByCards, SetsOfCards
from cpoker_fast.commands.output import board_in_lines, board_plain, coloured, json_line, next_deal, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules

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


def _bests(hands: SetsOfCards, options: FantasylandOptions, bonus: PointsByCards | None) -> list[FantasylandBoard | None]:
    import numpy as np

    masks, boards = np.frombuffer(hands.masks, np.uint64), None
    if options.against:
        boards = np.tile(np.array([board.cards() for board in options.against], np.uint8), (len(masks), 1, 1))
    arrays = best_fantasyland_many(masks, options.rules, bonus, boards=boards, threads=options.threads)
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


def _plain(best: FantasylandBoard | None, rules: Rules) -> dict[str, Any]:
    if best is None:
        return {"board": None}
    return {"board": str(best.board), **board_plain(best, rules), "value": best.value}


def _in_words(best: FantasylandBoard, options: FantasylandOptions) -> str:
    """Return royalties, the next deal and the value of a board, in one line."""
    worth = best.value - best.royalties if best.stays and not options.against else 0
    words = next_deal(best) + (f", worth {round(worth, 2):g}" if worth else "")
    value = f"value {round(best.value, 2):+g}" + (" against the known boards" if options.against else "")
    return f"{counted(best.royalties, 'royalty point')}; {words}; {value}"


def _text(best: FantasylandBoard | None, without_bonus: FantasylandBoard | None, options: FantasylandOptions) -> str:
    if best is None:
        return "every board of this hand is a foul"
    lines = [*board_in_lines(best, options.rules), wrapped(_in_words(best, options))]
    if without_bonus is not None:
        lines.append(f"Without the bonus: {without_bonus.board}")
        lines.append(wrapped(f"  {_in_words(without_bonus, options)}"))
    return "\n".join(lines)


def write_fantasylands(hands: SetsOfCards, options: FantasylandOptions, as_json: bool, work: Work) -> None:
    """Write the best board of each hand of Fantasyland, in words or as JSON.

    If the best board without the worth of staying is another one, it is also written.
    """
    rules = options.rules
    try:
        bests = _bests(hands, options, options.bonus)
        unweighted = _bests(hands, options, 0.0) if options.has_bonus else bests
    except CpokerError as error:  # about an option: hands and boards were checked before
        raise BadInput(error) from None
    for index, (best, other) in enumerate(zip(bests, unweighted, strict=True)):
        without_bonus = other if best and other and other.board != best.board else None
        if as_json:
            plain = None if without_bonus is None else _plain(without_bonus, rules)
            text = json_line({"rules": rules.name, **_plain(best, rules), "without_bonus": plain})
        else:
            text = "\n" * bool(work.number) + coloured(_text(best, without_bonus, options))
        work.write(text, hands.line(index))


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
