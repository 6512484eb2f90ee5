import numpy as np
from numpy.typing import NDArray

from cpoker_fast._rules import CompiledRules

def splits_of_13() -> NDArray[np.uint8]: ...
def mark_legal_splits(cards: NDArray[np.uint8], compiled: CompiledRules, legal: NDArray[np.int8]) -> None: ...
def highest_splits(
    cards: NDArray[np.uint8], compiled: CompiledRules, scores: NDArray[np.float32], numbers: NDArray[np.int64]
) -> None: ...
