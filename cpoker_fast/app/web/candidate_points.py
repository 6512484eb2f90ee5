"""Points of a candidate of an analysis, as the page shows them."""

from __future__ import annotations

import math
from typing import Any

from cpoker_fast.estimates import Estimate
from cpoker_fast.studies.analysis_result import Analysis, Candidate

__all__ = ["is_first_estimate", "points_of"]


def points_of(candidate: Candidate, analysis: Analysis) -> dict[str, Any]:
    """Return the points of a candidate, and those that it is behind the best one, with 95 % margins (None if unknown)."""
    return {
        "points": candidate.points.mean,
        "margin": _margin(candidate.points),
        "behind": candidate.behind.mean,
        "behind_margin": _margin(candidate.behind),
        "is_estimate": is_first_estimate(candidate, analysis),
    }


def is_first_estimate(candidate: Candidate, analysis: Analysis) -> bool:
    """Whether the points of a candidate are a first estimate, without samples."""
    return not candidate.samples and not analysis.is_exact


def _margin(estimate: Estimate) -> float | None:
    return None if math.isnan(estimate.margin) else estimate.margin
