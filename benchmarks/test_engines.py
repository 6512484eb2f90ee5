"""Engines: hands and placements through the engine protocol, with a trivial engine in C.

The targets are for the host and the engine together, on one core (``taskset -c 0 pytest benchmarks/test_engines.py``):
100,000 hands per second in `simulate`, and 2,000 placements per second one by one.
"""

import numpy as np
import pytest
from echo_engine import echo_engine

import cpoker_fast as cp

DEALS = 8 * 1024


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """Return the name of the engine as a bot."""
    return echo_engine(tmp_path_factory.mktemp("engine")) or pytest.skip("there is no C compiler")


@pytest.mark.benchmark(group=f"simulate, {2 * DEALS} hands of an engine")
def test_hands(benchmark, engine):
    result = benchmark(lambda: cp.simulate("pagat", [engine, engine], DEALS, seed=1, duplicate=False))
    assert result.counts.faults.tolist() == [0, 0]


@pytest.mark.benchmark(group="an engine that sets 1,024 hands")
def test_one_message(benchmark, engine):
    rules, rng = cp.rules("pagat"), np.random.default_rng(1)
    bot = cp.bot(engine).prepare(rules, 2)
    hands = cp.deal_many(512, 2, 13, seed=1).reshape(-1, 13)
    positions = cp.game.Positions.of_hands(hands, rules)
    benchmark(lambda: bot.place_many(positions, rng))
    bot.close()


@pytest.mark.benchmark(group="an engine that places one hand")
def test_placements_one_by_one(benchmark, engine):
    bot, rng = cp.bot(engine).prepare(cp.rules("pineapple"), 2), np.random.default_rng(1)
    position = cp.Deal("pineapple", 2, seed=1).position()
    benchmark(lambda: bot.place(position, rng))
    bot.close()


@pytest.mark.benchmark(group="simulate, 1,024 open-face deals of an engine")
def test_placements_of_many_tables(benchmark, engine):
    result = benchmark(lambda: cp.simulate("pineapple", [engine, "random"], 1024, seed=1, duplicate=False))
    assert result.counts.faults.tolist() == [0, 0]
