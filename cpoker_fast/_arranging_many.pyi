from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._objectives import Objective
from cpoker_fast._rules import CompiledRules

@final
class Batch:
    array: Any
    shape: Any
    def __new__(cls, hands: object, compiled: CompiledRules, objective: Objective | None, threads: int) -> Batch: ...
    def sizes(self) -> list[int]: ...

@final
class Stays:
    objectives: Any
    boards: Any
    def __new__(cls, objectives: dict[int, Objective], boards: NDArray[np.uint8] | None, me: int, button: int) -> Stays: ...

def staying_of_batch(
    batch: Batch, stays: Stays, out: NDArray[np.uint8] | None
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.uint8], NDArray[np.float64]]: ...
def best_of_array(
    hands: object, objective: Objective, out: NDArray[np.uint8] | None, threads: int, want_values: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]: ...
def count_of_array(
    hands: object, compiled: CompiledRules, out: NDArray[np.int64] | None, threads: int
) -> NDArray[np.int64]: ...
def undominated_of_array(
    hands: object, compiled: CompiledRules, threads: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def splits_of_13() -> NDArray[np.uint8]: ...
def mark_legal_splits(
    hands: NDArray[np.uint8], compiled: CompiledRules, legal: NDArray[np.int8], threads: object
) -> None: ...
def highest_splits(
    hands: NDArray[np.uint8],
    compiled: CompiledRules,
    scores: NDArray[np.float32],
    numbers: NDArray[np.int64],
    threads: object,
) -> None: ...
