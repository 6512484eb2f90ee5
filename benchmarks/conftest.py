"""Fixtures: kernels, and inputs that are the same in every run."""

import pytest

import cpoker_fast as cp
from cpoker_fast import _core
from cpoker_fast.app.bench.measuring import random_decks, random_hands


@pytest.fixture(params=cp.ranking.cpu_features().supported)
def kernel(request):
    active = cp.ranking.cpu_features().active
    _core.use_cpu_level(request.param)
    yield request.param
    _core.use_cpu_level(active)


@pytest.fixture(scope="session")
def hands():
    return random_hands(100_000, seed=1)


@pytest.fixture(scope="session")
def million():
    """Return a million hands of five cards, uint8[1000000, 5]."""
    return random_decks(1_000_000, seed=1, cards=5)


@pytest.fixture(scope="session")
def decks():
    return random_decks(100_000, seed=1)


@pytest.fixture(scope="session")
def thirteens(decks):
    return [cp.CardSet(hand) for hand in decks[:200, :13].tolist()]
