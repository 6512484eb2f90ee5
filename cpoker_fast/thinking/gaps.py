"""Gaps between placements by first estimates and rollouts together, and the points that a wrong choice may lose."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["combined_gaps", "expected_losses", "first_errors"]

# Standard deviation of the gap between two placements around the gap of their first estimates: points per opponent, and a
# share of the gap. `python benchmarks/openface.py gaps` measures both. Estimates with a look-ahead are better than others.
_ERROR_WITH_LOOK_AHEAD, _GROWTH_WITH_LOOK_AHEAD = 0.33, 0.3
_ERROR, _GROWTH = 0.6, 0.6
_POOLED = 4  # degrees of freedom of the pooled variance of all gaps, which steadies the variance of few batches


def first_errors(gaps: NDArray[np.float64], opponents: int, *, with_look_ahead: bool) -> NDArray[np.float64]:
    """Return the standard errors of gaps between first estimates."""
    import numpy as np

    if with_look_ahead:
        return np.hypot(opponents * _ERROR_WITH_LOOK_AHEAD, _GROWTH_WITH_LOOK_AHEAD * gaps)
    return np.hypot(opponents * _ERROR, _GROWTH * gaps)


def combined_gaps(
    first: NDArray[np.float64], errors: NDArray[np.float64], batches: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return gaps, and their standard errors, by first estimates and by batches of rollouts.

    They are the mean and the standard deviation of the true gap after the rollouts, if before them it had a normal
    distribution. So they hold whenever the rollouts end, and for the placement that is best by luck.

    Parameters
    ----------
    first, errors : array of float64, shape (k,)
        Gaps between first estimates, and their standard errors; inf for gaps without a first estimate.
    batches : array of float64, shape (n, k)
        Gaps in each of at least four batches.
    """
    import numpy as np

    n = len(batches)
    variances = batches.var(axis=0, ddof=1)
    variances = ((n - 1) * variances + _POOLED * variances.mean()) / (n - 1 + _POOLED) / n
    share = variances / (variances + errors**2)  # of the first estimates
    return share * first + (1.0 - share) * batches.mean(axis=0), np.sqrt((1.0 - share) * variances)


def expected_losses(gaps: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points that a placement is expected to lose to each of those behind it by these gaps."""
    import numpy as np

    def loss(gap: float, error: float) -> float:
        if not error:
            return max(0.0, -gap)
        z = gap / error
        return error * (math.exp(-z * z / 2) / math.sqrt(2 * math.pi) - z * math.erfc(z / math.sqrt(2)) / 2)

    return np.array([loss(gap, error) for gap, error in zip(gaps.tolist(), errors.tolist(), strict=True)])
