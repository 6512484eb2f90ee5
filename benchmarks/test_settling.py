"""Settling tables of four."""

import numpy as np
import pytest

import cpoker_fast as cp


@pytest.mark.benchmark(group="settle_many, 100,000 tables of four")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rules", cp.presets())
def test_settle_many(benchmark, decks, rules, threads):
    boards = decks.reshape(-1, 4, 13)
    out = np.empty((len(boards), 4), np.int32)
    benchmark(cp.settle_many, boards, rules, out=out, threads=threads)


@pytest.mark.benchmark(group="settle, one table of four")
def test_settle(benchmark, decks):
    hands = decks[0].reshape(4, 13).tolist()
    boards = [cp.best_royalties(hand, "pagat") for hand in hands]
    benchmark(cp.settle, boards, "pagat")
