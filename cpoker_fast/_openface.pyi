from collections.abc import Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._boards import PartialBoard, Placement
from cpoker_fast._cards import CardSet
from cpoker_fast._rules import CompiledRules

PLAYERS: dict[str, dict[str, bool]]

@final
class Plan:
    networks: Any
    def __new__(cls, compiled: CompiledRules) -> Plan: ...

def placements_of(plan: Plan, street: int, partial: PartialBoard, cards: CardSet) -> list[Placement]: ...
def rows_after(plan: Plan, street: int, partial: PartialBoard, cards: CardSet) -> NDArray[np.uint64]: ...
def perft(plan: Plan, cards: Sequence[int], depth: int) -> int: ...
def can_be_legal(plan: Plan, partial: PartialBoard, live: CardSet) -> bool: ...
def read_boards(
    compiled: CompiledRules,
    boards: NDArray[np.uint8],
    faults: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    stays: NDArray[np.int32],
    threads: int = 1,
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.uint8]]: ...
def choose_placement(
    plan: Plan, name: str, street: int, partial: PartialBoard, cards: CardSet, seen: CardSet, generator: np.random.Generator
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
    settle_together: bool,
) -> list[float]: ...
