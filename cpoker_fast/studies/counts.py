"""Counts of studies: counters of each seat, and sums of points and of their products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from cpoker_fast._settling import MOST_PATTERNS, MOST_PLAYERS
from cpoker_fast.boards import ROWS
from cpoker_fast.errors import SimulationError
from cpoker_fast.ranking import Category
from cpoker_fast.studies.deal_sums import DealSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["COUNTERS", "PLACED", "Counts", "counter_of", "tally_of"]

# The counters of a seat in the order of CPF_TALLY_COUNTERS (src/cpf_tally.h), and their shapes.
COUNTERS: dict[str, tuple[int, ...]] = {
    "rows": (len(ROWS), 3),
    "scoops": (),
    "scooped": (),
    "home_runs": (),
    "home_runs_against": (),
    "fouls": (),
    "surrenders": (),
    "naturals": (MOST_PATTERNS,),
    "royalties_won": (),
    "royalties_paid": (),
    "categories": (len(ROWS), len(Category)),
    "points": (MOST_PLAYERS,),
    "points_squared": (MOST_PLAYERS,),
}


PLACED = ("boards", "fouls", "front", "middle", "back", "fantasylands")
"""Counters of open-face boards: boards, fouls, royalties of the three rows, and Fantasylands earned."""

_ENDS = list(accumulate(prod(shape) for shape in COUNTERS.values()))
_SLICES = dict(zip(COUNTERS, map(slice, [0, *_ENDS], _ENDS), strict=True))


def tally_of(seats: int) -> NDArray[np.int64]:
    """Return the counters of `seats` seats, all 0."""
    return np.zeros((seats, _ENDS[-1]), np.int64)


def counter_of(tally: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    """Return the counter `name` of a seat, as a view with the shape in `COUNTERS`."""
    return tally[_SLICES[name]].reshape(COUNTERS[name])


@dataclass(eq=False)
class Counts(DealSums):
    """Counts of some deals, and texts of their faults.

    Counts are whole numbers, so sums do not depend on the order of addition. Comparisons ignore the texts.

    Attributes
    ----------
    deals, first_faults
        See `DealSums`.
    tallies : array of int64, shape (players, counters)
        See `COUNTERS`.
    totals : array of int64, shape (players,)
        Points over all tables.
    products : array of int64, shape (players, players)
        For each pair of players, the sum over deals of the product of their points in all tables of the deal.
    squares : array of int64, shape (players,)
        Sum over tables of the square of the points of each player.
    faults : array of int64, shape (players,)
        Number of hands that each bot failed to set.
    placed : array of int64, shape (players, 2, counters)
        Counters of boards (`PLACED`), first outside Fantasyland, then in it; empty under rules of one street
        without Fantasyland.
    """

    deals: int
    tallies: NDArray[np.int64]
    totals: NDArray[np.int64]
    products: NDArray[np.int64]
    squares: NDArray[np.int64]
    faults: NDArray[np.int64]
    placed: NDArray[np.int64]

    @classmethod
    def zeros(cls, players: int, *, has_placed: bool = False) -> Counts:
        """Return the counts before the first deal, all 0. With `has_placed`, they include the attribute `placed`."""
        placed = (players, 2, len(PLACED)) if has_placed else (players, 0, 0)
        shapes = ((players,), (players, players), (players,), (players,), placed)
        totals, products, squares, faults, boards = (np.zeros(shape, np.int64) for shape in shapes)
        return cls(0, tally_of(players), totals, products, squares, faults, boards)

    @property
    def played(self) -> int:
        """Number of played deals."""
        return self.deals

    def zeros_like(self) -> Counts:
        """Return the counts of the same kind of game before the first deal, all 0."""
        return Counts.zeros(len(self.totals), has_placed=self.placed.size > 0)

    def add_points(self, points: NDArray[np.int32]) -> None:
        """Add the points of deals, shape (deals, tables per deal, players)."""
        exact = points.astype(np.int64)
        per_deal = exact.sum(axis=1)
        self.deals += len(points)
        self.totals += per_deal.sum(axis=0)
        self.products += per_deal.T @ per_deal
        self.squares += (exact**2).sum(axis=(0, 1))

    def subtract(self, other: Counts) -> None:
        """Subtract the counts of deals that these counts include."""
        self.deals -= other.deals
        for name, array in other.arrays().items():
            self.arrays()[name][...] -= array

    def like(self, plain: Mapping[str, Any]) -> Counts:
        """Return counts of the same kind of game from the values of `to_dict`; SimulationError if they are malformed."""
        try:
            return self.read(plain)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise SimulationError(f"bad counts for {len(self.totals)} players: {error}") from None
