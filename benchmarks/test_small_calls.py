"""Calls with very little work: their cost compared with an addition of two small arrays by NumPy."""

import numpy as np
import pytest

import cpoker_fast as cp

RNG = np.random.default_rng(1)
ROWS = np.array([[0, 4, 8, 12, 17]] * 4, np.uint8)
TABLE = cp.deal_many(1, 4, seed=1)
HANDS = TABLE[0].copy()
BOARDS = cp.best_royalties_many(HANDS, "pagat")[None]
BUTTON = np.zeros(1, np.int8)
PAGAT = cp.rules("pagat")
SET = [cp.Board.of_cards(board) for board in BOARDS[0].tolist()]
CALLS = {
    "np.add of four rows": lambda: np.add(ROWS, ROWS),
    "strengths of four rows": lambda: cp.strengths(ROWS),
    "naturals_many of four hands": lambda: cp.settling.naturals_many(HANDS),
    "settle_many of one table": lambda: cp.settle_many(BOARDS, PAGAT),
    "settle_many of one table, with an array of buttons": lambda: cp.settle_many(BOARDS, PAGAT, button=BUTTON),
    "deal_many of one table": lambda: cp.deal_many(1, 4, 13, RNG),
    "settle of one table": lambda: cp.settle(SET, PAGAT),
}


@pytest.mark.benchmark(group="small calls")
@pytest.mark.parametrize("name", CALLS)
def test_small_call(benchmark, name):
    benchmark(CALLS[name])


@pytest.mark.benchmark(group="small calls")
@pytest.mark.parametrize("form", ["placements", "texts"])
def test_place(benchmark, form):
    """Measure the ten placements of a deal of pineapple."""
    deal = cp.Deal("pineapple", 2, seed=1)
    moves = []
    while not deal.is_over:
        moves.append(deal.position().placements()[0])
        deal.place(moves[-1])
    if form == "texts":
        moves = [str(move) for move in moves]

    def play(fresh_deal):
        for move in moves:
            fresh_deal.place(move)

    benchmark.pedantic(play, setup=lambda: ((cp.Deal("pineapple", 2, seed=1),), {}), rounds=300)
