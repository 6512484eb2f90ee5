from typing import final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._rules import CompiledRules

@final
class OpponentSample:
    compiled: CompiledRules
    players: int
    def __new__(
        cls,
        compiled: CompiledRules,
        players: int,
        hands: NDArray[np.uint8],
        counts: tuple[int, ...],
        buttons: tuple[int, ...],
        boards: NDArray[np.uint8],
        declared: NDArray[np.int8],
    ) -> OpponentSample: ...

def suit_permutations(compiled: CompiledRules) -> int: ...
def race_hands(
    compiled: CompiledRules,
    opponents: int,
    button: int,
    sample: OpponentSample | None,
    hands: NDArray[np.uint8],
    given: tuple[NDArray[np.uint8] | None, NDArray[np.int8] | None],
    dealer: tuple[NDArray[np.uint8] | None, NDArray[np.int8] | None],
    threads: int,
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float64]]: ...
