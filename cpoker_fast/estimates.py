"""Estimated means with their standard errors, and the one place that makes margins of error of these."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError

__all__ = ["Estimate", "plain_of", "points_from_best", "total_of"]

_LEVEL = 0.95  # of everything that is printed after "+-", "±" or `columns.MARGIN`


class Estimate(NamedTuple):
    """An estimated mean with its standard error."""

    mean: float
    standard_error: float

    @property
    def margin(self) -> float:
        """Margin of error: half the width of the 95 % confidence interval. All texts, tables and charts show it."""
        return self._reach(_LEVEL)

    def interval(self, level: float = _LEVEL) -> tuple[float, float]:
        """The confidence interval of that level; SimulationError unless it is between 0 and 1."""
        if not isinstance(level, float) or not 0 < level < 1:
            raise SimulationError(f"level: expected a number between 0 and 1, got {quote(level)}")
        reach = self._reach(level)
        return self.mean - reach, self.mean + reach

    def _reach(self, level: float) -> float:
        from statistics import NormalDist  # not at the head: it takes longer to import than most modules of this package

        return NormalDist().inv_cdf((1 + level) / 2) * self.standard_error


def total_of(estimates: Iterable[Estimate]) -> Estimate:
    """The sum of independent estimates."""
    listed = list(estimates)
    return Estimate(math.fsum(one.mean for one in listed), math.hypot(*(one.standard_error for one in listed)))


def plain_of(estimate: Estimate, name: str, prefix: str = "") -> dict[str, Any]:
    """Plain values, for JSON: the mean by that name, and its standard error and 95 % interval after a prefix."""
    return {
        name: estimate.mean,
        f"{prefix}standard_error": estimate.standard_error,
        f"{prefix}confidence_95": list(estimate.interval()),
    }


def points_from_best(points: Estimate, behind: Estimate, best: Estimate, share: float) -> Estimate:
    """Points of a candidate that was dropped early, which agree with those of the best one: best less behind.

    A candidate that was dropped after a share of the samples has met other cards than the best one, on average. How far it
    is behind compares the samples that both played, in which luck was the same. The best one's later samples are
    independent of these, so the variance is ``share * Var(points) + (1 - share) * Var(behind)``.

    Parameters
    ----------
    points, behind : Estimate
        The candidate's points, and how far it is behind, over the samples that it played.
    best : Estimate
        Points of the best candidate over all samples.
    share : float
        The part of the samples that the candidate played, above 0 and up to 1.
    """
    error = math.hypot(math.sqrt(share) * points.standard_error, math.sqrt(1.0 - share) * behind.standard_error)
    return Estimate(best.mean - behind.mean, error)
