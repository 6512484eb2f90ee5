from collections.abc import Iterable
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._cards import CardSet

_Wheel = Literal["lowest", "second"] | str

ROW_SIZES: tuple[int, ...]
LOWBALL_SIZES: tuple[int, ...]
STRENGTHS: int
LOWBALL_STRENGTHS: int

@overload
def strength(
    first: CardSet | str | Iterable[int | str],
    second: None = None,
    third: None = None,
    fourth: None = None,
    fifth: None = None,
    sixth: None = None,
    seventh: None = None,
    /,
    *,
    wheel: _Wheel = "lowest",
) -> int: ...
@overload
def strength(
    first: int | str,
    second: int | str,
    third: int | str,
    fourth: None = None,
    fifth: None = None,
    sixth: None = None,
    seventh: None = None,
    /,
    *,
    wheel: _Wheel = "lowest",
) -> int: ...
@overload
def strength(
    first: int | str,
    second: int | str,
    third: int | str,
    fourth: int | str,
    fifth: int | str,
    sixth: int | str | None = None,
    seventh: int | str | None = None,
    /,
    *,
    wheel: _Wheel = "lowest",
) -> int: ...
@overload
def lowball_strength(
    first: CardSet | str | Iterable[int | str],
    second: None = None,
    third: None = None,
    fourth: None = None,
    fifth: None = None,
    /,
) -> int: ...
@overload
def lowball_strength(
    first: int | str, second: int | str, third: int | str, fourth: int | str, fifth: int | str, /
) -> int: ...
def strengths(
    cards: object, /, *, wheel: _Wheel = "lowest", out: NDArray[np.uint16] | None = None, threads: int = 1
) -> NDArray[np.uint16]: ...
def lowball_strengths(
    cards: object, /, *, out: NDArray[np.uint16] | None = None, threads: int = 1
) -> NDArray[np.uint16]: ...
@overload
def best_five(cards: CardSet | str, /, *, wheel: _Wheel = "lowest", threads: int = 1) -> CardSet: ...  # type: ignore[overload-overlap]
@overload
def best_five(cards: NDArray[np.uint64], /, *, wheel: _Wheel = "lowest", threads: int = 1) -> NDArray[np.uint64]: ...
@overload
def best_five(cards: object, /, *, wheel: _Wheel = "lowest", threads: int = 1) -> NDArray[np.uint8] | NDArray[np.uint64]: ...
def meaning(strength: int, wheel: str) -> tuple[int, tuple[int, ...]]: ...
def lowball_meaning(strength: int) -> tuple[int, tuple[int, ...]]: ...
