"""Environments for learning, and policies outside them."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import cpoker_fast as cp
from cpoker_fast.learning import Env, VectorEnv, env, raw_env
from cpoker_fast.players import PolicyBot


def back_first(observations, masks):
    order = np.array([2, 1, 0, 3])
    return order[masks[:, order].argmax(axis=1)]


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


@pytest.mark.benchmark(group="VectorEnv, a step of 4,096 deals against an opponent")
@pytest.mark.parametrize("opponent", ["random", "careful", "swift", PolicyBot(back_first)], ids=str)
def test_step_against(benchmark, opponent):
    envs = VectorEnv(4096, "pineapple", opponent=opponent, copy=False)
    envs.reset(seed=1)
    actions = np.empty(4096, np.int64)
    benchmark(lambda: envs.step(envs.sample_actions(out=actions)))


@pytest.mark.benchmark(group="Env, a deal of 17 steps with the first legal action")
def test_single_deal(benchmark):
    environment = Env("pineapple", opponent="careful")

    def play():
        _, info = environment.reset(seed=1)
        for _ in range(17):
            _, _, _, _, info = environment.step(int(info["action_mask"].argmax()))

    benchmark(play)


@pytest.mark.benchmark(group="VectorEnv, a step of 1,000 hands by whole boards")
@pytest.mark.parametrize("opponent", ["random", "balanced", "expert"])
def test_step_of_boards(benchmark, opponent):
    envs = VectorEnv(1000, "pagat", actions="boards", opponent=opponent)
    envs.reset(seed=1)
    actions = envs.sample_actions()
    benchmark(lambda: envs.step(actions))


@pytest.mark.benchmark(group="simulate, 1,024 deals of a policy against careful, each played twice")
def test_simulation_of_a_policy(benchmark):
    benchmark(lambda: cp.simulate("pineapple", [PolicyBot(back_first), "careful"], 1024, seed=1))
