from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._boards import Placement
from cpoker_fast._openface import Plan

STREAM_SIZE: int
EVERY_SEAT: int
SEAT_FIXED: int
SEAT_ALTERNATES: int
SEAT_RANDOM: int

_Shown = tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8], NDArray[np.int8] | None]
_Stepped = tuple[
    NDArray[np.uint8],
    NDArray[np.int8],
    NDArray[np.int8],
    NDArray[np.int8] | None,
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
        learner: int = ...,
        learner_seat: int = ...,
        opponents: tuple[str | None, ...] = ...,
    ) -> Environments: ...
    def seed(
        self, deals: list[np.random.Generator], random: list[np.random.Generator], others: list[np.random.Generator]
    ) -> None: ...
    def reset(self, selected: NDArray[np.uint8] | None, arrays: _Shown, threads: object) -> None: ...
    def step(self, actions: NDArray[np.int64], arrays: _Stepped, threads: object) -> int: ...
    def go_on(self, selected: NDArray[np.uint8], arrays: _Stepped, threads: object) -> None: ...
    def sample(self, generator: np.random.Generator | None, actions: NDArray[np.int64], threads: object) -> None: ...
    def begin(self, stacks: NDArray[np.uint8], fantasylands: NDArray[np.uint8], buttons: NDArray[np.int8]) -> None: ...
    def turn(self, index: int) -> int | None: ...
    def legal(self, index: int) -> int: ...
    def act(self, index: int, action: int) -> list[float] | None: ...
    def observe(self, index: int, viewer: int, observation: NDArray[np.uint8]) -> None: ...
    def look(self, index: int) -> tuple[int, tuple[int, ...], list[list[int]], list[list[int]], int, int, int, int]: ...
    def turns(self, seats: NDArray[np.int8]) -> None: ...
    def sizes(self, indices: NDArray[np.int64], sizes: NDArray[np.uint8]) -> None: ...
    def observe_turns(
        self, indices: NDArray[np.int64], observations: NDArray[np.uint8], masks: NDArray[np.int8]
    ) -> None: ...
    def put(self, indices: NDArray[np.int64], actions: NDArray[np.int64]) -> None: ...
    def lay(self, index: int, placement: Placement) -> None: ...
    def lay_boards(self, indices: NDArray[np.int64], boards: NDArray[np.uint8]) -> None: ...
    def let_place(self, indices: NDArray[np.int64], player: str, generator: np.random.Generator) -> None: ...
    def take_back(self, index: int) -> None: ...
    def dealt(self, index: int) -> list[int]: ...
    def next_turns(self, indices: NDArray[np.int64]) -> None: ...
    def positions(
        self,
        indices: NDArray[np.int64],
        hands: NDArray[np.uint8],
        places: NDArray[np.int8],
        rows: NDArray[np.uint64],
        discards: NDArray[np.uint64],
        fantasylands: NDArray[np.uint8],
        open_hands: NDArray[np.uint64],
    ) -> None: ...
    def boards(self, boards: NDArray[np.uint8]) -> None: ...

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
