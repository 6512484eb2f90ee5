from typing import final

from numpy.typing import ArrayLike

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
def objective_of_field(core: FieldCore) -> Objective: ...
