"""Card removal: how a player's own cards change expected points against a field.

An opponent cannot hold the player's cards, so boards of the field differ in how likely they are. With features x of the
player's cards, whose means over random hands are subtracted, the weight of a board o is nearly

    w(o) = 1 + x S^-1 E[x | o],

where S is the covariance matrix of the features of a random hand, and E[x | o] are their means if the player's 13 cards are
drawn from the 39 cards that o leaves. (Among all functions that are linear in x, this one is closest to the ratio of the
probabilities of o with and without knowledge of the player's cards.) Expected points with these weights differ from those of
the field by a linear function of x. For rows, it depends on their strengths. For the part of the points that depends on all
rows, the sum of a function of each row that is closest to it takes its place.

One more feature is always 1. Its coefficients correct the field, in the same way: in the game as it is dealt, opponents
know their own cards, so they set other boards than those of the field, which is also a random sample of few boards.
Opponents who know their cards respond to each other, so the coefficients are found in rounds, each with the responses of
fresh hands to the field and the coefficients so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpoker_fast._fields import REMOVAL_SHAPE, REMOVAL_STEPS, places_of, slopes_of_boards
from cpoker_fast.board_arrays import has_no_board
from cpoker_fast.boards import ROWS
from cpoker_fast.dealing import deal_many
from cpoker_fast.decisions import Decisions, declaration_codes
from cpoker_fast.fields.best_decisions import best_responses
from cpoker_fast.fields.sample import MOST_BOARDS, BoardSample, opposition_of, pairings_of
from cpoker_fast.rulebook import compiled
from cpoker_fast.settling.many_boards import board_strengths, fouls_many

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["card_removal"]

_HANDS = 4  # for each board of the field
_LEAST_HANDS = 2048
_COMPARED_BOARDS = 8192
_OWN_BOARDS = 512  # boards whose joint points are examined
_KNOTS = REMOVAL_SHAPE[2]
_SCALES = (*[1.0] * 25, 16.0)  # of whole numbers in place of features, see `_features`
_WEIGHTS = (1.0, 0.5, 0.4, 0.35, 0.3, 0.25)  # of the coefficients of each round; those before have the rest
_JOINT_ROUNDS = 2  # first rounds, whose joint slopes are computed, which takes long
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
    import numpy as np

    a, b = matrix.copy(), right.copy()
    for i in range(len(a)):
        b[i] /= a[i, i]
        a[i] /= a[i, i]
        factors = np.where(np.arange(len(a)) == i, 0.0, a[:, i])[:, None]
        b -= factors * b[i]
        a -= factors * a[i]
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
    """Return the product of a transposed matrix, mostly 0, and a matrix, with the same rounding everywhere (unlike BLAS)."""
    import numpy as np

    return np.stack([(column[used, None] * b[used]).sum(axis=0) for column in a.T for used in [column.nonzero()[0]]])


def _fit(shares: NDArray[np.float64], weights: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values at knots whose sums by shares are closest to the values, by weighted least squares."""
    import numpy as np

    weighted = shares * weights[:, None]
    matrix = _product(weighted, shares) + np.eye(shares.shape[1]) * (_PRIOR * weights.sum() / _KNOTS)
    return _solved(matrix, _product(weighted, values))


def card_removal(field: BoardSample, opponents: int, threads: int = 1) -> NDArray[np.float16] | None:
    """Return the coefficients of card removal for one opponent of a field: float16[3, features, knots].

    Return None for rules with a single winner: there, they would take minutes.
    """
    import numpy as np

    if field.rules.has_single_winner:
        return None
    removal, average, largest = None, np.zeros(REMOVAL_SHAPE), np.finfo(np.float16).max
    joint = np.zeros((len(ROWS), _KNOTS, REMOVAL_SHAPE[1] - 1))
    places = places_of(opposition_of(field, opponents, has_button=False, own_cards=False).core)
    number_of_hands = min(max(_HANDS * len(field), _LEAST_HANDS), MOST_BOARDS)
    for number, weight in enumerate(_WEIGHTS):
        hands = deal_many(number_of_hands // 4, 4, 13, seed=number).reshape(-1, 13)
        corrected = BoardSample(field.rules, field.boards, declare=field.declare, removal=removal)
        played = best_responses(hands, corrected, opponents, threads=threads)
        is_early = number < _JOINT_ROUNDS
        rows, new_joint, covariance = _slopes(field, hands, played, opponents, places, _OWN_BOARDS if is_early else 1)
        if is_early:
            joint = new_joint
        slopes = [_solved(covariance, values.T) for values in rows + joint]
        constants = _constants(field, played, opponents, places)
        average += weight * (np.concatenate([slopes, constants[:, None]], axis=1) - average)
        removal = np.clip(average, -largest, largest).astype(np.float16)
    return removal


def _slopes(
    field: BoardSample,
    hands: NDArray[np.uint8],
    played: Decisions,
    opponents: int,
    places: NDArray[np.uint16],
    compared: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the slopes at knots of row points and of joint points, float64[3, knots, features], and the covariance.

    Slopes tell how points change with the features that the boards of opponents, who play the hands, make likely. Those of
    joint points are estimated with `compared` boards.
    """
    import numpy as np

    counts = _counts(hands)
    features = _features(*counts)
    deviations = features * len(features) - features.sum(axis=0)
    covariance = _product(deviations, deviations) / (np.outer(_SCALES, _SCALES) * len(features) ** 3)
    expected = _expected_features(*counts)
    expected = np.ascontiguousarray(expected - expected.mean(axis=0))
    codes = declaration_codes(played.declare)
    rows, strengths, joint = slopes_of_boards(compiled(field.rules), played.boards, codes, expected, opponents, compared)
    fitted = []
    for at, slopes in zip(places, rows, strict=True):
        boards = np.diff(at.astype(float), prepend=0)  # about as many of the field are between a place and the one before
        fitted.append(_fit(_shares(at), boards, slopes))
    legal = (strengths >= 0).all(axis=1)
    return np.array(fitted), _fit_boards(places, strengths[legal], joint[legal]), covariance


def _fit_boards(
    places: NDArray[np.integer], strengths: NDArray[np.integer], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the values at knots whose sums over the rows of boards are closest to the values: float64[3, knots, values]."""
    import numpy as np

    if not values.any():
        return np.zeros((len(ROWS), _KNOTS, values.shape[1]))
    shares = np.hstack([_shares(at[s]) for at, s in zip(places, strengths.T, strict=True)])
    return _fit(shares, np.ones(len(shares)), values).reshape(len(ROWS), _KNOTS, -1)


def _constants(field: BoardSample, played: Decisions, opponents: int, places: NDArray[np.uint16]) -> NDArray[np.float64]:
    """Return the values at knots whose sums are closest to the points against played boards minus those against a field."""
    sample = BoardSample(field.rules, played.boards, declare=played.declare)
    boards = played.boards[~has_no_board(played.boards) & ~played.declare][:_COMPARED_BOARDS]
    boards = boards[~fouls_many(boards, field.rules)]
    against_played, against_field = (part.points(boards, declare=False, opponents=opponents) for part in (sample, field))
    gains = (against_played - against_field)[:, None] / pairings_of(field.rules, opponents)
    return _fit_boards(places, board_strengths(boards, field.rules), gains)[:, :, 0]
