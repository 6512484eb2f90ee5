"""Arrays at the boundary of the compiled core: input arrays are checked, output arrays are checked or allocated."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast.errors import ArrayError, CardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def as_array(values: object, what: str) -> NDArray[Any]:
    """Any buffer as a C-contiguous array; copied only if it is strided."""
    import numpy as np

    if not isinstance(values, np.ndarray):
        try:
            values = memoryview(values)  # type: ignore[arg-type]
        except TypeError:
            kind = type(values).__name__
            raise ArrayError(f"bad {what}: expected an array or another buffer, got {kind}") from None
    return np.ascontiguousarray(values)


def cards_in(cards: object, widths: Sequence[int]) -> NDArray[np.uint8] | NDArray[np.uint64]:
    """Checked rows: uint8 cards whose last axis has a length in `widths`, or uint64 masks."""
    array = as_array(cards, "cards")
    if array.dtype.char in "LQ" and array.dtype.itemsize == 8 and array.dtype.isnative:
        return array.view("uint64")
    expected = f"{widths[0]} to {widths[-1]}" if isinstance(widths, range) else " or ".join(map(str, widths))
    if array.dtype.char != "B":
        raise ArrayError(f"bad dtype {array.dtype} of cards: expected uint8 cards or uint64 masks")
    if array.ndim == 0 or array.shape[-1] not in widths:
        raise ArrayError(f"bad shape {array.shape} of cards: expected {expected} cards a row, on the last axis")
    return array


def boards_in(boards: object) -> NDArray[np.uint8]:
    """Checked tables of boards: uint8[n, players, 13], 2 to 4 players."""
    array = as_array(boards, "boards")
    if array.dtype.char != "B":
        raise ArrayError(f"bad dtype {array.dtype} of boards: expected uint8")
    if array.ndim != 3 or array.shape[2] != 13 or not 2 <= array.shape[1] <= 4:
        raise ArrayError(f"bad shape {array.shape} of boards: expected (n, 2 to 4 players, 13 cards)")
    return array


def thirteens_in(values: object, what: str) -> NDArray[np.uint8]:
    """Checked hands or boards: uint8[n, 13]."""
    array = as_array(values, what)
    if array.dtype.char != "B":
        raise ArrayError(f"bad dtype {array.dtype} of {what}: expected uint8")
    if array.ndim != 2 or array.shape[1] != 13:
        raise ArrayError(f"bad shape {array.shape} of {what}: expected (n, 13 cards)")
    return array


_LARGEST_VALUE = 1e12


def values_in(values: object, name: str, count: int) -> NDArray[np.float64]:
    """Checked values of rows, one real number for each strength: float64[count]."""
    import numpy as np

    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ArrayError(f"bad {name}: {error}") from None
    if array.dtype.kind not in "biuf":
        raise ArrayError(f"bad dtype {array.dtype} of {name}: expected real numbers")
    if array.shape != (count,):
        raise ArrayError(f"bad shape {array.shape} of {name}: expected ({count},), a value for each strength")
    array = np.ascontiguousarray(array, np.float64)
    wrong = np.flatnonzero(~(np.abs(array) <= _LARGEST_VALUE))
    if len(wrong):
        at = int(wrong[0])
        raise ArrayError(f"bad {name}: expected numbers from -1e12 to 1e12, got {array[at]} for strength {at}")
    return array


def declare_in(declare: object, shape: tuple[int, ...], out: NDArray[Any]) -> NDArray[np.uint8]:
    """Which boards declare a natural: one bool for all, one per seat, or bool[n, players]; broadcast to `shape`."""
    import numpy as np

    try:
        array = np.asarray(declare)
    except ValueError as error:
        raise ArrayError(f"bad declare: {error}") from None
    if array.dtype != np.bool_:
        raise ArrayError(f"bad dtype {array.dtype} of declare: expected bool")
    try:
        array = np.ascontiguousarray(np.broadcast_to(array, shape))
    except ValueError:
        raise ArrayError(f"bad shape {array.shape} of declare: expected {shape}, or what broadcasts to it") from None
    if np.may_share_memory(out, array):
        raise ArrayError("bad out: it overlaps with declare")
    return array.view(np.uint8)


def result_out(out: object, shape: tuple[int, ...], source: NDArray[Any], dtype: str = "uint16") -> NDArray[Any]:
    """`out` if it fits, or a new array if it is None."""
    import numpy as np

    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or not out.dtype.isnative:
        found = f"{out.dtype} array" if isinstance(out, np.ndarray) else type(out).__name__
        raise ArrayError(f"bad out: expected an array of {dtype}, got {found}")
    if out.shape != shape:
        raise ArrayError(f"bad shape {out.shape} of out: expected {shape}")
    if not out.flags.c_contiguous or not out.flags.writeable or not out.flags.aligned:
        raise ArrayError("bad out: expected a C-contiguous, aligned and writeable array")
    if np.may_share_memory(out, source):
        raise ArrayError("bad out: it overlaps with the input")
    return out


def available_threads(threads: object) -> int:
    """The number of threads that `threads` asks for; 0 means one per CPU of this process."""
    try:
        count = threads.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        count = -1
    if not 0 <= count <= 256:
        raise ArrayError(f"bad threads {threads!r}: expected an int from 0 (all CPUs) to 256")
    if count:
        return int(count)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every platform
        return os.cpu_count() or 1


# ---- what is wrong with a row of an array, after the compiled core has refused it ----

_LAST_CARD = 51
CHANGED = "it was changed while it was read"
_GAPS = 0xE000_E000_E000_E000  # bits of a mask that stand for no card


def describe_bad_row(row: Iterable[int], index: int, what: str) -> CardError:
    """What is wrong with the cards of a row or a hand."""
    cards = [int(card) for card in row]
    for position, card in enumerate(cards):
        at = {"token": card, "position": position, "index": index}
        if card > _LAST_CARD:
            return CardError(f"{what} {index}: bad card {card} at position {position}: expected 0 to 51", **at)
        if card in cards[:position]:
            return CardError(f"{what} {index}: card {card} appears twice: again at position {position}", **at)
    return CardError(f"{what} {index}: {CHANGED}", index=index)


def describe_bad_mask(mask: int, index: int, what: str, expected: str) -> CardError:
    """What is wrong with a mask of `expected` cards."""
    problem = "has bits that stand for no card" if mask & _GAPS else f"has {mask.bit_count()} cards, expected {expected}"
    return CardError(f"{what} {index}: mask {mask:#x} {problem}", token=mask, index=index)
