"""Card removal: how a player's own cards change expected points against a field.

An opponent cannot hold the player's cards, so boards of the field differ in how likely they are. With features x of the
player's cards, whose means over random hands are subtracted, the weight of a board o is nearly

    w(o) = 1 + x S^-1 E[x | o],

where S is the covariance matrix of the features of a random hand, and E[x | o] are their means if the player's 13 cards are
drawn from the 39 cards that o leaves. (The exact weight is the probability of o if the player's cards are known, divided by
its probability if they are not. Of all functions linear in x, w(o) is closest to it.) Expected points with these weights
differ from those of the field by a linear function of x. For rows, it depends on their strengths. The part that depends on
all rows is approximated by the closest sum of three functions, one for each row.

One more feature is always 1. Its coefficients correct two errors of the field. A field is a random sample of few boards. And
in a real deal, opponents know their own cards, so they set other boards than those of the field. These opponents respond to
each other. The coefficients are therefore found in rounds. Each round uses the responses of fresh hands to the field and to
the coefficients so far.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cpoker_fast._fields import REMOVAL_SHAPE, REMOVAL_STEPS, places_of, points_of_boards, slopes_of_boards
from cpoker_fast._objectives import objective_of_field
from cpoker_fast.board_arrays import Placements, has_no_board
from cpoker_fast.boards import ROWS
from cpoker_fast.dealing import deal_many
from cpoker_fast.fields.responses import responses_to
from cpoker_fast.fields.sample import MOST_BOARDS, BoardSample, Opposition, opposition_of, pairings_of
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.settling.declarations import declaration_codes
from cpoker_fast.settling.many_boards import board_strengths, fouls_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpoker_fast.rulebook import Rules

__all__ = ["card_removal", "removal_rounds"]

_HANDS = 2  # of a round, for each board of the field
_LEAST_HANDS = 2048
_COMPARED_BOARDS = 8192
_OWN_BOARDS = 256  # boards whose joint points are examined in a round
_KNOTS = REMOVAL_SHAPE[2]
_SCALES = (*[1.0] * 25, 16.0)  # of whole numbers in place of features, see `_features`
_ROUNDS = 16
_PRIOR = 1e-4  # share of a knot's weight that is added to each, for a value of 0


def _counts(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers of cards of each rank and of each suit."""
    n, numbers = len(hands), np.arange(len(hands))[:, None]
    ranks = np.bincount((hands // 4 + 13 * numbers).ravel(), minlength=13 * n).reshape(n, 13)
    suits = np.bincount((hands % 4 + 4 * numbers).ravel(), minlength=4 * n).reshape(n, 4)
    # Products of features overflow np.intp where it has 32 bits.
    return ranks.astype(np.int64, copy=False), suits.astype(np.int64, copy=False)


def _features(ranks: NDArray[np.int64], suits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the features of hands as in src/cpf_removal.h, up to constants; the last is multiplied by 16."""
    left = 4 - ranks
    return np.column_stack([ranks[:, :12], left * (left - 1) // 2, ((4 * suits - 13) ** 2).sum(axis=1)])


def _expected_features(ranks: NDArray[np.int64], suits: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean features of 13 cards that are drawn from the 39 cards that each hand leaves."""
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
        factors = np.where(np.arange(len(a)) == i, 0.0, a[:, i])[:, None]
        b -= factors * b[i]
        a -= factors * a[i]
    return b


class _Shares(NamedTuple):
    """Weights of knots in each item, for linear interpolation between knots."""

    knots: NDArray[np.int64]
    """Indices of the knots of each item: int64[items, knots of an item]."""
    shares: NDArray[np.float64]
    """Weight of each of these knots."""


def _shares(places: NDArray[np.integer]) -> _Shares:
    """Return the weights of the knots before and after each place."""
    knots, steps = np.divmod(places.astype(np.int64), REMOVAL_STEPS)
    after = steps / REMOVAL_STEPS
    return _Shares(np.stack([knots, knots + 1], axis=1), np.stack([1 - after, after], axis=1))


def _fit(items: _Shares, size: int, weights: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values at knots whose sums by shares are closest to the values of items, by weighted least squares.

    There are `size` knots. Sums have the same rounding on every machine, unlike those of BLAS.
    """
    knots, shares = items
    weighted = shares * weights[:, None]
    pairs, products = knots[:, :, None] * size + knots[:, None, :], weighted[:, :, None] * shares[:, None, :]
    matrix = np.bincount(pairs.ravel(), products.ravel(), size * size).reshape(size, size)
    right = [np.bincount(knots.ravel(), (weighted * column[:, None]).ravel(), size) for column in values.T]
    return _solved(matrix + np.eye(size) * (_PRIOR * weights.sum() / _KNOTS), np.stack(right, axis=1))


def removal_rounds(rules: Rules) -> int:
    """Return the number of rounds of `card_removal`: 0 for rules with a single winner, where they would take minutes."""
    return 0 if rules.has_single_winner else _ROUNDS


def card_removal(
    field: BoardSample, opponents: int, threads: int, report: Callable[[int], object]
) -> NDArray[np.float16] | None:
    """Return the coefficients of card removal for one opponent of a field: float16[3, features, knots].

    `report` is called with the number of finished rounds. If there are no rounds (`removal_rounds`), return None.
    """
    if not removal_rounds(field.rules):
        return None
    if field.rules.has_home_run:  # home runs are too rare for these samples, so slopes against one opponent are better
        opponents = 1
    removal, average, largest = None, np.zeros(REMOVAL_SHAPE), np.finfo(np.float16).max
    core = opposition_of(field, opponents, has_button=False, own_cards=False).core
    places = places_of(core)
    number_of_hands = min(max(_HANDS * len(field), _LEAST_HANDS), MOST_BOARDS)
    for number in range(_ROUNDS):
        hands = deal_many(number_of_hands // 4, 4, 13, seed=number).reshape(-1, 13)
        corrected = Opposition(core, objective_of_field(core, None if removal is None else removal.astype("float32")))
        played = responses_to(hands, corrected, threads=threads)
        if number % 2 == 0:  # they change less than the constants, and take longer
            slopes = _slopes(field, hands, played, opponents, places, threads)
        constants = _constants(field, played, opponents, places, threads)
        # Falling weights, since opponents overreact to coefficients that are new, and chance averages out.
        weight = 2 / (number + 3) if number else 1.0
        average += weight * (np.concatenate([slopes, constants[:, None]], axis=1) - average)
        removal = np.clip(average, -largest, largest).astype(np.float16)
        report(number + 1)
    return removal


def _slopes(
    field: BoardSample,
    hands: NDArray[np.uint8],
    played: Placements,
    opponents: int,
    places: NDArray[np.uint16],
    threads: int,
) -> NDArray[np.float64]:
    """Return the slopes of points: the coefficients of all features but the last, float64[3, features, knots].

    Opponents play the hands. The function first computes how points change with the features that the boards of opponents
    make likely, for single rows and for joint points. The covariance of the features then converts this to features of the
    player.
    """
    counts = _counts(hands)
    features = _features(*counts)
    deviations = features * len(features) - features.sum(axis=0)
    covariance = deviations.T @ deviations / (np.outer(_SCALES, _SCALES) * len(features) ** 3)
    expected = _expected_features(*counts)
    expected = np.ascontiguousarray(expected - expected.mean(axis=0))
    codes = declaration_codes(played.declare)
    core = compiled(field.rules)
    rows, strengths, joint = slopes_of_boards(core, played.boards, codes, expected, opponents, _OWN_BOARDS, threads)
    fitted = []
    for at, slopes in zip(places, rows, strict=True):
        boards = np.diff(at.astype(float), prepend=0)  # about as many of the field are between a place and the one before
        fitted.append(_fit(_shares(at), _KNOTS, boards, slopes))
    legal = (strengths >= 0).all(axis=1)
    at_knots = np.array(fitted) + _fit_boards(places, strengths[legal], joint[legal])
    return np.stack([_solved(covariance, values.T) for values in at_knots])


def _fit_boards(
    places: NDArray[np.integer], strengths: NDArray[np.integer], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the values at knots whose sums over the rows of boards are closest to the values: float64[3, knots, values]."""
    if not values.any():
        return np.zeros((len(ROWS), _KNOTS, values.shape[1]))
    rows = [_shares(at[s]) for at, s in zip(places, strengths.T, strict=True)]
    knots = np.hstack([part.knots + row * _KNOTS for row, part in enumerate(rows)])
    items = _Shares(knots, np.hstack([part.shares for part in rows]))
    return _fit(items, len(ROWS) * _KNOTS, np.ones(len(knots)), values).reshape(len(ROWS), _KNOTS, -1)


def _constants(
    field: BoardSample, played: Placements, opponents: int, places: NDArray[np.uint16], threads: int
) -> NDArray[np.float64]:
    """Return the values at knots whose sums are closest to the points against played boards minus those against a field."""
    sample = BoardSample(field.rules, played.boards, declare=played.declare)
    boards = played.boards[~has_no_board(played.boards) & ~played.declare][:_COMPARED_BOARDS]
    boards = boards[~fouls_many(boards, field.rules)]
    codes = declaration_codes(np.zeros(len(boards), bool))
    cores = (opposition_of(part, opponents, has_button=False, own_cards=False).core for part in (sample, field))
    against_played, against_field = (points_of_boards(core, boards, codes, threads) for core in cores)
    gains = (against_played - against_field)[:, None] / pairings_of(field.rules, opponents)
    return _fit_boards(places, board_strengths(boards, field.rules), gains)[:, :, 0]
