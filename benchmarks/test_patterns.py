"""Detecting naturals."""

import numpy as np
import pytest

import cpoker_fast as cp


@pytest.mark.benchmark(group="naturals_many, 400,000 hands")
@pytest.mark.parametrize("patterns", [None, "pagat"])
def test_naturals_many(benchmark, decks, patterns):
    hands = np.ascontiguousarray(decks.reshape(-1, 13))
    chosen = patterns and [natural.name for natural in cp.rules(patterns).naturals]
    benchmark(cp.settling.naturals_many, hands, chosen, out=np.empty(len(hands), np.uint32))


@pytest.mark.benchmark(group="naturals, one hand")
def test_naturals(benchmark, thirteens):
    benchmark(cp.naturals, thirteens[0])
