"""Environments for learning: `VectorEnv`, and the environments of PettingZoo."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from cpoker_fast.openface.learning import VectorEnv, env, raw_env


@pytest.mark.benchmark(group="VectorEnv, a step of 4,096 deals with random actions")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize(("rules", "players"), [("pineapple", 2), ("standard", 4)])
def test_step(benchmark, rules, players, dtype, threads):
    envs = VectorEnv(4096, rules, players, dtype=dtype, copy=False, threads=threads)
    envs.reset(seed=1)
    actions = np.empty(4096, np.int64)
    benchmark(lambda: envs.step(envs.sample_actions(out=actions)))


@pytest.mark.benchmark(group="PettingZoo, a deal of 34 steps with the first legal action")
@pytest.mark.parametrize("make", [raw_env, env])
def test_deal(benchmark, make):
    environment = make("pineapple", 2)

    def play():
        environment.reset(seed=1)
        for _ in range(34):
            mask = environment.last()[0]["action_mask"]
            environment.step(int(mask.argmax()))

    benchmark(play)
