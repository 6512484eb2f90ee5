from typing import final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._rules import CompiledRules

REMOVAL_SHAPE: tuple[int, int, int]
REMOVAL_STEPS: int

@final
class FieldCore:
    compiled: CompiledRules
    def __new__(
        cls, compiled: CompiledRules, boards: NDArray[np.uint8], declared: NDArray[np.int8], opponents: int, has_button: bool
    ) -> FieldCore: ...

def points_of_boards(
    core: FieldCore, boards: NDArray[np.uint8], declared: NDArray[np.int8], threads: int = 1
) -> NDArray[np.float64]: ...
def places_of(core: FieldCore) -> NDArray[np.uint16]: ...
def slopes_of_boards(
    compiled: CompiledRules,
    boards: NDArray[np.uint8],
    declared: NDArray[np.int8],
    features: NDArray[np.float64],
    opponents: int,
    own: int,
    threads: int = 1,
) -> tuple[NDArray[np.float64], NDArray[np.int16], NDArray[np.float64]]: ...
def choose_decisions(
    core: FieldCore, boards: NDArray[np.uint8], points: NDArray[np.float64], threads: int = 1
) -> NDArray[np.int8]: ...
