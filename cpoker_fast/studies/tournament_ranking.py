"""Rankings from means and covariances: which bots are proven better than which, with a family-wise error rate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cpoker_fast.estimates import Estimate
from cpoker_fast.studies.tasks import CHUNK

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ERROR_RATE", "LEAST_UNEQUAL", "PairDifference", "RankRange", "look_ends", "proven_pairs", "simultaneous_margin",
    "standings",
]  # fmt: skip

ERROR_RATE = 0.05
"""Probability of one or more false claims about the ranking of a tournament."""
LEAST_UNEQUAL = 30
"""Fewest deals with different points of two bots for a proof. With fewer deals, their difference is far from normal."""


class PairDifference(NamedTuple):
    """Difference of the points of two bots."""

    estimate: Estimate
    unequal: int
    """Number of deals in which their points differ."""

    @property
    def p_value(self) -> float:
        """Probability of a difference of at least this size, in any direction, if the bots are equally strong."""
        mean, error = self.estimate
        if self.unequal < LEAST_UNEQUAL or mean == 0:
            return 1.0
        return math.erfc(abs(mean) / error / math.sqrt(2)) if error > 0 else 0.0


class RankRange(NamedTuple):
    """Rank of a bot, from 1, and the ranks that are compatible with the data."""

    rank: int
    """Rank by mean points; bots with the same mean have the same rank."""
    best: int
    """Best rank: 1 plus the number of bots that are proven better."""
    worst: int
    """Worst rank: the number of bots minus the number of those that are proven worse."""


def holm(p_values: Sequence[float], level: float) -> list[bool]:
    """Return which hypotheses are rejected by Holm's procedure, with a family-wise error rate.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03, 0.005], 0.05)
    [True, False, False, True]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    is_rejected = [False] * len(p_values)
    for place, index in enumerate(order):
        if p_values[index] > level / (len(order) - place):
            break
        is_rejected[index] = True
    return is_rejected


def proven_pairs(differences: Mapping[tuple[int, int], PairDifference], bots: int, level: float) -> NDArray[np.bool_]:
    """Return whether each bot is proven better than each other bot, bool[bots, bots].

    Parameters
    ----------
    differences : mapping
        Points of the first bot minus those of the second bot, for each pair of bots in one order.
    bots : int
    level : float
        Family-wise error rate.
    """
    is_better = np.zeros((bots, bots), bool)
    pairs = list(differences)
    for pair, is_proven in zip(pairs, holm([differences[pair].p_value for pair in pairs], level), strict=True):
        if is_proven:
            is_better[pair if differences[pair].estimate.mean > 0 else pair[::-1]] = True
    for bot in range(bots):  # who beats this bot beats all that this bot beats
        is_better |= is_better[:, bot : bot + 1] & is_better[bot]
    return is_better


def standings(totals: Sequence[int], is_better: NDArray[np.bool_]) -> list[RankRange]:
    """Return the standing of each bot, from its total points and the proven pairs."""
    worse, better = is_better.sum(axis=1).tolist(), is_better.sum(axis=0).tolist()
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    return [RankRange(rank, 1 + better[bot], len(totals) - worse[bot]) for bot, rank in enumerate(ranks)]


def simultaneous_margin(error: float, bots: int, level: float) -> float:
    """Return the margin of error of a bot. All margins hold together with a probability of 1 - `level` or more.

    This is Šidák's inequality, which holds for normal estimates with any covariances.
    """
    from statistics import NormalDist  # imported here: it takes longer than most modules of this package

    return NormalDist().inv_cdf((1 + (1 - level) ** (1 / bots)) / 2) * error


def look_ends(deals: int, *, until_settled: bool) -> list[int]:
    """Return the numbers of deals after which the ranking is tested: doubling from 1,024, or only once at the end."""
    ends = []
    end = CHUNK
    while until_settled and end < deals:
        ends.append(end)
        end *= 2
    return [*ends, deals]
