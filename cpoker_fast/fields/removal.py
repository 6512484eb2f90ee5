"""Card removal: how a player's own cards change expected points against a field.

An opponent cannot hold the player's cards, so boards of the field differ in how likely they are. With features x of the
player's cards, whose means over random hands are subtracted, the weight of a board o is nearly

    w(o) = 1 + x S^-1 E[x | o],

where S is the covariance matrix of the features of a random hand, and E[x | o] are their means if the player's 13 cards are
drawn from the 39 cards that o leaves. (Among all functions that are linear in x, this one is closest to the ratio of the
probabilities of o with and without knowledge of the player's cards.) Expected points with these weights differ from those of
the field by a linear function of x. For rows, it depends on their strengths. For the part of the points that depends on all
rows, the sum of a function of each row that is closest to it takes its place.

The mean over a sample of weighted boards has much noise, so the sample is larger than the field: the best responses of many
hands to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpoker_fast._fields import REMOVAL_SHAPE, REMOVAL_STEPS, places_of, slopes_of_boards
from cpoker_fast.dealing import deal_many
from cpoker_fast.decisions import declaration_codes
from cpoker_fast.fields.best_decisions import best_responses
from cpoker_fast.fields.sample import MOST_BOARDS, BoardSample, opposition_of
from cpoker_fast.rulebook import compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["card_removal"]

_HANDS = 16  # for each board of the field
_OWN_BOARDS = 512  # boards whose joint points are examined
_KNOTS = REMOVAL_SHAPE[2]
_MOST_MISSED = 0.06  # share of the variance of shifts that a sum over rows may miss; above it, no gain was measurable
_SCALES = (*[1.0] * 25, 16.0)  # of whole numbers in place of features, see `_features`
_PRIOR = 1e-4  # share of a knot's weight that is added to each, for a value of 0


def _counts(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers of cards of each rank and of each suit."""
    import numpy as np

    ranks = (hands[:, :, None] // 4 == np.arange(13, dtype=np.uint8)).sum(axis=1)
    suits = (hands[:, :, None] % 4 == np.arange(4, dtype=np.uint8)).sum(axis=1)
    return ranks, suits


def _features(ranks: NDArray[np.int64], suits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the features of hands as in src/cpf_removal.h, up to constants; the last is multiplied by 16."""
    import numpy as np

    left = 4 - ranks
    return np.column_stack([ranks[:, :12], left * (left - 1) // 2, ((4 * suits - 13) ** 2).sum(axis=1)])


def _expected_features(ranks: NDArray[np.int64], suits: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean features of 13 cards that are drawn from the 39 cards that each hand leaves."""
    import numpy as np

    of_rank, of_suit = 4 - ranks, 13 - suits
    # A pair is left if its cards are in the other hand, or are not drawn.
    pairs = ranks * (ranks - 1) / 2 + ranks * of_rank * (26 / 39) + of_rank * (of_rank - 1) / 2 * (26 * 25 / (39 * 38))
    mean = of_suit / 3
    square = mean**2 + 13 * (of_suit / 39) * (1 - of_suit / 39) * (26 / 38)
    inequality = (square - 6.5 * mean + 3.25**2).sum(axis=1)
    return np.column_stack([of_rank[:, :12] / 3, pairs, inequality])


def _solved(matrix: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve linear equations with a positive definite matrix, with the same rounding on every machine (unlike LAPACK)."""
    a, b = matrix.copy(), right.copy()
    for i in range(len(a)):
        b[i] /= a[i, i]
        a[i] /= a[i, i]
        for k in range(len(a)):
            if k != i and a[k, i]:
                b[k] -= a[k, i] * b[i]
                a[k] -= a[k, i] * a[i]
    return b


def _shares(places: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return how much each place has of the knots before and after it: float64[n, knots]."""
    import numpy as np

    knot, steps = np.divmod(places.astype(int), REMOVAL_STEPS)
    shares = np.zeros((len(places), _KNOTS))
    rows = np.arange(len(places))
    shares[rows, knot], shares[rows, knot + 1] = 1 - steps / REMOVAL_STEPS, steps / REMOVAL_STEPS
    return shares


def _product(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the product of a transposed matrix and a matrix, with the same rounding on every machine (unlike BLAS)."""
    import numpy as np

    return np.stack([(column[:, None] * b).sum(axis=0) for column in a.T])


def _fit(shares: NDArray[np.float64], weights: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values at knots whose sums by shares are closest to the values, by weighted least squares."""
    import numpy as np

    weighted = shares * weights[:, None]
    matrix = _product(weighted, shares) + np.eye(shares.shape[1]) * (_PRIOR * weights.sum() / _KNOTS)
    return _solved(matrix, _product(weighted, values))


def _spread(slopes: NDArray[np.float64], covariance: NDArray[np.float64]) -> float:
    """Return the sum over boards of the variances, over random hands, of the shifts that follow from slopes."""
    deviations = slopes - slopes.mean(axis=0)
    return float((deviations * _solved(covariance, deviations.T).T).sum())


def card_removal(field: BoardSample, opponents: int, threads: int = 1) -> NDArray[np.float16] | None:
    """Return the coefficients of card removal for one opponent, who responds to a field: float16[3, features, knots].

    Return None if a sum over rows would be a poor approximation, because large payments depend on all rows.
    """
    import numpy as np

    if field.rules.has_single_winner:
        return None  # as the test of the fit below would find, but later
    hands = deal_many(min(_HANDS * len(field), MOST_BOARDS) // 4, 4, 13, seed=0).reshape(-1, 13)
    played = best_responses(hands, field, opponents, own_cards=False, threads=threads)
    counts = _counts(hands)
    features = _features(*counts)
    deviations = features * len(features) - features.sum(axis=0)
    covariance = _product(deviations, deviations) / (np.outer(_SCALES, _SCALES) * len(features) ** 3)
    expected = _expected_features(*counts)
    expected = np.ascontiguousarray(expected - expected.mean(axis=0))
    rows, strengths, joint = slopes_of_boards(
        compiled(field.rules), played.boards, declaration_codes(played.declare), expected, opponents, _OWN_BOARDS
    )
    places = places_of(opposition_of(field, opponents, has_button=False, own_cards=False).core)
    knots = []
    for at, slopes in zip(places, rows, strict=True):
        boards = np.diff(at.astype(float), prepend=0)  # about as many of the field are between a place and the one before
        knots.append(_fit(_shares(at), boards, slopes))
    legal = (strengths >= 0).all(axis=1)
    strengths, joint = strengths[legal], joint[legal]
    if joint.any():
        shares = np.hstack([_shares(at[s]) for at, s in zip(places, strengths.T, strict=True)])
        fitted = _fit(shares, np.ones(len(shares)), joint)
        whole = joint + sum(slopes[s] for slopes, s in zip(rows, strengths.T, strict=True))
        if _spread(joint - _product(shares.T, fitted), covariance) > _MOST_MISSED * _spread(whole, covariance):
            return None
        knots = [values + part for values, part in zip(knots, np.split(fitted, 3), strict=True)]
    return np.stack([_solved(covariance, values.T) for values in knots]).astype(np.float16)
