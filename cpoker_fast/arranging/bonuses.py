"""What a Fantasyland is worth, as users give it: one number, or one for each number of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from cpoker_fast._arguments import is_whole
from cpoker_fast.errors import RulesError, quote

__all__ = ["bonuses_of", "read_bonus"]

_MOST_BONUS = 1e9
_LEAST_CARDS, _MOST_CARDS = 13, 17


def _is_bonus(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _MOST_BONUS


def read_bonus(bonus: float | Mapping[int, float], path: str) -> float | tuple[tuple[int, float], ...]:
    """A checked bonus, hashable; RulesError, naming the argument."""
    if _is_bonus(bonus):
        return float(bonus)
    if isinstance(bonus, Mapping):
        pairs = list(bonus.items())
        if all(is_whole(key) and _LEAST_CARDS <= key <= _MOST_CARDS and _is_bonus(value) for key, value in pairs):
            return tuple(sorted(pairs))
    problem = f"expected a number from -1e9 to 1e9, or one for each size of the next deal (13 to 17), got {quote(bonus)}"
    raise RulesError(problem, path=path)


def bonuses_of(bonus: float | tuple[tuple[int, float], ...], sizes: tuple[int, ...], path: str) -> dict[int, float]:
    """The bonus for each size of the next deal; RulesError if one of `sizes` has none."""
    found = dict.fromkeys(sizes, bonus) if isinstance(bonus, float) else dict(bonus)
    for number in sizes:
        if number not in found:
            raise RulesError(f"expected a value for a next deal of {number} cards", path=path)
    return found
