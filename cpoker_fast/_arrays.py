"""Arrays for the compiled core: checks of inputs, and checks or allocation of outputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_seat, items_in_order, items_of
from cpoker_fast._cards import cards_of_masks
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import ArrayError, CardError, StrengthError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LAST_CARD, _LAST_BYTE = 51, 255
_DEEPEST = 8  # lists in lists: more than any argument has; a list may even contain itself


TEXT_KINDS = ("U", "T", "O")  # kinds of dtypes: text of fixed width, text of variable width, objects


def as_array(values: Any, name: str) -> NDArray[Any]:
    """Return an array, another buffer or a list as a C-contiguous array, copied only if necessary; ArrayError if invalid."""
    import numpy as np

    if type(values) is np.ndarray and values.flags.c_contiguous:  # fast path
        return values
    if isinstance(values, np.ma.MaskedArray):
        raise ArrayError(f"bad {name}: expected an array without a mask")
    if isinstance(values, list | tuple) or hasattr(values, "__array__"):
        try:
            return np.asarray(values, order="C")
        except (ValueError, TypeError) as error:
            raise ArrayError(f"bad {name}: {_different_lengths(values) or error}") from None
    try:
        return np.asarray(memoryview(values), order="C")
    except TypeError:
        kind = type(values).__name__
        raise ArrayError(f"bad {name}: expected an array, another buffer or a list, got {kind}") from None


def listed(values: Any) -> Any:
    """Return an iterable that is no array, such as a generator, as a list, which can be read twice; others unchanged."""
    if isinstance(values, memoryview) or hasattr(values, "__array__"):  # a list of their items would take long
        return values
    items = items_in_order(values)
    return values if items is None else items


def _different_lengths(values: object) -> str:
    """Return what is wrong with a list whose items have different lengths; empty text for other values."""
    items = items_of(values) or []
    lengths = [None if (inner := items_of(item)) is None else len(inner) for item in items]
    index = next((index for index, length in enumerate(lengths) if length != lengths[0]), 0)
    if not index:
        return ""
    expected, got = ("one value" if length is None else f"a list of {length}" for length in (lengths[0], lengths[index]))
    return f"expected {expected} at index {index}, as at index 0, got {got}"


def numbers_in(values: Any, name: str) -> NDArray[Any] | None:
    """Return an array of the numbers in `values`; None for texts, sets of cards, boards and lists of these.

    Also None for lists of lists of texts, empty lists, and lists of lists of different lengths. Raises ArrayError for
    anything else.
    """
    if not isinstance(values, list | tuple):
        array = as_array(values, name)
        return None if array.dtype.kind in TEXT_KINDS else array
    import numpy as np

    first: Any = values
    for _ in range(_DEEPEST):
        if isinstance(first, list | tuple) and first:
            first = first[0]
    if not values or isinstance(first, str | bytes | CardSet):  # NumPy would read them otherwise, or take long
        return None
    try:
        array = np.asarray(values, order="C")
    except (ValueError, TypeError):
        return None
    return None if array.dtype.kind in TEXT_KINDS else array


def items_in(values: Any, name: str) -> tuple[list[Any], tuple[int, ...]]:
    """Return a list of the items of `values`, for which `numbers_in` returns None, and their shape.

    An item is a set of cards or a board. In an array with two axes or more, it lies along the last axis.
    """
    import numpy as np

    if isinstance(values, list | tuple):
        return list(values), (len(values),)
    array = as_array(values, name)
    if array.ndim < 2:
        return array.reshape(-1).tolist(), array.shape
    shape = array.shape[:-1]
    return array.reshape(int(np.prod(shape)), array.shape[-1]).tolist(), shape


def label_at(name: str, at: Sequence[Any]) -> str:
    """Return the label of an item for errors, such as ``cards[3, 0]``, by its index on each axis; without axes, the name."""
    return f"{name}[{', '.join(map(str, at))}]" if at else name


def label_of(name: str, index: int, shape: tuple[int, ...]) -> str:
    """Return the label of an item for errors by its index among all items."""
    import numpy as np

    return label_at(name, np.unravel_index(index, shape) if len(shape) > 1 else (index,))


def _sets_in(values: Any, name: str, widths: Sequence[int]) -> tuple[list[CardSet], tuple[int, ...]]:
    """Return sets of cards that are no numbers, and their shape; CardError with the index of an invalid one."""
    items, shape = items_in(values, name)
    sets = []
    for index, item in enumerate(items):
        try:
            cards = CardSet(item)
        except CardError as error:
            problem = f"{label_of(name, index, shape)}: {error}"
            raise CardError(problem, token=error.token, position=error.position, index=index) from error
        if len(cards) not in widths:
            problem = f"expected {any_of(widths)} cards, got {len(cards)} ({cards})"
            raise CardError(f"{label_of(name, index, shape)}: {problem}", index=index)
        sets.append(cards)
    return sets, shape


def any_of(widths: Sequence[int]) -> str:
    """Return allowed numbers in words: ``'3, 5, 6 or 7'``, ``'5 to 13'``."""
    if len(widths) > 2 and widths[-1] - widths[0] == len(widths) - 1:
        return f"{widths[0]} to {widths[-1]}"
    *others, last = map(str, widths)
    return f"{', '.join(others)} or {last}" if others else last


def holds_whole_numbers(array: NDArray[Any]) -> bool:
    """Whether an array has an integer dtype, or is an empty float64 array, which NumPy makes from an empty list."""
    return array.dtype.kind in "iu" or (array.size == 0 and array.dtype == "float64")


def first_beyond(array: NDArray[Any], most: int) -> tuple[int, ...] | None:
    """Return the index of the first number below 0 or above `most`; None if all numbers are in the range."""
    import numpy as np

    wrong = np.argwhere((array < 0) | (array > most))
    return tuple(map(int, wrong[0])) if len(wrong) else None


def as_bytes(array: NDArray[Any], name: str) -> NDArray[np.uint8]:
    """Return whole numbers as uint8, copied unless they are uint8; CardError for a number below 0 or above 255."""
    import numpy as np

    if array.dtype.char == "B":
        return array
    is_whole = holds_whole_numbers(array)
    at = first_beyond(array, _LAST_BYTE) if is_whole else _first_no_card(array)
    if at is not None:
        where = {"token": array[at].item(), "position": at[-1] if at else None, "index": at[0] if at else None}
        raise CardError.about(label_at(name, at), f"bad card {array[at]}: expected 0 to 51", **where)
    if not is_whole:
        expected = "whole numbers, such as uint8, or a list of texts"
        raise ArrayError(f"bad dtype {array.dtype} of {name}: expected {expected}")
    return array.astype(np.uint8)


def _first_no_card(array: NDArray[Any]) -> tuple[int, ...] | None:
    """Return the index of the first float that is no card, such as NaN for a missing value; None if there is none."""
    import numpy as np

    if array.dtype.kind != "f":
        return None
    wrong = np.argwhere(~((array >= 0) & (array <= _LAST_CARD) & (array == np.floor(array))))
    return tuple(map(int, wrong[0])) if len(wrong) else None


def strengths_in(values: object, count: int) -> NDArray[np.intp]:
    """Check strengths on a scale from 0 to ``count - 1``, and return them as array indexes; StrengthError if invalid."""
    import numpy as np

    array = as_array(values, "strengths")
    if not holds_whole_numbers(array):
        raise StrengthError(f"bad dtype {array.dtype} of strengths: expected whole numbers, such as uint16")
    if (at := first_beyond(array, count - 1)) is not None:
        raise StrengthError.about(label_at("strengths", at), f"bad strength {array[at]}: expected 0 to {count - 1}")
    return array.astype(np.intp, copy=False)


_LARGEST_NO_MASK = 0xFFFF  # a mask of cards of one suit, the clubs, is no larger


def holds_masks(array: NDArray[Any]) -> bool:
    return array.dtype.kind == "u" and array.dtype.itemsize == 8


def as_masks(array: NDArray[Any]) -> NDArray[np.uint64]:
    import numpy as np

    masks = array.astype(np.uint64, copy=False)
    return np.require(masks, requirements=["C", "A"])  # the core reads masks at aligned addresses


def _check_not_signed_masks(array: NDArray[Any], name: str) -> None:
    """Raise ArrayError for one-dimensional masks in signed numbers; each is far above the numbers of cards."""
    if array.ndim == 1 and array.dtype.char in "lq" and array.size and array.max() > _LARGEST_NO_MASK:
        raise ArrayError(f"bad dtype {array.dtype} of {name}: expected uint64 for masks, as from array.astype('uint64')")


def cards_in(cards: object, widths: Sequence[int]) -> NDArray[np.uint8] | NDArray[np.uint64]:
    """Check sets of cards and return them, texts and masks as uint64, cards as uint8. `widths`: allowed sizes of a set."""
    import numpy as np

    array = numbers_in(cards, "cards")
    if array is None:
        sets, shape = _sets_in(cards, "cards", widths)
        return np.array([cards_of_set.mask for cards_of_set in sets], np.uint64).reshape(shape)
    if holds_masks(array) and (array.ndim < 2 or not isinstance(cards, list | tuple)):  # a list of lists has cards
        return as_masks(array)
    _check_not_signed_masks(array, "cards")
    if (array.ndim == 0 or array.shape[-1] not in widths) and holds_whole_numbers(array):
        expected = f"{any_of(widths)} cards on the last axis, or masks as uint64"
        raise ArrayError(f"bad shape {array.shape} of cards: expected {expected}")
    return as_bytes(array, "cards")


def boards_in(boards: object) -> NDArray[np.uint8]:
    """Check tables of boards, and return them as uint8[n, players, 13], for 2 to 4 players."""
    array = as_array(boards, "boards")
    if (array.ndim != 3 or array.shape[2] != 13 or not 2 <= array.shape[1] <= 4) and holds_whole_numbers(array):
        raise ArrayError(f"bad shape {array.shape} of boards: expected (n, 2 to 4 players, 13 cards)")
    return as_bytes(array, "boards")


def opponents_in(boards: object, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Check and return boards of opponents, uint8[*shape, 1 to 3, 13]. `shape`: that of the hands, without the card axis."""
    array = as_array(boards, "boards")
    if array.shape[:-2] != shape or array.ndim < 2 or array.shape[-1] != 13 or not 1 <= array.shape[-2] <= 3:
        expected = ", ".join([*map(str, shape), "1 to 3 opponents", "13 cards"])
        raise ArrayError(f"bad shape {array.shape} of boards: expected ({expected})")
    return as_bytes(array, "boards")


def hands_in(values: object) -> NDArray[np.uint8]:
    """Check hands of 13 cards (uint8[n, 13], masks as uint64[n], or a list of hands), and return them as uint8[n, 13]."""
    import numpy as np

    array = numbers_in(values, "hands")
    if array is None:
        sets, shape = _sets_in(values, "hands", (13,))
        array = np.array([list(hand) for hand in sets], np.uint8).reshape(*shape, 13)
    if array.ndim != 1 or not holds_masks(array):
        _check_not_signed_masks(array, "hands")
        return thirteens_in(array, "hands", ", or masks as uint64[n]")
    masks = as_masks(array)
    cards = np.empty((len(masks), 13), np.uint8)
    bad = cards_of_masks(masks, cards)
    if bad < len(masks):
        raise describe_bad_mask(int(masks[bad]), bad, "hand", "13")
    return cards


def ascending_hands_in(values: object) -> NDArray[np.uint8]:
    """Return hands as `hands_in` does, with their cards in ascending order; CardError if one is invalid or appears twice."""
    import numpy as np

    cards = hands_in(values)
    ascending = np.sort(cards, axis=1)
    is_bad = (ascending[:, -1] > _LAST_CARD) | (ascending[:, 1:] == ascending[:, :-1]).any(axis=1)
    if is_bad.any():
        index = int(is_bad.argmax())
        raise describe_bad_row(cards[index], index, "hand")
    return ascending


def thirteens_in(array: NDArray[Any], name: str, or_masks: str = "") -> NDArray[np.uint8]:
    """Check an array of hands or boards, and return it as uint8[n, 13]."""
    if (array.ndim != 2 or array.shape[1] != 13) and holds_whole_numbers(array):
        raise ArrayError(f"bad shape {array.shape} of {name}: expected (n, 13 cards){or_masks}")
    return as_bytes(array, name)


_LARGEST_VALUE = 1e12


def values_in(values: object, name: str, count: int) -> NDArray[np.float64]:
    """Check values of a row, one real number for each strength, and return them as float64[count]."""
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


def buttons_in(button: object, n: int, seats: int) -> NDArray[np.int8]:
    """Return the seat with the button at each of n tables as int8[n]. The core checks the values of int8 arrays."""
    import numpy as np

    if not isinstance(button, list | tuple) and getattr(button, "ndim", 0) == 0:
        check_seat("button", button, seats)
    array = as_array(button, "button")
    if not holds_whole_numbers(array):
        raise ArrayError(f"bad dtype {array.dtype} of button: expected whole numbers, such as int8")
    if array.shape != (n,):
        raise ArrayError(f"bad shape {array.shape} of button: expected an int, or ({n},), one for each table")
    if array.dtype != np.int8 and (at := first_beyond(array, seats - 1)) is not None:
        check_seat(f"button[{at[0]}]", int(array[at]), seats)
    return array.astype(np.int8, copy=False)


def check_apart(out: NDArray[Any], array: NDArray[Any], name: str) -> None:
    """Raise ArrayError if `array`, the argument `name`, may share memory with `out`."""
    import numpy as np

    if np.may_share_memory(out, array):
        raise ArrayError(f"bad out: it overlaps with {name}")


def result_out(
    out: object, shape: tuple[int, ...], source: NDArray[Any] | None = None, dtype: str = "uint16"
) -> NDArray[Any]:
    """Return `out`, or a new array if it is None; ArrayError if `out` does not fit or overlaps with `source`."""
    import numpy as np

    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or not out.dtype.isnative:
        kind = f"{out.dtype} array" if isinstance(out, np.ndarray) else type(out).__name__
        raise ArrayError(f"bad out: expected an array of {dtype}, got {kind}")
    if out.shape != shape:
        raise ArrayError(f"bad shape {out.shape} of out: expected {shape}")
    if not out.flags.c_contiguous or not out.flags.writeable or not out.flags.aligned:
        raise ArrayError("bad out: expected a C-contiguous, aligned and writeable array")
    if source is not None:
        check_apart(out, source, "the input")
    return out


# ---- errors for rows that the compiled core rejects ----

CHANGED = "it was changed while it was read"
MASK_GAPS = 0xE000_E000_E000_E000  # bits of a mask that stand for no card


def describe_bad_row(row: Iterable[int], index: int, name: str) -> CardError:
    """Return the error for the invalid cards of a row or a hand."""
    cards = [int(card) for card in row]
    for position, card in enumerate(cards):
        where = {"token": card, "position": position, "index": index}
        if card > _LAST_CARD:
            return CardError(f"{name} index {index}: bad card {card} at index {position}: expected 0 to 51", **where)
        if card in cards[:position]:
            return CardError(f"{name} index {index}: card {card} appears twice: again at index {position}", **where)
    return CardError(f"{name} index {index}: {CHANGED}", index=index)


def problem_of_mask(mask: int, expected: str) -> str:
    """Return the problem of an invalid mask; `expected` is its required number of cards, as text."""
    if mask & MASK_GAPS:
        return f"mask {mask:#x} has bits that stand for no card"
    return f"mask {mask:#x} ({CardSet.from_mask(mask)}) has {mask.bit_count()} cards, expected {expected}"


def describe_bad_mask(mask: int, index: int, name: str, expected: str) -> CardError:
    """Return the error for an invalid mask; `expected` is its required number of cards, as text."""
    return CardError(f"{name} index {index}: {problem_of_mask(mask, expected)}", token=mask, index=index)
