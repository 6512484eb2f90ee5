"""Rankings: Holm's procedure, proven pairs, standings, simultaneous margins and repeated tests."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from cpoker_fast.estimates import Estimate
from cpoker_fast.studies.tournament_ranking import (
    LEAST_UNEQUAL,
    PairDifference,
    RankRange,
    holm,
    look_ends,
    proven_pairs,
    simultaneous_margin,
    standings,
)


def difference(z, unequal=1000):
    return PairDifference(Estimate(float(z), 1.0), unequal)


def test_holm_by_hand():
    """Levels are 0.05/4, 0.05/3, 0.05/2 and 0.05; the first p-value above its level ends the procedure."""
    assert holm([0.012, 0.016, 0.024, 0.05], 0.05) == [True] * 4
    assert holm([0.012, 0.017, 0.001, 0.02], 0.05) == [True, True, True, True]  # 0.001, 0.012, 0.017 and 0.02 are all below
    assert holm([0.0126, 0.0001, 0.03, 0.06], 0.05) == [True, True, False, False]  # 0.03 > 0.05 / 2
    assert holm([0.013, 0.013, 0.013, 0.013], 0.05) == [False] * 4
    assert holm([0.04, 0.01, 0.03], 0.05) == [False, True, False]  # 0.01 <= 0.0167, but 0.03 > 0.025
    assert holm([], 0.05) == []


def test_p_values():
    assert difference(1.959963984540054).p_value == pytest.approx(0.05)
    assert difference(-2.5758293035489004).p_value == pytest.approx(0.01)
    assert difference(30).p_value == pytest.approx(2 * NormalDist().cdf(-30))
    assert difference(0).p_value == 1
    assert PairDifference(Estimate(1.0, 0.0), 1000).p_value == 0  # the same difference in each deal
    assert (PairDifference(Estimate(0.0, 0.0), 0).p_value, difference(9, LEAST_UNEQUAL - 1).p_value) == (1, 1)
    assert difference(9, LEAST_UNEQUAL).p_value < 1e-15


def test_a_proof_passes_on():
    """Bot 0 is proven better than 1, and 1 than 2, but 0 and 2 are not proven to differ."""
    is_better = proven_pairs({(0, 1): difference(5), (2, 1): difference(-5), (0, 2): difference(0.1)}, 3, 0.05)
    assert is_better.tolist() == [[False, True, True], [False, False, True], [False, False, False]]
    assert standings([9, 5, 1], is_better) == [RankRange(1, 1, 1), RankRange(2, 2, 2), RankRange(3, 3, 3)]


def test_ranges_of_ranks():
    """Of four bots, the first is proven better than the last two, and nothing else is proven."""
    differences = {(0, 1): 1.0, (0, 2): 4.0, (0, 3): 5.0, (1, 2): 0.5, (1, 3): 1.5, (2, 3): 0.2}
    is_better = proven_pairs({pair: difference(z) for pair, z in differences.items()}, 4, 0.05)
    assert standings([10, 8, 3, 3], is_better) == [
        RankRange(1, 1, 2), RankRange(2, 1, 4), RankRange(3, 2, 4), RankRange(3, 2, 4)
    ]  # fmt: skip


def test_the_simultaneous_margin_is_that_of_independent_estimates():
    """Four independent normal values are all within the margin with a probability of 95 %."""
    margin = simultaneous_margin(2.0, 4, 0.05)
    assert (NormalDist(0, 2).cdf(margin) - NormalDist(0, 2).cdf(-margin)) ** 4 == pytest.approx(0.95)
    assert simultaneous_margin(2.0, 1, 0.05) == pytest.approx(Estimate(0.0, 2.0).margin)


def test_looks():
    assert look_ends(10_000, until_settled=True) == [1024, 2048, 4096, 8192, 10_000]
    assert look_ends(8192, until_settled=True) == [1024, 2048, 4096, 8192]
    assert (look_ends(1024, until_settled=True), look_ends(5, until_settled=True)) == ([1024], [5])
    assert look_ends(10_000, until_settled=False) == [10_000]


@pytest.mark.parametrize("bots", [2, 4])
def test_equal_bots_are_rarely_told_apart(bots):
    """Of 1,000 tournaments of equal bots with whole points, at most 5 % have a false claim at one of the looks.

    Without the correction for repeated tests, there are more.
    """
    rng, ends = np.random.default_rng(1), look_ends(8192, until_settled=True)
    false, uncorrected, runs = 0, 0, 1000
    for _ in range(runs):
        points = rng.integers(-3, 4, (8192, 1), np.int8) + rng.integers(-6, 7, (8192, bots), np.int8)
        sums = np.add.reduceat(points, [0, *ends[:-1]], dtype=np.int64).cumsum(axis=0)
        parts = [points[first:end].astype(np.float32) for first, end in zip([0, *ends[:-1]], ends, strict=True)]
        products = np.cumsum([part.T @ part for part in parts], axis=0)
        claims = [claims_at(deals, *both) for deals, *both in zip(ends, sums, products, strict=True)]
        false += any(claims_of(level=0.05 / len(ends), differences=differences, bots=bots) for differences in claims)
        uncorrected += any(claims_of(level=0.05, differences=differences, bots=bots) for differences in claims)
    assert 0 < false <= 0.05 * runs
    assert uncorrected > 0.07 * runs


def claims_at(deals, totals, products):
    """Return the differences of all pairs after some deals."""
    differences = {}
    for bot in range(len(totals)):
        for other in range(bot):
            mean = (totals[bot] - totals[other]) / deals
            square = (products[bot, bot] + products[other, other] - 2 * products[bot, other]) / deals
            differences[bot, other] = PairDifference(Estimate(mean, math.sqrt((square - mean**2) / (deals - 1))), deals)
    return differences


def claims_of(*, level, differences, bots):
    return proven_pairs(differences, bots, level).any()
