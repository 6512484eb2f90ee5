"""Ranking rows: strengths, the categories they fall into, and their description in words."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from cpoker_fast._core import cpu_levels
from cpoker_fast._ranking import (
    lowball_strength,
    lowball_strengths,
    meaning,
    strength,
    strengths,
)

__all__ = [
    "Category",
    "CpuFeatures",
    "category",
    "cpu_features",
    "describe",
    "describe_lowball",
    "lowball_strength",
    "lowball_strengths",
    "strength",
    "strengths",
]


class Category(IntEnum):
    """Kinds of rows, weakest first; some rules pay a royal flush more than other straight flushes."""

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
        """The category in words, such as ``'full house'``."""
        return self.name.lower().replace("_", " ")


class CpuFeatures(NamedTuple):
    """The result of `cpu_features`."""

    active: str
    """The kernels in use: ``'portable'``, ``'neon'``, ``'avx2'`` or ``'avx512'``."""
    supported: tuple[str, ...]
    """All kernels that this machine can run."""


def cpu_features() -> CpuFeatures:
    """The instruction sets of the ranking kernels: the one in use, and those that this machine supports.

    The best one is used unless the environment variable ``CPOKER_FAST_CPU`` names another when the package is imported.

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
    return Category.ROYAL_FLUSH if royal else Category(number)


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
    """The category of a strength.

    Parameters
    ----------
    strength : int
        On the joint scale, 0 to 7916.
    wheel : {'lowest', 'second'}
        The same as when the row was ranked; no category depends on it.

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
    """A strength in words, in enough detail to distinguish it from every other strength.

    Parameters
    ----------
    strength : int
        On the joint scale, 0 to 7916.
    wheel : {'lowest', 'second'}
        The same as when the row was ranked.

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
    """A 2-7 strength (`lowball_strength`, 0 to 7461) in words; StrengthError if it is not one.

    Examples
    --------
    >>> describe_lowball(7461)
    'high card, seven five four three two'
    """
    return _describe(*meaning(strength, "lowball"))
