"""Checks of the decisions of a bot for many hands: the cards of boards, surrenders, and naturals declared by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast.board_arrays import DEAD_HAND, board_of_cards, has_no_board
from cpoker_fast.boards import ROW_SPANS, Board, Foul
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError
from cpoker_fast.patterns import Pattern, pattern_at
from cpoker_fast.players.faults import fault
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["are_valid", "fault_in", "makes", "not_made"]

_LAST_CARD = 51


def are_valid(
    hands: NDArray[np.uint8],
    rules: Rules,
    boards: NDArray[np.uint8],
    declared: NDArray[np.int8],
    problems: Mapping[int, str],
) -> NDArray[np.bool_]:
    """Return whether each board has the cards of its hand and a valid declaration, bool[n]; with `problems`, it has not."""
    import numpy as np

    result: NDArray[np.bool_] = (np.sort(boards, axis=1) == np.sort(hands, axis=1)).all(axis=1)
    result |= (boards == DEAD_HAND).all(axis=1)
    if rules.has_surrender:
        result |= has_no_board(boards)
    result[list(problems)] = False
    for index in np.flatnonzero(result & (declared >= 0)).tolist():  # naturals by name
        result[index] = makes(board_of_cards(boards[index]), pattern_at(int(declared[index])), rules)
    return result


def fault_in(
    name: str,
    hand: NDArray[np.uint8],
    rules: Rules,
    seat: int,
    board: NDArray[np.uint8],
    declared: int,
    *,
    problem: str | None = None,
    message_hands: int = 0,
) -> BotError:
    """Return the error for an invalid board or declaration of a bot.

    `problem`: what the bot did wrong, if it is known. `message_hands`: number of hands of the message, if the fault is not
    one of a hand, but of a message with several hands.
    """
    if message_hands:
        return fault(name, problem or "", f"at seat {seat + 1}, in a message with {message_hands} hands")
    problem = problem or _problem_of(board, hand, declared, rules)
    return fault(name, problem, f"at seat {seat + 1}", CardSet(hand.tolist()))


def makes(board: Board | Foul | None, natural: Pattern, rules: Rules) -> bool:
    """Whether a board makes a natural under the rules."""
    return isinstance(board, Board) and natural in read_seat(board, rules).naturals


def not_made(natural: Pattern) -> str:
    """Return the problem of a declaration of a natural that the board does not make."""
    return f"declared {str(natural)!r}, which it does not make under these rules"


def _problem_of(board: NDArray[np.uint8], hand: NDArray[np.uint8], declared: int, rules: Rules) -> str:
    """Return what is wrong with the board of a hand, or with its declaration."""
    cards: list[int] = board.tolist()
    if has_no_board(board) and not rules.has_surrender:
        return f"surrendered, which the rules {quote(rules.name)} do not allow"
    if sorted(cards) == sorted(hand.tolist()) or has_no_board(board):
        return not_made(pattern_at(declared))
    return f"set other cards than its hand: {_text_of(cards)}"


def _text_of(cards: list[int]) -> str:
    """Return the text of a board whose cards may be duplicates; the numbers if some are no cards."""
    if max(cards) > _LAST_CARD:
        return str(cards)
    if len({*cards}) == len(cards):
        return str(Board.of_cards(cards))
    return " / ".join(" ".join(map(format_card, cards[begin:end])) for begin, end in ROW_SPANS)
