"""Ranking of rows: strengths, their categories, and their description in words."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arrays import as_array, first_beyond, holds_whole_numbers, label_at
from cpoker_fast._core import cpu_levels, share_globals
from cpoker_fast._ranking import (
    LOWBALL_STRENGTHS,
    STRENGTHS,
    best_five,
    lowball_meaning,
    lowball_strength,
    lowball_strengths,
    meaning,
    strength,
    strengths,
)
from cpoker_fast.errors import StrengthError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Category", "CpuFeatures", "best_five", "categories", "category", "cpu_features", "describe", "describe_lowball",
    "describe_lowball_many", "describe_many", "lowball_strength", "lowball_strengths", "strength", "strengths",
]  # fmt: skip


class Category(IntEnum):
    """Kinds of rows, weakest first. Royal flushes are a separate kind, since some rules pay more for them."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """Category in words, such as ``'full house'``."""
        return self._name_.lower().replace("_", " ")


_CATEGORIES = tuple(Category)


class CpuFeatures(NamedTuple):
    """Kernels of this machine: the result of `cpu_features`."""

    active: str
    """Kernels in use: ``'portable'``, ``'neon'``, ``'avx2'`` or ``'avx512'``."""
    supported: tuple[str, ...]
    """Kernels that this machine can run."""


def cpu_features() -> CpuFeatures:
    """Return the instruction sets of the kernels: the one in use, and all that this machine supports.

    The best one is in use, unless the environment variable ``CPOKER_FAST_CPU`` names another at import.

    Examples
    --------
    >>> cpu_features().active in cpu_features().supported
    True
    """
    return CpuFeatures(*cpu_levels())


_ACE = 12
_RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def _singular(rank: int) -> str:
    return _RANK_NAMES[rank]


def _plural(rank: int) -> str:
    return _RANK_NAMES[rank] + ("es" if _RANK_NAMES[rank] == "six" else "s")


def _category(number: int, ranks: tuple[int, ...]) -> Category:
    royal = number == Category.STRAIGHT_FLUSH and ranks[0] == _ACE
    return Category.ROYAL_FLUSH if royal else _CATEGORIES[number]


def _describe(number: int, ranks: tuple[int, ...]) -> str:
    category = _category(number, ranks)
    first, others = ranks[0], " ".join(map(_singular, ranks[1:]))
    match category:
        case Category.ROYAL_FLUSH:
            return category.label
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{category.label}, {_singular(first)} high"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} over {_plural(ranks[1])}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(ranks[1])} with {_singular(ranks[2])}"
        case Category.HIGH_CARD | Category.FLUSH:
            return f"{category.label}, {_singular(first)} {others}"
        case _:
            return f"{category.label}, {_plural(first)}" + (f" with {others}" if others else "")


def category(strength: int, /, *, wheel: str = "lowest") -> Category:
    """Return the category of a strength.

    Parameters
    ----------
    strength : int
        Strength of a row of three or five cards, 0 to 7916.
    wheel : {'lowest', 'second'}
        Option `wheel` of the call that ranked the row; categories do not depend on it.

    Raises
    ------
    StrengthError
        If the number is not a strength.

    Examples
    --------
    >>> category(7916)
    <Category.ROYAL_FLUSH: 9>
    """
    return _category(*meaning(strength, wheel))


def describe(strength: int, /, *, wheel: str = "lowest") -> str:
    """Describe a strength in words; no two strengths have the same description.

    Parameters
    ----------
    strength : int
        Strength of a row of three or five cards, 0 to 7916.
    wheel : {'lowest', 'second'}
        Option `wheel` of the call that ranked the row.

    Raises
    ------
    StrengthError
        If the number is not a strength.

    Examples
    --------
    >>> from cpoker_fast import strength
    >>> describe(strength("Ts Th Tc 4d 4s"))
    'full house, tens over fours'
    >>> describe(strength("9s 9h 4c"))
    'pair, nines with four'
    """
    return _describe(*meaning(strength, wheel))


def describe_lowball(strength: int, /) -> str:
    """Describe a 2-7 strength (`lowball_strength`, 0 to 7461) in words; StrengthError for any other number.

    Examples
    --------
    >>> describe_lowball(7461)
    'high card, seven five four three two'
    """
    return _describe(*lowball_meaning(strength))


# ---- batches ----


def _categories_by_strength(wheel: str) -> NDArray[np.uint8]:
    import numpy as np

    return np.array([_category(*meaning(strength, wheel)) for strength in range(STRENGTHS)], np.uint8)


def _words_by_strength(wheel: str) -> NDArray[np.object_]:
    import numpy as np

    return np.array([_describe(*meaning(strength, wheel)) for strength in range(STRENGTHS)], object)


def _lowball_words() -> NDArray[np.object_]:
    import numpy as np

    return np.array([_describe(*lowball_meaning(strength)) for strength in range(LOWBALL_STRENGTHS)], object)


_all_categories, _all_words = cache(_categories_by_strength), cache(_words_by_strength)
_all_lowball_words = cache(_lowball_words)


def _strengths_in(values: object, count: int) -> NDArray[np.intp]:
    """Check strengths on a scale from 0 to ``count - 1``, and return them as array indexes."""
    import numpy as np

    array = as_array(values, "strengths")
    if not holds_whole_numbers(array):
        raise StrengthError(f"bad dtype {array.dtype} of strengths: expected whole numbers, such as uint16")
    if (at := first_beyond(array, count - 1)) is not None:
        raise StrengthError.about(label_at("strengths", at), f"bad strength {array[at]}: expected 0 to {count - 1}")
    return array.astype(np.intp, copy=False)


def categories(strengths: object, /, *, wheel: str = "lowest") -> NDArray[np.uint8]:
    """Return the categories of many strengths.

    Parameters
    ----------
    strengths : array of uint16, any shape
        Results of `strengths`, or other whole numbers of any dtype or in a list.
    wheel : {'lowest', 'second'}
        Option `wheel` of the call that ranked the rows.

    Returns
    -------
    array of uint8
        Values of `Category`, in the shape of the strengths.

    Raises
    ------
    StrengthError
        If a number is not a strength.

    Examples
    --------
    >>> categories([7693, 3189]).tolist()
    [6, 1]
    """
    meaning(0, wheel)  # raises the error for an unknown wheel
    by_strength = _all_categories(wheel)
    return by_strength[_strengths_in(strengths, len(by_strength)), ...]


def describe_many(strengths: object, /, *, wheel: str = "lowest") -> NDArray[np.object_]:
    """Describe many strengths, in an array of their shape; parameters and errors as for `categories`.

    Examples
    --------
    >>> describe_many([7693, 3189]).tolist()
    ['full house, tens over fours', 'pair, nines with four']
    """
    meaning(0, wheel)
    words = _all_words(wheel)
    return words[_strengths_in(strengths, len(words)), ...]


def describe_lowball_many(strengths: object, /) -> NDArray[np.object_]:
    """Describe many 2-7 strengths (`lowball_strengths`), in an array of their shape; StrengthError for other numbers.

    Examples
    --------
    >>> describe_lowball_many([7461]).tolist()
    ['high card, seven five four three two']
    """
    words = _all_lowball_words()
    return words[_strengths_in(strengths, len(words)), ...]


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
