from collections.abc import Iterable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._cards import CardSet
from cpoker_fast._objectives import Objective
from cpoker_fast._rules import CompiledRules
from cpoker_fast.boards import Board

_Cards = CardSet | str | Iterable[int | str]

@final
class Hand:
    def __new__(cls, cards: _Cards, compiled: CompiledRules) -> Hand: ...

def count(cards: _Cards, compiled: CompiledRules, legal: bool) -> int: ...
def best_board(cards: _Cards, objective: Objective) -> tuple[Board, float]: ...
def best_staying_board(cards: _Cards, objective: Objective) -> tuple[Board, float, int, int]: ...
def undominated_boards(cards: _Cards, compiled: CompiledRules) -> list[Board]: ...

@final
class Splits:
    def __new__(cls, cards: _Cards, compiled: CompiledRules, legal: bool, objective: Objective | None) -> Splits: ...
    def __iter__(self) -> Splits: ...
    def __next__(self) -> Board: ...

@final
class Response: ...

def respond(
    cards: _Cards,
    compiled: CompiledRules,
    boards: list[list[int] | None],
    me: int,
    button: int,
    declare: list[int],
    carried: list[int],
) -> tuple[int, Board | None, int]: ...

@final
class Batch:
    array: Any
    shape: Any
    def __new__(cls, hands: object, compiled: CompiledRules, objective: Objective | None, threads: int) -> Batch: ...
    def sizes(self) -> list[int]: ...

@final
class Stays:
    objectives: Any
    boards: Any
    def __new__(cls, objectives: dict[int, Objective], boards: NDArray[np.uint8] | None, me: int, button: int) -> Stays: ...

def staying_of_batch(
    batch: Batch, stays: Stays, out: NDArray[np.uint8] | None
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.uint8], NDArray[np.float64]]: ...
def best_of_array(
    hands: object, objective: Objective, out: NDArray[np.uint8] | None, threads: int, want_values: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]: ...
def count_of_array(
    hands: object, compiled: CompiledRules, out: NDArray[np.int64] | None, threads: int
) -> NDArray[np.int64]: ...
def undominated_of_array(
    hands: object, compiled: CompiledRules, threads: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
