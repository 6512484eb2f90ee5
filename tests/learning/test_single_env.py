"""The Gymnasium environment of one deal against bots."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from environment_cases import KINDS, next_legal

import cpoker_fast as cp
from cpoker_fast import errors

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium
from gymnasium.utils.env_checker import check_env

from cpoker_fast.learning import Env, VectorEnv

NAME = "cpoker_fast/ChinesePoker-v0"
ANSI_BOARDS = {"actions": "boards", "render_mode": "ansi"}


@pytest.mark.parametrize("options", [
    {}, {"rules": "standard", "players": 4, "opponent": "random", "seat": "random", "dtype": "float32"},
    {"rules": "progressive", "fantasyland": 0.5, "fantasyland_worth": 5.0, "render_mode": "ansi"}, {"rules": "pagat"},
    {"rules": "pagat", "actions": "boards"},
    {"rules": "house-rules", "players": 4, "opponent": ["balanced", "random", "royalties"], **ANSI_BOARDS},
    {"rules": "hawaiian-gardens", "players": 3, "opponent": "expert", "seat": 2, "declare": False, **ANSI_BOARDS},
    {"rules": "pagat", "actions": "boards", "on_illegal": "foul", "dtype": "float32"},
])  # fmt: skip
def test_gymnasium_accepts_the_environment(options, capsys):
    environment = gymnasium.make(NAME, **options)
    assert isinstance(environment.unwrapped, Env)
    check_env(environment.unwrapped)


def test_names_of_environments():
    assert gymnasium.make(f"cpoker_fast.learning:{NAME}").spec.id == NAME
    envs = gymnasium.make_vec(NAME, num_envs=3, opponent="careful", players=3)
    assert isinstance(envs, VectorEnv)
    assert envs.reset(seed=1)[0].shape == (3, 650)
    envs = gymnasium.make_vec(NAME, num_envs=3, rules="pagat", actions="boards", opponent="balanced")
    assert envs.single_action_space == gymnasium.spaces.Discrete(72_072)
    code = f"import gymnasium; env = gymnasium.make('cpoker_fast.learning:{NAME}', opponent='random');"
    command = [sys.executable, "-P", "-c", code + "print(env.reset(seed=1)[0].shape)"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "(487,)\n"
    both = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode="sync")
    both.reset(seed=1)
    for _ in range(20):
        _, rewards, _, _, _ = both.step(both.action_space.sample())
    assert rewards.shape == (2,)


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_it_plays_the_deals_of_a_vector_environment(rules, kind):
    chances = {"fantasyland": 0.2} if rules == "pineapple" else {}
    for options in ({}, {"players": 3, "opponent": ["careful", "random"], "seat": "alternate", **chances}):
        environment = Env(rules, actions=kind, **options)
        envs = VectorEnv(1, rules, actions=kind, **{"opponent": "careful"} | options, autoreset_mode="NextStep")
        (observation, info), (observations, infos) = environment.reset(seed=5), envs.reset(seed=5)
        for deals in range(3):
            terminated = False
            while not terminated:
                assert (observation == observations[0]).all()
                assert (info["action_mask"] == envs.action_masks()[0]).all()
                assert (environment.action_masks() == info["action_mask"].astype(bool)).all()
                assert info["seat"] == infos["seat"][0]
                action = int(np.flatnonzero(info["action_mask"])[-(deals % 2)])
                observation, reward, terminated, truncated, info = environment.step(action)
                observations, rewards, terminations, _, infos = envs.step([action])
                assert (reward, terminated, truncated) == (rewards[0], terminations[0], False)
                assert not info["replaced"]
            for name in ("boards", "fantasyland", "rewards"):
                assert (info[name] == infos["final_info"][name][0]).all()
            assert not environment.action_masks().any()
            assert environment.deal().is_over
            observation, info = environment.reset()
            observations, _, _, _, infos = envs.step([0])


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_infos_of_resets_and_steps(rules, kind):
    """The infos have the same keys; the last step also has the results. No action is legal after it."""
    environment = Env(rules, actions=kind)
    _, before = environment.reset(seed=1)
    assert before.keys() == {"action_mask", "seat", "replaced"}
    before["action_mask"][:] = 1  # a copy
    assert not environment.action_masks().all()
    terminated = False
    while not terminated:
        *_, terminated, _, after = environment.step(int(environment.action_masks().argmax()))
        assert after.keys() - before.keys() == ({"boards", "rewards", "fantasyland"} if terminated else set())
    mask = after["action_mask"]
    assert (mask.dtype, mask.shape, mask.any()) == (np.int8, (environment.action_space.n,), False)
    assert not environment.action_masks().any()
    environment.reset()
    assert environment.action_masks().any()


def test_boards_and_surrenders():
    rules = "hawaiian-gardens"
    environment = Env(rules, actions="boards", opponent="balanced", button=0, seat=1)
    hand = environment.bits.read(environment.reset(seed=2)[0]).hand
    board = cp.best_royalties(hand, rules)
    (action,) = environment.board_actions.numbers([hand], [board])
    _, reward, _, _, info = environment.step(action)
    boards = [cp.Board.of_cards(cards) for cards in info["boards"].tolist()]
    points = list(cp.settle(boards, rules, button=0, declare=[True, "if better"]).points)
    assert (boards[1], info["rewards"].tolist(), reward) == (board, points, points[1])
    environment.reset(seed=2)
    assert environment.action_masks()[-1]
    _, reward, *_, info = environment.step(72_072)
    assert (info["boards"][info["seat"]] == 255).all()
    assert reward < 0
    assert environment.deal().surrendered == (1,)
    record = environment.record()
    assert (record.names, record.surrendered, record.is_whole) == (("balanced", "learner"), (1,), True)
    assert list(record.settlement().points) == info["rewards"].tolist()


def test_illegal_actions_are_replaced_or_refused():
    environment, strict = Env(button=1), Env(button=1, on_illegal="error")
    environment.reset(seed=1), strict.reset(seed=1)
    observation, _, _, _, info = environment.step(3)  # after 3 comes 0
    assert info["replaced"]
    with pytest.raises(errors.PlacementError, match=r"^action 3 \(discard\) for \w+: expected a row"):
        strict.step(3)
    again, _, _, _, info = strict.step(0)
    assert "replaced" not in info
    assert (again == observation).all()
    for env in (environment, strict) * 2:
        env.step(0)
    observation, *_, info = environment.step(0)  # the front is full
    assert info["replaced"]
    assert (strict.step(1)[0] == observation).all()
    for env in (environment, strict):
        for action in (4, -1, "x", None, 1.0):
            with pytest.raises(errors.PlacementError, match="^bad action"):
                env.step(action)
    assert not environment.reset()[1]["replaced"]


def test_illegal_boards_are_replaced_or_refused_or_fouls():
    environments = {value: Env("pagat", actions="boards", on_illegal=value) for value in ("replace", "error", "foul")}
    for environment in environments.values():
        environment.reset(seed=1)
    mask = environment.action_masks()
    foul = int(np.flatnonzero(~mask)[-1])
    with pytest.raises(errors.PlacementError, match=rf"^action {foul}: the board .* is a foul$"):
        environments["error"].step(foul)
    *_, replaced = environments["replace"].step(foul)
    assert replaced["replaced"]
    *_, legal = environments["error"].step(next_legal(mask, foul))
    assert (replaced["boards"] == legal["boards"]).all()
    _, reward, *_, info = environments["foul"].step(foul)
    assert cp.Board.of_cards(info["boards"][info["seat"]].tolist()).is_foul
    assert reward < 0
    for environment in environments.values():
        environment.reset()
        for action in (-1, 72_072, "x", None, 1.5):
            with pytest.raises(errors.PlacementError, match="^bad action .*: expected (an int from )?0 to 72071"):
                environment.step(action)


def test_render(capsys):
    environment = Env("pineapple", 3, opponent=["careful", "random"], seat=1, button=2, render_mode="human")
    environment.reset(seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("random 2: ")
    assert lines[1].startswith("learner: - / - / -, to place ")
    assert lines[2] == "careful 1 (button): - / - / -"
    assert environment.render() is None
    assert capsys.readouterr().out.splitlines() == lines
    silent = Env()
    silent.reset(seed=1)
    assert silent.render() is None
    assert capsys.readouterr().out == ""
    boards = Env("pagat", actions="boards", render_mode="ansi")
    observation, _ = boards.reset(seed=1)
    assert f"to place {boards.bits.read(observation).hand}" in boards.render()
    boards.step(int(boards.action_masks().argmax()))
    assert "learner v careful" in boards.render()  # the settlement
    surrendering = Env("two-four", opponent=lambda position, rng: cp.Placement.surrender(), **ANSI_BOARDS)
    surrendering.reset(seed=1)
    _, reward, *_ = surrendering.step(int(surrendering.action_masks().argmax()))
    assert f"learner: {reward:+.0f}" in surrendering.render()


def test_copies_are_new_environments():
    for options in ({"rules": "turbo"}, {"rules": "one-six", "actions": "boards", "declare": True}):
        environment = Env(**options, players=3, opponent="random", seat="alternate", render_mode="ansi")
        for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
            environment.reset(seed=3), twin.reset(seed=3)
            assert environment.render() == twin.render()


def test_what_is_refused():
    environment, new, finished = Env(), Env(), Env()
    environment.reset(seed=1, options={}), finished.reset(seed=1)
    while not finished.step(2)[2]:
        pass
    for call, error, problem in (
        (lambda: new.step(0), errors.TableError, "expected a reset before"),
        (new.render, errors.TableError, "expected a reset before"), (new.deal, errors.TableError, "expected a reset before"),
        (new.action_masks, errors.TableError, "expected a reset before"),
        (lambda: Env(opponent=None), errors.TableError, "opponent: expected a bot"),
        (lambda: Env(on_illegal="x"), errors.TableError, "bad on_illegal 'x': expected 'replace' or 'error'"),
        (lambda: Env(render_mode="x"), errors.TableError, "bad render_mode 'x'"),
        (lambda: Env(dtype="x"), errors.ArrayError, "bad dtype 'x'"),
        (lambda: Env(seat=2), errors.TableError, "seat: expected a seat from 0 to 1"),
        (lambda: environment.reset(options={"deal": 1}), errors.TableError, "options: expected None"),
        (lambda: environment.reset(seed="x"), errors.SeedError, None),
        (lambda: finished.step(0), errors.TableError, "there is no deal, or it is over"),
    ):  # fmt: skip
        with pytest.raises(error, match=problem):
            call()
    finished.close()
