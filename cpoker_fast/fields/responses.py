"""Best responses of many hands to a sample of opponents' boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._arranging_many import best_of_array
from cpoker_fast._fields import choose_decisions
from cpoker_fast.board_arrays import Placements, fouls_where_none
from cpoker_fast.fields.sample import BoardSample, Opposition, opposition_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["best_responses", "responses_to"]


def best_responses(
    hands: NDArray[np.uint8],
    sample: BoardSample,
    opponents: int,
    *,
    has_button: bool = False,
    own_cards: bool = True,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> Placements:
    """Return the best responses of hands (uint8[n, 13]) to a sample; set each hand without a legal board as a foul."""
    return responses_to(hands, opposition_of(sample, opponents, has_button, own_cards), out, threads)


def responses_to(
    hands: NDArray[np.uint8], opposition: Opposition, out: NDArray[np.uint8] | None = None, threads: int = 1
) -> Placements:
    """Return the best responses of hands to opponents; see `best_responses`."""
    boards, points = best_of_array(hands, opposition.objective, out, threads, want_values=True)
    fouls_where_none(boards, hands)
    declared = choose_decisions(opposition.core, boards, points, threads) >= 0
    return Placements(boards, declared, points)
