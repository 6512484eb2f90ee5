from array import array
from collections.abc import Callable
from typing import final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._rules import CompiledRules

def read_lines(
    lines: list[str], begin: int, sizes: int, unavailable: int, have_comments: bool
) -> tuple[array[int], array[int], array[int], int]: ...

@final
class Words:
    def __new__(cls, describe: Callable[[int], str]) -> Words: ...

@final
class Text: ...

@final
class PlacementWriter:
    def __new__(
        cls,
        compiled: CompiledRules,
        name: str,
        naturals: tuple[str, ...],
        words: tuple[Words, Words, Words],
        opponents: str,
    ) -> PlacementWriter: ...
    def write(
        self,
        hands: array[int] | NDArray[np.uint64],
        boards: NDArray[np.uint8],
        declare: NDArray[np.uint8],
        points: NDArray[np.float64],
        as_json: bool,
        is_first: bool,
    ) -> str: ...

def write_rows(
    masks: array[int] | NDArray[np.uint64],
    strengths: array[int] | NDArray[np.uint16],
    words: Words,
    width: int,
    as_json: bool,
    wheel: str,
) -> str: ...
