"""What a Fantasyland is worth under the rules of the package: measured, and shipped as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cpoker_fast.rulebook import Rules

__all__ = ["SHIPPED_WORTHS", "ShippedWorth", "assumed_worths", "from_each_opponent", "shipped_worth"]

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
