"""Arrays of cards as 64-bit masks, in which each card is bit 16 * suit + rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast.boards import ROW_SPANS
from cpoker_fast.game.placement import PartialBoard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BIT_OF_CARD", "boards_of_masks", "mask_rows", "masks_of_cards"]

BIT_OF_CARD = tuple(1 << (16 * (card & 3) + (card >> 2)) for card in range(52))


def masks_of_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Convert sets of n cards, uint8[..., n], to masks, uint64[...]."""
    import numpy as np

    masks: NDArray[np.uint64] = np.bitwise_or.reduce(np.array(BIT_OF_CARD, np.uint64)[cards], axis=-1)
    return masks


def mask_rows(board: PartialBoard) -> list[int]:
    """Return the masks of the rows of a board."""
    return [row.mask for row in board.rows]


def boards_of_masks(rows: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Convert the masks of the rows of complete boards, uint64[n, 3], to boards of cards, uint8[n, 13]."""
    import numpy as np

    boards, bits = np.empty((len(rows), 13), np.uint8), np.array(BIT_OF_CARD, np.uint64)
    for row, (begin, end) in enumerate(ROW_SPANS):
        has_card = (rows[:, row, None] & bits) != 0
        boards[:, begin:end] = np.nonzero(has_card)[1].reshape(len(rows), end - begin)
    return boards
