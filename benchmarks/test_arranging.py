"""Setting hands of 13 cards, 200 of them a round."""

from collections import deque

import pytest

import cpoker_fast as cp


@pytest.mark.benchmark(group="200 hands of 13 cards")
@pytest.mark.parametrize("rules", ["simple", "pagat", "lowball-middle", "russian"])
def test_best_royalties(benchmark, thirteens, rules):
    benchmark(lambda: [cp.best_royalties(hand, rules) for hand in thirteens])


@pytest.mark.benchmark(group="200 hands of 13 cards")
def test_count_arrangements(benchmark, thirteens):
    benchmark(lambda: [cp.count_arrangements(hand) for hand in thirteens])


@pytest.mark.benchmark(group="all legal boards of one hand")
def test_arrangements(benchmark, thirteens):
    benchmark(lambda: deque(cp.arrangements(thirteens[0]), maxlen=0))
