"""The C interface in loops that numba compiles."""

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import c_interface

numba = pytest.importorskip("numba", exc_type=ImportError)  # also without a NumPy that it supports

strength, strengths, settle, cards_of_mask = map(
    c_interface.ctypes_function, ("strength", "strengths", "settle", "cards_of_mask")
)
LOWEST, SECOND = c_interface.WHEEL_LOWEST, c_interface.WHEEL_SECOND


@numba.njit(nogil=True)
def sum_of_strengths(masks, scale):
    total = 0
    for mask in masks:
        total += strength(mask, scale)
    return total


@numba.njit(nogil=True)
def write_strengths(cards, out):
    return strengths(cards.ctypes, cards.shape[1], len(cards), LOWEST, out.ctypes, 2)


@numba.njit(nogil=True)
def total_points(rules, boards, button):
    """Settle tables one by one, and return the sum of the points of each seat."""
    totals, points = np.zeros(boards.shape[1], np.int64), np.zeros(boards.shape[1], np.int32)
    for table in range(len(boards)):
        if settle(rules, boards[table].ctypes, boards.shape[1], 1, button, points.ctypes, 1) == 1:
            totals += points
    return totals


def test_single_rows():
    cards = cp.deal_many(3_000, 1, 5, seed=1)[:, 0]
    masks = np.array([cp.CardSet(row).mask for row in cards.tolist()], np.uint64)
    assert sum_of_strengths(masks, LOWEST) == cp.strengths(cards).astype(int).sum()
    assert sum_of_strengths(masks, SECOND) == cp.strengths(cards, wheel="second").astype(int).sum()
    assert sum_of_strengths(masks[:1] | 1 << 15, LOWEST) == sum_of_strengths(masks[:1], 7) == 65535


def test_arrays_within_a_loop():
    cards = cp.deal_many(3_000, 1, 3, seed=2)[:, 0].copy()
    out = np.zeros(3_000, np.uint16)
    assert write_strengths(cards, out) == 3_000
    assert (out == cp.strengths(cards)).all()
    assert write_strengths(cards[:, :2].copy(), out) == -1


def test_settling():
    boards = cp.best_royalties_many(cp.deal_many(500, 3, seed=3).reshape(-1, 13), "singapore").reshape(500, 3, 13)
    totals = total_points(c_interface.rules_number("singapore"), boards, 1)
    assert totals.tolist() == cp.settle_many(boards, "singapore", button=1).sum(axis=0).tolist()
    assert total_points(-1, boards, 1).tolist() == [0, 0, 0]


def test_arrays_of_another_dtype_do_not_compile():
    @numba.njit
    def wrong(masks):
        return cards_of_mask(masks[0], masks.ctypes)

    with pytest.raises(numba.TypingError):
        wrong(np.zeros(8, np.uint64))
