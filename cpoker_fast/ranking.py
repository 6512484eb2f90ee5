"""Ranking of rows: strengths, their categories, and their description in words."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arrays import strengths_in
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

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Category", "CpuFeatures", "best_five", "categories", "category", "cpu_features", "describe", "describe_lowball",
    "describe_lowball_many", "describe_many", "lowball_categories", "lowball_ranks_of", "lowball_strength",
    "lowball_strengths", "ranks_of", "strength", "strengths",
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
    """Kernels in use, and all that this machine supports: the result of `cpu_features`."""

    active: str
    """Kernels in use: ``'portable'``, ``'neon'``, ``'avx2'`` or ``'avx512'``."""
    supported: tuple[str, ...]
    """Kernels that this machine can run."""


def cpu_features() -> CpuFeatures:
    """Return the kernels (code for an instruction set) in use, and all that this machine supports.

    The fastest kernels are in use, unless the environment variable ``CPOKER_FAST_CPU`` names others when the package is
    imported.

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
    """Describe a 2-7 strength, such as a result of `lowball_strength`, in words.

    Raises StrengthError for a number that is not from 0 to 7461.

    Examples
    --------
    >>> describe_lowball(7461)
    'high card, seven five four three two'
    """
    return _describe(*lowball_meaning(strength))


# ---- batches ----


_Meaning = tuple[int, tuple[int, ...]]
_MOST_RANKS = 5


def _meanings(wheel: str) -> list[_Meaning]:
    return [meaning(strength, wheel) for strength in range(STRENGTHS)]


def _lowball_meanings() -> list[_Meaning]:
    return [lowball_meaning(strength) for strength in range(LOWBALL_STRENGTHS)]


def _categories_in(meanings: list[_Meaning]) -> NDArray[np.uint8]:
    import numpy as np

    return np.array([_category(*meaning) for meaning in meanings], np.uint8)


def _ranks_in(meanings: list[_Meaning]) -> NDArray[np.int8]:
    import numpy as np

    return np.array([(*ranks, *[-1] * (_MOST_RANKS - len(ranks))) for _, ranks in meanings], np.int8)


def _words_in(meanings: list[_Meaning]) -> NDArray[np.object_]:
    import numpy as np

    return np.array([_describe(*meaning) for meaning in meanings], object)


_all_categories = cache(lambda wheel: _categories_in(_meanings(wheel)))
_all_ranks = cache(lambda wheel: _ranks_in(_meanings(wheel)))
_all_words = cache(lambda wheel: _words_in(_meanings(wheel)))
_all_lowball_categories = cache(lambda: _categories_in(_lowball_meanings()))
_all_lowball_ranks = cache(lambda: _ranks_in(_lowball_meanings()))
_all_lowball_words = cache(lambda: _words_in(_lowball_meanings()))


def _looked_up(by_strength: NDArray[Any], strengths: object) -> NDArray[Any]:
    """Return the items of a table by strength, in a new array."""
    return by_strength[strengths_in(strengths, len(by_strength)), ...]


def categories(strengths: object, /, *, wheel: str = "lowest") -> NDArray[np.uint8]:
    """Return the categories of many strengths.

    Parameters
    ----------
    strengths : array of uint16, any shape
        Strengths, such as results of `strengths`. Whole numbers of any dtype, and lists of them, work, too.
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
    return _looked_up(_all_categories(wheel), strengths)


def lowball_categories(strengths: object, /) -> NDArray[np.uint8]:
    """Return the categories of many 2-7 strengths (`lowball_strengths`), in an array of their shape.

    A-2-3-4-5 is no straight. Raises StrengthError for a number that is no 2-7 strength.

    Examples
    --------
    >>> lowball_categories([7461, 0]).tolist()
    [0, 9]
    """
    return _looked_up(_all_lowball_categories(), strengths)


def ranks_of(strengths: object, /, *, wheel: str = "lowest") -> NDArray[np.int8]:
    """Return the ranks that distinguish strengths within their categories; parameters and errors as for `categories`.

    Returns
    -------
    array of int8, shape (..., 5)
        Ranks from 0 (two) to 12 (ace), the most important rank first. The rank of the quads, the trips or the higher pair
        comes first, then the lower pair, then the kickers. A straight has only its highest rank, which is 3 (five) for
        A-2-3-4-5. Unused places are -1.

    Examples
    --------
    >>> from cpoker_fast import strength
    >>> ranks_of([strength("Ts Th Tc 4d 4s"), strength("9s 9h 4c"), strength("As Kd Qc 9h 4s")]).tolist()
    [[8, 2, -1, -1, -1], [7, 2, -1, -1, -1], [12, 11, 10, 7, 2]]
    """
    meaning(0, wheel)
    return _looked_up(_all_ranks(wheel), strengths)


def lowball_ranks_of(strengths: object, /) -> NDArray[np.int8]:
    """Return the ranks that distinguish 2-7 strengths within their categories, as `ranks_of` does for other strengths.

    Lower ranks are better. Raises StrengthError for a number that is no 2-7 strength.

    Examples
    --------
    >>> lowball_ranks_of([7461]).tolist()
    [[5, 3, 2, 1, 0]]
    """
    return _looked_up(_all_lowball_ranks(), strengths)


def describe_many(strengths: object, /, *, wheel: str = "lowest") -> NDArray[np.object_]:
    """Describe many strengths, in an array of their shape; parameters and errors as for `categories`.

    Examples
    --------
    >>> describe_many([7693, 3189]).tolist()
    ['full house, tens over fours', 'pair, nines with four']
    """
    meaning(0, wheel)
    return _looked_up(_all_words(wheel), strengths)


def describe_lowball_many(strengths: object, /) -> NDArray[np.object_]:
    """Describe many 2-7 strengths (`lowball_strengths`), in an array of their shape.

    Raises StrengthError for a number that is no 2-7 strength.

    Examples
    --------
    >>> describe_lowball_many([7461]).tolist()
    ['high card, seven five four three two']
    """
    return _looked_up(_all_lowball_words(), strengths)


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
