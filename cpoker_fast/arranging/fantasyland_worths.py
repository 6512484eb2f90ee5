"""The worth of a Fantasyland: as you give it, and as it was measured and is shipped with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

from cpoker_fast._arguments import is_whole
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Rules

__all__ = [
    "SHIPPED_WORTHS",
    "ShippedWorth",
    "assumed_worths",
    "bonuses_of",
    "from_each_opponent",
    "read_bonus",
    "shipped_worth",
]

SHIPPED_WORTHS = Path(__file__).with_name("worths.json")
"""For each preset and number of players: by cards, the points and their standard error."""


class ShippedWorth(NamedTuple):
    """What a Fantasyland is worth, by its cards."""

    points: dict[int, float]
    errors: dict[int, float]


def _read() -> dict[str, dict[str, dict[str, tuple[float, float]]]]:
    found: dict[str, dict[str, dict[str, tuple[float, float]]]] = json.loads(SHIPPED_WORTHS.read_text(encoding="utf-8"))
    return found


read_all = cache(_read)


def shipped_worth(rules: Rules, players: int) -> ShippedWorth | None:
    """What was measured for a preset that is dealt and scored like these rules; None if nothing was."""
    for name, by_players in read_all().items():
        if str(players) in by_players and rules.plays_like(Rules.PRESETS[name]):
            found = by_players[str(players)].items()
            points = {int(cards): numbers[0] for cards, numbers in found}
            return ShippedWorth(points, {int(cards): numbers[1] for cards, numbers in found})
    return None


_THUMB = {13: 6.0, 14: 8.0, 15: 11.0, 16: 15.0, 17: 20.0}


def assumed_worths(rules: Rules, players: int) -> dict[int, float]:
    """What a Fantasyland is taken to be worth, by its cards, 13 to 17: as it was measured, otherwise by a rule of thumb.

    In points from all opponents together.
    """
    shipped = shipped_worth(rules, players)
    by_thumb = {cards: points * (players - 1) for cards, points in _THUMB.items()}
    return by_thumb if shipped is None else by_thumb | shipped.points


def from_each_opponent(worths: Mapping[int, float], players: int) -> dict[int, float]:
    """The share of each opponent in what a Fantasyland is worth, beside the royalties that each of them pays."""
    return {cards: points / (players - 1) for cards, points in worths.items()}


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
