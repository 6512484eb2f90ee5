from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._openface import Plan

FEATURES: int
MOST_FEATURES: int
UNITS: int
SECOND_UNITS: int
FIRST_SCALE: int
SECOND_SCALE: int
SECOND_SHIFT: int
THIRD_SCALE: int
VALUE_SCALE: int
PAYOFF_POINT: int
MOST_PAYOFF: int
MOST_COMPARED: int

_Masks = NDArray[np.uint64]
_Payoffs = tuple[NDArray[np.int16], int, list[tuple[int, int]], NDArray[np.uint16], float]

@final
class Networks:
    def __new__(
        cls, first: NDArray[np.int8], heads: list[tuple[Any, ...]], payoffs: NDArray[np.int16], foul: int
    ) -> Networks: ...

def attach(plan: Plan, networks: Networks) -> None: ...
def features(plan: Plan, rows: _Masks, seen: _Masks) -> NDArray[np.uint16]: ...
def values(plan: Plan, rows: _Masks, seen: _Masks, threads: int = 1) -> NDArray[np.float64]: ...
def choose_ways(
    plan: Plan, street: int, rows: _Masks, seen: _Masks, cards: NDArray[np.uint8], threads: int = 1
) -> tuple[NDArray[np.int32], NDArray[np.float64]]: ...
def count_ways(plan: Plan, street: int, rows: _Masks) -> NDArray[np.int32]: ...
def placed(
    plan: Plan, street: int, rows: _Masks, seen: _Masks, cards: NDArray[np.uint8], ways: NDArray[np.int32]
) -> _Masks: ...
def has_final_draw(plan: Plan) -> bool: ...
def final_draws(plan: Plan, rows: _Masks, seen: _Masks, threads: int = 1) -> NDArray[np.float64]: ...
def deal_unseen(seen: _Masks, cards: int, generator: np.random.Generator) -> NDArray[np.uint8]: ...
def add_row_payoffs(
    rows: NDArray[np.float64],
    strengths: NDArray[np.intp],
    earned: NDArray[np.int32],
    royalties: NDArray[np.float64] | None,
    prices: list[float],
    share: float,
    tie: int,
) -> None: ...
def round_payoffs(rows: NDArray[np.float64], scale: float) -> NDArray[np.int16]: ...
def cards_to_play(plan: Plan, street: int, finish: bool) -> int: ...
def rollout_values(
    plan: Plan,
    by_networks: bool,
    payoffs: _Payoffs,
    street: int,
    rows: _Masks,
    seen: _Masks,
    cards: NDArray[np.uint8],
    threads: int,
) -> NDArray[np.float64]: ...
def finish_boards(
    plan: Plan,
    payoffs: _Payoffs | None,
    street: int,
    rows: _Masks,
    seen: _Masks,
    cards: NDArray[np.uint8],
    threads: int,
) -> _Masks: ...
