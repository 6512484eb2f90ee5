"""Estimated means with standard errors, and their margins of error."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError

__all__ = ["Estimate", "estimate_to_dict", "points_from_best", "total_of"]

_LEVEL = 0.95  # confidence level of all margins of error that are printed after "+-", "±" or `columns.MARGIN`


class Estimate(NamedTuple):
    """An estimated mean with its standard error."""

    mean: float
    standard_error: float

    @property
    def margin(self) -> float:
        """Margin of error: half the width of the 95 % confidence interval, as all texts, tables and charts show it."""
        return self._margin_at(_LEVEL)

    def interval(self, level: float = _LEVEL) -> tuple[float, float]:
        """Return the confidence interval of a level; SimulationError unless the level is between 0 and 1."""
        if not isinstance(level, float) or not 0 < level < 1:
            raise SimulationError(f"level: expected a number between 0 and 1, got {quote(level)}")
        margin = self._margin_at(level)
        return self.mean - margin, self.mean + margin

    def _margin_at(self, level: float) -> float:
        from statistics import NormalDist  # here, since it takes longer to import than most modules of this package

        return NormalDist().inv_cdf((1 + level) / 2) * self.standard_error


def total_of(estimates: Iterable[Estimate]) -> Estimate:
    """Return the sum of independent estimates."""
    listed = list(estimates)
    error = math.hypot(*(estimate.standard_error for estimate in listed))
    return Estimate(math.fsum(estimate.mean for estimate in listed), error)


def estimate_to_dict(estimate: Estimate, name: str, prefix: str = "") -> dict[str, Any]:
    """Return plain values for JSON: the mean as `name`, its standard error and its 95 % interval, after the prefix."""
    return {
        name: estimate.mean,
        f"{prefix}standard_error": estimate.standard_error,
        f"{prefix}confidence_95": list(estimate.interval()),
    }


def points_from_best(points: Estimate, behind: Estimate, best: Estimate, share: float) -> Estimate:
    """Estimate the points of a candidate that may have been dropped early: the points of the best one minus the gap.

    A candidate that was dropped early saw only some of the samples, so its own mean has other luck than the best one's.
    The gap compares the samples of both, with the same luck. Later samples of the best candidate are independent of these,
    so the variance is ``share * Var(points) + (1 - share) * Var(behind)``.

    Parameters
    ----------
    points, behind : Estimate
        Points of the candidate, and its gap to the best one, over its samples.
    best : Estimate
        Points of the best candidate over all samples.
    share : float
        Share of the samples in which the candidate took part, above 0 and up to 1.
    """
    error = math.hypot(math.sqrt(share) * points.standard_error, math.sqrt(1.0 - share) * behind.standard_error)
    return Estimate(best.mean - behind.mean, error)
