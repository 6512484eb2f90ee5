"""Boards in arrays, uint8[n, 13], front (3), middle (5) and back (5); and what stands where there is no board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cpoker_fast.boards import Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NO_BOARD", "array_of_boards", "board_of_cards", "fouls_where_none", "has_no_board", "is_no_board"]

NO_BOARD = 255
"""13 times this byte is no board: a surrender where boards are given, no legal board where they are searched."""


def array_of_boards(boards: Iterable[Board | None]) -> NDArray[np.uint8]:
    """Boards as uint8[n, 13]; None is no board."""
    import numpy as np

    rows = [[NO_BOARD] * 13 if board is None else board.cards() for board in boards]
    return np.array(rows, np.uint8).reshape(-1, 13)


def is_no_board(cards: NDArray[np.uint8]) -> bool:
    """Whether one row of such an array, uint8[13], is no board."""
    return int(cards[0]) == NO_BOARD


def board_of_cards(cards: NDArray[np.uint8]) -> Board | None:
    """The board of one row of such an array, uint8[13]."""
    return None if is_no_board(cards) else Board.of_cards(cards.tolist())


def has_no_board(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which rows of such an array are no board."""
    found: NDArray[np.bool_] = (boards == NO_BOARD).all(axis=-1)
    return found


def fouls_where_none(boards: NDArray[np.uint8], hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same array, in which hands without a legal board are set in the order of their cards, as fouls."""
    missing = boards[:, 0] == NO_BOARD
    boards[missing] = hands[missing]
    return boards
