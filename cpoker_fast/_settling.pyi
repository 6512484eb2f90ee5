from typing import Any, final

import numpy as np
from numpy.typing import NDArray

_Seat = tuple[tuple[int, int, int], tuple[int, int, int], bool, int]

@final
class CompiledRules:
    def __new__(
        cls, numbers: dict[str, int], naturals: list[tuple[int, int, int]], grids: list[list[int]]
    ) -> CompiledRules: ...

def read_board(compiled: CompiledRules, cards: list[int]) -> _Seat: ...
def settle_table(
    compiled: CompiledRules, boards: list[list[int] | None], button: int
) -> tuple[list[int], list[_Seat], list[tuple[Any, ...]]]: ...
def settle_array(
    compiled: CompiledRules, boards: object, button: int, out: NDArray[np.int32] | None, threads: int
) -> NDArray[np.int32]: ...
