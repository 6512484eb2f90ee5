"""Estimated means with standard errors, and their margins of error."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError

__all__ = [
    "Estimate", "estimate_of_sums", "estimate_to_dict", "margin_text", "plain_interval", "points_from_best", "total_of",
]  # fmt: skip

_LEVEL = 0.95  # confidence level of all margins of error that are printed after "+-" or `columns.MARGIN`
_MOST_DECIMALS = 6  # of the text of an estimate


class Estimate(NamedTuple):
    """An estimated mean with its standard error.

    The text of an estimate is the mean with its 95 % margin of error: ``print(Estimate(1.25, 0.015))`` prints
    ``1.25 +- 0.03``. The text has two decimals, or up to six if the margin is below 0.01. If the standard error is unknown,
    the text is only the mean.
    """

    mean: float
    """Estimated mean."""
    standard_error: float
    """Standard deviation of the estimated mean; 0 for an exact value, nan if it is unknown, as after a single deal."""

    @property
    def margin(self) -> float:
        """Margin of error: half the width of the 95 % confidence interval, as shown in all texts, tables and charts."""
        return self._margin_at(_LEVEL)

    def interval(self, level: float = _LEVEL) -> tuple[float, float]:
        """Return the confidence interval at a level; SimulationError unless the level is between 0 and 1."""
        if not isinstance(level, float) or not 0 < level < 1:
            raise SimulationError.about("level", f"expected a number between 0 and 1, got {quote(level)}")
        margin = self._margin_at(level)
        return self.mean - margin, self.mean + margin

    def _margin_at(self, level: float) -> float:
        from statistics import NormalDist  # imported here: it takes longer than most modules of this package

        return NormalDist().inv_cdf((1 + level) / 2) * self.standard_error

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, sign: str = "+-") -> str:
        """Return the mean with its 95 % margin of error after a sign, which is ± in HTML and charts."""
        margin = self.margin
        if math.isnan(margin):
            return f"{self.mean:.2f}"
        decimals = 2
        while 0 < margin < 10**-decimals and decimals < _MOST_DECIMALS:
            decimals += 1
        return f"{self.mean:.{decimals}f} {sign} {margin:.{decimals}f}"


def estimate_of_sums(total: int, squares: int, deals: int, plays: int) -> Estimate:
    """Return the mean value of a play, from sums over deals. Its standard error is unknown for a single deal.

    Parameters
    ----------
    total, squares : int
        Sum of the values of all deals, and sum of their squares. The value of a deal is the sum over its plays.
    deals, plays : int
        Numbers of deals, and of plays of each deal. Plays of the same deal depend on each other; deals do not.
    """
    mean = total / deals
    if deals == 1:
        return Estimate(mean / plays, math.nan)
    variance = max(0.0, squares / deals - mean**2) * deals / (deals - 1)
    return Estimate(mean / plays, (variance / deals) ** 0.5 / plays)


def total_of(estimates: Iterable[Estimate]) -> Estimate:
    """Return the sum of independent estimates."""
    terms = list(estimates)
    error = math.hypot(*(term.standard_error for term in terms))
    return Estimate(math.fsum(term.mean for term in terms), error)


def estimate_to_dict(estimate: Estimate, name: str, prefix: str = "") -> dict[str, Any]:
    """Return the plain values of an estimate for JSON; unknown values are None.

    The mean has the key `name`. The keys of its standard error and of its 95 % interval begin with `prefix`.
    """
    return {
        name: estimate.mean,
        f"{prefix}standard_error": None if math.isnan(estimate.standard_error) else estimate.standard_error,
        f"{prefix}confidence_95": plain_interval(estimate.mean, estimate.margin),
    }


def plain_interval(mean: float, margin: float) -> list[float | None]:
    """Return the ends of an interval as plain values for JSON, None if the margin is unknown."""
    return [None, None] if math.isnan(margin) else [mean - margin, mean + margin]


def margin_text(summary: Mapping[str, Any], decimals: int = 4) -> str:
    """Return the margin of error in the plain values of an estimate, as text; empty if it is unknown."""
    end = summary["confidence_95"][1]
    return "" if end is None else f"{end - summary['mean']:.{decimals}f}"


def points_from_best(points: Estimate, behind: Estimate, best: Estimate, share: float) -> Estimate:
    """Estimate the points of a candidate that may have been dropped early: the points of the best candidate minus the gap.

    The mean of a dropped candidate covers only the first samples, so it includes different luck than the mean of the best
    candidate. The gap compares both candidates over the same samples. The later samples are independent of the first, so
    the variance is ``share * Var(points) + (1 - share) * Var(behind)``.

    Parameters
    ----------
    points, behind : Estimate
        Points of the candidate, and its gap to the best candidate, over the samples of the candidate.
    best : Estimate
        Points of the best candidate over all samples.
    share : float
        Share of the samples in which the candidate took part, above 0 and up to 1.
    """
    error = math.hypot(math.sqrt(share) * points.standard_error, math.sqrt(1.0 - share) * behind.standard_error)
    return Estimate(best.mean - behind.mean, error)
