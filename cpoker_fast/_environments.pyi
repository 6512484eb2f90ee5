from typing import final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._openface import Plan

STREAM_SIZE: int

_Shown = tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8]]
_Stepped = tuple[
    NDArray[np.uint8],
    NDArray[np.int8],
    NDArray[np.int8],
    NDArray[np.float32],
    NDArray[np.uint8],
    NDArray[np.uint8],
    NDArray[np.uint8],
]

def observation_size(plan: Plan, seats: int) -> int: ...

@final
class Environments:
    def __new__(
        cls,
        plan: Plan,
        n: int,
        seats: int,
        button: int,
        set_below: tuple[int, ...],
        worth: tuple[float, ...],
        autoreset: int,
        are_floats: bool,
    ) -> Environments: ...
    def seed(self, deals: list[np.random.Generator], random: list[np.random.Generator]) -> None: ...
    def reset(self, selected: NDArray[np.uint8] | None, arrays: _Shown, threads: object) -> None: ...
    def step(self, actions: NDArray[np.int64], arrays: _Stepped, threads: object) -> int: ...
    def sample(self, generator: np.random.Generator | None, actions: NDArray[np.int64], threads: object) -> None: ...
    def begin(self, index: int, stacks: list[tuple[int, ...]], fantasyland: tuple[int, ...], button: int) -> None: ...
    def turn(self, index: int) -> int | None: ...
    def legal(self, index: int) -> int: ...
    def act(self, index: int, action: int) -> list[float] | None: ...
    def observe(self, index: int, viewer: int, observation: NDArray[np.uint8]) -> None: ...
    def look(self, index: int) -> tuple[int, tuple[int, ...], list[list[int]], list[list[int]], int, int, int, int]: ...
