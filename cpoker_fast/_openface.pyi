from collections.abc import Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._boards import PartialBoard, Placement
from cpoker_fast._cards import CardSet
from cpoker_fast._settling import CompiledRules

PLAYERS: dict[str, dict[str, bool]]

@final
class Plan:
    networks: Any
    def __new__(cls, compiled: CompiledRules) -> Plan: ...

def placements_of(plan: Plan, street: int, own: PartialBoard, cards: CardSet) -> list[Placement]: ...
def rows_after(plan: Plan, street: int, own: PartialBoard, cards: CardSet) -> NDArray[np.uint64]: ...
def perft(plan: Plan, cards: Sequence[int], depth: int) -> int: ...
def can_be_legal(plan: Plan, own: PartialBoard, live: CardSet) -> bool: ...
def read_boards(
    compiled: CompiledRules,
    boards: NDArray[np.uint8],
    faults: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    stays: NDArray[np.int32],
    threads: int = 1,
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.uint8]]: ...
def choose(
    plan: Plan, name: str, street: int, own: PartialBoard, cards: CardSet, seen: CardSet, generator: np.random.Generator
) -> Placement: ...
def play_deals(
    plan: Plan,
    players: list[str],
    generators: list[Any],
    button: NDArray[np.int8],
    stacks: NDArray[np.uint8],
    is_set: NDArray[np.uint8],
    boards: NDArray[np.uint8],
) -> None: ...
def outs(
    row: CardSet, size: int, hand: CardSet, unseen: CardSet, draws: int, is_low: bool
) -> tuple[tuple[int, ...], tuple[CardSet, ...]]: ...
def last_street_points(
    plan: Plan,
    boards: tuple[PartialBoard | None, ...],
    me: int,
    button: int,
    cards: CardSet,
    unseen: CardSet,
    worths: dict[int, float],
    together: bool,
) -> list[float]: ...

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
    def reset(self, wanted: NDArray[np.uint8] | None, arrays: _Shown, threads: object) -> None: ...
    def step(self, actions: NDArray[np.int64], arrays: _Stepped, threads: object) -> int: ...
    def sample(self, generator: np.random.Generator | None, actions: NDArray[np.int64], threads: object) -> None: ...
    def begin(self, index: int, stacks: list[tuple[int, ...]], cards: tuple[int, ...], button: int) -> None: ...
    def turn(self, index: int) -> int | None: ...
    def legal(self, index: int) -> int: ...
    def act(self, index: int, action: int) -> list[float] | None: ...
    def observe(self, index: int, viewer: int, observation: NDArray[np.uint8]) -> None: ...
    def look(self, index: int) -> tuple[int, tuple[int, ...], list[list[int]], list[list[int]], int, int, int, int]: ...
