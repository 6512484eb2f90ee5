"""Worth of a Fantasyland: measured for some presets, a heuristic for other rules, or passed as a bonus."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

from cpoker_fast._arguments import is_number, is_whole
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES

__all__ = [
    "SHIPPED_WORTHS", "ShippedWorth", "assumed_worths", "bonuses_of", "from_each_opponent", "read_bonus",
    "shipped_worth",
]  # fmt: skip

SHIPPED_WORTHS = Path(__file__).with_name("worths.json")
"""File of measured worths: points and their standard error by preset, number of players and number of cards."""


class ShippedWorth(NamedTuple):
    """Measured worths of Fantasylands, by number of cards."""

    points: dict[int, float]
    """Points from all opponents together."""
    errors: dict[int, float]
    """Standard errors of the points."""


def _read_worths() -> dict[str, dict[str, dict[str, tuple[float, float]]]]:
    worths: dict[str, dict[str, dict[str, tuple[float, float]]]] = json.loads(SHIPPED_WORTHS.read_text(encoding="utf-8"))
    return worths


_read_worths_once = cache(_read_worths)


def shipped_worth(rules: Rules, players: int) -> ShippedWorth | None:
    """Return the worths measured for a preset that plays like `rules`; None if none were measured for so many players."""
    for name, by_players in _read_worths_once().items():
        if str(players) in by_players and rules.plays_like(Rules.PRESETS[name]):
            by_cards = by_players[str(players)].items()
            points = {int(cards): mean for cards, (mean, _) in by_cards}
            return ShippedWorth(points, {int(cards): error for cards, (_, error) in by_cards})
    return None


_HEURISTIC = {13: 6.0, 14: 8.0, 15: 11.0, 16: 15.0, 17: 20.0}  # points from each opponent, by number of cards


def assumed_worths(rules: Rules, players: int) -> dict[int, float]:
    """Return the worths of Fantasylands of 13 to 17 cards, by number of cards: measured worths, or else a heuristic.

    Worths are in points from all opponents together.
    """
    shipped = shipped_worth(rules, players)
    heuristic = {cards: points * (players - 1) for cards, points in _HEURISTIC.items()}
    return heuristic if shipped is None else heuristic | shipped.points


def from_each_opponent(worths: Mapping[int, float], players: int) -> dict[int, float]:
    """Convert worths in points from all opponents together to points from each opponent."""
    return {cards: points / (players - 1) for cards, points in worths.items()}


_MOST_BONUS = 1e9


def _is_bonus(value: object) -> TypeGuard[float]:
    return is_number(value) and abs(value) <= _MOST_BONUS


def read_bonus(bonus: float | Mapping[int, float], path: str) -> float | tuple[tuple[int, float], ...]:
    """Check a bonus and return it as a hashable value; if it is invalid, raise a RulesError that begins with `path`."""
    if _is_bonus(bonus):
        return float(bonus)
    if isinstance(bonus, Mapping):
        pairs = list(bonus.items())
        if all(is_whole(key) and key in FANTASYLAND_SIZES and _is_bonus(value) for key, value in pairs):
            return tuple(sorted(pairs))
    problem = f"expected a number from -1e9 to 1e9, or one for each size of the next deal (13 to 17), got {quote(bonus)}"
    raise RulesError(problem, path=path)


def bonuses_of(bonus: float | tuple[tuple[int, float], ...], sizes: tuple[int, ...], path: str) -> dict[int, float]:
    """Return the bonus for each size of the next deal; raise RulesError if a size in `sizes` has no bonus."""
    by_size = dict.fromkeys(sizes, bonus) if isinstance(bonus, float) else dict(bonus)
    for size in sizes:
        if size not in by_size:
            raise RulesError(f"expected a value for a next deal of {size} cards", path=path)
    return by_size
