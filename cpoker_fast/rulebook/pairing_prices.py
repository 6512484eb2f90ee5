"""Prices of a pairing for all results of its rows: a table that settling, fields and open-face analyses read."""

from __future__ import annotations

from typing import NamedTuple

from cpoker_fast.rulebook.choices import OverallPoint
from cpoker_fast.rulebook.rules import Rules

__all__ = ["PairingPrice", "pairing_prices"]


class PairingPrice(NamedTuple):
    """Payment of the second player of a pairing to the first for the results of the rows, without royalties.

    Attributes
    ----------
    row_points, scoop_points : int
        Points for rows or the match, and for a scoop; negative if the first player pays.
    overall : int
        Overall point, if only the rows decide it; otherwise 0.
    times : int
        Factor of the whole payment, royalties included.
    winner : int
        Winner of the pairing: 1 (the first player), 0 (nobody) or -1.
    """

    row_points: int
    scoop_points: int
    overall: int
    times: int
    winner: int

    @property
    def points(self) -> int:
        """Row points, scoop points and the overall point, without the factor."""
        return self.row_points + self.scoop_points + self.overall


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _price(rules: Rules, rows: tuple[int, ...]) -> PairingPrice:
    won, lost = rows.count(1), rows.count(-1)
    winner, scoop = (won >= 2) - (lost >= 2), (won == len(rows)) - (lost == len(rows))
    row_points = rules.row_points * sum(rows) if rules.match_points is None else rules.match_points * winner
    overall = rules.overall_points * _sign(row_points) if rules.overall is OverallPoint.ROWS else 0
    return PairingPrice(row_points, scoop * rules.scoop_bonus, overall, rules.scoop_times if scoop else 1, winner)


def pairing_prices(rules: Rules) -> tuple[PairingPrice, ...]:
    """Return the prices for the 27 results of front, middle and back, from (-1, -1, -1) and (-1, -1, 0) to (1, 1, 1)."""
    results = (-1, 0, 1)
    return tuple([_price(rules, (front, middle, back)) for front in results for middle in results for back in results])
