from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._cards import CardSet
from cpoker_fast._rules import CompiledRules, PatternSet
from cpoker_fast.boards import Board, Foul

_Seat = tuple[tuple[int, int, int], tuple[int, int, int], bool, int, int]

MOST_PLAYERS: int
MOST_PATTERNS: int
DECLARE_IF_BETTER: int
DECLARE_BEST: int
DECLARE_NOTHING: int
STRENGTH_VALUES: int
ROYALTY_VALUES: int
TOTAL_VALUES: int
FOUL_VALUES: int

def read_board(compiled: CompiledRules, board: Board | list[int], declare: int) -> _Seat: ...
def earned_by(compiled: CompiledRules, board: Board | list[int], fantasyland_size: int, stays: int) -> int: ...
def earned_by_rows(compiled: CompiledRules, fantasyland_size: int, stays: int) -> NDArray[np.uint8]: ...
def settle_table(
    compiled: CompiledRules,
    boards: Sequence[Board | list[int] | Foul | None],
    button: int,
    declare: list[int],
    owners: list[int],
    carried: list[int],
    causes: tuple[object, ...],
) -> tuple[list[int], list[_Seat], list[tuple[Any, ...]], list[tuple[int, int, list[int]]]]: ...
def settle_array(
    compiled: CompiledRules,
    boards: object,
    button: object,
    declare: NDArray[np.int8] | None,
    out: NDArray[np.int32] | None,
    threads: int,
) -> NDArray[np.int32]: ...
def values_of_boards(
    compiled: CompiledRules, boards: object, kind: int, out: NDArray[Any] | None, threads: int
) -> NDArray[Any]: ...
def royalties_of_row(compiled: CompiledRules, row: int) -> NDArray[np.int16]: ...
def fouls_and_naturals(
    compiled: CompiledRules, boards: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]: ...
def show_naturals(compiled: CompiledRules, boards: NDArray[np.uint8]) -> None: ...
def tally_counters() -> dict[str, int]: ...
def tally_array(
    compiled: CompiledRules,
    boards: NDArray[np.uint8],
    declared: NDArray[np.int8],
    fouls: NDArray[np.uint8],
    button: NDArray[np.int8],
    points: NDArray[np.int32],
    tallies: NDArray[np.int64],
) -> None: ...
def compare_array(
    compiled: CompiledRules,
    boards: NDArray[np.uint8],
    declared: NDArray[np.int8],
    others: NDArray[np.uint8],
    others_declared: NDArray[np.int8],
    button: int,
    points: NDArray[np.int32],
    tallies: NDArray[np.int64],
) -> None: ...
def patterns_of(patterns: PatternSet, cards: object) -> int: ...
def rows_of_natural(patterns: PatternSet, cards: object, wheel: str) -> tuple[CardSet, CardSet, CardSet] | None: ...
def patterns_of_array(
    patterns: PatternSet, hands: object, out: NDArray[np.uint32] | None, threads: int
) -> NDArray[np.uint32]: ...
