from typing import final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cpoker_fast._fields import FieldCore
from cpoker_fast._rules import CompiledRules

@final
class Objective:
    def __new__(cls, compiled: CompiledRules) -> Objective: ...

def objective_of_royalties(compiled: CompiledRules) -> Objective: ...
def objective_of_values(
    compiled: CompiledRules, front: ArrayLike | None, middle: ArrayLike | None, back: ArrayLike | None, many: bool
) -> Objective: ...
def objective_of_staying(compiled: CompiledRules, cards: int, bonus: dict[int, float]) -> Objective: ...
def objective_of_field(core: FieldCore, shifts: NDArray[np.float32] | None) -> Objective: ...
def add_shifts(
    objective: Objective, boards: NDArray[np.uint8], declared: NDArray[np.int8], points: NDArray[np.float64]
) -> None: ...
