"""The Gymnasium environment of one deal against bots."""

import copy
import pickle

import numpy as np
import pytest

from cpoker_fast import errors

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium
from gymnasium.utils.env_checker import check_env

from cpoker_fast.learning import OpenFaceEnv, VectorEnv

NAME = "cpoker_fast/OpenFace-v0"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rules": "standard", "players": 4, "opponent": "random", "seat": "random", "dtype": "float32"},
        {"rules": "progressive", "fantasyland": 0.5, "fantasyland_worth": 5.0, "render_mode": "ansi"},
    ],
)
def test_gymnasium_accepts_the_environment(options, capsys):
    environment = gymnasium.make(NAME, **options)
    assert isinstance(environment.unwrapped, OpenFaceEnv)
    check_env(environment.unwrapped)


def test_names_of_environments():
    assert gymnasium.make(f"cpoker_fast.learning:{NAME}").spec.id == NAME
    envs = gymnasium.make_vec(NAME, num_envs=3, opponent="careful", players=3)
    assert isinstance(envs, VectorEnv)
    assert envs.reset(seed=1)[0].shape == (3, 650)
    both = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode="sync")
    both.reset(seed=1)
    for _ in range(20):
        _, rewards, _, _, _ = both.step(both.action_space.sample())
    assert rewards.shape == (2,)


def test_it_plays_the_deals_of_a_vector_environment():
    for options in ({}, {"players": 3, "opponent": ["careful", "random"], "seat": "alternate", "fantasyland": 0.2}):
        environment = OpenFaceEnv("pineapple", **options)
        envs = VectorEnv(1, "pineapple", **{"opponent": "careful"} | options, autoreset_mode="NextStep")
        (observation, info), (observations, infos) = environment.reset(seed=5), envs.reset(seed=5)
        for deals in range(3):
            terminated = False
            while not terminated:
                assert (observation == observations[0]).all()
                assert (info["action_mask"] == infos["action_mask"][0]).all()
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


def test_illegal_actions_are_replaced_or_refused():
    environment, strict = OpenFaceEnv(button=1), OpenFaceEnv(button=1, on_illegal="error")
    for env in (environment, strict):
        env.reset(seed=1)
    observation, _, _, _, info = environment.step(3)  # after 3 comes 0
    assert info["replaced"]
    with pytest.raises(errors.PlacementError, match=r"^action 3 \(discard\) for \w+: expected a row"):
        strict.step(3)
    again, _, _, _, info = strict.step(0)
    assert not info["replaced"]
    assert (again == observation).all()
    for env in (environment, strict):
        for _ in range(2):
            env.step(0)
    observation, *_, info = environment.step(0)  # the front is full
    assert info["replaced"]
    assert (strict.step(1)[0] == observation).all()
    for env in (environment, strict):
        for action in (4, -1, "x", None, 1.0):
            with pytest.raises(errors.PlacementError, match="^bad action"):
                env.step(action)
    assert not environment.reset()[1]["replaced"]


def test_render(capsys):
    environment = OpenFaceEnv("pineapple", 3, opponent=["careful", "random"], seat=1, button=2, render_mode="human")
    environment.reset(seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("random: ")
    assert lines[1].startswith("learner: - / - / -, to place ")
    assert lines[2] == "careful (button): - / - / -"
    assert environment.render() is None
    assert capsys.readouterr().out.splitlines() == lines
    silent = OpenFaceEnv()
    silent.reset(seed=1)
    assert silent.render() is None
    assert capsys.readouterr().out == ""


def test_copies_are_new_environments():
    environment = OpenFaceEnv("turbo", 3, opponent="random", seat="alternate", render_mode="ansi")
    for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        environment.reset(seed=3)
        twin.reset(seed=3)
        assert environment.render() == twin.render()


def test_what_is_refused():
    environment = OpenFaceEnv()
    for call in (lambda: environment.step(0), environment.render, environment.deal):
        with pytest.raises(errors.TableError, match="expected a reset before"):
            call()
    for options, error, problem in (
        ({"opponent": None}, errors.TableError, "opponent: expected a bot"),
        ({"on_illegal": "x"}, errors.TableError, "bad on_illegal 'x': expected 'replace' or 'error'"),
        ({"render_mode": "x"}, errors.TableError, "bad render_mode 'x'"),
        ({"dtype": "x"}, errors.ArrayError, "bad dtype 'x'"),
        ({"seat": 2}, errors.TableError, "seat: expected a seat from 0 to 1"),
    ):
        with pytest.raises(error, match=problem):
            OpenFaceEnv(**options)
    with pytest.raises(errors.TableError, match="options: expected None"):
        environment.reset(options={"deal": 1})
    with pytest.raises(errors.SeedError):
        environment.reset(seed="x")
    environment.reset(seed=1, options={})
    terminated = False
    while not terminated:
        _, _, terminated, _, _ = environment.step(2)
    with pytest.raises(errors.TableError, match="there is no deal, or it is over"):
        environment.step(0)
    environment.close()
