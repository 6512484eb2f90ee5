"""The results of deals, as engines receive them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cpoker_fast.board_arrays import NO_BOARD
from cpoker_fast.boards import ROW_SPANS
from cpoker_fast.engines.card_texts import board_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["settlement_records"]


def settlement_records(
    player: int,
    buttons: NDArray[np.int8],
    boards: NDArray[np.uint8],
    faults: NDArray[np.uint8],
    points: NDArray[np.int32],
    fantasylands: NDArray[np.uint8] | None = None,
) -> list[dict[str, Any]]:
    """Return the items of the message ``settled`` that the engine of a player receives.

    Parameters
    ----------
    player : int
        Index of the player in the arrays, whose players sit clockwise.
    buttons : array of int, shape (n,)
        Index of the player with the button in each deal.
    boards : array of uint8, shape (n, players, 13)
        Boards. A surrender is 13 times the number 255.
    faults : array of uint8, shape (n, players)
        Whether the board is a foul because of a fault of a bot.
    points : array of int32, shape (n, players)
        Points of the deal.
    fantasylands : array of uint8, shape (n, players), optional
        Number of cards of the Fantasyland of each player; only under rules with Fantasylands.

    Examples
    --------
    >>> import numpy as np
    >>> boards = np.array([[Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s").cards(), [255] * 13]], np.uint8)
    >>> settlement_records(0, np.array([1]), boards, np.zeros((1, 2)), np.array([[3, -3]]))
    [{'seat': 1, 'boards': [None, 'Ah Kd 2c / 9s 9h 4d 4c 3s / Ts Th Tc 5s 5d'], 'points': [-3, 3]}]
    """
    n, players = points.shape
    order = (buttons.astype(np.intp)[:, None] + np.arange(players)) % players  # players by seat from the button
    deals = np.arange(n)[:, None]
    by_seat = np.where(faults[deals, order, None] > 0, np.uint8(NO_BOARD), boards[deals, order])
    for begin, end in ROW_SPANS:  # the highest card of a row first
        by_seat[..., begin:end] = np.sort(by_seat[..., begin:end], axis=-1)[..., ::-1]
    texts = iter(board_texts(by_seat.reshape(-1, 13)))
    rows = zip(((player - buttons.astype(np.intp)) % players).tolist(), points[deals, order].tolist(), strict=True)
    settled: list[dict[str, Any]] = [
        {"seat": seat, "boards": [next(texts) for _ in range(players)], "points": of_seats} for seat, of_seats in rows
    ]
    if fantasylands is not None:
        for deal, cards in zip(settled, fantasylands[deals, order].tolist(), strict=True):
            deal["fantasyland"] = cards
    return settled
