"""Estimates: margins of error, sums, and points of candidates that were eliminated early."""

import math
import pickle

import numpy as np
import pytest

from cpoker_fast import errors
from cpoker_fast.estimates import estimate_of_sums, estimate_to_dict, points_from_best, total_of
from cpoker_fast.studies import Estimate


def test_a_margin_is_half_the_width_of_the_95_percent_interval():
    estimate = Estimate(3.0, 0.5)
    assert estimate.margin == pytest.approx(1.959964 * 0.5)
    assert estimate.interval() == (3.0 - estimate.margin, 3.0 + estimate.margin)
    low, high = estimate.interval(0.99)
    assert (high - low) / 2 == pytest.approx(2.575829 * 0.5)
    assert pickle.loads(pickle.dumps(estimate)) == estimate


def test_plain_values_sums_and_levels():
    low, high = Estimate(3.0, 0.5).interval()
    assert estimate_to_dict(Estimate(3.0, 0.5), "lost") == {"lost": 3.0, "standard_error": 0.5, "confidence_95": [low, high]}
    assert list(estimate_to_dict(Estimate(3.0, 0.5), "behind", "behind_")) == [
        "behind", "behind_standard_error", "behind_confidence_95",
    ]  # fmt: skip
    assert total_of([Estimate(1.0, 3.0), Estimate(2.5, 4.0)]) == (3.5, 5.0)  # the terms are independent
    assert total_of([]) == (0.0, 0.0)
    for level in (0.0, 1.0, 95, "0.95"):
        with pytest.raises(errors.SimulationError, match="level: expected a number between 0 and 1"):
            Estimate(1.0, 1.0).interval(level)


@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("correlation", [0.0, 0.9])
def test_points_of_eliminated_candidates(share, correlation):
    """Over many runs, points derived from the best candidate spread as much as their standard errors say."""
    n, runs, rng = 200, 4000, np.random.default_rng(1)
    played = int(n * share)
    common_luck, other_luck = rng.standard_normal((2, runs, n))
    best = common_luck
    other = correlation * common_luck[:, :played] + math.sqrt(1 - correlation**2) * other_luck[:, :played] - 0.3
    means, errors = [], []
    for best_run, other_run in zip(best, other, strict=True):
        alone, gap, leader = (
            Estimate(values.mean(), values.std(ddof=1) / len(values) ** 0.5)
            for values in (other_run, best_run[:played] - other_run, best_run)
        )
        points = points_from_best(alone, gap, leader, played / n)
        assert leader.mean - points.mean == pytest.approx(gap.mean)
        means.append(points.mean)
        errors.append(points.standard_error)
    assert np.mean(means) == pytest.approx(-0.3, abs=5 * np.std(means) / runs**0.5)
    assert np.std(means) == pytest.approx(np.sqrt(np.mean(np.square(errors))), rel=0.05)


def test_an_unknown_error():
    """The spread of a single deal is unknown."""
    estimate = estimate_of_sums(6, 36, 1, 2)
    assert (estimate.mean, str(estimate)) == (3, "3.00")
    assert math.isnan(estimate.margin)
    assert estimate_to_dict(estimate, "mean") == {"mean": 3, "standard_error": None, "confidence_95": [None, None]}
    assert estimate_of_sums(6, 18, 2, 2) == (1.5, 0)
