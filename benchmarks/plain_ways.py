"""Setting hands without the search of this package: all 72,072 arrangements, in NumPy and in plain Python.

Both rank rows with this package, so comparisons with them measure the search alone.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

import cpoker_fast as cp
from cpoker_fast._ranking import meaning
from cpoker_fast.boards import ROWS
from cpoker_fast.rulebook.royalties import grid_of


@cache
def units_by_strength(rules: cp.Rules) -> np.ndarray:
    """Return the royalties of front, middle and back by strength: int64[3, 7917]."""
    grids = [grid_of(getattr(rules.royalties, row), row)[0] for row in ROWS]
    places = [13 * cp.category(strength) + meaning(strength, "lowest")[1][0] for strength in range(7917)]
    return np.array([[grid[place] for place in places] for grid in grids])


@cache
def _splits() -> tuple[np.ndarray, ...]:
    """Return all sets of five and of three of 13 positions, and, for each arrangement, indices of its rows in these sets."""
    fives, threes = list(combinations(range(13), 5)), list(combinations(range(13), 3))
    bits = np.array([sum(1 << i for i in five) for five in fives])
    number = np.zeros(1 << 13, np.int64)
    number[[sum(1 << i for i in three) for three in threes]] = np.arange(len(threes))
    back, middle = np.nonzero((bits[:, None] & bits[None, :]) == 0)
    return np.array(fives), np.array(threes), number[(1 << 13) - 1 - bits[back] - bits[middle]], middle, back


def numpy_best_royalties(hands: np.ndarray, rules: cp.Rules) -> np.ndarray:
    """Return the boards with the most royalties, then the strongest back, middle and front: uint8[n, 13]."""
    fives, threes, front, middle, back = _splits()
    units = units_by_strength(rules)
    boards = np.empty((len(hands), 13), np.uint8)
    for board, hand in zip(boards, np.sort(hands, axis=1), strict=True):
        five, three = cp.strengths(hand[fives]).astype(np.int64), cp.strengths(hand[threes]).astype(np.int64)
        f, m, b = three[front], five[middle], five[back]
        order = (((units[0][f] + units[1][m] + units[2][b]) << 39) | (b << 26) | (m << 13) | f) * ((f <= m) & (m <= b))
        best = order.argmax()
        board[:3], board[3:8], board[8:] = hand[threes[front[best]]], hand[fives[middle[best]]], hand[fives[back[best]]]
    return boards


def numpy_count_arrangements(hands: np.ndarray) -> np.ndarray:
    """Count the legal arrangements of each hand: int64[n]."""
    fives, threes, front, middle, back = _splits()
    counts = np.empty(len(hands), np.int64)
    for i, hand in enumerate(hands):
        five, three = cp.strengths(hand[fives]), cp.strengths(hand[threes])
        f, m, b = three[front], five[middle], five[back]
        counts[i] = np.count_nonzero((f <= m) & (m <= b))
    return counts


def python_best_royalties(hand: list[int], rules: cp.Rules) -> cp.Board:
    """Return the board with the most royalties, then the strongest back, middle and front, by loops."""
    front_units, middle_units, back_units = units_by_strength(rules).tolist()
    hand = sorted(hand)
    best, best_board = (-1, 0, 0, 0), None
    for back in combinations(hand, 5):
        b = cp.strength(*back)
        rest = [card for card in hand if card not in back]
        for middle in combinations(rest, 5):
            m = cp.strength(*middle)
            if m > b:
                continue
            front = [card for card in rest if card not in middle]
            f = cp.strength(*front)
            order = (front_units[f] + middle_units[m] + back_units[b], b, m, f)
            if f <= m and order > best:
                best, best_board = order, cp.Board(front, middle, back)
    assert best_board is not None
    return best_board
