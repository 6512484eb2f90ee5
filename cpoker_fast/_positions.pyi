from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._boards import PartialBoard
from cpoker_fast._openface import Plan

def boards_of_rows(rows: NDArray[np.uint64], boards: NDArray[np.uint8]) -> None: ...
def cards_in_masks(masks: NDArray[np.uint64], flags: NDArray[np.uint8]) -> None: ...
def masks_of_hands(hands: NDArray[np.uint8], masks: NDArray[np.uint64]) -> None: ...
def partial_boards(rows: NDArray[np.uint64]) -> tuple[PartialBoard, ...]: ...
def boards_after_places(
    rows: NDArray[np.uint64],
    hands: NDArray[np.uint8],
    places: NDArray[np.uint8],
    to_place: int,
    boards: NDArray[np.uint8],
    are_legal: NDArray[np.uint8],
) -> None: ...
def are_boards_after(
    rows: NDArray[np.uint64],
    hands: NDArray[np.uint64],
    to_place: int,
    boards: NDArray[np.uint8],
    are_legal: NDArray[np.uint8],
) -> None: ...
def observation_size(plan: Plan, seats: int) -> int: ...

@final
class Encoder:
    def __new__(cls, plan: Plan, seats: int, are_floats: bool) -> Encoder: ...
    def write(
        self,
        positions: Sequence[object],
        actions: Sequence[Sequence[int]],
        observations: NDArray[np.uint8],
        masks: NDArray[np.int8],
    ) -> None: ...
